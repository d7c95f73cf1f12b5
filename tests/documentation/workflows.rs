//! Checks the workflows of CI and of releases, and runs the commands of their steps that need nothing of the forge.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{read, root};

/// The workflow of new projects.
const OF_NEW_PROJECTS: &str = "host/tool/src/templates/workflow.yml";
/// The workflow of the example that is written as its author publishes it.
const OF_THE_EXAMPLE: &str = "examples/python/etcd/.github/workflows/provider.yml";

/// The workflows by their file names, the workflow of new projects, and the workflow of the example.
fn workflows() -> BTreeMap<String, String> {
    let entries = fs::read_dir(root().join(".github/workflows")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut found: BTreeMap<String, String> = names
        .map(|name| {
            (
                name.clone(),
                read(Path::new(".github/workflows").join(&name)),
            )
        })
        .collect();
    found.insert("of new projects".to_owned(), read(OF_NEW_PROJECTS));
    found.insert("of the example".to_owned(), read(OF_THE_EXAMPLE));
    found
}

fn parsed(text: &str) -> Value {
    serde_saphyr::from_str(text).unwrap()
}

/// Each step with the name of its job.
fn steps(workflow: &Value) -> Vec<(&str, &Value)> {
    let jobs = workflow["jobs"].as_object().unwrap().iter();
    let steps = jobs.flat_map(|(name, job)| {
        let steps = job["steps"].as_array().unwrap().iter();
        steps.map(|step| (name.as_str(), step))
    });
    steps.collect()
}

/// The command of a step of `release.yml`.
fn command(name: &str) -> String {
    let workflow = parsed(&read(".github/workflows/release.yml"));
    let steps = steps(&workflow);
    let mut found = steps.iter().filter(|(_, step)| step["name"] == name);
    let (_, step) = found.next().unwrap_or_else(|| panic!("no step `{name}`"));
    step["run"].as_str().unwrap().to_owned()
}

/// Runs a command as the forge does.
fn run(command: &str, folder: &Path, variables: &[(&str, &str)]) -> (bool, String) {
    let mut shell = Command::new("bash");
    shell
        .args([
            "--noprofile",
            "--norc",
            "-e",
            "-o",
            "pipefail",
            "-c",
            command,
        ])
        .current_dir(folder)
        .envs(variables.iter().copied());
    let output = shell.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

/// A tag can be moved to other code, and a commit cannot.
#[test]
fn workflows_use_actions_by_their_commits() {
    let mut count = 0;
    for (name, text) in workflows() {
        for line in text.lines().filter_map(|line| line.split("uses: ").nth(1)) {
            let (action, version) = line.split_once(" # v").unwrap_or((line, ""));
            let (_, commit) = action.split_once('@').unwrap();
            let is_commit =
                commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_commit && !version.is_empty(), "{name}: {line}");
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
}

/// Dependabot changes all of them together.
#[test]
fn an_action_has_one_version_in_all_workflows() {
    let mut versions: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
    for (name, text) in workflows() {
        for line in text.lines().filter_map(|line| line.split("uses: ").nth(1)) {
            let (action, version) = line.split_once('@').unwrap();
            let users = versions.entry(action.to_owned()).or_default();
            let users = users.entry(version.to_owned()).or_default();
            users.push(name.clone());
        }
    }
    assert!(versions.len() > 5, "{versions:?}");
    for (action, versions) in versions {
        assert_eq!(versions.len(), 1, "{action}: {versions:?}");
    }
    let settings = parsed(&read(".github/dependabot.yml"));
    let mut updates = settings["updates"].as_array().unwrap().iter();
    let updates = updates.find(|update| update["package-ecosystem"] == "github-actions");
    let folders = updates.unwrap()["directories"].as_array().unwrap();
    // Dependabot takes the root for `.github/workflows`.
    assert!(folders.iter().any(|folder| folder == "/"), "{folders:?}");
    for file in [OF_NEW_PROJECTS, OF_THE_EXAMPLE] {
        let (folder, _) = file.rsplit_once('/').unwrap();
        let folder = format!("/{folder}");
        assert!(
            folders.iter().any(|found| *found == *folder),
            "{folder}: {folders:?}"
        );
    }
}

#[test]
fn workflows_may_read_and_single_jobs_may_do_more() {
    for (name, text) in workflows() {
        let workflow = parsed(&text);
        let expected = serde_json::json!({ "contents": "read" });
        assert_eq!(workflow["permissions"], expected, "{name}");
        for (job, step) in steps(&workflow) {
            let is_checkout = step["uses"]
                .as_str()
                .is_some_and(|uses| uses.contains("/checkout@"));
            // The project of an author may need the credentials.
            if is_checkout && name != "of new projects" {
                assert_eq!(step["with"]["persist-credentials"], false, "{name}: {job}");
            }
            // A text of somebody else would be a part of the command.
            let command = step["run"].as_str().unwrap_or_default();
            assert!(!command.contains("${{"), "{name}: {command}");
        }
    }
}

#[test]
fn workflows_run_the_script_that_decides_about_changes() {
    let text = read(".github/workflows/ci.yml");
    let workflow = parsed(&text);
    let steps = steps(&workflow);
    assert!(
        steps
            .iter()
            .any(|(job, step)| *job == "linux" && step["run"] == ".ci/run")
    );
    let release = read(".github/workflows/release.yml");
    for (name, text) in [("ci.yml", text), ("release.yml", release)] {
        let manifest = read("Cargo.toml");
        let (_, rust) = manifest.split_once("\nrust-version = \"").unwrap();
        let rust = rust.split('"').next().unwrap();
        for line in text
            .lines()
            .filter(|line| line.contains("rustup toolchain install"))
        {
            assert!(line.contains(&format!("install {rust} ")), "{name}: {line}");
        }
    }
}

/// On Windows, the forge's git would write CRLF. The tool contains these files.
#[test]
fn machines_of_all_systems_check_out_the_same_bytes() {
    let contained = [
        "LICENSE",
        "README.md",
        "guest-sdk/python/src/pulumi_wasm_provider/__init__.py",
        "host/tool/src/templates/c/Makefile",
        OF_NEW_PROJECTS,
    ];
    let mut git = Command::new("git");
    git.arg("-C").arg(root()).args(["check-attr", "eol", "--"]);
    let output = git.args(contained).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    for file in contained {
        assert!(root().join(file).is_file(), "{file}");
        assert!(said.contains(&format!("{file}: eol: lf\n")), "{said}");
    }
}

/// The folders of workspaces with a lock file, except the peers of benchmarks: only `cargo xtask bench` builds the peers.
fn workspaces() -> Vec<String> {
    let mut found = Vec::new();
    for pattern in ["Cargo.lock", "*/Cargo.lock", "xtask/*/Cargo.lock"] {
        let (folder, name) = pattern.split_once('*').unwrap_or(("", pattern));
        let mut folders = vec![folder.to_owned()];
        if name != pattern {
            let entries = fs::read_dir(root().join(folder)).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            folders = names.map(|name| format!("{folder}{name}/")).collect();
        }
        let has_lock = |folder: &String| root().join(folder).join("Cargo.lock").is_file();
        found.extend(folders.into_iter().filter(has_lock));
    }
    found
}

#[test]
fn cargo_deny_checks_each_workspace_with_a_lock_file() {
    let text = read(".github/workflows/ci.yml");
    let workflow = parsed(&text);
    let commands: Vec<&str> = steps(&workflow)
        .iter()
        .filter(|(job, _)| *job == "dependencies")
        .filter_map(|(_, step)| step["run"].as_str())
        .collect();
    let workspaces = workspaces();
    assert!(workspaces.len() >= 3, "{workspaces:?}");
    for folder in workspaces {
        let place = match folder.as_str() {
            "" => String::new(),
            folder => format!("--config deny.toml --manifest-path {folder}Cargo.toml "),
        };
        let command = format!("cargo deny {place}--all-features check");
        assert!(commands.contains(&command.as_str()), "{command}");
    }
}

#[test]
fn the_workflow_of_the_example_installs_the_tool_as_a_new_project_does() {
    let template = read(OF_NEW_PROJECTS).replace("VERSION", env!("CARGO_PKG_VERSION"));
    let (template, example) = (parsed(&template), parsed(&read(OF_THE_EXAMPLE)));
    let installs = |workflow: &Value| -> Vec<Value> {
        let steps = steps(workflow).into_iter();
        let installs = steps.filter(|(_, step)| step["name"] == "Install pulumi-wasm");
        installs.map(|(_, step)| step.clone()).collect()
    };
    let expected = installs(&template);
    assert_eq!(expected.len(), 1);
    // The job with the tests, and the job that publishes.
    assert_eq!(installs(&example), [expected.clone(), expected].concat());
}

/// The assets of two platforms, as `cargo xtask release` writes them, with the files about several platforms.
const ASSETS: [&str; 11] = [
    "checksums.txt",
    "pulumi-resource-wasm-v1.2.3-linux-amd64.tar.gz",
    "pulumi-wasm-1.2.3.tgz",
    "pulumi-wasm-linux-x64-1.2.3.tgz",
    "pulumi-wasm-v1.2.3-linux-amd64.cdx.json",
    "pulumi-wasm-v1.2.3-linux-amd64.tar.gz",
    "pulumi-wasm-win32-arm64-1.2.3.tgz",
    "pulumi-wasm.rb",
    "pulumi_wasm-1.2.3-py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl",
    "pulumi_wasm-1.2.3-py3-none-win_arm64.whl",
    "provenance.sigstore.json",
];

fn assets() -> tempfile::TempDir {
    assets_of("1.2.3")
}

fn assets_of(version: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let dist = folder.path().join("dist");
    fs::create_dir(&dist).unwrap();
    for name in ASSETS {
        let name = name.replace("1.2.3", version);
        fs::write(dist.join(&name), &name).unwrap();
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn each_machine_of_a_release_leaves_out_the_files_about_several_platforms() {
    let folder = assets();
    let (done, said) = run(
        &command("Leave out the files about several platforms"),
        folder.path(),
        &[],
    );
    assert!(done, "{said}");
    let left = names(&folder.path().join("dist"));
    for name in ["checksums.txt", "pulumi-wasm.rb", "pulumi-wasm-1.2.3.tgz"] {
        assert!(!left.iter().any(|file| file == name), "{left:?}");
    }
    assert_eq!(left.len(), ASSETS.len() - 3);
}

#[test]
fn npm_gets_the_packages_of_the_platforms_before_the_main_package() {
    // npm that has the packages with a file in `had`.
    let npm = r#"npm() {
        if [ "$1" = view ]; then cat "had/${2//\//+}" 2> /dev/null; return; fi
        echo "$6 $7" >> published
    }"#;
    let command = format!("{npm}\n{}", command("Publish the packages"));
    for (version, tag, had) in [
        ("1.2.3", "latest", ""),
        // `npm install` without a version does not take these.
        ("1.2.3-rc.1", "next", ""),
        // The job failed after the first package, and runs again.
        ("1.2.3", "latest", "@pulumi-wasm+linux-x64@1.2.3"),
    ] {
        let folder = assets_of(version);
        fs::create_dir(folder.path().join("had")).unwrap();
        if !had.is_empty() {
            fs::write(folder.path().join("had").join(had), version).unwrap();
        }
        let variable = [("GITHUB_REF_NAME", &*format!("v{version}"))];
        let (done, said) = run(&command, folder.path(), &variable);
        assert!(done, "{said}");
        let published = fs::read_to_string(folder.path().join("published")).unwrap();
        let mut expected = vec![
            format!("{tag} ./dist/pulumi-wasm-linux-x64-{version}.tgz"),
            format!("{tag} ./dist/pulumi-wasm-win32-arm64-{version}.tgz"),
            format!("{tag} ./dist/pulumi-wasm-{version}.tgz"),
        ];
        if !had.is_empty() {
            expected.remove(0);
        }
        assert_eq!(published.lines().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_release_before_a_version_is_marked() {
    let folder = assets();
    let command = format!("gh() {{ echo \"$*\"; }}\n{}", command("Make the release"));
    for (tag, expected) in [("v1.2.3", "--latest"), ("v1.2.3-rc.1", "--prerelease")] {
        let (done, said) = run(&command, folder.path(), &[("GITHUB_REF_NAME", tag)]);
        assert!(done && said.contains(expected), "{said}");
        let begin = format!("release create {tag} --verify-tag");
        assert!(
            said.starts_with(&begin) && said.contains("dist/pulumi-wasm.rb"),
            "{said}"
        );
    }
}

#[test]
fn pypi_gets_only_the_wheels() {
    let folder = assets();
    let (done, said) = run(&command("Keep only the wheels"), folder.path(), &[]);
    assert!(done, "{said}");
    let wheels = names(&folder.path().join("wheels"));
    assert!(
        wheels.len() == 2 && wheels.iter().all(|name| name.ends_with(".whl")),
        "{wheels:?}"
    );
}

/// Before the programs are built, which takes an hour.
#[test]
fn a_release_begins_only_with_a_tag_that_the_sources_name() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "Cargo.toml",
        "[workspace.package]\nversion = \"1.2.3\"\n\n[workspace.dependencies]\na = { version = \"1.2.4\" }\n",
    );
    write(
        "CHANGELOG.md",
        "# Changelog\n\n## 1.2.3 (2026-12-01)\n\n## 1.2.2 (unreleased)\n",
    );
    let version = command("The tag is the version of the programs");
    let changes = command("The list of changes has the version with its date");
    for (tag, is_version, has_changes) in [
        ("v1.2.3", true, true),
        ("v1.2.4", false, false),
        ("v1.2", false, false),
        ("v1.2.2", false, false),
    ] {
        let tag = [("GITHUB_REF_NAME", tag)];
        assert_eq!(run(&version, folder.path(), &tag).0, is_version, "{tag:?}");
        assert_eq!(run(&changes, folder.path(), &tag).0, has_changes, "{tag:?}");
    }
    // The files have these forms.
    let own = env!("CARGO_PKG_VERSION");
    assert!(read("CHANGELOG.md").contains(&format!("\n## {own} (")));
    let tag = format!("v{own}");
    assert!(run(&version, root(), &[("GITHUB_REF_NAME", &tag)]).0);
}

#[test]
fn a_release_whose_programs_differ_when_they_are_built_again_is_not_published() {
    let folder = assets();
    let again = folder.path().join("again");
    fs::create_dir(&again).unwrap();
    let archives = ASSETS.iter().filter(|name| name.contains("linux"));
    for name in archives {
        fs::write(again.join(name), name).unwrap();
    }
    // Written on each machine; the machine that collects all files writes them again.
    fs::write(again.join("checksums.txt"), "of one platform").unwrap();
    let compare = command("Compare the programs that were built twice");
    let (done, said) = run(&compare, folder.path(), &[]);
    assert!(done, "{said}");
    for name in [
        "pulumi-resource-wasm-v1.2.3-linux-amd64.tar.gz",
        "pulumi_wasm-1.2.3-py3-none-manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl",
    ] {
        fs::write(again.join(name), "changed").unwrap();
        let (done, said) = run(&compare, folder.path(), &[]);
        assert!(!done && said.contains(name), "{said}");
        fs::write(again.join(name), name).unwrap();
    }
    fs::remove_dir_all(&again).unwrap();
    fs::create_dir(&again).unwrap();
    assert!(!run(&compare, folder.path(), &[]).0);
}

#[test]
fn a_release_has_the_version_of_its_tag_and_the_bytes_of_its_checksums() {
    let folder = assets();
    let check = command("The tag is the version");
    assert!(run(&check, folder.path(), &[("GITHUB_REF_NAME", "v1.2.3")]).0);
    assert!(!run(&check, folder.path(), &[("GITHUB_REF_NAME", "v1.2.4")]).0);
    let check = command("Check the checksums");
    let dist = folder.path().join("dist");
    let name = "pulumi-wasm-1.2.3.tgz";
    let line = pulumi_wasm_archive::checksum_line(name, name.as_bytes());
    fs::write(dist.join("checksums.txt"), line).unwrap();
    assert!(run(&check, folder.path(), &[]).0);
    fs::write(dist.join(name), "changed").unwrap();
    assert!(!run(&check, folder.path(), &[]).0);
}
