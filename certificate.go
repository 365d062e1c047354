package molly

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"molly/export/text"
	"molly/verify"
	"molly/verify/certify"
)

// Certify makes a certificate of a verdict that Verify reached: for a counterexample the first one,
// for a certified program a proof. CheckCertificate checks it.
//
// The error is a *certify.SizeError, where the direct encoding is too large, an
// *verify.InternalError, where it has another answer than the search, or the context's.
func (q *Question) Certify(ctx context.Context, v *Verdict) (*certify.Certificate, error) {
	return verify.Certificate(ctx, q.Program.Program, q.options(), v)
}

// largestCertificate is the size of a file up to which it is read as a certificate.
const largestCertificate = 4 << 30

// ReadCertificate reads the file of a certificate. The error says why it cannot be read as one.
func ReadCertificate(name string) (*certify.Certificate, error) {
	info, err := os.Stat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > largestCertificate) {
		return nil, fmt.Errorf("%s is not a regular file, or is very large", text.Quote(name))
	}
	file, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	c, err := certify.Parse(file)
	switch {
	case errors.Is(err, certify.ErrNoCertificate):
		return nil, fmt.Errorf("%s is not a certificate: %w", text.Quote(name), err)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read as a certificate: %w", text.Quote(name), err)
	}
	return c, nil
}

// CheckCertificate reports with nil that a certificate shows what it says about a program, by the
// reference evaluator and a proof checker alone. The proof of a certified program is written to
// lrat, in LRAT, unless that is nil. The error is a *certify.InvalidError where the certificate
// does not show it.
func CheckCertificate(ctx context.Context, p *Program, c *certify.Certificate, lrat io.Writer) error {
	return certify.Check(ctx, p.Program, c, lrat)
}

// CertificateAnswers reports with nil that a certificate, if it is valid, answers what the options
// ask about the program; what is nil there is taken from the certificate. A certified program may
// have more faults admitted than are asked for, in runs of the same length and on the same nodes. A
// counterexample's faults must be admissible.
//
// The error is a *certify.InvalidError where it does not answer, a *certify.SizeError, or says that
// the question is none.
func CertificateAnswers(c *certify.Certificate, o Options) error {
	q := c.Question
	given := o.Settings()
	given.Apply(&q.Spec)
	if o.Nodes != nil {
		q.Nodes = o.Nodes
	}
	q.Outcomes = certify.AllOutcomes
	if o.Outcomes == verify.FailureFree {
		q.Outcomes = certify.FailureFree
	}
	same := c.Question.Spec
	same.EOT = q.Spec.EOT // another EOT is no question that the certificate answers, whatever else is asked
	if q.Spec != same {
		if err := cmp.Or(q.Spec.Validate(len(q.Nodes)), q.Spec.CheckNames(q.Nodes)); err != nil {
			return err
		}
	}
	return c.Answers(&q)
}
