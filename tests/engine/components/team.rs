//! The example `team` under the real engine: components that consist of another package's resources, and of each other.

use serde_json::json;

use test_support::pulumi::engine::Engine;
use test_support::pulumi::guest::{Guest, guest};

#[test]
fn the_accounts_of_a_team_live() {
    // The package `random` is the example of that name, whose provider is a resource of the program.
    let program = Engine::example("team/Pulumi.yaml").replace(
        "  team:\n",
        "  maker:\n    type: pulumi:providers:random\n  team:\n    options: {providers: ['${maker}']}\n",
    );
    let stack = Engine::stack("team")
        .program(program)
        .component("team")
        .create();
    // Passwords of `random` in TypeScript take 5 seconds each, and its language makes no difference here.
    Guest::Rust.runs(|| drop(stack.copy_component("random", "random.wasm")));
    stack.package_add(&["./team.wasm"]).succeeds();
    stack.package_add(&["./random.wasm"]).succeeds();

    // The stack and the provider, the team and its group, and of both members the account with a name and a password.
    let count = 2 + 2 + 2 * 3;
    stack.preview().succeeds().changes(&[("to create", count)]);
    stack.up().succeeds().changes(&[("created", count)]);
    let outputs = stack.outputs();
    let login = |member: &str| {
        let login = stack.resource(&format!("team-accounts-{member}-login"));
        login.unwrap()["id"].as_str().unwrap().to_owned()
    };
    let (ada, bob) = (login("ada"), login("bob"));
    assert!(ada.starts_with("ada-"), "{ada}");
    let addresses = json!([format!("{ada}@example.com"), format!("{bob}@example.com")]);
    assert_eq!(outputs["addresses"], addresses);
    let welcome = format!("Welcome, {ada}@example.com and {bob}@example.com!");
    assert_eq!(outputs["welcome"], welcome.as_str());

    stack.up().succeeds().changes(&[]);
    stack.edit("[ada, bob]", "[ada, bob, cleo]");
    stack
        .up()
        .succeeds()
        .changes(&[("created", 3), ("updated", 1)]);
    stack.destroy().succeeds();
}

guest!(python, Python, [the_accounts_of_a_team_live]);
guest!(typescript, TypeScript, [the_accounts_of_a_team_live]);
guest!(go, Go, [the_accounts_of_a_team_live]);
