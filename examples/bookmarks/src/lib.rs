//! Bookmarks with short names, on a small server.

use pulumi_wasm_provider::http;
use pulumi_wasm_provider::prelude::*;
use serde::Deserialize;
use serde_json::json;

/// Which server has the bookmarks, and what lets us in.
#[derive(Config)]
struct Settings {
    /// The server's address, without a slash at its end.
    server: String,
    /// The server's token. The host sends it to the server, and keeps it from the provider.
    #[property(secret, env = "BOOKMARKS_TOKEN")]
    token: Option<String>,
}

#[config]
impl Configure for Settings {
    type Client = http::Client;

    fn configure(&self, cx: &ConfigureContext) -> Result<http::Client> {
        Ok(cx.http().base_url(&self.server))
    }
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
    /// The subject of the page.
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
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let CreateRequest { inputs, .. } = request;
        let body = json!({ "slug": inputs.slug, "url": inputs.url, "note": inputs.description });
        let client = cx.client::<Settings>();
        let made = client.post("/bookmarks").json(&body).send_ok()?.json()?;
        Ok(Created::with_state(inputs.slug, made))
    }

    fn preview_create(request: &mut PreviewCreateRequest<Self>, cx: &PreviewContext) -> Result<()> {
        if let Some(slug) = request.inputs.slug.get() {
            let link = format!("{}/go/{slug}", cx.config::<Settings>().server);
            request.outputs.link.set(link);
        }
        Ok(())
    }

    fn migrations(steps: &mut Migrations) {
        steps.step(|state| {
            state.rename("note", "description");
            Ok(())
        });
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let path = format!("/bookmarks/{}", request.id);
        let answer = cx.client::<Settings>().get(path).send()?;
        if answer.status() == 404 {
            return Ok(None);
        }
        Ok(Some(ReadResult::new(answer.error_for_status()?.json()?)))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        let UpdateRequest { id, inputs, .. } = request;
        let body = json!({ "url": inputs.url, "note": inputs.description });
        let request = cx.client::<Settings>().put(format!("/bookmarks/{id}"));
        let changed = request.json(&body).send_ok()?.json()?;
        Ok(Updated::with_state(changed))
    }

    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        let path = format!("/bookmarks/{}", request.id);
        cx.client::<Settings>().delete(path).send_ok().map(drop)
    }
}

/// What to look for.
#[derive(Arguments)]
struct SearchArguments {
    /// A part of the page's address.
    text: String,
}

/// The bookmarks that were found.
#[derive(Results)]
struct SearchResult {
    /// The short names of the bookmarks.
    slugs: Vec<String>,
}

/// Finds bookmarks of all users.
#[function]
fn search(arguments: SearchArguments, cx: &FunctionContext) -> Result<SearchResult> {
    let answer = cx.client::<Settings>().get("/bookmarks").send_ok()?;
    let mut all: Vec<Bookmark> = answer.json()?;
    all.retain(|bookmark| bookmark.url.contains(&arguments.text));
    let slugs = all.into_iter().map(|bookmark| bookmark.slug).collect();
    Ok(SearchResult { slugs })
}

provider!(
    Provider::new("bookmarks")
        .config::<Settings>()
        .resource::<Bookmark>()
        .function(search)
        .net(
            Net::from(Settings::SERVER)
                .required()
                .reason("the server that has the bookmarks")
                .credential(Credential::bearer(Settings::TOKEN).host_only())
        )
);

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
