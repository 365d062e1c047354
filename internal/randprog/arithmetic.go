package randprog

import "fmt"

// computed writes an expression for a place where its value is only compared, so
// that it may have any value, or none.
func (g *generator) computed(bound []string) string {
	x, y := pick(g, bound...), pick(g, bound...)
	if !g.o.NoOverflow && g.chance(0.08) {
		return g.large(x, y)
	}
	return pick(g,
		x+" + 1", x+" - 1", x+" * 2",
		fmt.Sprintf("(%s - 3) / 2", x),
		fmt.Sprintf("(%s - %s) %% 2", x, y),
		fmt.Sprintf("%s + %s", x, y),
		fmt.Sprintf("(%s + 1) %% 3", x),
		fmt.Sprintf("2 / %s", x),
		fmt.Sprintf("3 %% (%s - %s)", x, y),
	)
}

// large writes an expression that may overflow.
func (g *generator) large(x, y string) string {
	n := pick(g, "4611686018427387904", "3074457345618258603", "-9223372036854775807")
	return pick(g,
		fmt.Sprintf("%s * %s", x, n),
		fmt.Sprintf("%s * %s + %s", x, n, y),
		fmt.Sprintf("%s + %s * %s / 2", y, n, x),
		fmt.Sprintf("2 / (%s * %s)", n, x),
	)
}

// bounded writes an expression over bound variables whose value cannot grow when
// it is computed again from its own result; some need a literal beside them.
func (g *generator) bounded(bound []string) (expression, literal string) {
	x, y := pick(g, bound...), pick(g, bound...)
	if !g.o.NoOverflow && g.chance(0.03) {
		return fmt.Sprintf("(%s) %% 3", g.large(x, y)), ""
	}
	switch g.r.IntN(10) {
	case 0:
		return x + " + 1", x + " < 3"
	case 1:
		return x + " - 1", x + " > 0"
	case 2:
		return fmt.Sprintf("2 * %s", x), fmt.Sprintf("%s * %s < 5", x, x)
	case 3:
		return fmt.Sprintf("(%s + %s) %% 4", x, y), ""
	case 4:
		return fmt.Sprintf("3 / %s", x), ""
	case 5:
		return fmt.Sprintf("%s %% (%s - 1)", x, y), ""
	case 6:
		return fmt.Sprintf("(%s - %s) / 2", x, y), fmt.Sprintf("%s >= 0", y)
	case 7:
		return fmt.Sprintf("(%s - %s) %% 3", x, y), ""
	case 8:
		return fmt.Sprintf("(%s - 3) / 2", x), ""
	default:
		return fmt.Sprintf("(%s + 1) %% %d", x, 2+g.r.IntN(3)), ""
	}
}

// arithmetic writes a comparison of numbers.
func (g *generator) arithmetic(s *scope, numbers []string) string {
	op := pick(g, "==", "!=", "!=", "<", "<=", ">", ">=")
	left, right := pick(g, numbers...), g.constant(number)
	if len(numbers) > 1 && g.chance(0.4) {
		right = pick(g, numbers...)
	}
	switch {
	case g.o.NoArithmetic:
	case !g.o.NoOverflow && g.chance(0.12):
		left = g.large(left, pick(g, numbers...))
		if g.chance(0.5) {
			z := s.fresh(huge)
			return fmt.Sprintf("%s == %s, %s %s %s", z, left, z, op, right)
		}
	case g.chance(0.2):
		left = fmt.Sprintf("4 / %s", left)
	case g.chance(0.25):
		left = g.computed(numbers)
	}
	return fmt.Sprintf("%s %s %s", left, op, right)
}

// equality writes an equality that binds a new variable, or a chain of two; in any
// order and on either side.
func (g *generator) equality(s *scope) string {
	numbers := s.of(number)
	if len(numbers) == 0 || g.o.NoArithmetic {
		k := pick(g, place, text)
		if bound := s.of(k); len(bound) > 0 && g.chance(0.7) {
			return fmt.Sprintf("%s == %s", s.fresh(k), pick(g, bound...))
		}
		c := g.constant(k)
		return fmt.Sprintf("%s == %s", s.fresh(k), c)
	}
	e, beside := g.bounded(numbers)
	z := s.fresh(number)
	l := fmt.Sprintf("%s == %s", z, e)
	if g.chance(0.5) {
		l = fmt.Sprintf("%s == %s", e, z)
	}
	if beside != "" {
		l += ", " + beside
	}
	if g.chance(0.3) {
		e2, beside2 := g.bounded([]string{z})
		z2 := s.fresh(number)
		l = fmt.Sprintf("%s == %s, %s", z2, e2, l)
		if beside2 != "" {
			l += ", " + beside2
		}
	}
	return l
}
