use pulumi_wasm_testing::{Failure, Provider, Step};
use serde_json::json;

type Outcome = Result<(), Failure>;

/// The component, configured for a fake server.
fn provider() -> Result<Provider, Failure> {
    let provider = Provider::component("bookmarks.wasm");
    provider.configure(json!({ "server": "http://server" }))?;
    Ok(provider)
}

fn found(url: &str) -> serde_json::Value {
    json!({ "slug": "a", "url": url, "link": "http://server/go/a", "visits": 2 })
}

#[test]
fn a_bookmark_is_made_changed_and_deleted() -> Outcome {
    let provider = provider()?;
    let server = provider.fakes();
    let mut bookmark = provider.resource("Bookmark", "my");
    let first = json!({ "slug": "a", "url": "https://a.com" });
    let preview = bookmark.preview(first.clone())?;
    let link = json!({ "link": "http://server/go/a" });
    preview.outputs().assert_has(&link);

    let made = found("https://a.com");
    let post = server.expect("POST", "http://server/bookmarks");
    post.answer(201, &made);
    assert_eq!(bookmark.up(first.clone())?, Step::Created);
    bookmark.outputs().assert_is(&made);
    assert_eq!(bookmark.up(first)?, Step::Same);

    let put = server.expect("PUT", "http://server/bookmarks/a");
    put.answer(200, &found("https://a.com/b"));
    let second = json!({ "slug": "a", "url": "https://a.com/b" });
    assert_eq!(bookmark.up(second)?, Step::Updated);

    let delete = server.expect("DELETE", "http://server/bookmarks/a");
    delete.answer(404, &json!(null));
    bookmark.destroy()
}

#[test]
fn a_refresh_finds_that_a_bookmark_is_gone() -> Outcome {
    let provider = provider()?;
    let server = provider.fakes();
    let mut bookmark = provider.resource("Bookmark", "my");
    let get = server.expect("GET", "http://server/bookmarks/a");
    get.answer(200, &found("https://a.com"));
    bookmark.import("a")?;
    let inputs = json!({ "slug": "a", "url": "https://a.com" });
    bookmark.inputs().assert_is(&inputs);

    let get = server.expect("GET", "http://server/bookmarks/a");
    get.answer(404, &json!(null));
    bookmark.refresh()?;
    assert!(!bookmark.exists());
    Ok(())
}
