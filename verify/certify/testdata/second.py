"""A second grounder and encoder, written from docs/certificates.md and nothing else.

usage: second.py PROGRAM CERTIFICATE

It prints "same" when the clauses of the certificate are those that it derives from the
program by itself. It knows programs with pre and post, without arithmetic, comparisons
and includes.
"""

import sys, json, re


class V(str):
    """A variable of a rule."""


def parse(src):
    src = re.sub(r"//.*", "", src)
    rules = []
    facts = []
    for cl in [c.strip() for c in src.split(";") if c.strip()]:
        if ":-" not in cl:
            m = re.match(r"(\w+)\((.*)\)@(\d+)$", cl, re.S)
            facts.append((m[1], tuple(term(x) for x in m[2].split(",")), int(m[3])))
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
    return rules, facts


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


def run(src, nodes, EOT, EFF, CR):
    rules, facts = parse(src)
    rels = set(r for r, _, _ in facts) | set(r[1] for r in rules) | set(l[1] for r in rules for l in r[3])
    # Section 4: what can be.
    early = set()
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
    firings = {}
    groups = {}

    def add(rel, t, tup):
        s = may.setdefault((rel, t), set())
        new = tup not in s
        s.add(tup)
        return new

    if CR:
        for o in nodes:
            for n in nodes:
                for k in range(1, EOT + 1):
                    add("crash", 0, (o, n, k))

    def look(rel, at, now):
        if at > now:
            return None
        return (rel, 0) if rel == "crash" else (rel, at or now)

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
            ft = None
            if tm == "@async":
                loc = next((l for l in b if l[0] and not l[3]), None) or next(l for l in b if l[0])
                a = loc[2][0]
                x = bd[a] if isinstance(a, V) else a
                y = head[0]
                if x not in nodes or y not in nodes:
                    continue
                if x != y:
                    ft = (x, y)
            yield pr, absent, head, ft

    def fire(i, now):
        tm, h, ha, b = rules[i]
        then = now + (1 if tm else 0)
        ch = False
        agg = any(a for a, _ in ha)
        fs = firings.setdefault((i, now), {})
        for pr, absent, head, ft in insts(i, now):
            if pr in fs:
                continue
            lossy = ft and (now < EFF or CR > 0)
            f = dict(pr=pr, absent=absent, head=head, ft=ft, doubt=bool(absent or lossy))
            fs[pr] = f
            if not agg:
                sup.setdefault((h, then, head), []).append(("f", i, now, pr))
                ch |= add(h, then, head)
        if agg:
            gs = {}
            order = sorted(fs, key=lambda pr: [(p[1], key(p[2])) for p in pr])
            for pr in order:
                f = fs[pr]
                f["sure"] = not f["doubt"] and all(p in sure for p in pr)
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
                rows = [[]]
                for c, a, items, states, res, step in cols:
                    rows = [r + [s] for r in rows for s in res]
                R = []
                for r in rows:
                    tup = list(mem[0]["head"])
                    for (c, a, items, states, res, step), s in zip(cols, r):
                        tup[c] = items[s][0] if a in ("min", "max") else s
                    R.append((tuple(tup), r))
                sr = any(m["sure"] for m in mem) and len(R) == 1
                for tup, r in R:
                    sup.setdefault((h, then, tup), []).append(("r", i, now, k, tuple(r), sr))
                    add(h, then, tup)
                G.append((k, cols, R))
            groups[(i, now)] = G
        return ch

    for now in range(1, EOT + 1):
        for r, t, k in [(f[0], f[1], f[2]) for f in facts]:
            if k == now:
                add(r, now, t)
                given.add((r, now, t))
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

    flt = [("O", x, y, t) for t in range(1, EFF) for x in nodes for y in nodes if x != y] + (
        [("C", n, "", k) for n in nodes for k in range(1, EOT + 1)] if CR else []
    )
    flt.sort(key=lambda f: (f[3], f[0] != "O", f[1].encode(), f[2].encode()))
    F = {}
    out = []
    for f in flt:
        F[f] = var()
        out.append("c %d %s" % (F[f], "O(%s,%s,%d)" % f[1:] if f[0] == "O" else "C(%s,%d)" % (f[1], f[3])))
    X = {}
    allf = sorted(
        [(r, t, tup) for (r, t), s in may.items() if r != "crash" for tup in s],
        key=lambda f: (f[1], f[0].encode(), key(f[2])),
    )
    for f in allf:
        X[f] = var()
        out.append("c %d %s(%s)@%d" % (X[f], f[0], ", ".join(json.dumps(v) for v in f[2]), f[1]))
    for o, n, k in may.get(("crash", 0), ()):
        X[("crash", 0, (o, n, k))] = F[("C", n, "", k)]
    B = {}
    if CR:
        for n in nodes:
            for k in range(1, EOT + 1):
                c = F[("C", n, "", k)]
                if k > 1:
                    clause([-B[n, k - 1], -c])
                    B[n, k] = OR(B[n, k - 1], c)
                else:
                    B[n, k] = OR(c)
        N = [AND()] + [OR() for _ in range(CR + 1)]
        for n in nodes:
            M = [N[0]]
            for j in range(1, CR + 2):
                a = AND(N[j - 1], B[n, EOT])
                M.append(OR(N[j], a))
            N = M
        clause([-N[CR + 1]])
    S = {}
    for t in range(1, EOT + 1):
        for i, (tm, h, ha, b) in enumerate(rules):
            now = t - (1 if tm else 0)
            fs = firings.get((i, now), {})
            for pr in sorted(fs, key=lambda pr: [(p[1], key(p[2])) for p in pr]):
                f = fs[pr]
                ls = [X[p] for p in pr] + [-X[a] for a in f["absent"]]
                if f["ft"]:
                    o = F.get(("O",) + f["ft"] + (now,))
                    if o:
                        ls.append(-o)
                    if (f["ft"][0], now) in B:
                        ls.append(-B[f["ft"][0], now])
                f["v"] = AND(*ls)
                S[("f", i, now, pr)] = f["v"]
            for k, cols, R in groups.get((i, now), ()):
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
                    S[("r", i, now, k, tuple(r))] = AND(*[rv[c][s] for c, s in enumerate(r)])
        for f in allf:
            if f[1] != t:
                continue
            if f in given:
                clause([X[f]])
            else:
                define(X[f], sorted(S[x[:5]] for x in sup[f]))
    bad = []
    for f in allf:
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
got = run(src, h["nodes"], h["spec"]["EOT"], h["spec"]["EFF"], h["spec"]["Crashes"])
print("same" if got == want else "DIFFERENT", len(want))
if got != want:
    a, b = got.split("\n"), want.split("\n")
    for i, (x, y) in enumerate(zip(a, b)):
        if x != y:
            print(i, "got", x, "want", y)
            break
