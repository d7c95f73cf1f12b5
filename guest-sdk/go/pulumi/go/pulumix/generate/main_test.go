package main

import (
	"bytes"
	"os"
	"testing"
)

func TestTheFileIsWhatTheProgramWrites(t *testing.T) {
	made, err := file()
	if err != nil {
		t.Fatal(err)
	}
	found, err := os.ReadFile("../apply.go")
	if err != nil || !bytes.Equal(found, made) {
		t.Errorf("apply.go differs: run `go generate` in the folder above (%v)", err)
	}
}
