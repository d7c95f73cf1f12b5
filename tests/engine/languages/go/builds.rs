//! The version that a build of a provider in Go is given, the tests of its author, and mistakes in its types.

use std::fs;
use std::process::Command;

use super::{Project, folder_of_program};

impl Project {
    /// Replaces a text in a file.
    #[track_caller]
    pub(super) fn edit(&self, file: &str, from: &str, to: &str) {
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
fn the_development_loop_makes_the_component_that_is_published() {
    let project = Project::new("loop");
    // `build` says that it cannot keep the memory of such an initialization.
    let clock = "package main\n\nimport \"time\"\n\nvar begun = time.Now().UnixNano()\n\nfunc init() { begun++ }\n";
    fs::write(project.folder.join("clock.go"), clock).unwrap();
    let tested = project.succeeds(&["test", "."]);
    assert!(tested.contains("17 passed, 0 failed"), "{tested}");
    let note = "the initialization of all packages runs in each process, and not once when the component is built, \
        because it asks for the time, in `main.init`";
    assert!(tested.contains(note), "{tested}");

    fs::remove_file(project.folder.join("clock.go")).unwrap();
    let tried = project.succeeds(&["try", ".", "Name", "wait=1", "--preview"]);
    assert!(!tried.contains("the initialization"), "{tried}");
    let in_loop = fs::read(project.folder.join("notes.wasm")).unwrap();
    let built = project.succeeds(&["build", "."]);
    assert!(built.contains("unchanged since the last build"), "{built}");
    let published = fs::read(project.folder.join("notes.wasm")).unwrap();
    assert_eq!(published, in_loop);
}

#[test]
fn the_current_sources_are_compared_with_a_component() {
    let project = Project::new("compared");
    project.succeeds(&["build", ".", "-o", "old.wasm"]);
    let same = project.succeeds(&["diff", "old.wasm", "."]);
    assert!(same.contains("it is the same component"), "{same}");
    project.edit(
        "main.go",
        "`pulumi:\"folder,optional\" provider",
        "`pulumi:\"folder\" provider",
    );
    project.edit("main.go", "\ta.SetDefault(&args.Folder, \"inbox\")\n", "");
    let said = project.fails(&["diff", "old.wasm", "."]);
    for part in ["breaking", "notes:index:Note", "inputs.folder"] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
}

#[test]
fn lists_and_objects_of_the_configuration_reach_a_component_in_each_way() {
    let project = Project::new("configured");
    project.edit(
        "main.go",
        "\tToken     string `pulumi:\"token,optional\" provider:\"secret\"`\n",
        "\tToken     string `pulumi:\"token,optional\" provider:\"secret\"`\n\n\tTags   []string       `pulumi:\"tags,optional\"`\n\t\
         Limits map[string]int `pulumi:\"limits,optional\"`\n",
    );
    project.edit(
        "main.go",
        "\t\tWithFunctions(",
        "\t\tWithComponents(infer.ComponentF(NewBoard)).\n\t\tWithFunctions(",
    );
    project.edit(
        "main.go",
        "\tif err == nil {\n\t\terr = provider.Run(",
        "\tprovider.Configure = noting(provider.Configure)\n\tif err == nil {\n\t\terr = provider.Run(",
    );
    fs::write(project.folder.join("board.go"), BOARD).unwrap();
    fs::remove_file(project.folder.join("tests/offline.yaml")).unwrap();
    for (name, config) in [
        ("values", r#"{ tags: [a, "<b>"], limits: { most: 5 } }"#),
        (
            "texts",
            r#"{ tags: '["a", "<b>"]', limits: '{"most": 5}' }"#,
        ),
    ] {
        let cases = CONFIGURED.replace("CONFIG", config);
        fs::write(project.folder.join(format!("tests/{name}.yaml")), cases).unwrap();
    }
    let tested = project.succeeds(&["test", "."]);
    assert!(tested.contains("2 passed, 0 failed"), "{tested}");
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

/// A component that reads the configuration in the three ways that authors have.
const BOARD: &str = r#"package main

import (
	"context"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

// variables came with Configure.
var variables map[string]string

func noting(configure func(context.Context, p.ConfigureRequest) error) func(context.Context, p.ConfigureRequest) error {
	return func(ctx context.Context, req p.ConfigureRequest) error {
		variables = req.Variables
		return configure(ctx, req)
	}
}

type BoardArgs struct {
	Title pulumi.StringInput `pulumi:"title"`
}

type Board struct {
	pulumi.ResourceState

	Tags     pulumi.StringOutput `pulumi:"tags"`
	Most     pulumi.IntOutput    `pulumi:"most"`
	Inferred pulumi.StringOutput `pulumi:"inferred"`
	Variable pulumi.StringOutput `pulumi:"variable"`
}

func NewBoard(ctx *pulumi.Context, name string, args BoardArgs, opts ...pulumi.ResourceOption) (*Board, error) {
	board := &Board{}
	if err := ctx.RegisterComponentResource(p.GetTypeToken(ctx), name, board, opts...); err != nil {
		return nil, err
	}
	var tags []string
	config.New(ctx, "notes").RequireObject("tags", &tags)
	var limits map[string]int
	config.RequireObject(ctx, "notes:limits", &limits)
	board.Tags = pulumi.String(strings.Join(tags, " ")).ToStringOutput()
	board.Most = pulumi.Int(limits["most"]).ToIntOutput()
	inferred := infer.GetConfig[Config](ctx.Context())
	board.Inferred = pulumi.Sprintf("%s %d", strings.Join(inferred.Tags, " "), inferred.Limits["most"])
	board.Variable = pulumi.String(variables["notes:config:limits"]).ToStringOutput()
	return board, nil
}
"#;

const CONFIGURED: &str = r#"
config: CONFIG
cases:
  - case: a board
    construct: Board
    name: board
    inputs: { title: x }
    expect:
      outputs: { tags: "a <b>", most: 5, inferred: "a <b> 5", variable: '{"most":5}' }
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

#[test]
fn the_folder_of_a_program_chooses_one_of_several_providers() {
    let project = Project::new("chosen");
    let main = fs::read_to_string(project.folder.join("main.go")).unwrap();
    for name in ["one", "two"] {
        let program = project
            .folder
            .join("cmd")
            .join(format!("pulumi-resource-{name}"));
        fs::create_dir_all(&program).unwrap();
        let named = main.replace("\"notes\", \"1.2.0\"", &format!("\"{name}\", \"1.2.0\""));
        fs::write(program.join("main.go"), named).unwrap();
    }
    fs::remove_file(project.folder.join("main.go")).unwrap();
    let said = project.fails(&["build", "cmd"]);
    assert!(said.contains("has several programs"), "{said}");
    for name in ["one", "two"] {
        let built = project.succeeds(&["build", &format!("cmd/pulumi-resource-{name}")]);
        assert!(built.contains(&format!("{name} 1.2.0, ")), "{built}");
    }
}
