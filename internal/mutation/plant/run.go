package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// run plants the bugs of some packages and prints what came out.
func run(ctx context.Context, o options, patterns []string) error {
	m, err := loadModule()
	if err != nil {
		return err
	}
	same, err := readEquivalent(equivalentList)
	if err != nil {
		return err
	}
	j, err := openJournal(o.journal)
	if err != nil {
		return err
	}
	defer j.close()
	var t table
	var notes []string
	for _, pattern := range patterns {
		names := m.match(pattern)
		if len(names) == 0 {
			return fmt.Errorf("no package %q", pattern)
		}
		row := row{name: pattern}
		for _, name := range names {
			if err := onePackage(ctx, o, m, m.packages[name], same, j, &row, &notes); err != nil {
				return err
			}
		}
		t = append(t, row)
	}
	if o.list {
		return nil
	}
	for _, n := range notes {
		fmt.Println(n)
	}
	if o.only == "" && len(patterns) > 0 {
		for _, e := range same.unused(patterns, m) {
			fmt.Printf("not chosen, or not there any more, of equivalent.txt: %s\n", e)
		}
	}
	fmt.Print(t)
	if o.update {
		if err := t.update(m.root); err != nil {
			return err
		}
	}
	if n := t.lives(); n > 0 {
		return fmt.Errorf("%d planted bugs live", n)
	}
	return nil
}

func onePackage(ctx context.Context, o options, m *module, p *goPackage, same *equivalent, j *journal, row *row, notes *[]string) error {
	all, err := m.mutants(p)
	if err != nil {
		return err
	}
	chosen := choose(all, o.most, o.seed)
	if o.only != "" {
		chosen = slices.DeleteFunc(chosen, func(x *mutant) bool { return !strings.Contains(x.String(), o.only) })
	}
	if o.list {
		for _, x := range chosen {
			fmt.Println(x)
		}
		return nil
	}
	fmt.Fprintf(os.Stderr, "%s: %d of %d\n", below(p.ImportPath), len(chosen), len(all))
	var pl *planted
	var dir string
	defer func() { os.RemoveAll(dir) }()
	built := map[*mutant]bool{}
	for _, x := range chosen {
		e, known := j.known[x.key()]
		if !known || e.Hash != x.file.hash() || e.Result == lives && o.again {
			if pl == nil {
				if dir, err = os.MkdirTemp("", "mutants-"); err != nil {
					return err
				}
				if pl, err = plant(ctx, m, p, slices.Clone(chosen), dir); err != nil {
					return err
				}
				for _, y := range pl.mutants {
					built[y] = true
				}
			}
			e = entry{Key: x.key(), Hash: x.file.hash(), Result: stillborn}
			if built[x] {
				if e.By, err = pl.try(ctx, x, o.own || same.has(x)); err != nil {
					return err
				}
				e.Result = lives
				if e.By != "" {
					e.Result = caught
				}
			}
			if err := j.add(e); err != nil {
				return err
			}
		}
		row.count(x, e, same, notes)
	}
	return nil
}

// try returns what caught a mutant.
func (pl *planted) try(ctx context.Context, x *mutant, own bool) (string, error) {
	var suites []*goPackage
	if len(pl.pkg.TestGoFiles)+len(pl.pkg.XTestGoFiles) > 0 {
		suites = append(suites, pl.pkg)
	}
	dependents := pl.module.dependents(pl.pkg)
	if !own {
		suites = append(suites, dependents...)
	} else if len(suites) == 0 && len(dependents) > 0 {
		suites = dependents[:1]
	}
	if len(suites) == 0 {
		return "", errors.New("no tests use " + pl.pkg.ImportPath)
	}
	for _, q := range suites {
		s, err := pl.suite(ctx, q)
		if err != nil {
			return "", err
		}
		if by, err := pl.catches(ctx, s, x); by != "" || err != nil {
			return by, err
		}
	}
	return "", nil
}
