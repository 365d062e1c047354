package flagvalue

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// Probability adds a flag with a probability, which is kept exactly as it was written; "" where it
// was not given.
func Probability(c *cobra.Command, text *string, name, usage string) {
	c.Flags().Var(&rate{text: text}, name, usage)
	Complete(c, name)
}

type rate struct {
	value *big.Rat
	text  *string
}

// Set implements pflag.Value.
func (r *rate) Set(text string) error {
	v, err := probability(text)
	if err != nil {
		return err
	}
	if r.value != nil && r.value.Cmp(v) != 0 {
		return fmt.Errorf("it is already given as %s", *r.text)
	}
	r.value, *r.text = v, text
	return nil
}

// String implements pflag.Value.
func (r *rate) String() string { return *r.text }

// Type implements pflag.Value.
func (r *rate) Type() string { return "p" }

// probability reads a decimal number from 0 to 1, such as 0.01 or 1e-3.
func probability(text string) (*big.Rat, error) {
	v := new(big.Rat)
	// A parser that takes 1e999999999 would compute forever.
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.ContainsAny(text, "xXpP_iInN") {
		return nil, errors.New("it must be a probability, such as 0.01 or 1e-3")
	}
	if _, ok := v.SetString(text); !ok || f < 0 || v.Sign() < 0 || v.Cmp(big.NewRat(1, 1)) > 0 {
		return nil, errors.New("a probability is from 0 to 1")
	}
	return v, nil
}

// Span is a flag with a range of rates, such as 0.001..0.1.
type Span struct {
	from, to float64
	text     string
}

// Set implements pflag.Value.
func (s *Span) Set(text string) error {
	from, to, ok := strings.Cut(text, "..")
	if !ok {
		return errors.New("write a range of probabilities, such as 0.001..0.1")
	}
	low, err := probability(from)
	if err != nil {
		return err
	}
	high, err := probability(to)
	if err != nil {
		return err
	}
	if low.Sign() == 0 || low.Cmp(high) >= 0 {
		return errors.New("a range begins above 0 and ends above its begin")
	}
	s.from, _ = low.Float64()
	s.to, _ = high.Float64()
	s.text = text
	return nil
}

// String implements pflag.Value.
func (s *Span) String() string { return s.text }

// Type implements pflag.Value.
func (s *Span) Type() string { return "from..to" }

// Rates are equally many for each factor of the range. They are rounded to 4 digits, so
// that what is printed is what is meant.
func (s *Span) Rates(steps int) []string {
	list := make([]string, steps)
	for i := range list {
		x := s.from * math.Pow(s.to/s.from, float64(i)/float64(max(1, steps-1)))
		list[i] = strconv.FormatFloat(min(x, 1), 'g', 4, 64)
	}
	return list
}

// TwiceRate adds --twice for commands that weigh scenarios: yes or no, as elsewhere, or a probability, which
// says yes as well. It must be added before the flags of the setting.
func TwiceRate(c *cobra.Command, w *Wider, text *string, usage string) {
	c.Flags().Var(&twiceRate{rate{text: text}, w}, "twice", usage)
	Complete(c, "twice", "yes", "no")
}

type twiceRate struct {
	rate
	wider *Wider
}

// Set implements pflag.Value.
func (r *twiceRate) Set(text string) error {
	var said YesNo
	if said.Set(text) == nil {
		r.wider.Twice(said.Value)
		return nil
	}
	if err := r.rate.Set(text); err != nil {
		return errors.New("it must be yes, no or a probability from 0 to 1")
	}
	r.wider.Twice(true)
	return nil
}

// Type implements pflag.Value.
func (r *twiceRate) Type() string { return "yes|no|P" }
