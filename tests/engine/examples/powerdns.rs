//! The example `powerdns` under the real engine and against a real server: a whole life.

use test_support::pulumi::calls::is_secret;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::guest::guest;
use test_support::pulumi::powerdns_stack::{program, stack, zones};
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;
use test_support::servers::powerdns::PowerDns;

/// A zone, two record sets.
const RESOURCES: usize = 3;

#[test]
fn zones_and_records_live_with_the_default_provider() {
    life(Provider::Default);
}

#[test]
fn zones_and_records_live_with_an_explicit_provider() {
    life(Provider::Explicit);
}

fn life(provider: Provider) {
    let server = PowerDns::start();
    let stack = stack(&server, provider, program(provider));

    let previewed = stack.preview().succeeds();
    previewed.calls.are_in_order(&[
        "Parameterize",
        "CheckConfig",
        "Configure",
        "Check",
        "Create",
    ]);
    assert!(
        previewed
            .calls
            .of("Create")
            .iter()
            .all(|call| call.request["preview"] == true)
    );
    assert!(
        zones(&server).is_empty(),
        "a preview changed the server\n{previewed}"
    );

    let created = stack.up().succeeds();
    created.calls.are_in_order(&[
        "Handshake",
        "GetPluginInfo",
        "Parameterize",
        "CheckConfig",
        "Configure",
        "Check",
        "Create",
    ]);
    created
        .calls
        .are_without(&["Diff", "Read", "Update", "Delete", "Invoke"]);
    let configured = created.calls.only("Configure");
    assert!(
        is_secret(&configured.request["args"]["apiKey"]),
        "{created}"
    );
    let web = created.calls.about("web");
    let id = "example.test./www.example.test./A";
    assert_eq!(web.only("Create").answer()["id"], id, "{created}");
    assert_eq!(
        server.query("www.example.test", "A"),
        ["192.0.2.10", "192.0.2.11"]
    );
    assert_eq!(server.query("example.test", "TXT"), ["\"v=spf1 -all\""]);
    assert_eq!(server.query("example.test", "NS"), ["ns1.example.test."]);
    assert_eq!(stack.output("zone"), "example.test.");
    stack.keeps_secret(server.api_key());

    let unchanged = stack.up().succeeds().changes(&[]);
    unchanged.calls.are_idle(RESOURCES);

    updates(&server, &stack);
    replaces(&server, &stack);
    drifts(&server, &stack);

    let destroyed = stack.destroy().succeeds();
    destroyed
        .calls
        .are_without(&["Check", "CheckConfig", "Create", "Update"]);
    assert!(zones(&server).is_empty(), "{destroyed}");
    stack.keeps_secret(server.api_key());
}

fn updates(server: &PowerDns, stack: &Stack) {
    stack.edit("[192.0.2.10, 192.0.2.11]", "[192.0.2.10, 192.0.2.12]");
    let previewed = stack.preview().succeeds().changes(&[("to update", 1)]);
    for update in previewed.calls.of("Update") {
        assert_eq!(update.request["preview"], true, "{previewed}");
    }
    assert_eq!(
        server.query("www.example.test", "A"),
        ["192.0.2.10", "192.0.2.11"]
    );

    let updated = stack.up().succeeds().changes(&[("updated", 1)]);
    let web = updated.calls.about("web");
    assert_eq!(web.methods(), ["Check", "Diff", "Update"], "{updated}");
    let differences = web.only("Diff").answer()["detailedDiff"]
        .as_object()
        .unwrap();
    assert_eq!(
        differences.keys().collect::<Vec<_>>(),
        ["records[1]"],
        "{updated}"
    );
    assert_eq!(
        server.query("www.example.test", "A"),
        ["192.0.2.10", "192.0.2.12"]
    );

    // Another order of records or another spelling of the name is not a change.
    stack.edit("[192.0.2.10, 192.0.2.12]", "[192.0.2.12, 192.0.2.10]");
    stack.edit("name: www.example.test", "name: WWW.example.test.");
    stack.up().succeeds().changes(&[]);
}

