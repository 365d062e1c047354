// Command bench measures molly on questions that grow: how large they become, how long each
// phase takes, how much memory, and how clingo does on the same question.
//
//	go run ./bench                  all tables, on the terminal
//	go run ./bench -only paxos      the questions whose names match
//	go run ./bench -update          also write the tables into docs/scale.md and README.md
//	go run ./bench -hard            also what is known to be too hard
//	go run ./bench -kinds           what late messages, second copies and restarts cost
//
// Each question has its own process, and is asked several times. Times are those of the
// fastest repetition, phase by phase: on a busy machine they are the ones that say most.
// It must be run from the top of the project, and needs the go command: molly
// itself is built for the whole-process times.
//
// Exit codes: 0 all was measured, 1 two tools contradict each other, 2 an error on the command line,
// 70 something failed, 130 Ctrl-C.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// options are the flags.
type options struct {
	only     *regexp.Regexp
	repeat   int
	timeout  time.Duration
	hard     bool
	kinds    bool
	update   bool
	json     bool
	question string // set in a child
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprint(stderr, `Measure molly on questions that grow, and clingo beside it.

Usage:
  go run ./bench [flags]

Examples:
  go run ./bench -only 'ack, 30|paxos' -repeat 3
  go run ./bench -hard -update
  go run ./bench -kinds -timeout 10m
  go run ./bench -json >bench.json

Flags:
`)
		f.PrintDefaults()
	}
	only := f.String("only", "", "measure the questions whose names match this `expression`")
	f.IntVar(&o.repeat, "repeat", 5, "ask each question so often, but not beyond 3 seconds")
	f.DurationVar(&o.timeout, "timeout", time.Minute, "give a question up after this time")
	f.BoolVar(&o.hard, "hard", false, "also ask what is known to be too hard")
	f.BoolVar(&o.kinds, "kinds", false, "ask what each kind of fault costs, and nothing else")
	f.BoolVar(&o.update, "update", false, "write the tables into "+scalePage+" and "+frontPage)
	f.BoolVar(&o.json, "json", false, "print the measurements as JSON")
	f.StringVar(&o.question, "question", "", "measure one question in this process, and print JSON (used by the benchmark itself; see -json for names)")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	var err error
	switch {
	case f.NArg() > 0:
		err = fmt.Errorf("there are no arguments: %q", f.Arg(0))
	case o.repeat < 1:
		err = errors.New("-repeat must be at least 1")
	case o.timeout <= 0:
		err = errors.New("-timeout must be positive")
	default:
		o.only, err = regexp.Compile(*only)
	}
	if err == nil && o.update && *only != "" {
		err = errors.New("-update writes whole tables: it does not go with -only")
	}
	return o, err
}

func run(args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "bench:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var contradiction *contradictionError
	switch err := bench(ctx, o, stdout, stderr); {
	case ctx.Err() != nil:
		return 130
	case errors.As(err, &contradiction):
		fmt.Fprintln(stderr, "bench:", err)
		return 1
	case err != nil:
		fmt.Fprintln(stderr, "bench:", err)
		return 70
	}
	return 0
}

// bench measures what the options say.
func bench(ctx context.Context, o options, stdout, stderr io.Writer) error {
	all, err := allTasks()
	if err != nil {
		return err
	}
	if o.question != "" {
		t, err := all.find(o.question)
		if err != nil {
			return err
		}
		m, err := measure(ctx, t, o.repeat, o.timeout)
		if err != nil {
			return err
		}
		return json.NewEncoder(stdout).Encode(m)
	}
	dir, err := os.MkdirTemp("", "molly-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tools, err := newTools(ctx, dir, o.repeat, o.timeout)
	if err != nil {
		return err
	}
	b := &benchmark{options: o, tools: tools, stderr: stderr}
	r, err := b.report(ctx, all)
	if err != nil {
		return err
	}
	if o.json {
		err = json.NewEncoder(stdout).Encode(r)
	} else {
		err = print(stdout, r, all)
	}
	if err == nil && o.update {
		err = update(r, all)
	}
	if err != nil {
		return err
	}
	return r.contradiction()
}

func print(w io.Writer, r *report, all tasks) error {
	if _, err := fmt.Fprintf(w, "%s, commit %s; %s\n", r.Date, r.Commit, r.Machine); err != nil {
		return err
	}
	for _, s := range r.sections(all) {
		if _, err := fmt.Fprintf(w, "\n%s\n%s\n", s.title, s.table.Render()); err != nil {
			return err
		}
	}
	return nil
}
