use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::limits::Limits;
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::{ComponentReference, Digest};

fn value(net: &str) -> ParameterValue {
    ParameterValue {
        name: "acme".to_owned(),
        version: "1.0.0".to_owned(),
        components: vec![ComponentReference {
            digest: Digest::of(b"x"),
            path: "acme.wasm".to_owned(),
        }],
        grants: Grants {
            net: vec![net.parse().expect("a pattern")],
            env: ["TOKEN".to_owned()].into(),
            ..Grants::default()
        },
        limits: Limits::default(),
    }
}

fn base64(net: &str) -> String {
    STANDARD.encode(value(net).to_bytes())
}

/// A folder with these files.
fn folder(files: &[(&str, String)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

fn reviewed(files: &[(&str, String)]) -> Review {
    let mut review = Review::default();
    review.add_folder(folder(files).path(), &[]);
    review
}

/// The hosts of what was found, with the file's name.
fn found(review: &Review) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = review
        .findings
        .iter()
        .map(|finding| {
            (
                finding
                    .file
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned())
                    .unwrap_or_default(),
                finding.value.grants.net[0].to_string(),
            )
        })
        .collect();
    found.sort();
    found
}

fn plugin(name: &str, net: &str) -> serde_json::Value {
    json!({
        "resource": true,
        "name": name,
        "version": "0.1.0",
        "parameterization": { "name": "acme", "version": "1.0.0", "value": base64(net) },
    })
}

fn state(name: &str, net: &str) -> serde_json::Value {
    let internal = json!({ "name": name, "version": "0.1.0", "parameterization": base64(net) });
    json!({ "resources": [
        { "urn": "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev", "type": "pulumi:pulumi:Stack" },
        {
            "urn": "urn:pulumi:dev::shop::pulumi:providers:acme::default_1_0_0",
            "type": "pulumi:providers:acme",
            "inputs": { "__internal": internal, "version": "1.0.0" },
            "outputs": { "__internal": internal, "version": "1.0.0" },
        },
        { "urn": "urn:pulumi:dev::shop::acme:index:Thing::one", "type": "acme:index:Thing", "inputs": { "__internal": 3 } },
    ] })
}

#[test]
fn values_are_found_in_the_sdks_of_every_language() {
    let review = reviewed(&[
        (
            "sdks/a/package.json",
            json!({ "pulumi": plugin("wasm", "a.com") }).to_string(),
        ),
        (
            "sdks/b/pulumi_b/pulumi-plugin.json",
            plugin("wasm", "b.com").to_string(),
        ),
        (
            "sdks/c/c-1.0.0.yaml",
            format!(
                "packageDeclarationVersion: 1\nname: wasm\nversion: 0.1.0\nparameterization:\n    name: acme\n    version: 1.0.0\n    value: {}\n",
                base64("c.com")
            ),
        ),
        (
            "sdks/d/internal/pulumiUtilities.go",
            format!("var parameter = \"{}\"\n", base64("d.com")),
        ),
        (
            "sdks/e/utilities.py",
            format!("value='{}',", base64("e.com")),
        ),
        (
            "sdks/f/Utilities.cs",
            format!(
                "value: global::System.Convert.FromBase64String(\"{}\")));",
                base64("f.com")
            ),
        ),
        (
            "sdks/java/src/main/java/com/pulumi/k/Utilities.java",
            format!("\t\t\tgetVersion(),\n\t\t\t\"{}\"\n\t\t);", base64("k.com")),
        ),
        (
            "node_modules/@pulumi/g/package.json",
            json!({ "pulumi": plugin("wasm", "g.com") }).to_string(),
        ),
        // Not ours.
        (
            "sdks/h/package.json",
            json!({ "pulumi": plugin("other", "evil.com") })
                .to_string()
                .replace(&base64("evil.com"), "AAAA"),
        ),
        ("node_modules/broken/package.json", "{".to_owned()),
    ]);
    assert_eq!(review.unreadable, []);
    let hosts: Vec<String> = found(&review).into_iter().map(|(_, host)| host).collect();
    assert_eq!(
        hosts,
        [
            "f.com", "k.com", "c.com", "a.com", "g.com", "b.com", "d.com", "e.com"
        ]
    );
}

