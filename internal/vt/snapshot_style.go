package vt

import "strconv"

// appendStyle appends what changes one style into another.
func (t *Terminal) appendStyle(b []byte, from, to style) []byte {
	if from.link != to.link {
		l := t.tables.links.value(to.link)
		b = append(b, "\x1b]8;"...)
		b = append(b, l.params...)
		b = append(b, ';')
		b = append(b, l.uri...)
		b = append(b, "\x1b\\"...)
	}
	from.link, to.link = 0, 0
	if from == to {
		return b
	}
	return appendSelection(b, to)
}

// appendSelection appends what sets a style whatever was before, but for links.
func appendSelection(b []byte, s style) []byte {
	s.link = 0
	b = append(b, "\x1b["...)
	if s != (style{}) {
		b = appendGraphics(b, s)
	}
	b = append(b, 'm') // which ends protection too
	if s.attr&protected != 0 {
		b = append(b, "\x1b[1\"q"...)
	}
	return b
}

// appendGraphics appends SGR parameters that set a style whatever was before.
func appendGraphics(b []byte, s style) []byte {
	b = append(b, '0')
	for i, param := range [...]string{";1", ";2", ";3", ";5", ";7", ";8", ";9", ";53"} {
		if s.attr&(1<<i) != 0 {
			b = append(b, param...)
		}
	}
	switch u := s.attr.Underline(); u {
	case UnderlineNone:
	case UnderlineSingle:
		b = append(b, ";4"...)
	default:
		b = append(b, ";4:"...)
		b = append(b, '0'+byte(u))
	}
	b = appendColor(b, 38, s.fg)
	b = appendColor(b, 48, s.bg)
	return appendColor(b, 58, s.under)
}

// appendColor appends SGR parameters of one colour: the numbers 38, 48 or 58.
// The underline's needs colons, since terminals without it would read the rest
// of the semicolon form as attributes.
func appendColor(b []byte, number int, c Color) []byte {
	if c.IsDefault() {
		return b
	}
	sep, sep2 := byte(';'), ";"
	if number == 58 {
		sep, sep2 = ':', "::"
	}
	b = append(b, ';')
	if i, ok := c.Index(); ok {
		switch {
		case number != 58 && i < 8:
			return strconv.AppendInt(b, int64(number-8+int(i)), 10)
		case number != 58 && i < 16:
			return strconv.AppendInt(b, int64(number+52+int(i)-8), 10)
		}
		b = strconv.AppendInt(b, int64(number), 10)
		b = append(b, sep, '5', sep)
		return strconv.AppendInt(b, int64(i), 10)
	}
	red, green, blue, _ := c.Parts()
	b = strconv.AppendInt(b, int64(number), 10)
	b = append(b, sep, '2')
	b = append(b, sep2...)
	b = strconv.AppendInt(b, int64(red), 10)
	b = append(b, sep)
	b = strconv.AppendInt(b, int64(green), 10)
	b = append(b, sep)
	return strconv.AppendInt(b, int64(blue), 10)
}
