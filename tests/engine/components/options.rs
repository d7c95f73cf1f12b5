//! The requests of programs by resource options, and of people by flags: the engine's side of it meets ours here.

use test_support::pulumi::calls::is_secret;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::powerdns_stack::{self, complete, zones};
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;
use test_support::servers::powerdns::PowerDns;

/// A text that is made again when one of its keepers changes.
const TEXT: &str = "
name: options
runtime: yaml
resources:
  text:
    type: random:RandomString
    properties: {length: 12, keepers: {color: red, shape: round}}
    options: {}
outputs:
  text: ${text.result}
";

/// A zone with a record set that has two comments.
const ZONE: &str = "
name: powerdns
runtime: yaml
resources:
  zone:
    type: powerdns:Zone
    properties: {name: example.test, nameservers: [ns1.example.test], account: ops}
    options: {VIA}
  web:
    type: powerdns:RecordSet
    properties:
      zone: ${zone.name}
      name: www.example.test
      type: A
      ttl: 300
      records: [192.0.2.10]
      comments: [{content: first, account: ada}, {content: second, account: bob}]
    options: {VIA}
outputs:
  web: ${web.id}
";

const NONE: &str = "    options: {}\noutputs";

fn random(program: &str) -> Stack {
    let stack = Engine::stack("options")
        .program(program)
        .component("random")
        .create();
    stack.package_add(&["./random.wasm"]).succeeds();
    stack
}

fn powerdns(server: &PowerDns) -> Stack {
    powerdns_stack::stack(server, Provider::Default, complete(Provider::Default, ZONE))
}

/// Changes the options of a program's last resource.
#[track_caller]
fn option(stack: &Stack, options: &str) {
    stack.edit(NONE, &format!("    options: {{{options}}}\noutputs"));
}

fn comments(server: &PowerDns) -> Vec<(String, String)> {
    let (_, zone) = server.api("GET", "/zones/example.test.", None);
    let sets = zone["rrsets"].as_array().unwrap();
    let web = sets.iter().find(|set| set["type"] == "A").unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let comments = web["comments"].as_array().unwrap().iter();
    let mut found: Vec<_> = comments
        .map(|comment| (text(&comment["content"]), text(&comment["account"])))
        .collect();
    found.sort();
    found
}

#[test]
fn ignored_changes_of_inputs_change_nothing() {
    let stack = random(TEXT);
    stack.up().succeeds();
    let before = stack.outputs();
    stack.edit("color: red", "color: blue");
    let mut options = NONE.to_owned();
    for ignored in [
        "keepers",
        "keepers.color",
        "'keepers[*]'",
        "'keepers[\"color\"]'",
    ] {
        let other = format!("    options: {{ignoreChanges: [{ignored}]}}\noutputs");
        stack.edit(&options, &other);
        options = other;
        let up = stack.up().succeeds().changes(&[]);
        up.calls.about("text").are_without(&["Update", "Create"]);
        assert_eq!(stack.outputs(), before, "{ignored}");
        let text = stack.resource("text").unwrap();
        assert_eq!(text["inputs"]["keepers"]["color"], "red", "{text}");
    }
    stack.edit(&options, NONE);
    stack.preview().succeeds().changes(&[("to replace", 1)]);
}

