//! Where the modules of a provider in Go come from: workspaces, folders, vendored copies, and old versions of the framework.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Project, copy, files};

/// The provider in a folder `provider` beside the module `example.com/shared`, which it imports.
fn beside_a_module(name: &str) -> (PathBuf, Project) {
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("go-{name}"));
    if parent.exists() {
        fs::remove_dir_all(&parent).unwrap();
    }
    let folder = parent.join("provider");
    copy(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/components/go/notes"),
        &folder,
    );
    fs::create_dir(parent.join(".git")).unwrap();
    fs::create_dir(parent.join("shared")).unwrap();
    fs::write(
        parent.join("shared/go.mod"),
        "module example.com/shared\n\ngo 1.24\n",
    )
    .unwrap();
    let shared = "// Package shared belongs to the same author.\npackage shared\n\nimport \"os\"\n\n\
        // Token gives the token.\nfunc Token() string { return os.Getenv(\"SHARED_TOKEN\") }\n";
    fs::write(parent.join("shared/shared.go"), shared).unwrap();
    let uses = "package main\n\nimport \"example.com/shared\"\n\n// Token gives the token.\nfunc Token() string { return shared.Token() }\n\nvar _ = Token\n";
    fs::write(folder.join("uses.go"), uses).unwrap();
    let project = Project {
        folder,
        files: files(&parent),
    };
    (parent, project)
}

/// The line about the source of the module in the message of a build.
const FOUND: &str = "the variable SHARED_TOKEN (optional): example.com/shared/shared.go:7 reads it";

#[test]
fn a_workspace_above_a_project_gives_its_modules_and_stays_as_it_is() {
    let (parent, mut project) = beside_a_module("workspace");
    let said = project.fails(&["build", "."]);
    assert!(
        said.contains("uses.go:3:8: ") && said.contains("example.com/shared"),
        "{said}"
    );
    fs::write(
        parent.join("go.work"),
        "go 1.24\n\nuse (\n\t./provider\n\t./shared\n)\n",
    )
    .unwrap();
    project.files = files(&parent);
    let built = project.succeeds(&["build", "."]);
    assert!(built.contains(FOUND), "{built}");
    assert!(
        files(&parent) == project.files,
        "files of the author changed"
    );
    assert!(!parent.join("go.work.sum").exists());
    // Go ignores a workspace without the project after `GOWORK=off`.
    fs::write(parent.join("go.work"), "go 1.24\n\nuse ./shared\n").unwrap();
    let said = project.fails(&["build", "."]);
    assert!(
        said.contains("uses.go:3:8: ") && said.contains("example.com/shared"),
        "{said}"
    );
    fs::write(
        parent.join("go.work"),
        "go 1.24\n\nuse ./provider\nuse ./absent\n",
    )
    .unwrap();
    let said = project.fails(&["build", "."]);
    for part in ["go.work", "absent/go.mod"] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
}

#[test]
fn a_module_that_comes_from_a_folder_is_built_and_counts_as_the_authors() {
    let (parent, mut project) = beside_a_module("replaced");
    let file = project.folder.join("go.mod");
    let text = fs::read_to_string(&file).unwrap();
    let more = "\nrequire example.com/shared v0.0.0\n\nreplace example.com/shared => ../shared\n";
    fs::write(&file, text + more).unwrap();
    project.files = files(&parent);
    let built = project.succeeds(&["build", "."]);
    assert!(built.contains(FOUND), "{built}");
    assert!(
        files(&parent) == project.files,
        "files of the author changed"
    );
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("../shared", "../absent")).unwrap();
    let said = project.fails(&["build", "."]);
    assert!(
        said.contains("absent") && said.contains("\nhint: "),
        "{said}"
    );
}

#[test]
fn a_vendored_copy_is_left_alone_and_named_if_a_module_lacks() {
    let project = Project::new("vendored");
    let vendor = project.folder.join("vendor");
    fs::create_dir(&vendor).unwrap();
    fs::write(
        vendor.join("modules.txt"),
        "# github.com/pulumi/pulumi-go-provider v1.5.0\n",
    )
    .unwrap();
    project.succeeds(&["build", "."]);
    assert_eq!(project.changed_files(), Vec::<String>::new());
    let uses = "package main\n\nimport _ \"example.com/shared\"\n";
    fs::write(project.folder.join("uses.go"), uses).unwrap();
    let said = project.fails(&["build", "."]);
    for part in [
        "uses.go:3:8: ",
        "hint: the folder `vendor` is not read",
        "`go mod download`",
    ] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
}

#[test]
fn a_provider_for_a_framework_before_version_1_is_refused_with_the_line() {
    let mut project = Project::new("old-framework");
    let file = project.folder.join("go.mod");
    let text = fs::read_to_string(&file).unwrap();
    let line = text
        .lines()
        .position(|line| line.contains("pulumi-go-provider "))
        .unwrap()
        + 1;
    let version = "pulumi-go-provider v1.5.0";
    assert!(text.contains(version), "{text}");
    fs::write(&file, text.replace(version, "pulumi-go-provider v0.24.1")).unwrap();
    project.files = files(&project.folder);
    let said = project.fails(&["build", "."]);
    let place = format!("go.mod:{line} requires github.com/pulumi/pulumi-go-provider v0.24.1");
    for part in [
        place.as_str(),
        "hint: `go get github.com/pulumi/pulumi-go-provider@v1.5.0`",
        "infer.CreateRequest",
    ] {
        assert!(said.contains(part), "`{part}` should be in\n{said}");
    }
    assert_eq!(project.changed_files(), Vec::<String>::new());
}
