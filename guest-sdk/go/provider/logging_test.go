package provider_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
)

func TestMessagesOfATestGoToTheDefaultLogger(t *testing.T) {
	var shown bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&shown, &slog.HandlerOptions{Level: slog.LevelWarn})))
	defer slog.SetDefault(before)
	logger := p.GetLogger(context.Background())
	logger.Warningf("no %s", "pages")
	logger.Info("not shown at this level")
	logger.ErrorStatus("broken")
	lines := strings.Split(strings.TrimSpace(shown.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], `level=WARN msg="no pages"`) || !strings.Contains(lines[1], "level=ERROR msg=broken kind=status") {
		t.Errorf("shown is %q", lines)
	}
}
