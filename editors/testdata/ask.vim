" Reads the texts in $TEXTS, one a line, as JSON, and writes what the function $ASKED says of each, a line each,
" as JSON, into $ANSWERS.

set nocompatible encoding=utf-8 nomore synmaxcol=0
let &runtimepath = getcwd() . '/nvim,' . &runtimepath
filetype plugin indent on
syntax on

" [first character, behind the last one, syntax group] of the stretches of the text.
function! s:groups() abort
  let runs = []
  let at = 0
  for l in range(1, line('$'))
    let c = 1
    for char in split(getline(l), '\zs')
      let name = synIDattr(synID(l, c, 1), 'name')
      if name !=# ''
        if !empty(runs) && runs[-1][1] == at && runs[-1][2] ==# name
          let runs[-1][1] += 1
        else
          call add(runs, [at, at + 1, name])
        endif
      endif
      let at += 1
      let c += len(char)
    endfor
    let at += 1
  endfor
  return runs
endfunction

" The text, with all lines indented anew.
function! s:indented() abort
  normal! gg=G
  return join(getline(1, '$'), "\n")
endfunction

let s:lines = []
for s:json in readfile($TEXTS)
  enew!
  setlocal bufhidden=wipe
  call setline(1, split(json_decode(s:json), "\n", 1))
  set filetype=dedalus
  call add(s:lines, json_encode($ASKED ==# 'groups' ? s:groups() : s:indented()))
endfor
call writefile(s:lines, $ANSWERS)
qall!
