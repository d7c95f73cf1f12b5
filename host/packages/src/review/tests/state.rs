//! Values in the state of stacks.

use super::*;

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
        // For another plugin, and still a value.
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

/// The engine's decoder takes keys in any case, and its choice among several is unknown.
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
