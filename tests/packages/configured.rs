//! An address in the configuration is a grant, of the value as the user gave it: for its scheme, host and port, and for
//! not to addresses from another source.

use prost_types::value::Kind;
use prost_types::{Struct, Value};
use serde_json::json;
use test_support::protocol::pulumirpc as pb;
use tonic::{Code, Status};

use test_support::fake::calls::properties;
use test_support::fake::guest::Guest;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::fake::steps::{Answer, Step};
use test_support::servers::fixed_answer;
use test_support::{assert_says, within};

const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";
const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// A guest that sends a request to the address `asked` when it creates, and whose manifest asks for access to the
/// address in the configuration value `server`.
fn guest(asked: &str, server: serde_json::Value) -> Guest {
    Guest::fetching(asked).manifest(|manifest| {
        manifest["schema"]["provider"] = json!({ "inputProperties": {
                "server": server,
                "settings": { "type": "object", "additionalProperties": { "type": "string" } },
            } });
        manifest["permissions"]["net"] = json!([{ "host": "config:server", "required": true }]);
        manifest["permissions"]["env"] = json!([{ "name": "SECRET_SERVICE_URL" }]);
    })
}

fn text() -> serde_json::Value {
    json!({ "type": "string" })
}

fn string(text: &str) -> Value {
    Value {
        kind: Some(Kind::StringValue(text.to_owned())),
    }
}

fn object(members: &[(&str, Value)]) -> Value {
    let fields = members
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()));
    Value {
        kind: Some(Kind::StructValue(Struct {
            fields: fields.collect(),
        })),
    }
}

fn secret(text: &str) -> Value {
    object(&[(SIGNATURE, string(SECRET)), ("value", string(text))])
}

/// The result of a create after this configuration.
async fn created(plugin: &Plugin, name: &str, value: Value) -> Result<pb::CreateResponse, Status> {
    let request = pb::ConfigureRequest {
        args: Some(Struct {
            fields: [(name.to_owned(), value)].into(),
        }),
        ..pb::ConfigureRequest::default()
    };
    within(plugin.client().configure(request))
        .await
        .expect("a configuration");
    plugin.create("one").await
}

async fn reaches(asked: &str, given: Value) {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(asked, text()), &[]).await;
    created(&plugin, "server", given).await.expect("an answer");
}

/// The message about a request that was not granted.
async fn is_kept_from(asked: &str, given: Value) -> String {
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(asked, text()), &[]).await;
    denied(created(&plugin, "server", given).await)
}

fn denied(result: Result<pb::CreateResponse, Status>) -> String {
    let status = result.expect_err("a refusal");
    assert_eq!(status.code(), Code::PermissionDenied, "{status}");
    assert_says(status.message(), &["may not reach", "hint: "]);
    status.message().to_owned()
}

#[tokio::test]
async fn a_configured_address_is_granted_in_every_form() {
    let server = fixed_answer::start(2).await;
    let with_user = server.replace("http://", "http://admin:hidden@");
    reaches(&format!("{server}/things?x=1"), string(&server)).await;
    reaches(&server, string(&format!("{server}/api/v1?x=1#top"))).await;
    reaches(&server, string(&with_user)).await;
    reaches(&server, string(&server.replace("http://", "HTTP://"))).await;
    reaches(&server, secret(&server)).await;
    // In the form of providers' configuration: JSON in a text.
    let as_json = json!({ SIGNATURE: SECRET, "value": server }).to_string();
    reaches(&server, string(&as_json)).await;
}

#[tokio::test]
async fn an_address_is_granted_for_its_scheme_host_and_port_alone() {
    let server = fixed_answer::start(2).await;
    let other = fixed_answer::start(2).await;
    let port = server.rsplit(':').next().unwrap();
    let localhost = format!("http://localhost:{port}");
    for (asked, given) in [
        (&server, other.clone()),
        (&server, server.replace("http://", "https://")),
        (&server, localhost.clone()),
        (&localhost, server.clone()),
        (&server, format!("{localhost}/@127.0.0.1:{port}")),
        (&server, format!("http://evil.org/#{server}")),
        (&server, format!("{server}.evil.org")),
    ] {
        is_kept_from(asked, string(&given)).await;
    }
}

