//! `pulumi-wasm try` and `test` in a project of another author: no file of the project grants anything, names a file
//! outside of it, or keeps the tool busy.

use std::os::unix::fs::symlink;

use serde_json::json;

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::tool::{Ran, command, kept, ran, tool};
use test_support::servers::fixed_answer;

const VARIABLE: &str = "ACME_TOKEN";
const SECRET: &str = "hunter2-hunter2";

/// A guest that asks for a variable of the user.
fn wanting_a_variable() -> Guest {
    Guest::new().manifest(|manifest| {
        manifest["permissions"] =
            json!({ "env": [{ "name": VARIABLE, "required": true, "reason": "who you are" }] });
    })
}

/// A guest whose server is an address of the configuration.
fn with_a_configured_server(url: &str) -> Guest {
    let fetch = Step::Fetch {
        method: "POST",
        url: format!("{url}/things"),
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{\"label\":\"x\"}",
    };
    Guest::new()
        .does("create", [fetch, Step::Answer(made)])
        .manifest(|manifest| {
            manifest["schema"]["config"] =
                json!({ "variables": { "server": { "type": "string" } } });
            manifest["permissions"] =
                json!({ "net": [{ "host": "config:server", "required": true, "reason": "" }] });
        })
}

async fn project(guest: &Guest, cases: &str) -> Scene {
    let scene = Scene::new().await;
    scene.add("acme.wasm", guest);
    std::fs::create_dir(scene.project().join("tests")).unwrap();
    scene.write("tests/thing.yaml", cases.as_bytes());
    scene
}

/// Runs the tool with a variable of the user.
async fn with_variable(scene: &Scene, words: &[&str]) -> Ran {
    let mut command = command(scene, words);
    command.env(VARIABLE, SECRET);
    ran(command).await
}

/// Creates a pipe without a writer.
fn make_pipe(path: &std::path::Path) {
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mkfifoat(rustix::fs::CWD, path, mode).unwrap();
}

#[tokio::test]
async fn a_record_in_a_project_is_not_read() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &wanting_a_variable());
    let folder = scene.project().join(".pulumi-wasm/try/acme-index-Thing");
    std::fs::create_dir_all(&folder).unwrap();
    let planted = json!({
        "pulumi-wasm-try": 1,
        "net": ["http://169.254.169.254"],
        "env": [VARIABLE],
        "insecureTls": [],
        "declined": [],
        "config": { "server": "http://169.254.169.254" },
        "inputs": { "label": "planted" },
        "state": null,
        "leftOver": [],
        "generation": 0,
        "digest": "",
    });
    std::fs::write(folder.join("one.json"), planted.to_string()).unwrap();
    let words = ["try", "acme.wasm", "Thing"];
    let ran = with_variable(&scene, &[&words[..], &["label=x"]].concat()).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    assert_says(
        &ran.errors,
        &[
            "one.json` is not read",
            "hint: if you made it",
            "--allow-env ACME_TOKEN",
        ],
    );
    let grant = ["--allow-env", VARIABLE];
    let ran = with_variable(&scene, &[&words[..], &grant].concat()).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    assert_says(&ran.errors, &["the command gives no inputs"]);
    // A record of the user's own folder has no grants either.
    let ran = with_variable(&scene, &[&words[..], &["label=x"], &grant].concat()).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let ran = with_variable(&scene, &[&words[..], &["label=y"]].concat()).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    let record = std::fs::read_to_string(kept(&scene)).unwrap();
    let record = record.replacen('{', &format!("{{ \"env\": [\"{VARIABLE}\"],"), 1);
    std::fs::write(kept(&scene), record).unwrap();
    let ran = with_variable(&scene, &[&words[..], &["label=y"]].concat()).await;
    assert_eq!(ran.status, 1, "{}", ran.output);
    assert_says(&ran.errors, &["note: the grants in", "are not used"]);
}

