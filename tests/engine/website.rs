//! The example `website` under the real engine: a component of resources of two other packages, one of which manages a real
//! server, and of another component.

use crate::support::engine::Engine;
use crate::support::guest::guest;
use crate::support::powerdns::PowerDns;
use crate::support::stack::Stack;


fn stack(server: &PowerDns) -> Stack {
    let stack = Engine::stack("website-demo")
        .program(Engine::example("website/Pulumi.yaml"))
        .component("website")
        .component("powerdns")
        .component("random")
        .create();
    for package in ["powerdns", "random", "website"] {
        stack
            .package_add(&[&format!("./{package}.wasm")])
            .succeeds();
    }
    stack.config_set("powerdns:serverUrl", &server.url(), false);
    stack.config_set("powerdns:apiKey", server.api_key(), true);
    stack
}

#[test]
fn a_website_has_its_addresses_on_a_server() {
    let server = PowerDns::start();
    let stack = stack(&server);
    let previewed = stack.preview().succeeds();
    for name in [
        "shop-visitors-records",
        "shop-editors-name",
        "shop-editors-address-records",
    ] {
        assert!(previewed.stdout.contains(name), "{name}\n{previewed}");
    }
    stack.up().succeeds();
    let outputs = stack.outputs();
    assert_eq!(outputs["url"], "https://www.example.test/");
    let draft = outputs["draftUrl"].as_str().unwrap();
    let host = draft.trim_start_matches("https://").trim_end_matches('/');
    for host in ["www.example.test", host] {
        assert_eq!(server.query(host, "A"), ["192.0.2.10", "192.0.2.11"]);
    }
    stack.keeps_secret(outputs["password"].as_str().unwrap());
    let editors = stack.resource("shop-editors-address").unwrap();
    assert!(
        editors["dependencies"]
            .to_string()
            .contains("::shop-visitors"),
        "{editors}"
    );

    stack.up().succeeds().changes(&[]);
    stack.edit("- 192.0.2.11", "- 192.0.2.12");
    stack.up().succeeds();
    assert_eq!(server.query(host, "A"), ["192.0.2.10", "192.0.2.12"]);
    stack.destroy().succeeds();
    assert!(server.query(host, "A").is_empty());
}

guest!(typescript, TypeScript, [a_website_has_its_addresses_on_a_server]);
