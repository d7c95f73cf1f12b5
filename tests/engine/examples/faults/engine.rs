//! A few of the boundaries, under the real engine.

use std::path::Path;
use std::sync::Arc;

use pulumi_wasm_core::call::Operation;
use tokio::runtime::Builder;

use super::host::serve;
use super::plan::{Fault, Place, Plan};
use test_support::pulumi::engine::Engine;
use test_support::pulumi::powerdns_stack::{program, zones};
use test_support::pulumi::provider::Provider;
use test_support::pulumi::stack::Stack;
use test_support::servers::powerdns::PowerDns;

fn stack(server: &PowerDns, port: u16, home: &Path) -> Stack {
    let stack = Engine::stack("faults")
        .program(program(Provider::Default))
        .component("powerdns")
        .environment("PULUMI_DEBUG_PROVIDERS", format!("wasm:{port}"))
        // Adding a package starts a separate plugin, which fills the store.
        .environment("PULUMI_HOME", home)
        .create();
    stack
        .package_add(&["./powerdns.wasm", "--", "--limit", "cancel-grace=1ms"])
        .succeeds();
    stack.config_set("powerdns:serverUrl", &server.url(), false);
    stack.config_set("powerdns:apiKey", server.api_key(), true);
    stack
}

#[test]
fn a_change_whose_answer_was_lost_is_finished_by_the_next_command() {
    let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
    let plan = Arc::new(Plan::default());
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    std::fs::create_dir(&home).unwrap();
    let (store, place) = (home.join("wasm/store"), folder.path().to_owned());
    let port = runtime.block_on(serve(&plan, store, place));
    let server = PowerDns::start();
    let stack = stack(&server, port, &home);

    // The zone is the first resource.
    let fault = Some((Place::Changed, Fault::Kill));
    plan.watch(Operation::Create, fault);
    let failed = stack.up().fails();
    plan.finish();
    assert_eq!(zones(&server), ["example.test."], "{failed}");
    let created = stack.up();
    let created = if created.status.success() {
        created
    } else {
        // Imported as the message says.
        let created = created.says("`import: example.test.`");
        let imported = stack.import_zone("example.test.");
        assert!(imported.status.success(), "{created}\n{imported}");
        stack.up().succeeds()
    };
    assert_eq!(server.query("www.example.test", "A").len(), 2, "{created}");

    stack.edit("[192.0.2.10, 192.0.2.11]", "[192.0.2.10, 192.0.2.12]");
    plan.watch(Operation::Update, fault);
    stack.up().fails();
    plan.finish();
    let updated = stack.up().succeeds();
    let expected = ["192.0.2.10", "192.0.2.12"];
    assert_eq!(server.query("www.example.test", "A"), expected, "{updated}");
    stack.up().succeeds().changes(&[]);

    plan.watch(Operation::Delete, fault);
    stack.destroy().fails();
    plan.finish();
    let destroyed = stack.destroy().succeeds();
    assert!(zones(&server).is_empty(), "{destroyed}");
}

trait Import {
    fn import_zone(&self, id: &str) -> test_support::pulumi::output::Output;
}

impl Import for Stack {
    /// Runs `up` once with the resource option `import` on the zone.
    fn import_zone(&self, id: &str) -> test_support::pulumi::output::Output {
        let program = self.read_program();
        // The zone is the first resource.
        let option = format!("options: {{import: {id}}}");
        self.write_program(&program.replacen("options: {}", &option, 1));
        let output = self.up();
        self.write_program(&program);
        output
    }
}
