//! Registries with every kind of fault.

mod credentials;
mod documents;
mod downloads;
mod login;
mod manifests;
mod places;
mod references;
mod releases;
mod retries;
mod server;
mod signatures;
mod tokens;
mod web;

use std::sync::Arc;

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_capability::testing::Lines;
use pulumi_wasm_network::MachineNetwork;

use self::server::{Reply, Request, Server};
use super::*;

/// The bytes of a component. A registry cannot tell that they are not a component.
const COMPONENT: &[u8] = b"\0asm: not a component, but as good as one here";

/// The manifest of these bytes.
fn manifest_of(component: &[u8]) -> String {
    format!(
        "{{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\"config\":{{\"mediaType\":\
         \"application/vnd.wasm.config.v0+json\",\"digest\":\"{}\",\"size\":2}},\"layers\":[{{\"mediaType\":\"application/wasm\",\
         \"digest\":\"{}\",\"size\":{}}}]}}",
        Digest::of(b"{}"),
        Digest::of(component),
        component.len()
    )
}

/// A registry that serves [`COMPONENT`], except where `fault` answers.
async fn registry(fault: impl Fn(&Request) -> Option<Reply> + Send + Sync + 'static) -> Server {
    Server::start(move |request| fault(request).unwrap_or_else(|| healthy(request))).await
}

/// The answers of a registry without faults.
fn healthy(request: &Request) -> Reply {
    let manifest = manifest_of(COMPONENT);
    let digest = Digest::of(manifest.as_bytes());
    let blob = format!("/v2/acme/provider/blobs/{}", Digest::of(COMPONENT));
    match request.path.as_str() {
        "/v2/acme/provider/manifests/1.2.0" => manifest_reply(&manifest),
        path if path == format!("/v2/acme/provider/manifests/{digest}") => {
            manifest_reply(&manifest)
        }
        path if path == blob => Reply::ok(COMPONENT),
        _ => Reply::status("404 Not Found")
            .body(br#"{"errors":[{"code":"MANIFEST_UNKNOWN","message":"x"}]}"#),
    }
}

fn manifest_reply(manifest: &str) -> Reply {
    Reply::ok(manifest.as_bytes())
        .header("content-type: application/vnd.oci.image.manifest.v1+json")
        .header(&format!(
            "docker-content-digest: {}",
            Digest::of(manifest.as_bytes())
        ))
}

/// A user of a registry.
struct User {
    credentials: CredentialFiles,
    limits: Limits,
    trust: HostTrust,
}

impl User {
    /// A user without credentials.
    fn new() -> Self {
        Self {
            credentials: CredentialFiles::default(),
            limits: Limits::default(),
            trust: HostTrust::Named,
        }
    }

    /// The same user with a credentials file of this text.
    fn with(text: &str) -> Self {
        let mut user = Self::new();
        user.credentials.files.push(CredentialFile::Text {
            text: Secret(text.to_owned()),
            variable: "DOCKER_AUTH_CONFIG",
        });
        user
    }

    /// The same user with another limit.
    fn limit(mut self, limit: Limit, value: u64) -> Self {
        self.limits.set(limit, value);
        self
    }

    fn repository(&self, reference: &str) -> Repository {
        let reference: Reference = reference.parse().expect("a reference");
        Repository::to_read(&reference, self.trust, self.context()).expect("a repository")
    }

    fn context(&self) -> RegistryContext {
        RegistryContext {
            network: Arc::new(MachineNetwork::default()),
            credentials: self.credentials.clone(),
            release_tokens: ReleaseTokens::default(),
            plain_http: Arc::default(),
            limits: self.limits.clone(),
            first_wait: std::time::Duration::from_millis(1),
            log: Arc::new(Lines::default()),
            secrets: pulumi_wasm_core::redaction::Secrets::new(),
            begun: std::time::Instant::now(),
        }
    }

    /// The bytes of the component that a reference stands for.
    async fn pull(&self, reference: &str) -> Result<Vec<u8>, RegistryError> {
        let repository = self.repository(reference);
        let resolved = repository.resolve().await?;
        repository.fetch(&resolved.component).await
    }

    /// The bytes of `acme/provider:1.2.0` on this server.
    async fn pull_from(&self, server: &Server) -> Result<Vec<u8>, RegistryError> {
        self.pull(&server.reference("1.2.0")).await
    }

    /// The text of the error for `acme/provider:1.2.0` on this server.
    async fn refusal(&self, server: &Server) -> String {
        let error = self.pull_from(server).await.expect_err("an error");
        error.to_string()
    }
}

#[track_caller]
fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

/// Requests that fetch components move between threads.
#[test]
fn work_may_move_between_threads() {
    fn may_move<T: Send>(_: T) {}
    let user = User::new();
    let repository = user.repository("oci://ghcr.io/acme/provider:1.2.0");
    may_move(repository.resolve());
    may_move(repository.referrers(&Digest::of(b"")));
    let referrer = Referrer::new(b"", Vec::new(), "");
    may_move(repository.attach(&Digest::of(b""), &referrer));
    let component = Descriptor {
        digest: Digest::of(b""),
        size: 0,
    };
    may_move(repository.fetch(&component));
    let file: WebFile = "https://acme.com/acme.wasm".parse().expect("an address");
    may_move(file.fetch(HostTrust::Named, user.context()));
}
