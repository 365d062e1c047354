"""A second grounder and encoder, written from docs/certificates.md and nothing else.

usage: second.py PROGRAM CERTIFICATE

It prints "same" when the clauses of the certificate are those that it derives from the
program by itself. It knows programs with pre and post, or never, without arithmetic,
comparisons, constants and includes.
"""

import sys, json, re


class V(str):
    """A variable of a rule."""


def parse(src):
    src = re.sub(r"//.*", "", src)
    rules = []
    facts = []  # relation, tuple, first time, last time
    stable = []
    may = []  # relation, tuple, times
    for cl in [c.strip() for c in src.split(";") if c.strip()]:
        if cl.startswith("stable "):
            stable += [x.strip() for x in cl[7:].split(",")]
            continue
        if ":-" not in cl:
            m = re.match(r"(may\s+)?(\w+)\((.*)\)@(\d+)(\.\.(\d*))?$", cl, re.S)
            tup = tuple(term(x) for x in m[3].split(","))
            last = int(m[4]) if not m[5] else int(m[6]) if m[6] else 10**9
            if m[1]:
                may.append((m[2], tup, range(int(m[4]), last + 1)))
            else:
                facts.append((m[2], tup, int(m[4]), last))
            continue
        h, b = cl.split(":-")
        m = re.match(r"\s*(\w+)\((.*)\)(@next|@async)?\s*$", h, re.S)
        hargs = []
        for x in m[2].split(","):
            a = re.match(r"\s*(count|min|max|sum)<(\w+)>\s*$", x)
            hargs.append((a[1], V(a[2])) if a else (None, term(x)))
        body = []
        for l in re.findall(r"(notin\s+)?(\w+)\(([^()]*)\)(?:@(\d+))?", b):
            body.append((not l[0], l[1], tuple(term(x) for x in l[2].split(",")), int(l[3] or 0)))
        rules.append((m[3] or "", m[1], hargs, body))
    return rules, facts, stable, may


def term(x):
    x = x.strip()
    if x[0] == '"':
        return json.loads(x)
    if re.match(r"-?\d+$", x):
        return int(x)
    return V(x)


# key orders tuples.
def key(t):
    return tuple((0, v, b"") if isinstance(v, int) else (1, 0, v.encode()) for v in t)


