//! The process that compiles: its bounds, its input, and its end.

use std::path::{Path, PathBuf};
use std::time::Duration;

use test_support::protocol::pulumirpc::LogSeverity;
use tokio::process::Command;

use test_support::fake::calls::{arguments, create};
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::is_long;
use test_support::{assert_says, within, within_time};

/// Functions that take some seconds to compile.
const HEAVY: usize = 8000;

/// The plugin with a separate, empty cache.
pub(crate) fn command(scene: &Scene) -> Command {
    let mut command = scene.command();
    command.env_remove("PULUMI_WASM_CACHE_DIR");
    command.arg(&scene.engine.address);
    command
}

/// How many files below a folder have a name that ends so.
fn files(folder: &Path, extension: &str) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    entries
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            if path.is_dir() {
                files(&path, extension)
            } else {
                usize::from(path.extension().is_some_and(|found| found == extension))
            }
        })
        .sum()
}

/// How often the engine got a message.
fn heard(scene: &Scene, words: &str) -> usize {
    let messages = scene.engine.messages();
    let with_words = messages
        .iter()
        .filter(|found| found.message.contains(words));
    with_words.count()
}

/// The processes that a process started.
fn children(parent: u32) -> Vec<u32> {
    let parent_of = |process: u32| {
        let line = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let (_, rest) = line.rsplit_once(')')?;
        let mut fields = rest.split_whitespace();
        let state = fields.next()?;
        let parent: u32 = fields.next()?.parse().ok()?;
        (state != "Z").then_some(parent)
    };
    std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok())
        .filter(|process| parent_of(*process) == Some(parent))
        .collect()
}

