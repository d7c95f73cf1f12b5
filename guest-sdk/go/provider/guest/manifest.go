//go:build wasip1

package guest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/call"
	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

// isVersion says whether Pulumi takes the text as a version.
func isVersion(text string) bool {
	if end := strings.IndexAny(text, "-+"); end >= 0 {
		text = text[:end]
	}
	return strings.Count(text, ".") == 2
}

// manifest describes the provider: `docs/author/manifest.md`.
func manifest(served *p.Served) (string, error) {
	version := "0.0.0"
	for _, text := range []string{Found.Version, served.Version} {
		if text = strings.TrimPrefix(text, "v"); isVersion(text) {
			version = text
			break
		}
	}
	served.Version = version
	ctx := call.With(context.Background(), &call.Call{Package: served.Name, Version: version})
	response, err := served.GetSchema(ctx, p.GetSchemaRequest{})
	if err != nil {
		return "", err
	}
	schema, err := schemajson.Parse(response.Schema)
	if err != nil {
		return "", fmt.Errorf("the schema is not JSON: %w", err)
	}
	var made schemajson.Object
	made.Set("manifest", 1)
	made.Set("sdk", schemajson.Object{{Key: "name", Value: "pulumi-wasm-provider (Go)"}, {Key: "version", Value: "0.1.0"}})
	made.Set("schema", schemajson.Text(response.Schema))
	hooks, functions := map[string][]string{}, []string{}
	dependencies := map[string]map[string][]string{}
	if inferred := served.Inferred; inferred != nil {
		hooks, functions = inferred.Hooks(served.Name), inferred.Functions(served.Name)
		if dependencies, err = inferred.Dependencies(served.Name); err != nil {
			return "", err
		}
		// A function that the author set is asked for every resource.
		for hook, address := range served.HookFunctions() {
			if address == inferred.Originals[hook] {
				continue
			}
			for token, names := range hooks {
				if !slices.Contains(names, hook) {
					hooks[token] = append(names, hook)
				}
			}
		}
	}
	// Resources and functions that infer does not serve get all hooks.
	for token, resource := range members(schema, "resources") {
		if resource, ok := resource.(map[string]any); ok && resource["isComponent"] == true {
			hooks[token] = []string{"construct"}
		}
		if hooks[token] == nil {
			hooks[token] = []string{"create", "check", "diff", "read", "update", "delete"}
		}
	}
	for token := range members(schema, "functions") {
		if !slices.Contains(functions, token) {
			functions = append(functions, token)
		}
	}
	var further call.Entries
	if served.Inferred != nil && served.Inferred.Further != nil {
		if further, err = served.Inferred.Further.Entries(served.Name); err != nil {
			return "", err
		}
	}
	made.Set("provider", append(schemajson.Object{{Key: "hooks", Value: providerHooks(served.Provider)}}, further.Provider...))
	resources := map[string]any{}
	for token, names := range hooks {
		slices.Sort(names)
		entry := schemajson.Object{{Key: "hooks", Value: names}}
		if wired := dependencies[token]; len(wired) > 0 {
			outputs := map[string]any{}
			for name, inputs := range wired {
				slices.Sort(inputs)
				outputs[name] = slices.Compact(inputs)
			}
			entry.Set("outputDependencies", outputs)
		}
		resources[token] = append(entry, further.Resources[token]...)
	}
	made.Set("resources", resources)
	all := map[string]any{}
	for _, token := range functions {
		all[token] = append(schemajson.Object{}, further.Functions[token]...)
	}
	made.Set("functions", all)
	if len(further.Types) > 0 {
		types := map[string]any{}
		for token, rules := range further.Types {
			types[token] = rules
		}
		made.Set("types", types)
	}
	made.Put("mappings", mappings())
	made.Set("permissions", permissions(schema))
	made.Put("packages", packages(served.Name))
	return string(schemajson.Append(nil, made)), nil
}

// providerHooks gives the hooks of the whole provider: the hooks of its configuration, and the functions that the author set.
func providerHooks(served p.Provider) []string {
	original, inferred := p.Provider{}.WithDefaults().ConfigurationFunctions(), served.Inferred
	isWritten := map[string]bool{}
	if inferred != nil {
		isWritten["configure"], isWritten["check-config"] = inferred.Configures, inferred.ChecksConfig
		if inferred.OriginalConfiguration != nil {
			original = inferred.OriginalConfiguration
		}
	}
	var hooks []string
	for hook, address := range served.ConfigurationFunctions() {
		if isWritten[hook] || address != original[hook] {
			hooks = append(hooks, hook)
		}
	}
	slices.Sort(hooks)
	return hooks
}

// checksConfiguration says whether the author checks the configuration.
var checksConfiguration = sync.OnceValue(func() bool { return slices.Contains(providerHooks(served().Provider), "check-config") })

// packages gives the packages whose resources components declare. The own package needs no entry.
func packages(own string) map[string]any {
	all := map[string]any{}
	for _, found := range Found.Packages {
		if found.Name == own {
			continue
		}
		var row schemajson.Object
		row.Put("version", found.Version)
		if found.Plugin != "" {
			var parameter schemajson.Object
			parameter.Set("plugin", found.Plugin)
			parameter.Put("version", found.PluginVersion)
			parameter.Set("value", found.Parameter)
			row.Set("parameter", parameter)
		}
		if row == nil {
			row = schemajson.Object{}
		}
		all[found.Name] = row
	}
	return all
}
