//! Content that a guest opens by its handle.

use std::os::unix::fs::symlink;

use prost_types::Value;
use prost_types::value::Kind;
use pulumi_wasm_core::value::special_values::{ARCHIVE, ASSET, SECRET};
use test_support::protocol::pulumirpc as pb;
use tonic::{Code, Status};

use test_support::fake::calls::{create_request, object, special, string, structure, text};
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::reach::Reach;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::servers::fixed_answer;
use test_support::{assert_says, within};

/// The content of each asset in these tests. The guests return it as their outputs.
const CONTENT: &str = "{\"label\":\"from an asset\"}";

const WHOLE: Step = Step::Reach(Reach::ReadAsset {
    handle: 0,
    offset: 0.0,
    count: u32::MAX,
});

fn creating(steps: impl Into<Vec<Step>>) -> Guest {
    Guest::new().does("create", steps)
}

fn made() -> Step {
    Step::Answer(Answer::Created {
        id: "made",
        outputs: "{}",
    })
}

async fn create(plugin: &Plugin, code: Value) -> Result<pb::CreateResponse, Status> {
    let request = pb::CreateRequest {
        properties: Some(structure(&[("code", code)])),
        ..create_request("one")
    };
    let answer = within(plugin.client().create(request)).await;
    answer.map(tonic::Response::into_inner)
}

/// The answer of a guest that answers with an asset's content.
async fn content(plugin: &Plugin, code: Value) -> Option<String> {
    let created = create(plugin, code).await.unwrap();
    text(created.properties.as_ref(), "label")
}

#[tokio::test]
async fn an_asset_is_read_wherever_it_is() {
    let server = fixed_answer::start_with("200 OK", CONTENT.as_bytes()).await;
    let to_server = format!("302 Found\r\nlocation: {server}/there");
    let redirecting = fixed_answer::start_with(&to_server, b"").await;
    let scene = Scene::new().await;
    let flags = ["--allow-net", &server, "--allow-net", &redirecting];
    let plugin = scene
        .launch_with(&creating([WHOLE, Step::Reach(Reach::AnswerRead)]), &flags)
        .await;
    scene.write("file.json", CONTENT.as_bytes());
    let absolute = scene.project().join("file.json").display().to_string();
    for (kind, place) in [
        ("text", CONTENT),
        // From the folder that the engine started the plugin in.
        ("path", "file.json"),
        ("path", &absolute),
        ("uri", &format!("file://{absolute}")),
        ("uri", &format!("{server}/file.json?token=x")),
        ("uri", &redirecting),
    ] {
        let found = content(&plugin, special(ASSET, &[(kind, string(place))])).await;
        assert_eq!(found.as_deref(), Some("from an asset"), "{kind} {place}");
    }
    let secret = special(ASSET, &[("text", string(CONTENT))]);
    let secret = special(SECRET, &[("value", secret)]);
    assert!(content(&plugin, secret).await.is_some());
}

#[tokio::test]
async fn an_asset_is_read_in_parts() {
    let part = Step::Reach(Reach::ReadAsset {
        handle: 0,
        offset: 3.0,
        count: u32::try_from(CONTENT.len()).unwrap(),
    });
    let scene = Scene::new().await;
    let plugin = scene
        .launch_with(&creating([part, Step::Reach(Reach::AnswerRead)]), &[])
        .await;
    let around = format!("123{CONTENT}456");
    let found = content(&plugin, special(ASSET, &[("text", string(&around))])).await;
    assert_eq!(found.as_deref(), Some("from an asset"));
}

#[tokio::test]
async fn a_guest_lists_and_reads_the_files_of_an_archive() {
    let read = Step::Reach(Reach::ReadEntry {
        archive: 0,
        index: 1,
    });
    let scene = Scene::new().await;
    let guest = creating([
        Step::Reach(Reach::Entries(0)),
        read,
        Step::Reach(Reach::AnswerRead),
    ]);
    let plugin = scene.launch_with(&guest, &[]).await;
    std::fs::create_dir_all(scene.project().join("lib/deep")).unwrap();
    scene.write("lib/a", b"1");
    scene.write("lib/deep/b", CONTENT.as_bytes());
    let lib = special(ARCHIVE, &[("path", string("lib"))]);
    let members = [
        ("text", special(ASSET, &[("text", string("t"))])),
        ("lib", lib),
    ];
    let archive = special(ARCHIVE, &[("assets", object(&members))]);
    assert!(content(&plugin, archive).await.is_some());
    let heard: Vec<String> = scene
        .engine
        .messages()
        .into_iter()
        .map(|message| message.message)
        .filter(|message| message.starts_with("lib") || message == "text")
        .collect();
    assert_eq!(heard, ["lib/a", "lib/deep/b", "text"]);
}

#[tokio::test]
async fn opening_tells_the_hash_that_pulumi_computes() {
    let scene = Scene::new().await;
    let plugin = scene
        .launch_with(&creating([Step::Reach(Reach::OpenAsset(0)), made()]), &[])
        .await;
    let asset = special(ASSET, &[("text", string("hello"))]);
    create(&plugin, asset.clone()).await.unwrap();
    let hash = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    scene.engine.hears(hash).await;
    let members = object(&[("a.txt", asset)]);
    create(&plugin, special(ARCHIVE, &[("assets", members)]))
        .await
        .unwrap();
    let hash = "abe16084";
    scene.engine.hears(hash).await;
}

