//! A registry with the API for referrers of the OCI distribution specification 1.1, which Debian's `docker-registry`
//! does not have. It keeps everything in memory, names uploads by paths alone, and lists referrers in pages of one.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};
use url::Url;

use super::http::{HttpServer, Request, answer};

/// The contents by repository and digest, and by repository and tag.
#[derive(Default)]
struct Contents {
    blobs: BTreeMap<(String, String), Vec<u8>>,
    /// The media type and the bytes.
    manifests: BTreeMap<(String, String), (String, Vec<u8>)>,
    tags: BTreeMap<(String, String), String>,
}

/// The running registry.
pub struct ReferrersRegistry {
    server: HttpServer,
    contents: Arc<Mutex<Contents>>,
}

impl ReferrersRegistry {
    /// Starts a registry with public read and write access.
    pub fn start() -> Self {
        let contents = Arc::<Mutex<Contents>>::default();
        let kept = Arc::clone(&contents);
        let server = HttpServer::start(move |request| kept.lock().serve(request));
        Self { server, contents }
    }

    /// `HOST:PORT`.
    pub fn address(&self) -> String {
        self.server.address()
    }

    /// The reference of something in it, as in `acme/provider:1.2.0`.
    pub fn reference(&self, name: &str) -> String {
        format!("oci://{}/{name}", self.address())
    }

    /// The tags of a repository.
    pub fn tags(&self, repository: &str) -> Vec<String> {
        self.contents.lock().tags_of(repository)
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.server.requests()
    }
}

fn missing(code: &str) -> Vec<u8> {
    let body = json!({ "errors": [{ "code": code, "message": "not here" }] });
    answer("404 Not Found", &[], body.to_string().as_bytes())
}

impl Contents {
    fn serve(&mut self, request: &Request) -> Vec<u8> {
        let address = Url::parse(&format!("http://registry.test{}", request.path)).unwrap();
        let query = |name: &str| {
            let mut pairs = address.query_pairs();
            let found = pairs.find(|(known, _)| known == name);
            found.map(|(_, value)| value.into_owned())
        };
        let path = address.path().trim_start_matches("/v2/").to_owned();
        let reads = ["GET", "HEAD"].contains(&request.method.as_str());
        let bytes = if path.is_empty() {
            answer("200 OK", &[], b"{}")
        } else if let Some((name, digest)) = path.split_once("/referrers/") {
            let last = query("last").and_then(|last| last.parse().ok());
            self.referrers(
                name,
                digest,
                query("artifactType"),
                last.unwrap_or_default(),
            )
        } else if let Some(name) = path.strip_suffix("/tags/list") {
            match self.tags_of(name) {
                tags if tags.is_empty() => missing("NAME_UNKNOWN"),
                tags => {
                    let body = json!({ "name": name, "tags": tags }).to_string();
                    answer("200 OK", &[], body.as_bytes())
                }
            }
        } else if let Some((name, _)) = path.split_once("/blobs/uploads/") {
            match query("digest") {
                None => answer(
                    "202 Accepted",
                    &[&format!("location: /v2/{name}/blobs/uploads/1?state=begun")],
                    b"",
                ),
                Some(digest) => self.put_blob(name, &digest, &request.body),
            }
        } else if let Some((name, digest)) = path.split_once("/blobs/") {
            match self.blobs.get(&(name.to_owned(), digest.to_owned())) {
                Some(bytes) => answer("200 OK", &[], bytes),
                None => missing("BLOB_UNKNOWN"),
            }
        } else if let Some((name, reference)) = path.split_once("/manifests/") {
            if reads {
                self.manifest(name, reference)
            } else {
                self.put_manifest(name, reference, request)
            }
        } else {
            missing("UNSUPPORTED")
        };
        if request.method == "HEAD" {
            let end = bytes
                .windows(4)
                .position(|part| part == b"\r\n\r\n")
                .unwrap();
            bytes[..end + 4].to_vec()
        } else {
            bytes
        }
    }