fn replaces(server: &PowerDns, stack: &Stack) {
    stack.edit("name: WWW.example.test.", "name: web.example.test");
    stack.preview().succeeds().changes(&[("to replace", 1)]);
    let replaced = stack.up().succeeds().changes(&[("replaced", 1)]);
    replaced
        .calls
        .about("web")
        .are_in_order(&["Check", "Diff", "Check", "Create", "Delete"]);
    assert!(server.query("www.example.test", "A").is_empty());
    assert_eq!(server.query("web.example.test", "A").len(), 2);

    // A name with a CNAME has nothing else: the old records go first.
    stack.edit("type: A\n", "type: CNAME\n");
    stack.edit("[192.0.2.12, 192.0.2.10]", "[host.example.net]");
    let replaced = stack.up().succeeds().changes(&[("replaced", 1)]);
    replaced
        .calls
        .about("web")
        .are_in_order(&["Check", "Diff", "Delete", "Create"]);
    assert_eq!(
        server.query("web.example.test", "CNAME"),
        ["host.example.net."]
    );
}

fn drifts(server: &PowerDns, stack: &Stack) {
    let stranger = serde_json::json!({"rrsets": [{
        "name": "example.test.", "type": "TXT", "ttl": 60, "changetype": "REPLACE",
        "records": [{"content": "\"v=spf1 +all\"", "disabled": false}],
    }]});
    let (status, answer) = server.api("PATCH", "/zones/example.test.", Some(stranger));
    assert_eq!(status, 204, "{answer}");

    let refreshed = stack.refresh().succeeds();
    assert_eq!(refreshed.summary().get("updated"), Some(&1), "{refreshed}");
    refreshed
        .calls
        .are_without(&["CheckConfig", "Create", "Update", "Delete"]);
    let policy = stack.resource("policy").unwrap();
    assert_eq!(policy["outputs"]["records"][0], "v=spf1 +all", "{policy}");
    assert_eq!(policy["outputs"]["ttl"], 60, "{policy}");

    stack.preview().succeeds().changes(&[("to update", 1)]);
    stack.up().succeeds().changes(&[("updated", 1)]);
    assert_eq!(server.query("example.test", "TXT"), ["\"v=spf1 -all\""]);

    let gone = serde_json::json!({"rrsets": [
        {"name": "example.test.", "type": "TXT", "changetype": "DELETE"},
    ]});
    server.api("PATCH", "/zones/example.test.", Some(gone));
    let refreshed = stack.refresh().succeeds();
    assert_eq!(refreshed.summary().get("deleted"), Some(&1), "{refreshed}");
    stack.up().succeeds().changes(&[("created", 1)]);
    assert_eq!(server.query("example.test", "TXT"), ["\"v=spf1 -all\""]);
    stack.refresh().succeeds().changes(&[]);
}

#[test]
fn the_published_program_runs_and_another_domain_replaces_everything() {
    let server = PowerDns::start();
    let stack = stack(
        &server,
        Provider::Default,
        Engine::example("powerdns/Pulumi.yaml"),
    );
    let created = stack.up().succeeds();
    assert_eq!(created.calls.count("Invoke"), 1, "{created}");
    let outputs = stack.outputs();
    assert_eq!(outputs["zoneId"], "example.test.", "{outputs}");
    assert_eq!(
        outputs["nameservers"].as_array().unwrap().len(),
        2,
        "{outputs}"
    );

    stack.up().succeeds().changes(&[]);
    stack.config_set("domain", "example.net", false);
    stack
        .up()
        .succeeds()
        .changes(&[("replaced", RESOURCES as u64)]);
    assert_eq!(zones(&server), ["example.net."]);
    assert_eq!(server.query("www.example.net", "A").len(), 2);
    stack.destroy().succeeds();
    assert!(zones(&server).is_empty());
}

guest!(
    python,
    Python,
    [zones_and_records_live_with_the_default_provider],
    [the_published_program_runs_and_another_domain_replaces_everything,]
);

guest!(
    typescript,
    TypeScript,
    [zones_and_records_live_with_the_default_provider],
    [the_published_program_runs_and_another_domain_replaces_everything,]
);
