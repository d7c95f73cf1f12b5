package infer_test

import (
	"testing"

	"github.com/pulumi/pulumi-go-provider/infer"
)

func TestAFaultOfTheProviderAsksToReportIt(t *testing.T) {
	for want, err := range map[string]error{
		"provider error: no pages; please report this to the provider author": infer.ProviderErrorf("no %s", "pages"),
		"provider error; please report this to the provider author":           infer.ProviderError{},
	} {
		if err.Error() != want {
			t.Errorf("the error is %q", err)
		}
	}
}
