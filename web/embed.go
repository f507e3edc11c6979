// Package web knows the built page: the files that `make web` puts into dist.
//
// It leaves serving them, and who may have them, to package server.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Files returns the page, rooted at its index.html. It reports false when the
// page was not built: then dist holds no more than its committed placeholder.
func Files() (fs.FS, bool) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic("web: dist is not in the binary: " + err.Error()) // the embed directive above names it
	}
	if _, err := fs.Stat(files, "index.html"); err != nil {
		return nil, false
	}
	return files, true
}
