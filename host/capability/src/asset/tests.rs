use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use base64::Engine as _;
use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::value::{Archive, ArchiveContent, Asset, AssetContent, PropertyMap};
use serde::Deserialize;
use tempfile::TempDir;

use super::*;
use crate::limits::Limit;
use crate::testing::{Line, Lines, call, client};

fn text(text: &str) -> PropertyValue {
    asset(AssetContent::Text(text.to_owned()))
}

fn asset(content: AssetContent) -> PropertyValue {
    let hash = String::new();
    PropertyValue::Asset(Box::new(Asset { hash, content }))
}

fn archive(content: ArchiveContent) -> PropertyValue {
    let hash = String::new();
    PropertyValue::Archive(Box::new(Archive { hash, content }))
}

fn file_asset(path: &Path) -> PropertyValue {
    asset(AssetContent::Path(path.display().to_string()))
}

fn file_archive(path: &Path) -> PropertyValue {
    archive(ArchiveContent::Path(path.display().to_string()))
}

#[tokio::test]
async fn the_hash_at_a_path_is_the_hash_that_a_guest_sees() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("a.txt");
    fs::write(&file, "apples").expect("a folder");
    let limits = Limits::default();
    let of_file = hash_at_path(&file_asset(&file), &limits);
    assert_eq!(of_file, Some(hash::of_bytes(b"apples")));
    let of_folder = hash_at_path(&file_archive(folder.path()).into_secret(), &limits);
    assert_eq!(
        of_folder,
        Some(tree(file_archive(folder.path())).await.hash)
    );
    for other in [
        file_asset(&folder.path().join("none")),
        file_asset(folder.path()),
        text("apples"),
        PropertyValue::Unknown,
    ] {
        assert_eq!(hash_at_path(&other, &limits), None, "{other:?}");
    }
}

/// The result of opening, and the messages to the user.
async fn open_with(
    value: PropertyValue,
    secret: bool,
    limits: &Limits,
) -> (Result<Content, GuestError>, Vec<Line>) {
    let held = HeldAsset {
        value,
        property: "code".to_owned(),
        secret,
    };
    let lines = Lines::default();
    let call = call(Operation::Create, &lines);
    let http = client(&call, limits);
    let opened = AssetCapability::new(limits)
        .open(&held, &call, &http, http.memory().nothing())
        .await;
    let content = opened.map(|(content, _)| content);
    (content, lines.heard())
}

async fn open(value: PropertyValue) -> Result<Content, GuestError> {
    open_with(value, false, &Limits::default()).await.0
}

/// The message of content that cannot be opened.
async fn refusal(value: PropertyValue) -> String {
    open(value).await.expect_err("a refusal").message()
}

async fn bytes(value: PropertyValue) -> Vec<u8> {
    match open(value).await {
        Ok(Content::Asset(blob)) => blob.bytes.clone(),
        other => panic!("no asset: {other:?}"),
    }
}

async fn tree(value: PropertyValue) -> Tree {
    match open(value).await {
        Ok(Content::Archive(tree)) => tree,
        other => panic!("no archive: {other:?}"),
    }
}

#[tokio::test]
async fn the_content_of_a_secret_file_is_a_secret_of_the_call() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("key");
    fs::write(&file, "a key of the user\n").expect("a file");
    let files = PropertyMap::from([("key".to_owned(), file_asset(&file))]);
    let limits = Limits::default();
    for value in [
        file_asset(&file),
        file_archive(folder.path()),
        archive(ArchiveContent::Assets(files)),
    ] {
        for secret in [true, false] {
            let held = HeldAsset {
                value: value.clone(),
                property: "code".to_owned(),
                secret,
            };
            let call = call(Operation::Create, &Lines::default());
            let http = client(&call, &limits);
            let opened = AssetCapability::new(&limits)
                .open(&held, &call, &http, http.memory().nothing())
                .await;
            drop(opened.expect("content"));
            assert_eq!(call.secrets.are_in("with a key of the user in it"), secret);
            assert_eq!(call.secrets.are_in("YSBrZXkgb2YgdGhlIHVzZXI="), secret);
        }
    }
}

