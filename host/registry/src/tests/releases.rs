//! Releases on GitHub and GitLab: the addresses of their assets, and the servers that get the user's token.

use async_trait::async_trait;
use parking_lot::Mutex;
use pulumi_wasm_capability::http::{BodyStream, IncomingResponse, OutgoingRequest};
use pulumi_wasm_capability::system::{Network, NoAnswer};
use pulumi_wasm_core::call::Call;

use super::*;

const DESCRIPTION: &str = r#"{"id":1,"assets":[{"id":6,"name":"x.zip"},{"id":7,"name":"provider.wasm","url":"http://evil.example/x"}]}"#;

/// A network that answers by address, and records requests with the header `authorization`.
#[derive(Default)]
struct Canned {
    answers: Vec<(&'static str, u16, Vec<u8>)>,
    asked: Mutex<Vec<(String, Option<String>)>>,
}

#[async_trait]
impl Network for Canned {
    async fn send(&self, _: &Call, request: OutgoingRequest) -> Result<IncomingResponse, NoAnswer> {
        let address = request.url.to_string();
        let mut headers = request.headers.iter();
        let authorization = headers.find(|(name, _)| name == "authorization");
        let authorization = authorization.map(|(_, value)| value.clone());
        self.asked.lock().push((address.clone(), authorization));
        let mut answers = self.answers.iter();
        let answer = answers.find(|(known, ..)| *known == address);
        let (status, body) = match answer {
            Some((_, status, body)) => (*status, body.clone()),
            None => (404, Vec::new()),
        };
        Ok(IncomingResponse {
            status,
            headers: match status {
                302 => vec![(
                    "location".to_owned(),
                    String::from_utf8_lossy(&body).into_owned(),
                )],
                _ => Vec::new(),
            },
            body: BodyStream::whole(body),
        })
    }
}

/// The result of a fetch, and the requests that were sent.
async fn fetch(
    name: &str,
    trust: HostTrust,
    answers: Vec<(&'static str, u16, Vec<u8>)>,
) -> (
    Result<Vec<u8>, RegistryError>,
    Vec<(String, Option<String>)>,
) {
    fetch_with(name, trust, &[], answers).await
}

/// The same with servers that the user's own file lists.
async fn fetch_with(
    name: &str,
    trust: HostTrust,
    servers: &[(&str, Forge)],
    answers: Vec<(&'static str, u16, Vec<u8>)>,
) -> (
    Result<Vec<u8>, RegistryError>,
    Vec<(String, Option<String>)>,
) {
    let network = Arc::new(Canned {
        answers,
        ..Canned::default()
    });
    let context = RegistryContext {
        network: Arc::clone(&network) as _,
        release_tokens: ReleaseTokens {
            github: Some(Secret("hub-secret".to_owned())),
            gitlab: Some(Secret("lab-secret".to_owned())),
            servers: servers
                .iter()
                .map(|(server, forge)| ((*server).to_owned(), *forge))
                .collect(),
        },
        ..User::new().context()
    };
    let release: ReleaseAsset = name.parse().expect(name);
    let fetched = release.fetch(trust, context).await;
    let asked = network.asked.lock().clone();
    (fetched, asked)
}

fn asked(address: &str, token: Option<&str>) -> (String, Option<String>) {
    (
        address.to_owned(),
        token.map(|token| format!("Bearer {token}")),
    )
}

const PUBLIC: &str =
    "https://github.com/acme/pulumi-provider/releases/download/v1.2.0/provider.wasm";
const NAME: &str = "github://api.github.com/acme/pulumi-provider@1.2.0";

#[tokio::test]
async fn a_public_asset_of_github_is_taken_without_a_token_and_its_quota() {
    let storage = "https://objects.example/x?signature=y";
    let answers = vec![
        (PUBLIC, 302, storage.as_bytes().to_vec()),
        (storage, 200, COMPONENT.to_vec()),
    ];
    let (fetched, sent) = fetch(NAME, HostTrust::Recorded, answers).await;
    assert_eq!(fetched.expect("bytes"), COMPONENT);
    assert_eq!(sent, [asked(PUBLIC, None), asked(storage, None)]);
}

#[tokio::test]
async fn a_private_asset_of_github_is_taken_by_the_api_and_the_token_stays_there() {
    let description = "https://api.github.com/repos/acme/pulumi-provider/releases/tags/v1.2.0";
    let asset = "https://api.github.com/repos/acme/pulumi-provider/releases/assets/7";
    let storage = "https://objects.example/x?signature=y";
    let answers = vec![
        (description, 200, DESCRIPTION.as_bytes().to_vec()),
        (asset, 302, storage.as_bytes().to_vec()),
        (storage, 200, COMPONENT.to_vec()),
    ];
    let (fetched, sent) = fetch(NAME, HostTrust::Recorded, answers).await;
    assert_eq!(fetched.expect("bytes"), COMPONENT);
    let token = Some("hub-secret");
    let expected = [
        asked(PUBLIC, None),
        asked(description, token),
        asked(asset, token),
        asked(storage, None),
    ];
    assert_eq!(sent, expected);
}

#[tokio::test]
async fn gitlab_is_asked_by_its_api_with_its_own_token() {
    for (name, address) in [
        (
            "gitlab://gitlab.com/1234@1.2.0/acme.wasm",
            "https://gitlab.com/api/v4/projects/1234/releases/v1.2.0/downloads/acme.wasm",
        ),
        (
            "gitlab://gitlab.com/acme/sub/pulumi-acme@1.2.0",
            "https://gitlab.com/api/v4/projects/acme%2Fsub%2Fpulumi-acme/releases/v1.2.0/downloads/acme.wasm",
        ),
    ] {
        let storage = "https://elsewhere.example/acme.wasm";
        let answers = vec![
            (address, 302, storage.as_bytes().to_vec()),
            (storage, 200, COMPONENT.to_vec()),
        ];
        let (fetched, sent) = fetch(name, HostTrust::Recorded, answers).await;
        assert_eq!(fetched.expect("bytes"), COMPONENT);
        assert_eq!(
            sent,
            [asked(address, Some("lab-secret")), asked(storage, None)]
        );
    }
}

/// A stranger may have written the value or the project's file that names a source.
#[tokio::test]
async fn a_server_that_is_not_the_forges_own_gets_no_token_unless_the_users_file_names_it_for_this_one()
 {
    for name in [
        "github://github.evil.example/acme/provider@1.2.0",
        "github://127.0.0.1:8080/acme/provider@1.2.0",
        "github://api.github.com.evil.example/acme/provider@1.2.0",
        "github://api.github.com:444/acme/provider@1.2.0",
        "github://github.com/acme/provider@1.2.0",
        "github://gitlab.com/acme/provider@1.2.0",
        "gitlab://gitlab.evil.example/acme/provider@1.2.0",
        "gitlab://gitlab.com:8443/acme/provider@1.2.0",
        "gitlab://api.github.com/acme/provider@1.2.0",
        "gitlab://localhost/acme/provider@1.2.0",
    ] {
        let release: ReleaseAsset = name.parse().expect(name);
        let host = release.host();
        let (own, other) = if name.starts_with("github") {
            (Forge::GitHub, Forge::GitLab)
        } else {
            (Forge::GitLab, Forge::GitHub)
        };
        let longer = format!("{host}.example");
        let others = [(host, other), ("evil.example", own), (longer.as_str(), own)];
        // A recorded value alone must not lead to a server on this machine.
        let is_private = ["127.0.0.1:8080", "localhost"].contains(&host);
        let trusts = [HostTrust::Named, HostTrust::Recorded].into_iter();
        for trust in trusts.take(if is_private { 1 } else { 2 }) {
            for servers in [&[] as &[_], &others] {
                let (fetched, sent) = fetch_with(name, trust, servers, Vec::new()).await;
                let text = fetched.expect_err("nothing there").to_string();
                let advice = format!("write `{host}: {{ token: ");
                assert_says(&text, &["is not there (status 404)", "is private", &advice]);
                assert!(!sent.is_empty());
                assert!(sent.iter().all(|(_, token)| token.is_none()), "{sent:?}");
            }
            let (_, sent) = fetch_with(name, trust, &[(host, own)], Vec::new()).await;
            assert!(sent.iter().all(|(_, token)| token.is_some()), "{sent:?}");
        }
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_release_is_told() {
    let server = Server::start(|request| match request.path.as_str() {
        path if path.contains("/acme/denied/") => Reply::status("403 x"),
        path if path.contains("/acme/page/") => Reply::ok(b"<html>"),
        path if path.contains("/acme/endless/") => Reply::ok(&[b' '; 4096]).endless(),
        path if path.contains("/releases/tags/") => Reply::ok(DESCRIPTION.as_bytes()),
        _ => Reply::ok(COMPONENT),
    })
    .await;
    let fetch = async |rest: &str| {
        let name = format!("github://127.0.0.1:{}/acme/{rest}", server.port);
        let release: ReleaseAsset = name.parse().expect(&name);
        release.fetch(HostTrust::Named, User::new().context()).await
    };
    assert_eq!(fetch("provider@1.2.0").await.expect("bytes"), COMPONENT);
    let pinned = format!("provider@1.2.0#{}", Digest::of(b"x"));
    for (rest, expected) in [
        ("denied@1.2.0", "answers with status 403"),
        ("page@1.2.0", "does not describe the release"),
        ("endless@1.2.0", "with more than 4 MiB"),
        ("other@1.2.0", "has no asset `other.wasm`"),
        (pinned.as_str(), "now has the digest"),
    ] {
        let error = fetch(rest).await.expect_err(rest).to_string();
        assert_says(&error, &[expected]);
    }
}
