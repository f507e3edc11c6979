package daemon

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pelletier/go-toml/v2"

	"junto/internal/fault"
	"junto/internal/vt"
)

// ConfigName is the configuration file, in the home folder.
const ConfigName = "junto.toml"

// Config is what the operator may set. Few keys: each is one that a right
// default cannot replace.
type Config struct {
	// Port of the page on the loopback address. When it is taken, any is used.
	Port int `toml:"port"`
	// ScrollbackLines and ScrollbackMiB bound one terminal's scrollback: the
	// first that is reached.
	ScrollbackLines int `toml:"scrollback_lines"`
	ScrollbackMiB   int `toml:"scrollback_mib"`
}

const (
	// DefaultPort is fixed, so that a browser knows the page again. It is the
	// number of the status protocol that agents speak, and registered to nobody.
	DefaultPort = 7501
	// DefaultScrollbackMiB holds the default lines, should each of them be
	// coloured from end to end.
	DefaultScrollbackMiB = 8
	maxScrollbackMiB     = 1024
	maxScrollbackLines   = 10_000_000
	maxPort              = 65535
)

// Home is $JUNTO_HOME, else ~/.junto.
func Home() (string, error) {
	if home := os.Getenv("JUNTO_HOME"); home != "" {
		return home, nil
	}
	user, err := os.UserHomeDir()
	if err != nil {
		return "", fault.New(fault.Refused, "there is no home directory to keep Jun's state in: %s", err).
			Next("set JUNTO_HOME to a folder")
	}
	return filepath.Join(user, ".junto"), nil
}

// readConfig reads the configuration strictly: a key that Jun does not know has
// no effect, so it is refused rather than believed.
func readConfig(home string) (Config, error) {
	c := Config{Port: DefaultPort, ScrollbackLines: vt.DefaultScrollbackLines, ScrollbackMiB: DefaultScrollbackMiB}
	path := filepath.Join(home, ConfigName)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("read the configuration: %w", err)
	}
	bad := func(format string, args ...any) error {
		return fault.New(fault.Refused, "%s: "+format, append([]any{path}, args...)...).Next("correct the file, then start Jun again")
	}
	decoder := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		var strict *toml.StrictMissingError
		if errors.As(err, &strict) {
			return c, bad("unknown key %q", strict.Errors[0].Key())
		}
		return c, bad("%s", err)
	}
	if c.Port < 0 || c.Port > maxPort {
		return c, bad("port %d is not between 0 and %d", c.Port, maxPort)
	}
	if c.ScrollbackMiB < 1 || c.ScrollbackMiB > maxScrollbackMiB {
		return c, bad("scrollback_mib %d is not between 1 and %d", c.ScrollbackMiB, maxScrollbackMiB)
	}
	if c.ScrollbackLines < 1 || c.ScrollbackLines > maxScrollbackLines {
		return c, bad("scrollback_lines %d is not between 1 and %d", c.ScrollbackLines, maxScrollbackLines)
	}
	return c, nil
}
