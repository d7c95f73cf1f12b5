//! The cache of compiled code: the code that is taken from it, the code that is refused, and the code that goes when
//! room is short.

use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use test_support::protocol::pulumirpc::LogSeverity;
use tokio::process::Command;

use super::compiling::command;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::{assert_says, within};

fn cache(scene: &Scene) -> PathBuf {
    scene.home().join("wasm/cache")
}

/// All files below a folder with this suffix.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .map(|entry| entry.unwrap().path())
        .flat_map(|path| {
            if path.is_dir() {
                files(&path, ending)
            } else {
                vec![path]
            }
        })
        .filter(|path| path.to_str().unwrap().ends_with(ending))
        .collect()
}

/// A plugin that has served `acme.wasm` once.
async fn served(command: Command, file: &str) -> Plugin {
    let plugin = Plugin::start(command).await;
    plugin.parameterize(&[file]).await.unwrap();
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    plugin
}

/// A scene with a guest and its compiled code.
async fn warm() -> (Scene, PathBuf) {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    served(command(&scene), "./acme.wasm").await;
    let [entry] = files(&cache(&scene), "cwasm").try_into().unwrap();
    (scene, entry)
}

#[tokio::test]
async fn the_cache_holds_compiled_code_alone_for_this_user_alone() {
    let (scene, entry) = warm().await;
    assert_eq!(files(&cache(&scene), ""), std::slice::from_ref(&entry));
    for path in [&cache(&scene), entry.parent().unwrap(), &entry] {
        let mode = std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", path.display());
    }
}

#[tokio::test]
async fn changed_bytes_are_found_after_a_restart_of_the_machine() {
    let (scene, entry) = warm().await;
    let code = std::fs::read(&entry).unwrap();
    let mut changed = code.clone();
    let middle = code.len() / 2;
    changed[middle] ^= 1;
    std::fs::write(&entry, &changed).unwrap();
    // Last used before the machine restarted.
    let file = std::fs::File::open(&entry).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1))
        .unwrap();
    served(command(&scene), "./acme.wasm").await;
    assert_eq!(std::fs::read(&entry).unwrap().len(), code.len());
    assert_ne!(std::fs::read(&entry).unwrap(), changed);
}

#[tokio::test]
async fn each_use_of_compiled_code_is_noted() {
    let (scene, entry) = warm().await;
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    let file = std::fs::File::open(&entry).unwrap();
    file.set_modified(old).unwrap();
    served(command(&scene), "./acme.wasm").await;
    // The same file still: it was whole.
    assert!(file.metadata().unwrap().modified().unwrap() > old);
    assert_eq!(
        scene
            .engine
            .messages()
            .iter()
            .filter(|found| found.message.contains("compiled `"))
            .count(),
        1
    );
}

#[tokio::test]
async fn code_that_others_could_have_written_is_refused_with_the_command_that_repairs_it() {
    let (scene, entry) = warm().await;
    let folder = entry.parent().unwrap();
    let modes = [
        (entry.as_path(), 0o666),
        (folder, 0o777),
        (&cache(&scene), 0o770),
    ];
    for (path, mode) in modes {
        let right = std::fs::metadata(path).unwrap().permissions();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        served(command(&scene), "./acme.wasm").await;
        let repair = format!("chmod go-w {}", path.display());
        let warning = scene.engine.hears(&repair).await;
        assert_eq!(warning.severity, LogSeverity::Warning as i32);
        assert_says(
            &warning.message,
            &["others may write to it", "this run only"],
        );
        std::fs::set_permissions(path, right).unwrap();
    }
}

#[tokio::test]
#[ignore = "only root can give a file away"]
async fn code_of_another_user_is_refused_as_root() {
    let (scene, entry) = warm().await;
    chown(&entry, Some(65534), None).unwrap();
    served(command(&scene), "./acme.wasm").await;
    scene.engine.hears("belongs to another user").await;
}

#[tokio::test]
async fn links_are_refused_but_for_those_above_the_folders() {
    let (scene, entry) = warm().await;
    let elsewhere = scene.home().join("elsewhere");
    std::fs::rename(&entry, &elsewhere).unwrap();
    symlink(&elsewhere, &entry).unwrap();
    served(command(&scene), "./acme.wasm").await;
    scene.engine.hears("it is a symbolic link").await;
    std::fs::remove_file(&entry).unwrap();
    std::fs::rename(&elsewhere, &entry).unwrap();

    let home = scene.project().join("home");
    symlink(scene.home(), &home).unwrap();
    let mut linked = command(&scene);
    linked.env("PULUMI_HOME", &home);
    let before = scene.engine.messages().len();
    served(linked, "./acme.wasm").await;
    let messages = scene.engine.messages();
    let warnings = messages[before..].iter();
    assert_eq!(
        warnings
            .filter(|found| found.severity >= LogSeverity::Warning as i32)
            .count(),
        0
    );
}

