package wasm

import (
	"context"
	"time"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"
)

// Checkpoint notes a resource that exists: if the running create or update fails after it, however it does, this state is recorded. State is the
// struct of outputs; outputs that are nil pointers are not recorded yet. A native plugin notes nothing.
//
// It fails if the state cannot be recorded.
func Checkpoint(ctx context.Context, id string, state any) error {
	if host.Functions == nil {
		return nil
	}
	return host.Functions.Checkpoint(ctx, id, state)
}

// Project gives the Pulumi project that is deployed. Empty if the engine does not say it, and in a native plugin.
func Project(ctx context.Context) string { return host.From(ctx).Project }

// Stack gives the stack that is deployed, without its organization. Empty if the engine does not say it, and in a native plugin.
func Stack(ctx context.Context) string { return host.From(ctx).Stack }

// IsPreview says whether the engine only asks what would happen. A native plugin has it in `DryRun` of its requests.
func IsPreview(ctx context.Context) bool { return host.From(ctx).IsPreview }

// RefreshBeforeUpdate asks, in a create, read or update, for a refresh of this resource before its next update. A native plugin ignores it.
func RefreshBeforeUpdate(ctx context.Context) { host.From(ctx).RefreshBeforeUpdate = true }

// Backoff says how often and how long something is tried.
type Backoff = host.Backoff

// Every makes pauses of that length, as often as the call's time allows.
func Every(pause time.Duration) Backoff {
	return Backoff{FirstDelay: pause, Factor: 1, MaxDelay: pause}
}

// Wait looks again and again, with pauses, until the thing is ready. The status that look gives is shown, and is in the error if the time
// is over. Attempts count from 1.
//
// It fails as look does, with KindTimedOut at the end of the time, and with KindCancelled if the deployment is being ended.
func Wait(ctx context.Context, backoff Backoff, look func(attempt int) (isReady bool, status string, err error)) error {
	backoff = backoff.Complete()
	start := time.Now()
	for attempt := 1; ; attempt++ {
		isReady, status, err := look(attempt)
		if err != nil || isReady {
			return err
		}
		if host.Functions != nil {
			err = host.Functions.Pause(backoff, attempt, status)
		} else {
			err = pause(ctx, backoff, attempt, status, time.Since(start))
		}
		if err != nil {
			return err
		}
	}
}

// pause sleeps, in a native plugin.
func pause(ctx context.Context, backoff Backoff, attempt int, status string, waited time.Duration) error {
	if backoff.Attempts > 0 && attempt >= backoff.Attempts || backoff.Timeout > 0 && waited >= backoff.Timeout {
		return TimedOut("%s, after %d attempts", status, attempt)
	}
	delay := backoff.Delay(attempt)
	if backoff.Timeout > 0 {
		delay = min(delay, backoff.Timeout-waited)
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// WithBackoff gives a context whose requests by `net/http` the host repeats while a server is busy or hangs up. It repeats only requests that
// may be sent twice: GET, HEAD, PUT, DELETE and OPTIONS. A native plugin does not repeat.
func WithBackoff(ctx context.Context, backoff Backoff) context.Context {
	return host.WithBackoff(ctx, backoff)
}