/// Each of these ran, or would have run, and was not seen once.
#[test]
fn values_are_found_wherever_a_language_or_the_engine_looks() {
    let declaration = |net: &str| {
        format!(
            "packageDeclarationVersion: 1\nname: wasm\nparameterization:\n  name: acme\n  version: 1.0.0\n  value: {}\n",
            base64(net)
        )
    };
    let code = |net: &str| format!("const value = \"{}\";", base64(net));
    for (name, text) in [
        // The engine's host for YAML reads every such file below the program.
        ("acme.yaml", declaration("a.com")),
        ("docs/deep/er/acme.yaml", declaration("a.com")),
        (".hidden/acme.yaml", declaration("a.com")),
        (".git/hooks/acme.yaml", declaration("a.com")),
        ("target/acme.yaml", declaration("a.com")),
        ("sdks/target/acme/utilities.ts", code("a.com")),
        ("sdks/.git/acme/utilities.ts", code("a.com")),
        ("sdks/.hg/acme/utilities.ts", code("a.com")),
        ("SDKS/acme/Utilities.TS", code("a.com")),
        ("vendor/acme.com/sdk/internal/utilities.go", code("a.com")),
        ("node_modules/@pulumi/acme/bin/utilities.js", code("a.com")),
        (
            "venv/lib/python3.13/site-packages/pulumi_acme/_utilities.py",
            code("a.com"),
        ),
        (
            "venv/lib/python3.13/site-packages/x/__pycache__/u.pyc",
            format!("\u{1}\0\0{}\0", base64("a.com")),
        ),
        (
            "target/classes/com/pulumi/acme/plugin.properties",
            format!("value={}", base64("a.com")),
        ),
        (
            "bin/Debug/net8.0/Acme.dll",
            base64("a.com")
                .bytes()
                .map(|byte| format!("{}\0", char::from(byte)))
                .collect(),
        ),
        ("index.ts", code("a.com")),
        ("LICENSE", base64("a.com")),
        (".git/objects/ab/evil.js", code("a.com")),
        (".pulumi/history/shop/dev/x.js", code("a.com")),
    ] {
        let review = reviewed(&[(name, text)]);
        assert_eq!(found(&review).len(), 1, "{name}: {review:?}");
        assert_eq!(review.unreadable, [], "{name}");
    }
}

