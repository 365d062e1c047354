package molly_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"molly"
	"molly/verify"
	"molly/verify/certify"
)

// A certificate comes back from its file; it answers its own question, smaller ones and no other.
func TestCertificateAnswers(t *testing.T) {
	q := ask("delivery/ack")
	v, err := q.Verify(t.Context(), molly.Search{})
	if err != nil {
		t.Fatal(err)
	}
	made, err := q.Certify(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "ack.cert")
	if err := os.WriteFile(name, made.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	c, err := molly.ReadCertificate(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []molly.Options{
		{}, {EOT: &q.Spec.EOT, EFF: new(1)}, {Crashes: new(0)}, {Nodes: q.Nodes}, {Outcomes: verify.FailureFree},
	} {
		if err := molly.CertificateAnswers(c, o); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
	var invalid *certify.InvalidError
	for _, o := range []molly.Options{
		{EOT: new(q.Spec.EOT + 1)}, {EFF: new(q.Spec.EFF + 1)}, {Crashes: new(q.Spec.Crashes + 1)}, {Nodes: []string{"a", "b"}},
	} {
		if err := molly.CertificateAnswers(c, o); !errors.As(err, &invalid) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if err := molly.CertificateAnswers(c, molly.Options{EFF: new(q.Spec.EOT + 1)}); err == nil || errors.As(err, &invalid) {
		t.Errorf("a specification that is none: %v", err)
	}
	if err := os.WriteFile(name, []byte("no certificate\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{name, t.TempDir(), name + ".none"} {
		if _, err := molly.ReadCertificate(file); err == nil {
			t.Errorf("%s is read as a certificate", file)
		}
	}
	if _, err := molly.ReadCertificate(name); !errors.Is(err, certify.ErrNoCertificate) {
		t.Errorf("another file: %v", err)
	}
}
