//! Where the modules of a provider in Go come from: workspaces, folders, vendored copies, and old versions of the framework.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Project, copy, files};
use test_support::pulumi::stack_folder::project_folder;

/// The provider in a folder `provider` beside the module `example.com/shared`, which it imports.
fn beside_a_module(name: &str) -> (PathBuf, Project) {
    let parent = project_folder(&format!("go-{name}"));
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
fn the_workspace_that_gowork_names_counts() {
    let (parent, project) = beside_a_module("named-workspace");
    fs::write(
        parent.join("go.work"),
        "go 1.24\n\nuse (\n\t./provider\n\t./shared\n)\n",
    )
    .unwrap();
    let (succeeded, said) = project.runs_with(&["build", "."], &[("GOWORK", "off")]);
    assert!(!succeeded && said.contains("uses.go:3:8: "), "{said}");
    fs::remove_file(parent.join("go.work")).unwrap();
    fs::create_dir(parent.join("other")).unwrap();
    let named = parent.join("other/named.work");
    fs::write(&named, "go 1.24\n\nuse (\n\t../provider\n\t../shared\n)\n").unwrap();
    let variables = [("GOWORK", named.to_str().unwrap())];
    let (succeeded, built) = project.runs_with(&["build", "."], &variables);
    assert!(succeeded && built.contains(FOUND), "{built}");
}

#[test]
fn an_import_in_a_workspace_has_the_version_that_a_module_requires_or_none() {
    let (parent, project) = beside_a_module("required");
    let proxy = parent.join("proxy");
    let versions = proxy.join("example.com/extra/@v");
    fs::create_dir_all(&versions).unwrap();
    for version in ["v1.0.0", "v1.1.0"] {
        let write = |ending: &str, bytes: &[u8]| {
            fs::write(versions.join(format!("{version}.{ending}")), bytes).unwrap();
        };
        let module = "module example.com/extra\n\ngo 1.24\n";
        let source = format!(
            "package extra\n\n// Mark is in the program.\nfunc Mark() string {{ return \"mark of {version}\" }}\n"
        );
        let inside = format!("example.com/extra@{version}");
        write("info", format!("{{\"Version\":\"{version}\"}}").as_bytes());
        write("mod", module.as_bytes());
        let packed = [
            (format!("{inside}/go.mod"), module),
            (format!("{inside}/extra.go"), source.as_str()),
        ];
        write("zip", &zip(&packed));
    }
    fs::write(versions.join("list"), "v1.0.0\nv1.1.0\n").unwrap();
    let uses = "package main\n\nimport \"os\"\nimport \"example.com/extra\"\n\nfunc init() { os.Setenv(\"MARK\", extra.Mark()) }\n";
    fs::write(project.folder.join("uses.go"), uses).unwrap();
    let work = "go 1.24\n\nuse (\n\t./provider\n\t./shared\n)\n";
    fs::write(parent.join("go.work"), work).unwrap();
    // Go makes the folders of its cache read-only, so that the cache outlives the folder of the test.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("go-cache-of-required");
    let proxy = url::Url::from_file_path(&proxy).unwrap();
    let variables = [
        ("GOPROXY", proxy.as_str()),
        ("GOSUMDB", "off"),
        ("GOMODCACHE", cache.to_str().unwrap()),
    ];
    let (succeeded, said) = project.runs_with(&["build", "."], &variables);
    assert!(
        !succeeded && said.contains("uses.go:4:8: ") && said.contains("example.com/extra"),
        "{said}"
    );
    let requires = "module example.com/shared\n\ngo 1.24\n\nrequire example.com/extra v1.0.0\n";
    fs::write(parent.join("shared/go.mod"), requires).unwrap();
    let (succeeded, said) = project.runs_with(&["build", "."], &variables);
    assert!(succeeded, "{said}");
    let module = fs::read(project.folder.join(".pulumi-wasm/build/module.wasm")).unwrap();
    let has = |mark: &str| {
        let mut windows = module.windows(mark.len());
        windows.any(|window| window == mark.as_bytes())
    };
    assert!(has("mark of v1.0.0") && !has("mark of v1.1.0"));
}

/// Packs files into an archive without compression.
fn zip(files: &[(String, &str)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, text) in files {
        let start = u32::try_from(archive.len()).unwrap();
        let mut sum = flate2::Crc::new();
        sum.update(text.as_bytes());
        let size = u32::try_from(text.len()).unwrap().to_le_bytes();
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        // Version, flags, method, time and date; then the sum, both sizes, and the lengths of the name and of an extra field.
        let mut common = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        for field in [&sum.sum().to_le_bytes()[..], &size, &size, &length, &[0, 0]] {
            common.extend(field);
        }
        archive.extend(
            [
                &b"PK\x03\x04"[..],
                &common,
                name.as_bytes(),
                text.as_bytes(),
            ]
            .concat(),
        );
        directory.extend([&b"PK\x01\x02\x14\0"[..], &common, &[0; 10]].concat());
        directory.extend([&start.to_le_bytes()[..], name.as_bytes()].concat());
    }
    let count = u16::try_from(files.len()).unwrap().to_le_bytes();
    let size = u32::try_from(directory.len()).unwrap().to_le_bytes();
    let start = u32::try_from(archive.len()).unwrap().to_le_bytes();
    archive.extend(directory);
    archive.extend(
        [
            &b"PK\x05\x06\0\0\0\0"[..],
            &count,
            &count,
            &size,
            &start,
            &[0, 0],
        ]
        .concat(),
    );
    archive
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