#[test]
fn values_are_found_in_archives_and_what_cannot_be_unpacked_is_told() {
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut encoder, bytes).expect("memory");
        encoder.finish().expect("memory")
    };
    let code = format!("value = '{}'", base64("a.com"));
    let in_tar = |name: &str, bytes: &[u8]| {
        let mut tar = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        tar.append_data(&mut header, name, bytes).expect("memory");
        tar.into_inner().expect("memory")
    };
    let tar = in_tar("package/utilities.js", code.as_bytes());
    let zip = |before: &[u8]| {
        let mut zip = Vec::new();
        let mut archive = rawzip::ZipArchiveWriter::new(&mut zip);
        let (mut entry, config) = archive
            .new_file(rawzip::path::EntryPath::verbatim(
                b"pulumi_acme/_utilities.py".as_slice(),
            ))
            .compression_method(rawzip::CompressionMethod::DEFLATE)
            .start()
            .expect("memory");
        let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::best());
        let mut writer = config.wrap(encoder);
        std::io::Write::write_all(&mut writer, code.as_bytes()).expect("memory");
        let (encoder, descriptor) = writer.finish().expect("memory");
        encoder.finish().expect("memory");
        entry.finish(descriptor).expect("memory");
        archive.finish().expect("memory");
        [before, &zip].concat()
    };
    for (name, bytes) in [
        ("acme.tgz", gzip(&tar)),
        ("acme.tar", tar.clone()),
        ("twice.gz", gzip(&gzip(code.as_bytes()))),
        ("acme.whl", zip(b"")),
        // What runs before it is no matter.
        ("acme.pyz", zip(b"#!/usr/bin/env python3\n")),
        ("inside.tar", in_tar("package/acme.zip", &zip(b""))),
    ] {
        let folder = folder(&[]);
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let mut review = Review::default();
        review.add_folder(folder.path(), &[]);
        // Of one that is not compressed, twice: in the archive's own bytes as well.
        assert!(!review.findings.is_empty(), "{name}: {review:?}");
        assert_eq!(review.unreadable, [], "{name}");
    }
    let whole = gzip(&tar);
    for (name, bytes, reason) in [
        ("acme.tgz", whole[..whole.len() / 2].to_vec(), "damaged"),
        (
            "acme.whl",
            b"PK\x03\x04 and nothing else".to_vec(),
            "damaged",
        ),
        ("acme.tar.bz2", b"BZh91AY".to_vec(), "bzip2"),
        ("acme.tar.zst", b"\x28\xb5\x2f\xfd....".to_vec(), "zstd"),
        ("acme", b"\x5d\0\0\x80".to_vec(), "lzma"),
        ("acme", b"LZIP\x01".to_vec(), "lzip"),
        ("acme", b"\x1f\x9d\x90".to_vec(), "compress"),
        ("acme.tar.br", b"anything".to_vec(), "`.br`"),
        ("acme.TLZ", b"anything".to_vec(), "`.tlz`"),
        ("acme.tar.Z", b"anything".to_vec(), "`.z`"),
    ] {
        let folder = folder(&[]);
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let mut review = Review::default();
        review.add_folder(folder.path(), &[]);
        assert_eq!(review.unreadable.len(), 1, "{name}: {review:?}");
        assert!(review.unreadable[0].reason.contains(reason), "{review:?}");
    }
}

/// An archive of zip with one file, which is compressed.
fn zipped(name: &str, content: &[u8]) -> Vec<u8> {
    let mut zip = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut zip);
    let (mut entry, config) = archive
        .new_file(rawzip::path::EntryPath::verbatim(name.as_bytes()))
        .compression_method(rawzip::CompressionMethod::DEFLATE)
        .start()
        .expect("memory");
    let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::best());
    let mut writer = config.wrap(encoder);
    std::io::Write::write_all(&mut writer, content).expect("memory");
    let (encoder, descriptor) = writer.finish().expect("memory");
    encoder.finish().expect("memory");
    entry.finish(descriptor).expect("memory");
    archive.finish().expect("memory");
    zip
}

/// Readers that go from file to file see what the directory at the end does not name.
#[test]
fn a_file_that_the_directory_of_an_archive_does_not_name_is_told() {
    let code = format!("value = '{}'", base64("a.com"));
    let (hidden, plain) = (zipped("a.py", code.as_bytes()), zipped("b.py", b"x = 1"));
    let directory = hidden
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .expect("a directory");
    let only_file = &hidden[..directory];
    let told = |name: &str, bytes: &[u8]| {
        let mut review = Review::default();
        review.add_sdk_file(Path::new(name), bytes);
        assert_eq!(review.unreadable.len(), 1, "{name}: {review:?}");
        let reason = &review.unreadable[0].reason;
        assert!(reason.contains("its directory does not name"), "{reason}");
    };
    told("acme.zip", &[only_file, &plain].concat());
    told("acme.pyz", &[b"#!/bin/sh\n", only_file, &plain].concat());
    // Of two archives in one file, readers differ in which of them counts.
    told("acme.zip", &[hidden.as_slice(), &plain].concat());
    // What lies in a file that is named is looked at there.
    let mut review = Review::default();
    review.add_sdk_file(Path::new("acme.zip"), &zipped("inner.zip", &hidden));
    assert_eq!((found(&review).len(), review.unreadable.len()), (1, 0));
}

