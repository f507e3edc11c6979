package vt

// selectiveErase is DECSED and DECSEL: it erases like ED and EL, but spares the
// cells that were printed while DECSCA protected them.
func (t *Terminal) selectiveErase(display bool, how int) {
	s := t.on
	from, to := s.x, t.cols
	switch how {
	case 0:
	case 1:
		from, to = 0, s.x+1
	case 2:
		from = 0
	default:
		return
	}
	t.eraseUnprotected(s.y, from, to)
	if !display {
		return
	}
	for y := range t.rows {
		if y < s.y && how != 0 || y > s.y && how != 1 {
			t.eraseUnprotected(y, 0, t.cols)
		}
	}
}

func (t *Terminal) eraseUnprotected(y, from, to int) {
	r := t.on.row(y)
	start := from
	for x := from; x <= to; x++ {
		if x < to && t.tables.styles.value(r.at(x).style()).attr&protected == 0 {
			continue
		}
		if start < x {
			t.eraseCells(y, start, x)
		}
		start = x + 1
	}
}
