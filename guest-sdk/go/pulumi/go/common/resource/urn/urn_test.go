package urn_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
)

func TestURNsAreReadIfTheyHaveAllTheirParts(t *testing.T) {
	const whole = "urn:pulumi:dev::shop::acme:index:Site$acme:index:Zone::z"
	found, err := urn.Parse(whole)
	if err != nil || found.Type() != "acme:index:Zone" || found.Name() != "z" {
		t.Errorf("%s (%v)", found, err)
	}
	for _, text := range []string{"", "urn:pulumi:dev::shop::acme:index:Zone", "dev::shop::acme:index:Zone::z"} {
		if found, err := urn.Parse(text); err == nil {
			t.Errorf("%q became %q", text, found)
		}
	}
	if found, err := urn.ParseOptional(""); found != "" || err != nil {
		t.Errorf("nothing became %q (%v)", found, err)
	}
	if _, err := urn.ParseOptional("x"); err == nil {
		t.Error("x became a URN")
	}
}
