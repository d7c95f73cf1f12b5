//! `pulumi-wasm try` and `pulumi-wasm test` of component resources.

use serde_json::{Value, json};

use test_support::assert_says;
use test_support::fake::declare::{Declare, output};
use test_support::fake::find::Find;
use test_support::fake::guest::{Guest, SITE, THING};
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::fake::tool::{Ran, tool};

const PET: &str = "random:index:Pet";

/// A guest that declares these resources and gives these outputs.
fn declaring(resources: impl IntoIterator<Item = Declare>, outputs: &Value) -> Guest {
    let mut steps: Vec<Step> = resources.into_iter().map(Step::Declare).collect();
    steps.push(Step::Answer(Answer::Outputs(outputs.to_string())));
    Guest::new().does("construct", steps)
}

/// A guest with a pet, and a thing of the guest's package in a group that is named after the pet.
fn with_a_pet_and_a_thing() -> Guest {
    let pet = Declare {
        options: json!({ "retainOnDelete": true }).to_string(),
        ..Declare::resource(
            PET,
            "pet-",
            json!({ "prefix": output(0, "title") }).to_string(),
        )
    };
    let group = Declare {
        kind: 1,
        ..Declare::resource("acme:index:Part", "part-", "{}".to_owned())
    };
    let thing = Declare {
        options: json!({ "parent": output(2, "") }).to_string(),
        ..Declare::resource(
            THING,
            "thing-",
            json!({ "label": output(1, "id") }).to_string(),
        )
    };
    let outputs = json!({ "url": output(1, "color"), "token": output(3, "label") });
    declaring([pet, group, thing], &outputs)
}

async fn tried(guest: &Guest, words: &[&str]) -> Ran {
    let scene = Scene::new().await;
    scene.add("acme.wasm", guest);
    scene.write("mocks.yaml", b"pet-s: { color: red }\nnobody: { a: b }\n");
    let words = [&["try", "acme.wasm", "Site", "--name", "s"], words].concat();
    let ran = tool(&scene, &words).await;
    assert!(
        !scene.project().join(".pulumi-wasm").exists(),
        "nothing is kept"
    );
    ran
}

