//! The configuration of providers in Go: functions of `p.Provider` that the author sets, and values that a check changes.

use std::fs;

use super::server::Notes;
use super::{ONLINE, Project};

/// Wraps two functions of the provider, and adds a function that shows the configuration.
fn wrapped(name: &str) -> Project {
    let project = Project::new(name);
    project.edit(
        "main.go",
        "\tif err == nil {\n\t\terr = provider.Run(",
        "\tprovider.CheckConfig = judging(provider.CheckConfig)\n\tprovider.Configure = noting(provider.Configure)\n\tif err == nil {\n\t\terr = provider.Run(",
    );
    project.edit(
        "main.go",
        "infer.Function(&Shout{})",
        "infer.Function(&Shout{}), infer.Function(Noted{})",
    );
    fs::write(project.folder.join("wrapped.go"), WRAPPED).unwrap();
    fs::remove_file(project.folder.join("tests/offline.yaml")).unwrap();
    project
}

#[test]
fn a_check_and_a_configure_that_the_author_sets_are_called_without_a_configuration() {
    let project = wrapped("wrapped-without");
    project.edit("main.go", "\t\tWithConfig(infer.Config(&Config{})).\n", "");
    fs::write(project.folder.join("tests/noted.yaml"), NOTED).unwrap();
    let tested = project.succeeds(&["test", "."]);
    assert!(tested.contains("1 passed, 0 failed"), "{tested}");
}

#[test]
fn values_that_a_check_changes_reach_configure_as_in_a_native_plugin() {
    let project = wrapped("wrapped-with");
    let checked = "package main\n\nimport (\n\t\"context\"\n\t\"strings\"\n\n\t\"github.com/pulumi/pulumi-go-provider/infer\"\n)\n\n\
        // Check leaves out the last slash of the address.\n\
        func (*Config) Check(ctx context.Context, req infer.CheckRequest) (infer.CheckResponse[*Config], error) {\n\
        \tconfig, failures, err := infer.DefaultCheck[*Config](ctx, req.NewInputs)\n\
        \tif config != nil {\n\t\tconfig.ServerURL = strings.TrimSuffix(config.ServerURL, \"/\")\n\t}\n\
        \treturn infer.CheckResponse[*Config]{Inputs: config, Failures: failures}, err\n}\n";
    fs::write(project.folder.join("checked.go"), checked).unwrap();
    let cases = format!("config: {{ serverUrl: \"http://127.0.0.1:9/\" }}\n{NOTED}")
        .replace("server: \"\"", "server: \"http://127.0.0.1:9\"");
    fs::write(project.folder.join("tests/noted.yaml"), cases).unwrap();
    let tested = project.succeeds(&["test", "."]);
    assert!(tested.contains("1 passed, 0 failed"), "{tested}");
}

/// The addresses in objects and lists of the configuration are grants too, as values and as JSON.
#[test]
fn an_address_inside_of_an_object_of_the_configuration_is_granted() {
    let project = Project::new("inside");
    project.edit(
        "main.go",
        "ServerURL string `pulumi:\"serverUrl,optional\"`",
        "Mirrors []Mirror `pulumi:\"mirrors,optional\"`",
    );
    project.edit(
        "main.go",
        "a.Describe(&config.ServerURL, \"The server.\")",
        "a.Describe(&config.Mirrors, \"The servers.\")",
    );
    project.edit(
        "main.go",
        "\tconfig.client = client.New(config.ServerURL, config.Token)\n",
        "\tfor _, mirror := range config.Mirrors {\n\t\tconfig.client = client.New(mirror.Endpoint, config.Token)\n\t}\n",
    );
    let mirror = "package main\n\n// Mirror is a server.\ntype Mirror struct {\n\tName string `pulumi:\"name\"`\n\tEndpoint string `pulumi:\"endpoint\"`\n}\n";
    fs::write(project.folder.join("mirror.go"), mirror).unwrap();
    fs::remove_file(project.folder.join("tests/offline.yaml")).unwrap();
    let notes = Notes::start();
    let first = "serverUrl: \"SERVER\"";
    assert!(ONLINE.contains(first));
    for (name, config) in [
        ("values", "mirrors: [{ name: a, endpoint: \"SERVER\" }]"),
        (
            "texts",
            "mirrors: '[{\"name\": \"a\", \"endpoint\": \"SERVER\"}]'",
        ),
    ] {
        let cases = ONLINE
            .replace(first, config)
            .replace("SERVER", &notes.address);
        fs::write(project.folder.join(format!("tests/{name}.yaml")), cases).unwrap();
    }
    let built = project.succeeds(&["build", "."]);
    let asked = "the address in notes:mirrors[*].endpoint (optional)";
    assert!(built.contains(asked), "{built}");
    let tested = project.succeeds(&["test", ".", "--allow-env", "NOTES_AGENT"]);
    assert!(tested.contains("4 passed, 0 failed"), "{tested}");
    // A case may name only addresses of this machine.
    let cases = ONLINE.replace(
        first,
        "mirrors: [{ name: a, endpoint: \"https://notes.example\" }]",
    );
    fs::write(project.folder.join("tests/values.yaml"), cases).unwrap();
    let said = project.fails(&["test", ".", "--allow-env", "NOTES_AGENT"]);
    assert!(said.contains("a case cannot set `mirrors`"), "{said}");
}

/// Functions that call the functions of the provider, and a function that shows the configuration that they got.
const WRAPPED: &str = r#"package main

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// noted is what came with Configure.
var noted property.Map

func judging(check func(context.Context, p.CheckRequest) (p.CheckResponse, error)) func(context.Context, p.CheckRequest) (p.CheckResponse, error) {
	return func(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
		response, err := check(ctx, req)
		response.Inputs = response.Inputs.Set("region", property.New("north"))
		return response, err
	}
}

func noting(configure func(context.Context, p.ConfigureRequest) error) func(context.Context, p.ConfigureRequest) error {
	return func(ctx context.Context, req p.ConfigureRequest) error {
		noted = req.Args
		return configure(ctx, req)
	}
}

// Noted shows what was noted.
type Noted struct{}

// NotedResult is its result.
type NotedResult struct {
	Region string `pulumi:"region"`
	Server string `pulumi:"server"`
}

// Invoke shows it.
func (Noted) Invoke(context.Context, infer.FunctionRequest[struct{}]) (infer.FunctionResponse[NotedResult], error) {
	text := func(key string) string {
		if value := noted.Get(key); value.IsString() {
			return value.AsString()
		}
		return ""
	}
	return infer.FunctionResponse[NotedResult]{Output: NotedResult{text("region"), text("serverUrl")}}, nil
}
"#;

const NOTED: &str = r#"
cases:
  - case: what was noted
    function: noted
    arguments: {}
    expect: { result: { region: north, server: "" } }
"#;
