//! Credentials that only the host gets, in the life of a resource, in each language.

use pulumi_wasm_testing::{Failure, Provider, Step};
use serde_json::json;

fn works_without_what_is_withheld(component: &str) -> Result<(), Failure> {
    let provider = Provider::component(component);
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

#[test]
fn a_provider_in_rust_works_without_the_values_that_the_host_withholds() -> Result<(), Failure> {
    works_without_what_is_withheld("withheld.wasm")
}

#[test]
fn a_provider_in_python_works_without_the_values_that_the_host_withholds() -> Result<(), Failure> {
    works_without_what_is_withheld("withheld-python.wasm")
}

#[test]
fn a_provider_in_typescript_works_without_the_values_that_the_host_withholds() -> Result<(), Failure>
{
    works_without_what_is_withheld("withheld-typescript.wasm")
}
