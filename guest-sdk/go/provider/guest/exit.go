//go:build wasip1

package guest

import (
	"fmt"
	"os"
	"runtime/debug"
)

// maxStack is the host's default for its own stack. So Go ends an endless recursion, with places, and not the host.
const maxStack = 1 << 20

// The build adds HostExit to the package `os`, so that `os.Exit` and `log.Fatal` come here.
func init() {
	debug.SetMaxStack(maxStack)
	os.HostExit = exit
}

// exit says where the program ends itself, in the form of a report of Go's runtime, which the host reads.
func exit(code int) {
	fmt.Fprintf(os.Stderr, "fatal error: os.Exit(%d) was called\n\n%s", code, debug.Stack())
}