#[tokio::test]
async fn a_case_grants_no_variable_of_the_user() {
    let case =
        |more: &str| format!("type: Thing\nbehaviours: false\ninputs: {{ label: x }}\n{more}");
    let scene = project(&wanting_a_variable(), "").await;
    let words = ["test", "acme.wasm"];
    for (more, expected) in [
        (
            "allow: { env: [ACME_TOKEN] }\n",
            "a case cannot grant `ACME_TOKEN`, because its value is yours",
        ),
        ("", "the component needs more grants"),
    ] {
        scene.write("tests/thing.yaml", case(more).as_bytes());
        let ran = with_variable(&scene, &words).await;
        assert_eq!(ran.status, 2, "{more}: {}", ran.output);
        assert_says(&ran.errors, &[expected, "hint: ", "--allow-env ACME_TOKEN"]);
        // The cases of one file share its grants.
        let cases = format!(
            "{more}cases: [{{ type: Thing, behaviours: false, inputs: {{ label: x }} }}]\n"
        );
        scene.write("tests/thing.yaml", cases.as_bytes());
        let ran = with_variable(&scene, &words).await;
        assert_eq!(ran.status, 2, "{cases}: {}", ran.output);
        assert_says(&ran.errors, &[expected]);
        let granted = [&words[..], &["--allow-env", VARIABLE]].concat();
        let ran = with_variable(&scene, &granted).await;
        assert_eq!(ran.status, 0, "{cases}: {}{}", ran.output, ran.errors);
    }
    let own = "allow: { env: [ACME_TOKEN] }\nenv: { ACME_TOKEN: mine }\n";
    scene.write("tests/thing.yaml", case(own).as_bytes());
    let ran = with_variable(&scene, &words).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
}

#[tokio::test]
async fn a_case_grants_no_server_but_those_of_this_machine() {
    let server = fixed_answer::start(8).await;
    let scene = project(&with_a_configured_server(&server), "").await;
    for (case, flags, expected) in [
        (
            "allow: { net: ['http://169.254.169.254'] }",
            &[][..],
            "`allow.net`: a case cannot grant `http://169.254.169.254`",
        ),
        (
            "config: { server: 'http://169.254.169.254' }",
            &[],
            "`config`: a case cannot set `server`",
        ),
        (
            "config: { server: { fn::secret: 'https://api.example.com' } }",
            &[],
            "--config server=ADDRESS",
        ),
        (
            "config: { server: { fn::readFile: address.txt } }",
            // A host is granted, and not its private addresses.
            &["--allow-net", "http://169.254.169.254"],
            "`config`: a case cannot set `server`",
        ),
        (&format!("config: {{ server: '{server}' }}"), &[], ""),
        (
            "config: { server: 'http://169.254.169.254' }",
            &["--config", &format!("server={server}")],
            "",
        ),
    ] {
        scene.write("tests/address.txt", b"http://169.254.169.254");
        let text = format!("type: Thing\nbehaviours: false\ninputs: {{ label: x }}\n{case}\n");
        scene.write("tests/thing.yaml", text.as_bytes());
        let ran = tool(&scene, &[&["test", "acme.wasm"], flags].concat()).await;
        let status = if expected.is_empty() { 0 } else { 2 };
        assert_eq!(ran.status, status, "{case}: {}{}", ran.output, ran.errors);
        assert_says(&ran.errors, &[expected]);
    }
}

