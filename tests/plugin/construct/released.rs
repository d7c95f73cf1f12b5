//! Components with component resources that are kept for a version of the interface, in
//! `tests/interface/guests-VERSION/components`: each declares the same resources as when it was built. One of them is written in
//! C without an SDK.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::json;
use tonic::Code;

use super::cases::{self, Case};
use super::languages::{Seen, built, difference, is_expected, launch_file, play};
use super::request;
use test_support::fake::monitor::FakeMonitor;
use test_support::fake::plugin::Plugin;
use test_support::fake::scene::Scene;
use test_support::is_long;

/// The kept components; the others are compared with the first one.
const KEPT: [&str; 3] = ["rust", "typescript", "c"];
/// The component whose functions end in a trap.
const SHELL: &str = "python-shell";

/// `cargo xtask kept-guests` sets it.
fn writes_lists() -> bool {
    std::env::var_os("PULUMI_WASM_TEST_WRITE_CASES").is_some()
}

fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface/guests-0.1.0/components")
}

/// A kept component, unpacked.
fn unpacked(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept-components");
    fs::create_dir_all(&folder).unwrap();
    let component = folder.join(format!("{name}-0.1.0.wasm"));
    // A reader never finds an incomplete file.
    let mut part = tempfile::NamedTempFile::new_in(&folder).unwrap();
    let packed = File::open(kept().join(format!("{name}.wasm.gz"))).unwrap();
    io::copy(&mut GzDecoder::new(packed), &mut part).unwrap();
    part.persist(&component).unwrap();
    component
}

/// Writes the lists again, for `cargo xtask kept-guests`. A component that is built today serves all cases of today.
/// The component in C serves a part, and its list is written by hand.
#[test]
fn lists_of_cases_follow_the_components_that_are_built() {
    if !writes_lists() {
        return;
    }
    let names: String = cases::all()
        .iter()
        .map(|case| format!("{}\n", case.name))
        .collect();
    for name in ["rust", "typescript"] {
        fs::write(kept().join(format!("{name}.cases")), &names).unwrap();
    }
}

/// The cases that a kept component passed when it was built.
fn cases_of(name: &str) -> Vec<Case> {
    let file = kept().join(format!("{name}.cases"));
    let listed = fs::read_to_string(&file).unwrap();
    let mut all = cases::all();
    let listed = listed.lines().map(|line| {
        let found = all.iter().position(|case| case.name == line);
        let found = found.unwrap_or_else(|| panic!("{name}.cases: there is no case `{line}`"));
        all.swap_remove(found)
    });
    listed.collect()
}

/// The outcomes of cases, by their names.
async fn played(plugin: &Plugin, cases: &[Case]) -> Vec<(&'static str, Seen)> {
    let mut seen = Vec::new();
    for case in cases {
        seen.push((case.name, play(plugin, case, case.is_preview).await));
    }
    seen
}

/// Compares the results of two components in the same cases.
fn compare(
    name: &str,
    cases: &[Case],
    wanted: &[(&str, Seen)],
    found: &[(&str, Seen)],
) -> Vec<String> {
    let mut faults = Vec::new();
    for (case, (_, found)) in cases.iter().zip(found) {
        if let Err(fault) = is_expected(found, case) {
            faults.push(format!("{name}, {}: {fault}", case.name));
        }
        let wanted = wanted.iter().find(|(of, _)| *of == case.name);
        let (_, wanted) = wanted.expect("the first one passes all cases");
        if let Some(difference) = difference(wanted, found) {
            faults.push(format!("{name}, {}\n{difference}", case.name));
        }
    }
    faults
}

#[tokio::test]
async fn components_that_were_built_for_a_released_interface_declare_what_they_declared_then() {
    let (mut first, mut faults) = (Vec::new(), Vec::new());
    for name in KEPT {
        let scene = Scene::new().await;
        let plugin = launch_file(&scene, &unpacked(name), &[]).await;
        let cases = cases_of(name);
        let found = played(&plugin, &cases).await;
        if first.is_empty() {
            assert!(found.len() >= 40, "{name} plays {} cases", found.len());
            first = found;
        } else {
            faults.extend(compare(name, &cases, &first, &found));
        }
    }
    let of_first = cases_of(KEPT[0]);
    for (case, (_, seen)) in of_first.iter().zip(&first) {
        if let Err(fault) = is_expected(seen, case) {
            faults.push(format!("{}, {}: {fault}", KEPT[0], case.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[tokio::test]
async fn the_parts_of_a_component_in_python_that_was_built_for_a_released_interface_are_linked() {
    let scene = Scene::new().await;
    let plugin = launch_file(&scene, &unpacked(SHELL), &[]).await;
    let monitor = FakeMonitor::start();
    let mut request = request(&monitor, "s", &json!({ "title": "Hi" }));
    request.r#type = "site:index:Website".to_owned();
    let status = plugin.construct(request).await.expect_err("a trap");
    assert_eq!(status.code(), Code::Unknown, "{status:?}");
    assert!(status.message().contains("crashed"), "{status:?}");
    assert_eq!(monitor.registered().len(), 1);
}

/// Ordinary runs use the kept component; long runs build it from its source.
#[tokio::test]
async fn a_component_in_c_declares_what_one_in_rust_does() {
    let cases = cases_of("c");
    let component = if is_long() {
        built("site-c.wasm")
    } else {
        unpacked("c")
    };
    let mut seen = Vec::new();
    for component in [built("site.wasm"), component] {
        let scene = Scene::new().await;
        let plugin = launch_file(&scene, &component, &[]).await;
        seen.push(played(&plugin, &cases).await);
    }
    let faults = compare("C", &cases, &seen[0], &seen[1]);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
