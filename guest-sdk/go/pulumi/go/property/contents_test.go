package property_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/archive"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

func TestAssetsAndArchivesAreEqualByTheirContent(t *testing.T) {
	text := func(of string) property.Asset {
		made, err := asset.FromText(of)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	packed := func(entries map[string]any) property.Archive {
		made, err := archive.FromAssets(entries)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	handle := uint32(1)
	came := &asset.Asset{Hash: "h", Handle: &handle}
	changed := &asset.Asset{Hash: "h", Handle: &handle, Text: "other"}
	for _, row := range []struct {
		one, two property.Value
		isEqual  bool
	}{
		{property.New(text("a")), property.New(text("a")), true},
		{property.New(text("a")), property.New(text("b")), false},
		{property.New(&asset.Asset{Path: "a"}), property.New(&asset.Asset{Path: "a"}), true},
		{property.New(&asset.Asset{Path: "a"}), property.New(&asset.Asset{URI: "a"}), false},
		{property.New(&asset.Asset{Path: "a"}), property.New(text("")), false},
		{property.New(came), property.New(&asset.Asset{Hash: "h"}), true},
		{property.New(came), property.New(&asset.Asset{Hash: "i"}), false},
		{property.New(came), property.New(text("")), false},
		{property.New(came), property.New(changed), false},
		{property.New(changed), property.New(text("other")), true},
		{property.New(packed(map[string]any{"x": text("a")})), property.New(packed(map[string]any{"x": text("a")})), true},
		{property.New(packed(map[string]any{"x": text("a")})), property.New(packed(map[string]any{"y": text("a")})), false},
		{
			property.New(packed(map[string]any{"x": packed(map[string]any{"y": text("a")})})),
			property.New(packed(map[string]any{"x": packed(map[string]any{"y": text("b")})})), false,
		},
		{property.New(&archive.Archive{Hash: "h"}), property.New(&archive.Archive{Hash: "h"}), true},
		{property.New(&archive.Archive{Hash: "h", Handle: &handle}), property.New(packed(nil)), false},
	} {
		if row.one.Equals(row.two) != row.isEqual || row.two.Equals(row.one) != row.isEqual {
			t.Errorf("%#v and %#v: expected %v", row.one, row.two, row.isEqual)
		}
	}
}
