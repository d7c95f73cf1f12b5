//! The plugin's program as the language host of `runtime: wasm`: it serves the component of a folder.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::language_runtime_client::LanguageRuntimeClient;
use test_support::protocol::pulumirpc::run_plugin_response::Output;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Child;
use tonic::transport::Channel;
use tonic::{Code, Streaming};

use test_support::fake::calls::create_request;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::{channel, connect};
use test_support::fake::scene::{Scene, shared_cache};
use test_support::fake::steps::{Answer, Step};
use test_support::programs;
use test_support::servers::fixed_answer;
use test_support::{assert_says, within};

/// A running language host. Killed when it is dropped.
struct LanguageHost {
    child: Child,
    client: LanguageRuntimeClient<Channel>,
}

impl LanguageHost {
    async fn start(scene: &Scene, path: &str) -> Self {
        let program = scene.home().join("pulumi-language-wasm");
        let host = Path::new(env!("CARGO_BIN_EXE_pulumi-resource-wasm"));
        std::fs::create_dir_all(scene.home()).unwrap();
        if !program.exists() {
            programs::place(host, &program);
        }
        let mut child = tokio::process::Command::new(program)
            .arg(&scene.engine.address)
            .env("PATH", path)
            .env("PULUMI_HOME", scene.home())
            .current_dir(scene.project())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        within(output.read_line(&mut line)).await.unwrap();
        let port = line.trim_end().parse().expect("a port");
        let client = LanguageRuntimeClient::new(channel(port).await);
        Self { child, client }
    }

    fn client(&self) -> LanguageRuntimeClient<Channel> {
        self.client.clone()
    }

    async fn run(&self, request: pb::RunPluginRequest) -> Streaming<pb::RunPluginResponse> {
        let stream = within(self.client().run_plugin(request)).await;
        stream.unwrap().into_inner()
    }
}

/// A folder with a component, in the user's project.
fn folder(scene: &Scene, component: &[u8]) -> PathBuf {
    let folder = scene.project().join("acme-provider");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("PulumiPlugin.yaml"), "runtime: wasm\n").unwrap();
    std::fs::write(folder.join("acme.wasm"), component).unwrap();
    folder
}

fn making() -> Vec<u8> {
    let made = Answer::Created {
        id: "made",
        outputs: "{}",
    };
    Guest::new().does("create", [Step::Answer(made)]).build()
}

fn words(list: &[&str]) -> Value {
    let values = list.iter().map(|word| Value {
        kind: Some(Kind::StringValue((*word).to_owned())),
    });
    Value {
        kind: Some(Kind::ListValue(ListValue {
            values: values.collect(),
        })),
    }
}

fn info(folder: &Path, options: &[(&str, Value)]) -> Option<pb::ProgramInfo> {
    let fields = options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()));
    Some(pb::ProgramInfo {
        root_directory: folder.display().to_string(),
        program_directory: folder.display().to_string(),
        entry_point: ".".to_owned(),
        options: Some(Struct {
            fields: fields.collect(),
        }),
    })
}

fn request(scene: &Scene, folder: &Path, options: &[(&str, Value)]) -> pb::RunPluginRequest {
    pb::RunPluginRequest {
        pwd: scene.project().display().to_string(),
        args: vec![scene.engine.address.clone()],
        env: vec![
            format!("PULUMI_HOME={}", scene.home().display()),
            format!("PULUMI_WASM_CACHE_DIR={}", shared_cache().display()),
        ],
        info: info(folder, options),
        kind: "resource".to_owned(),
        ..pb::RunPluginRequest::default()
    }
}

/// The port that the started plugin prints.
async fn port(stream: &mut Streaming<pb::RunPluginResponse>) -> u16 {
    let mut line = Vec::new();
    while !line.ends_with(b"\n") {
        let piece = within(stream.message()).await.unwrap().expect("a piece");
        match piece.output {
            Some(Output::Stdout(piece)) => line.extend(piece),
            other => panic!("{other:?}"),
        }
    }
    String::from_utf8(line).unwrap().trim_end().parse().unwrap()
}

