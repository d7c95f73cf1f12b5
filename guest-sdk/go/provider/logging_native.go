//go:build !wasip1

package provider

import (
	"context"
	"log/slog"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
)

// logWithoutEngine shows a message of a test as pulumi-go-provider does.
func logWithoutEngine(ctx context.Context, urn string, severity diag.Severity, message string, isStatus bool) {
	logger := slog.Default()
	if isStatus {
		logger = logger.With("kind", "status")
	}
	level := slog.LevelInfo
	switch severity {
	case diag.Debug:
		level = slog.LevelDebug
	case diag.Warning:
		level = slog.LevelWarn
	case diag.Error:
		level = slog.LevelError
	}
	logger.Log(ctx, level, message, "urn", urn)
}
