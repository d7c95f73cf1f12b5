//! The example `etcd` under the real engine and against a real cluster: its programs in three languages, authentication, and a stack
//! of version 1.

use serde_json::{Value, json};
use test_support::programs;
use test_support::pulumi::engine::Engine;
use test_support::pulumi::inline::{Inline, Language, Outcome, Step};
use test_support::pulumi::stack::Stack;
use test_support::servers::etcd::Etcd;

const PASSWORD: &str = "password-of-the-till";

/// A stack of a program, with the package added and the cluster configured.
fn stack(cluster: &Etcd, program: impl Into<String>) -> Stack {
    let stack = Engine::stack("etcd").program(program).create();
    stack.copy_component("etcd-python", "etcd.wasm");
    stack.package_add(&["./etcd.wasm"]).succeeds();
    stack.config_set("etcd:endpoint", &cluster.url(), false);
    stack
}

/// The names of the roles of a user.
fn roles(cluster: &Etcd, user: &str) -> Value {
    let (status, found) = cluster.post("/auth/user/get", &json!({ "name": user }));
    if status == 200 {
        found["roles"].clone()
    } else {
        Value::Null
    }
}

/// The permissions of a role, without their keys.
fn permissions(cluster: &Etcd, role: &str) -> Vec<Value> {
    let (_, found) = cluster.post("/auth/role/get", &json!({ "role": role }));
    found["perm"].as_array().cloned().unwrap_or_default()
}

#[test]
fn a_program_in_yaml_manages_keys_roles_and_users() {
    let cluster = Etcd::start();
    let program = Engine::example("python/etcd/programs/yaml/Pulumi.yaml");
    let stack = stack(&cluster, program);
    stack.config_set("readerPassword", PASSWORD, true);
    stack.preview().succeeds();
    assert_eq!(cluster.value("/shop/colour"), None, "a preview changed it");
    let created = stack.up().succeeds();
    created
        .calls
        .are_in_order(&["Parameterize", "Configure", "Check", "Create"]);
    assert_eq!(cluster.value("/shop/colour").as_deref(), Some("green"));
    assert_eq!(roles(&cluster, "till"), json!(["shop-reader"]));
    assert_eq!(permissions(&cluster, "shop-reader").len(), 1);
    stack.keeps_secret(PASSWORD);
    stack.up().succeeds().changes(&[]);

    stack.edit("value: green", "value: blue");
    stack.up().succeeds().changes(&[("updated", 1)]);
    assert_eq!(cluster.value("/shop/colour").as_deref(), Some("blue"));

    // A change behind Pulumi's back is found, and set right by the next update.
    cluster.put("/shop/colour", "red");
    stack.refresh().succeeds().changes(&[("updated", 1)]);
    stack.up().succeeds().changes(&[("updated", 1)]);
    assert_eq!(cluster.value("/shop/colour").as_deref(), Some("blue"));

    stack.destroy().succeeds();
    assert_eq!(cluster.value("/shop/colour"), None);
    assert_eq!(roles(&cluster, "till"), Value::Null);
}

/// The cluster that the program of version 1 made.
fn made_by_version_1() -> Etcd {
    let cluster = Etcd::start();
    let permission = json!({ "permType": "READ", "key": "L3Nob3Av", "range_end": "L3Nob3Aw" });
    for (path, body) in [
        ("/auth/role/add", json!({ "name": "shop-reader" })),
        (
            "/auth/role/grant",
            json!({ "name": "shop-reader", "perm": permission }),
        ),
        (
            "/auth/user/add",
            json!({ "name": "till", "password": PASSWORD }),
        ),
        (
            "/auth/user/grant",
            json!({ "user": "till", "role": "shop-reader" }),
        ),
    ] {
        let (status, answer) = cluster.post(path, &body);
        assert_eq!(status, 200, "{path}: {answer}");
    }
    cluster.put("/shop/colour", "green");
    cluster
}

/// A stack that version 1 deployed, with the program and the package of version 2.
fn deployed_by_version_1(cluster: &Etcd) -> Stack {
    let program = Engine::example("python/etcd/programs/yaml/Pulumi.yaml");
    let stack = stack(cluster, program);
    stack.config_set("readerPassword", PASSWORD, true);
    let state = Engine::example("python/etcd/tests/state/deployed-by-version-1.json");
    stack.import_state(&serde_json::from_str(&state).unwrap());
    stack
}

