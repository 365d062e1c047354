" Dedalus, the language of Molly. Works in Vim and Neovim.
" The groups follow the words of the language: what defines a relation, what reads one, and
" when a conclusion holds. What the tokens are is tested against the tool's own lexer.

if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpo
set cpo&vim

" Names have dots and question marks, so \< and \> do not fit.
" A string that does not end on its line ends its clause, as it does for the tool.
let s:name = '\h[A-Za-z0-9_.?]*'
let s:stop = '[A-Za-z0-9_.?]\@!'
let s:open = '"\%(\\.\|[^"\\]\)*\\\?$'

function! s:match(group, pattern, options) abort
  execute 'syntax match' a:group '~' . a:pattern . '~' a:options
endfunction

" The text that begins a region has the first group, the text that ends it the second one.
function! s:region(group, first, start, last, ends, options) abort
  let ends = join(map(copy(a:ends), {_, e -> 'end=~' . e[0] . '~' . e[1]}))
  execute 'syntax region' a:group a:options 'matchgroup=' . a:first 'start=~' . a:start . '~ matchgroup=' . a:last ends
endfunction

syntax case match
syntax sync fromstart

" Of matches at the same place, the last one that is defined here wins.
syntax cluster dedalusComments contains=dedalusComment,dedalusSetting,dedalusLint,dedalusBlockComment
syntax cluster dedalusTerms contains=@dedalusComments,dedalusImplies,dedalusParenAlone,dedalusIllegal,dedalusNumber,dedalusString,dedalusVariable,dedalusWildcard,dedalusOperator,dedalusComparison,dedalusGroup,dedalusNotin,dedalusInclude,dedalusComma,dedalusOpenString

call s:match('dedalusIllegal', '[^ \t\r\n]', '')
call s:match('dedalusNumber', '[0-9]\+', '')
call s:match('dedalusHead', s:name, '')
call s:match('dedalusVariable', s:name, 'contained')
call s:match('dedalusWildcard', '_' . s:stop, 'contained')
call s:match('dedalusRelation', s:name . '\ze[ \t]*(', 'contained')
call s:match('dedalusBuiltin', '\%(crash\|outage\|boot\|member\|now\)\ze[ \t]*(', '')
call s:match('dedalusStableBuiltin', '\%(crash\|outage\|boot\|member\|now\)' . s:stop, 'contained')
call s:match('dedalusInvariant', '\%(pre\|post\|never\)\ze[ \t]*(', '')
call s:match('dedalusAggregate', s:name . '\ze[ \t]*<[ \t]*' . s:name . '[ \t]*>', 'contained')
call s:match('dedalusOperator', '[-+*%/]\|\.\.\|@', '')
call s:match('dedalusComparison', '==\|!=\|<=\|>=\|<\|>', '')
call s:match('dedalusImplies', ':-', 'contained')
call s:match('dedalusParenAlone', '[()]', '')
call s:match('dedalusAssign', '=', 'contained')
call s:match('dedalusComma', ',', '')
call s:match('dedalusEnd', ';', '')
call s:match('dedalusOtherTime', '@[ \t]*-\?[ \t]*' . s:name, 'contains=dedalusTimingSign,dedalusVariable')
call s:match('dedalusTiming', '@[ \t]*\%(next\|async\)' . s:stop, 'contains=dedalusTimingSign')
call s:match('dedalusTimingSign', '[-@]', 'contained')
call s:match('dedalusOpenString', s:open, '')
call s:match('dedalusNotin', 'notin' . s:stop, '')
call s:match('dedalusInclude', 'include' . s:stop, '')
call s:match('dedalusMay', 'may\ze[ \t]\+\h', '')

