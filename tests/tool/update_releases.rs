//! `pulumi-wasm update` for packages of releases: the list of a GitHub and of a GitLab, page by page.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::update::project;
use test_support::assert_says;
use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::tool;

/// A status, a header and a body.
type Answer = (u16, String, Vec<u8>);

/// A server with answers by their paths.
#[derive(Clone)]
struct Forge {
    host: String,
    answers: Arc<Mutex<HashMap<String, Answer>>>,
}

impl Forge {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let forge = Self {
            host: listener.local_addr().unwrap().to_string(),
            answers: Arc::default(),
        };
        let answers = Arc::clone(&forge.answers);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    match stream.read_u8().await {
                        Ok(byte) => head.push(byte),
                        Err(_) => break,
                    }
                }
                let head = String::from_utf8_lossy(&head).into_owned();
                let path = head.split(' ').nth(1).unwrap_or_default();
                let answer = answers.lock().get(path).cloned();
                let (status, header, body) =
                    answer.unwrap_or((404, "x-none: x".to_owned(), Vec::new()));
                let head = format!(
                    "HTTP/1.1 {status} x\r\n{header}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                // A client that has had enough hangs up.
                drop(stream.write_all(&[head.as_bytes(), &body].concat()).await);
            }
        });
        forge
    }

    fn put(&self, path: &str, body: Vec<u8>) {
        let answer = (200, "x-none: x".to_owned(), body);
        self.answers.lock().insert(path.to_owned(), answer);
    }

    /// Adds a page of releases with the path of the next page.
    fn page(&self, path: &str, releases: &Value, next: Option<&str>) {
        let link = match next {
            Some(next) => format!(
                "link: <http://{0}{path}>; rel=\"first\", <http://{0}{next}>; rel=\"next\"",
                self.host
            ),
            None => format!("link: <http://{}{path}>; rel=\"first\"", self.host),
        };
        let answer = (200, link, releases.to_string().into_bytes());
        self.answers.lock().insert(path.to_owned(), answer);
    }

    /// Puts the component of a version, as both forges have it.
    fn release(&self, version: &str) {
        let description = json!({ "assets": [{ "id": version.len(), "name": "acme.wasm" }] });
        let number = version.replace(['.', '-', 'r', 'c'], "");
        let description = description.to_string().replace(
            &format!("\"id\":{}", version.len()),
            &format!("\"id\":{number}"),
        );
        let guest =
            Guest::new().manifest(|manifest| manifest["schema"]["version"] = version.into());
        self.put(&format!("{HUB}/tags/v{version}"), description.into_bytes());
        self.put(&format!("{HUB}/assets/{number}"), guest.build());
        self.put(
            &format!("{LAB}/v{version}/downloads/acme.wasm"),
            guest.build(),
        );
    }

    fn source(&self, version: &str) -> String {
        format!("github://{}/acme/pulumi-acme@{version}", self.host)
    }
}

const HUB: &str = "/repos/acme/pulumi-acme/releases";
const LAB: &str = "/api/v4/projects/1234/releases";

/// A release as GitHub lists it.
fn listed(version: &str, asset: &str) -> Value {
    json!({ "tag_name": format!("v{version}"), "name": "x", "draft": false, "prerelease": false, "assets": [{ "id": 1, "name": asset }] })
}

fn word(scene: &Scene) -> String {
    let text = std::fs::read_to_string(scene.project().join("Pulumi.yaml")).unwrap();
    let last = text.lines().last().unwrap();
    last.trim_start_matches([' ', '-']).to_owned()
}

#[tokio::test]
async fn a_release_goes_on_to_the_newest_that_has_the_component() {
    let forge = Forge::start().await;
    for version in ["1.2.3", "1.3.0", "1.10.0", "2.0.0-rc.1"] {
        forge.release(version);
    }
    let mut draft = listed("9.0.0", "acme.wasm");
    draft["draft"] = true.into();
    let mut early = listed("8.0.0", "acme.wasm");
    early["prerelease"] = true.into();
    let first = json!([
        draft,
        early,
        listed("7.0.0", "other.wasm"),
        listed("2.0.0-rc.1", "acme.wasm"),
        listed("1.3.0", "acme.wasm"),
        { "tag_name": "nightly", "assets": [] },
    ]);
    let path = format!("{HUB}?per_page=50");
    let next = format!("{HUB}?per_page=50&page=2");
    forge.page(&path, &first, Some(&next));
    let second = json!([listed("1.10.0", "acme.wasm"), listed("1.2.3", "acme.wasm")]);
    forge.page(&next, &second, None);
    let scene = project(&forge.source("1.2.3")).await;
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(word(&scene), forge.source("1.10.0"));
    let ran = tool(&scene, &["update", "acme", "--json"]).await;
    assert_eq!(ran.json()["changed"], false, "{}", ran.errors);
    // A version in the command is taken, even a prerelease instead of a release.
    let ran = tool(&scene, &["update", "acme", "2.0.0-rc.1"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(word(&scene), forge.source("2.0.0-rc.1"));
}

#[tokio::test]
async fn a_gitlab_lists_its_releases_and_a_digest_stays_one() {
    let forge = Forge::start().await;
    for version in ["1.2.3", "1.3.0"] {
        forge.release(version);
    }
    let source = |version: &str| format!("gitlab://{}/1234@{version}/acme.wasm", forge.host);
    let page = json!([
        { "tag_name": "v2.0.0", "upcoming_release": true, "assets": { "links": [] } },
        { "tag_name": "v1.3.0", "upcoming_release": false, "assets": { "count": 4, "links": [] } },
        { "tag_name": "v1.2.3", "assets": { "links": [] } },
    ]);
    forge.page(&format!("{LAB}?per_page=50"), &page, None);
    let digest = |version: &str| {
        let guest =
            Guest::new().manifest(|manifest| manifest["schema"]["version"] = version.into());
        pulumi_wasm_packages::Digest::of(&guest.build())
    };
    let scene = project(&format!("{}#{}", source("1.2.3"), digest("1.2.3"))).await;
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let expected = format!("{}#{}", source("1.3.0"), digest("1.3.0"));
    assert!(word(&scene).contains(&expected), "{}", word(&scene));
}

#[tokio::test]
async fn a_list_that_is_of_no_use_is_told_and_changes_nothing() {
    let forge = Forge::start().await;
    forge.release("1.2.3");
    let scene = project(&forge.source("1.2.3")).await;
    let path = format!("{HUB}?per_page=50");
    for (status, body, expected) in [
        (404, "", "set `GITHUB_TOKEN`"),
        (403, "", "its limit of requests without a token"),
        (200, "<html>", "the list cannot be understood"),
        (200, "{}", "the list cannot be understood"),
    ] {
        let answer = (status, "x-none: x".to_owned(), body.as_bytes().to_vec());
        forge.answers.lock().insert(path.clone(), answer);
        let ran = tool(&scene, &["update", "acme"]).await;
        assert_eq!(ran.status, 1, "{}", ran.output);
        assert_says(
            &ran.errors,
            &["the releases of `github://", expected, "hint: "],
        );
        assert_eq!(word(&scene), forge.source("1.2.3"));
    }
    // A list of pages with a cycle ends.
    forge.page(&path, &json!([listed("1.2.3", "acme.wasm")]), Some(&path));
    let ran = tool(&scene, &["update", "acme"]).await;
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_says(&ran.errors, &["not all releases", "at most 16 pages"]);
}
