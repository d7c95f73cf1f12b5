//go:build wasip1

package guest

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
)

// goroutines counts the goroutines, except goroutines of component resources that wait for values.
func goroutines() int { return runtime.NumGoroutine() - graph.Waiting() }

// warnOfGoroutines counts the goroutines that the call started and that are still running.
func warnOfGoroutines(before int) {
	// Goroutines that are about to end get their turns.
	for turns := 0; turns < 8 && goroutines() > before; turns++ {
		runtime.Gosched()
	}
	left := goroutines() - before
	if left <= 0 {
		return
	}
	emit(logWarning, fmt.Sprintf("goroutines that outlive the call: %d. They stand still until this instance has another call, or for ever"+
		"%s\nhint: let the call wait for its goroutines", left, creators()), false)
}

// creators gives the places that began the newest goroutines, at most four.
func creators() string {
	stacks := make([]byte, 64<<10)
	stacks = stacks[:runtime.Stack(stacks, true)]
	lines := strings.Split(string(stacks), "\n")
	var places []string
	for index := len(lines) - 2; index >= 0 && len(places) < 4; index-- {
		creator, ok := strings.CutPrefix(lines[index], "created by ")
		if !ok || strings.HasPrefix(creator, "runtime.") {
			continue
		}
		creator, _, _ = strings.Cut(creator, " in goroutine ")
		place, _, _ := strings.Cut(strings.TrimSpace(lines[index+1]), " +")
		if text := "\nbegun at " + creator + " (" + place + ")"; !slices.Contains(places, text) {
			places = append(places, text)
		}
	}
	return strings.Join(places, "")
}
