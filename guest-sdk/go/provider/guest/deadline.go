//go:build wasip1

package guest

import (
	"context"
	"sync"
	"time"
)

// callContext ends with the call or at its deadline. It has a timer only once somebody waits for its end: with a timer for each call, Go
// would not see that all goroutines wait for each other.
type callContext struct {
	context.Context
	deadline time.Time

	lock  sync.Mutex
	done  chan struct{}
	timer *time.Timer
	err   error
}

func newCallContext(parent context.Context, timeLeft time.Duration) *callContext {
	return &callContext{Context: parent, deadline: time.Now().Add(timeLeft), done: make(chan struct{})}
}

func (call *callContext) Deadline() (time.Time, bool) { return call.deadline, true }

func (call *callContext) Done() <-chan struct{} {
	call.lock.Lock()
	defer call.lock.Unlock()
	if call.timer == nil && call.err == nil {
		call.timer = time.AfterFunc(time.Until(call.deadline), func() { call.end(context.DeadlineExceeded) })
	}
	return call.done
}

func (call *callContext) Err() error {
	call.lock.Lock()
	defer call.lock.Unlock()
	if call.err == nil && !time.Now().Before(call.deadline) {
		return context.DeadlineExceeded
	}
	return call.err
}

// end ends the context. Only the first reason counts.
func (call *callContext) end(err error) {
	call.lock.Lock()
	defer call.lock.Unlock()
	if call.err != nil {
		return
	}
	call.err = err
	close(call.done)
	if call.timer != nil {
		call.timer.Stop()
	}
}