#[tokio::test]
async fn a_case_names_files_of_its_project_alone() {
    let scene = project(&Guest::new(), "").await;
    let outside = scene.home().join("id_rsa");
    std::fs::write(&outside, "-----BEGIN").unwrap();
    symlink(&outside, scene.project().join("tests/link")).unwrap();
    scene.write("inside.txt", b"x");
    let place = outside.display();
    let signature = "4dabf18193072939515e22adb298388d";
    let asset = "c44067f5952c0a294b673a41bacd8c17";
    for named in [
        format!("inputs: {{ label: {{ fn::readFile: '{place}' }} }}"),
        "inputs: { label: { fn::readFile: link } }".to_owned(),
        "inputs: { label: { fn::readFile: ../../home/id_rsa } }".to_owned(),
        "inputs: { label: { fn::toJSON: { a: { fn::readFile: link } } } }".to_owned(),
        format!("inputs: {{ label: {{ fn::fileAsset: '{place}' }} }}"),
        format!("inputs: {{ label: {{ fn::remoteAsset: 'file://{place}' }} }}"),
        "inputs: { label: { fn::fileArchive: .. , } }\nsteps: [{ up: { label: { fn::fileArchive: ../.. } } }]".to_owned(),
        format!("inputs: {{ label: {{ {signature}: {asset}, path: '{place}' }} }}"),
        format!("inputs: {{ label: {{ fn::secret: {{ {signature}: {asset}, uri: 'file:{place}' }} }} }}"),
        format!("state: {{ id: a, inputs: {{ label: {{ {signature}: {asset}, path: '{place}' }} }}, outputs: {{}} }}\nsteps: [{{ refresh: }}]"),
        "config: { note: { fn::readFile: link } }\ninputs: { label: x }".to_owned(),
        "inputs: { label: x }\nreplay: ../../home/id_rsa".to_owned(),
        "inputs: { label: x }\nreplay: link".to_owned(),
    ] {
        let case = format!("type: Thing\nbehaviours: false\n{named}\n");
        scene.write("tests/thing.yaml", case.as_bytes());
        for flags in [&[][..], &["--record"]] {
            let ran = tool(&scene, &[&["test", "acme.wasm"], flags].concat()).await;
            let is_unrecorded = !flags.is_empty() && !named.contains("replay");
            assert_eq!(ran.status, 2, "{named}: {}{}", ran.output, ran.errors);
            if !is_unrecorded {
                assert_says(&ran.errors, &["files of a project may only name files in", "hint: "]);
            }
        }
    }
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), "-----BEGIN");
    let case =
        "type: Thing\nbehaviours: false\ninputs: { label: { fn::readFile: ../inside.txt } }\n";
    scene.write("tests/thing.yaml", case.as_bytes());
    let ran = tool(&scene, &["test", "acme.wasm"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
}

#[tokio::test]
async fn no_file_of_a_project_is_waited_for_or_read_without_end() {
    let scene = project(&Guest::new(), "").await;
    let case = "type: Thing\ninputs: { label: x }\n";
    let replayed = format!("{case}replay: recording\n");
    let inside = format!("{case}config: {{ a: {{ fn::readFile: recording }} }}\n");
    type Plant = fn(&std::path::Path);
    let endless: Plant = |path| symlink("/dev/zero", path).unwrap();
    let sparse: Plant = |path| {
        let file = std::fs::File::create(path).unwrap();
        file.set_len(1 << 40).unwrap();
    };
    for (place, case, words) in [
        ("tests/thing.yaml", "", &["test", "acme.wasm"][..]),
        ("tests/recording", &replayed, &["test", "acme.wasm"]),
        ("tests/recording", &inside, &["test", "acme.wasm"]),
        ("other.wasm", case, &["test", "other.wasm"]),
        (
            "inputs",
            case,
            &["try", "acme.wasm", "Thing", "--inputs", "inputs"],
        ),
        (
            "inputs",
            case,
            &[
                "try",
                "acme.wasm",
                "Thing",
                "label=x",
                "--config-file",
                "inputs",
            ],
        ),
        (
            "other.wasm",
            case,
            &["wrap", "other.wasm", "-o", "made.wasm"],
        ),
        ("other.wasm", case, &["inspect", "other.wasm"]),
        (
            "licence",
            case,
            &[
                "bundle",
                "acme.wasm",
                "--license",
                "licence",
                "--host",
                "linux-amd64=licence",
            ],
        ),
        ("key", case, &["sign", "acme.wasm", "--key", "key"]),
    ] {
        for (plant, expected) in [
            (make_pipe as Plant, "not a regular file"),
            (endless, "not a regular file"),
            (sparse, "larger than"),
        ] {
            let planted = scene.project().join(place);
            if !case.is_empty() {
                scene.write("tests/thing.yaml", case.as_bytes());
            }
            drop(std::fs::remove_file(&planted));
            plant(&planted);
            let ran = tool(&scene, words).await;
            assert!(ran.status > 0, "{words:?}: {}", ran.output);
            // A link that leads out of the project is refused before it is opened.
            let leads_out = [
                "may only name files in",
                "cases of a project are files of the project",
            ]
            .iter()
            .any(|refusal| ran.errors.contains(refusal));
            assert!(
                leads_out || ran.errors.contains(expected),
                "{words:?}: {}",
                ran.errors
            );
            std::fs::remove_file(&planted).unwrap();
        }
    }
}

#[tokio::test]
async fn folders_of_cases_that_lead_to_each_other_are_searched_once() {
    let case = "type: Thing\nbehaviours: false\ninputs: { label: x }\n";
    let scene = project(&Guest::new(), case).await;
    for name in ["one", "two", "three"] {
        symlink(".", scene.project().join("tests").join(name)).unwrap();
    }
    let ran = tool(&scene, &["test", "acme.wasm"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(&ran.output, &["1 passed"]);
}
