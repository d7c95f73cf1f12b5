//! `pulumi-wasm try`.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step, error};
use test_support::fake::tool::{kept, tool};

/// A guest with all that a life needs.
fn living() -> Guest {
    Guest::new()
        .does(
            "update",
            [Step::Answer(Answer::Updated {
                outputs: "{\"label\":\"z\"}",
            })],
        )
        .does(
            "read",
            [Step::Answer(Answer::FoundWithInputs {
                inputs: "{\"label\":\"found\"}",
                outputs: "{\"label\":\"found\"}",
            })],
        )
        .does("delete", [Step::Answer(Answer::Done)])
}

#[tokio::test]
async fn a_resource_goes_through_its_life_in_several_commands() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &living());
    let file = || kept(&scene);
    let run = async |words: &[&str]| {
        let words = [&["try", "acme.wasm", "Thing"], words].concat();
        let ran = tool(&scene, &words).await;
        assert_eq!(ran.status, 0, "{words:?}: {}{}", ran.output, ran.errors);
        ran
    };
    let ran = run(&["label=x", "--preview"]).await;
    assert_says(
        &ran.output,
        &["create", "+ label: \"x\"", "no change was made"],
    );
    assert!(!file().exists(), "a preview leaves nothing");

    let ran = run(&["label=x"]).await;
    assert_says(&ran.output, &["+ label: \"x\"", "created", "id made"]);
    let mode = std::fs::metadata(file()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(!scene.project().join(".pulumi-wasm").exists());

    // Without inputs, the last inputs are used.
    assert_says(&run(&[]).await.output, &["unchanged"]);
    let ran = run(&["label=z"]).await;
    assert_says(
        &ran.output,
        &["update", "~ label: \"x\" -> \"z\"", "updated"],
    );
    let ran = run(&["--refresh"]).await;
    assert_says(&ran.output, &["refreshed", "~ label: \"z\" -> \"found\""]);
    let report = run(&["label=z", "--json"]).await.json();
    assert_eq!(report["did"], "updated");
    assert_eq!(
        report["changes"],
        json!([{ "path": "label", "old": "found", "new": "z", "replaces": false }])
    );
    let words = ["try", "acme.wasm", "Thing", "--import", "somewhere"];
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 1, "{}", ran.errors);
    assert_says(&ran.errors, &["exists already", "hint: `--name NAME`"]);
    assert_says(&run(&["--delete"]).await.output, &["deleted"]);
    assert!(!file().exists());
    let ran = run(&["--import", "somewhere", "--name", "two"]).await;
    assert_says(
        &ran.output,
        &["`two` imported", "id found", "label: \"found\""],
    );
}

#[tokio::test]
async fn a_grant_that_is_given_again_is_told_once() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &living());
    for label in ["label=x", "label=y"] {
        let words = ["try", "acme.wasm", "Thing", label];
        let ran = tool(
            &scene,
            &[&words[..], &["--allow-net", "files.example.com"]].concat(),
        )
        .await;
        assert_eq!(ran.status, 0, "{}", ran.errors);
        let told = ran.errors.matches("--allow-net files.example.com");
        assert_eq!(told.count(), 1, "{}", ran.errors);
    }
}

