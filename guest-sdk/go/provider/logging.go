package provider

import (
	"context"
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"

	"github.com/pulumi/pulumi-go-provider/internal/call"
)

// Logger shows messages to the user, beside the resource that the call is about.
type Logger struct {
	ctx  context.Context
	call *call.Call
}

// GetLogger gives the logger of a call. In a test, which has no engine, messages go to the default logger of log/slog.
func GetLogger(ctx context.Context) Logger { return Logger{ctx, call.From(ctx)} }

func (logger Logger) log(severity diag.Severity, message string, isStatus bool) {
	if logger.call.Log != nil {
		logger.call.Log(severity, message, isStatus)
		return
	}
	logWithoutEngine(logger.ctx, logger.call.URN, severity, message, isStatus)
}

// The methods with Status show a message until the next one; those with f format their arguments.

func (logger Logger) Debug(message string)         { logger.log(diag.Debug, message, false) }
func (logger Logger) Info(message string)          { logger.log(diag.Info, message, false) }
func (logger Logger) Warning(message string)       { logger.log(diag.Warning, message, false) }
func (logger Logger) Error(message string)         { logger.log(diag.Error, message, false) }
func (logger Logger) DebugStatus(message string)   { logger.log(diag.Debug, message, true) }
func (logger Logger) InfoStatus(message string)    { logger.log(diag.Info, message, true) }
func (logger Logger) WarningStatus(message string) { logger.log(diag.Warning, message, true) }
func (logger Logger) ErrorStatus(message string)   { logger.log(diag.Error, message, true) }

func (logger Logger) Debugf(format string, a ...any)   { logger.Debug(fmt.Sprintf(format, a...)) }
func (logger Logger) Infof(format string, a ...any)    { logger.Info(fmt.Sprintf(format, a...)) }
func (logger Logger) Warningf(format string, a ...any) { logger.Warning(fmt.Sprintf(format, a...)) }
func (logger Logger) Errorf(format string, a ...any)   { logger.Error(fmt.Sprintf(format, a...)) }

func (logger Logger) DebugStatusf(format string, a ...any) {
	logger.DebugStatus(fmt.Sprintf(format, a...))
}
func (logger Logger) InfoStatusf(format string, a ...any) {
	logger.InfoStatus(fmt.Sprintf(format, a...))
}
func (logger Logger) WarningStatusf(format string, a ...any) {
	logger.WarningStatus(fmt.Sprintf(format, a...))
}
func (logger Logger) ErrorStatusf(format string, a ...any) {
	logger.ErrorStatus(fmt.Sprintf(format, a...))
}
