//! Files that are not components, or damaged, or other components than they should be.

use std::fmt::Write as _;

use futures_util::StreamExt;
use tonic::Code;

use super::attack::{Asked, Attack, Stage, withstand};
use test_support::fake::guest::Guest;
use test_support::fake::module::World;

/// A component of this text, with the manifest of a good one.
fn component(text: &str) -> Guest {
    Guest::new().with_component(text.to_owned())
}

/// The world of providers whose functions have the same names and other types.
const OTHER_TYPES: &str = "
package pulumi-wasm:provider@0.1.0;
interface description { describe: func() -> string; }
interface lifecycle { create: func(name: u32) -> u32; }
world hostile {
    export description;
    export lifecycle;
}";

/// A world that imports many things that do not exist.
fn many_imports() -> &'static str {
    let mut text = "package test:hostile;\n".to_owned();
    for number in 0..200 {
        writeln!(text, "interface i{number} {{ ask: func(); }}").expect("a string");
    }
    text.push_str("world hostile {\n    include pulumi-wasm:provider/provider@0.1.0;\n");
    for number in 0..200 {
        writeln!(text, "    import i{number};").expect("a string");
    }
    text.push('}');
    text.leak()
}

const SOCKETS: &str = "
package test:hostile;
package wasi:sockets@9.0.0 {
    interface raw { listen: func(port: u16); }
}
world hostile {
    include pulumi-wasm:provider/provider@0.1.0;
    import wasi:sockets/raw@9.0.0;
}";

/// A section with a name and content, and a wrong length.
fn lying_section(declared: u8) -> Vec<u8> {
    let mut bytes = Guest::new().build();
    bytes.extend_from_slice(&[0, declared, 4]);
    bytes.extend_from_slice(b"name");
    bytes
}

/// Components nested this many levels deep.
fn nested(levels: usize) -> Vec<u8> {
    let header = b"\0asm\x0d\0\x01\0";
    let mut inner = header.to_vec();
    for _ in 0..levels {
        let mut outer = header.to_vec();
        outer.push(4);
        let mut length = inner.len();
        while length >= 0x80 {
            outer.push((length & 0x7f) as u8 | 0x80);
            length >>= 7;
        }
        outer.push(length as u8);
        outer.extend_from_slice(&inner);
        inner = outer;
    }
    inner
}

