package wasm

import (
	"context"
	"sync"
	"time"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"
)

// GetOrMake gives the value of that name, which all instances of the component share in one process, and makes it if it is missing. While one
// instance makes it, others wait; if that fails, the next one makes it. The value is a secret: it is hidden in messages. A native plugin
// keeps it in memory.
//
// make gives the value and how long it lives. GetOrMake fails as make does, with KindTimedOut and KindCancelled while it waits, and if make
// asks for the same name.
func GetOrMake(ctx context.Context, name string, make func() (value string, lives time.Duration, err error)) (string, error) {
	if host.Functions == nil {
		return kept.getOrMake(name, make)
	}
	value, making, err := host.Functions.GetShared(name)
	if err != nil || making == nil {
		return value, err
	}
	isKept := false
	defer func() {
		if !isKept {
			host.Functions.GiveUpShared(*making)
		}
	}()
	value, lives, err := make()
	if err != nil {
		return "", err
	}
	isKept = true
	return value, host.Functions.KeepShared(*making, value, lives)
}

// Forget removes a shared value that the server has rejected, so that the next use makes a new one. If the name has another value meanwhile, that value stays.
func Forget(_ context.Context, name, value string) error {
	if host.Functions == nil {
		kept.forget(name, value)
		return nil
	}
	return host.Functions.ForgetShared(name, value)
}

// Rate limits how often an action may happen: PerSecond times a second on average, and up to Burst times at once
// after a pause.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Acquire waits for the next turn of a rate that all instances keep together. Give the same numbers for a name everywhere. A native plugin
// does not wait.
//
// It fails with KindTimedOut at once if the call's time does not suffice, and with KindCancelled when the deployment is being ended.
func Acquire(_ context.Context, name string, rate Rate) error {
	if host.Functions == nil {
		return nil
	}
	return host.Functions.Acquire(name, rate.PerSecond, max(rate.Burst, 1))
}

// kept are the shared values of a native plugin.
var kept = natives{values: map[string]*native{}}

type natives struct {
	lock   sync.Mutex
	values map[string]*native
}

type native struct {
	lock  sync.Mutex
	value string
	until time.Time
}

func (natives *natives) of(name string) *native {
	natives.lock.Lock()
	defer natives.lock.Unlock()
	if natives.values[name] == nil {
		natives.values[name] = &native{}
	}
	return natives.values[name]
}

func (natives *natives) getOrMake(name string, make func() (string, time.Duration, error)) (string, error) {
	native := natives.of(name)
	native.lock.Lock()
	defer native.lock.Unlock()
	if time.Now().Before(native.until) {
		return native.value, nil
	}
	value, lives, err := make()
	if err != nil {
		return "", err
	}
	native.value, native.until = value, time.Now().Add(lives)
	return value, nil
}

func (natives *natives) forget(name, value string) {
	native := natives.of(name)
	native.lock.Lock()
	defer native.lock.Unlock()
	if native.value == value {
		native.value, native.until = "", time.Time{}
	}
}
