package infer

import (
	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"

	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// traitsEntry gives the entry of the manifest.
func traitsEntry(traits wasm.Traits) schemajson.Object {
	var entry schemajson.Object
	if name := traits.AutoName; name != nil {
		made := schemajson.Object{{Key: "property", Value: name.Property}}
		putNumber(&made, "maxLength", name.MaxLength)
		made.Put("lowercase", name.Lowercase)
		made.Put("separator", name.Separator)
		putNumber(&made, "randomLength", name.RandomLength)
		made.Put("alphabet", name.Alphabet)
		entry.Set("autoName", made)
	}
	entry.Put("importId", traits.ImportID)
	entry.Put("stable", traits.Stable)
	entry.Put("deleteBeforeReplace", traits.DeleteBeforeReplace)
	entry.Put("refreshBeforeUpdate", traits.RefreshBeforeUpdate)
	putNumber(&entry, "concurrency", traits.Concurrency)
	entry.Put("consistency", string(traits.Consistency))
	return entry
}

func putNumber(entry *schemajson.Object, key string, number int) {
	if number != 0 {
		entry.Set(key, number)
	}
}
