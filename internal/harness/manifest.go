package harness

import (
	"bytes"
	"embed"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/pelletier/go-toml/v2"
)

//go:embed manifests/*.toml
var files embed.FS

// order is the order in which templates are listed and tried.
var order = []string{"claude", "codex", "pi", "gemini", "qwen", "kimi", "copilot", "opencode", "demo"}

var templates = load()

// All returns every template, in a fixed order.
func All() []*Template { return slices.Clone(templates) }

// ByName returns the template of an agent.
func ByName(name string) (*Template, bool) {
	for _, t := range templates {
		if t.Name == name {
			return t, true
		}
	}
	return nil, false
}

// load reads the embedded manifests. A manifest that does not decode is a
// broken build, not a condition of the machine, hence the panic.
func load() []*Template {
	out := make([]*Template, 0, len(order))
	for _, name := range order {
		b, err := files.ReadFile("manifests/" + name + ".toml")
		if err != nil {
			panic("harness: manifest is not embedded: " + err.Error())
		}
		t, err := Decode(b)
		if err != nil {
			panic(fmt.Sprintf("harness: manifest %s: %v", name, err))
		}
		out = append(out, t)
	}
	return out
}

// The shape of a manifest file. Unknown keys are errors.
type (
	manifest struct {
		Name     string        `toml:"name"`
		Product  string        `toml:"product"`
		Detect   detectTable   `toml:"detect"`
		Program  programTable  `toml:"program_status"`
		Title    []ruleTable   `toml:"title"`
		Notice   []ruleTable   `toml:"notice"`
		Screen   []screenTable `toml:"screen"`
		Composer composerTable `toml:"composer"`
		Typing   typingTable   `toml:"typing"`
		Launch   launchTable   `toml:"launch"`
	}
	detectTable struct {
		Programs []string `toml:"programs"`
		Packages []string `toml:"packages"`
		Commands []string `toml:"commands"`
		Titles   []string `toml:"titles"`
	}
	programTable struct {
		Apps       []string `toml:"apps"`
		Background string   `toml:"background"`
	}
	ruleTable struct {
		Match string `toml:"match"`
		Shows Shows  `toml:"shows"`
		Say   string `toml:"say"`
	}
	screenTable struct {
		Shows      Shows    `toml:"shows"`
		Say        string   `toml:"say"`
		Where      Region   `toml:"where"`
		Lines      []string `toml:"lines"`
		Reach      int      `toml:"reach"`
		Unreported bool     `toml:"unreported"`
		Queued     bool     `toml:"queued"`
	}
	composerTable struct {
		Prompt       string   `toml:"prompt"`
		Line         string   `toml:"line"`
		Top          string   `toml:"top"`
		Bottom       string   `toml:"bottom"`
		Inset        int      `toml:"inset"`
		Placeholders []string `toml:"placeholders"`
		Chips        []string `toml:"chips"`
	}
	typingTable struct {
		Gaps   []gapTable `toml:"gaps"`
		KeyGap string     `toml:"key_gap"`
		Chip   string     `toml:"chip_gap"`
		Starts string     `toml:"starts_within"`
	}
	gapTable struct {
		Over int    `toml:"over"`
		Wait string `toml:"wait"`
	}
)

// Decode reads a manifest strictly: an unknown key, a bad pattern and a rule
// that can never match are errors.
func Decode(b []byte) (*Template, error) {
	var m manifest
	d := toml.NewDecoder(bytes.NewReader(b)).DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	c := compiler{}
	t := m.template(&c)
	if c.err != nil {
		return nil, c.err
	}
	if t.Name == "" || t.Product == "" {
		return nil, fmt.Errorf("name and product are required")
	}
	return t, nil
}

func (m *manifest) template(c *compiler) *Template {
	return &Template{
		Name:    m.Name,
		Product: m.Product,
		Detection: Detection{
			Programs: m.Detect.Programs, Packages: m.Detect.Packages,
			Commands: m.Detect.Commands, Titles: c.patterns("detect.titles", m.Detect.Titles),
		},
		Program: Program{
			Apps:       m.Program.Apps,
			Background: c.pattern("program_status.background", m.Program.Background),
		},
		Titles:   textRules(c, "title", m.Title, Working, Waiting, Idle),
		Notices:  textRules(c, "notice", m.Notice, Waiting),
		Rules:    screenRules(c, m.Screen),
		Composer: m.Composer.composer(c),
		Typing:   m.Typing.typing(c),
		Launch:   m.Launch.launch(c),
	}
}

