package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path"

	"molly"
	"molly/dedalus"
	"molly/export/text"
	"molly/failure"
	"molly/internal/numeral"
	"molly/protocols"
)

// Project is a program and its setting.
type Project struct {
	// Main is the name of the program's file. Files are the texts of files by name; the others are
	// those of the library, and an included file is looked up first in the folder of the one that
	// includes it.
	Main     string            `json:"main"`
	Files    map[string]string `json:"files,omitempty"`
	Settings Settings          `json:"settings"`
}

// Settings are what the page says of the setting of a program; the program's directive says the
// rest.
type Settings struct {
	EOT        *int  `json:"eot,omitempty"`
	EFF        *int  `json:"eff,omitempty"`
	Crashes    *int  `json:"crashes,omitempty"`
	Delay      *int  `json:"delay,omitempty"`
	Restarts   *int  `json:"restarts,omitempty"`
	MaxFaults  *int  `json:"faults,omitempty"`
	CrashUntil *int  `json:"crashUntil,omitempty"`
	NoLoss     *bool `json:"noLoss,omitempty"`
	Twice      *bool `json:"twice,omitempty"`
	FIFO       *bool `json:"fifo,omitempty"`

	// Lists, as flags have them.
	Nodes     *string `json:"nodes,omitempty"`     // a,b,c
	Lossy     *string `json:"lossy,omitempty"`     // a->b,b->*
	Crashable *string `json:"crashable,omitempty"` // a,b
}

// options are the settings as package molly takes them.
func (s Settings) options() (molly.Options, error) {
	o := molly.Options{
		EOT: s.EOT, EFF: s.EFF, Crashes: s.Crashes, Delay: s.Delay, Restarts: s.Restarts,
		MaxFaults: s.MaxFaults, CrashUntil: s.CrashUntil, NoLoss: s.NoLoss, Twice: s.Twice, FIFO: s.FIFO,
	}
	err := cmp.Or(
		read("nodes", s.Nodes, func(text string) (err error) { o.Nodes, err = failure.ParseNodes(text); return err }),
		read("links that lose", s.Lossy, func(text string) error { return set(&o.Lossy)(failure.ParseLinks(text)) }),
		read("nodes that crash", s.Crashable, func(text string) error { return set(&o.Crashable)(failure.ParseNodeSet(text)) }),
	)
	return o, err
}

// read reads a list, where there is one.
func read(what string, text *string, parse func(string) error) error {
	if text == nil {
		return nil
	}
	if err := parse(*text); err != nil {
		return &Failure{Message: what + ": " + err.Error()}
	}
	return nil
}

// set returns what sets an option to a value, or passes an error on.
func set[T any](option **T) func(T, error) error {
	return func(value T, err error) error {
		*option = &value
		return err
	}
}

// load reads the program. Where all of it is the library's, it has the name that the command line
// has for it.
func (p Project) load(ctx context.Context) (*molly.Program, error) {
	program, err := molly.Sources{FS: p.disk()}.Load(ctx, p.Main)
	if err != nil {
		return nil, err
	}
	program.Files = []string{path.Base(p.Main)}
	if name, known := p.shipped(program); known {
		program.Files = []string{name}
	}
	return program, nil
}

// shipped is the name of the protocol of the library that the program is.
func (p Project) shipped(program *molly.Program) (name string, known bool) {
	for _, s := range program.Sources() {
		if shipped, found := protocols.Text(s.Name); !found || shipped != string(s.Bytes()) {
			return "", false
		}
	}
	return p.Main[:len(p.Main)-len(path.Ext(p.Main))], true
}

// ask returns the question that the project asks: the last one, where it is the same again. What
// the page and the program leave open is as in the example that the error about it gives.
func (e *Engine) ask(ctx context.Context, p Project) (*molly.Question, error) {
	asked, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	if e.question != nil && e.asked == string(asked) {
		return e.question, nil
	}
	program, err := p.load(ctx)
	if err != nil {
		return nil, err
	}
	q, err := p.question(program)
	if err != nil {
		return nil, err
	}
	e.asked, e.question = string(asked), q
	return q, nil
}

// question asks about a program.
func (p Project) question(program *molly.Program) (*molly.Question, error) {
	o, err := p.Settings.options()
	if err != nil {
		return nil, err
	}
	q, err := program.Question(o)
	var missing *dedalus.MissingError
	if errors.As(err, &missing) {
		q, err = program.Question(o.With(missing.Example))
	}
	return q, err
}

// failed says in words why there is no answer.
func failed(err error) *Failure {
	var said *Failure
	var wrong *molly.LoadError
	var none *dedalus.NoNodesError
	switch {
	case errors.As(err, &said):
		return said
	case errors.As(err, &wrong):
		return &Failure{Message: numeral.Count(len(wrong.Diagnostics.Errors()), "error") + " in the program"}
	case errors.As(err, &none):
		return &Failure{Message: "there are no nodes: no fact begins with a string, and neither the settings nor a directive name any"}
	}
	return &Failure{Message: text.SettingError(err)}
}

// disk is the files of the project, before those of the library.
type disk struct {
	files map[string]string
	fs.FS
}

func (p Project) disk() fs.FS { return disk{p.Files, protocols.Library()} }

// Open opens a file.
func (d disk) Open(name string) (fs.File, error) {
	if text, known := d.files[name]; known {
		return &file{name: name, text: text}, nil
	}
	return d.FS.Open(name)
}

// text is the text of a file.
func (p Project) text(name string) (string, bool) {
	if text, known := p.Files[name]; known {
		return text, true
	}
	return protocols.Text(name)
}