def run(src, nodes, spec):
    EOT, EFF, CR = spec["EOT"], spec["EFF"], spec["Crashes"]
    DELAY, NOLOSS, TWICE = spec.get("Delay", 0), spec.get("NoLoss", False), spec.get("Twice", False)
    FIFO, RE, MOST = spec.get("FIFO", False), spec.get("Restarts", 0), spec.get("MaxFaults", 0)
    LAST = min(spec.get("CrashUntil", EOT), EOT)
    LOSSY = [l.split("->") for l in spec["Lossy"].split(",")] if "Lossy" in spec else [["*", "*"]]
    CRASH = [n for n in nodes if CR and ("Crashable" not in spec or n in spec["Crashable"].split(","))]
    rules, facts, stable, inputs = parse(src)

    # Section 4: who may be down, when messages arrive.
    def lossy(x, y):
        return x != y and any(a in (x, "*") and b in (y, "*") for a, b in LOSSY)

    def maydown(n, t):
        return RE > 0 and n in CRASH and 1 <= t < EFF

    def late(x, y, t):
        if not lossy(x, y) or EFF <= 1:
            return 0
        if t < EFF:
            return DELAY
        return max(0, EFF - 1 + DELAY - t) if FIFO else 0

    def copies(x, y, t):
        return max(DELAY, 1) if TWICE and t < EFF and lossy(x, y) else 0

    def place(tup):
        return tup[0] if tup and isinstance(tup[0], str) else ""

    rels = set(f[0] for f in facts) | set(f[0] for f in inputs) | set(r[1] for r in rules) | set(l[1] for r in rules for l in r[3])
    # Section 4: what can be.
    builtin = {"boot", "crash", "outage"} | ({"member", "now"} - set(f[0] for f in facts) - set(f[0] for f in inputs) - set(r[1] for r in rules))
    own = set()  # what rules with @next or @async depend on
    ch = True
    while ch:
        n = len(own)
        for tm, h, ha, b in rules:
            if tm or h in own:
                own |= set(l[1] for l in b)
        ch = len(own) > n
    early = {"never"}
    ch = True
    while ch:
        n = len(early)
        for tm, h, ha, b in rules:
            al = tm or h in early or any(a[0] == "sum" for a in ha)
            if al:
                early.add(h)
            for pos, rel, args, at in b:
                if al or at:
                    early.add(rel)
        ch = len(early) > n
    # Levels do for strata: what a rule negates or aggregates is on a lower one.
    lev = {r: 0 for r in rels}
    for _ in range(len(rels) + 1):
        for tm, h, ha, b in rules:
            if tm:
                continue
            for pos, rel, args, at in b:
                need = lev[rel] + (0 if pos and not any(a[0] for a in ha) else 1)
                lev[h] = max(lev[h], need)
    # A fact is (relation, time, tuple); may has the tuples by relation and time, sup the
    # firings and rows that conclude a fact.
    may = {}
    sure = set()
    given = set()
    sup = {}
    firings = {}  # by rule and the time for which they conclude
    groups = {}
    seen = set()
    stated = {}  # gates of what is stated, chosen and kept, by fact: what they need

    def add(rel, t, tup):
        s = may.setdefault((rel, t), set())
        new = tup not in s
        s.add(tup)
        return new

    crashes = [("C", n, "", k, 0) for n in CRASH for k in range(1, LAST + 1)]
    outages = [("D", n, "", k, u) for n in CRASH for k in range(1, LAST + 1) for u in range(k + 1, EFF + 1) if RE]
    for o in nodes:
        for _, n, _, k, u in crashes:
            add("crash", 0, (o, n, k))
        for _, n, _, k, u in outages:
            add("outage", 0, (o, n, k, u))

    def look(rel, at, now):
        if at > now:
            return None
        return (rel, 0) if rel in ("crash", "outage") else (rel, at or now)

    def insts(i, now):
        tm, h, ha, b = rules[i]
        out = [({}, ())]
        for pos, rel, args, at in b:
            if not pos:
                continue
            nxt = []
            w = look(rel, at, now)
            for bd, pr in out:
                for tup in (may.get(w, ()) if w else ()):
                    d = dict(bd)
                    ok = True
                    for a, v in zip(args, tup):
                        if isinstance(a, V):
                            if a == "_":
                                continue
                            if d.setdefault(a, v) != v:
                                ok = False
                                break
                        elif a != v or type(a) != type(v):
                            ok = False
                            break
                    if ok:
                        nxt.append((d, pr + ((w[0], w[1], tup),)))
            out = nxt
        for bd, pr in out:
            absent = []
            dead = False
            for pos, rel, args, at in b:
                if pos:
                    continue
                w = look(rel, at, now)
                ms = []
                for tup in (may.get(w, ()) if w else ()):
                    if all(
                        (isinstance(a, V) and a == "_") or (bd[a] if isinstance(a, V) else a) == v
                        for a, v in zip(args, tup)
                    ):
                        ms.append((w[0], w[1], tup))
                if any(m in sure for m in ms):
                    dead = True
                absent += sorted(ms, key=lambda m: key(m[2]))
            if dead:
                continue
            head = tuple(bd[a] if isinstance(a, V) else a for _, a in ha)
            # What it needs, as (what, ...), by the time for which it concludes.
            reads = [l for l in b if l[0]]
            at = next((j for j, l in enumerate(reads) if not l[3]), 0)
            home = place(pr[at][2]) if reads else place(head)
            needs = []
            if (tm or h in own) and maydown(home, now):
                needs.append(("up", home, now))
            if tm == "@async":
                x, y = pr[at][2][0] if reads else head[0], head[0]
                if x not in nodes or y not in nodes:
                    continue
                most = late(x, y, now) + copies(x, y, now)
                fails = x in CRASH or lossy(x, y) and now < EFF and not NOLOSS
                for t in range(now + 1, min(EOT, now + 1 + most) + 1):
                    n = list(needs)
                    if x != y and (fails or most):
                        n.append(("arrives", x, y, now, t))
                    if maydown(y, t):
                        n.append(("up", y, t))
                    yield pr, absent, head, n, t
                continue
            then = now + 1 if tm else now
            p = place(head)
            if (tm or h in own) and maydown(p, then):
                if tm != "@next" or h not in stable:
                    needs.append(("up", p, then))
                elif p != home:
                    needs.append(("either", p, then))
            yield pr, absent, head, needs, then

    def fire(i, now):
        tm, h, ha, b = rules[i]
        ch = False
        agg = any(a for a, _ in ha)
        for pr, absent, head, needs, then in insts(i, now):
            if (i, now, pr, then) in seen:
                continue
            seen.add((i, now, pr, then))
            f = dict(pr=pr, absent=absent, head=head, needs=needs, doubt=bool(absent or needs))
            firings.setdefault((i, then), {})[now, pr] = f
            if not agg:
                sup.setdefault((h, then, head), []).append(("f", i, then, (now, pr)))
                ch |= add(h, then, head)
        if agg and not tm:
            rows(i, now)
        return ch

    def order(fs):
        return sorted(fs, key=lambda k: (k[0], [(p[1], key(p[2])) for p in k[1]]))

    # rows makes the groups of a rule for a time.
    def rows(i, then):
        tm, h, ha, b = rules[i]
        fs = firings.get((i, then), {})
        gs = {}
        for k in order(fs):
            f = fs[k]
            f["sure"] = not f["doubt"] and all(p in sure for p in f["pr"])
            gs.setdefault(tuple(v for (a, _), v in zip(ha, f["head"]) if not a), []).append(f)
        G = []
        for k in sorted(gs, key=key):
            mem = gs[k]
            cols = []
            for c, (a, _) in enumerate(ha):
                if not a:
                    continue
                if a == "sum":
                    items = [(m["head"][c], [m]) for m in mem]
                else:
                    vals = {}
                    for m in mem:
                        vals.setdefault(m["head"][c], []).append(m)
                    items = [(v, vals[v]) for v in sorted(vals, key=lambda v: key((v,)))]
                states = [[None]]

                def step(s, j, v, a=a):
                    if a == "count":
                        return 1 if s is None else s + 1
                    if a == "sum":
                        return v if s is None else s + v
                    if a == "min":
                        return j if s is None else s
                    return j

                for j, (v, ms) in enumerate(items):
                    nx = set()
                    for s in states[-1]:
                        if not any(m["sure"] for m in ms):
                            nx.add(s)
                        nx.add(step(s, j, v))
                    states.append(sorted(nx, key=lambda s: (s is not None, s or 0)))
                res = [s for s in states[-1] if s is not None]
                cols.append((c, a, items, states, res, step))
            many = [[]]
            for c, a, items, states, res, step in cols:
                many = [r + [s] for r in many for s in res]
            R = []
            for r in many:
                tup = list(mem[0]["head"])
                for (c, a, items, states, res, step), s in zip(cols, r):
                    tup[c] = items[s][0] if a in ("min", "max") else s
                R.append((tuple(tup), r))
            sr = any(m["sure"] for m in mem) and len(R) == 1
            for tup, r in R:
                sup.setdefault((h, then, tup), []).append(("r", i, then, k, tuple(r), sr))
                add(h, then, tup)
            G.append((k, cols, R))
        groups[(i, then)] = G

    def state(rel, now, tup, needs, kind):
        add(rel, now, tup)
        if needs:
            if kind not in stated.setdefault((rel, now, tup), {}):
                stated[rel, now, tup][kind] = needs
                sup.setdefault((rel, now, tup), []).append(("s", rel, now, tup, kind))
        else:
            given.add((rel, now, tup))

    def up(tup, now):
        return [("up", place(tup), now)] if maydown(place(tup), now) else []

    def writes(f):
        return [x for x in sup.get(f, ()) if x[0] != "s" and rules[x[1]][0] == "@next" or x[0] == "s" and x[4] == 3]

    for now in range(1, EOT + 1):
        for r, t, k, u in facts:
            if k <= now <= u:
                state(r, now, t, up(t, now), 1)
        for r, t, times in inputs:
            if now in times:
                state(r, now, t, [("chosen", "%s(%s)" % (r, ", ".join(json.dumps(v) for v in t)), now)] + up(t, now), 2)
        for n in nodes:
            if "boot" in rels and now == 1:
                state("boot", now, (n,), up((n,), now), 1)
            if "boot" in rels and now > 1 and maydown(n, now - 1):
                state("boot", now, (n,), [("back", n, now)], 1)
            if "now" in builtin & rels:
                state("now", now, (n, now), up((n,), now), 1)
            if "member" in builtin & rels:
                for m in nodes:
                    state("member", now, (n, m), up((n,), now), 1)
        for r in stable:
            for tup in list(may.get((r, now - 1), ())):
                if maydown(place(tup), now - 1) and writes((r, now - 1, tup)):
                    state(r, now, tup, [("kept", r, now - 1, tup), ("down", place(tup), now - 1)], 3)
        for i, r in enumerate(rules):
            if r[0] and any(a for a, _ in r[2]):
                rows(i, now)
        for L in sorted(set(lev.values())):
            rs = [
                i
                for i, r in enumerate(rules)
                if not r[0] and lev[r[1]] == L and (now == EOT or r[1] in early)
            ]
            first = True
            while True:
                ch = False
                for i in rs:
                    if first or not any(a for a, _ in rules[i][2]):
                        ch |= fire(i, now)
                first = False
                if not ch:
                    break
            ch = True
            while ch:
                ch = False
                for rel in rels:
                    if lev[rel] != L:
                        continue
                    for tup in may.get((rel, now), ()):
                        f = (rel, now, tup)
                        if f in sure:
                            continue

                        def s(x):
                            if x[0] == "s":
                                return False
                            if x[0] == "r":
                                return x[5]
                            y = firings[(x[1], x[2])][x[3]]
                            return not y["doubt"] and all(p in sure for p in y["pr"])

                        if f in given or any(s(x) for x in sup.get(f, ())):
                            sure.add(f)
                            ch = True
        if now < EOT:
            for i, r in enumerate(rules):
                if r[0]:
                    fire(i, now)
    # Section 5: the clauses.
    cl = []
    nv = [0]

    def var():
        nv[0] += 1
        return nv[0]

    def clause(ls):
        if any(-l in ls for l in ls):
            return
        cl.append(ls)

    def define(v, ls):
        d = []
        for l in ls:
            if l not in d:
                d.append(l)
                clause([-l, v])
        clause([-v] + d)

    def OR(*ls):
        v = var()
        define(v, ls)
        return v

    def AND(*ls):
        v = var()
        define(-v, [-l for l in ls])
        return v

    # Section 5.1: the faults.
    flt = list(crashes) + list(outages)
    for t in range(1, EFF):
        for x in nodes:
            for y in nodes:
                if lossy(x, y):
                    flt += [("L", x, y, t, d) for d in range(1, DELAY + 1)]
                    flt += [] if NOLOSS else [("O", x, y, t, 0)]
                    flt += [("T", x, y, t, d) for d in range(1, copies(x, y, t) + 1)]
    for r, tup, times in inputs:
        name = "%s(%s)" % (r, ", ".join(json.dumps(v) for v in tup))
        flt += [("I", name, "", t, 0) for t in times if t <= EOT]
    flt.sort(key=lambda f: (f[3], "LOTCDI".index(f[0]), f[1].encode(), f[2].encode(), f[4]))
    text = {"L": "L({1},{2},{3},{4})", "O": "O({1},{2},{3})", "T": "T({1},{2},{3},{4})", "C": "C({1},{3})", "D": "D({1},{3},{4})", "I": "{1}@{3}"}
    F = {}
    out = []
    for f in flt:
        F[f] = var()
        out.append("c %d %s" % (F[f], text[f[0]].format(*f)))
    X = {}
    allf = sorted(
        [(r, t, tup) for (r, t), s in may.items() if t for tup in s],
        key=lambda f: (f[1], f[0].encode(), key(f[2])),
    )
    for f in allf:
        X[f] = var()
        out.append("c %d %s(%s)@%d" % (X[f], f[0], ", ".join(json.dumps(v) for v in f[2]), f[1]))
    for o, n, k in may.get(("crash", 0), ()):
        X[("crash", 0, (o, n, k))] = F[("C", n, "", k, 0)]
    for o, n, k, u in may.get(("outage", 0), ()):
        X[("outage", 0, (o, n, k, u))] = F[("D", n, "", k, u)]

    # Section 5.2: which faults are admissible.
    def chain(before, l):
        if before is None:
            return OR(l)
        clause([-before, -l])
        return OR(before, l)

    def atmost(m, ls):
        N = [AND()] + [OR() for _ in range(m + 1)]
        for l in ls:
            M = [N[0]]
            for j in range(1, m + 2):
                a = AND(N[j - 1], l)
                M.append(OR(N[j], a))
            N = M
        clause([-N[m + 1]])

    G, B, count = {}, {}, []
    links = [(x, y) for x in nodes for y in nodes if lossy(x, y)]
    for t in range(1, EFF):
        for x, y in links:
            g = o = F.get(("O", x, y, t, 0))
            for d in range(DELAY, 0, -1):
                g = G[x, y, t, d] = chain(g, F["L", x, y, t, d])
            w = None
            for d in range(copies(x, y, t), 0, -1):
                w = chain(w, F["T", x, y, t, d])
            if w and o:
                clause([-w, -o])
            count += [l for l in (g, w) if l]
    for r, tup, times in inputs:
        name = "%s(%s)" % (r, ", ".join(json.dumps(v) for v in tup))
        w = None
        for t in times:
            if t <= EOT:
                w = chain(w, F["I", name, "", t, 0])
    ends, backs = [], []
    for n in CRASH:
        w = None
        for k in range(1, EOT + 1):
            if k <= LAST:
                w = chain(w, F["C", n, "", k, 0])
            B[n, k] = w
        mine = [F[f] for f in outages if f[1] == n]
        for l in mine:
            w = chain(w, l)
        ends.append(w)
        if RE:
            backs.append(OR(*mine))
    if CR:
        atmost(CR, ends)
        if RE:
            atmost(RE, backs)
    count += ends
    if 0 < MOST < len(count):
        atmost(MOST, count)
    # Section 5.3: what faults do.
    DOWN, BACK, ARR = {}, {}, {}
    for n in CRASH if RE else []:
        mine = [f for f in outages if f[1] == n]
        for t in range(1, EFF):
            DOWN[n, t] = OR(*[F[f] for f in mine if f[3] <= t < f[4]])
        for t in range(2, EFF + 1):
            BACK[n, t] = OR(*[F[f] for f in mine if f[4] == t])

    def sent(x, y, t):
        ls = [-F["O", x, y, t, 0]] if ("O", x, y, t, 0) in F else []
        return ls + ([-B[x, t]] if (x, t) in B else [])

    for x, y in links:
        W = {}
        for t in range(1, EFF):
            for d in range(2, DELAY + 1) if FIFO else []:
                a = AND(G[x, y, t, d], *sent(x, y, t), *([-DOWN[x, t]] if (x, t) in DOWN else []))
                W[t, d] = OR(a, W[t - 1, d + 1]) if (t - 1, d + 1) in W else OR(a)
        for t in range(1, EOT):
            m = late(x, y, t)
            if not m and not copies(x, y, t):
                continue
            XS = {}
            for d in range(1, m + 1):
                if t >= EFF:
                    XS[d] = W[EFF - 1, d + t - EFF + 1]
                elif (t - 1, d + 1) in W:
                    XS[d] = OR(G[x, y, t, d], W[t - 1, d + 1])
                else:
                    XS[d] = G[x, y, t, d]
            FS = []
            for d in range(m + 1):
                FS.append(AND(*sent(x, y, t), *([XS[d]] if d else []), *([-XS[d + 1]] if d < m else [])))
            for u in range(t + 1, min(EOT, t + 1 + m + copies(x, y, t)) + 1):
                r = u - t - 1
                ways = [FS[r]] if r <= m else []
                for c in range(1, copies(x, y, t) + 1):
                    if 0 <= r - c <= m:
                        ways.append(AND(FS[r - c], F["T", x, y, t, c]))
                ARR[x, y, t, u] = OR(*ways)

    def literals(need):
        what, args = need[0], need[1:]
        if what == "up":
            return [-DOWN[args]]
        if what == "down":
            return [DOWN[args]]
        if what == "either":
            return [OR(-DOWN[args], -DOWN[args[0], args[1] - 1])]
        if what == "back":
            return [BACK[args]]
        if what == "chosen":
            return [F["I", args[0], "", args[1], 0]]
        if what == "kept":
            return [OR(*sorted(S[x[:5]] for x in writes(args)))]
        x, y, t, u = args
        return [ARR[args]] if args in ARR else sent(x, y, t)

    S = {}
    for t in range(1, EOT + 1):
        for f in allf:
            for kind in sorted(stated.get(f, ())) if f[1] == t else []:
                S["s", f[0], t, f[2], kind] = AND(*[l for n in stated[f][kind] for l in literals(n)])
        for i, (tm, h, ha, b) in enumerate(rules):
            fs = firings.get((i, t), {})
            for k in order(fs):
                f = fs[k]
                ls = [X[p] for p in f["pr"]] + [-X[a] for a in f["absent"]]
                for n in f["needs"]:
                    ls += literals(n)
                f["v"] = AND(*ls)
                S[("f", i, t, k)] = f["v"]
            for k, cols, R in groups.get((i, t), ()):
                rv = []
                for c, a, items, states, res, step in cols:
                    cur = {None: AND()}
                    for j, (v, ms) in enumerate(items):
                        x = OR(*[m["v"] for m in ms])
                        ways = {}
                        for s in states[j]:
                            if not any(m["sure"] for m in ms):
                                ways.setdefault(s, []).append(AND(cur[s], -x))
                            ways.setdefault(step(s, j, v), []).append(AND(cur[s], x))
                        cur = {s: OR(*ways[s]) for s in states[j + 1]}
                    rv.append(cur)
                for tup, r in R:
                    S[("r", i, t, k, tuple(r))] = AND(*[rv[c][s] for c, s in enumerate(r)])
        for f in allf:
            if f[1] != t:
                continue
            if f in given:
                clause([X[f]])
            else:
                define(X[f], sorted(S[x[:5]] for x in sup[f]))
    bad = []
    for f in allf:
        if f[0] == "never":
            bad.append(AND(X[f]))
        if f[1] == EOT and f[0] == "pre":
            q = ("post", EOT, f[2])
            bad.append(AND(X[f], -X[q]) if q in X else AND(X[f]))
    clause(bad)
    out.append("p cnf %d %d" % (nv[0], len(cl)))
    return "\n".join(out + [" ".join(map(str, c + [0])) for c in cl]) + "\n"


src = open(sys.argv[1]).read()
cert = open(sys.argv[2]).read()
h = json.loads(cert.split("\n", 1)[1].split("\n-- cnf")[0])
want = cert.split("-- cnf\n")[1].split("-- proof\n")[0]
got = run(src, h["nodes"], h["spec"])
print("same" if got == want else "DIFFERENT", len(want))
if got != want:
    a, b = got.split("\n"), want.split("\n")
    for i, (x, y) in enumerate(zip(a, b)):
        if x != y:
            print(i, "got", x, "want", y)
            break
