package infer

import (
	"context"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
)

type scriptArgs struct {
	Edition string `pulumi:"edition"`
}

type formerScript struct {
	Version string `pulumi:"version"`
}

type script struct{ deleted *string }

func (script) Create(_ context.Context, req CreateRequest[scriptArgs]) (CreateResponse[scriptArgs], error) {
	return CreateResponse[scriptArgs]{ID: "s", Output: req.Inputs}, nil
}

func (s script) Delete(_ context.Context, req DeleteRequest[scriptArgs]) (DeleteResponse, error) {
	*s.deleted = req.State.Edition
	return DeleteResponse{}, nil
}

func (script) StateMigrations(context.Context) []StateMigrationFunc[scriptArgs] {
	return []StateMigrationFunc[scriptArgs]{StateMigration(func(_ context.Context, old formerScript) (MigrationResult[scriptArgs], error) {
		return MigrationResult[scriptArgs]{&scriptArgs{old.Version}}, nil
	})}
}

func TestStateIsMigratedOnlyIfItHasTheFormerFormAlone(t *testing.T) {
	text := property.New("1.0")
	for _, row := range []struct {
		name     string
		recorded map[string]property.Value
		says     string
	}{
		{"former", map[string]property.Value{"version": text}, ""},
		{"present", map[string]property.Value{"edition": text}, ""},
		{"both", map[string]property.Value{"edition": text, "version": text}, "Unrecognized field 'version'"},
	} {
		var deleted string
		provider := Provider(Options{Resources: []InferredResource{Resource(script{&deleted})}})
		err := provider.Delete(context.Background(), p.DeleteRequest{
			ID: "s", Urn: resource.NewURN("dev", "x", "", "acme:infer:script", "s"), Properties: property.NewMap(row.recorded),
		})
		switch {
		case row.says == "" && (err != nil || deleted != "1.0"):
			t.Errorf("%s: deleted %q, %v", row.name, deleted, err)
		case row.says != "" && (err == nil || !strings.Contains(err.Error(), row.says)):
			t.Errorf("%s: %v should say %q", row.name, err, row.says)
		}
	}
}
