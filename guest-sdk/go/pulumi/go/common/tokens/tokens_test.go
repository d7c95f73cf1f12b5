package tokens_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
)

func TestTokensAreReadIfTheyHaveAllTheirParts(t *testing.T) {
	for text, isToken := range map[string]bool{
		"acme:index:Zone": true, "acme:net/zone:Zone": true, "acme:Zone": false, "Zone": false, "": false,
	} {
		token, err := tokens.ParseTypeToken(text)
		if (err == nil) != isToken || isToken && token.String() != text {
			t.Errorf("%q became %q (%v)", text, token, err)
		}
		member, err := tokens.ParseModuleMember(text)
		if (err == nil) != isToken || isToken && member.String() != text {
			t.Errorf("%q became %q (%v)", text, member, err)
		}
	}
	token, err := tokens.ParseTypeToken("acme:net/zone:Zone")
	if err != nil || token.Package().Name().String() != "acme" || token.Module().Name() != "net/zone" || token.Name() != "Zone" {
		t.Errorf("the parts of %s (%v)", token, err)
	}
}
