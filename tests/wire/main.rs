//! The protos in `proto/` are the wire surface of Pulumi: neither more nor less.
//!
//! The facts to compare with are in `tests/wire/VERSION/`, one per line; `proto/dump.py` writes them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto,
    ServiceDescriptorProto,
};

/// The engine version that the protos are from.
const VERSION: &str = "3.272.0";

/// The lines of each file, by the name of its dump (`pulumi_alias`).
type Surface = BTreeMap<String, BTreeSet<String>>;

#[test]
fn protos_are_the_wire_surface() {
    let differences = compare(&dumped(), &compiled());
    assert!(
        differences.is_empty(),
        "proto/ is not what Pulumi {VERSION} speaks:\n{}",
        differences.join("\n"),
    );
}

#[test]
fn differences_are_noticed() {
    let ours = compiled();
    // The place, the present text, the text of the dump, and the answer to it.
    let cases = [
        (
            "pulumi_provider",
            "  CheckRequest.randomSeed = 5 : bytes",
            Some("  CheckRequest.randomSeed = 4 : bytes"),
            "pulumi_provider: CheckRequest.randomSeed is `5 : bytes`, must be `4 : bytes`",
        ),
        (
            "pulumi_provider",
            "  InvokeRequest.preview = 7 : bool",
            None,
            "pulumi_provider: superfluous: InvokeRequest.preview = 7 : bool",
        ),
        (
            "pulumi_provider",
            "  rpc ResourceProvider.List(ListRequest) -> stream ListResponse",
            Some("  rpc ResourceProvider.List(ListRequest) -> ListResponse"),
            "pulumi_provider: rpc ResourceProvider.List is `ListRequest) -> stream ListResponse`, \
             must be `ListRequest) -> ListResponse`",
        ),
        (
            "pulumi_alias",
            "  Alias.urn = 1 : string (oneof alias)",
            Some("  Alias.urn = 1 : optional string"),
            "pulumi_alias: Alias.urn is `1 : string (oneof alias)`, must be `1 : optional string`",
        ),
        (
            "pulumi_plugin",
            "  PluginDependency.checksums = 5 : map<string,bytes>",
            Some("  PluginDependency.checksums = 5 : map<string,string>"),
            "pulumi_plugin: PluginDependency.checksums is `5 : map<string,bytes>`, \
             must be `5 : map<string,string>`",
        ),
        (
            "pulumi_codegen_hcl",
            "package pulumirpc.codegen",
            Some("package codegen"),
            "pulumi_codegen_hcl: package is `pulumirpc.codegen`, must be `codegen`",
        ),
        (
            "pulumi_resource",
            "  Result reserved 2-2",
            Some("  Result.SKIP = 2"),
            "pulumi_resource: missing: Result.SKIP = 2\n\
             pulumi_resource: superfluous: Result reserved 2-2",
        ),
    ];
    for (file, line, instead, answer) in cases {
        let mut facts = ours.clone();
        let lines = facts.get_mut(file).unwrap();
        assert!(lines.remove(line), "{file} has no line {line:?}");
        lines.extend(instead.map(str::to_owned));
        assert_eq!(compare(&facts, &ours).join("\n"), answer);
    }

    let mut facts = ours.clone();
    facts.remove("pulumi_source");
    facts.insert("pulumi_more".to_owned(), BTreeSet::new());
    assert_eq!(
        compare(&facts, &ours),
        ["pulumi_more: no such proto", "pulumi_source: no such dump"],
    );
}

/// The differences between `ours` and `facts`, in both directions.
fn compare(facts: &Surface, ours: &Surface) -> Vec<String> {
    let mut differences = Vec::new();
    let names: BTreeSet<_> = facts.keys().chain(ours.keys()).collect();
    for name in names {
        match (facts.get(name), ours.get(name)) {
            (Some(facts), Some(ours)) => {
                let mut superfluous: BTreeMap<_, _> =
                    ours.difference(facts).map(|line| split(line)).collect();
                for (subject, must) in facts.difference(ours).map(|line| split(line)) {
                    differences.push(match superfluous.remove(subject) {
                        Some(is) => format!("{name}: {subject} is `{is}`, must be `{must}`"),
                        None => format!("{name}: missing: {}", join(subject, must)),
                    });
                }
                differences.extend(superfluous.into_iter().map(|(subject, rest)| {
                    format!("{name}: superfluous: {}", join(subject, rest))
                }));
            }
            (Some(_), None) => differences.push(format!("{name}: no such proto")),
            (None, _) => differences.push(format!("{name}: no such dump")),
        }
    }
    differences
}

/// The subject of a line, and its text.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim_start();
    if line.starts_with("rpc ") {
        line.split_once('(')
    } else if line.starts_with("package ") {
        line.split_once(' ')
    } else {
        line.split_once(" = ")
    }
    .unwrap_or((line, ""))
}

/// The inverse of `split`.
fn join(subject: &str, rest: &str) -> String {
    match (subject, rest) {
        (_, "") => subject.to_owned(),
        ("package", _) => format!("{subject} {rest}"),
        _ if subject.starts_with("rpc ") => format!("{subject}({rest}"),
        _ => format!("{subject} = {rest}"),
    }
}

