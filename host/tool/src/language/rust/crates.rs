//! Crates among a project's dependencies that cannot work in a component, and their replacements.

use toml::{Table, Value};

const HTTP: &str = "use `cx.http()` of pulumi-wasm-provider, or a client that takes a `ureq` agent: \
                    `pulumi_wasm_ureq::agent(&cx.http())` of the crate pulumi-wasm-ureq";
const TLS: &str = "remove it: the host does TLS for `cx.http()`";
const EVENTS: &str =
    "remove the feature: hooks are synchronous, and wait by `cx.wait(…)` and `cx.sleep(…)`";

/// A warning for each such crate, with its place in `Cargo.toml`, whose text is `text`.
pub(super) fn warnings(manifest: &Table, text: &str) -> Vec<String> {
    let own = manifest.get("dependencies");
    let targets = manifest.get("target").and_then(Value::as_table);
    let of_targets = targets.into_iter().flatten();
    let of_component =
        of_targets.filter(|(target, _)| target.contains("wasm32") && !target.contains("not("));
    let tables = own
        .into_iter()
        .chain(of_component.filter_map(|(_, table)| table.get("dependencies")));
    let dependencies: Vec<(&String, &Value)> =
        tables.filter_map(Value::as_table).flatten().collect();
    let through_host = dependencies
        .iter()
        .any(|(name, _)| *name == "pulumi-wasm-ureq");
    let told = dependencies.iter().filter_map(|(name, dependency)| {
        let package = dependency.get("package").and_then(Value::as_str);
        let package = package.unwrap_or(name);
        let (reason, hint) = match package {
            // With the agent of `pulumi-wasm-ureq` it sends through the host.
            "ureq" if through_host => return None,
            "reqwest" | "hyper" | "hyper-util" | "isahc" | "curl" | "attohttpc" | "minreq"
            | "surf" | "ureq" => ("opens sockets, and a component has no sockets", HTTP),
            "tokio" if has_system_features(dependency) => (
                "has features here that need sockets, files, programs or threads, which a component does not have",
                EVENTS,
            ),
            "async-std" | "smol" | "mio" | "socket2" => (
                "needs sockets and an event loop, which a component does not have",
                HTTP,
            ),
            "openssl" | "openssl-sys" | "native-tls" => (
                "needs a library in C that components do not have",
                TLS,
            ),
            _ => return None,
        };
        let place = line_of(text, name).map_or(String::new(), |line| format!(":{line}"));
        Some(format!(
            "Cargo.toml{place}: the crate `{package}` {reason}\nhint: {hint}"
        ))
    });
    told.collect()
}

fn has_system_features(dependency: &Value) -> bool {
    let features = dependency.get("features").and_then(Value::as_array);
    let mut features = features.into_iter().flatten().filter_map(Value::as_str);
    features.any(|feature| {
        ["full", "net", "fs", "process", "signal", "rt-multi-thread"].contains(&feature)
    })
}

/// The line of a dependency, counted from 1.
fn line_of(text: &str, name: &str) -> Option<usize> {
    let is_of = |line: &str| {
        let key = line.trim_start();
        let key = key.rsplit_once("dependencies.").map_or(key, |(_, key)| key);
        let rest = key.trim_start_matches('"').strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with([' ', '=', '.', '"', ']']))
    };
    text.lines().position(is_of).map(|line| line + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let manifest: Table = toml::from_str(text).unwrap();
        warnings(&manifest, text)
    }

    #[test]
    fn each_crate_that_reaches_nothing_is_told_with_its_line_and_a_replacement() {
        for (line, name, advice) in [
            (
                "reqwest = { version = \"0.12\", features = [\"blocking\"] }",
                "reqwest",
                "cx.http()",
            ),
            ("hyper = \"1\"", "hyper", "cx.http()"),
            ("ureq = \"3\"", "ureq", "pulumi_wasm_ureq::agent"),
            (
                "client = { package = \"isahc\", version = \"1\" }",
                "isahc",
                "cx.http()",
            ),
            (
                "tokio = { version = \"1\", features = [\"net\"] }",
                "tokio",
                "cx.wait",
            ),
            ("openssl = \"0.10\"", "openssl", "TLS"),
        ] {
            let text = format!("[package]\nname = \"a\"\n\n[dependencies]\n{line}\n");
            let [told] = told(&text).try_into().unwrap();
            let begin = format!("Cargo.toml:5: the crate `{name}` ");
            assert!(told.starts_with(&begin), "{told}");
            assert!(told.contains(advice), "{told}");
        }
        let text =
            "[target.'cfg(target_arch = \"wasm32\")'.dependencies.reqwest]\nversion = \"0.12\"\n";
        let [told] = told(text).try_into().unwrap();
        assert!(told.starts_with("Cargo.toml:1: "), "{told}");
    }

    #[test]
    fn crates_that_work_are_not_told() {
        let text = "
            [dependencies]
            pulumi-wasm-ureq = \"0.1\"
            ureq = \"3\"
            serde = \"1\"
            tokio = { version = \"1\", features = [\"sync\"] }
            [dev-dependencies]
            reqwest = \"0.12\"
            [target.'cfg(not(target_arch = \"wasm32\"))'.dependencies]
            hyper = \"1\"
        ";
        assert_eq!(told(text), Vec::<String>::new());
    }
}
