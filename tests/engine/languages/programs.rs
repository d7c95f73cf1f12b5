//! Programs in Python and TypeScript that use components through the SDKs that Pulumi generates.

use serde_json::json;

use test_support::pulumi::calls::Call;
use test_support::pulumi::inline::{Inline, Language, Outcome, Step};
use test_support::pulumi::powerdns_stack::zones;
use test_support::servers::powerdns::PowerDns;

#[test]
fn random_values_live_in_python() {
    random_lives(Language::Python);
}

#[test]
fn random_values_live_in_typescript() {
    random_lives(Language::TypeScript);
}

fn random_lives(language: Language) {
    let inline = Inline::new(language, "random", &["random"]);
    let outcomes = inline.takes(&[
        Step::Set("edition", "one"),
        Step::Preview,
        Step::Up,
        Step::Up,
        Step::Refresh,
        Step::Set("edition", "two"),
        Step::Up,
        Step::Destroy,
    ]);
    let [previewed, made, same, refreshed, changed, gone] =
        <[Outcome; 6]>::try_from(outcomes).ok().unwrap();
    // The stack, the provider, and three resources.
    previewed.changes(&[("create", 5)]);
    made.changes(&[("create", 5)]);
    assert_eq!(made.value("text").as_str().unwrap().len(), 20);
    assert_eq!(made.value("size"), 20);
    assert_eq!(made.value("order").as_array().unwrap().len(), 3);
    assert!(made.is_secret("password") && !made.is_secret("text"));

    same.changes(&[]).calls.are_idle(3);
    assert_eq!(same.outputs, made.outputs);
    refreshed.changes(&[]);

    // SDKs send the schema's default of `number`, which is deprecated: the program never set it.
    for outcome in [&previewed, &made, &same, &refreshed, &changed] {
        assert!(!outcome.said.contains("deprecated"), "{}", outcome.said);
    }

    // The shuffled output contains the text.
    changed.changes(&[("replace", 2)]);
    assert_ne!(changed.value("text"), made.value("text"));
    assert_eq!(changed.value("password"), made.value("password"));
    gone.changes(&[("delete", 5)]);
    let password = made.value("password").as_str().unwrap();
    inline.stack.keeps_secret(password);
}

#[test]
fn zones_are_managed_from_python() {
    powerdns_lives(Language::Python);
}

#[test]
fn zones_are_managed_from_typescript() {
    powerdns_lives(Language::TypeScript);
}

fn powerdns_lives(language: Language) {
    let server = PowerDns::start();
    let inline = Inline::new(language, "powerdns", &["powerdns"]);
    let outcomes = inline.takes(&[
        Step::Set("url", &server.url()),
        Step::SetSecret("key", server.api_key()),
        Step::Set("ttl", "300"),
        Step::Preview,
        Step::Up,
        Step::Set("ttl", "600"),
        Step::Up,
        // Destroying runs no program: the provider is configured as the state has it.
        Step::SetSecret("key", "not-the-key"),
        Step::Destroy,
    ]);
    let [previewed, made, changed, gone] = <[Outcome; 4]>::try_from(outcomes).ok().unwrap();
    previewed.changes(&[("create", 4)]);
    made.changes(&[("create", 4)]);
    assert_eq!(made.value("zone"), "example.test.");
    assert_eq!(made.value("ttl"), 300);
    assert!(made.value("serial").is_number(), "{}", made.outputs);
    changed.changes(&[("update", 1)]);
    let updated = changed.calls.only("Update").answer();
    assert_eq!(updated["properties"]["ttl"], 600, "{updated}");
    assert_eq!(changed.value("ttl"), 600);
    gone.changes(&[("delete", 4)]);
    inline.stack.keeps_secret(server.api_key());
    assert!(zones(&server).is_empty());
}

#[test]
fn a_provider_is_configured_from_python() {
    configuration_arrives(Language::Python);
}

#[test]
fn a_provider_is_configured_from_typescript() {
    configuration_arrives(Language::TypeScript);
}

/// SDKs pass everything except strings as JSON; a token from the same program is unknown in the first preview.
fn configuration_arrives(language: Language) {
    let inline = Inline::new(language, "settings", &["settings", "random"]);
    let outcomes = inline.takes(&[
        Step::Set("retries", "5"),
        Step::Preview,
        Step::Up,
        Step::Up,
        Step::Set("retries", "6"),
        Step::Up,
        Step::Destroy,
    ]);
    let [previewed, made, same, changed, gone] = <[Outcome; 5]>::try_from(outcomes).ok().unwrap();
    // The stack, the random token, and the provider with its report; default providers are not counted.
    previewed.changes(&[("create", 4)]);
    made.changes(&[("create", 4)]);
    assert_eq!(made.value("verbose"), false, "an explicit false is kept");
    assert_eq!(made.value("retries"), 5);
    assert_eq!(
        *made.value("hosts"),
        json!(["one.example.test", "two.example.test"])
    );
    assert_eq!(made.value("limits")["strict"], true);
    assert_eq!(made.value("most"), 7);
    // The SDK put the schema's default in, as if the user had given it: it is not a grant.
    let configured = made.calls.of("Configure");
    let is_given = |call: &&&Call| call.request["args"]["lookup"] == "http://127.0.0.1:9";
    assert_eq!(configured.iter().filter(is_given).count(), 1);
    assert_eq!(made.value("lookedUp"), "denied");
    let token = made.value("token").as_str().unwrap();
    let reversed: String = token.chars().rev().collect();
    assert_eq!(made.value("reversed"), &json!(reversed));
    assert!(made.is_secret("token") && made.is_secret("reversed"));
    inline.stack.keeps_secret(token);
    inline.stack.keeps_secret(&reversed);

    same.changes(&[]);
    // The provider was replaced; its resources stay.
    changed.changes(&[("update", 1)]);
    assert_eq!(changed.value("retries"), 5);
    gone.changes(&[("delete", 4)]);
}
