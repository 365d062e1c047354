package viz

// Window is the part of a trace from a time to another one. What is sent before it, or arrives after
// it, enters or leaves the picture; what has led to the outcomes is in it only where it goes to
// the end.
func (t Trace) Window(first, last int) Trace {
	first, last = max(first, t.First), min(last, t.Last)
	if first == t.First && last == t.Last {
		return t
	}
	w := t
	w.First, w.Last = first, last
	w.Messages, w.Crashes, w.Outages, w.Inputs, w.Bands, w.Marks = nil, nil, nil, nil, nil, nil
	for _, m := range t.Messages {
		gone := m.Lost && m.Ending == OnItsWay
		switch {
		case m.Sent >= last, m.Sent < first && (gone || m.Arrives <= first):
			continue
		case m.Arrives > last && !gone:
			m.Ending = AfterEnd
		}
		w.Messages = append(w.Messages, m)
	}
	for _, c := range t.Crashes {
		if c.Time <= last {
			w.Crashes = append(w.Crashes, c)
		}
	}
	for _, o := range t.Outages {
		if o.From <= last && o.Until >= first {
			w.Outages = append(w.Outages, o)
		}
	}
	for _, in := range t.Inputs {
		if first <= in.Time && in.Time <= last {
			w.Inputs = append(w.Inputs, in)
		}
	}
	for _, b := range t.Bands {
		if b.First < last && b.Last >= first {
			b.First, b.Last = max(b.First, first), min(b.Last, last-1)
			w.Bands = append(w.Bands, b)
		}
	}
	for _, m := range t.Marks {
		if first <= m.Time && m.Time <= last {
			w.Marks = append(w.Marks, m)
		}
	}
	if last < t.Last {
		w.Outcomes = nil
	}
	return w
}
