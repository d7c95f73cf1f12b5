//! Files that a review leaves out, cannot judge, or reaches by a link.

use super::*;

#[test]
fn what_is_left_out_is_told_and_nothing_else_is() {
    let code = format!("const value = \"{}\";", base64("a.com"));
    let folder = folder(&[
        ("data/one.ts", code.clone()),
        ("data-two/two.ts", code.clone()),
        (".git/objects/pack/pack-0123456789abcdef.pack", code.clone()),
        (".pulumi/backups/shop/dev.1.json", code),
    ]);
    let mut review = Review::default();
    review.add_folder(folder.path(), &[folder.path().join("data")]);
    let names: Vec<String> = found(&review).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["two.ts"]);
    let left_out: Vec<&Path> = review
        .left_out
        .iter()
        .filter_map(|left_out| left_out.file.strip_prefix(folder.path()).ok())
        .collect();
    for file in [".git/objects", ".pulumi/backups/shop", "data"] {
        assert!(left_out.contains(&Path::new(file)), "{left_out:?}");
    }
    assert_eq!(left_out.len(), 3);
    assert_eq!(review.files, 1);
}

/// The order of two paths to a file makes no difference.
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
    // A file that is left out at its place is searched where a language finds it.
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