#[tokio::test]
async fn what_cannot_be_opened_is_said_to_the_guest_without_its_path() {
    let scene = Scene::new().await;
    let plugin = scene
        .launch_with(&creating([Step::Reach(Reach::OpenAsset(0)), made()]), &[])
        .await;
    std::fs::create_dir(scene.project().join("linked")).unwrap();
    symlink("/etc/passwd", scene.project().join("linked/out")).unwrap();
    let closed = fixed_answer::start(2).await;
    for (kind, place, code, expected, detail) in [
        ("path", "none", Code::NotFound, "does not exist", "`none`"),
        (
            "path",
            "linked",
            Code::FailedPrecondition,
            "names a folder",
            "`linked`",
        ),
        (
            "uri",
            &format!("{closed}/there?token=hidden"),
            Code::PermissionDenied,
            "may not be reached",
            "--allow-net",
        ),
    ] {
        let asset = special(ASSET, &[(kind, string(place))]);
        let status = create(&plugin, asset).await.unwrap_err();
        assert_eq!(status.code(), code, "{status}");
        assert_says(status.message(), &["the asset `code`", expected]);
        assert!(!status.message().contains(place), "{status}");
        let warning = scene.engine.hears(detail).await;
        assert!(!warning.message.contains("hidden"), "{warning:?}");
    }
    let linked = special(ARCHIVE, &[("path", string("linked"))]);
    let status = create(&plugin, linked).await.unwrap_err();
    assert_says(status.message(), &["`out`", "leads out of the folder"]);
    let left_out = special(ASSET, &[("hash", string("abc"))]);
    let status = create(&plugin, left_out).await.unwrap_err();
    assert_eq!(status.code(), Code::Aborted, "{status}");
    assert_says(status.message(), &["was left out", "compare its hash"]);
}

#[tokio::test]
async fn handles_are_good_for_their_own_call_alone() {
    let scene = Scene::new().await;
    let open = Step::WhenNameHas(3, vec![Step::Reach(Reach::OpenAsset(0)), made()]);
    let entry = Step::Reach(Reach::ReadAsset {
        handle: 1,
        offset: 0.0,
        count: 1,
    });
    let plugin = scene
        .launch_with(
            &creating([open, entry, made()]),
            &["--limit", "instances=1"],
        )
        .await;
    let members = object(&[("a", special(ASSET, &[("text", string("x"))]))]);
    let archive = special(ARCHIVE, &[("assets", members)]);
    create(&plugin, archive).await.unwrap();
    // On the same instance, without assets in the request.
    let status = plugin.create("other").await.unwrap_err();
    assert_says(status.message(), &["the asset 1 was not in the request"]);
}

#[tokio::test]
async fn assets_and_archives_are_limited() {
    let scene = Scene::new().await;
    std::fs::create_dir(scene.project().join("lib")).unwrap();
    scene.write("file", b"123456");
    scene.write("lib/a", b"123");
    scene.write("lib/b", b"456");
    let guest = creating([Step::Reach(Reach::OpenAsset(0)), made()]);
    scene.write("lib/large", &vec![b'x'; 16 << 20]);
    for (kind, place, limit) in [
        (ASSET, "file", "asset-size=5B"),
        (ARCHIVE, "lib", "host-memory=12MiB"),
    ] {
        let plugin = scene.launch_with(&guest, &["--limit", limit]).await;
        let value = special(kind, &[("path", string(place))]);
        let status = create(&plugin, value).await.unwrap_err();
        let (name, _) = limit.split_once('=').unwrap();
        let flag = format!("`--limit {name}=");
        assert_says(status.message(), &["hint: raise it with", &flag]);
    }
}

#[tokio::test]
async fn a_preview_may_open_what_is_there() {
    let scene = Scene::new().await;
    let shows = [WHOLE, Step::Reach(Reach::ShowRead)];
    let guest = Guest::new().does("preview-create", shows);
    let plugin = scene.launch_with(&guest, &[]).await;
    let asset = special(ASSET, &[("text", string(CONTENT))]);
    let request = pb::CreateRequest {
        properties: Some(structure(&[("code", asset)])),
        preview: true,
        ..create_request("one")
    };
    let created = within(plugin.client().create(request)).await.unwrap();
    let label = text(created.into_inner().properties.as_ref(), "label");
    assert_eq!(label.as_deref(), Some("from an asset"));
}

#[tokio::test]
async fn a_text_of_the_guests_own_gets_its_hash() {
    let outputs = "{\"own\":{\"4dabf18193072939515e22adb298388d\":\
                   \"c44067f5952c0a294b673a41bacd8c17\",\"text\":\"hello\"}}";
    let answer = Step::Answer(Answer::Created {
        id: "made",
        outputs,
    });
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&creating([answer]), &[]).await;
    let created = plugin.create("one").await.unwrap();
    let own = &created.properties.unwrap().fields["own"];
    let Some(Kind::StructValue(own)) = &own.kind else {
        panic!("{own:?}");
    };
    let hash = text(Some(own), "hash").unwrap();
    assert!(hash.starts_with("2cf24dba5fb0a30e26e8"), "{hash}");
    assert_eq!(text(Some(own), "text").as_deref(), Some("hello"));
}