func textRules(c *compiler, key string, in []ruleTable, allowed ...Shows) []TextRule {
	var out []TextRule
	for _, r := range in {
		c.shows(key, r.Shows, allowed...)
		out = append(out, TextRule{Match: c.needed(key+".match", r.Match), Shows: r.Shows, Say: c.words(key+".say", r.Say)})
	}
	return out
}

func screenRules(c *compiler, in []screenTable) []ScreenRule {
	var out []ScreenRule
	for _, r := range in {
		c.shows("screen", r.Shows, Working, Waiting, Idle, Keep, Starting)
		if !slices.Contains([]Region{InDialog, AtBottom, InBox, OnFrame, AboveBox, InFooter}, r.Where) {
			c.fail("screen.where: %q is no region", r.Where)
		}
		if len(r.Lines) == 0 {
			c.fail("screen.lines: a rule without lines matches everything")
		}
		if r.Reach == 0 {
			r.Reach = defaultReach
		}
		out = append(out, ScreenRule{
			Shows: r.Shows, Say: c.words("screen.say", r.Say), Where: r.Where,
			Lines: c.patterns("screen.lines", r.Lines), Reach: r.Reach,
			Unreported: r.Unreported, Queued: r.Queued,
		})
	}
	return out
}

func (t *composerTable) composer(c *compiler) Composer {
	if t.Prompt == "" && (t.Top == "" || t.Bottom == "") {
		c.fail("composer: without a prompt, top and bottom are required")
	}
	return Composer{
		Prompt:       c.group("composer.prompt", t.Prompt),
		Line:         c.group("composer.line", t.Line),
		Top:          c.pattern("composer.top", t.Top),
		Bottom:       c.pattern("composer.bottom", t.Bottom),
		Inset:        t.Inset,
		Placeholders: c.patterns("composer.placeholders", t.Placeholders),
		Chips:        c.patterns("composer.chips", t.Chips),
	}
}

func (t *typingTable) typing(c *compiler) Typing {
	out := Typing{
		KeyGap:       c.wait("typing.key_gap", t.KeyGap, DefaultGap),
		ChipGap:      c.wait("typing.chip_gap", t.Chip, DefaultGap),
		StartsWithin: c.wait("typing.starts_within", t.Starts, defaultStart),
	}
	for _, g := range t.Gaps {
		out.Gaps = append(out.Gaps, Gap{Over: g.Over, Wait: c.wait("typing.gaps.wait", g.Wait, 0)})
	}
	return out
}

// compiler turns the strings of a manifest into values, and keeps the first
// thing that is wrong.
type compiler struct{ err error }

func (c *compiler) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *compiler) pattern(key, s string) *regexp.Regexp {
	if s == "" {
		return nil
	}
	re, err := regexp.Compile(s)
	if err != nil {
		c.fail("%s: %w", key, err)
	}
	return re
}

func (c *compiler) needed(key, s string) *regexp.Regexp {
	if s == "" {
		c.fail("%s: a pattern is required", key)
	}
	return c.pattern(key, s)
}

// group compiles a pattern whose one group is the text.
func (c *compiler) group(key, s string) *regexp.Regexp {
	re := c.pattern(key, s)
	if re != nil && re.NumSubexp() != 1 {
		c.fail("%s: one group is required, the text", key)
	}
	return re
}

func (c *compiler) patterns(key string, in []string) []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, s := range in {
		out = append(out, c.needed(key, s))
	}
	return out
}

func (c *compiler) words(key, s string) string {
	if s == "" {
		c.fail("%s: words are required, explain prints them", key)
	}
	return s
}

func (c *compiler) shows(key string, got Shows, allowed ...Shows) {
	if !slices.Contains(allowed, got) {
		c.fail("%s.shows: %q is none of %q", key, got, allowed)
	}
}

// wait reads a duration; what is not given is the usual one, if there is one.
func (c *compiler) wait(key, s string, usual time.Duration) time.Duration {
	if s == "" && usual > 0 {
		return usual
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 || d > maxWait {
		c.fail("%s: %q is no wait of at most %v", key, s, maxWait)
	}
	return d
}

// maxWait bounds a manifest's waits: a sender is not kept longer than this by
// data.
const maxWait = 30 * time.Second
