package harness

import "testing"

// BenchmarkSee is the cost of one look at a screen, which every terminal with
// output pays some times a second.
func BenchmarkSee(b *testing.B) {
	for _, h := range All() {
		b.Run(h.Name, func(b *testing.B) {
			lines := make([]string, 38)
			for i := range lines {
				lines[i] = "  some text of an answer, as long as such lines mostly are, and no more"
			}
			s := draw(120, 40, append(lines, rule+rule, "❯ a draft¶")...)
			for b.Loop() {
				v := h.See(s)
				for _, k := range []Shows{Working, Waiting, Idle, Keep, Starting} {
					v.Match(k)
				}
			}
		})
	}
}