#[tokio::test]
async fn a_try_shows_the_children_of_a_component_with_inputs_options_and_dependencies() {
    let ran = tried(&with_a_pet_and_a_thing(), &["title=x"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    let tree = "\
acme:index:Site `s`  3 children
  title: \"x\"
  random:index:Pet `pet-s`
    prefix: \"x\"
    (retainOnDelete) true
  acme:index:Part `part-s`
    acme:index:Thing `thing-s`
      label: \"pet-s_id\"  <- pet-s
  outputs
    token: [secret]  <- thing-s
    url: not set, or derived from a value without a mock
no resource was created";
    assert_says(&ran.output, &[tree]);
}

#[tokio::test]
async fn a_preview_shows_what_is_unknown_and_mocks_give_values_to_an_update() {
    let guest = with_a_pet_and_a_thing();
    let ran = tried(&guest, &["--preview"]).await;
    let shown = [
        "3 children, preview",
        "label: unknown  <- pet-s",
        "url: unknown  <- pet-s",
        "token: [secret]",
    ];
    assert_says(&ran.output, &shown);
    let ran = tried(&guest, &["--mocks", "mocks.yaml", "--show-secrets"]).await;
    let shown = [
        "url: \"red\"  <- pet-s",
        "token: secret(\"pet-s_id\")",
        "no resource or function is called `nobody`",
    ];
    assert_says(&ran.output, &shown);
    let document = tried(&guest, &["--mocks", "mocks.yaml", "--json"])
        .await
        .json();
    assert_eq!(
        document["outputs"],
        json!({ "url": "red", "token": "[secret]" })
    );
    let thing = &document["children"][2];
    assert_eq!(thing["parent"], "part-s");
    assert_eq!(thing["inputDependencies"], json!({ "label": ["pet-s"] }));
    assert_eq!(
        document["children"][0]["options"],
        json!({ "retainOnDelete": true })
    );
}

#[tokio::test]
async fn bad_components_are_told_in_an_orderly_way() {
    let pet = |name| Declare::resource(PET, name, "{}".to_owned());
    let nothing = json!({});
    for (guest, says) in [
        // A child twice.
        (
            declaring([pet("a-"), pet("a-")], &nothing),
            "the parent has a resource `a-s` of type `random:index:Pet` already",
        ),
        // A package that the manifest does not name.
        (
            declaring(
                [Declare::resource("aws:s3:Bucket", "b-", "{}".to_owned())],
                &nothing,
            ),
            "does not name the package `aws` in `packages`",
        ),
        // An output of a resource that does not exist.
        (declaring([], &json!({ "url": output(9, "x") })), "9"),
        // Inputs that the component's own package refuses.
        (
            declaring(
                [Declare::resource(
                    THING,
                    "t-",
                    json!({ "label": [] }).to_string(),
                )],
                &nothing,
            ),
            "label",
        ),
        (Guest::new().does("construct", [Step::Crash]), "crash"),
    ] {
        let ran = tried(&guest, &[]).await;
        assert_eq!(ran.status, 1, "{}{}", ran.output, ran.errors);
        assert_says(&ran.errors, &["error: construct of `s` failed", says]);
    }
    let endless = Guest::new().does("construct", [Step::Loop]);
    let ran = tried(&endless, &["--limit", "check-time=200ms"]).await;
    assert_says(
        &ran.errors,
        &["construct of `s` failed", "`--limit check-time=400ms`"],
    );
}

#[tokio::test]
async fn many_children_and_large_values_are_counted_and_not_all_shown() {
    let large = json!({ "prefix": "x".repeat(1 << 20) }).to_string();
    let large = Declare::resource(PET, "large-", large);
    let ran = tried(&declaring([large], &json!({})), &[]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_says(&ran.output, &["xxx… (1048578 bytes in all)"]);
    assert!(ran.output.len() < 5000, "{} bytes", ran.output.len());
    let names: Vec<&'static str> = (0..250)
        .map(|number| &*format!("pet-{number}-").leak())
        .collect();
    let pets = names
        .iter()
        .map(|name| Declare::resource(PET, name, "{}".to_owned()));
    let guest = declaring(pets, &json!({}));
    let ran = tried(&guest, &[]).await;
    assert_says(&ran.output, &["250 children", "… and 50 more"]);
    let ran = tried(&guest, &["--verbose"]).await;
    assert_says(&ran.output, &["`pet-249-s`"]);
}

#[tokio::test]
async fn a_component_has_no_life_to_try_and_a_resource_no_mocks() {
    for flag in ["--refresh", "--delete"] {
        let ran = tried(&with_a_pet_and_a_thing(), &[flag]).await;
        assert_says(&ran.errors, &[flag, "is a component", "hint: "]);
    }
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let ran = tool(&scene, &["try", "acme.wasm", "Thing", "--mocks", "m.yaml"]).await;
    assert_says(
        &ran.errors,
        &["`--mocks m.yaml` needs a component resource", "hint: "],
    );
}

/// A guest with a pet whose color is the address of its site, and a method that creates another pet from the address
/// and a path.
fn with_a_method() -> Guest {
    let pet = Declare::resource(
        PET,
        "pet-",
        json!({ "prefix": output(0, "title") }).to_string(),
    );
    let outputs = json!({ "url": output(1, "color"), "token": "t" });
    let site = Step::Answer(Answer::Outputs(outputs.to_string()));
    let opened = Find::receiver();
    let news = json!({ "prefix": output(1, "url"), "path": output(0, "path"), "token": output(1, "token") });
    let news = Declare::resource(PET, "news-", news.to_string());
    let result = "{\"url\":{\"4dabf18193072939515e22adb298388d\":\"d0e6a833031e9bbcd3f4e8bde6ca49a4\",\
                  \"handle\":2,\"path\":\"prefix\"}}";
    Guest::new()
        .does("construct", [Step::Declare(pet), site])
        .does(
            "call-method",
            [
                Step::Find(opened),
                Step::Declare(news),
                Step::Answer(Answer::Result(result)),
            ],
        )
}

async fn called(guest: &Guest, words: &[&str]) -> Ran {
    let scene = Scene::new().await;
    scene.add("acme.wasm", guest);
    scene.write("mocks.yaml", b"pet-s: { color: red }\n");
    scene.write("on.yaml", b"outputs: { url: 'https://a', token: hidden }\n");
    scene.write("neither.yaml", b"id: x\n");
    let words = [&["try", "acme.wasm", "Site/page", "--name", "s"], words].concat();
    tool(&scene, &words).await
}

#[tokio::test]
async fn a_try_of_a_method_shows_its_results_and_what_it_registers() {
    let words = ["path=/a", "--construct", "title=x", "--mocks", "mocks.yaml"];
    let ran = called(&with_a_method(), &words).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    let tree = "\
acme:index:Site/page on `s`  1 child
  path: \"/a\"
  random:index:Pet `news-s`
    path: \"/a\"
    prefix: \"red\"  <- s";
    let result = "  results\n    url: \"red\"  <- news-s\nno resource was created";
    assert_says(&ran.output, &[tree, "token: [secret]", result]);
    // Without a mock the address is unknown, and an update leaves the result out.
    let ran = called(&with_a_method(), &["path=/a", "--construct", "title=x"]).await;
    assert_says(&ran.output, &["url: not set, or derived from a value"]);
    let words = ["path=/a", "--construct", "title=x", "--preview"];
    let ran = called(&with_a_method(), &words).await;
    assert_says(
        &ran.output,
        &["1 child, preview", "url: unknown  <- news-s"],
    );
}

#[tokio::test]
async fn a_try_of_a_method_takes_what_a_file_says_of_its_resource() {
    let words = ["path=/a", "--on", "on.yaml", "--preview", "--show-secrets"];
    let ran = called(&with_a_method(), &words).await;
    assert_says(&ran.output, &["url: \"https://a\"", "secret(\"hidden\")"]);
    let guest = with_a_method();
    let ran = called(&guest, &["path=/a", "--on", "on.yaml", "--json"]).await;
    let document = ran.json();
    assert_eq!(document["method"], "acme:index:Site/page");
    assert_eq!(document["arguments"], json!({ "path": "/a" }));
    assert_eq!(document["result"], json!({ "url": "https://a" }));
    assert_eq!(document["children"][0]["name"], "news-s");
    assert_eq!(document["failures"], json!([]));
}

#[tokio::test]
async fn a_try_of_a_method_that_fails_says_why_and_what_to_do() {
    let refusing = with_a_method().does(
        "call-method",
        [Step::Answer(Answer::Unacceptable(&[(
            "path",
            "is not there",
        )]))],
    );
    let ran = called(&refusing, &["path=/a", "--on", "on.yaml"]).await;
    assert_eq!(ran.status, 1);
    let said = "error: call of `page` on `s` failed\n  path: is not there";
    assert_says(&ran.errors, &[said]);
    let document = called(&refusing, &["path=/a", "--on", "on.yaml", "--json"]);
    let failures = &document.await.json()["failures"];
    assert_eq!(
        *failures,
        json!([{ "property": "path", "reason": "is not there" }])
    );
    for (words, said) in [
        (&["--delete"][..], "is a method"),
        (
            &["path=/a", "--on", "neither.yaml"],
            "hint: write `outputs:`",
        ),
        (&["path=/a", "--on", "none.yaml"], "cannot read `none.yaml`"),
    ] {
        let ran = called(&with_a_method(), words).await;
        assert_says(&ran.errors, &[said]);
    }
    for (guest, kind, said) in [
        (
            with_a_method(),
            "Site/pag",
            "has no method `pag`\nhint: did you mean `page`?",
        ),
        (
            with_a_pet_and_a_thing(),
            "Site/page",
            "has no method `page`\nhint: it has no methods",
        ),
        (with_a_method(), "Sit/page", "has no resource type `Sit`"),
    ] {
        let scene = Scene::new().await;
        scene.add("acme.wasm", &guest);
        let ran = tool(&scene, &["try", "acme.wasm", kind]).await;
        assert_says(&ran.errors, &[said]);
    }
    let ran = tried(&with_a_method(), &["--on", "on.yaml"]).await;
    assert_says(&ran.errors, &["`--on` is for methods", "hint: "]);
}

/// A project with cases of the component.
async fn tested(guest: &Guest, cases: &str, words: &[&str]) -> Ran {
    let scene = Scene::new().await;
    scene.add("acme.wasm", guest);
    std::fs::create_dir(scene.project().join("tests")).unwrap();
    scene.write("tests/site.yaml", cases.as_bytes());
    tool(&scene, &[&["test", "acme.wasm"], words].concat()).await
}

const GOOD: &str = "
mocks:
  pet-docs: { color: red }
cases:
  - case: a site
    construct: Site
    name: docs
    inputs: { title: x }
    expect:
      inputs: { title: x }
      children:
        - { name: part-docs, type: Part }
        - name: pet-docs
          type: random:index:Pet
          inputs: { prefix: x }
          options: { retainOnDelete: true }
          depends-on: []
        - { name: thing-docs, parent: part-docs, inputs: { label: pet-docs_id }, depends-on: [pet-docs] }
      outputs: { url: red, token: { fn::secret: pet-docs_id } }
    steps:
      - preview: { title: { fn::secret: y } }
        expect:
          children:
            - { name: part-docs }
            - { name: pet-docs, inputs: { prefix: { fn::secret: y } } }
            - { name: thing-docs, inputs: { label: { fn::unknown: } } }
          outputs: { url: { fn::unknown: } }
  - case: a name that is taken
    construct: acme:index:Site
    inputs: {}
    mocks:
      random:index:Pet: { fn::fail: the name is taken }
    expect: { error: the name is taken }
  - case: a count that is a word
    construct: Site
    inputs: { count: many }
    expect: { failures: { count: a whole number } }
";

#[tokio::test]
async fn cases_of_components_pass_with_what_any_component_must_do() {
    let ran = tested(&with_a_pet_and_a_thing(), GOOD, &["--verbose"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    let said = [
        "✓ a site",
        "2 steps, 4 behaviours",
        "✓ preview-holds: a preview shows the real result",
        "3 passed, 0 failed",
    ];
    assert_says(&ran.output, &said);
}

#[tokio::test]
async fn other_children_than_expected_are_told_by_path() {
    let cases = "
construct: Site
name: s
inputs: { title: x }
expect:
  children:
    - { name: pet-s, type: Dog, parent: part-s, inputs: { prefix: y }, options: { retainOnDelete: false } }
    - { name: cat-s }
    - { name: thing-s, depends-on: [] }
";
    let ran = tested(&with_a_pet_and_a_thing(), cases, &["--json"]).await;
    assert_eq!(ran.status, 1, "{}", ran.errors);
    let report = ran.json();
    let differences = &report["cases"][0]["parts"][0]["breaches"][0]["differences"];
    let found: Vec<String> = differences
        .as_array()
        .unwrap()
        .iter()
        .map(|part| {
            format!(
                "{} {} {}",
                part["path"].as_str().unwrap(),
                part["expected"].as_str().unwrap_or("-"),
                part["came"].as_str().unwrap_or("-")
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            "children.pet-s.type \"Dog\" \"random:index:Pet\"",
            "children.pet-s.parent \"part-s\" \"s\"",
            "children.pet-s.inputs.prefix \"y\" \"x\"",
            "children.pet-s.options.retainOnDelete false true",
            "children.cat-s {} -",
            "children.thing-s.depends-on [] [\"pet-s\"]",
            "children.part-s - \"acme:index:Part\"",
        ]
    );
}

const CALLS: &str = "
construct: Site
name: docs
inputs: { title: x }
mocks:
  pet-docs: { color: red }
steps:
  - call: page
    arguments: { path: /a }
    expect:
      children: [{ name: news-docs, parent: docs, inputs: { path: /a, prefix: red, token: { fn::secret: t } } }]
      result: { url: red }
  - call: page
    during: preview
    arguments: { path: { fn::unknown: } }
    expect:
      children: [{ name: news-docs, inputs: { path: { fn::unknown: } } }]
      result: { url: { fn::unknown: } }
  - call: page
    on: { outputs: { url: https://a, token: hidden } }
    arguments: { path: { fn::secret: /b } }
    expect:
      children: [{ name: news-docs, inputs: { path: { fn::secret: /b }, token: { fn::secret: hidden } } }]
      result: { url: https://a }
";

#[tokio::test]
async fn cases_call_methods_and_every_method_is_judged() {
    let ran = tested(&with_a_method(), CALLS, &["--verbose"]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    let said = [
        "4 steps, 8 behaviours",
        "✓ call of `page` on `docs`",
        "✓ call-preview-holds: of `page`: a call in a preview shows the real result",
        "✓ unknown-arguments: of `page`: ",
        "1 passed, 0 failed",
    ];
    assert_says(&ran.output, &said);
}

#[tokio::test]
async fn other_results_of_a_method_than_expected_are_told_by_path() {
    let cases = "
construct: Site
name: s
steps:
  - call: page
    on: { outputs: { url: https://a } }
    arguments: { path: /a }
    expect: { result: { url: https://b }, children: [] }
";
    let ran = tested(&with_a_method(), cases, &["--json"]).await;
    assert_eq!(ran.status, 1, "{}", ran.errors);
    let breach = &ran.json()["cases"][0]["parts"][0]["breaches"][0];
    assert_eq!(breach["asked"], "call of `page` on `s`");
    let paths = breach["differences"].as_array().unwrap().iter();
    let paths: Vec<&str> = paths.map(|part| part["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["result.url", "children.news-s"]);
}

#[tokio::test]
async fn a_component_that_fails_is_told_once() {
    let cases = "
construct: Site
name: s
inputs: { title: x }
mocks: { pet-s: { color: red } }
steps:
  - preview: { title: y }
";
    let crashing = with_a_pet_and_a_thing().does("construct", [Step::Crash]);
    let ran = tested(&crashing, cases, &["--json"]).await;
    assert_eq!(ran.status, 1, "{}", ran.errors);
    let case = &ran.json()["cases"][0];
    assert_eq!(case["parts"].as_array().unwrap().len(), 1, "{case}");
    assert!(!ran.output.contains("no resource or function is called"));
}

#[tokio::test]
async fn a_method_that_breaks_off_for_an_unknown_argument_is_no_good_method() {
    let crashing = || with_a_method().does("call-method", [Step::Crash]);
    // No step calls it: an example is generated from the schema.
    let cases = "construct: Site\nname: s\ninputs: { title: x }\n";
    let ran = tested(&crashing(), cases, &["--json"]).await;
    assert_eq!(ran.status, 1, "{}", ran.errors);
    let parts = ran.json()["cases"][0]["parts"].as_array().unwrap().clone();
    let failed = parts.iter().filter(|part| part["outcome"] == "failed");
    let failed: Vec<&str> = failed.map(|part| part["name"].as_str().unwrap()).collect();
    assert_eq!(failed, ["call", "unknown-arguments"]);
    let skipping = format!("{cases}skip: {{ call: x, unknown-arguments: y }}\n");
    let ran = tested(&crashing(), &skipping, &[]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    // A refusal of generated arguments says nothing.
    let refusing = with_a_method().does(
        "call-method",
        [Step::Answer(Answer::Unacceptable(&[(
            "path",
            "is not there",
        )]))],
    );
    let ran = tested(&refusing, cases, &[]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    let expecting = "
construct: Site
steps:
  - call: page
    on: { outputs: {} }
    expect: { failures: { path: is not there } }
";
    let ran = tested(&refusing, expecting, &[]).await;
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
}

#[tokio::test]
async fn keys_that_are_not_for_components_are_refused_with_advice() {
    for (cases, says) in [
        ("construct: Site", "`inputs` and `steps` are both missing"),
        ("construct: Site\ntype: Thing\ninputs: {}", "beside `type`"),
        (
            "construct: Site\ninputs: {}\nexpect: { does: create }",
            "`does`",
        ),
        (
            "construct: Site\nsteps: [{ refresh: }]",
            "`up`, `preview` and `call`",
        ),
        (
            "construct: Site\nsteps: [{ call: page }]",
            "no resource to call it on",
        ),
        (
            "construct: Site\nsteps: [{ call: page, on: { id: x } }]",
            "does not describe the resource",
        ),
        (
            "construct: Site\nsteps: [{ up: {}, arguments: {} }]",
            "`arguments` of step 1 is for calls of methods",
        ),
        (
            "construct: Site\nsteps: [{ up: {}, expect: { result: {} } }]",
            "`result` of step 1",
        ),
        (
            "construct: Site\nsteps: [{ call: page, expect: { outputs: {} } }]",
            "keys of a resource",
        ),
        (
            "type: Thing\ninputs: {}\nmocks: { a: {} }",
            "are for component resources",
        ),
        (
            "construct: Site\ninputs: {}\nmocks: { a: 1 }",
            "expected outputs",
        ),
        (
            "construct: Site\ninputs: {}\nskip: { import: x }",
            "components have no behaviour `import`",
        ),
    ] {
        let ran = tested(&with_a_pet_and_a_thing(), cases, &[]).await;
        assert_eq!(ran.status, 2, "{cases}: {}{}", ran.output, ran.errors);
        assert_says(&ran.errors, &[says, "hint: "]);
    }
}

#[tokio::test]
async fn a_project_without_cases_constructs_an_example_of_the_component() {
    let scene = Scene::new().await;
    let guest = with_a_pet_and_a_thing();
    let guest = guest.manifest(|manifest| {
        let inputs = json!({ "title": { "type": "string" } });
        manifest["schema"]["resources"][SITE]["inputProperties"] = inputs;
    });
    scene.add("acme.wasm", &guest);
    let ran = tool(
        &scene,
        &["test", "acme.wasm", "--only", "Site", "--verbose"],
    )
    .await;
    assert_eq!(ran.status, 2, "`--only` needs cases: {}", ran.errors);
    let ran = tool(&scene, &["test", "acme.wasm", "--verbose"]).await;
    assert_says(
        &ran.output,
        &["✓ Site", "✓ construct: the example can be constructed"],
    );
}
