" Reads the texts in $TEXTS, one a line, as JSON, and writes for each a line to $GROUPS: a list of
" [first character, behind the last one, syntax group].

set nocompatible encoding=utf-8 nomore synmaxcol=0
let &runtimepath = getcwd() . '/nvim,' . &runtimepath
filetype plugin on
syntax on

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

let s:lines = []
for s:json in readfile($TEXTS)
  let s:text = json_decode(s:json)
  enew!
  setlocal bufhidden=wipe
  call setline(1, split(s:text, "\n", 1))
  set filetype=dedalus
  call add(s:lines, json_encode(s:groups()))
endfor
call writefile(s:lines, $GROUPS)
qall!