/// How the oldest archives of tar begin is known by their sum alone; and what zlib made, by itself.
#[test]
fn archives_of_every_age_are_unpacked() {
    let code = format!("value = '{}'", base64("a.com"));
    let packed = zipped("a.py", code.as_bytes());
    let mut header = tar::Header::new_old();
    header.set_size(packed.len() as u64);
    header.set_path("package/acme.zip").expect("a path");
    header.set_cksum();
    let mut tar = tar::Builder::new(Vec::new());
    tar.append(&header, packed.as_slice()).expect("memory");
    // So long that the end of the zip archive is not that of the file.
    let mut tar = tar.into_inner().expect("memory");
    tar.resize(tar.len() + (128 << 10), 0);
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, code.as_bytes()).expect("memory");
    let zlib = encoder.finish().expect("memory");
    for (name, bytes) in [("old.tar", tar), ("code", zlib)] {
        let mut review = Review::default();
        review.add_sdk_file(Path::new(name), &bytes);
        assert_eq!(found(&review).len(), 1, "{name}: {review:?}");
        assert_eq!(review.unreadable, [], "{name}");
    }
    for (bytes, reason) in [
        (b"\xed\xab\xee\xdb".as_slice(), "rpm"),
        (b"MSCF\0\0\0\0", "cabinet"),
        (b"!<arch>\ndebian-binary", "a package of Debian"),
        (b"hsqs", "squashfs"),
        (b"xar!", "xar"),
        (b"\x89LZO\0", "lzop"),
        (b"\xff\x06\0\0sNaPpY", "snappy"),
    ] {
        let mut review = Review::default();
        review.add_sdk_file(Path::new("acme"), bytes);
        assert_eq!(review.unreadable.len(), 1, "{reason}: {review:?}");
        assert!(review.unreadable[0].reason.contains(reason), "{review:?}");
    }
}

/// A language loads a file of any name. Those of Git do not begin like code.
#[test]
fn an_object_of_git_is_left_out_if_it_is_one() {
    let code = format!("PACK = \"{}\";", base64("a.com"));
    for name in [
        ".git/objects/ab/0123456789abcdef0123456789abcdef012345",
        ".git/objects/pack/pack-0123456789abcdef.pack",
        ".git/objects/pack/pack-0123456789abcdef.idx",
        ".git/objects/pack/pack-0123456789abcdef.rev",
    ] {
        let review = reviewed(&[(name, code.clone())]);
        assert_eq!(found(&review).len(), 1, "{name}: {review:?}");
        assert_eq!(review.left_out, [], "{name}");
    }
}

#[test]
fn what_is_left_out_is_told_and_nothing_else_is() {
    let code = format!("const value = \"{}\";", base64("a.com"));
    let folder = folder(&[
        ("data/one.ts", code.clone()),
        ("data-two/two.ts", code.clone()),
        (
            ".git/objects/ab/0123456789abcdef0123456789abcdef012345",
            format!("x\u{1}{code}"),
        ),
        (
            ".git/objects/pack/pack-0123456789abcdef.pack",
            format!("PACK\0\0\0\u{2}{code}"),
        ),
        (".git/objects/pack/other.pack", code.clone()),
        (".pulumi/backups/shop/dev.1.json", code),
    ]);
    let mut review = Review::default();
    review.add_folder(folder.path(), &[folder.path().join("data")]);
    let names: Vec<String> = found(&review).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["other.pack", "two.ts"]);
    let left_out: Vec<&Path> = review
        .left_out
        .iter()
        .filter_map(|left_out| left_out.file.strip_prefix(folder.path()).ok())
        .collect();
    for file in [
        ".git/objects/ab",
        ".git/objects/pack",
        ".pulumi/backups/shop",
        "data",
    ] {
        assert!(left_out.contains(&Path::new(file)), "{left_out:?}");
    }
    assert_eq!(left_out.len(), 4);
    assert_eq!(review.files, 2);
}