#[test]
fn an_ignored_list_element_keeps_its_value_while_the_rest_changes() {
    let server = PowerDns::start();
    let stack = powerdns(&server);
    stack.up().succeeds();
    option(&stack, "ignoreChanges: ['comments[*].account']");
    stack.edit("account: ada", "account: eve");
    stack.up().succeeds().changes(&[]);

    stack.edit("content: first", "content: new");
    let updated = stack.up().succeeds().changes(&[("updated", 1)]);
    let web = updated.calls.about("web");
    let differences = &web.only("Diff").answer()["detailedDiff"];
    let differences: Vec<&String> = differences.as_object().unwrap().keys().collect();
    assert_eq!(differences, ["comments[0].content"], "{updated}");
    let pair = |content: &str, account: &str| (content.to_owned(), account.to_owned());
    assert_eq!(
        comments(&server),
        [pair("new", "ada"), pair("second", "bob")]
    );
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

#[test]
fn a_change_replaces_where_the_program_says_so() {
    for (replaced, from, to) in [
        ("ttl", "ttl: 300", "ttl: 600"),
        ("'comments[*].content'", "content: second", "content: other"),
    ] {
        let server = PowerDns::start();
        let stack = powerdns(&server);
        stack.up().succeeds();
        option(&stack, &format!("replaceOnChanges: [{replaced}]"));
        stack.edit(from, to);
        stack.preview().succeeds().changes(&[("to replace", 1)]);
        let changed = stack.up().succeeds().changes(&[("replaced", 1)]);
        let web = changed.calls.about("web");
        web.are_in_order(&["Diff", "Delete", "Create"]);
        web.are_without(&["Update"]);
        assert_eq!(server.query("www.example.test", "A"), ["192.0.2.10"]);
        // Another change is still an update.
        stack.edit("[192.0.2.10]", "[192.0.2.11]");
        stack.up().succeeds().changes(&[("updated", 1)]);
    }
}

#[test]
fn a_resource_may_get_another_name() {
    let stack = random(TEXT);
    stack.up().succeeds();
    let before = stack.outputs();
    stack.edit("  text:\n", "  renamed:\n");
    stack.edit("${text.", "${renamed.");
    option(&stack, "aliases: [{name: text}]");
    stack.preview().succeeds().changes(&[]);
    let renamed = stack.up().succeeds();
    renamed.calls.are_without(&["Create", "Update", "Delete"]);
    assert_eq!(stack.outputs(), before);
    assert!(stack.resource("text").is_none() && stack.resource("renamed").is_some());
    stack.up().succeeds().changes(&[]);
}

#[test]
fn a_protected_resource_is_neither_replaced_nor_destroyed() {
    let stack = random(TEXT);
    option(&stack, "protect: true");
    stack.up().succeeds();
    let before = stack.outputs();
    let refused = stack.destroy().fails().says("protected");
    refused.calls.are_without(&["Delete"]);
    stack.edit("color: red", "color: blue");
    let refused = stack.up().fails().says("marked for protection");
    refused.calls.are_without(&["Delete", "Create"]);
    stack.edit("color: blue", "color: red");
    stack.edit("protect: true", "protect: false");
    stack.up().succeeds();
    assert_eq!(stack.outputs(), before);
    stack.destroy().succeeds();
}

#[test]
fn only_the_target_is_destroyed() {
    let server = PowerDns::start();
    let stack = powerdns(&server);
    stack.up().succeeds();
    let web = stack.resource("web").unwrap();
    let target = ["--target", web["urn"].as_str().unwrap()];
    let arguments = ["destroy", "--stack", "dev", "--yes", "--skip-preview"];
    let destroyed = stack.run(&[&arguments[..], &target].concat()).succeeds();
    let deleted = destroyed.calls.only("Delete");
    assert_eq!(deleted.request["urn"], web["urn"], "{destroyed}");
    assert!(stack.resource("zone").is_some() && stack.resource("web").is_none());
    assert_eq!(zones(&server), ["example.test."]);
    assert!(server.query("www.example.test", "A").is_empty());

    let again = stack.up().succeeds().changes(&[("created", 1)]);
    again.calls.about("web").only("Create");
    stack.destroy().succeeds();
}

#[test]
fn only_the_target_is_updated() {
    let server = PowerDns::start();
    let stack = powerdns(&server);
    stack.up().succeeds();
    stack.edit("account: ops", "account: others");
    stack.edit("ttl: 300", "ttl: 600");
    let web = stack.resource("web").unwrap();
    let target = ["--target", web["urn"].as_str().unwrap()];
    let arguments = ["up", "--stack", "dev", "--yes", "--skip-preview"];
    let updated = stack.run(&[&arguments[..], &target].concat()).succeeds();
    assert_eq!(updated.calls.only("Update").request["urn"], web["urn"]);
    let zone = stack.resource("zone").unwrap();
    assert_eq!(zone["outputs"]["account"], "ops");
    stack.up().succeeds().changes(&[("updated", 1)]);
}

#[test]
fn a_secret_stays_secret_wherever_it_flows() {
    let server = PowerDns::start();
    let program = ZONE
        .replace("type: A\n", "type: TXT\n")
        .replace("[192.0.2.10]", "['\"a ${hush} text\"']")
        .replace("outputs:", "outputs:\n  records: ${web.records}");
    let program = complete(Provider::Explicit, &program).replace(
        "config:\n",
        "config:\n  hush: {type: string, secret: true}\n",
    );
    let stack = powerdns_stack::stack(&server, Provider::Explicit, program);
    stack.config_set("hush", "very-much-so", true);
    let created = stack.up().succeeds().lacks("very-much-so");
    let made = created.calls.about("web");
    let made = &made.only("Create").answer()["properties"];
    assert!(
        is_secret(&made["records"][0]) || is_secret(&made["records"]),
        "{created}"
    );
    stack.keeps_secret("very-much-so");
    assert_eq!(
        server.query("www.example.test", "TXT"),
        ["\"a very-much-so text\""]
    );
    assert_eq!(stack.output("records")[0], "a very-much-so text");

    stack
        .refresh()
        .succeeds()
        .changes(&[])
        .lacks("very-much-so");
    stack.keeps_secret("very-much-so");
    stack.up().succeeds().changes(&[]);
    stack.config_set("hush", "even-more-so", true);
    let previewed = stack.preview().succeeds().changes(&[("to update", 1)]);
    previewed.lacks("very-much-so").lacks("even-more-so");
    stack.up().succeeds().lacks("even-more-so");
    stack.keeps_secret("even-more-so");
    stack.destroy().succeeds();
    stack.keeps_secret("even-more-so");
}

#[test]
fn a_value_that_the_program_marks_secret_stays_secret() {
    let stack = random(
        "
name: options
runtime: yaml
resources:
  text:
    type: random:RandomId
    properties: {byteLength: 16}
    options: {additionalSecretOutputs: [hex]}
outputs:
  text: ${text.hex}
",
    );
    stack.up().succeeds();
    let text = stack.output("text").as_str().unwrap().to_owned();
    stack.keeps_secret(&text);
    stack.refresh().succeeds();
    stack.up().succeeds().changes(&[]);
    stack.keeps_secret(&text);
}

#[test]
fn a_resource_with_retain_on_delete_stays_on_the_server() {
    let server = PowerDns::start();
    let stack = powerdns(&server);
    stack.edit(
        "account: ops}\n    options: {}",
        "account: ops}\n    options: {retainOnDelete: true}",
    );
    stack.up().succeeds();
    let destroyed = stack.destroy().succeeds();
    destroyed.calls.about("zone").are_without(&["Delete"]);
    assert_eq!(zones(&server), ["example.test."]);
}