/// The surface according to the dumps.
fn dumped() -> Surface {
    let folder = root().join(format!("tests/wire/{VERSION}"));
    files(&folder, "txt")
        .into_iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(&path).unwrap();
            (name, text.lines().map(str::to_owned).collect())
        })
        .collect()
}

/// The surface according to `proto/`.
fn compiled() -> Surface {
    let folder = root().join("proto");
    let set = protox::compile(files(&folder, "proto"), [&folder]).unwrap();
    set.file
        .into_iter()
        .filter(|file| folder.join(file.name()).exists())
        .map(|file| {
            let name = file.name().trim_end_matches(".proto").replace('/', "_");
            (name, file_lines(&file))
        })
        .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder that have an extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn file_lines(file: &FileDescriptorProto) -> BTreeSet<String> {
    let mut lines = BTreeSet::from([format!("package {}", file.package())]);
    for service in &file.service {
        service_lines(service, &mut lines);
    }
    for item in &file.enum_type {
        enum_lines(item, "", &mut lines);
    }
    for message in &file.message_type {
        message_lines(message, "", &mut lines);
    }
    lines
}

fn service_lines(service: &ServiceDescriptorProto, lines: &mut BTreeSet<String>) {
    lines.insert(format!("service {}", service.name()));
    for rpc in &service.method {
        let side = |streaming, full: &str| {
            let stream = if streaming { "stream " } else { "" };
            format!("{stream}{}", last(full))
        };
        lines.insert(format!(
            "  rpc {}.{}({}) -> {}{}",
            service.name(),
            rpc.name(),
            side(rpc.client_streaming(), rpc.input_type()),
            side(rpc.server_streaming(), rpc.output_type()),
            mark(rpc.options.as_ref().is_some_and(|it| it.deprecated())),
        ));
    }
}

fn enum_lines(item: &EnumDescriptorProto, scope: &str, lines: &mut BTreeSet<String>) {
    let path = format!("{scope}{}", item.name());
    lines.insert(format!("enum {path}"));
    for value in &item.value {
        let deprecated = mark(value.options.as_ref().is_some_and(|it| it.deprecated()));
        lines.insert(format!(
            "  {path}.{} = {}{deprecated}",
            value.name(),
            value.number()
        ));
    }
    for range in &item.reserved_range {
        lines.insert(format!(
            "  {path} reserved {}-{}",
            range.start(),
            range.end()
        ));
    }
    for name in &item.reserved_name {
        lines.insert(format!("  {path} reserved {name:?}"));
    }
}

fn message_lines(message: &DescriptorProto, scope: &str, lines: &mut BTreeSet<String>) {
    let path = format!("{scope}{}", message.name());
    lines.insert(format!("message {path}"));
    for field in &message.field {
        let kind = field_kind(field, message);
        let deprecated = mark(field.options.as_ref().is_some_and(|it| it.deprecated()));
        lines.insert(format!(
            "  {path}.{} = {} : {kind}{deprecated}",
            field.name(),
            field.number()
        ));
    }
    for range in &message.reserved_range {
        // The range of a message ends before its end; the range of an enum includes its end.
        lines.insert(format!(
            "  {path} reserved {}-{}",
            range.start(),
            range.end() - 1
        ));
    }
    for name in &message.reserved_name {
        lines.insert(format!("  {path} reserved {name:?}"));
    }
    let scope = format!("{path}.");
    for nested in message.nested_type.iter().filter(|it| !is_entry(it)) {
        message_lines(nested, &scope, lines);
    }
    for item in &message.enum_type {
        enum_lines(item, &scope, lines);
    }
}

/// The type of a field with its label, as in `repeated string`.
fn field_kind(field: &FieldDescriptorProto, message: &DescriptorProto) -> String {
    let entry = message
        .nested_type
        .iter()
        .find(|it| is_entry(it) && it.name() == last(field.type_name()));
    if let Some(entry) = entry {
        let [key, value] = entry.field.as_slice() else {
            panic!("{} has not got two fields", entry.name());
        };
        return format!("map<{},{}>", field_type(key), field_type(value));
    }
    let mut kind = field_type(field);
    if field.label() == Label::Repeated {
        kind.insert_str(0, "repeated ");
    } else if field.proto3_optional() {
        kind.insert_str(0, "optional ");
    } else if let Some(index) = field.oneof_index {
        let index = usize::try_from(index).unwrap();
        write!(kind, " (oneof {})", message.oneof_decl[index].name()).unwrap();
    }
    kind
}

fn field_type(field: &FieldDescriptorProto) -> String {
    match field.r#type() {
        Type::Message | Type::Enum => {
            let full = field.type_name().trim_start_matches('.');
            full.strip_prefix("pulumirpc.").unwrap_or(full).to_owned()
        }
        scalar => scalar
            .as_str_name()
            .trim_start_matches("TYPE_")
            .to_lowercase(),
    }
}

fn is_entry(message: &DescriptorProto) -> bool {
    message.options.as_ref().is_some_and(|it| it.map_entry())
}

fn mark(deprecated: bool) -> &'static str {
    if deprecated { " deprecated" } else { "" }
}

/// The last part of a dotted name.
fn last(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or(full)
}