" Regions end before what belongs to the clause, so that a missing parenthesis colours one clause.
let s:unclosed = [[';', 'me=s-1'], [':-', 'me=s-1'], [s:open, 'me=s-1']]
let s:clause = [[';', ''], [s:open, 'me=s-1']]
call s:region('dedalusArguments', 'dedalusParen', '(', 'dedalusParen', [[')', '']] + s:unclosed, 'contains=@dedalusTerms,dedalusAggregate')
call s:region('dedalusGroup', 'dedalusParen', '(', 'dedalusParen', [[')', '']] + s:unclosed, 'contained contains=@dedalusTerms')
call s:region('dedalusBody', 'dedalusImplies', ':-', 'dedalusEnd', s:clause, 'contains=@dedalusTerms,dedalusRelation,dedalusBuiltin,dedalusInvariant,dedalusTiming,dedalusOtherTime')
call s:region('dedalusConst', 'dedalusDeclaration', 'const\ze[ \t]\+\h', 'dedalusEnd', s:clause, 'contains=@dedalusTerms,dedalusAssign')
call s:region('dedalusStable', 'dedalusDeclaration', 'stable\ze[ \t]\+\h', 'dedalusEnd', s:clause, 'contains=@dedalusComments,dedalusIllegal,dedalusNumber,dedalusHead,dedalusStableBuiltin,dedalusParenAlone,dedalusOperator,dedalusComma,dedalusNotin,dedalusInclude,dedalusString,dedalusOpenString')

" Strings and comments come last: nothing begins inside them.
syntax region dedalusString start=/"\%(\%(\\.\|[^"\\]\)*"\)\@=/ skip=/\\./ end=/"/ oneline contains=dedalusEscape,dedalusBadEscape
call s:match('dedalusBadEscape', '\\.', 'contained')
call s:match('dedalusEscape', '\\\%([abfnrtv\\"]\|x\x\{2}\|u\x\{4}\|U\x\{8}\|\o\{3}\)', 'contained')
syntax match dedalusComment ~//.*~ contains=dedalusTodo,@Spell
syntax match dedalusSetting ~//[ \t]*\%(molly\|expect\):.*~ contains=dedalusSettingWord,dedalusSettingKey,dedalusVerdict,dedalusArrow
syntax match dedalusLint ~//[ \t]*lint:ignore.*~ contains=dedalusSettingWord
syntax region dedalusBlockComment start=~/\*~ end=~\*/~ contains=dedalusTodo,@Spell
syntax match dedalusSettingWord ~\%(//[ \t]*\)\@<=\%(molly:\|expect:\|lint:ignore\)~ contained
syntax match dedalusSettingKey ~[a-z-]\+\ze=~ contained
syntax match dedalusArrow ~→\|->~ contained
syntax match dedalusVerdict ~\%(certified\|vacuous\|counterexample\)\ze\%([ \t\r]\|$\)~ contained
syntax keyword dedalusTodo TODO FIXME XXX contained

highlight default link dedalusHead Function
highlight default link dedalusRelation Function
highlight default link dedalusBuiltin Special
highlight default link dedalusStableBuiltin Special
highlight default link dedalusInvariant Structure
highlight default link dedalusVariable Identifier
highlight default link dedalusWildcard SpecialChar
highlight default link dedalusAggregate Special
highlight default link dedalusNumber Number
highlight default link dedalusString String
highlight default link dedalusEscape SpecialChar
highlight default link dedalusBadEscape Error
highlight default link dedalusOpenString Error
highlight default link dedalusNotin Keyword
highlight default link dedalusInclude Include
highlight default link dedalusMay StorageClass
highlight default link dedalusDeclaration StorageClass
highlight default link dedalusTiming StorageClass
highlight default link dedalusTimingSign Operator
highlight default link dedalusOperator Operator
highlight default link dedalusAssign Operator
highlight default link dedalusComparison Operator
highlight default link dedalusImplies Operator
highlight default link dedalusComma Delimiter
highlight default link dedalusParen Delimiter
highlight default link dedalusParenAlone Delimiter
highlight default link dedalusEnd Delimiter
highlight default link dedalusIllegal Error
highlight default link dedalusComment Comment
highlight default link dedalusBlockComment Comment
highlight default link dedalusSetting Comment
highlight default link dedalusLint Comment
highlight default link dedalusSettingWord PreProc
highlight default link dedalusSettingKey PreProc
highlight default link dedalusArrow PreProc
highlight default link dedalusVerdict PreProc
highlight default link dedalusTodo Todo

delfunction s:match
delfunction s:region
let b:current_syntax = 'dedalus'
let &cpo = s:cpo
unlet s:cpo