#[tokio::test]
async fn the_least_recently_used_code_goes_first() {
    let (scene, entry) = warm().await;
    let other_engine = cache(&scene).join("0123456789abcdef");
    std::fs::create_dir(&other_engine).unwrap();
    let theirs = other_engine.join(format!("{}.cwasm", "0".repeat(64)));
    std::fs::copy(&entry, &theirs).unwrap();
    let size = std::fs::metadata(&entry).unwrap().len();

    scene.add("second.wasm", &Guest::new().weighs(1));
    let mut bounded = command(&scene);
    bounded.env("PULUMI_WASM_CACHE_SIZE", (size * 5 / 2).to_string());
    served(bounded, "./second.wasm").await;
    assert!(entry.exists() && !other_engine.exists());

    scene.add("third.wasm", &Guest::new().weighs(2));
    let mut bounded = command(&scene);
    bounded.env("PULUMI_WASM_CACHE_SIZE", "1");
    let plugin = served(bounded, "./third.wasm").await;
    assert_eq!(files(&cache(&scene), "cwasm").len(), 1);
    assert!(!entry.exists());
    // Removed code is compiled again.
    served(command(&scene), "./acme.wasm").await;
    assert!(entry.exists());
    assert_eq!(plugin.create("two").await.unwrap().id, "made");
}

#[tokio::test]
async fn a_malformed_size_is_told_at_the_start() {
    let scene = Scene::new().await;
    let mut command = command(&scene);
    command.env("PULUMI_WASM_CACHE_SIZE", "plenty");
    let output = within(command.output()).await.unwrap();
    assert!(!output.status.success() && output.stdout.is_empty());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_says(
        &text,
        &["`plenty`", "hint: ", "PULUMI_WASM_CACHE_SIZE", "2GiB"],
    );
}

#[tokio::test]
async fn compiled_code_is_no_component_wherever_it_comes_from() {
    let (scene, entry) = warm().await;
    std::fs::copy(&entry, scene.project().join("code.wasm")).unwrap();
    let plugin = Plugin::start(command(&scene)).await;
    let status = plugin.parameterize(&["./code.wasm"]).await.unwrap_err();
    assert_says(
        status.message(),
        &["compiled machine code", "hint: ", "component"],
    );
}

/// A file system that is mounted there.
async fn mounted(folder: &Path, options: &str) -> Mounted {
    let mount = Command::new("mount")
        .args(["-t", "tmpfs", "-o", options, "tmpfs"])
        .arg(folder)
        .output()
        .await
        .unwrap();
    assert!(mount.status.success(), "{mount:?}");
    Mounted(folder.to_owned())
}

struct Mounted(PathBuf);

impl Drop for Mounted {
    fn drop(&mut self) {
        // Processes that just ended may still hold it.
        let unmount = ["umount", "-l"];
        drop(
            std::process::Command::new(unmount[0])
                .arg(unmount[1])
                .arg(&self.0)
                .status(),
        );
    }
}

#[tokio::test]
#[ignore = "only root can mount a file system, and not everywhere"]
async fn a_home_that_is_read_only_is_done_without_and_said_once_with_mounts() {
    let scene = Scene::new().await;
    let _mounted = mounted(&scene.home(), "size=8m,mode=700").await;
    scene.add("acme.wasm", &Guest::new());
    scene.add("other.wasm", &Guest::new().weighs(1).manifest(|manifest| {
        manifest["schema"]["resources"] = serde_json::json!({});
        manifest["resources"] = serde_json::json!({});
        manifest["schema"]["functions"] =
            serde_json::json!({ test_support::fake::guest::FUNCTION: { "inputs": {}, "outputs": {} } });
    }).does("invoke", [test_support::fake::steps::Step::Answer(test_support::fake::steps::Answer::Text(String::new()))]));
    let plugin = Plugin::start(command(&scene)).await;
    plugin
        .parameterize(&["./acme.wasm", "./other.wasm"])
        .await
        .unwrap();
    let remounted = Command::new("mount")
        .args(["-o", "remount,ro"])
        .arg(scene.home())
        .status()
        .await;
    assert!(remounted.unwrap().success());
    assert_eq!(plugin.create("one").await.unwrap().id, "made");
    // The plugin has compiled it, even if the call fails.
    drop(plugin.invoke(false).await);
    scene.engine.hears("compiled `./other.wasm` in").await;
    let messages = scene.engine.messages();
    let warnings: Vec<_> = messages
        .iter()
        .filter(|found| found.message.contains("cannot be used"))
        .collect();
    assert_eq!(warnings.len(), 1);
    assert_says(
        &warnings[0].message,
        &["Read-only file system", "this run only"],
    );
}

#[tokio::test]
#[ignore = "only root can mount a file system, and not everywhere"]
async fn a_full_disk_costs_the_cache_and_nothing_else_with_mounts() {
    let scene = Scene::new().await;
    let folder = scene.project().join("cache");
    std::fs::create_dir(&folder).unwrap();
    let _mounted = mounted(&folder, "size=16k,mode=700").await;
    scene.add("acme.wasm", &Guest::new());
    let mut full = scene.command();
    full.env("PULUMI_WASM_CACHE_DIR", &folder)
        .arg(&scene.engine.address);
    served(full, "./acme.wasm").await;
    scene.engine.hears("No space left on device").await;
    assert!(files(&folder, "").is_empty());
}