#[tokio::test]
async fn a_value_that_is_not_an_address_grants_nothing() {
    let server = fixed_answer::start(2).await;
    let bare = server.strip_prefix("http://").unwrap();
    for given in [
        "",
        bare,
        "file:///etc/passwd",
        &server.replace("http://", "ftp://"),
        "http://",
        "http://*",
        "*",
    ] {
        is_kept_from(&server, string(given)).await;
    }
}

#[tokio::test]
async fn names_are_compared_as_they_are_resolved() {
    for (asked, given) in [
        // Other spellings of a name with letters beyond ASCII.
        ("http://xn--bcher-kva.invalid/", "http://Bücher.invalid"),
        ("http://BÜCHER.invalid/", "http://xn--bcher-kva.invalid"),
    ] {
        let scene = Scene::new().await;
        let plugin = scene.launch_with(&guest(asked, text()), &[]).await;
        let status = created(&plugin, "server", string(given)).await.unwrap_err();
        // The request is allowed, and the name does not exist.
        assert_ne!(status.code(), Code::PermissionDenied, "{status}");
    }
    // For a resolver, the dot at the end makes another name.
    is_kept_from("http://acme.invalid/", string("http://acme.invalid./")).await;
    is_kept_from("http://acme.invalid./", string("http://acme.invalid/")).await;
}

/// Otherwise a component could grant itself any address, such as the addresses of clouds' metadata.
#[tokio::test]
async fn a_default_of_the_schema_is_no_grant() {
    let server = fixed_answer::start(2).await;
    let with_default = json!({ "type": "string", "default": server });
    let guest = guest(&server, with_default);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    plugin.configure(&[]).await.unwrap();
    let text = denied(plugin.create("one").await);
    assert_says(
        &text,
        &["is not a public address", "default of `acme:server`"],
    );
    // It is not a grant either if a generated SDK puts it in, which looks like the user's value.
    for given in [string(&server), secret(&server)] {
        let plugin = scene.launch_with(&guest, &[]).await;
        denied(created(&plugin, "server", given).await);
    }
    // With the flag, it is the user's decision.
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    plugin.configure(&[]).await.unwrap();
    plugin.create("one").await.unwrap();
}

/// SDKs put constants in for the user, as they do with defaults.
#[tokio::test]
async fn a_constant_of_the_schema_is_no_grant() {
    let server = fixed_answer::start(2).await;
    let guest = guest(&server, json!({ "type": "string", "const": server }));
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    denied(created(&plugin, "server", string(&server)).await);
}

#[tokio::test]
async fn a_default_of_the_environment_is_no_grant() {
    let server = fixed_answer::start(2).await;
    let from_environment = json!({
        "type": "string",
        "defaultInfo": { "environment": ["SECRET_SERVICE_URL"] },
    });
    let scene = Scene::new().await;
    scene.add("acme.wasm", &guest(&server, from_environment));
    let launch = async |flags: &[&str]| {
        let mut command = scene.command();
        command.env("SECRET_SERVICE_URL", &server);
        command.arg(&scene.engine.address);
        let plugin = Plugin::start(command).await;
        let mut words = vec!["./acme.wasm"];
        words.extend(flags);
        plugin.parameterize(&words).await.expect("a package");
        plugin
    };
    // Read by the host, for a name that was granted: a value, not a decision about addresses.
    let plugin = launch(&["--allow-env", "SECRET_SERVICE_URL"]).await;
    plugin.configure(&[]).await.unwrap();
    denied(plugin.create("one").await);
    // Read by a generated SDK, in the program's process, for a name that was not granted.
    let plugin = launch(&[]).await;
    denied(created(&plugin, "server", string(&server)).await);
}

#[tokio::test]
async fn nothing_but_the_declared_value_is_a_grant() {
    let server = fixed_answer::start(2).await;
    let guest = guest(&server, text());
    for (name, value) in [
        ("settings", object(&[("server", string(&server))])),
        ("settings", string(&json!({ "server": server }).to_string())),
    ] {
        let scene = Scene::new().await;
        let plugin = scene.launch_with(&guest, &[]).await;
        denied(created(&plugin, name, value).await);
    }
}

