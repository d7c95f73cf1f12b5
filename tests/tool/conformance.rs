//! `pulumi-wasm conformance`: the cases of all SDKs, with a component that no SDK here made.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use flate2::read::GzDecoder;
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::{command, ran, tool};

/// A scene whose folder `guests` has a component that passes all cases.
async fn with_a_guest() -> Scene {
    let scene = Scene::new().await;
    let guests = scene.project().join("guests");
    fs::create_dir(&guests).unwrap();
    let kept =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface/guests-0.1.0/rust.wasm.gz");
    let mut packed = GzDecoder::new(File::open(kept).unwrap());
    let mut component = File::create(guests.join("new-sdk.wasm")).unwrap();
    io::copy(&mut packed, &mut component).unwrap();
    scene
}

#[tokio::test]
async fn cases_are_played_with_a_component_and_without_the_repository() {
    let scene = with_a_guest().await;
    let words = [
        "conformance",
        "--guests",
        "guests",
        "constant",
        "bare",
        "preview",
    ];
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &[
            "passed          constant",
            "passed          preview-create",
            " 0 failed, 0 excepted, 0 not applicable",
        ],
    );
    assert!(!ran.output.contains("list-query"), "{}", ran.output);
    let words = ["conformance", "--guests", "guests", "--json", "constant"];
    let cases = tool(&scene, &words).await.json();
    assert_eq!(cases["guests"][0]["name"], "new-sdk");
    let case = &cases["guests"][0]["cases"][0];
    assert_eq!(
        (&case["case"], &case["outcome"]),
        (&"constant".into(), &"passed".into())
    );
    assert!(case["rule"].is_string(), "{case}");
}

/// The cases for component resources are about the package `site`. The component in C has a part of its resources.
#[tokio::test]
async fn cases_for_component_resources_need_a_second_component() {
    let scene = with_a_guest().await;
    let kept = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/interface/guests-0.1.0/components/c.wasm.gz");
    let component = scene.project().join("guests/new-sdk-site.wasm");
    io::copy(
        &mut GzDecoder::new(File::open(kept).unwrap()),
        &mut File::create(component).unwrap(),
    )
    .unwrap();
    let words = [
        "conformance",
        "--guests",
        "guests",
        "component-of",
        "component-gr",
    ];
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &[
            "passed          component-groups",
            "passed          component-of-components-unknown",
            "not applicable  new-sdk lacks the package `site`: 3 cases",
            "new-sdk-site: 3 passed, 0 failed, 0 excepted, 0 not applicable",
        ],
    );
    // Each difference is shown with its path.
    let words = ["conformance", "--guests", "guests", "component-aliases"];
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 1, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &[
            "FAILED          component-aliases",
            "monitor.registers: expected 6 elements, given 1",
        ],
    );
}

/// The host shows a status while it compiles the component, with the first call that needs its code.
#[tokio::test]
async fn the_progress_of_a_compilation_is_no_message_of_the_component() {
    let scene = with_a_guest().await;
    let compiled_code = scene.project().join("compiled");
    let words = ["conformance", "--guests", "guests", "function-in-previews"];
    let mut command = command(&scene, &words);
    command.env("PULUMI_WASM_CACHE_DIR", &compiled_code);
    let ran = ran(command).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert!(compiled_code.exists(), "nothing was compiled");
    assert_says(&ran.output, &["passed          function-in-previews"]);
}

#[tokio::test]
async fn an_exception_is_about_a_case_that_fails() {
    let scene = with_a_guest().await;
    scene.write(
        "guests/new-sdk.exceptions.yaml",
        b"constant: the SDK has no constants\n",
    );
    let words = ["conformance", "--guests", "guests", "constant"];
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 1, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &[
            "FAILED          constant",
            "it passes: remove its line in new-sdk.exceptions.yaml",
        ],
    );
    scene.write(
        "guests/new-sdk.exceptions.yaml",
        b"constants: the SDK has none\n",
    );
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 2, "{}", ran.output);
    assert_says(
        &ran.errors,
        &["names the case `constants`, which does not exist", "hint: "],
    );
}

#[tokio::test]
async fn nothing_to_play_is_an_error_with_the_next_step() {
    let scene = with_a_guest().await;
    let ran = tool(
        &scene,
        &["conformance", "--guests", "guests", "no-such-case"],
    )
    .await;
    assert_eq!(ran.status, 2, "{}", ran.output);
    assert_says(
        &ran.errors,
        &["no case has `no-such-case` in its name", "hint: "],
    );
    let ran = tool(&scene, &["conformance", "--guests", "missing"]).await;
    assert_eq!(ran.status, 2, "{}", ran.output);
    assert_says(&ran.errors, &["cannot read missing"]);
    for (file, bytes, says) in [
        ("empty/notes.txt", &b"nothing"[..], "empty has no component"),
        (
            "plain/module.wasm",
            b"\0asm\x01\0\0\0",
            "plain/module.wasm has no manifest",
        ),
    ] {
        let folder = file.split('/').next().unwrap();
        fs::create_dir(scene.project().join(folder)).unwrap();
        scene.write(file, bytes);
        let ran = tool(&scene, &["conformance", "--guests", folder]).await;
        assert_eq!(ran.status, 2, "{}", ran.output);
        assert_says(&ran.errors, &[says, "hint: "]);
    }
    // A provider of another package has no resource of a case.
    fs::create_dir(scene.project().join("other")).unwrap();
    scene.add("other/acme.wasm", &Guest::new());
    let ran = tool(&scene, &["conformance", "--guests", "other"]).await;
    assert_eq!(ran.status, 2, "{}", ran.output);
    assert_says(
        &ran.errors,
        &["no component has the resources and functions", "`Bare`"],
    );
}
