//! The configuration of providers in Go: functions of `p.Provider` that the author sets, and values that a check changes.

use std::fs;

use super::Project;

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