#[test]
fn a_stack_of_version_1_goes_on_with_version_2_and_the_cluster_stays_as_it_is() {
    let cluster = made_by_version_1();
    let stack = deployed_by_version_1(&cluster);
    let (revision, granted) = (
        cluster.authentication_revision(),
        permissions(&cluster, "shop-reader"),
    );
    stack.preview().succeeds().changes(&[("to update", 1)]);
    let changed = stack.up().succeeds().changes(&[("updated", 1)]);
    changed.calls.about("reader").only("Update");
    let expected = json!([{ "access": "read", "prefix": "/shop/" }]);
    let role = stack.resource("reader").unwrap();
    for values in ["inputs", "outputs"] {
        assert_eq!(role[values]["permissions"], expected, "{role}");
    }
    assert_eq!(cluster.authentication_revision(), revision);
    assert_eq!(permissions(&cluster, "shop-reader"), granted);
    stack.keeps_secret(PASSWORD);
    stack.up().succeeds().changes(&[]);
    stack.refresh().succeeds().changes(&[]);

    // From here on the role is a role of version 2.
    stack.edit("access: read", "access: readwrite");
    stack.up().succeeds().changes(&[("updated", 1)]);
    assert_eq!(
        permissions(&cluster, "shop-reader")[0]["permType"],
        "READWRITE"
    );
    assert_ne!(cluster.authentication_revision(), revision);
    stack.destroy().succeeds();
    assert_eq!(roles(&cluster, "till"), Value::Null);
}

#[test]
fn a_key_of_another_owner_is_imported_and_not_overwritten() {
    let cluster = Etcd::start();
    cluster.put("/shop/colour", "theirs");
    let resource = |options: &str| {
        format!(
            "name: etcd\nruntime: yaml\nresources:\n  colour:\n    type: etcd:KeyValue\n    properties:\n      \
             key: /shop/colour\n      value: theirs\n    options: {{{options}}}\n"
        )
    };
    let stack = stack(&cluster, resource(""));
    let refused = stack.up().fails();
    refused.says("the key /shop/colour exists already");
    let program = stack.read_program();
    stack.write_program(&program.replace("options: {}", "options: {import: /shop/colour}"));
    stack.up().succeeds().changes(&[("imported", 1)]);
    stack.write_program(&program);
    stack.up().succeeds().changes(&[]);
    assert_eq!(cluster.value("/shop/colour").as_deref(), Some("theirs"));
    stack.destroy().succeeds();
}

#[test]
fn a_program_enables_authentication_and_goes_on_with_it() {
    let cluster = Etcd::start();
    let stack = stack(
        &cluster,
        "
name: cluster
runtime: yaml
config:
  rootPassword: {type: string, secret: true}
resources:
  rootRole:
    type: etcd:Role
    properties: {name: root}
  rootUser:
    type: etcd:User
    properties: {name: root, password: \"${rootPassword}\", roles: [\"${rootRole.name}\"]}
  authentication:
    type: etcd:Authentication
    options: {dependsOn: [\"${rootUser}\"]}
  colour:
    type: etcd:KeyValue
    properties: {key: /shop/colour, value: green}
    options: {dependsOn: [\"${authentication}\"]}
",
    );
    stack.config_set("rootPassword", PASSWORD, true);
    stack.config_set("etcd:username", "root", false);
    stack.config_set("etcd:password", PASSWORD, true);
    stack.up().succeeds();
    let (status, _) = cluster.post("/kv/range", &json!({ "key": "YQ==" }));
    assert_ne!(status, 200, "the cluster answers without a login");
    stack.edit("value: green", "value: blue");
    stack.up().succeeds().changes(&[("updated", 1)]);
    stack.refresh().succeeds().changes(&[]);
    stack.keeps_secret(PASSWORD);
    stack.destroy().succeeds();
    let (status, _) = cluster.post("/kv/range", &json!({ "key": "YQ==" }));
    assert_eq!(status, 200, "authentication is still enabled");
}

#[test]
fn the_program_in_python_does_the_same() {
    lives(Language::Python, "__main__.py");
}

#[test]
fn the_program_in_typescript_does_the_same() {
    lives(Language::TypeScript, "index.ts");
}

fn lives(language: Language, file: &str) {
    let cluster = Etcd::start();
    let folder = match language {
        Language::Python => "python",
        Language::TypeScript => "typescript",
    };
    let published = programs::repository()
        .join("examples/python/etcd/programs")
        .join(folder)
        .join(file);
    let stack = Engine::stack("etcd").without_stack();
    stack.copy_component("etcd-python", "etcd.wasm");
    let inline = Inline::published(stack, language, &published, &["./etcd.wasm".to_owned()]);
    let outcomes = inline.takes(&[
        Step::Set("etcd:endpoint", &cluster.url()),
        Step::SetSecret("readerPassword", PASSWORD),
        Step::Up,
        Step::Up,
        Step::Destroy,
    ]);
    let [made, same, gone] = <[Outcome; 3]>::try_from(outcomes).ok().unwrap();
    made.changes(&[("create", 4)]);
    assert_eq!(made.value("roles"), &json!(["shop-reader"]));
    assert!(made.value("revision").is_number(), "{}", made.outputs);
    same.changes(&[]);
    gone.changes(&[("delete", 4)]);
    inline.stack.keeps_secret(PASSWORD);
    assert_eq!(cluster.value("/shop/colour"), None);
}
