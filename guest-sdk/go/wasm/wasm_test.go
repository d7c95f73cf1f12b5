package wasm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"
)

func TestAnErrorKeepsItsKindAndItsCauseWhenItIsWrapped(t *testing.T) {
	cause := errors.New("no route")
	err := fmt.Errorf("reading the zone: %w", Unavailable("the server is away: %w", cause))
	if KindOf(err) != KindUnavailable || !errors.Is(err, cause) {
		t.Errorf("the kind of %v is %d", err, KindOf(err))
	}
	if KindOf(cause) != KindOther {
		t.Error("an error without a kind is another error")
	}
}

func TestAStatusIsAnErrorFrom400On(t *testing.T) {
	for status, kind := range map[int]ErrorKind{
		401: KindDenied, 403: KindDenied, 404: KindNotFound, 409: KindAlreadyExists, 422: KindOther, 429: KindUnavailable, 503: KindUnavailable,
	} {
		err := StatusError(status, "a reason")
		if err == nil || KindOf(err) != kind || !strings.Contains(err.Error(), "a reason") {
			t.Errorf("%d is %v of the kind %d", status, err, KindOf(err))
		}
	}
	if err := StatusError(399, ""); err != nil {
		t.Errorf("399 is %v", err)
	}
	if err := StatusError(500, strings.Repeat("ä", 1000)); len(err.Error()) > 600 {
		t.Errorf("a long body is cut: %d bytes", len(err.Error()))
	}
}

func TestAWaitInANativePluginLooksUntilItIsReadyOrItsTimeIsOver(t *testing.T) {
	looks := 0
	err := Wait(context.Background(), Every(time.Millisecond), func(attempt int) (bool, string, error) {
		looks++
		return attempt == 3, "not yet", nil
	})
	if err != nil || looks != 3 {
		t.Errorf("%d looks, %v", looks, err)
	}
	short := Every(time.Millisecond)
	short.Timeout = 5 * time.Millisecond
	err = Wait(context.Background(), short, func(int) (bool, string, error) { return false, "still building", nil })
	if KindOf(err) != KindTimedOut || !strings.Contains(err.Error(), "still building") {
		t.Errorf("it ends with %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Wait(ctx, Every(time.Hour), func(int) (bool, string, error) { return false, "", nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled wait ends with %v", err)
	}
}

func TestPausesGrowUpToTheLongest(t *testing.T) {
	backoff := Backoff{FirstDelay: time.Second, MaxDelay: 5 * time.Second}.Complete()
	for attempt, want := range map[int]time.Duration{1: time.Second, 2: 2 * time.Second, 3: 4 * time.Second, 4: 5 * time.Second, 2000: 5 * time.Second} {
		if got := backoff.Delay(attempt); got != want {
			t.Errorf("the pause after attempt %d is %v", attempt, got)
		}
	}
}

func TestASharedValueOfANativePluginIsMadeOnceUntilItIsForgotten(t *testing.T) {
	made := 0
	get := func() string {
		value, err := GetOrMake(context.Background(), "token of a test", func() (string, time.Duration, error) {
			made++
			return fmt.Sprint("t", made), time.Minute, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	if get() != "t1" || get() != "t1" {
		t.Error("it is made again")
	}
	if err := Forget(context.Background(), "token of a test", "another"); err != nil || get() != "t1" {
		t.Error("another value is forgotten")
	}
	if err := Forget(context.Background(), "token of a test", "t1"); err != nil || get() != "t2" {
		t.Error("it is not forgotten")
	}
}

func TestAFailedMakerKeepsNothing(t *testing.T) {
	fail := func() (string, time.Duration, error) { return "", time.Minute, Denied("no") }
	if _, err := GetOrMake(context.Background(), "another token of a test", fail); KindOf(err) != KindDenied {
		t.Errorf("it ends with %v", err)
	}
	made := func() (string, time.Duration, error) { return "x", time.Minute, nil }
	if value, err := GetOrMake(context.Background(), "another token of a test", made); err != nil || value != "x" {
		t.Errorf("it is %q, %v", value, err)
	}
}

func TestFunctionsForTheHostDoNothingInANativePlugin(t *testing.T) {
	ctx := context.Background()
	var steps Steps
	steps.Create(View{Token: "acme:index:Part", Name: "left"})
	RefreshBeforeUpdate(ctx)
	if err := errors.Join(Checkpoint(ctx, "id", struct{}{}), steps.Publish(ctx), Acquire(ctx, "requests", Rate{PerSecond: 1})); err != nil {
		t.Error(err)
	}
	if Project(ctx)+Stack(ctx) != "" || IsPreview(ctx) || OldViews(ctx) != nil {
		t.Error("a native plugin has no call of the host")
	}
}

func TestAPlannedOutputAsksForUnknownPartsOfInputs(t *testing.T) {
	planned := Planned{Unknown: []string{"rules[0].port", "name", `["a-b"].c`, `["d\"e"]`}}
	for property, isKnown := range map[string]bool{"name": false, "rules": false, "rules[1]": true, "names": true, "rule": true, "a-b": false, "a": true, `d"e`: false} {
		if planned.IsKnown(property) != isKnown {
			t.Errorf("%s: %t", property, !isKnown)
		}
	}
	if planned.AreKnown("names", "name") || !planned.AreKnown("names", "rule") {
		t.Error("all have to be known")
	}
}

func TestDifferencesAreIgnoredAndReplaceWithTheirParts(t *testing.T) {
	differences := Differences{All: []Difference{
		{Path: "size", Kind: Changed}, {Path: "gates[0].port", Kind: Added}, {Path: "gates[1]", Kind: Removed}, {Path: "gate", Kind: Changed},
	}}
	differences.Ignore("size")
	differences.Replace("gates")
	differences.Update("title")
	want := fmt.Sprint([]host.Difference{
		{Path: "gates[0].port", Kind: Added, Replaces: true}, {Path: "gates[1]", Kind: Removed, Replaces: true}, {Path: "gate", Kind: Changed},
		{Path: "title", Kind: Changed},
	})
	if got := fmt.Sprint(differences.All); got != want {
		t.Errorf("they are %s, not %s", got, want)
	}
}

func TestAnIntegerKeepsAllDigits(t *testing.T) {
	number, err := Integer("12345678901234567891").Big()
	if err != nil || IntegerOf(number) != "12345678901234567891" {
		t.Errorf("%v, %v", number, err)
	}
	if _, err := Integer("1.5").Big(); err == nil || !strings.Contains(err.Error(), "1.5") {
		t.Errorf("it ends with %v", err)
	}
}
