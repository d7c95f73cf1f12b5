package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestTheFilesAreWhatTheProgramWrites(t *testing.T) {
	made, err := files()
	if err != nil {
		t.Fatal(err)
	}
	for name, wanted := range made {
		found, err := os.ReadFile(filepath.Join("..", name))
		if err != nil || !bytes.Equal(found, wanted) {
			t.Errorf("%s differs: run `go generate` in the folder above (%v)", name, err)
		}
	}
}