/// The file for tools says one thing, and the code, which is what runs, another.
#[test]
fn code_that_says_more_than_its_metadata_is_found() {
    let review = reviewed(&[
        (
            "sdks/acme/pulumi-plugin.json",
            plugin("wasm", "a.com").to_string(),
        ),
        (
            "sdks/acme/utilities.ts",
            format!("const value = \"{}\";", base64("*.evil.com")),
        ),
    ]);
    assert_eq!(
        found(&review),
        [
            ("pulumi-plugin.json".to_owned(), "a.com".to_owned()),
            ("utilities.ts".to_owned(), "*.evil.com".to_owned())
        ]
    );
}

#[test]
fn values_are_found_in_state_of_every_form() {
    let export = json!({ "version": 3, "deployment": state("wasm", "a.com") }).to_string();
    let stored =
        json!({ "version": 3, "checkpoint": { "stack": "dev", "latest": state("wasm", "b.com") } })
            .to_string();
    let never = json!({ "version": 3, "checkpoint": { "stack": "dev" } }).to_string();
    let other =
        json!({ "version": 3, "checkpoint": { "latest": state("other", "c.com") } }).to_string();
    let folder = folder(&[
        ("export.json", export),
        (".pulumi/stacks/shop/dev.json", stored.clone()),
        (".pulumi/stacks/shop/new.json", never),
        (".pulumi/stacks/shop/other.json", other),
        (".pulumi/stacks/shop/dev.json.bak", "{".to_owned()),
        (".pulumi/history/shop/dev/x.json", stored.clone()),
    ]);
    let zipped = std::fs::File::create(folder.path().join(".pulumi/stacks/shop/zipped.json.gz"))
        .expect("a file");
    let mut encoder = flate2::write::GzEncoder::new(zipped, flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, stored.as_bytes()).expect("a file");
    encoder.finish().expect("a file");

    let mut review = Review::default();
    review.add_folder(folder.path(), &[]);
    assert_eq!(review.unreadable, []);
    let expected = [
        ("dev.json", "b.com"),
        ("export.json", "a.com"),
        // For another plugin, and a value nonetheless.
        ("other.json", "c.com"),
        ("zipped.json.gz", "b.com"),
    ];
    let expected = expected.map(|(file, host)| (file.to_owned(), host.to_owned()));
    assert_eq!(found(&review), expected);
    let urn = "urn:pulumi:dev::shop::pulumi:providers:acme::default_1_0_0";
    let urns = review
        .findings
        .iter()
        .filter_map(|finding| finding.urn.as_deref());
    assert_eq!(urns.collect::<Vec<_>>(), [urn, urn]);

    let mut review = Review::default();
    review.add_state(&folder.path().join("export.json"));
    review.add_backend(folder.path(), "shop");
    review.add_backend(folder.path(), "../../..");
    review.add_backend(folder.path(), "gone");
    assert_eq!(found(&review).len(), 4);
    assert_eq!(review.unreadable, []);
    let frames = folder.path().join(".pulumi/stacks/shop/frames.json.zst");
    std::fs::write(frames, b"\x50\x2a\x4d\x18").expect("a file");
    review.add_backend(folder.path(), "shop");
    assert_eq!(review.unreadable.len(), 1);
}

