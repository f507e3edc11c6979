# Every target installs what it misses: Go modules, npm packages, and for the
# browser's tests Debian's Chromium where apt and root are there.

export CGO_ENABLED = 0
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
GO_BUILD = go build -ldflags '-s -w -X main.version=$(VERSION)'
PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64
WEB_SOURCES = $(shell find web/src web/public web/index.html web/vite.config.ts web/package-lock.json -type f 2>/dev/null)

.PHONY: run build web test test-go test-web test-browser test-agents cross race bench lint check generate chromium clean

run: build ## start the app and open its page
	bin/jun

build: web ## bin/jun, bin/jund, bin/junto
	$(GO_BUILD) -o bin/ ./cmd/jun ./cmd/jund ./cmd/junto

web: web/dist/index.html ## the page, into web/dist

web/node_modules/.installed: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch $@

web/dist/index.html: web/node_modules/.installed $(WEB_SOURCES)
	cd web && npm run build
	touch $@

tools/oracle/node_modules/.installed: tools/oracle/package-lock.json
	cd tools/oracle && npm ci --no-audit --no-fund
	touch $@

test: build check cross test-go test-web test-browser ## everything that a change must pass

test-go: build tools/oracle/node_modules/.installed ## the Go tests, real PTYs and processes included
	go test -timeout 25m ./...

test-web: web/node_modules/.installed ## the page's own tests
	cd web && npm run lint && npm test

test-browser: build chromium ## the page in a real browser, against the real daemon
	cd web && npm run e2e

test-agents: build ## Claude Code, Codex and Pi, against a model server on loopback
	go test -tags agents -run RealAgents -count 1 -timeout 30m -v ./internal/e2e

cross: ## builds for every platform
	@for p in $(PLATFORMS); do \
		echo "build $$p"; \
		GOOS=$${p%/*} GOARCH=$${p#*/} go build -o /dev/null ./cmd/... || exit 1; \
	done

race: ## the packages with goroutines, under the race detector (needs a C compiler)
	CGO_ENABLED=1 go test -race ./internal/hub ./internal/term ./internal/keep ./internal/watch ./internal/host ./internal/board ./internal/mailroom ./internal/outbox ./internal/store ./internal/notice ./internal/desk ./internal/feed ./internal/server ./internal/daemon

bench: build tools/oracle/node_modules/.installed ## the figures of docs/benchmarks.md
	go test -run '^$$' -bench . -benchtime 1s ./...

check: ## formatting, vet, generated files
	@test -z "$$(gofmt -l cmd internal web/*.go)" || { gofmt -l cmd internal web/*.go; echo 'run gofmt -w'; exit 1; }
	go vet ./...
	go run ./cmd/gen -check

lint: check ## check, and golangci-lint with the house's rules
	go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run

generate: ## the reference documents and the page's types, from internal/api
	go run ./cmd/gen

chromium:
	@if command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || [ -n "$$CHROMIUM" ]; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq chromium; \
	else echo 'The browser tests need Chromium: install it, or set CHROMIUM to its path.' >&2; exit 1; fi

clean:
	rm -rf bin web/node_modules tools/oracle/node_modules
	find web/dist -mindepth 1 ! -name placeholder.txt -delete
