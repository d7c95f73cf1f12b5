package nethttp

import "testing"

func TestHeadersOfTheConnectionAreLeftOut(t *testing.T) {
	for _, name := range []string{"Expect", "expect", "TE", "Content-Length", "transfer-encoding"} {
		if !isOfConnection(name) {
			t.Errorf("%s is sent", name)
		}
	}
	for _, name := range []string{"Accept", "Authorization", "Content-Type", "Expectation", "X-Host"} {
		if isOfConnection(name) {
			t.Errorf("%s is left out", name)
		}
	}
}