pub(crate) fn attacks() -> Vec<Attack> {
    let refused = |name, bytes: Vec<u8>, words: &[&str]| {
        Attack::new(name, bytes)
            .asks(Asked::Parameterize)
            .fails(Code::InvalidArgument, words)
    };
    let unfit = |name, guest: Guest, words: &[&str]| {
        Attack::new(name, guest).fails(Code::FailedPrecondition, words)
    };
    let good = Guest::new().build();
    let module = wat::parse_str("(module (func (export \"create\")))").expect("valid text");
    let overlong = {
        let mut bytes = good.clone();
        bytes.extend_from_slice(&[0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]);
        bytes
    };
    let many: String = (0..100_000)
        .map(|number| format!("(export \"e{number}\" (func $f))"))
        .collect();
    let exporting = format!(
        "(component (core module $m (func (export \"f\"))) (core instance $i (instantiate $m))
         (func $f (canon lift (core func $i \"f\"))) {many})"
    );
    vec![
        refused("an empty file", Vec::new(), &["it is empty"]),
        refused("a text", b"#!/bin/sh\nrm -rf /\n".to_vec(), &["not a WebAssembly file"]),
        refused("compiled code", b"\x7fELF\x02\x01\x01\0wasmtime".to_vec(), &["it is compiled machine code"]),
        refused("a core module", module, &["a core WebAssembly module"]),
        refused("a header alone", b"\0asm".to_vec(), &["damaged or cut off"]),
        refused("a header of the future", b"\0asm\xff\xff\xff\xff".to_vec(), &["damaged or cut off"]),
        refused("half a component", good[..good.len() / 2].to_vec(), &["damaged or cut off"]),
        refused("a component without its last byte", good[..good.len() - 1].to_vec(), &["damaged or cut off"]),
        refused("a section that is longer than the file", lying_section(127), &["damaged or cut off"]),
        refused("a section that is shorter than its name", lying_section(2), &["damaged or cut off"]),
        refused("a length that never ends", overlong, &["damaged or cut off"]),
        refused("an unknown section", [good.as_slice(), &[99, 0]].concat(), &["damaged or cut off"]),
        refused("nothing but a component", wat::parse_str("(component)").expect("valid text"), &["not a Pulumi provider"]),
        refused("a hundred thousand nested components", nested(100_000), &["`"]),
        refused(
            "a lifecycle that is a function",
            wat::parse_str(
                "(component (core module $m (func (export \"f\"))) (core instance $i (instantiate $m))
                 (func $f (canon lift (core func $i \"f\")))
                 (export \"pulumi-wasm:provider/lifecycle@0.1.0\" (func $f)))",
            )
            .expect("valid text"),
            &["not a Pulumi provider"],
        ),
        refused(
            "a lifecycle of the future",
            wat::parse_str(
                "(component (component $c) (instance $i (instantiate $c))
                 (export \"pulumi-wasm:provider/lifecycle@7.0.0\" (instance $i)))",
            )
            .expect("valid text"),
            &["7.0.0"],
        ),
        unfit(
            "functions of other types",
            Guest::new().in_world(World::Other(OTHER_TYPES)),
            &["does not fit this host"],
        ),
        unfit(
            "two hundred imports that there are not",
            Guest::new().in_world(World::Wider(many_imports())),
            &["does not fit this host", "test:hostile/i0"],
        ),
        unfit(
            "sockets of its own",
            Guest::new().in_world(World::Wider(SOCKETS)),
            &["does not fit this host", "wasi:sockets/raw"],
        ),
        Attack::new("a hundred thousand exports", component(&exporting)),
        unfit(
            "a nested component with an import that is not given",
            Guest::new().with_section(5, &[1, 0, 99, 0]),
            &["cannot compile"],
        ),
        refused(
            "a module that is not a module",
            Guest::new().with_section(1, b"\0asm\x01\0\0\0\x0a\x04\x01\x02\x00\x0b").build(), &["damaged or cut off"],
        ),
        unfit(
            "a module that adds a float to a number",
            Guest::new().with_section(
                1,
                // (func (result i32) (i32.add (f32.const 0) (i32.const 0)))
                b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x0a\x0c\x01\x0a\0\x43\0\0\0\0\x41\0\x6a\x0b",
            ),
            &["cannot compile"],
        ),
        Attack::new("a module with memories of 64 bits", component(
            "(component (core module $m (memory i64 1)) (core instance (instantiate $m)))",
        ))
        .fails(Code::FailedPrecondition, &["cannot compile"]),
        Attack::new("a module with shared memory", component(
            "(component (core module $m (memory 1 1 shared)) (core instance (instantiate $m)))",
        ))
        .fails(Code::FailedPrecondition, &["cannot compile"]),
    ]
}

#[tokio::test]
async fn files_are_judged_before_anything_of_them_runs() {
    withstand(attacks()).await;
}

/// With any bits flipped: the component is refused, crashes, or works.
#[tokio::test]
async fn components_with_changed_bits_do_no_harm() {
    let stage = Stage::new().await;
    let good = Guest::new().build();
    // Always the same places, so that compiled code is found again.
    let changed = (0..16_usize).map(async |number| {
        let mut bytes = good.clone();
        for step in 0..3 {
            let place = (number * 7919 + step * 104_729) * 31 % (bytes.len() * 8);
            bytes[place / 8] ^= 1 << (place % 8);
        }
        let file = format!("changed{number}.wasm");
        stage.scene.write(&file, &bytes);
        let words = [
            file.as_str(),
            "--limit",
            "call-time=2s",
            "--limit",
            "check-time=2s",
        ];
        if let Ok(client) = stage.session(&words).await {
            drop(test_support::fake::calls::create(client, "one").await);
        }
        stage.serves().await
    });
    let mut served = futures_util::stream::iter(changed).buffer_unordered(4);
    while let Some(served) = served.next().await {
        served.unwrap();
    }
}
