//! Files, unions, waits, checkpoints, views and lists of the Rust SDK under the real engine: the component `workshop`.

use std::fs;

use serde_json::{Value, json};
use test_support::protocol::pulumirpc as pb;
use test_support::protocol::pulumirpc::list_response::Response;
use tokio_stream::StreamExt as _;

use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::pulumi::calls::is_secret;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::stack::Stack;
use test_support::within;

/// The mark of a special value, and the marks of those that are files.
const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
const ASSET: &str = "c44067f5952c0a294b673a41bacd8c17";
const ARCHIVE: &str = "0def7320c3a5731c473e5ecbe6d01bc7";

/// SHA-256 of `hello, world`.
const HELLO: &str = "09ca7e4eaa6e8ae9c7d261167129184883644d07dfba7cbfbc4c8a2e08360d5b";

const PARCELS: &str = "
name: parcels
runtime: yaml
resources:
  file:
    type: workshop:Parcel
    properties:
      letter: {fn::fileAsset: ./letter.txt}
      goods: {fn::fileArchive: ./goods}
      postage: {kind: stamps, cents: 80}
      pin: 'open sesame'
  text:
    type: workshop:Parcel
    properties:
      letter: {fn::stringAsset: 'dear you'}
      goods:
        fn::assetArchive:
          note.txt: {fn::stringAsset: note}
          inner: {fn::fileArchive: ./goods}
          letter.txt: {fn::fileAsset: ./letter.txt}
      postage: {kind: bill, account: me, password: 'bill password'}
outputs:
  size: ${file.letterSize}
  hash: ${file.letterHash}
  beginning: ${file.beginning}
  contents: ${file.contents}
  pinLength: ${file.pinLength}
  textBeginning: ${text.beginning}
  textContents: ${text.contents}
";

fn stack(name: &str, program: &str) -> Stack {
    let stack = Engine::stack(name)
        .program(program)
        .component("workshop")
        .create();
    fs::write(stack.project.join("letter.txt"), "hello, world").unwrap();
    fs::create_dir(stack.project.join("goods")).unwrap();
    fs::write(stack.project.join("goods/apple"), "an apple").unwrap();
    fs::write(stack.project.join("goods/pear"), "a pear").unwrap();
    stack.package_add(&["./workshop.wasm"]).succeeds();
    stack
}

#[test]
fn files_reach_the_component_and_the_state() {
    let stack = stack("parcels", PARCELS);
    let previewed = stack.preview().succeeds();
    let promised = &previewed.calls.about("file");
    let promised = &promised.only("Create").answer()["properties"];
    assert_eq!(
        promised["postage"],
        json!({ "kind": "stamps", "cents": 80 }),
        "{previewed}"
    );
    previewed.lacks("warning");

    let created = stack.up().succeeds().lacks("warning");
    created.calls.are_without_errors();
    let expected = json!({
        "size": 12, "hash": HELLO, "beginning": "hello", "pinLength": 11,
        "contents": ["apple: 8", "pear: 6"],
        "textBeginning": "dear ",
        "textContents": ["inner/apple: 8", "inner/pear: 6", "letter.txt: 12", "note.txt: 4"],
    });
    assert_eq!(stack.outputs(), expected);
    stack.keeps_secret("open sesame");
    stack.keeps_secret("bill password");

    let file = stack.resource("file").unwrap();
    for side in ["inputs", "outputs"] {
        let letter = &file[side]["letter"];
        assert_eq!(letter[SIGNATURE], ASSET, "{side}: {file}");
        assert_eq!(letter["hash"], HELLO, "{side}: {file}");
        assert_eq!(file[side]["goods"][SIGNATURE], ARCHIVE, "{side}: {file}");
        // As the engine records files: with the path from the program.
        assert_eq!(letter["path"], "./letter.txt", "{side}: {file}");
    }
    assert_eq!(file["inputs"]["letter"], file["outputs"]["letter"]);
    assert_eq!(file["inputs"]["goods"], file["outputs"]["goods"]);
    assert!(file["outputs"].get("pin").is_none(), "{file}");

    stack.up().succeeds().changes(&[]).calls.are_idle(2);
    stack.refresh().succeeds().changes(&[]);
    stack.up().succeeds().changes(&[]);

    // Another name is not a change; another content is one.
    fs::rename(
        stack.project.join("letter.txt"),
        stack.project.join("renamed.txt"),
    )
    .unwrap();
    stack.edit("./letter.txt", "./renamed.txt");
    stack.up().succeeds().changes(&[]);
    fs::write(stack.project.join("goods/apple"), "a red apple").unwrap();
    stack.edit("cents: 80", "cents: 95");
    stack.edit("account: me", "account: you");
    stack.preview().succeeds().changes(&[("to update", 2)]);
    stack.up().succeeds().changes(&[("updated", 2)]);
    fs::write(stack.project.join("renamed.txt"), "HELLO, world!").unwrap();
    stack.edit(
        "          letter.txt: {'fn::fileAsset': ./renamed.txt}\n",
        "",
    );
    stack.edit("          note.txt", "          memo.txt");
    stack.up().succeeds().changes(&[("updated", 2)]);
    let outputs = stack.outputs();
    assert_eq!(outputs["beginning"], "HELLO");
    assert_eq!(outputs["contents"], json!(["apple: 11", "pear: 6"]));
    assert_eq!(
        outputs["textContents"],
        json!(["inner/apple: 11", "inner/pear: 6", "memo.txt: 4"])
    );
    fs::write(stack.project.join("renamed.txt"), "bye").unwrap();
    let changed = stack.up().succeeds().changes(&[("updated", 1)]);
    let diff = &changed.calls.about("file");
    assert_eq!(diff.only("Diff").answer()["diffs"], json!(["letter"]));

    // Deleting needs no file.
    fs::remove_file(stack.project.join("renamed.txt")).unwrap();
    fs::remove_dir_all(stack.project.join("goods")).unwrap();
    stack.destroy().succeeds().lacks("warning");
}

