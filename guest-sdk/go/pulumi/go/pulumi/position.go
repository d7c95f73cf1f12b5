package pulumi

import (
	"runtime"
	"strconv"
	"strings"
)

// position gives the place in the author's source that runs: `FILE:LINE`. Places in this SDK, in Go and in modules of others are left out.
func position() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	first := ""
	for {
		frame, more := frames.Next()
		if !isHidden(frame.Function) {
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

// isHidden says whether a function is of this SDK or of Go.
func isHidden(function string) bool {
	return strings.HasPrefix(function, "github.com/pulumi/pulumi/sdk/v3/") && !strings.Contains(function, "_test.") ||
		strings.HasPrefix(function, "github.com/pulumi/pulumi-go-provider/") && !strings.Contains(function, "pulumi-go-provider/examples/") ||
		strings.HasPrefix(function, "reflect.") || strings.HasPrefix(function, "runtime.") || function == ""
}
