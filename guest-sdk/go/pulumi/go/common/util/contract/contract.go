// Package contract panics if an assumption does not hold.
package contract

import (
	"fmt"
	"io"
)

// Assertf panics with the message if the condition does not hold.
func Assertf(condition bool, message string, arguments ...any) {
	if !condition {
		panic("fatal: " + fmt.Sprintf(message, arguments...))
	}
}

// AssertNoErrorf panics with the message and the error if there is an error.
func AssertNoErrorf(err error, message string, arguments ...any) {
	if err != nil {
		panic("fatal: " + fmt.Sprintf(message, arguments...) + ": " + err.Error())
	}
}

// Requiref panics if a parameter does not fulfil a condition.
func Requiref(condition bool, parameter, message string, arguments ...any) {
	if !condition {
		panic("fatal: precondition of " + parameter + " failed: " + fmt.Sprintf(message, arguments...))
	}
}

// Failf panics with the message.
func Failf(message string, arguments ...any) { panic("fatal: " + fmt.Sprintf(message, arguments...)) }

// Assert panics if the condition does not hold.
func Assert(condition bool) { Assertf(condition, "an assertion failed") }

// AssertNoError panics with the error if there is an error.
func AssertNoError(err error) { AssertNoErrorf(err, "an unexpected error") }

// Require panics if a parameter does not fulfil a condition.
func Require(condition bool, parameter string) { Requiref(condition, parameter, "it has another form") }

// Fail panics.
func Fail() { Failf("a failure") }

// Ignore takes a value that is not used.
func Ignore(any) {}

// IgnoreError takes an error that is not looked at.
func IgnoreError(error) {}

// IgnoreClose closes without a look at the error.
func IgnoreClose(closer io.Closer) { IgnoreError(closer.Close()) }
