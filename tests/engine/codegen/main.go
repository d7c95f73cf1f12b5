// Command codegen judges a package's schema and makes SDKs of it, with the very code that Pulumi's command line and
// language hosts use.
//
//	codegen [-with SCHEMA]... check SCHEMA
//	codegen [-with SCHEMA]... nodejs|python|go SCHEMA DIRECTORY
//
// SCHEMA is a file as GetSchema answers it. Packages that it refers to are given by -with.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/pkg/v3/codegen"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// tool is what generated files name as their maker.
const tool = "pulumi-wasm tests"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	loader := &given{packages: map[string]*schema.Package{}}
	for len(arguments) >= 2 && arguments[0] == "-with" {
		other, err := read(arguments[1], loader)
		if err != nil {
			return err
		}
		loader.packages[other.Name] = other
		arguments = arguments[2:]
	}
	if len(arguments) < 2 {
		return errors.New("usage: codegen [-with SCHEMA]... check|nodejs|python|go SCHEMA [DIRECTORY]")
	}
	action, file := arguments[0], arguments[1]
	pkg, err := read(file, loader)
	if err != nil || action == "check" {
		return err
	}
	if len(arguments) != 3 {
		return fmt.Errorf("%s wants a schema and a directory", action)
	}
	files, err := generate(action, pkg, loader)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return write(arguments[2], files)
}

// read validates a schema against the metaschema as it stands in the file, and binds it.
func read(file string, loader schema.Loader) (*schema.Package, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := schema.MetaSchema.Validate(document); err != nil {
		return nil, fmt.Errorf("%s does not follow the metaschema: %#v", file, err)
	}
	var spec schema.PackageSpec
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&spec); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	pkg, diagnostics, err := schema.BindSpec(spec, loader, schema.ValidationOptions{})
	if err != nil {
		return nil, fmt.Errorf("%s does not bind: %w", file, err)
	}
	if len(diagnostics) > 0 {
		return nil, fmt.Errorf("%s binds with complaints: %w", file, errors.Join(diagnostics.Errs()...))
	}
	return pkg, nil
}

func generate(language string, pkg *schema.Package, loader schema.ReferenceLoader) (map[string][]byte, error) {
	switch language {
	case "nodejs":
		if err := pkg.ImportLanguages(map[string]schema.Language{"nodejs": nodejs.Importer}); err != nil {
			return nil, err
		}
		return nodejs.GeneratePackage(tool, pkg, nil, nil, true, loader)
	case "python":
		return python.GeneratePackage(tool, pkg, nil, loader)
	case "go":
		return golang.GeneratePackage(tool, pkg, nil)
	}
	return nil, fmt.Errorf("there is no language %q", language)
}

func write(directory string, files codegen.Fs) error {
	for name, content := range files {
		path := filepath.Join(directory, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// given knows the packages of -with, and Pulumi itself.
type given struct {
	packages map[string]*schema.Package
}

func (loader *given) LoadPackage(name string, version *semver.Version) (*schema.Package, error) {
	return loader.LoadPackageV2(context.Background(), &schema.PackageDescriptor{Name: name, Version: version})
}

func (loader *given) LoadPackageV2(_ context.Context, wanted *schema.PackageDescriptor) (*schema.Package, error) {
	if wanted.PackageName() == "pulumi" {
		return schema.DefaultPulumiPackage, nil
	}
	pkg, known := loader.packages[wanted.PackageName()]
	if !known {
		return nil, fmt.Errorf("the schema of %v is not given", wanted)
	}
	return pkg, nil
}

func (loader *given) LoadPackageReference(name string, version *semver.Version) (schema.PackageReference, error) {
	return loader.LoadPackageReferenceV2(context.Background(), &schema.PackageDescriptor{Name: name, Version: version})
}

func (loader *given) LoadPackageReferenceV2(
	ctx context.Context, wanted *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	pkg, err := loader.LoadPackageV2(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}
