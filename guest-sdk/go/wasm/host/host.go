// Package host is the seam between the package wasm and the packages that run in a component. Providers do not use it.
package host

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Functions are the functions of the host. Nil in a native plugin and in `go test`.
var Functions *Imports

// Imports are the functions of the host.
type Imports struct {
	Checkpoint   func(ctx context.Context, id string, state any) error
	Pause        func(backoff Backoff, attempt int, status string) error
	GetShared    func(name string) (value string, making *uint32, err error)
	KeepShared   func(making uint32, value string, lives time.Duration) error
	GiveUpShared func(making uint32)
	ForgetShared func(name, value string) error
	Acquire      func(name string, perSecond float64, burst int) error
	Publish      func(ctx context.Context, steps []Step) error
}

// Call is the running call.
type Call struct {
	Project, Stack      string
	IsPreview           bool
	OldViews            []View
	RefreshBeforeUpdate bool
}

type callKey struct{}

// With gives a context with a call.
func With(ctx context.Context, call *Call) context.Context {
	return context.WithValue(ctx, callKey{}, call)
}

// From gives the call of a context, or an empty call.
func From(ctx context.Context) *Call {
	if call, ok := ctx.Value(callKey{}).(*Call); ok {
		return call
	}
	return &Call{}
}

// Backoff says how often and how long something is tried.
type Backoff struct {
	// FirstDelay is the pause before the second attempt. 0 is a second.
	FirstDelay time.Duration
	// Factor is the ratio of each pause to the pause before it. 0 means 2.
	Factor float64
	// MaxDelay is the longest pause. 0 is 30 seconds.
	MaxDelay time.Duration
	// Timeout bounds all attempts together. 0 is the call's own time.
	Timeout time.Duration
	// Attempts bounds their number. 0 leaves waits unbounded, and is 5 for requests.
	Attempts int
}

// Complete fills in the defaults.
func (backoff Backoff) Complete() Backoff {
	if backoff.FirstDelay <= 0 {
		backoff.FirstDelay = time.Second
	}
	if backoff.Factor < 1 {
		backoff.Factor = 2
	}
	if backoff.MaxDelay <= 0 {
		backoff.MaxDelay = max(30*time.Second, backoff.FirstDelay)
	}
	return backoff
}

// Delay gives the pause after an attempt, which counts from 1.
func (backoff Backoff) Delay(attempt int) time.Duration {
	delay := float64(backoff.FirstDelay)
	for range attempt - 1 {
		if delay *= backoff.Factor; delay >= float64(backoff.MaxDelay) {
			break
		}
	}
	return min(time.Duration(delay), backoff.MaxDelay)
}

type backoffKey struct{}

// WithBackoff gives a context with a back-off for requests.
func WithBackoff(ctx context.Context, backoff Backoff) context.Context {
	backoff = backoff.Complete()
	if backoff.Attempts == 0 {
		backoff.Attempts = 5
	}
	return context.WithValue(ctx, backoffKey{}, &backoff)
}

// BackoffOf gives the back-off of a context. Nil for a context without a back-off.
func BackoffOf(ctx context.Context) *Backoff {
	backoff, _ := ctx.Value(backoffKey{}).(*Backoff)
	return backoff
}

// View is a part of a resource that engines show like a resource.
type View struct {
	// Token is its type, such as `acme:index:Part`, and Name its name among the views of this type.
	Token, Name string
	// ParentToken and ParentName name another view that it is part of. Empty for the resource itself.
	ParentToken, ParentName string
	// Inputs and Outputs are structs with `pulumi` tags. In OldViews they are maps.
	Inputs, Outputs any
}

// Step is a change of a view.
type Step struct {
	Operation string
	Old, New  *View
	Failure   string
}

// Planned are the outputs of a preview.
type Planned struct {
	// Unknown are the paths of inputs that are not known yet.
	Unknown []string
	// Values are the outputs that the hook set.
	Values map[string]any
}

// IsKnown says whether an input is known as a whole: no part of it is unknown.
func (planned *Planned) IsKnown(property string) bool {
	// A path has a name with signs, such as `a-b`, between quotation marks.
	quoted := `["` + strings.ReplaceAll(property, `"`, `\"`) + `"]`
	return !slices.ContainsFunc(planned.Unknown, func(path string) bool {
		rest, ok := strings.CutPrefix(path, property)
		if !ok {
			rest, ok = strings.CutPrefix(path, quoted)
		}
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
	})
}

// AreKnown says whether all these inputs are known.
func (planned *Planned) AreKnown(properties ...string) bool {
	return !slices.ContainsFunc(properties, func(property string) bool { return !planned.IsKnown(property) })
}

// Set promises the value of an output.
func (planned *Planned) Set(output string, value any) {
	if planned.Values == nil {
		planned.Values = map[string]any{}
	}
	planned.Values[output] = value
}

// DifferenceKind says how a property differs.
type DifferenceKind int

// The kinds of differences.
const (
	Added DifferenceKind = iota
	Removed
	Changed
)

// Difference is a property that differs.
type Difference struct {
	// Path is the property's path, such as `rules[0].port`.
	Path     string
	Kind     DifferenceKind
	Replaces bool
}

// Differences are the differences between recorded and new inputs, which a hook corrects.
type Differences struct {
	All                 []Difference
	DeleteBeforeReplace bool
}

// Has says whether a property or a part of it differs.
func (differences *Differences) Has(property string) bool {
	return slices.ContainsFunc(differences.All, func(difference Difference) bool { return isIn(difference.Path, property) })
}

// Ignore takes the differences of a property and of its parts away.
func (differences *Differences) Ignore(property string) {
	differences.All = slices.DeleteFunc(differences.All, func(difference Difference) bool { return isIn(difference.Path, property) })
}

// Replace makes the differences of a property and of its parts replace the resource. A property that does not differ yet then does.
func (differences *Differences) Replace(property string) { differences.set(property, true) }

// Update makes the differences of a property and of its parts change the resource in place. A property that does not differ yet then does.
func (differences *Differences) Update(property string) { differences.set(property, false) }

func (differences *Differences) set(property string, replaces bool) {
	if !differences.Has(property) {
		differences.All = append(differences.All, Difference{property, Changed, replaces})
		return
	}
	for index := range differences.All {
		if isIn(differences.All[index].Path, property) {
			differences.All[index].Replaces = replaces
		}
	}
}

func isIn(path, property string) bool {
	rest, ok := strings.CutPrefix(path, property)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// Migration is a step from a form of recorded properties to the next.
type Migration struct {
	Old     reflect.Type
	Convert func(any) (any, error)

	// Property is set to Default if it is missing.
	Property string
	Default  any
}
