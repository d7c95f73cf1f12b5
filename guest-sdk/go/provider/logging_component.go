//go:build wasip1

package provider

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
)

// logWithoutEngine does nothing: each call of a component has a logger. Without log/slog the component is smaller.
func logWithoutEngine(context.Context, string, diag.Severity, string, bool) {}
