" The second line of a clause, and those behind it, are indented.

if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=DedalusIndent(v:lnum)
setlocal indentkeys=!^F,o,O,0/
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*DedalusIndent')
  finish
endif

" The text of a line without strings and comments.
function! s:code(line) abort
  let text = substitute(getline(a:line), '"\%(\\.\|[^"\\]\)*"', '""', 'g')
  let text = substitute(text, '/\*.\{-}\*/', '', 'g')
  return substitute(text, '\s*\%(//.*\)\?$', '', '')
endfunction

function! DedalusIndent(line) abort
  if getline(a:line) =~# '^\s*//'
    return -1 " a comment may go on with one behind a clause, below it
  endif
  let above = prevnonblank(a:line - 1)
  while above > 0 && s:code(above) =~# '^\s*$'
    let above = prevnonblank(above - 1)
  endwhile
  if above == 0 || s:code(above) =~# ';$'
    return 0
  endif
  return indent(above) > 0 ? indent(above) : shiftwidth()
endfunction
