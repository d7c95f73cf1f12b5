package pulumi

import (
	"runtime"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
)

// position gives the place in the author's source that runs: `FILE:LINE`. Places in this SDK, in Go and in modules of others are left out.
func position() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	first := ""
	for {
		frame, more := frames.Next()
		if graph.IsOfAuthor(frame.Function) {
			place := frame.File + ":" + strconv.Itoa(frame.Line)
			if !strings.Contains(frame.File, "@") {
				return place
			}
			if first == "" {
				first = place
			}
		}
		if !more {
			return first
		}
	}
}