#[test]
fn an_imported_asset_of_the_provider_is_unchanged() {
    let program = "
name: imports
runtime: yaml
resources:
  found:
    type: workshop:Parcel
    properties:
      letter: {fn::stringAsset: 'found parcel-old'}
      postage: {kind: stamps, cents: 80}
    options: {import: parcel-old}
";
    let stack = stack("imports", program);
    let imported = stack.up().succeeds().lacks("warning");
    assert_eq!(imported.summary()["imported"], 1, "{imported}");
    let found = stack.resource("found").unwrap();
    assert_eq!(found["outputs"]["letter"][SIGNATURE], ASSET, "{found}");
    assert_eq!(found["outputs"]["letter"]["text"], "found parcel-old");
    stack.forget_imports();
    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds().changes(&[]);
    stack.edit("cents: 80", "cents: 95");
    stack.up().succeeds().changes(&[("updated", 1)]);
    stack.destroy().succeeds();
}

#[test]
fn a_mistake_in_a_parcel_is_told_with_its_path() {
    let program = r#"
name: wrong
runtime: yaml
variables:
  postage:
    fn::invoke:
      function: workshop:parse
      arguments: {text: '{"kind": "stamps", "cents": "many"}'}
resources:
  wrong:
    type: workshop:Parcel
    properties:
      letter: {fn::stringAsset: x}
      postage: ${postage}
"#;
    let stack = stack("wrong", program);
    stack.preview().fails().says("postage.cents");
    stack.edit(
        r#""kind": "stamps", "cents": "many""#,
        r#""kind": "barter""#,
    );
    let failed = stack.preview().fails().says("postage.kind");
    failed.says("`bill`, `stamps`");
    stack.edit(r#""kind": "barter""#, r#""kind": "bill", "account": "me""#);
    stack.preview().fails().says("postage.password");
    stack.edit(
        r#""kind": "bill", "account": "me""#,
        r#""kind": "stamps", "cents": 1"#,
    );
    stack.preview().succeeds();
}

#[test]
fn unions_and_assets_may_be_unknown_or_secret() {
    let program = "
name: later
runtime: yaml
resources:
  early:
    type: workshop:Parcel
    properties:
      letter: {fn::stringAsset: hello}
      postage: {kind: stamps, cents: 80}
      pin: '1234'
  later:
    type: workshop:Parcel
    properties:
      letter:
        fn::secret: {fn::stringAsset: 'hush hush'}
      postage: {kind: stamps, cents: '${early.pinLength}'}
";
    let stack = stack("later", program);
    let previewed = stack.preview().succeeds().lacks("warning");
    let later = previewed.calls.about("later");
    let promised = &later.only("Create").answer()["properties"];
    assert_eq!(promised["postage"]["kind"], "stamps", "{later}");
    assert_eq!(
        promised["postage"]["cents"], "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
        "{later}"
    );
    assert!(is_secret(&promised["letter"]), "{later}");
    let created = stack.up().succeeds().lacks("warning");
    let later = created.calls.about("later");
    let made = &later.only("Create").answer()["properties"];
    assert_eq!(made["postage"], json!({ "kind": "stamps", "cents": 4 }));
    assert!(is_secret(&made["letter"]), "{later}");
    assert_eq!(made["letter"]["value"]["text"], "hush hush", "{later}");
    stack.keeps_secret("hush hush");
    stack.up().succeeds().changes(&[]);

    let early = stack.resource("early").unwrap();
    assert!(is_secret(&early["inputs"]["pin"]), "{early}");
    assert!(early["outputs"].get("pin").is_none(), "{early}");
    stack.edit("pin: '1234'", "pin: '12345'");
    let updated = stack.up().succeeds();
    assert_eq!(updated.summary()["updated"], 2, "{updated}");
    let later = stack.resource("later").unwrap();
    assert_eq!(later["outputs"]["postage"]["cents"], 5);
    stack.refresh().succeeds().changes(&[]);
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn a_wait_that_is_over_too_early_goes_on_at_the_next_update() {
    let program = "
name: glue
runtime: yaml
resources:
  quick:
    type: workshop:Glue
    properties: {looks: 4, patience: 60000}
  slow:
    type: workshop:Glue
    properties: {looks: 40, patience: 150}
  spilled:
    type: workshop:Glue
    properties: {looks: 3, patience: 60000, crash: 2}
";
    let stack = stack("glue", program);
    stack.preview().succeeds();
    let failed = stack.up().fails().says("of 40 looks");
    let failed = failed.says("the glue is spilled");
    let quick = stack.resource("quick").unwrap();
    assert_eq!(quick["outputs"]["dry"], true, "{failed}");
    assert_eq!(quick["outputs"]["story"], "at once");

    for name in ["slow", "spilled"] {
        let half = stack.resource(name).unwrap();
        assert_eq!(half["id"], format!("glue-{name}"), "{failed}");
        assert_eq!(half["outputs"]["dry"], false, "{failed}");
        let reasons = half["initErrors"].as_array().map(Vec::len);
        assert_eq!(reasons, Some(1), "{half}");
    }

    // Still not: the engine tries again, though nothing has changed.
    stack.up().fails().says("of 40 looks");
    let slow = stack.resource("slow").unwrap();
    assert_eq!(slow["initErrors"].as_array().map(Vec::len), Some(1));

    stack.edit("patience: 150", "patience: 60000");
    stack.edit(", crash: 2", "");
    stack.preview().succeeds().changes(&[("to update", 2)]);
    let resumed = stack.up().succeeds().changes(&[("updated", 2)]);
    for name in ["slow", "spilled"] {
        let whole = stack.resource(name).unwrap();
        assert_eq!(whole["outputs"]["dry"], true, "{resumed}");
        assert_eq!(whole["outputs"]["story"], "in the end", "{resumed}");
        assert_eq!(whole["outputs"]["patience"], 60000, "{resumed}");
        assert!(whole.get("initErrors").is_none(), "{whole}");
        assert!(whole["outputs"].get("__wasm").is_none(), "{whole}");
    }
    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

/// The names and labels of the parts in the state, in order of their names.
fn drawers(stack: &Stack) -> Vec<(String, Value)> {
    let state = stack.export();
    let resources = state["deployment"]["resources"].as_array();
    let resources = resources.map_or(&[][..], Vec::as_slice);
    let owner = resources
        .iter()
        .find(|resource| resource["type"] == "workshop:index:Cupboard");
    let owner = owner.map(|owner| owner["urn"].clone()).unwrap_or_default();
    let mut found: Vec<_> = resources
        .iter()
        .filter(|resource| resource["type"] == "workshop:index:Drawer")
        .map(|drawer| {
            assert_eq!(drawer["viewOf"], owner, "{drawer}");
            let name = drawer["urn"].as_str().unwrap().rsplit("::").next();
            for side in ["inputs", "outputs"] {
                assert!(is_secret(&drawer[side]["code"]), "{drawer}");
            }
            let label = drawer["outputs"]["label"].clone();
            (name.unwrap().to_owned(), label)
        })
        .collect();
    found.sort_by(|left, right| left.0.cmp(&right.0));
    found
}

fn labelled(labels: &[&str]) -> Vec<(String, Value)> {
    let drawer = |label: &&str| ((*label).to_owned(), json!(label));
    labels.iter().map(drawer).collect()
}

#[test]
fn parts_are_in_the_state_and_follow_their_owner() {
    let program = "
name: cupboard
runtime: yaml
resources:
  kitchen:
    type: workshop:Cupboard
    properties: {drawers: [forks, knives]}
";
    let stack = stack("cupboard", program);
    stack.preview().succeeds().says("forks");
    stack.up().succeeds().says("knives");
    assert_eq!(drawers(&stack), labelled(&["forks", "knives"]));
    stack.keeps_secret("code of forks");
    let kitchen = stack.resource("kitchen").unwrap();
    assert_eq!(kitchen["refreshBeforeUpdate"], true, "{kitchen}");

    stack.up().succeeds();
    assert_eq!(drawers(&stack), labelled(&["forks", "knives"]));

    stack.edit("[forks, knives]", "[knives, spoons]");
    let updated = stack.up().succeeds();
    updated
        .calls
        .about("kitchen")
        .are_in_order(&["Read", "Diff", "Update"]);
    assert_eq!(
        drawers(&stack),
        labelled(&["knives", "spoons"]),
        "{updated}"
    );
    let kitchen = stack.resource("kitchen").unwrap();
    assert_eq!(kitchen["refreshBeforeUpdate"], true, "{kitchen}");

    stack.refresh().succeeds();
    assert_eq!(drawers(&stack), labelled(&["knives", "spoons"]));
    stack.destroy().succeeds();
    assert_eq!(drawers(&stack), []);
}

#[test]
fn a_function_takes_its_arguments_one_by_one() {
    let program = "
name: weights
runtime: yaml
variables:
  given:
    fn::invoke:
      function: workshop:weigh
      arguments: {letter: {fn::fileAsset: ./letter.txt}, copies: 3, unit: 0.5}
  filled:
    fn::invoke:
      function: workshop:weigh
      arguments: {letter: {fn::stringAsset: four}, copies: 2}
outputs:
  given: ${given}
  filled: ${filled}
";
    let stack = stack("weights", program);
    let up = stack.up().succeeds();
    up.calls.are_without_errors();
    assert_eq!(stack.outputs(), json!({ "given": 18, "filled": 8 }), "{up}");
}

/// The results of a list, `ID=NAME` each, with `>` before the word for the next page.
async fn list(plugin: &Plugin, prefix: &str, limit: i64, continuation: &str) -> Vec<String> {
    let request = pb::ListRequest {
        token: "workshop:index:Parcel".to_owned(),
        query: Some(test_support::fake::calls::properties(&[("prefix", prefix)])),
        limit,
        page_size: if limit == 0 { 2 } else { 0 },
        continuation_token: continuation.to_owned(),
    };
    let mut stream = within(plugin.client().list(request))
        .await
        .unwrap()
        .into_inner();
    let mut said = Vec::new();
    while let Some(answer) = within(stream.next()).await {
        said.push(match answer.unwrap().response.unwrap() {
            Response::Computed(_) => panic!("the query is known"),
            Response::Result(found) => format!("{}={}", found.id, found.name),
            Response::Continuation(more) => format!(">{}", more.continuation_token),
        });
    }
    said
}

/// The engine of the other tests lacks a command for it.
#[tokio::test]
async fn a_type_is_listed_up_to_the_limit_and_page_by_page() {
    let scene = Scene::new().await;
    let component = fs::read(Engine::component("workshop")).unwrap();
    scene.write("workshop.wasm", &component);
    let plugin = scene.launch().await;
    plugin.parameterize(&["./workshop.wasm"]).await.unwrap();
    let all = ["parcel-a=PARCEL-A", "parcel-b=PARCEL-B", "sack-c=SACK-C"];
    assert_eq!(list(&plugin, "", 10, "").await, all);
    assert_eq!(list(&plugin, "sack", 10, "").await, all[2..]);
    assert_eq!(list(&plugin, "", 1, "").await, all[..1]);
    let mut first = list(&plugin, "", 0, "").await;
    let next = first.pop().unwrap();
    assert_eq!(first, all[..2]);
    let next = next.strip_prefix('>').unwrap();
    assert_eq!(list(&plugin, "", 0, next).await, all[2..]);
}