/// The values that `recorded/record.go` wrote down.
#[derive(Deserialize)]
struct Recorded {
    case: String,
    node: Node,
    hash: String,
    files: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Node {
    text: Option<String>,
    folder: Option<BTreeMap<String, String>>,
    file: Option<String>,
    ending: Option<String>,
    #[serde(default)]
    assets: BTreeMap<String, Node>,
}

impl Node {
    fn build(&self, place: &Path) -> PropertyValue {
        if let Some(content) = &self.text {
            return text(content);
        }
        fs::create_dir_all(place).expect("a folder");
        if let Some(files) = &self.folder {
            for (name, content) in files {
                let path = place.join(name);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                match content.strip_prefix("-> ") {
                    Some(target) => symlink(target, path).expect("a link"),
                    None => fs::write(path, content).expect("a file"),
                }
            }
            return file_archive(place);
        }
        if let (Some(file), Some(ending)) = (&self.file, &self.ending) {
            let path = place.join(format!("it{ending}"));
            let decoder = base64::engine::general_purpose::STANDARD;
            fs::write(&path, decoder.decode(file).expect("base64")).expect("a file");
            return file_archive(&path);
        }
        let parts = self.assets.iter().enumerate();
        let parts = parts.map(|(number, (name, node))| {
            (name.clone(), node.build(&place.join(number.to_string())))
        });
        archive(ArchiveContent::Assets(parts.collect()))
    }
}

#[tokio::test]
async fn archives_have_the_hashes_and_files_that_pulumi_finds() {
    let recorded: Vec<Recorded> =
        serde_json::from_str(include_str!("recorded/archives.json")).expect("recorded cases");
    assert!(recorded.len() > 20);
    for Recorded {
        case,
        node,
        hash,
        files,
    } in recorded
    {
        let folder = TempDir::new().expect("a folder");
        let found = tree(node.build(folder.path())).await;
        assert_eq!(found.hash, hash, "{case}");
        let found: BTreeMap<&str, &[u8]> = found
            .entries
            .iter()
            .map(|(path, blob)| (path.as_str(), blob.bytes.as_slice()))
            .collect();
        let expected: BTreeMap<String, &[u8]> = files
            .iter()
            .map(|(path, content)| (path::clean(path), content.as_bytes()))
            .collect();
        let expected = expected
            .iter()
            .map(|(path, content)| (path.as_str(), *content));
        assert_eq!(found, expected.collect(), "{case}");
    }
}

#[tokio::test]
async fn assets_are_read_wherever_they_are() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("a file");
    fs::write(&path, [0, 159, 146, 150]).expect("a file");
    assert_eq!(bytes(text("hello")).await, b"hello");
    assert_eq!(bytes(file_asset(&path)).await, [0, 159, 146, 150]);
    let address = |host: &str| format!("file://{host}{}/a%20file", folder.path().display());
    for host in ["", "localhost"] {
        let content = AssetContent::Uri(address(host));
        assert_eq!(bytes(asset(content)).await, [0, 159, 146, 150]);
    }
    let Ok(Content::Asset(blob)) = open(text("hello")).await else {
        panic!("no asset");
    };
    assert_eq!(
        blob.hash,
        "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    );
}

#[tokio::test]
async fn what_is_empty_differs_from_what_was_left_out() {
    let asset = |hash: &str| {
        let (hash, content) = (hash.to_owned(), AssetContent::Elided);
        PropertyValue::Asset(Box::new(Asset { hash, content }))
    };
    let archive = |hash: &str| {
        let (hash, content) = (hash.to_owned(), ArchiveContent::Elided);
        PropertyValue::Archive(Box::new(Archive { hash, content }))
    };
    assert_eq!(bytes(asset(hash::EMPTY_ASSET)).await, b"");
    assert!(tree(archive(hash::EMPTY_ARCHIVE)).await.entries.is_empty());
    for left_out in [asset("abc"), asset(""), archive("abc"), archive("")] {
        let error = open(left_out).await.expect_err("nothing to read");
        assert!(matches!(error, GuestError::Unavailable(_)), "{error:?}");
        assert!(error.message().contains("compare its hash"), "{error:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_said_without_its_path() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::write(at("text.txt"), "x").expect("a file");
    fs::write(at("broken.zip"), "not a zip file").expect("a file");
    fs::write(at("broken.tgz"), "nor this").expect("a file");
    fs::write(at("broken.tar"), vec![b'x'; 2000]).expect("a file");
    fs::create_dir(at("folder")).expect("a folder");
    fs::create_dir(at("folder.zip")).expect("a folder");
    fs::create_dir(at("linked")).expect("a folder");
    symlink(at("text.txt"), at("linked/out")).expect("a link");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        at("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .expect("a pipe");
    fs::create_dir(at("special")).expect("a folder");
    fs::rename(at("pipe"), at("special/pipe")).expect("a move");
    for (value, expected) in [
        (file_asset(&at("none")), "its file does not exist"),
        (file_asset(&at("folder")), "names a folder, not a file"),
        (file_asset(&at("special/pipe")), "a regular file"),
        (file_asset(Path::new("/dev/zero")), "a regular file"),
        (file_asset(Path::new("a\0b")), "its file cannot be read"),
        (file_archive(&at("none")), "its file does not exist"),
        (file_archive(&at("none.zip")), "its file does not exist"),
        (
            file_archive(&at("text.txt")),
            "hint: archives end in `.tar`",
        ),
        (file_archive(&at("folder.zip")), "names a folder"),
        (file_archive(&at("broken.zip")), "it is damaged"),
        (file_archive(&at("broken.tgz")), "cannot be read"),
        (file_archive(&at("broken.tar")), "it is damaged"),
        (
            file_archive(&at("linked")),
            "(`out` in it): it is a symbolic link that leads out",
        ),
        (
            file_archive(&at("special")),
            "(`pipe` in it): it is not a regular file",
        ),
        (
            asset(AssetContent::Uri("file://elsewhere/x".to_owned())),
            "not a plain `file:` address",
        ),
        (
            asset(AssetContent::Uri("file:///x?y".to_owned())),
            "not a plain `file:` address",
        ),
        (
            asset(AssetContent::Uri("ftp://example.com/x".to_owned())),
            "not one of `http`, `https` or `file`",
        ),
        (
            asset(AssetContent::Uri("nonsense".to_owned())),
            "is not valid",
        ),
        (
            asset(AssetContent::Uri("https://example.com/x".to_owned())),
            "may not be reached",
        ),
        (
            archive(ArchiveContent::Uri("https://example.com/x".to_owned())),
            "it is not an archive",
        ),
        (
            archive(ArchiveContent::Uri("ftp://example.com/x.zip".to_owned())),
            "not one of `http`, `https` or `file`",
        ),
    ] {
        let (opened, shown) = open_with(value.clone(), false, &Limits::default()).await;
        let message = opened.expect_err("a refusal").message();
        let what = if matches!(value, PropertyValue::Asset(_)) {
            "the asset `code`"
        } else {
            "the archive `code`"
        };
        assert!(
            message.starts_with(what) && message.contains(expected),
            "{message}"
        );
        let place = folder.path().display().to_string();
        assert!(
            !message.contains(&place) && !message.contains("example.com"),
            "{message}"
        );
        // The user sees which path it is, unless the asset is secret.
        if format!("{value:?}").contains(&place) {
            assert!(
                shown.iter().any(|line| line.1.contains(&place)),
                "{shown:?}"
            );
        }
        let (opened, shown) = open_with(value, true, &Limits::default()).await;
        let message = opened.expect_err("a refusal").message();
        assert!(shown.is_empty(), "{shown:?}");
        assert!(!message.contains("in it"), "{message}");
    }
}

#[tokio::test]
async fn a_relative_path_begins_at_the_working_folder() {
    let (opened, shown) = open_with(
        file_asset(Path::new("no such file")),
        false,
        &Limits::default(),
    )
    .await;
    assert!(matches!(opened, Err(GuestError::NotFound(_))), "{opened:?}");
    let folder = std::env::current_dir().expect("a folder");
    let expected = format!("`no such file`, seen from `{}`", folder.display());
    assert!(shown[0].1.contains(&expected), "{shown:?}");
    assert!(!bytes(file_asset(Path::new("Cargo.toml"))).await.is_empty());
}

#[tokio::test]
async fn archives_are_made_of_assets_and_archives_with_paths_inside() {
    let made = |name: &str, value: PropertyValue| {
        let parts = PropertyMap::from([(name.to_owned(), value)]);
        archive(ArchiveContent::Assets(parts))
    };
    let secret = made("a", text("x").into_secret());
    assert_eq!(tree(secret).await.entries.len(), 1);
    for (value, expected) in [
        (
            made("a", PropertyValue::Null),
            "neither an asset nor an archive",
        ),
        (made("a", PropertyValue::Unknown), "not known before"),
        (made("../a", text("x")), "leads out of the archive"),
        (made("/a", text("x")), "absolute"),
        (made("..", made("a", text("x"))), "leads out of the archive"),
        (made("", text("x")), "empty"),
    ] {
        let message = refusal(value).await;
        assert!(message.contains(expected), "{message}");
    }
}

#[tokio::test]
async fn sizes_are_limited() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("five");
    fs::write(&path, "12345").expect("a file");
    for number in 0..3 {
        fs::create_dir_all(folder.path().join("many")).expect("a folder");
        fs::write(folder.path().join(format!("many/{number}")), "1234").expect("a file");
    }
    let many = file_archive(&folder.path().join("many"));
    for (limit, value, enough) in [
        (Limit::AssetSize, file_asset(&path), 5),
        (Limit::AssetSize, text("12345"), 5),
        (Limit::ArchiveEntries, many, 3),
    ] {
        let mut limits = Limits::default();
        limits.set(limit, enough);
        assert!(open_with(value.clone(), false, &limits).await.0.is_ok());
        limits.set(limit, enough - 1);
        let (opened, _) = open_with(value, false, &limits).await;
        let message = opened.expect_err("too much").message();
        let named = format!("the limit {} of", limit.name());
        assert!(
            message.contains(&named) && message.contains(&limits.hint(limit)),
            "{message}"
        );
        assert!(!message.contains("in it"), "{message}");
    }
}

#[tokio::test]
async fn content_that_changed_since_the_engine_looked_is_noted() {
    let recorded = |hash: &str| {
        let (hash, content) = (hash.to_owned(), AssetContent::Text("x".to_owned()));
        PropertyValue::Asset(Box::new(Asset { hash, content }))
    };
    let (opened, shown) = open_with(recorded("another"), false, &Limits::default()).await;
    assert!(opened.is_ok());
    assert!(
        shown[0].1.contains("`code`: its content changed"),
        "{shown:?}"
    );
    let (_, shown) = open_with(recorded(&hash::of_bytes(b"x")), false, &Limits::default()).await;
    assert!(shown.is_empty(), "{shown:?}");
}
