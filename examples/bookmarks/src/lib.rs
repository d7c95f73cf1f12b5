//! Bookmarks with short names, on a small server.

use pulumi_wasm_provider::http::RequestBuilder;
use pulumi_wasm_provider::prelude::*;
use serde::Deserialize;
use serde_json::json;

/// Which server has the bookmarks, and what lets us in.
#[derive(Config)]
struct Settings {
    /// The server's address, without a slash at its end.
    server: String,
    /// The server's token. The host sends it to the server, and keeps it from the provider.
    #[property(env = "BOOKMARKS_TOKEN")]
    #[property(credential(bearer, host = "config:server", withhold))]
    token: Option<String>,
}

/// A bookmark with a short name.
#[derive(Resource, Deserialize)]
#[resource(auto_name(slug, max_length = 32, lowercase))]
struct Bookmark {
    /// The short name, which is in the link.
    #[property(replace, pattern = "^[a-z0-9-]+$")]
    #[property(pattern_reason = "must have small letters, digits and hyphens only")]
    slug: String,
    /// The page's address.
    #[property(format = "url", compare = "trailing-slash")]
    url: String,
    /// What the page is about.
    #[property(max_length = 200)]
    #[serde(rename = "note")]
    description: Option<String>,
    /// The short address that leads to the page.
    #[property(output, stable)]
    link: String,
    /// How often the link was followed.
    #[property(output)]
    visits: i64,
}

#[resource]
impl Lifecycle for Bookmark {
    fn create(inputs: BookmarkInputs, cx: &Context) -> Result<Created<Self>> {
        let body = json!({ "slug": inputs.slug, "url": inputs.url, "note": inputs.description });
        let answer = request(cx, "POST", "").json(&body).send()?;
        Ok(Created::with_state(
            inputs.slug,
            answer.error_for_status()?.json()?,
        ))
    }

    fn preview_create(
        inputs: &BookmarkDraft,
        preview: &mut BookmarkPreview,
        cx: &Context,
    ) -> Result<()> {
        if let Some(slug) = inputs.slug.get() {
            let settings = cx.config::<Settings>();
            preview.link.set(format!("{}/go/{slug}", settings.server));
        }
        Ok(())
    }

    fn migrations(steps: &mut Migrations) {
        steps.step(|state| {
            state.rename("note", "description");
            Ok(())
        });
    }

    fn read(id: &str, _: Option<Self>, cx: &Context) -> Result<Option<Read<Self>>> {
        let answer = request(cx, "GET", &format!("/{id}")).send()?;
        if answer.status() == 404 {
            return Ok(None);
        }
        Ok(Some(Read::new(id, answer.error_for_status()?.json()?)))
    }

    fn update(id: &str, _: Self, inputs: BookmarkInputs, cx: &Context) -> Result<Updated<Self>> {
        let body = json!({ "url": inputs.url, "note": inputs.description });
        let answer = request(cx, "PUT", &format!("/{id}")).json(&body).send()?;
        let bookmark = answer.error_for_status()?.json()?;
        Ok(Updated::with_state(bookmark))
    }

    fn delete(id: &str, _: Self, cx: &Context) -> Result<()> {
        let answer = request(cx, "DELETE", &format!("/{id}")).send()?;
        answer.error_for_status().map(drop)
    }
}

/// What to look for.
#[derive(Arguments)]
struct SearchArguments {
    /// A part of the page's address.
    text: String,
}

/// What was found.
#[derive(Arguments)]
struct SearchResult {
    /// The short names of the bookmarks.
    slugs: Vec<String>,
}

/// Finds bookmarks of all users.
#[function]
fn search(arguments: SearchArguments, cx: &Context) -> Result<SearchResult> {
    let mut all: Vec<Bookmark> = request(cx, "GET", "").send()?.error_for_status()?.json()?;
    all.retain(|bookmark| bookmark.url.contains(&arguments.text));
    let slugs = all.into_iter().map(|bookmark| bookmark.slug).collect();
    Ok(SearchResult { slugs })
}

/// A request to the server.
fn request(cx: &Context, method: &str, path: &str) -> RequestBuilder {
    let server = &cx.config::<Settings>().server;
    let url = format!("{server}/bookmarks{path}");
    cx.http().request(method, url)
}

provider! {
    name: "bookmarks",
    config: Settings,
    resources: [Bookmark],
    functions: [search],
    net: [{ host: "config:server", required: true, reason: "the server that has the bookmarks" }],
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_of_the_first_version_is_a_description() -> Result<()> {
        use pulumi_wasm_provider::testing::migrate;
        let recorded = json!({ "slug": "a", "url": "https://a.com", "note": "about a" });
        let (inputs, _) = migrate::<Bookmark>(0, Some(recorded), None)?;
        let today = json!({ "slug": "a", "url": "https://a.com", "description": "about a" });
        assert_eq!(inputs, Some(today));
        Ok(())
    }
}