#[tokio::test]
async fn a_folder_is_served_as_the_provider_in_it_until_the_engine_stops_reading() {
    let scene = Scene::new().await;
    let host = LanguageHost::start(&scene, "").await;
    let folder = folder(&scene, &making());
    let mut stream = host.run(request(&scene, &folder, &[])).await;
    let port = port(&mut stream).await;
    let mut provider = connect(port).await;
    let info = within(provider.get_plugin_info(())).await.unwrap();
    assert_eq!(info.into_inner().version, "1.2.3");
    let schema = within(provider.get_schema(pb::GetSchemaRequest::default())).await;
    let schema: serde_json::Value =
        serde_json::from_str(&schema.unwrap().into_inner().schema).unwrap();
    assert_eq!(schema["name"], "acme");
    assert!(schema.get("parameterization").is_none(), "{schema}");
    let created = within(provider.create(create_request("one"))).await;
    assert_eq!(created.unwrap().into_inner().id, "made");
    drop(stream);
    within(async {
        while tokio::net::TcpStream::connect(("127.0.0.1", port))
            .await
            .is_ok()
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn an_operators_policy_narrows_the_grants_of_a_folder() {
    let server = fixed_answer::start(2).await;
    let scene = Scene::new().await;
    scene.write_policy("network:\n  allow: [api.acme.com]\n");
    let host = LanguageHost::start(&scene, "").await;
    let folder = folder(&scene, &Guest::fetching(&server).build());
    let granted = ("parameters", words(&["--allow-net", &server]));
    let mut stream = host.run(request(&scene, &folder, &[granted])).await;
    let mut provider = connect(port(&mut stream).await).await;
    let refused = within(provider.create(create_request("one"))).await;
    assert_says(
        refused.unwrap_err().message(),
        &[&server, "`network.allow`"],
    );
}

#[tokio::test]
async fn the_plugin_ends_with_its_language_host() {
    let scene = Scene::new().await;
    let mut host = LanguageHost::start(&scene, "").await;
    let folder = folder(&scene, &making());
    let mut stream = host.run(request(&scene, &folder, &[])).await;
    let port = port(&mut stream).await;
    host.child.kill().await.unwrap();
    within(async {
        while tokio::net::TcpStream::connect(("127.0.0.1", port))
            .await
            .is_ok()
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn mistakes_in_a_folder_are_said_by_the_calls_that_need_the_package() {
    let scene = Scene::new().await;
    let host = LanguageHost::start(&scene, "").await;
    let folder = folder(&scene, &making());
    for (options, expected) in [
        (("component", words(&["x"])), "unknown field `component`"),
        (
            ("parameters", words(&["./other.wasm"])),
            "there is no file `./other.wasm`",
        ),
        (("parameters", words(&["--alow-net", "x"])), "--alow-net"),
        (
            ("parameters", words(&["--limit", "component-size=1KiB"])),
            "component-size",
        ),
    ] {
        let mut stream = host.run(request(&scene, &folder, &[options])).await;
        let mut provider = connect(port(&mut stream).await).await;
        let refused = within(provider.get_schema(pb::GetSchemaRequest::default())).await;
        assert_says(refused.unwrap_err().message(), &[expected, "\nhint: "]);
    }
    let mut stream = host.run(request(&scene, &folder, &[])).await;
    let mut provider = connect(port(&mut stream).await).await;
    let refused = within(provider.parameterize(pb::ParameterizeRequest::default())).await;
    assert_says(refused.unwrap_err().message(), &["takes no parameters"]);
}

/// The options are in a file of the folder, whose author may be anybody.
#[tokio::test]
async fn options_of_any_form_end_no_language_host() {
    let scene = Scene::new().await;
    let host = LanguageHost::start(&scene, "").await;
    let folder = folder(&scene, &making());
    let mut deep = words(&["x"]);
    for _ in 0..40 {
        deep = Value {
            kind: Some(Kind::ListValue(ListValue { values: vec![deep] })),
        };
    }
    let long = "x".repeat(4 << 20);
    let many: Vec<&str> = std::iter::repeat_n("--allow-env", 20_000).collect();
    for hostile in [
        deep,
        words(&[&long]),
        words(&many),
        words(&["--folder", "/", "--folder-options", "{}"]),
        words(&["\0", "\u{1b}[2J", "-"]),
        Value { kind: None },
    ] {
        let request = request(&scene, &folder, &[("parameters", hostile)]);
        let refused = match within(host.client().run_plugin(request)).await {
            // The program does not start.
            Err(refused) => refused,
            Ok(stream) => {
                let mut stream = stream.into_inner();
                let mut provider = connect(port(&mut stream).await).await;
                let schema = provider.get_schema(pb::GetSchemaRequest::default());
                within(schema).await.unwrap_err()
            }
        };
        let message = refused.message();
        assert!(message.len() < 16 << 10, "{} bytes", message.len());
        assert!(!message.contains('\u{1b}'), "{message}");
    }
    let mut stream = host.run(request(&scene, &folder, &[])).await;
    port(&mut stream).await;
}

#[tokio::test]
async fn only_providers_are_run() {
    let scene = Scene::new().await;
    let host = LanguageHost::start(&scene, "").await;
    let folder = folder(&scene, &making());
    let analyzer = pb::RunPluginRequest {
        kind: "analyzer".to_owned(),
        ..request(&scene, &folder, &[])
    };
    let refused = within(host.client().run_plugin(analyzer))
        .await
        .unwrap_err();
    assert_says(refused.message(), &["of the kind `analyzer`"]);
    let nowhere = pb::RunPluginRequest {
        info: None,
        ..request(&scene, &folder, &[])
    };
    let refused = within(host.client().run_plugin(nowhere)).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    let run = within(host.client().run(pb::RunRequest::default())).await;
    assert_says(
        &run.unwrap().into_inner().error,
        &["is for providers", "\nhint: "],
    );
    let pack = within(host.client().pack(pb::PackRequest::default())).await;
    assert_eq!(pack.unwrap_err().code(), Code::Unimplemented);
    let required = pb::GetRequiredPackagesRequest::default();
    let required = within(host.client().get_required_packages(required)).await;
    assert!(required.unwrap().into_inner().packages.is_empty());
    let about = within(host.client().about(pb::AboutRequest::default())).await;
    assert_eq!(
        about.unwrap().into_inner().version,
        env!("CARGO_PKG_VERSION")
    );
}

/// The output of installing a folder, and the failure at its end.
async fn installed(host: &LanguageHost, folder: &Path) -> (String, Option<String>) {
    installed_with(host, folder, &[]).await
}

async fn installed_with(
    host: &LanguageHost,
    folder: &Path,
    options: &[(&str, Value)],
) -> (String, Option<String>) {
    let request = pb::InstallDependenciesRequest {
        info: info(folder, options),
        is_plugin: true,
        ..pb::InstallDependenciesRequest::default()
    };
    let mut stream = match within(host.client().install_dependencies(request)).await {
        Ok(stream) => stream.into_inner(),
        Err(refused) => return (String::new(), Some(refused.message().to_owned())),
    };
    let mut text = Vec::new();
    loop {
        match within(stream.message()).await {
            Ok(Some(piece)) => {
                text.extend(piece.stdout);
                text.extend(piece.stderr);
            }
            Ok(None) => return (String::from_utf8(text).unwrap(), None),
            Err(failed) => {
                let text = String::from_utf8(text).unwrap();
                return (text, Some(failed.message().to_owned()));
            }
        }
    }
}

#[tokio::test]
async fn a_project_without_a_component_is_built_by_the_tool() {
    let scene = Scene::new().await;
    let folder = folder(&scene, &making());
    std::fs::write(folder.join("pyproject.toml"), "").unwrap();
    let without = LanguageHost::start(&scene, "").await;
    assert_eq!(installed(&without, &folder).await, (String::new(), None));
    std::fs::remove_file(folder.join("acme.wasm")).unwrap();
    std::fs::create_dir(folder.join("other.wasm")).unwrap();
    let (_, failed) = installed(&without, &folder).await;
    assert_says(&failed.unwrap(), &["is not on PATH", "\nhint: "]);
    // A component that the author names, here or elsewhere, is not built.
    for named in ["./dist/acme.wasm", "oci://ghcr.io/acme/provider:1.2.3"] {
        let named = ("parameters", words(&[named]));
        let installed = installed_with(&without, &folder, &[named]).await;
        assert_eq!(installed, (String::new(), None));
    }
    drop(without);

    let tool = Path::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    let path = tool.parent().unwrap().display().to_string();
    let with = LanguageHost::start(&scene, &path).await;
    let (text, failed) = installed(&with, &folder).await;
    // The project is empty, which the tool finds out.
    assert_says(&text, &["error: "]);
    assert_says(&failed.unwrap(), &["`pulumi-wasm build` failed"]);
    std::fs::remove_file(folder.join("pyproject.toml")).unwrap();
    assert_eq!(installed(&with, &folder).await, (String::new(), None));
}

#[tokio::test]
async fn nothing_of_a_folder_is_run_that_is_not_a_part_of_the_users_project() {
    let scene = Scene::new().await;
    // A stand-in for the tool that records its start.
    let programs = scene.home().join("programs");
    std::fs::create_dir_all(&programs).unwrap();
    let ran = scene.home().join("ran");
    let tool = programs.join("pulumi-wasm");
    std::fs::write(
        &tool,
        format!("#!/bin/sh\necho built > {}\n", ran.display()),
    )
    .unwrap();
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
    let host = LanguageHost::start(&scene, &programs.display().to_string()).await;
    let project = |folder: PathBuf| {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("PulumiPlugin.yaml"), "runtime: wasm\n").unwrap();
        std::fs::write(folder.join("Cargo.toml"), "[package]\nname = \"acme\"\n").unwrap();
        folder
    };
    let cloned = scene.project().join("cloned");
    std::fs::create_dir_all(cloned.join(".git")).unwrap();
    let linked = scene.project().join("linked");
    let elsewhere = project(scene.home().join("../elsewhere"));
    std::os::unix::fs::symlink(&elsewhere, &linked).unwrap();
    for foreign in [
        // Where Pulumi puts repositories.
        project(
            scene
                .home()
                .join("plugins/resource-github.com_acme_provider-v1.2.0"),
        ),
        elsewhere,
        linked,
        project(cloned),
        project(scene.project().join("node_modules/acme")),
    ] {
        let (_, refused) = installed(&host, &foreign).await;
        assert_says(
            &refused.unwrap(),
            &[
                "the plugin did not build it",
                "\nhint: ",
                "pulumi-wasm build",
            ],
        );
        assert!(!ran.exists(), "{}", foreign.display());
    }
    let own = project(scene.project().join("providers/acme"));
    assert_eq!(installed(&host, &own).await, (String::new(), None));
    assert!(ran.exists());
}

/// The files of projects that `pulumi-wasm build` knows.
fn project_files() -> Vec<String> {
    let tool = env!("CARGO_BIN_EXE_pulumi-wasm");
    let help = std::process::Command::new(tool)
        .args(["build", "--help"])
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let words: Vec<&str> = help.split_whitespace().collect();
    let text = words.join(" ");
    let (_, files) = text.split_once("a folder with ").expect("a list of files");
    let (files, _) = files.split_once(", or one below").expect("its end");
    let files = files.replace(" or ", ", ");
    files.split(", ").map(str::to_owned).collect()
}

#[tokio::test]
async fn a_folder_is_a_project_in_each_language_of_the_tool() {
    let scene = Scene::new().await;
    let host = LanguageHost::start(&scene, "").await;
    let files = project_files();
    assert!(files.contains(&"go.mod".to_owned()), "{files:?}");
    for file in files {
        let folder = scene.home().join("../elsewhere").join(&file);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("PulumiPlugin.yaml"), "runtime: wasm\n").unwrap();
        std::fs::write(folder.join(&file), "").unwrap();
        let (_, refused) = installed(&host, &folder).await;
        let refused = refused.unwrap_or_else(|| panic!("{file} is nothing to build"));
        assert_says(&refused, &["the plugin did not build it"]);
    }
}
