" How a Dedalus file is edited: comments, matching words, formatting.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=s1:/*,mb:*,ex:*/,://
setlocal commentstring=//\ %s
setlocal include=^\\s*include\\s*\"\\zs[^\"]*
setlocal suffixesadd=.ded
setlocal expandtab shiftwidth=4 softtabstop=4
if executable('molly')
  setlocal formatprg=molly\ fmt
endif
let b:undo_ftplugin = 'setlocal comments< commentstring< include< suffixesadd< expandtab< shiftwidth< softtabstop< formatprg<'
