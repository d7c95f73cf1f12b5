//! The example `bookmarks`: two versions of a component, and a server that keeps tokens.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::{Value, json};
use test_support::servers::http::{HttpServer, Request, answer};

use crate::package::{BOOKMARKS, BOOKMARKS_IN_OTHERS, OLDER_BOOKMARKS, Package};
use crate::workspace::{CORES, Workspace};

const TOKEN: &str = "open-sesame-91";

/// A server with bookmarks, as `examples/bookmarks/server.py`.
struct Server {
    http: HttpServer,
    bookmarks: Arc<Mutex<BTreeMap<String, Value>>>,
}

impl Server {
    fn start() -> Self {
        let bookmarks: Arc<Mutex<BTreeMap<String, Value>>> = Arc::default();
        let kept = Arc::clone(&bookmarks);
        let http = HttpServer::start(move |request| {
            let (status, body) = respond(&mut kept.lock(), request);
            let type_line = ["content-type: application/json"];
            answer(status, &type_line, body.to_string().as_bytes())
        });
        Self { http, bookmarks }
    }

    fn slugs(&self) -> Vec<String> {
        self.bookmarks.lock().keys().cloned().collect()
    }
}

fn respond(bookmarks: &mut BTreeMap<String, Value>, request: &Request) -> (&'static str, Value) {
    if request.header("authorization") != Some(&format!("Bearer {TOKEN}")) {
        return ("401 Unauthorized", json!({ "error": "the token is wrong" }));
    }
    let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
    let slug = request.path.strip_prefix("/bookmarks").unwrap_or_default();
    let slug = slug.trim_start_matches('/');
    match (request.method.as_str(), slug) {
        ("POST", "") => {
            let slug = body["slug"].as_str().unwrap_or_default().to_owned();
            let mut made = body.clone();
            made["visits"] = 0.into();
            made["link"] =
                format!("http://{}/go/{slug}", request.header("host").unwrap_or("")).into();
            bookmarks.insert(slug, made.clone());
            ("201 Created", made)
        }
        ("GET", "") => ("200 OK", bookmarks.values().cloned().collect()),
        (method, slug) => {
            let Some(found) = bookmarks.get_mut(slug) else {
                return ("404 Not Found", json!({ "error": "there is none" }));
            };
            if method == "PUT" {
                for (name, value) in body.as_object().into_iter().flatten() {
                    found[name] = value.clone();
                }
            }
            let found = found.clone();
            if method == "DELETE" {
                bookmarks.remove(slug);
            }
            ("200 OK", found)
        }
    }
}

fn workspace(core: &str, package: &Package, server: &Server, program: &str) -> Workspace {
    let provider = format!(
        "variable \"token\" {{ sensitive = true }}\n\
         provider \"bookmarks\" {{\n server = \"http://{}\"\n token = var.token\n}}\n{program}",
        server.http.address()
    );
    Workspace::of(core, package, &provider).set("token", TOKEN)
}

#[test]
fn bookmarks_live_under_each_core_and_the_token_stays_with_the_host() {
    for core in CORES {
        live(core, &BOOKMARKS);
    }
}

#[test]
fn bookmarks_in_other_languages_live() {
    for (core, package) in CORES.into_iter().zip(&BOOKMARKS_IN_OTHERS) {
        live(core, package);
    }
}

/// Creates, finds, changes and deletes bookmarks.
fn live(core: &str, package: &Package) {
    const PROGRAM: &str = r#"
resource "bookmarks_bookmark" "named" {
  slug        = "rust"
  url         = "https://www.rust-lang.org"
  description = "the language"
}
resource "bookmarks_bookmark" "other" {
  url = "https://bytecodealliance.org"
}
data "bookmarks_search" "found" {
  text       = "rust-lang"
  depends_on = [bookmarks_bookmark.named]
}
output "link" { value = bookmarks_bookmark.named.link }
output "slug" { value = bookmarks_bookmark.other.slug }
output "found" { value = data.bookmarks_search.found.slugs }
"#;
    let server = Server::start();
    let workspace = workspace(core, package, &server, PROGRAM);
    workspace.tell(&["init"]).succeeds();
    let applied = workspace.apply().says("2 added");
    assert!(!applied.text.contains(TOKEN), "{core}: {}", applied.text);
    let outputs = workspace.outputs();
    let slug = outputs["slug"]["value"].as_str().unwrap();
    assert!(server.slugs().contains(&slug.to_owned()), "{core}: {slug}");
    assert_eq!(outputs["found"]["value"], json!(["rust"]), "{core}");
    let link = format!("http://{}/go/rust", server.http.address());
    assert_eq!(outputs["link"]["value"], link, "{core}");

    // The component ignores the spelling of the address, and the state gets the new form.
    workspace.edit("rust-lang.org\"", "rust-lang.org/\"");
    workspace.tell(&["apply", "-auto-approve"]).succeeds();
    workspace.is_settled();
    assert_eq!(
        server.bookmarks.lock()["rust"]["url"],
        "https://www.rust-lang.org",
        "{core}"
    );
    // A description that leaves the program leaves the server too.
    workspace.edit("  description = \"the language\"\n", "");
    workspace.apply().says("0 added, 1 changed, 0 destroyed");
    assert_eq!(server.bookmarks.lock()["rust"]["note"], Value::Null);
    workspace.destroy().says("2 destroyed");
    assert!(server.slugs().is_empty(), "{core}");
}

#[test]
fn a_state_of_an_older_component_is_migrated() {
    const OLDER: &str = r#"
resource "bookmarks_bookmark" "one" {
  slug = "rust"
  url  = "https://www.rust-lang.org"
  note = "the language"
}
"#;
    for core in CORES {
        let server = Server::start();
        let mut workspace = workspace(core, &BOOKMARKS, &server, OLDER);
        workspace.develop(&OLDER_BOOKMARKS);
        workspace.apply().says("1 added");
        let older = workspace.resource("bookmarks_bookmark.one");
        assert_eq!(older["schema_version"], 0, "{core}");

        workspace.develop(&BOOKMARKS);
        workspace.edit("note =", "description =");
        workspace.is_settled();
        workspace
            .tell(&["apply", "-refresh-only", "-auto-approve"])
            .succeeds();
        let newer = workspace.resource("bookmarks_bookmark.one");
        assert_eq!(newer["schema_version"], 1, "{core}");
        assert_eq!(newer["values"]["description"], "the language", "{core}");

        // The older component cannot read it any more, and says so.
        workspace.develop(&OLDER_BOOKMARKS);
        workspace.edit("description =", "note =");
        let refused = workspace.tell(&["plan"]).fails();
        refused.says("newer provider version");
        workspace.develop(&BOOKMARKS);
        workspace.edit("note =", "description =");
        workspace.destroy().says("1 destroyed");
        assert!(server.slugs().is_empty(), "{core}");
    }
}
