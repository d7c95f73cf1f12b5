//! Folders that cannot be used: the store and the cache.

use std::os::unix::fs::PermissionsExt;

use test_support::protocol::pulumirpc::LogSeverity;
use tokio::process::Command;

use super::{message, refused};
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;

async fn scene() -> Scene {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    scene
}

#[tokio::test]
async fn a_store_that_others_can_write_to_is_not_trusted() {
    let scene = scene().await;
    std::fs::create_dir_all(scene.store()).unwrap();
    let everybody = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(scene.store(), everybody).unwrap();
    let text = refused(&scene, &["./acme.wasm"]).await;
    let store = scene.store().display().to_string();
    assert_says(
        &text,
        &[
            "component store",
            &store,
            "others may write to it",
            "chmod go-w",
        ],
    );
}

#[tokio::test]
#[ignore = "only root can give a folder away"]
async fn a_store_of_another_user_is_not_trusted_as_root() {
    let scene = scene().await;
    std::fs::create_dir_all(scene.store()).unwrap();
    std::os::unix::fs::chown(scene.store(), Some(65534), None).unwrap();
    let text = refused(&scene, &["./acme.wasm"]).await;
    assert_says(&text, &["belongs to another user", "hint: ", "PULUMI_HOME"]);
}

#[tokio::test]
async fn a_store_that_is_no_folder_is_said() {
    let scene = scene().await;
    std::fs::create_dir_all(scene.home().join("wasm")).unwrap();
    std::fs::write(scene.store(), "").unwrap();
    let text = refused(&scene, &["./acme.wasm"]).await;
    assert_says(&text, &["component store", "hint: ", "PULUMI_HOME"]);
}

#[tokio::test]
async fn a_cache_that_cannot_be_used_is_done_without_and_warned_about() {
    let scene = scene().await;
    let shared = scene.home().join("shared");
    std::fs::create_dir(&shared).unwrap();
    std::fs::set_permissions(&shared, std::fs::Permissions::from_mode(0o777)).unwrap();
    let file = scene.home().join("file");
    std::fs::write(&file, "").unwrap();
    for (cache, reason) in [
        (&shared, "others may write to it"),
        (&file, "it is not a folder"),
    ] {
        let mut command = scene.command();
        command.env("PULUMI_WASM_CACHE_DIR", cache);
        command.arg(&scene.engine.address);
        let plugin = Plugin::start(command).await;
        plugin.parameterize(&["./acme.wasm"]).await.unwrap();
        assert_eq!(plugin.create("one").await.unwrap().id, "made");
        let warning = scene.engine.hears(reason).await;
        assert_eq!(warning.severity, LogSeverity::Warning as i32);
        assert_says(
            &warning.message,
            &[&cache.display().to_string(), "this run only"],
        );
    }
}

#[tokio::test]
#[ignore = "only root can mount a file system, and not everywhere"]
async fn a_full_disk_is_said_and_leaves_nothing_behind_with_mounts() {
    let scene = scene().await;
    let home = scene.home();
    let mount = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=16k", "tmpfs"])
        .arg(&home)
        .output()
        .await
        .unwrap();
    assert!(mount.status.success(), "{mount:?}");
    let plugin = scene.launch().await;
    let result = plugin.parameterize(&["./acme.wasm"]).await;
    let left = std::fs::read_dir(scene.store()).map(Iterator::count);
    let unmounted = Command::new("umount").arg(&home).status().await.unwrap();
    assert!(unmounted.success());
    let text = message(&result.unwrap_err());
    assert_says(
        &text,
        &["component store", "hint: free some room on that disk"],
    );
    assert_eq!(left.unwrap(), 0);
}

#[tokio::test]
async fn a_file_size_limit_is_said_and_survived() {
    let scene = scene().await;
    let mut command = Command::new("sh");
    // The limit's signal is ignored, so that writing fails as on a disk with a quota.
    command
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$1\""])
        .arg(env!("CARGO_BIN_EXE_pulumi-resource-wasm"))
        .arg(&scene.engine.address)
        .current_dir(scene.project())
        .env("PULUMI_HOME", scene.home());
    let plugin = Plugin::start(command).await;
    let text = message(&plugin.parameterize(&["./acme.wasm"]).await.unwrap_err());
    assert_says(&text, &["cannot write to the component store", "hint: "]);
    assert_eq!(std::fs::read_dir(scene.store()).unwrap().count(), 0);
    plugin.handshake().await;
}
