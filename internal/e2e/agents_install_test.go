//go:build agents

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// release is a package of npm at the version that the tests know.
type release struct{ name, npm, version, bin string }

// The pinned versions. Their screens and protocols change weekly: after raising
// one, run the tests and read the differences.
var (
	nodeRelease   = release{"node", "node", "22.23.3", "node"}
	claudeRelease = release{"claude", "@anthropic-ai/claude-code", "2.1.332", "claude"}
	codexRelease  = release{"codex", "@openai/codex", "0.171.0", "codex"}
	piRelease     = release{"pi", "@earendil-works/pi-coding-agent", "1.6.0", "pi"}
)

// oldestNode is what all three run on; an older one on PATH is not used.
const oldestNode = 22

// installPatience bounds one installation: up to 430 MB over a slow line.
const installPatience = 15 * time.Minute

// cache is the folder of the installations. It is kept between runs.
func cache(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("JUNTO_AGENTS_CACHE"); dir != "" {
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "junto-agents")
}

// install returns the folder of an installed release, installing it when it is
// not in the cache. It skips the test, loudly, when npm is not there to do so.
func install(t *testing.T, r release) string {
	t.Helper()
	dir := filepath.Join(cache(t), r.name+"-"+r.version)
	if r.installed(dir) {
		return dir
	}
	if _, err := exec.LookPath("npm"); err != nil {
		skip(t, "%s %s is not in %s, and npm is not installed", r.npm, r.version, cache(t))
	}
	if err := os.MkdirAll(cache(t), 0o755); err != nil {
		t.Fatal(err)
	}
	fresh, err := os.MkdirTemp(cache(t), ".new-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(fresh)
	t.Logf("installing %s@%s into %s", r.npm, r.version, dir)
	ctx, cancel := context.WithTimeout(t.Context(), installPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "install", "--prefix", fresh, "--no-audit", "--no-fund", "--no-save", r.npm+"@"+r.version)
	if out, err := cmd.CombinedOutput(); unreachable(ctx, string(out)) && err != nil {
		skip(t, "npm cannot be reached to install %s@%s: %v\n%s", r.npm, r.version, err, out)
	} else if err != nil {
		t.Fatalf("npm install %s@%s: %v\n%s", r.npm, r.version, err, out)
	}
	if !r.installed(fresh) {
		t.Fatalf("npm installed %s@%s, but its program is not there", r.npm, r.version)
	}
	if err := os.Rename(fresh, dir); err != nil && !r.installed(dir) { // another run may have been first
		t.Fatal(err)
	}
	return dir
}

// installed reports whether a folder holds this very release.
func (r release) installed(dir string) bool {
	b, err := os.ReadFile(filepath.Join(dir, "node_modules", filepath.FromSlash(r.npm), "package.json"))
	if err != nil {
		return false
	}
	var manifest struct{ Version string }
	if json.Unmarshal(b, &manifest) != nil || manifest.Version != r.version {
		return false
	}
	_, err = os.Stat(r.program(dir))
	return err == nil
}

func (r release) program(dir string) string {
	return filepath.Join(dir, "node_modules", ".bin", r.bin)
}

// networkErrors are what npm says when it finds no registry.
var networkErrors = regexp.MustCompile(`ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|network`)

func unreachable(ctx context.Context, out string) bool {
	return ctx.Err() != nil || networkErrors.MatchString(out)
}

// skip skips the test so that nobody misses it, with or without -v.
func skip(t *testing.T, format string, args ...any) {
	t.Helper()
	why := fmt.Sprintf(format, args...)
	fmt.Fprintf(os.Stderr, "\n*** SKIPPED %s: REAL AGENTS WERE NOT TESTED ***\n%s\n\n", t.Name(), why)
	t.Skip(why)
}

// nodeFolder is the folder of a node that is new enough: that on PATH, or one of
// our own.
func nodeFolder(t *testing.T) string {
	t.Helper()
	if path, err := exec.LookPath("node"); err == nil {
		out, err := exec.CommandContext(t.Context(), path, "--version").Output()
		major, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(out)), "v"), ".")
		if n, convErr := strconv.Atoi(major); err == nil && convErr == nil && n >= oldestNode {
			return filepath.Dir(path)
		}
	}
	return filepath.Dir(nodeRelease.program(install(t, nodeRelease)))
}
