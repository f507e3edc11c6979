package server

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"junto/internal/api"
	"junto/internal/fault"
)

// tokenBytes is what a token is made of: as much as nobody can guess.
const tokenBytes = 32

// NewToken makes a token and leaves it in a file that only this user can read,
// in place of the last one. It shows that a client can read this user's files,
// no more: who it is, the kernel tells.
func NewToken(path string) (string, error) {
	var secret [tokenBytes]byte
	rand.Read(secret[:])
	token := hex.EncodeToString(secret[:])
	fresh, err := os.CreateTemp(filepath.Dir(path), ".token-") // made 0600
	if err != nil {
		return "", fmt.Errorf("make the token's file: %w", err)
	}
	_, err = fresh.WriteString(token + "\n")
	if closing := fresh.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(fresh.Name(), path) // a reader never sees half a token
	}
	if err != nil {
		os.Remove(fresh.Name())
		return "", fmt.Errorf("write the token: %w", err)
	}
	return token, nil
}

// greeting is the first line of a client, where a token is asked for.
type greeting struct {
	Token string `json:"token"`
}

// checkToken reads a client's first line. The sums are compared, so that the
// time it takes tells neither the token nor its length.
func (s *Socket) checkToken(lines *bufio.Reader) error {
	if s.Token == "" {
		return nil
	}
	line, err := readLine(lines)
	if err != nil {
		return err
	}
	var g greeting
	if err := api.Decode(line, &g); err != nil {
		return fault.New(fault.Protocol, "the first line is not {\"token\":…}").
			Next("call through junto, which reads the token's file")
	}
	got, want := sha256.Sum256([]byte(g.Token)), sha256.Sum256([]byte(s.Token))
	if subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
		return fault.New(fault.Auth, "the token is not the one of this start of Jun").
			Next("call again: the token's file is written anew at each start")
	}
	return nil
}