/// The hook sees the configuration, and can only judge it.
#[tokio::test]
async fn a_hook_that_looks_at_the_configuration_changes_no_grant() {
    let server = fixed_answer::start(2).await;
    let other = fixed_answer::start(2).await;
    let guest =
        guest(&other, text()).does("check-config", [Step::Answer(Answer::ConfigChecked(&[]))]);
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest, &[]).await;
    let request = pb::CheckRequest {
        news: Some(properties(&[("server", &server)])),
        ..pb::CheckRequest::default()
    };
    let checked = within(plugin.client().check_config(request)).await.unwrap();
    let checked = checked.into_inner().inputs.unwrap();
    assert_eq!(checked.fields["server"], string(&server));
    denied(created(&plugin, "server", checked.fields["server"].clone()).await);
}

#[tokio::test]
async fn an_address_that_is_not_known_yet_grants_nothing() {
    let server = fixed_answer::start(2).await;
    let scene = Scene::new().await;
    let plugin = scene.launch_with(&guest(&server, text()), &[]).await;
    let status = created(&plugin, "server", string(UNKNOWN))
        .await
        .unwrap_err();
    assert_says(status.message(), &["not known yet", "`acme:server`"]);
}

/// The configuration of a provider with this URN, and the result of a create.
async fn created_by(
    plugin: &Plugin,
    urn: &str,
    values: &[(&str, &str)],
) -> Result<pb::CreateResponse, Status> {
    let request = pb::ConfigureRequest {
        urn: Some(urn.to_owned()),
        args: Some(properties(values)),
        ..pb::ConfigureRequest::default()
    };
    within(plugin.client().configure(request)).await.unwrap();
    plugin.create("one").await
}

fn provider_below(types: &str) -> String {
    format!("urn:pulumi:dev::shop::{types}::p")
}

/// A component declares resources below itself, and could write the address of a cloud's metadata into the
/// configuration of a provider.
#[tokio::test]
async fn the_configuration_of_a_provider_below_another_resource_grants_nothing() {
    let server = fixed_answer::start(2).await;
    let values = [("server", server.as_str())];
    let scene = Scene::new().await;
    let guest = guest(&server, text());
    for types in [
        "acme:index:Site$pulumi:providers:acme",
        "helper:index:Helper$pulumi:providers:acme",
        "app:index:App$acme:index:Site$acme:index:Part$pulumi:providers:acme",
        "acme::Site$pulumi:providers:acme",
    ] {
        let plugin = scene.launch_with(&guest, &[]).await;
        let said = denied(created_by(&plugin, &provider_below(types), &values).await);
        assert_says(
            &said,
            &[
                "a component may have written the configuration",
                "declared below another resource",
                "hint: ",
                "--allow-net",
            ],
        );
    }
    // The flag is the user's decision, and so is a provider of the program.
    let plugin = scene.launch_with(&guest, &["--allow-net", &server]).await;
    let below = provider_below("acme:index:Site$pulumi:providers:acme");
    created_by(&plugin, &below, &values).await.unwrap();
    let plugin = scene.launch_with(&guest, &[]).await;
    let of_program = provider_below("pulumi:providers:acme");
    created_by(&plugin, &of_program, &values).await.unwrap();
}

/// A destroy configures the provider from its record. Engines without `configure_with_urn` do not name it then.
#[tokio::test]
async fn a_provider_that_was_checked_below_another_resource_grants_nothing_later() {
    let server = fixed_answer::start(2).await;
    let scene = Scene::new().await;
    let guest = guest(&server, text());
    let plugin = scene.launch_with(&guest, &[]).await;
    let request = |urn: String, news: Option<Struct>| pb::CheckRequest {
        urn,
        news,
        ..pb::CheckRequest::default()
    };
    let below = provider_below("acme:index:Site$pulumi:providers:acme");
    let given = Some(properties(&[("server", &server)]));
    let checked = within(plugin.client().check_config(request(below, given))).await;
    let recorded = checked.unwrap().into_inner().inputs;
    let configure = async |args: Option<Struct>| {
        let plugin = scene.launch_with(&guest, &[]).await;
        let request = pb::ConfigureRequest {
            args,
            ..pb::ConfigureRequest::default()
        };
        within(plugin.client().configure(request)).await.unwrap();
        plugin.create("one").await
    };
    denied(configure(recorded.clone()).await);
    // The program declares the provider from now on.
    let of_program = provider_below("pulumi:providers:acme");
    let checked = within(plugin.client().check_config(request(of_program, recorded))).await;
    let recorded = checked.unwrap().into_inner().inputs;
    configure(recorded).await.unwrap();
}