/// The engine's decoder takes keys in any case, and what it takes of several is not told.
#[test]
fn state_is_read_as_the_engine_reads_it() {
    let inner = state("wasm", "a.com").to_string();
    let empty = "{\"resources\":[]}";
    let upper = inner.replace("\"resources\"", "\"Resources\"");
    let folded = inner.replace("\"resources\"", "\"re\u{17f}ource\u{17f}\"");
    let mixed = inner
        .replace("\"type\"", "\"Type\"")
        .replace("\"inputs\"", "\"INPUTS\"");
    for text in [
        format!(
            "{{\"deployment\":{empty},\"checkpoint\":{{\"stack\":\"dev\",\"latest\":{inner}}}}}"
        ),
        format!(
            "{{\"deployment\":{inner},\"checkpoint\":{{\"stack\":\"dev\",\"latest\":{empty}}}}}"
        ),
        format!("{{\"Checkpoint\":{{\"Latest\":{inner}}}}}"),
        format!("{{\"checkpoint\":{{\"latest\":{upper}}}}}"),
        format!("{{\"checkpoint\":{{\"latest\":{folded}}}}}"),
        format!("{{\"chec\u{212a}point\":{{\"lateſt\":{mixed}}}}}"),
        format!("{{\"stack\":\"dev\",\"latest\":{inner}}}"),
    ] {
        let mut review = Review::default();
        review.add_state_bytes(Path::new("dev.json"), text.as_bytes());
        assert_eq!(review.unreadable, [], "{text}");
        assert_eq!(review.findings.len(), 1, "{text}");
        assert!(review.findings[0].urn.is_some(), "{text}");
    }
    for (text, reason) in [
        (
            format!("{{\"deployment\":{empty},\"Deployment\":{empty}}}"),
            "`deployment` more than once",
        ),
        (
            format!("{{\"checkpoint\":{{\"latest\":{empty},\"latest\":{empty}}}}}"),
            "`latest` more than once",
        ),
        (
            format!("{{\"checkpoint\":{{\"newest\":{empty}}}}}"),
            "not known here",
        ),
    ] {
        let mut review = Review::default();
        review.add_state_bytes(Path::new("dev.json"), text.as_bytes());
        assert_eq!(review.unreadable.len(), 1, "{text}: {review:?}");
        assert!(review.unreadable[0].reason.contains(reason), "{review:?}");
    }
}

/// A file where state lies may be anything, and a folder that is called like Pulumi's as well.
#[test]
fn what_looks_like_state_is_searched_as_well() {
    let text = json!({ "checkpoint": { "stack": "dev" }, "value": base64("a.com") }).to_string();
    for name in [
        ".pulumi/stacks/x.json",
        "deep/.pulumi/stacks/x.json",
        "deep/.pulumi/history/x.json",
    ] {
        let review = reviewed(&[(name, text.clone())]);
        assert_eq!(found(&review).len(), 1, "{name}: {review:?}");
    }
    let folder = folder(&[("kept/.pulumi/history/x.json", text)]);
    let mut review = Review::default();
    review.keep_state_in(&folder.path().join("kept"));
    review.add_folder(folder.path(), &[]);
    assert_eq!((review.findings.len(), review.left_out.len()), (0, 1));
}

/// The value that counts is the parsed one, not the one that is in a comment.
#[test]
fn a_value_beside_the_one_that_counts_hides_nothing() {
    let declaration = |key: &str, value: &str| {
        format!(
            "# {}\n{key}: 1\nname: wasm\nparameterization:\n  name: acme\n  version: 1.0.0\n  value: {value}\n",
            base64("a.com")
        )
    };
    let key = "packageDeclarationVersion";
    let twice = STANDARD.encode(base64("b.com"));
    let in_base64 = format!("? !!binary {}\n", STANDARD.encode(key));
    let mut descriptions = vec![
        ("sdks/x.yaml", declaration(key, "\"%%\"")),
        ("docs/x.yml", declaration(key, "[")),
        ("x.yaml", format!("{}\nname: wasm\n", declaration(key, "x"))),
    ];
    for key in [
        key,
        "\"packageDeclaration\\x56ersion\"",
        "\"packageDeclaration\\\n  Version\"",
        "? !!str packageDeclarationVersion\n",
        &in_base64,
    ] {
        descriptions.push(("x.yaml", declaration(key, &format!("!!binary {twice}"))));
    }
    for (name, value) in [("pulumi-plugin.json", "%%"), ("package.json", "%%")] {
        let plugin = json!({ "Name": "wasm", "parameterization": { "Value": value } });
        let mut text = json!({ "x": base64("a.com") });
        match name {
            "package.json" => text["Pulumi"] = plugin,
            _ => {
                text = json!({ "x": text, "name": plugin["Name"], "parameterization": plugin["parameterization"] })
            }
        }
        descriptions.push((name, text.to_string()));
    }
    for (name, text) in descriptions {
        let review = reviewed(&[(name, text.clone())]);
        assert_eq!(review.unreadable.len(), 1, "{text}: {review:?}");
    }
    // And base64 of base64 is found.
    let review = reviewed(&[("x.yaml", format!("value: !!binary {twice}"))]);
    assert_eq!(found(&review), [("x.yaml".to_owned(), "b.com".to_owned())]);
}

