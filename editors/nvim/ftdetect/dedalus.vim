autocmd BufRead,BufNewFile *.ded setfiletype dedalus
