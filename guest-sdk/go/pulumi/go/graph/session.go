package graph

import (
	"context"
	"fmt"
	"runtime"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// Function is a function of the author that the host calls with a value.
type Function func(property.Value) (property.Value, error)

// Session is the construction of one component resource, or one call of a method.
type Session struct {
	number uint32
	host   Host
	// Called once each, and as often as the host wants.
	once, kept map[uint32]Function
	count      uint32
	waiting    map[*task]struct{}
	err        error

	// Context is the context of the running call.
	Context context.Context
	// Data belongs to the package that uses the session.
	Data any
}

var (
	// The open sessions, and the session and task that run.
	open    = map[uint32]*Session{}
	running *task
	// Recovered makes an error of a panic, in the function that recovers.
	Recovered = func(value any) error { return fmt.Errorf("panic: %v", value) }
)

// task is the author's code on a separate goroutine. It can wait for a node, and the host's call ends meanwhile.
type task struct {
	session *Session
	stops   chan stop
	resumes chan property.Value
}

// stop says why a task does not run: it has ended, or it waits for a value.
type stop struct {
	value  property.Value
	err    error
	waits  bool
	source property.Value
	// The place of the author that waits.
	position string
}

// Open begins a session.
func Open(number uint32, host Host) *Session {
	session := &Session{
		number: number, host: host, once: map[uint32]Function{}, kept: map[uint32]Function{}, waiting: map[*task]struct{}{},
	}
	open[number] = session
	return session
}

// Find gives an open session. Nil if it is not open.
func Find(number uint32) *Session { return open[number] }

// Close ends a session, and the goroutines that wait in it.
func Close(number uint32) {
	session := open[number]
	if session == nil {
		return
	}
	delete(open, number)
	for task := range session.waiting {
		close(task.resumes)
	}
	if len(session.waiting) > 0 {
		runtime.Gosched()
	}
}

// Waiting gives the number of goroutines that wait for values in all open sessions.
func Waiting() int {
	count := 0
	for _, session := range open {
		count += len(session.waiting)
	}
	return count
}

// Running gives the session whose code runs. Nil outside of sessions.
func Running() *Session {
	if running == nil {
		return nil
	}
	return running.session
}

// Stopped is the value of a panic that ends the running code of the author with an error.
type Stopped struct{ Err error }

func (stopped Stopped) Error() string { return stopped.Err.Error() }

// Fail notes an error that the running function of the author cannot return. The first error counts.
func (session *Session) Fail(err error) {
	if session.err == nil {
		session.err = err
	}
}

// Run runs code of the author until it ends, or waits for a value. Then the result is a node that has the result later.
func (session *Session) Run(ctx context.Context, code func() (property.Value, error)) (property.Value, error) {
	session.Context = ctx
	task := &task{session, make(chan stop), make(chan property.Value)}
	return session.proceed(task, func() { go task.run(code) })
}

func (task *task) run(code func() (property.Value, error)) {
	var last stop
	isOver := false
	defer func() {
		if value := recover(); value != nil {
			last.err = Recovered(value)
			isOver = true
		}
		// If Close ended the task, the channel has no reader.
		if isOver {
			task.stops <- last
		}
	}()
	last.value, last.err = code()
	isOver = true
}

// proceed lets a task run until it stops.
func (session *Session) proceed(task *task, begin func()) (property.Value, error) {
	before := running
	running = task
	begin()
	stopped := <-task.stops
	running = before
	if session.err != nil {
		return property.Value{}, session.err
	}
	if !stopped.waits {
		return stopped.value, stopped.err
	}
	session.waiting[task] = struct{}{}
	node, err := session.Apply(stopped.source, func(value property.Value) (property.Value, error) {
		delete(session.waiting, task)
		return session.proceed(task, func() { task.resumes <- value })
	}, stopped.position)
	return Output(node), err
}

// Await waits for the value of an expression: it ends the call of the host, and goes on in a later call. If the value stays unknown, as in
// most previews, the code behind it never runs. It panics outside of sessions.
func Await(source property.Value, position string) property.Value {
	task := running
	task.stops <- stop{waits: true, source: source, position: position}
	value, isOpen := <-task.resumes
	if !isOpen {
		runtime.Goexit()
	}
	return value
}

// next gives the number of the next function.
func (session *Session) next() uint32 {
	session.count++
	return session.count - 1
}

// Apply declares a value that a function computes from the source.
func (session *Session) Apply(source property.Value, function Function, position string) (uint32, error) {
	number := session.next()
	session.once[number] = function
	return session.host.Apply(session.number, source, number, position)
}

// Keep keeps a function that the host may call several times, and gives its number.
func (session *Session) Keep(function Function) uint32 {
	number := session.next()
	session.kept[number] = function
	return number
}

// Register declares a resource.
func (session *Session) Register(registration Registration) (uint32, error) {
	return session.host.Register(session.number, registration)
}

// RegisterOutputs sets the outputs of a group.
func (session *Session) RegisterOutputs(node uint32, outputs property.Map) error {
	return session.host.RegisterOutputs(session.number, node, outputs)
}

// LookUp declares a node for the answer to a query.
func (session *Session) LookUp(query Query) (uint32, error) {
	return session.host.LookUp(session.number, query)
}

// Call calls a function by its number, with the argument of the host.
func (session *Session) Call(ctx context.Context, number uint32, argument property.Value) (property.Value, error) {
	session.Context = ctx
	if function, ok := session.kept[number]; ok {
		return session.Run(ctx, func() (property.Value, error) { return function(argument) })
	}
	function, ok := session.once[number]
	if !ok {
		return property.Value{}, fmt.Errorf("the session has no function %d, or has called it", number)
	}
	delete(session.once, number)
	return function(argument)
}
