//! Components that attack the host. Each attack says how it must end: the gRPC code, words of the message, the limit;
//! after each, the same process serves a good component as if nothing had happened.
//!
//! | file | what is tried |
//! | --- | --- |
//! | `endless` | never coming to an end: in every export, while starting, allocating and ending, in host calls |
//! | `memory` | taking memory, tables, instances and stack; making the host take memory |
//! | `answers` | answers with addresses, lengths, cases and texts that lie |
//! | `arguments` | the same in what imports are given; allocators that lie |
//! | `reentry` | calling where no call may be made, ending the process, ending badly after the answer |
//! | `files` | files that are no components, or damaged, or other components than they should be |
//! | `manifests` | manifest sections that lie, are many or deep |
//! | `manifest_sizes` | manifests that are large, or take long |
//! | `manifest_names` | names that lead out of a folder, or become code |
//! | `bombs` | files that are small and take the compiler long |
//! | `debug_info` | names and debugging information that harm whoever reads them after a crash |
//! | `requests` | HTTP requests that smuggle, lead elsewhere or never end |
//! | `streams` | servers that send without end, as fast as they can |
//! | `wasi` | the same by `wasi:http` |
//! | `texts` | texts that a terminal obeys, that look like lines of the host, or that are huge |
//! | `floods` | messages, checkpoints, views, handles without end |
//! | `host_memory` | every function of the host, again and again: what the host keeps |
//! | `isolation` | what other calls, configurations and runs would have to do with it |

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

#[test]
fn there_are_many_attacks_and_each_has_a_name() {
    let attacks: Vec<&str> = [
        answers::attacks(),
        arguments::attacks(),
        bombs::attacks(),
        debug_info::attacks(),
        endless::attacks(),
        files::attacks(),
        floods::attacks(),
        isolation::attacks(),
        manifest_names::attacks(),
        manifest_sizes::attacks(),
        manifests::attacks(),
        memory::attacks(),
        reentry::attacks(),
        requests::attacks(),
        texts::attacks(),
        wasi::attacks(),
    ]
    .iter()
    .flatten()
    .map(|attack| attack.name)
    .chain(requests::WITH_SERVERS)
    .chain(wasi::WITH_SERVERS)
    .collect();
    assert!(attacks.len() >= 60, "{} attacks", attacks.len());
    let names: BTreeSet<&str> = attacks.iter().copied().collect();
    assert_eq!(names.len(), attacks.len());
}
