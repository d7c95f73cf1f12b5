//! The cases of `tests/conformance` that are about component resources, with the component of each language. `pulumi-wasm conformance` plays the same
//! cases with components of languages that have no SDK here.

use std::path::Path;

use pulumi_wasm_conformance::{Guest, Host, Server};

use super::languages::{LANGUAGES, built};

/// The package of the components.
const SITE: &str = "site";

#[tokio::test]
async fn each_language_passes_the_cases_for_component_resources() {
    let cases = pulumi_wasm_conformance::all().unwrap();
    let cases: Vec<_> = cases.iter().filter(|case| case.package == SITE).collect();
    assert!(cases.len() >= 40, "there are {} cases", cases.len());
    let server = Server::start().await.unwrap();
    let mut reports = Vec::new();
    for (language, component) in LANGUAGES {
        let host = Host {
            plugin: env!("CARGO_BIN_EXE_pulumi-resource-wasm").into(),
            compiled_code: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled-code")),
        };
        let file = move || Ok(built(component));
        let guest = Guest::new(language.to_owned(), host, &server, file).unwrap();
        for case in &cases {
            if let Err(report) = pulumi_wasm_conformance::play(case, &guest, &server).await {
                reports.push(format!("{language}, {}: {report:#}", case.name));
            }
        }
        guest.stop().await.unwrap();
    }
    assert!(reports.is_empty(), "{}", reports.join("\n"));
}
