package expect

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"molly/internal/atomicfile"
	"molly/verify"
	"molly/verify/certify"
)

// Certificate is a certificate that was written. The zero Certificate is none.
type Certificate struct {
	File string
	Hash string // of the file
}

// certify writes a certificate of a verdict below the file's folder for them. There is none where it would
// be too large, or the context ends before: the verdict stands without one.
func (f *File) certify(ctx context.Context, e Expectation, v *verify.Verdict) (c Certificate, err error) {
	if f.Certificates == "" || v == nil {
		return c, nil
	}
	made, err := verify.Certificate(ctx, f.Program, verify.Options{Spec: e.Spec, Nodes: e.Nodes}, v)
	var size *certify.SizeError
	if errors.As(err, &size) || err != nil && ctx.Err() != nil {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	name := filepath.Join(f.Certificates, filepath.FromSlash(certificateName(filepath.ToSlash(f.Name), e.Name)))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return c, err
	}
	content := made.Bytes()
	if err := atomicfile.Write(name, content); err != nil {
		return c, err
	}
	return Certificate{name, fmt.Sprintf("sha256:%x", sha256.Sum256(content))}, nil
}

// certificateName is the path of the certificate of an expectation: a folder for each file, and in it
// 4-2-0.cert for ⟨4,2,0⟩. What has more to say than that has a hash of its name behind it, so that no two
// have the same path.
func certificateName(file, name string) string {
	var parts []string
	for _, part := range strings.Split(strings.TrimSuffix(file, ".ded"), "/") {
		switch part {
		case "":
			part = "_root" // of an absolute path
		case "..":
			part = "_up"
		}
		parts = append(parts, strings.ReplaceAll(part, ":", "_")) // of a drive
	}
	plain := strings.FieldsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	short := strings.Join(plain, "-")
	if len(plain) != 3 || name != "⟨"+strings.Join(plain, ",")+"⟩" {
		short += fmt.Sprintf("-%.4x", sha256.Sum256([]byte(name)))
	}
	return path.Join(append(parts, short+".cert")...)
}
