//! A registry like a cloud's: a token server knows the permissions of users for repositories, and the registry
//! redirects clients to another server for blobs.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use serde_json::{Value, json};
use tempfile::TempDir;
use url::Url;

use super::http::{HttpServer, Request, answer};
use super::registry::Registry;
use super::tls::Identity;

/// The names of the token server and of the registry in tokens.
const ISSUER: &str = "tokens of tests";
const SERVICE: &str = "registry of tests";
/// The lifetime of a token in seconds.
const LIFETIME: u64 = 300;

/// The registry, which `alice` may read and write, and `bob` may read; both have the password `secret`.
pub struct GuardedRegistry {
    pub registry: Registry,
    tokens: HttpServer,
    storage: HttpServer,
    folder: TempDir,
}

impl GuardedRegistry {
    /// Starts the registry, its token endpoint and its storage.
    pub fn start() -> Self {
        let folder = TempDir::with_prefix("guarded").unwrap();
        let issuer = Issuer::new();
        let certificate = folder.path().join("tokens.pem");
        fs::write(&certificate, issuer.identity.authority()).unwrap();
        let tokens = HttpServer::start(move |request| issuer.answer(request));
        let data = Arc::new(OnceLock::<PathBuf>::new());
        let place = Arc::clone(&data);
        let storage = HttpServer::start(move |request| match place.get() {
            Some(data) => stored(data, request),
            None => answer("404 Not Found", &[], b""),
        });
        let registry = Registry::configured(&format!(
            "auth: {{token: {{realm: 'http://{}/token', service: '{SERVICE}', issuer: '{ISSUER}', rootcertbundle: '{}'}}}}\n\
             middleware: {{storage: [{{name: redirect, options: {{baseurl: 'http://{}/'}}}}]}}\n",
            tokens.address(),
            certificate.display(),
            storage.address(),
        ));
        data.set(registry.data()).unwrap();
        Self {
            registry,
            tokens,
            storage,
            folder,
        }
    }

    /// The reference of something in it, as in `acme/provider:1.2.0`.
    pub fn reference(&self, name: &str) -> String {
        self.registry.reference(name)
    }

    /// A file with the credentials of a user, as `PULUMI_WASM_REGISTRY_AUTH` names it.
    pub fn credentials_of(&self, user: &str) -> PathBuf {
        let file = self.folder.path().join(format!("{user}.json"));
        let auth = BASE64_STANDARD.encode(format!("{user}:secret"));
        let text = json!({ "auths": { self.registry.address(): { "auth": auth } } });
        fs::write(&file, text.to_string()).unwrap();
        file
    }

    /// The requests for tokens so far.
    pub fn asked_for_tokens(&self) -> Vec<Request> {
        self.tokens.requests()
    }

    /// The requests for the bytes of components so far.
    pub fn asked_for_bytes(&self) -> Vec<Request> {
        self.storage.requests()
    }
}

/// A file of the registry's, by its path.
fn stored(data: &std::path::Path, request: &Request) -> Vec<u8> {
    let path = request.path.split('?').next().unwrap_or_default();
    match fs::read(data.join(path.trim_start_matches('/'))) {
        Ok(bytes) => answer(
            "200 OK",
            &["content-type: application/octet-stream"],
            &bytes,
        ),
        Err(_) => answer("404 Not Found", &[], b""),
    }
}

/// Creates tokens.
struct Issuer {
    identity: Identity,
    key: EcdsaKeyPair,
    random: SystemRandom,
}

impl Issuer {
    fn new() -> Self {
        let identity = Identity::of(&["tokens.test"]);
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let key = EcdsaKeyPair::from_pkcs8(algorithm, &identity.key_bytes(), &random).unwrap();
        Self {
            identity,
            key,
            random,
        }
    }

    /// A token with the requested permissions that the user has. Without credentials the token allows nothing, like
    /// tokens of public servers.
    fn answer(&self, request: &Request) -> Vec<u8> {
        let user = match request.header("authorization") {
            None => "",
            Some(header) => match user(header) {
                Some(user) => user,
                None => return answer("401 Unauthorized", &[], br#"{"details":"wrong password"}"#),
            },
        };
        let address = Url::parse(&format!("http://tokens.test{}", request.path)).unwrap();
        let scopes = address.query_pairs().filter(|(name, _)| name == "scope");
        let access: Vec<Value> = scopes
            .filter_map(|(_, scope)| allowed(user, &scope))
            .collect();
        let token = self.token(user, &access);
        let body = json!({ "token": token, "expires_in": LIFETIME }).to_string();
        answer(
            "200 OK",
            &["content-type: application/json"],
            body.as_bytes(),
        )
    }

    /// A JSON Web Token (RFC 7519) with the certificate of its signer.
    fn token(&self, user: &str, access: &[Value]) -> String {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap()
            .as_secs();
        let certificate = BASE64_STANDARD.encode(self.identity.certificate_bytes());
        let head = json!({ "typ": "JWT", "alg": "ES256", "x5c": [certificate] });
        let claims = json!({
            "iss": ISSUER, "sub": user, "aud": SERVICE, "jti": format!("{now}"),
            "iat": now, "nbf": now - LIFETIME, "exp": now + LIFETIME, "access": access,
        });
        let encoded = |value: Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", encoded(head), encoded(claims));
        let signature = self.key.sign(&self.random, signed.as_bytes()).unwrap();
        format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }
}

/// The user of a header `Authorization`, if the password is right.
fn user(header: &str) -> Option<&'static str> {
    let encoded = header.strip_prefix("Basic ")?;
    let pair = BASE64_STANDARD.decode(encoded).ok()?;
    match pair.as_slice() {
        b"alice:secret" => Some("alice"),
        b"bob:secret" => Some("bob"),
        _ => None,
    }
}

/// The permissions of a user for a scope such as `repository:acme/provider:pull,push`.
fn allowed(user: &str, scope: &str) -> Option<Value> {
    let mut parts = scope.splitn(3, ':');
    let (kind, name, actions) = (parts.next()?, parts.next()?, parts.next()?);
    let rights: &[&str] = match user {
        "alice" => &["pull", "push", "delete"],
        "bob" => &["pull"],
        _ => return None,
    };
    let actions: Vec<&str> = actions
        .split(',')
        .filter(|action| rights.contains(action))
        .collect();
    Some(json!({ "type": kind, "name": name, "actions": actions }))
}