/// Which of two paths to a file comes first makes no difference.
#[test]
fn a_link_to_what_is_read_in_another_way_is_looked_at() {
    let declaration = |net: &str| format!("x: 1\nvalue: {}\n", base64(net));
    let damaged = format!(
        "# {}\npackageDeclarationVersion: 1\nname: [",
        base64("c.com")
    );
    let folder = folder(&[
        (".pulumi/history/x.json", declaration("a.com")),
        (".pulumi/backups/x.json", declaration("b.com")),
        ("a.txt", damaged),
    ]);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(folder.path().join(to), folder.path().join(name))
            .expect("a link");
    };
    std::fs::create_dir(folder.path().join(".pulumi/aaa")).expect("a folder");
    link(".pulumi/history/x.json", ".pulumi/aaa/acme.yaml");
    link(".pulumi/backups/x.json", ".pulumi/backups/z.yaml");
    link("a.txt", "z.yaml");
    let mut review = Review::default();
    review.add_folder(folder.path(), &[]);
    let hosts: Vec<String> = found(&review).into_iter().map(|(_, host)| host).collect();
    for host in ["a.com", "b.com", "c.com"] {
        assert!(hosts.contains(&host.to_owned()), "{review:?}");
    }
    assert_eq!(review.unreadable.len(), 1, "{review:?}");
}

/// A small file that is made to take long is given up, and more of them take no longer.
#[test]
fn a_review_has_one_budget() {
    let unpacked = "\"eyAg\\x30' '".repeat(100_000);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, unpacked.as_bytes()).expect("memory");
    let zipped = encoder.finish().expect("memory");
    for budget in [
        Budget::shared(1 << 10, 64 << 20),
        Budget::shared(1 << 30, 1 << 10),
    ] {
        let mut review = Review {
            budget,
            ..Review::default()
        };
        for name in ["a", "b", "c"] {
            review.add_sdk_file(Path::new(name), &zipped);
        }
        assert_eq!(review.unreadable.len(), 3, "{review:?}");
    }
    let many: Vec<String> = (0..1100)
        .map(|port| base64(&format!("a.com:{}", port + 1)))
        .collect();
    let review = reviewed(&[("many.txt", many.join("\n"))]);
    assert!(
        review.unreadable[0].reason.contains("1000 values"),
        "{review:?}"
    );
}