/// The process that compiles for a plugin, once it does so.
async fn compiler(plugin: &Plugin) -> u32 {
    let parent = plugin.child.id().unwrap();
    within(async {
        loop {
            if let Some(child) = children(parent).first() {
                return *child;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await
}

#[tokio::test]
async fn limits_on_compiling_are_named_and_a_failure_is_remembered() {
    // With a cache, and without one.
    for cache in [None, Some("/dev/null")] {
        let scene = Scene::new().await;
        scene.add("acme.wasm", &Guest::new());
        let mut command = command(&scene);
        if let Some(cache) = cache {
            command.env("PULUMI_WASM_CACHE_DIR", cache);
        }
        let plugin = Plugin::start(command).await;
        let words = ["./acme.wasm", "--limit", "compile-memory=1MiB"];
        plugin.parameterize(&words).await.unwrap();
        let status = plugin.create("one").await.unwrap_err();
        // No code of the component has run.
        assert_eq!(status.code(), tonic::Code::FailedPrecondition, "{status}");
        let words = [
            "compile-memory of 1 MiB for compiling `./acme.wasm`",
            "hint: raise it with `--limit compile-memory=",
        ];
        assert_says(status.message(), &words);
        // The process lives, and knows.
        plugin.handshake().await;
        let again = plugin.create("one").await.unwrap_err();
        assert_eq!(status.message(), again.message());
        assert!(heard(&scene, "compiling `./acme.wasm`") <= 1);
    }
}

#[tokio::test]
async fn the_compiler_is_bound_and_bare_and_ends_with_its_plugin() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new().weighs(HEAVY));
    let mut started = command(&scene);
    started.env("ACME_TOKEN", "hunter2 hunter2");
    let mut plugin = Plugin::start(started).await;
    let words = [
        "./acme.wasm",
        "--limit",
        "compile-memory=2GiB",
        "--limit",
        "compile-time=100s",
    ];
    // So large a component is compiled while it is added.
    let mut client = plugin.client();
    let request = arguments(&words);
    let call = tokio::spawn(async move { client.parameterize(request).await });
    let compiler = compiler(&plugin).await;
    scene.engine.hears("compiling `./acme.wasm`").await;

    let of = |file: &str| std::fs::read(format!("/proc/{compiler}/{file}")).ok();
    let fields = |process: u32| -> Vec<String> {
        let line = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        let (_, rest) = line.rsplit_once(')').unwrap();
        rest.split_whitespace().map(str::to_owned).collect()
    };
    let (group, niceness) = (2, 16);
    let nice = |process: u32| fields(process)[niceness].parse::<i32>().unwrap();
    let of_plugin = nice(plugin.child.id().unwrap());
    // It binds itself before it reads anything, and lowers its priority last. The lowest priority is 19.
    within(async {
        while nice(compiler) <= of_plugin && of_plugin < 19 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await;

    let limits = String::from_utf8(of("limits").unwrap()).unwrap();
    let limit = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        let values = line[name.len()..].split_whitespace();
        values.take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(limit("Max data size"), ["2147483648", "2147483648"]);
    assert_eq!(limit("Max file size"), ["1073741824", "1073741824"]);
    assert_eq!(limit("Max core file size"), ["0", "0"]);
    let seconds: u64 = limit("Max cpu time")[0].parse().unwrap();
    assert!((100..100_000).contains(&seconds), "{seconds}");
    assert_eq!(fields(compiler)[group], compiler.to_string());
    // The process disables core dumps, so only root may read its entry in `/proc`.
    if let Some(environment) = of("environ") {
        assert_eq!(environment, b"");
        let folder = std::fs::read_link(format!("/proc/{compiler}/cwd")).unwrap();
        assert_eq!(folder.to_str(), Some("/"));
        let open: Vec<PathBuf> = std::fs::read_dir(format!("/proc/{compiler}/fd"))
            .unwrap()
            .map(|entry| std::fs::read_link(entry.unwrap().path()).unwrap())
            .collect();
        assert!(open.iter().any(|file| file.ends_with("component.wasm")));
        // The process has nothing open that belongs to its plugin: no connection, no timer.
        for file in open {
            let name = file.display().to_string();
            assert!(
                !name.starts_with("socket:") && !name.starts_with("anon_inode:"),
                "{name}"
            );
        }
    }

    plugin.child.kill().await.unwrap();
    within_time(Duration::from_secs(5), async {
        while std::fs::exists(format!("/proc/{compiler}/exe")).unwrap() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    within(call).await.unwrap().unwrap_err();
}

#[tokio::test]
async fn a_damaged_component_is_not_compiled_but_said_and_adding_it_again_repairs_it() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let plugin = Plugin::start(command(&scene)).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    let entry = std::fs::read_dir(scene.store()).unwrap().next().unwrap();
    let component = entry.unwrap().path().join("component.wasm");
    let mut bytes = std::fs::read(&component).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&component, &bytes).unwrap();
    let status = plugin.create("one").await.unwrap_err();
    let place = component.display().to_string();
    let expected = ["damaged", &place, "hint: ", "pulumi-wasm cache verify"];
    assert_says(status.message(), &expected);

    plugin.handshake().await;
    let plugin = Plugin::start(command(&scene)).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
}

#[tokio::test]
async fn many_processes_on_a_cold_cache_compile_once() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new().weighs(300));
    let mut plugins = Vec::new();
    for _ in 0..if is_long() { 100 } else { 8 } {
        let plugin = Plugin::start(command(&scene)).await;
        plugin.parameterize(&["./acme.wasm"]).await.unwrap();
        plugins.push(plugin);
    }
    let calls: Vec<_> = plugins
        .iter()
        .map(|plugin| tokio::spawn(create(plugin.client(), "one")))
        .collect();
    for call in calls {
        assert_eq!(within(call).await.unwrap().unwrap().id, "made");
    }
    scene.engine.hears("compiled `./acme.wasm` in").await;
    for plugin in &mut plugins {
        plugin.signal(rustix::process::Signal::TERM);
        plugin.ends_within(Duration::from_secs(10)).await;
    }
    assert_eq!(heard(&scene, "compiled `./acme.wasm` in"), 1);
    let cache = scene.home().join("wasm/cache");
    assert_eq!((files(&cache, "cwasm"), files(&cache, "tmp")), (1, 0));
}

/// As a toolchain for a scripting language makes it: large, and slow to compile.
fn large() -> Vec<u8> {
    const BYTES: u32 = 2 << 20;
    let mut component = Guest::new().build();
    // A custom section: its size, and a name of one letter.
    component.extend([0, 0x80 | (BYTES & 0x7f) as u8]);
    component.extend([7, 14].map(|shift| 0x80 | (BYTES >> shift & 0x7f) as u8));
    component.extend([(BYTES >> 21) as u8, 1, b'x']);
    component.resize(component.len() + BYTES as usize - 2, 0);
    component
}

#[tokio::test]
async fn a_large_component_is_compiled_when_it_is_added() {
    let scene = Scene::new().await;
    scene.write("acme.wasm", &large());
    let plugin = Plugin::start(command(&scene)).await;
    plugin.parameterize(&["./acme.wasm"]).await.unwrap();
    assert_eq!(files(&scene.home().join("wasm/cache"), "cwasm"), 1);
    // The user that adds it sees why it takes a while.
    let told = scene.engine.hears("compiling `./acme.wasm`, once").await;
    assert!(!told.ephemeral, "{told:?}");
    let value = plugin.value().await;

    let later = Plugin::start(command(&scene)).await;
    later.restore("acme", &value).await.unwrap();
    later.configure(&[]).await.unwrap();
    assert_eq!(later.create("one").await.unwrap().id, "made");
    let again = Plugin::start(command(&scene)).await;
    again.parameterize(&["./acme.wasm"]).await.unwrap();
    assert_eq!(heard(&scene, "compiling `"), 1);
}

#[tokio::test]
async fn a_large_component_that_cannot_be_compiled_is_added_with_a_warning() {
    let scene = Scene::new().await;
    scene.write("acme.wasm", &large());
    let plugin = Plugin::start(command(&scene)).await;
    let words = ["./acme.wasm", "--limit", "compile-memory=1MiB"];
    plugin.parameterize(&words).await.unwrap();
    let told = scene.engine.hears("compile-memory of 1 MiB").await;
    assert_eq!(told.severity, LogSeverity::Warning as i32);
    assert_says(&told.message, &["`./acme.wasm`", "hint: raise it with"]);
    plugin.schema().await;
    let status = plugin.create("one").await.unwrap_err();
    assert_says(status.message(), &["compile-memory of 1 MiB"]);
}

#[tokio::test]
async fn the_tool_for_people_compiles_in_a_process_of_its_own_as_well() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new().without_section());
    let mut command = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    command
        .current_dir(scene.project())
        .args(["wrap", "acme.wasm", "-o", "wrapped.wasm"]);
    let output = within(command.output()).await.unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_says(&text, &["wrapped.wasm", "acme 1.2.3"]);

    // The arguments of that process are internal; with another parent it does nothing.
    let mut command = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
    let words = [
        "--digest=0",
        "--memory=1",
        "--code=1",
        "--seconds=1",
        "--parent=1",
    ];
    command.arg("compile-component").args(words);
    let output = within(command.output()).await.unwrap();
    assert!(!output.status.success() && output.stdout.is_empty());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_says(&text, &["the process that waited for it is gone"]);
}
