//! The example `website` under the real engine: a component of zones, records and random values, with a real server.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use test_support::pulumi::engine::Engine;
use test_support::pulumi::guest::guest;
use test_support::pulumi::powerdns_stack::zones;
use test_support::pulumi::stack::Stack;
use test_support::servers::powerdns::PowerDns;

/// The published program on a server. The example `random` replaces the provider with that name.
fn stack(server: &PowerDns) -> Stack {
    let program = Engine::example("website/Pulumi.yaml");
    let maker = "resources:\n  maker:\n    type: pulumi:providers:random\n";
    let program = program.replacen("resources:\n", maker, 1);
    let program = program.replacen("- ${dns}\n", "- ${dns}\n        - ${maker}\n", 1);
    let stack = Engine::stack("website")
        .program(program)
        .component("website")
        .component("powerdns")
        .component("random")
        .create();
    for package in ["./website.wasm", "./powerdns.wasm", "./random.wasm"] {
        stack.package_add(&[package]).succeeds();
    }
    stack.config_set("serverUrl", &server.url(), false);
    stack.config_set("apiKey", server.api_key(), true);
    stack
}

/// The last parts of the URNs of all resources.
fn names(stack: &Stack) -> BTreeSet<String> {
    let state = stack.export();
    let resources = state["deployment"]["resources"].as_array().unwrap().iter();
    let names =
        resources.filter_map(|one| Some(one["urn"].as_str()?.rsplit("::").next()?.to_owned()));
    names.collect()
}

#[test]
fn a_website_of_zones_records_and_random_values_lives() {
    let server = PowerDns::start();
    let stack = stack(&server);
    // The stack and two providers, the website with its zone, its proof and its owner, and two hosts of three each.
    let count = 3 + 4 + 2 * 3;
    let previewed = stack.preview().succeeds().changes(&[("to create", count)]);
    for name in ["website-www-records", "website-docs-key"] {
        assert!(previewed.stdout.contains(name), "{name}\n{previewed}");
    }
    assert!(zones(&server).is_empty(), "a preview made a zone");
    stack.up().succeeds().changes(&[("created", count)]);
    is_served(&server, &stack);

    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds().changes(&[]);
    changes(&server, &stack);
    drifts(&server, &stack);
    stack.destroy().succeeds();
    assert!(zones(&server).is_empty());
    stack.keeps_secret(server.api_key());
}

/// DNS answers agree with the outputs, and the children have the providers of the program.
fn is_served(server: &PowerDns, stack: &Stack) {
    let outputs = stack.outputs();
    assert_eq!(zones(server), ["example.test."]);
    let nameservers = ["ns1.example.test.", "ns2.example.test."];
    assert_eq!(server.query("example.test", "NS"), nameservers);
    let proof = format!("\"{}\"", outputs["proof"].as_str().unwrap());
    assert!(proof.starts_with("\"website-owner="), "{proof}");
    assert_eq!(server.query("example.test", "TXT"), [proof]);
    for host in ["www", "docs"] {
        let addresses = server.query(&format!("{host}.example.test"), "A");
        assert_eq!(addresses, ["192.0.2.10", "192.0.2.11"], "{host}");
        let key = outputs["keys"][host]
            .as_str()
            .unwrap_or_else(|| panic!("no key of {host}: {outputs}"));
        assert_eq!(key.len(), 24, "{host}");
        stack.keeps_secret(key);
    }
    let urls = json!(["https://www.example.test/", "https://docs.example.test/"]);
    assert_eq!(outputs["urls"], urls);

    let child = |name: &str| stack.resource(name).unwrap();
    let records = child("website-www-records");
    let parent = records["parent"].as_str().unwrap();
    assert!(
        parent.ends_with("website:index:Host::website-www"),
        "{records}"
    );
    // The nested component hands on the providers of the outer one, and a record waits for its zone.
    let provider = records["provider"].as_str().unwrap();
    assert!(provider.contains("::dns::"), "{records}");
    let needs = records["dependencies"].to_string();
    assert!(needs.contains("::website-zone"), "{records}");
    let provider = &child("website-www-key")["provider"];
    assert!(
        provider.as_str().unwrap().contains("::maker::"),
        "{provider}"
    );
}

/// Another host and other addresses: nothing else is replaced.
fn changes(server: &PowerDns, stack: &Stack) {
    let key = |stack: &Stack| stack.output("keys")["www"].clone();
    let before: Value = key(stack);
    stack.edit("[www, docs]", "[www, blog]");
    stack.edit("192.0.2.11", "192.0.2.12");
    let done = stack.up().succeeds();
    // The component's hosts and the address of one: a component has outputs and inputs that change, too.
    let made: BTreeSet<String> = names(stack);
    for name in ["website-blog", "website-blog-records", "website-blog-key"] {
        assert!(made.contains(name), "{name}\n{done}");
    }
    assert!(
        !made.iter().any(|name| name.starts_with("website-docs")),
        "{made:?}"
    );
    assert_eq!(done.summary().get("created"), Some(&3), "{done}");
    assert_eq!(done.summary().get("deleted"), Some(&3), "{done}");
    assert_eq!(done.summary().get("replaced"), None, "{done}");
    assert!(server.query("docs.example.test", "A").is_empty());
    let addresses = ["192.0.2.10", "192.0.2.12"];
    assert_eq!(server.query("blog.example.test", "A"), addresses);
    assert_eq!(server.query("www.example.test", "A"), addresses);
    assert_eq!(key(stack), before);
    stack.up().succeeds().changes(&[]);
}

/// A record that somebody removed is found by a refresh, and made again below its component.
fn drifts(server: &PowerDns, stack: &Stack) {
    let gone = json!({"rrsets": [
        {"name": "www.example.test.", "type": "A", "changetype": "DELETE"},
    ]});
    server.api("PATCH", "/zones/example.test.", Some(gone));
    let refreshed = stack.refresh().succeeds();
    assert_eq!(refreshed.summary().get("deleted"), Some(&1), "{refreshed}");
    stack.up().succeeds().changes(&[("created", 1)]);
    assert_eq!(server.query("www.example.test", "A").len(), 2);
    stack.refresh().succeeds().changes(&[]);
}

guest!(
    python,
    Python,
    [],
    [a_website_of_zones_records_and_random_values_lives]
);
guest!(
    typescript,
    TypeScript,
    [],
    [a_website_of_zones_records_and_random_values_lives]
);