    fn tags_of(&self, repository: &str) -> Vec<String> {
        let keys = self.tags.keys().filter(|(name, _)| name == repository);
        keys.map(|(_, tag)| tag.clone()).collect()
    }

    fn put_blob(&mut self, name: &str, digest: &str, bytes: &[u8]) -> Vec<u8> {
        if Digest::of(bytes).to_string() != digest {
            return answer(
                "400 Bad Request",
                &[],
                br#"{"errors":[{"code":"DIGEST_INVALID"}]}"#,
            );
        }
        let key = (name.to_owned(), digest.to_owned());
        self.blobs.insert(key, bytes.to_vec());
        answer(
            "201 Created",
            &[&format!("location: /v2/{name}/blobs/{digest}")],
            b"",
        )
    }

    fn manifest(&self, name: &str, reference: &str) -> Vec<u8> {
        let tagged = self.tags.get(&(name.to_owned(), reference.to_owned()));
        let digest = tagged.cloned().unwrap_or_else(|| reference.to_owned());
        let Some((media_type, bytes)) = self.manifests.get(&(name.to_owned(), digest.clone()))
        else {
            return missing("MANIFEST_UNKNOWN");
        };
        let headers = [
            format!("content-type: {media_type}"),
            format!("docker-content-digest: {digest}"),
        ];
        answer("200 OK", &[&headers[0], &headers[1]], bytes)
    }

    fn put_manifest(&mut self, name: &str, reference: &str, request: &Request) -> Vec<u8> {
        let digest = Digest::of(&request.body).to_string();
        let media_type = request
            .header("content-type")
            .unwrap_or_default()
            .to_owned();
        let key = (name.to_owned(), digest.clone());
        self.manifests
            .insert(key, (media_type, request.body.clone()));
        if !reference.starts_with("sha256:") {
            self.tags
                .insert((name.to_owned(), reference.to_owned()), digest.clone());
        }
        let manifest: Value = serde_json::from_slice(&request.body).unwrap();
        let subject = manifest["subject"]["digest"].as_str();
        let location = format!("location: /v2/{name}/manifests/{digest}");
        match subject {
            Some(subject) => {
                let subject = format!("oci-subject: {subject}");
                answer("201 Created", &[&location, &subject], b"")
            }
            None => answer("201 Created", &[&location], b""),
        }
    }

    /// The page that begins with the referrer of this number.
    fn referrers(&self, name: &str, subject: &str, kind: Option<String>, first: usize) -> Vec<u8> {
        let mut entries = Vec::new();
        for ((repository, digest), (media_type, bytes)) in &self.manifests {
            let manifest: Value = serde_json::from_slice(bytes).unwrap();
            let own = &manifest["artifactType"];
            let is_meant = kind.as_deref().is_none_or(|kind| own == kind);
            if repository == name && manifest["subject"]["digest"] == subject && is_meant {
                entries.push(json!({
                    "mediaType": media_type, "digest": digest, "size": bytes.len(), "artifactType": own,
                }));
            }
        }
        let is_last = first + 1 >= entries.len();
        let page: Vec<Value> = entries.into_iter().skip(first).take(1).collect();
        let body = json!({
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": page,
        });
        let filter = kind.map(|kind| {
            let kind: String = url::form_urlencoded::byte_serialize(kind.as_bytes()).collect();
            format!("&artifactType={kind}")
        });
        let filter = filter.unwrap_or_default();
        let next = format!(
            "link: </v2/{name}/referrers/{subject}?last={}{filter}>; rel=\"next\"",
            first + 1
        );
        let kind = "content-type: application/vnd.oci.image.index.v1+json";
        let headers: &[&str] = if is_last { &[kind] } else { &[kind, &next] };
        answer("200 OK", headers, body.to_string().as_bytes())
    }
}