#[test]
fn what_cannot_be_judged_is_told() {
    for (name, text, reason) in [
        ("sdks/a/package.json", "{".to_owned(), "damaged"),
        ("sdks/a/pulumi-plugin.json", "[1]".to_owned(), "damaged"),
        (
            "sdks/a/pulumi-plugin.json",
            json!({ "name": "wasm", "parameterization": { "value": "%%" } }).to_string(),
            "cannot be read",
        ),
        (
            "sdks/a/pulumi-plugin.json",
            json!({ "name": "wasm", "parameterization": { "value": STANDARD.encode("{\"v\":1}") } }).to_string(),
            "cannot be read",
        ),
        (
            "sdks/a/code.go",
            STANDARD.encode(String::from_utf8(value("a.com").to_bytes()).expect("text").replace("a.com", "*")),
            "not a host that can be granted",
        ),
        (".pulumi/stacks/shop/dev.json", "{\"checkpoint\":".to_owned(), "damaged"),
        (".pulumi/stacks/shop/dev.json", "{}".to_owned(), "not the state"),
        (".pulumi/stacks/shop/dev.json.gz", "not zipped".to_owned(), "damaged"),
        (
            ".pulumi/stacks/shop/dev.json",
            json!({ "deployment": { "resources": [{ "type": "pulumi:providers:acme", "inputs": { "__internal": {
                "parameterization": "%" } } }] } }).to_string(),
            "cannot be read",
        ),
        (
            ".pulumi/stacks/shop/dev.json",
            json!({ "deployment": { "resources": [{ "type": "pulumi:providers:acme", "inputs": { "__internal": {
                "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "x" } } }] } }).to_string(),
            "is a secret",
        ),
        (
            "any/where.yaml",
            "packageDeclarationVersion: 1\nname: wasm\nparameterization: {value: \"%%\"}\n".to_owned(),
            "cannot be read",
        ),
        ("any/where.yaml", "packageDeclarationVersion: 1\nname: [".to_owned(), "declares a package"),
    ] {
        let review = reviewed(&[(name, text.clone())]);
        assert_eq!(review.findings, [], "{text}");
        assert_eq!(review.unreadable.len(), 1, "{text}: {review:?}");
        assert!(review.unreadable[0].file.ends_with(name));
        assert!(review.unreadable[0].reason.contains(reason), "{review:?}");
    }
    let mut review = Review::default();
    review.add_state(Path::new("/nowhere/at/all.json"));
    assert_eq!(review.unreadable.len(), 1);
}

#[test]
fn links_are_followed_once_and_those_that_lead_nowhere_are_told() {
    let code = |net: &str| format!("const value = \"{}\";", base64(net));
    let outside = folder(&[
        ("acme/utilities.ts", code("a.com")),
        ("file.ts", code("b.com")),
    ]);
    let inside = folder(&[
        ("left-out/utilities.ts", code("c.com")),
        ("x.ts", code("d.com")),
    ]);
    let link = |to: &Path, name: &str| {
        std::os::unix::fs::symlink(to, inside.path().join(name)).expect("a link");
    };
    link(&outside.path().join("acme"), "sdk");
    link(&outside.path().join("acme"), "sdk-again");
    link(&outside.path().join("file.ts"), "linked.ts");
    link(inside.path(), "round");
    link(&inside.path().join("left-out"), "vendored");
    link(Path::new("/nowhere/at/all"), "broken");
    link(Path::new("itself"), "itself");
    // What is left out where it lies is looked at where a language finds it.
    std::fs::create_dir_all(inside.path().join(".pulumi/history")).expect("a folder");
    let old = inside.path().join(".pulumi/history/one.json");
    std::fs::write(&old, code("e.com")).expect("a file");
    link(&old, "one.js");
    link(Path::new("/dev/null"), "device");
    let mut review = Review::default();
    review.add_folder(inside.path(), &[inside.path().join("left-out")]);
    let hosts: Vec<String> = found(&review).into_iter().map(|(_, host)| host).collect();
    assert_eq!(hosts, ["b.com", "e.com", "a.com", "d.com"]);
    let told: Vec<_> = review
        .unreadable
        .iter()
        .map(|told| told.file.file_name())
        .collect();
    for name in ["broken", "device", "itself"] {
        assert!(told.contains(&Some(name.as_ref())), "{review:?}");
    }
    assert_eq!(told.len(), 3);
}

proptest! {
    #[test]
    fn no_file_is_too_strange(
        name in prop::sample::select(vec!["a/x.ts", "sdks/x/package.json", "sdks/x/pulumi-plugin.json", "sdks/x/x.yaml", "sdks/x/x.ts", ".pulumi/stacks/x.json", ".pulumi/stacks/x.json.gz"]),
        cut in 0.0..1.0_f64,
        noise in prop::collection::vec(any::<u8>(), 0..8),
    ) {
        let whole = json!({ "deployment": state("wasm", "a.com"), "pulumi": plugin("wasm", "b.com"), "name": "wasm" }).to_string();
        let at = ((whole.len() as f64) * cut) as usize;
        let mut bytes = whole.as_bytes()[..at].to_vec();
        bytes.extend(&noise);
        bytes.extend(&whole.as_bytes()[at..]);
        let folder = folder(&[(name, String::new())]);
        std::fs::write(folder.path().join(name), bytes).expect("a file");
        let mut review = Review::default();
        review.add_folder(folder.path(), &[]);
        prop_assert!(review.findings.len() <= 6);
    }
}
