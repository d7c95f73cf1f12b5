//! The version that a build of a provider in Go is given, the tests of its author, and mistakes in its types.

use std::fs;
use std::process::Command;

use super::{Project, folder_of_program};

impl Project {
    /// Replaces a text in a file.
    #[track_caller]
    fn edit(&self, file: &str, from: &str, to: &str) {
        let file = self.folder.join(file);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "no `{from}` in {}", file.display());
        fs::write(&file, text.replace(from, to)).unwrap();
    }
}

#[test]
fn a_version_of_the_linker_is_given_to_the_build() {
    let project = Project::new("version");
    fs::create_dir(project.folder.join("version")).unwrap();
    let source = "package version\n\n// Version is set by the linker.\nvar Version string\n";
    fs::write(project.folder.join("version/version.go"), source).unwrap();
    project.edit(
        "main.go",
        "\"example.com/notes/client\"",
        "\"example.com/notes/client\"\n\t\"example.com/notes/version\"",
    );
    project.edit(
        "main.go",
        "\"notes\", \"1.2.0\"",
        "\"notes\", version.Version",
    );
    let built = project.succeeds(&["build", "."]);
    assert!(built.contains("notes 0.0.0, "), "{built}");
    let built = project.succeeds(&["build", "--version", "v2.5.0", "."]);
    assert!(built.contains("notes 2.5.0, "), "{built}");
    let module = fs::read(project.folder.join(".pulumi-wasm/build/module.wasm")).unwrap();
    let is_set = module.windows(5).any(|window| window == b"2.5.0");
    assert!(is_set, "the variable of the program has another value");
    let said = project.fails(&["build", "--version", "2.x", "."]);
    assert!(said.contains("`2.x` is not a version"), "{said}");
}

#[test]
fn the_authors_tests_run_with_the_packages_of_the_component() {
    let project = Project::new("tests");
    project.succeeds(&["build", "."]);
    fs::write(project.folder.join("life_test.go"), LIFE).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let path = folder_of_program()
        .into_iter()
        .chain(std::env::split_paths(&path));
    let output = Command::new("go")
        .args(["test", "-modfile=.pulumi-wasm/build/go.mod", "./..."])
        .current_dir(&project.folder)
        .env("PATH", std::env::join_paths(path).unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("ok  \texample.com/notes\t"), "{said}");
}

#[test]
fn a_type_that_a_property_cannot_have_is_named_with_its_resource_and_its_place() {
    let project = Project::new("odd");
    fs::write(project.folder.join("odd.go"), ODD).unwrap();
    project.edit(
        "main.go",
        "infer.Resource(Name{})",
        "infer.Resource(Name{}), infer.Resource(Odd{})",
    );
    let said = project.fails(&["build", "."]);
    // The line is where the method or its first statement begins.
    for part in [
        "notes:index:Odd (example.com/notes/odd.go:1",
        "): main.OddArgs.size: a property cannot have the type float32: it is ",
    ] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
}

#[test]
fn an_import_that_a_component_does_not_have_is_named_with_its_place() {
    let project = Project::new("rpc");
    let source =
        "package main\n\nimport _ \"github.com/pulumi/pulumi-go-provider/middleware/rpc\"\n";
    fs::write(project.folder.join("native.go"), source).unwrap();
    let said = project.fails(&["build", "."]);
    let expected = "native.go:3: `github.com/pulumi/pulumi-go-provider/middleware/rpc`\nhint: ";
    assert!(said.contains(expected), "{said}");
    let source = format!("//go:build !wasip1\n\n{source}");
    fs::write(project.folder.join("native.go"), source).unwrap();
    project.succeeds(&["build", "."]);
}

#[test]
fn a_program_that_runs_two_providers_is_refused() {
    let project = Project::new("twice");
    let run = "err = provider.Run(context.Background(), \"notes\", \"1.2.0\")";
    let again = run.replace("\"notes\"", "\"other\"");
    project.edit("main.go", run, &format!("{run}\n\t\t{again}"));
    let said = project.fails(&["build", "."]);
    for part in [
        "this program runs the provider `notes` already",
        "`other` needs a component of its own",
    ] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
}

/// A test as authors write it for the native plugin, except for the type of the version.
const LIFE: &str = r#"package main

import (
	"context"
	"testing"

	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi-go-provider/integration"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

type number string

func (number number) String() string { return string(number) }

func TestANameLives(t *testing.T) {
	provider := infer.Provider(infer.Options{
		Resources: []infer.InferredResource{infer.Resource(Name{})},
		ModuleMap: map[tokens.ModuleName]tokens.ModuleName{"notes": "index"},
	})
	server, err := integration.NewServer(context.Background(), "notes", number("1.2.0"), integration.WithProvider(provider))
	if err != nil {
		t.Fatal(err)
	}
	integration.LifeCycleTest{
		Resource: "notes:index:Name",
		Create: integration.Operation{
			Inputs: property.NewMap(map[string]property.Value{"name": property.New("web")}),
			Hook: func(_, output property.Map) {
				if output.Get("name").AsString() != "web" {
					t.Errorf("the outputs are %#v", output)
				}
			},
		},
	}.Run(t, server)
}
"#;

const ODD: &str = r#"package main

import (
	"context"

	"github.com/pulumi/pulumi-go-provider/infer"
)

type OddArgs struct {
	Size float32 `pulumi:"size"`
}

type Odd struct{}

func (Odd) Create(context.Context, infer.CreateRequest[OddArgs]) (infer.CreateResponse[OddArgs], error) {
	return infer.CreateResponse[OddArgs]{}, nil
}
"#;
