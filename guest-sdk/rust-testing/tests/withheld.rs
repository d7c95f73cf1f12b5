//! Credentials that the host keeps to itself, in the life of a resource.

use pulumi_wasm_testing::{Failure, Provider, Step};
use serde_json::json;

#[test]
fn a_provider_works_without_the_values_that_the_host_withholds() -> Result<(), Failure> {
    let provider = Provider::component("withheld.wasm");
    provider.configure(json!({
        "server": "https://a.example", "username": "ada", "password": "hunter2", "token": "t", "spare": "s",
        "certificate": "c", "key": "k",
    }))?;
    let mut user = provider.resource("User", "user");
    assert_eq!(user.up(json!({ "name": "one" }))?, Step::Created);
    user.outputs()
        .assert_is(&json!({ "name": "one", "readBy": "ada" }));
    Ok(())
}
