package vt

// charset is the part of the pen that maps printed ASCII to other characters:
// which of G0 to G3 is in use, and what each of them is.
type charset struct {
	in uint8
	g  [4]byte // the final byte of the designation; 0 is ASCII
}

func (c *charset) shift(g uint8) { c.in = g }

func (c *charset) designate(g int, set byte) {
	if set == 'B' {
		set = 0
	}
	c.g[g] = set
}

// translates tells that some ASCII character means another one now.
func (c *charset) translates() bool { return c.g[c.in] != 0 }

// translate returns the character that is meant by r.
func (c *charset) translate(r rune) rune {
	if r > 0x7e || !c.translates() {
		return r
	}
	set := c.g[c.in]
	if set == '0' {
		if r >= 0x60 {
			return lineDrawing[r-0x60]
		}
		return r
	}
	for i, from := range nationalFrom {
		if r == from {
			if to, ok := national[set]; ok {
				return to[i]
			}
		}
	}
	return r
}

// lineDrawing is DEC's special graphics set, from ` to ~.
var lineDrawing = []rune("◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·")

// nationalFrom are the characters that the national sets replace, and national
// what they are in each of them.
var (
	nationalFrom = []rune("#@[\\]^_`{|}~")
	national     = map[byte][]rune{
		'A': []rune("£@[\\]^_`{|}~"), // United Kingdom
		'4': []rune("£¾ĳ½|^_`¨ƒ¼´"),  // Dutch
		'C': []rune("#@ÄÖÅÜ_éäöåü"),  // Finnish
		'5': []rune("#@ÄÖÅÜ_éäöåü"),
		'R': []rune("£à°ç§^_`éùè¨"), // French
		'Q': []rune("#àâçêî_ôéùèû"), // French Canadian
		'K': []rune("#§ÄÖÜ^_`äöüß"), // German
		'Y': []rune("£§°çé^_ùàòèì"), // Italian
		'E': []rune("#ÄÆØÅÜ_äæøåü"), // Norwegian and Danish
		'6': []rune("#ÄÆØÅÜ_äæøåü"),
		'Z': []rune("£§¡Ñ¿^_`°ñç~"), // Spanish
		'H': []rune("#ÉÄÖÅÜ_éäöåü"), // Swedish
		'7': []rune("#ÉÄÖÅÜ_éäöåü"),
		'=': []rune("ùàéçêîèôäöüû"), // Swiss
	}
)
