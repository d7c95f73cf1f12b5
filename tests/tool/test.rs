//! `pulumi-wasm test`.

use serde_json::{Value, json};

use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::tool::tool;
use test_support::servers::fixed_answer;

/// A project with a component and one file of cases.
async fn project(guest: &Guest, cases: &str) -> Scene {
    let scene = Scene::new().await;
    scene.add("acme.wasm", guest);
    std::fs::create_dir(scene.project().join("tests")).unwrap();
    scene.write("tests/thing.yaml", cases.as_bytes());
    scene
}

const GOOD: &str = "
cases:
  - case: is made
    type: Thing
    inputs: { label: x }
    expect:
      does: create
      id: { fn::matches: ^ma }
      outputs: { label: x }
    steps:
      - preview: { label: x }
        expect: { does: nothing }
      - delete:
  - case: is refused
    type: acme:index:Thing
    inputs: { lable: x }
    expect:
      failures: { lable: 'did you mean `label`' }
";

#[tokio::test]
async fn cases_that_hold_pass_with_the_duties_of_any_provider() {
    let scene = project(&Guest::new(), GOOD).await;
    let ran = tool(&scene, &["test", "acme.wasm", "--verbose"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &[
            "acme 1.2.3",
            "tests/thing.yaml",
            "✓ is made",
            "3 steps, 10 behaviours (2 not judged)",
            "✓ diff-with-itself: a diff without a change reports no change",
            "it has no `read`",
            "✓ is refused",
            "2 passed, 0 failed",
        ],
    );
    let ran = tool(
        &scene,
        &["test", "acme.wasm", "--json", "--only", "is made"],
    )
    .await;
    let report = ran.json();
    assert_eq!(report["passed"], 1);
    assert_eq!(report["cases"][0]["token"], "acme:index:Thing");
    assert_eq!(report["cases"][0]["parts"][0]["outcome"], "passed");
    // The component does not stay on the machine.
    assert!(!scene.store().exists(), "the component is in the store");
}

#[tokio::test]
async fn a_failed_case_is_told_by_path_and_ends_with_1() {
    let cases = "
type: Thing
inputs: { label: y }
expect: { does: update, outputs: { label: z } }
";
    let scene = project(&Guest::new(), cases).await;
    let ran = tool(&scene, &["test", "acme.wasm"]).await;
    assert_eq!(ran.status, 1, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &[
            "✗ thing",
            "expected the step to update, got: create",
            "outputs.label",
            "expected  \"z\"",
            "came      \"x\"",
            // The guest answers with another label than its preview showed.
            "✗ preview-holds: a preview shows the real result",
            "expected  \"y\"",
            "0 passed, 1 failed",
        ],
    );
    let report = tool(&scene, &["test", "acme.wasm", "--json"]).await.json();
    let parts = report["cases"][0]["parts"].as_array().unwrap();
    let failed: Vec<&Value> = parts
        .iter()
        .filter(|part| part["outcome"] == "failed")
        .map(|part| &part["name"])
        .collect();
    assert_eq!(failed, ["up", "preview-holds"]);
    assert_eq!(
        parts[0]["breaches"][1]["differences"][0]["path"],
        "outputs.label"
    );
    // A behaviour that the author excluded with a reason is left out.
    let skipped = format!("{cases}skip: {{ preview-holds: the server decides }}\n");
    scene.write(
        "tests/thing.yaml",
        skipped
            .replace("does: update, outputs: { label: z }", "")
            .as_bytes(),
    );
    let ran = tool(&scene, &["test", "acme.wasm", "-v"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(&ran.output, &["skipped: the server decides"]);
}

#[tokio::test]
async fn no_report_has_a_secret_in_it() {
    let made = Answer::Created {
        id: "made",
        outputs: "{\"label\":\"another-secret\"}",
    };
    let guest = Guest::new()
        .does("create", [Step::Answer(made)])
        .manifest(|manifest| {
            let thing = &mut manifest["schema"]["resources"]["acme:index:Thing"];
            thing["inputProperties"]["label"]["secret"] = true.into();
            thing["properties"]["label"]["secret"] = true.into();
        });
    let cases = "
type: Thing
inputs: { label: hunter2-hunter2 }
expect: { outputs: { label: { fn::secret: third-secret } } }
";
    let scene = project(&guest, cases).await;
    for flags in [&[][..], &["--json"]] {
        let words = [&["test", "acme.wasm", "--verbose"][..], flags].concat();
        let ran = tool(&scene, &words).await;
        assert_eq!(ran.status, 1, "{}", ran.output);
        assert_says(&ran.output, &["[secret]"]);
        for secret in ["hunter2", "another-secret", "third-secret"] {
            assert!(!ran.output.contains(secret), "{}", ran.output);
        }
    }
    let ran = tool(&scene, &["test", "acme.wasm", "--show-secrets"]).await;
    assert_says(
        &ran.output,
        &["secret(\"another-secret\")", "secret(\"third-secret\")"],
    );
}

#[tokio::test]
async fn an_author_is_warned_of_an_output_that_has_a_secret_in_it() {
    let made = Answer::Created {
        id: "made",
        outputs: "{\"label\":\"https://ada:hunter2-hunter2@example.test\"}",
    };
    let guest = Guest::new()
        .does("create", [Step::Answer(made)])
        .manifest(|manifest| {
            let thing = &mut manifest["schema"]["resources"]["acme:index:Thing"];
            thing["inputProperties"] = json!({ "key": { "type": "string", "secret": true } });
        });
    let cases = "
type: Thing
inputs: { key: hunter2-hunter2 }
behaviours: false
";
    let scene = project(&guest, cases).await;
    let ran = tool(&scene, &["test", "acme.wasm"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &[
            "the output `label` has a secret in it",
            "the schema should mark it as `secret`",
        ],
    );
    let output = format!("{}{}", ran.output, ran.errors);
    assert!(!output.contains("hunter2"), "{output}");
}

#[tokio::test]
async fn a_case_that_cannot_run_is_explained_and_ends_with_2() {
    let scene = project(&Guest::new(), "").await;
    for (cases, expected) in [
        ("", "`type`, `construct` and `function` are all missing"),
        (
            "type: Thing\nfunction: look\n",
            "both `type` and `function`",
        ),
        ("type: Thing\n", "`inputs` and `steps` are both missing"),
        ("type: Thing\ninputs: {}\nexpects: {}\n", "expects"),
        ("type: Thing\ninputs: [\n", "tests/thing.yaml"),
        (
            "type: Thing\n---\ntype: Thing\n",
            "multiple YAML documents detected\n",
        ),
        (
            "type: Thing\ninputs: { label: { fn::sekret: x } }\n",
            "there is no `fn::sekret`",
        ),
        (
            "type: Thing\nsteps: [{ up: {}, delete: }]\n",
            "step 1 needs exactly one",
        ),
        (
            "type: Thing\ninputs: {}\nskip: { import-twice: no }\n",
            "there is no behaviour `import-twice`",
        ),
        (
            "type: Thing\ninputs: {}\nallow: { net: ['*'] }\n",
            "`allow.net`",
        ),
        (
            "type: Thing\ninputs: {}\nreplay: none.jsonl\n",
            "`pulumi-wasm test --record` makes it",
        ),
    ] {
        scene.write("tests/thing.yaml", cases.as_bytes());
        let ran = tool(&scene, &["test", "acme.wasm"]).await;
        assert_eq!(ran.status, 2, "{cases}: {}{}", ran.output, ran.errors);
        assert_says(&ran.errors, &["error: ", "tests/thing.yaml", expected]);
    }
    for (words, expected) in [
        (&["test", "none.wasm"][..], "there is no `none.wasm`"),
        (&["test", "Pulumi.yaml"], "Pulumi.yaml"),
        (
            &["test", "acme.wasm", "--cases", "none"],
            "the folder `none` does not exist",
        ),
    ] {
        let ran = tool(&scene, words).await;
        assert_eq!(ran.status, 2, "{words:?}");
        assert_says(&ran.errors, &[expected]);
    }
}

#[tokio::test]
async fn a_case_that_leads_out_of_the_project_is_not_read() {
    let scene = project(&Guest::new(), "type: Thing\ninputs: { label: x }\n").await;
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.yaml");
    std::fs::write(&secret, "token hunter2\n").unwrap();
    let tests = scene.project().join("tests");
    let link = tests.join("stolen.yaml");
    std::os::unix::fs::symlink(&secret, &link).unwrap();
    let folder = tests.join("folder");
    std::os::unix::fs::symlink(outside.path(), &folder).unwrap();
    for link in [link, folder] {
        let ran = tool(&scene, &["test", "acme.wasm"]).await;
        assert_eq!(ran.status, 2, "{}{}", ran.output, ran.errors);
        assert_says(&ran.errors, &["` leads to `", "hint: copy the file"]);
        assert!(!ran.errors.contains("hunter2"), "{}", ran.errors);
        std::fs::remove_file(link).unwrap();
    }
    // A link within the project is a file of the project.
    std::os::unix::fs::symlink("thing.yaml", tests.join("again.yaml")).unwrap();
    let ran = tool(&scene, &["test", "acme.wasm", "--json"]).await;
    assert_eq!(ran.json()["cases"].as_array().unwrap().len(), 2);
}

/// A guest whose create sends a request.
fn asking(server: &str) -> Guest {
    let fetch = Step::Fetch {
        method: "POST",
        url: format!("{server}/things"),
    };
    let made = Answer::Created {
        id: "made",
        outputs: "{\"label\":\"x\"}",
    };
    let host = server.to_owned();
    Guest::new()
        .does("create", [fetch, Step::Answer(made)])
        .manifest(move |manifest| {
            manifest["permissions"] =
                json!({ "net": [{ "host": host, "required": true, "reason": "the server" }] });
        })
}

#[tokio::test]
async fn recorded_http_takes_the_place_of_a_server() {
    let server = fixed_answer::start(2).await;
    let cases = "type: Thing\ninputs: { label: x }\nreplay: recordings/thing.jsonl\n";
    let scene = project(&asking(&server), cases).await;
    // The answers have no place without the name of the file.
    scene.write("tests/thing.yaml", b"type: Thing\ninputs: { label: x }\n");
    let words = ["test", "acme.wasm", "--record", "--allow-net", &server];
    let ran = tool(&scene, &words).await;
    assert_eq!(ran.status, 2, "{}", ran.output);
    assert_says(
        &ran.errors,
        &["no case replays a recording", "hint: ", "`replay: FILE`"],
    );
    scene.write("tests/thing.yaml", cases.as_bytes());
    let ran = tool(&scene, &["test", "acme.wasm", "--record"]).await;
    assert_eq!(ran.status, 2, "{}", ran.output);
    let flag = format!("--allow-net {server}");
    assert_says(
        &ran.errors,
        &["needs more grants", &flag, "the server", "replay: FILE"],
    );
    let ran = tool(
        &scene,
        &["test", "acme.wasm", "--record", "--allow-net", &server],
    )
    .await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    // The servers are gone: the answers come from the recording, and no grants are needed.
    let recording = scene.project().join("tests/recordings/thing.jsonl");
    let nowhere = std::fs::read_to_string(&recording)
        .unwrap()
        .replace(&server, "http://127.0.0.1:9");
    std::fs::write(&recording, nowhere).unwrap();
    scene.add("acme.wasm", &asking("http://127.0.0.1:9"));
    let ran = tool(&scene, &["test", "acme.wasm"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    // A component with another request is detected.
    scene.add("acme.wasm", &asking("http://127.0.0.1:8"));
    let ran = tool(&scene, &["test", "acme.wasm"]).await;
    assert_eq!(ran.status, 1, "{}{}", ran.output, ran.errors);
    assert_says(&ran.output, &["differs from the recording"]);
}

#[tokio::test]
async fn a_case_prepares_what_its_resource_needs() {
    let cases = "
type: Thing
resources:
  first: { type: Thing, inputs: { label: x } }
  second: { type: Thing, inputs: { label: '${first.label}' } }
inputs: { label: '${second.label}' }
expect: { does: create, inputs: { label: x }, id: '${first.id}' }
steps:
  - of: second
    up: { label: '${first.label}' }
    expect: { does: nothing, outputs: { label: '${first.label}' } }
  - up: { label: '${first.label}' }
    expect: { does: nothing }
";
    let scene = project(&Guest::new(), cases).await;
    let ran = tool(&scene, &["test", "acme.wasm", "--verbose"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &[
            "✓ up of `first`",
            "✓ up of `second`",
            "✓ up of `thing`",
            "✓ diff-with-itself",
            "1 passed, 0 failed",
        ],
    );
    // The behaviour of every provider needs everything that was prepared.
    let deleted = format!("{cases}  - of: second\n    delete:\n");
    scene.write("tests/thing.yaml", deleted.as_bytes());
    let ran = tool(&scene, &["test", "acme.wasm", "--verbose"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(&ran.output, &["✓ delete of `second`", "1 passed, 0 failed"]);
    assert!(!ran.output.contains("diff-with-itself"), "{}", ran.output);
    // A missing file is reported, and no other file is created.
    for (from, to, status, says) in [
        (
            "label: '${second.label}' }\nexpect",
            "label: '${third.label}' }\nexpect",
            2,
            "no resource of the case is called `third`",
        ),
        (
            "of: second",
            "of: third",
            2,
            "no resource of the case is called `third`",
        ),
        (
            "${first.label}' } }\ninputs",
            "${first.lable}' } }\ninputs",
            2,
            "`first` has no `lable`",
        ),
        (
            "second: { type: Thing",
            "second: { typ: Thing",
            2,
            "`resources`, `second`",
        ),
        (
            "inputs: { label: x } }\n  second",
            "inputs: { lable: x } }\n  second",
            1,
            "did you mean `label`",
        ),
    ] {
        assert!(cases.contains(from), "{from}");
        scene.write("tests/thing.yaml", cases.replacen(from, to, 1).as_bytes());
        let ran = tool(&scene, &["test", "acme.wasm"]).await;
        assert_eq!(ran.status, status, "{to}: {}{}", ran.output, ran.errors);
        assert_says(&format!("{}{}", ran.output, ran.errors), &[says]);
        assert!(!ran.output.contains("up of `thing`"), "{}", ran.output);
    }
}

#[tokio::test]
async fn functions_have_cases_too() {
    let guest = Guest::new().does(
        "invoke",
        [Step::Answer(Answer::Result("{\"found\":[1,2]}"))],
    );
    let cases = "
cases:
  - function: look
    expect: { result: { found: [1, 2] } }
  - function: look
    case: is wrong
    expect: { result: { found: [1, 3] } }
";
    let scene = project(&guest, cases).await;
    let ran = tool(&scene, &["test", "acme.wasm"]).await;
    assert_eq!(ran.status, 1, "{}", ran.errors);
    assert_says(
        &ran.output,
        &[
            "✓ look",
            "✗ is wrong",
            "result.found[1]",
            "expected  3",
            "came      2",
            "not tested: no case is about `acme:index:Thing`",
        ],
    );
}

#[tokio::test]
async fn a_project_without_cases_is_judged_by_examples_that_are_made_up() {
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let ran = tool(&scene, &["test", "acme.wasm", "--verbose"]).await;
    assert_says(
        &ran.output,
        &[
            "no test cases found in `./tests`: examples are made from the schema, without a server",
            "hint: create `tests/NAME.yaml`; see `pulumi-wasm test --help`",
            "Thing  acme:index:Thing  0 steps, 10 behaviours",
            "✓ check-twice",
            "✓ odd-inputs",
        ],
    );
    // An empty folder is not a case either, and a requested name must exist.
    std::fs::create_dir(scene.project().join("tests")).unwrap();
    let ran = tool(&scene, &["test", "acme.wasm"]).await;
    assert_says(&ran.output, &["no test cases found in `./tests`"]);
    for words in [&["--only", "x"][..], &["--record"], &["--cases", "tests"]] {
        let all: Vec<&str> = ["test", "acme.wasm"]
            .into_iter()
            .chain(words.iter().copied())
            .collect();
        let ran = tool(&scene, &all).await;
        assert_eq!(ran.status, 2, "{words:?}: {}", ran.output);
        assert_says(&ran.errors, &["no test cases found in `"]);
    }
}

#[tokio::test]
async fn a_made_up_example_reaches_no_server_and_says_nothing_of_what_needs_one() {
    // With it, the example could be created.
    let url = fixed_answer::start(2).await;
    let scene = Scene::new().await;
    scene.add("acme.wasm", &asking(&url));
    let ran = tool(&scene, &["test", "acme.wasm", "-v", "--allow-net", &url]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    assert_says(
        &ran.output,
        &["- create: the example can be created: the example is generated, and there is no server"],
    );
}

#[tokio::test]
async fn a_closed_pipe_crashes_no_command() {
    let scene = project(&Guest::new(), GOOD).await;
    let mut all: Vec<Vec<String>> = [
        &["inspect", "acme.wasm"][..],
        &["inspect", "acme.wasm", "--schema"],
        &["docs", "acme.wasm", "--markdown"],
        &["diff", "acme.wasm", "acme.wasm"],
        &["test", "acme.wasm", "--verbose"],
        &["try", "acme.wasm"],
        &["load", "nowhere"],
        &["pull", "nowhere"],
        &["update"],
        &["logout", "ghcr.io"],
        &["grants"],
        &["cache"],
        &["cache", "show"],
        &["cache", "verify"],
        &["cache", "journal"],
        &["cache", "clean"],
        &["completions", "bash"],
        // Its archive is large, and `grants` looks through the files of the project.
        &["bundle", "acme.wasm"],
    ]
    .into_iter()
    .map(|words| words.iter().map(|word| (*word).to_owned()).collect())
    .collect();
    let commands = commands_below(&scene, Vec::new()).await;
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        all.push([command, vec!["--help".to_owned()]].concat());
    }
    for words in all {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for is_error in [false, true] {
            let errors = with_a_closed_pipe(&scene, &words, is_error).await;
            assert!(!errors.contains("panicked"), "{words:?}: {errors}");
        }
    }
}

/// Runs a command with its output or its errors connected to a pipe without a reader. Returns the text that it wrote to
/// the other stream.
async fn with_a_closed_pipe(scene: &Scene, words: &[&str], is_error: bool) -> String {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = test_support::fake::tool::command(scene, words);
    command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    if is_error {
        command.stderr(writer);
    } else {
        command.stdout(writer);
    }
    let child = command.spawn().unwrap();
    // The command has the writing end of the pipe open as well.
    drop(command);
    let output = test_support::within(child.wait_with_output())
        .await
        .unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    // An abort, and the status of a panic.
    let status = output.status.code();
    assert!(status.is_some_and(|code| code != 101), "{words:?}: {said}");
    said
}

/// All commands that the help names, with those below them; the first is the tool itself.
async fn commands_below(scene: &Scene, command: Vec<String>) -> Vec<Vec<String>> {
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    let help = tool(scene, &[&words[..], &["--help"]].concat())
        .await
        .output;
    let listed = help
        .split_once("\nCommands:\n")
        .map_or("", |(_, rest)| rest);
    let mut found = vec![command.clone()];
    for line in listed.lines().take_while(|line| !line.is_empty()) {
        // The description may go on in the next line, further to the right.
        let name = line
            .strip_prefix("  ")
            .filter(|rest| !rest.starts_with(' '));
        let name = name.and_then(|rest| rest.split_whitespace().next());
        if let Some(name) = name.filter(|name| *name != "help") {
            let below = [command.clone(), vec![name.to_owned()]].concat();
            found.extend(Box::pin(commands_below(scene, below)).await);
        }
    }
    found
}
