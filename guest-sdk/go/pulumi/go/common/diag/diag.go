// Package diag has the severities of messages.
package diag

// Severity is the severity of a message.
type Severity string

// The severities, the least severe first.
const (
	Debug   Severity = "debug"
	Info    Severity = "info"
	Infoerr Severity = "info#err"
	Warning Severity = "warning"
	Error   Severity = "error"
)
