package contract_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/contract"
)

type closer struct{ isClosed bool }

func (closer *closer) Close() error {
	closer.isClosed = true
	return errors.New("closed before")
}

func TestIgnoreCloseCloses(t *testing.T) {
	body := &closer{}
	contract.IgnoreClose(body)
	if !body.isClosed {
		t.Error("it is open")
	}
}

func TestWhatDoesNotHoldPanics(t *testing.T) {
	for part, fails := range map[string]func(){
		"an assertion failed": func() { contract.Assert(false) },
		"no route":            func() { contract.AssertNoError(errors.New("no route")) },
		"zone":                func() { contract.Require(false, "zone") },
		"a failure":           contract.Fail,
	} {
		said := func() (said string) {
			defer func() { said, _ = recover().(string) }()
			fails()
			return ""
		}()
		if !strings.HasPrefix(said, "fatal: ") || !strings.Contains(said, part) {
			t.Errorf("`%s` should be in `%s`", part, said)
		}
	}
	contract.Assert(true)
	contract.AssertNoError(nil)
	contract.Require(true, "zone")
}