#[tokio::test]
async fn a_partial_create_is_kept_and_continued() {
    let fails = [
        Step::Checkpoint {
            id: "half",
            outputs: "{\"label\":\"half\"}",
        },
        Step::Answer(Answer::Refused(error::OTHER, "the power went")),
    ];
    let guest = Guest::new()
        .does("create", fails)
        .does("delete", [Step::Answer(Answer::Done)]);
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let ran = tool(&scene, &["try", "acme.wasm", "Thing", "label=x"]).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    assert_says(
        &ran.errors,
        &[
            "error: create of `one` failed: the power went",
            "hint: the resource exists",
        ],
    );
    let ran = tool(&scene, &["try", "acme.wasm", "Thing", "--delete"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_says(&ran.output, &["deleted"]);
}

#[tokio::test]
async fn nothing_is_created_that_cannot_be_recorded() {
    let scene = Scene::new().await;
    let guest = Guest::new().does("create", [Step::Crash]);
    scene.add("acme.wasm", &living());
    scene.add("trap.wasm", &guest);
    let words = ["try", "acme.wasm", "Thing", "label=x"];
    tool(&scene, &words).await;
    let ran = tool(&scene, &["try", "acme.wasm", "Thing", "--delete"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let lock = kept(&scene).with_file_name(".one.lock");
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let words = ["try", "trap.wasm", "Thing", "label=x"];
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    assert_says(
        &ran.errors,
        &["error: cannot record a resource in `", "nothing was done"],
    );
    assert!(!ran.errors.contains("create failed"), "{}", ran.errors);
    std::fs::remove_dir(&lock).unwrap();
    let ran = tool(&scene, &words).await;
    assert!(!ran.errors.contains("nothing was done"), "{}", ran.errors);
}

#[tokio::test]
async fn two_commands_do_not_work_on_one_resource_at_once() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &living());
    let words = ["try", "acme.wasm", "Thing", "label=x"];
    tool(&scene, &words).await;
    let lock = std::fs::File::create(kept(&scene).with_file_name(".one.lock")).unwrap();
    lock.lock().unwrap();
    for word in ["label=y", "--refresh", "--delete"] {
        let ran = tool(&scene, &["try", "acme.wasm", "Thing", word]).await;
        assert_eq!(ran.status, 1, "{word}: {}", ran.output);
        assert_says(
            &ran.errors,
            &["another `pulumi-wasm try`", "one.json", "hint: wait until"],
        );
    }
    // Others may be changed, and a preview changes nothing.
    for more in [["label=y", "--preview"], ["label=y", "--name=two"]] {
        let ran = tool(
            &scene,
            &[&["try", "acme.wasm", "Thing"], &more[..]].concat(),
        )
        .await;
        assert_eq!(ran.status, 0, "{more:?}: {}", ran.errors);
    }
    drop(lock);
    let ran = tool(&scene, &["try", "acme.wasm", "Thing", "label=y"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
}

#[tokio::test]
async fn secrets_are_marked_in_the_file_and_never_shown() {
    let guest = Guest::new().manifest(|manifest| {
        let thing = &mut manifest["schema"]["resources"]["acme:index:Thing"];
        thing["inputProperties"]["label"]["secret"] = true.into();
        thing["properties"]["label"]["secret"] = true.into();
    });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let ran = tool(
        &scene,
        &["try", "acme.wasm", "Thing", "label=hunter2-hunter2"],
    )
    .await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_says(&ran.output, &["label: [secret]"]);
    let shown = ran.output + &ran.errors;
    assert!(!shown.contains("hunter2"), "{shown}");
    let text = std::fs::read_to_string(kept(&scene)).unwrap();
    assert_says(&text, &["4dabf18193072939515e22adb298388d"]);
    let ran = tool(&scene, &["try", "acme.wasm", "Thing", "--show-secrets"]).await;
    assert_says(&ran.output, &["label: secret(\"x\")"]);
}

#[tokio::test]
async fn a_message_of_a_hook_never_shows_a_secret() {
    let weak = Answer::Unacceptable(&[("label", "`hunter2-hunter2` is in every list")]);
    let taken = Answer::Refused(
        error::ALREADY_EXISTS,
        "`hunter2-hunter2` is somebody's already",
    );
    for (hook, answer, told) in [
        ("check", weak, "label: `[secret]` is in every list"),
        ("create", taken, "`[secret]` is somebody's already"),
    ] {
        let guest = Guest::new()
            .does(hook, [Step::Answer(answer)])
            .manifest(|manifest| {
                let thing = &mut manifest["schema"]["resources"]["acme:index:Thing"];
                thing["inputProperties"]["label"]["secret"] = true.into();
            });
        let scene = Scene::new().await;
        scene.add("acme.wasm", &guest);
        let words = ["try", "acme.wasm", "Thing", "label=hunter2-hunter2"];
        let ran = tool(&scene, &words).await;
        assert_eq!(ran.status, 1, "{}", ran.output);
        assert_says(&ran.errors, &[told]);
        let shown = ran.output + &ran.errors;
        assert!(!shown.contains("hunter2"), "{shown}");
    }
}

#[tokio::test]
async fn mistakes_are_told_with_their_remedy() {
    let guest = living().manifest(|manifest| {
        manifest["permissions"] =
            json!({ "env": [{ "name": "ACME_TOKEN", "required": true, "reason": "who you are" }] });
    });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let grant = ["--allow-env", "ACME_TOKEN"];
    for (words, expected) in [
        (
            &["Thing", "label=x"][..],
            &[
                "--allow-env ACME_TOKEN   who you are",
                "hint: if you trust it",
            ][..],
        ),
        (
            &["Thingy", "label=x"],
            &["no resource type `Thingy`", "did you mean `Thing`?"],
        ),
        (&["Thing", "label"], &["`label` has no `=`"]),
        (
            &["Thing"],
            &["the command gives no inputs", "--inputs FILE"],
        ),
        (&["Thing", "--delete"], &["there is no Thing `one` yet"]),
        (
            &["Thing", "label=x", "--name", "../up"],
            &["`../up` is not a valid name"],
        ),
        (&["Thing", "lable=x"], &["lable: ", "did you mean `label`?"]),
    ] {
        let mut words = [&["try", "acme.wasm"], words].concat();
        if !expected[0].contains("--allow-env") {
            words.extend(grant);
        }
        let ran = tool(&scene, &words).await;
        assert_eq!(ran.status, 1, "{words:?}: {}", ran.output);
        assert_says(&ran.errors, &["error: "]);
        assert_says(&ran.errors, expected);
    }
    let words = [&["try", "acme.wasm", "Thing", "label=x"][..], &grant].concat();
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    std::fs::write(kept(&scene), "{").unwrap();
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 1);
    assert_says(
        &ran.errors,
        &[
            "one.json` is damaged",
            "hint: the file records the created resource",
        ],
    );
}

#[tokio::test]
async fn the_configuration_comes_from_a_file_that_no_list_of_processes_shows() {
    let guest = living().manifest(|manifest| {
        manifest["schema"]["config"] = json!({ "variables": {
            "token": { "type": "string", "secret": true },
            "note": { "type": "string" },
            "tags": { "type": "array", "items": { "type": "string" } },
        } });
    });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    std::fs::create_dir(scene.project().join("settings")).unwrap();
    scene.write("settings/token.txt", b"hunter2-hunter2");
    let settings =
        "token: { fn::readFile: token.txt }\nnote: { fn::secret: hunter3-hunter3 }\ntags: [a]\n";
    scene.write("settings/acme.yaml", settings.as_bytes());
    let words = ["try", "acme.wasm", "Thing", "label=x", "--config-file"];
    let words = [&words[..], &["settings/acme.yaml", "--config", "tags=[b]"]].concat();
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let kept = std::fs::read(kept(&scene)).unwrap();
    let kept: serde_json::Value = serde_json::from_slice(&kept).unwrap();
    let secret = |text: &str| json!({ "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "value": text });
    // A word goes before the file; values are secret by the schema, and by the file.
    assert_eq!(
        kept["config"],
        json!({
            "token": secret("hunter2-hunter2"),
            "note": secret("hunter3-hunter3"),
            "tags": ["b"],
        })
    );
    for (file, content, expected) in [
        (
            "settings/none.yaml",
            None,
            "cannot read `settings/none.yaml`",
        ),
        (
            "bad.yaml",
            Some("- a"),
            "`bad.yaml` is not a map of names to values",
        ),
        (
            "settings/bad.yaml",
            Some("token: { fn::readFile: none.txt }"),
            "settings/none.txt",
        ),
    ] {
        if let Some(content) = content {
            scene.write(file, content.as_bytes());
        }
        let words = [
            "try",
            "acme.wasm",
            "Thing",
            "label=x",
            "--config-file",
            file,
        ];
        let ran = tool(&scene, &words).await;
        assert_eq!(ran.status, 1, "{}", ran.output);
        assert_says(&ran.errors, &[expected]);
    }
}

/// The create ended without an id, so nothing is recorded, and the message needs no configuration.
#[tokio::test]
async fn nothing_is_there_to_delete_after_a_create_that_crashed() {
    let guest = Guest::new()
        .manifest(|manifest| {
            manifest["schema"]["provider"] = json!({
                "inputProperties": { "server": { "type": "string" } },
                "requiredInputs": ["server"],
            });
        })
        .does("create", [Step::Crash])
        .does("delete", [Step::Answer(Answer::Done)]);
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest);
    let words = [
        "try",
        "acme.wasm",
        "Thing",
        "label=x",
        "--config",
        "server=a",
    ];
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    assert_says(
        &ran.errors,
        &["hint: if the resource was created anyway, import it with `--import ID`"],
    );
    for flag in ["--delete", "--refresh"] {
        let ran = tool(&scene, &["try", "acme.wasm", "Thing", flag]).await;
        assert_eq!(ran.status, 1, "{}", ran.output);
        assert_says(
            &ran.errors,
            &[
                "there is no Thing `one` yet",
                "hint: run the command without `--delete`",
            ],
        );
        assert!(!ran.errors.contains("server"), "{}", ran.errors);
    }
}

/// The engine updates the record where a migration changed the outputs, and so does `try`.
#[tokio::test]
async fn outputs_that_a_migration_changed_are_an_update_of_the_record() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &living());
    let run = async |words: &[&str]| {
        let words = [&["try", "acme.wasm", "Thing"], words].concat();
        let ran = tool(&scene, &words).await;
        assert_eq!(ran.status, 0, "{words:?}: {}{}", ran.output, ran.errors);
        ran
    };
    run(&["label=x"]).await;
    let newer = living()
        .manifest(|manifest| {
            manifest["resources"]["acme:index:Thing"]["stateVersion"] = json!(1);
            manifest["schema"]["resources"]["acme:index:Thing"]["properties"]["zone"] =
                json!({ "type": "string" });
        })
        .does(
            "migrate",
            [Step::Answer(Answer::Migrated {
                inputs: Some("{\"label\":\"x\"}"),
                outputs: Some("{\"label\":\"x\",\"zone\":\"a\"}"),
            })],
        )
        .does("update", [Step::Crash]);
    scene.add("acme.wasm", &newer);
    let ran = run(&["--preview"]).await;
    assert_says(
        &ran.output,
        &[
            "`one`: update",
            "recorded outputs, which are written anew",
            "add zone",
        ],
    );
    let ran = run(&["--json"]).await;
    let report = ran.json();
    assert_eq!(report["did"], "updated");
    assert_eq!(report["recorded"], json!(["add zone"]));
    assert_eq!(report["outputs"], json!({ "label": "x", "zone": "a" }));
    assert_eq!(run(&["--json"]).await.json()["did"], "unchanged");
}
