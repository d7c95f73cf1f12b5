// Package cmdutil ends programs.
package cmdutil

import (
	"fmt"
	"os"
)

// ExitError prints a message and ends the program as failed.
func ExitError(message string) {
	fmt.Fprintln(os.Stderr, "error: "+message)
	os.Exit(1)
}

// Exit prints an error and ends the program as failed.
func Exit(err error) { ExitError(err.Error()) }
