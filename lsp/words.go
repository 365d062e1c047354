package lsp

// words explain the words of the language, and what stands between them.
var words = map[string]string{
	"notin":   "`notin p(…)`: no tuple of `p` matches. A `_` in it means any value; every variable must be bound elsewhere.",
	"include": "`include \"file.ded\";` reads another file, once. It is looked for beside this file, then beside the files of the command line.",
	"const":   "`const K = 3;` gives a value a name. `molly verify -D K=5` overrides it.",
	"stable":  "`stable p, q;`: what `p` and `q` hold survives an outage of the node.",
	"may":     "`may p(\"a\")@2..6;` is an input: it holds at one of these times, or not at all. A search tries all choices.",
	"next":    "`@next`: the conclusion holds one time later, at the same place. A tuple that no rule keeps so is gone.",
	"async":   "`@async`: a message. The conclusion holds one time later at the node in its first column, if the message is not lost.",
	"count":   "`count<X>` is the number of different values of `X` in a group; the other columns of the head are the group.",
	"sum":     "`sum<X>` adds up `X` over all bindings of a group; the other columns of the head are the group.",
	"min":     "`min<X>` is the least value of `X` in a group; the other columns of the head are the group.",
	"max":     "`max<X>` is the greatest value of `X` in a group; the other columns of the head are the group.",
	":-":      "`head :- premise, premise;`: wherever all premises hold, the head holds.",
	"_":       "`_` is any value.",
	"==":      "Equality. `X == e` also binds `X`, where everything in `e` is bound.",
	"..":      "`@3..7` is each of the times 3 to 7, `@3..` all from 3 to the end of the run.",
}

// outcomeWords explain the relations that judge a run.
var outcomeWords = map[string]string{
	"pre":   "What is owed: a run violates the invariant where a tuple is in `pre` at the end, EOT, and not in `post`.",
	"post":  "What was done: a run violates the invariant where a tuple is in `pre` at the end, EOT, and not in `post`.",
	"never": "What must not happen: a run violates the invariant as soon as `never` holds a tuple, at any time.",
}

// settingWords explain the keys of directives and expectations.
var settingWords = map[string]string{
	"eot":         "the last time of a run",
	"eff":         "the first time at which messages are no longer lost",
	"crashes":     "how many nodes may crash",
	"nodes":       "the nodes: `nodes=a,b,c`",
	"delay":       "by how many times a message may be late",
	"loss":        "`no`: messages are not lost",
	"twice":       "`yes`: messages may arrive twice",
	"fifo":        "`yes`: messages of a link arrive in the order in which they were sent",
	"restarts":    "how many of the crashes may be outages: the node comes back",
	"faults":      "how many faults there may be at most",
	"lossy":       "the only links that lose messages: `lossy=a->b,b->*`",
	"crashable":   "the only nodes that may crash",
	"crash-until": "the last time at which a node may crash",
}

// builtinWords explain the relations that the language gives.
var builtinWords = map[string]string{
	"crash":  "Built in. It holds for every crash of the scenario, for every observer, at every time of the run, even before the crash: it excuses crashed nodes in an invariant. No node can see it.",
	"outage": "Built in. It holds for every outage of the scenario, for every observer, at every time of the run: it excuses nodes in an invariant. No node can see it.",
	"boot":   "Built in. It holds when a node begins: at time 1, and when it comes back from an outage.",
	"member": "Built in, unless the program defines it. It holds for all nodes of the run, at every time at which the node is up.",
	"now":    "Built in, unless the program defines it. It holds what time it is, at every time at which the node is up.",
}
