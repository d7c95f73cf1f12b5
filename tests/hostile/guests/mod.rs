//! Components that attack the host. Each attack says how it must end: the gRPC code, words of the message, the limit.
//! After each, the same process serves a good component as before.
//!
//! | file | attack |
//! | --- | --- |
//! | `attack` | the form of an attack, and the rules that must hold after it |
//! | `endless` | never ends: in every export, while starting, allocating and ending, in host calls |
//! | `memory` | takes memory, tables, instances and stack; makes the host take memory |
//! | `answers` | answers with false addresses, lengths, cases and texts |
//! | `arguments` | the same in arguments of imports; false allocators |
//! | `reentry` | calls when calls are forbidden, ends the process, fails after the answer |
//! | `files` | files that are not components, or damaged, or other components than they should be |
//! | `manifests` | manifest sections that are false, many or deep |
//! | `manifest_sizes` | manifests that are large, or take long |
//! | `manifest_names` | names that lead out of a folder, or become code |
//! | `bombs` | files that are small and take the compiler long |
//! | `debug_info` | names and debugging information that harm their reader after a crash |
//! | `requests` | HTTP requests that smuggle, lead elsewhere or never end |
//! | `streams` | servers that send without end, as fast as they can |
//! | `wasi` | the same by `wasi:http` |
//! | `texts` | texts that a terminal obeys, that look like lines of the host, or that are huge |
//! | `floods` | messages, checkpoints, views, handles without end |
//! | `host_memory` | every function of the host, again and again: the host's memory |
//! | `isolation` | reads data of other calls, configurations and runs |
//! | `lives` | the kept cases of the fuzz target `component_life` |

mod answers;
mod arguments;
pub(crate) mod attack;
mod bombs;
pub(crate) mod debug_info;
mod endless;
mod files;
mod floods;
mod host_memory;
mod isolation;
mod lives;
mod manifest_names;
mod manifest_sizes;
mod manifests;
mod memory;
mod reentry;
mod requests;
mod streams;
mod texts;
mod wasi;

use std::collections::BTreeSet;

/// The names of the attacks of each file. `isolation` and others have further tests, which are not counted.
fn kinds() -> Vec<(&'static str, Vec<&'static str>)> {
    let named = |attacks: Vec<attack::Attack>| attacks.iter().map(|attack| attack.name).collect();
    let mut kinds: Vec<(&str, Vec<&str>)> = vec![
        ("endless", named(endless::attacks())),
        ("memory", named(memory::attacks())),
        ("answers", named(answers::attacks())),
        ("arguments", named(arguments::attacks())),
        ("reentry", named(reentry::attacks())),
        ("files", named(files::attacks())),
        ("manifests", named(manifests::attacks())),
        ("manifest_sizes", named(manifest_sizes::attacks())),
        ("manifest_names", named(manifest_names::attacks())),
        ("bombs", named(bombs::attacks())),
        ("debug_info", named(debug_info::attacks())),
        ("requests", named(requests::attacks())),
        ("streams", streams::names().collect()),
        ("wasi", named(wasi::attacks())),
        ("texts", named(texts::attacks())),
        ("floods", named(floods::attacks())),
        ("host_memory", host_memory::names()),
        ("isolation", named(isolation::attacks())),
    ];
    for (kind, names) in &mut kinds {
        match *kind {
            "requests" => names.extend(requests::WITH_SERVERS),
            "wasi" => names.extend(wasi::WITH_SERVERS),
            _ => {}
        }
    }
    kinds
}

#[test]
fn each_attack_has_a_name_of_its_own() {
    for (kind, names) in kinds() {
        let different: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(names.len(), different.len(), "{kind}");
    }
}

#[test]
fn the_security_page_counts_the_attacks_by_kind() {
    let page = include_str!("../../../docs/contribute/security-tests.md");
    let kinds = kinds();
    let sum: usize = kinds.iter().map(|(_, names)| names.len()).sum();
    let mut missing: Vec<String> = kinds
        .iter()
        .map(|(kind, names)| format!("| `{kind}` | {} |", names.len()))
        .chain([format!("{sum} attacks")])
        .filter(|text| !page.contains(text.as_str()))
        .collect();
    missing.sort();
    assert!(
        missing.is_empty(),
        "docs/contribute/security-tests.md lacks {missing:#?}"
    );
}
