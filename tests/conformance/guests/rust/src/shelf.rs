//! Finding what exists.

use pulumi_wasm_provider::prelude::*;

/// Holds books.
#[derive(Resource)]
pub(crate) struct Shelf {
    /// Its label.
    label: String,
}

/// The query.
#[derive(Arguments)]
pub(crate) struct ShelfQuery {
    /// How the ids begin.
    prefix: Option<String>,
}

#[resource]
impl Lifecycle for Shelf {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new("shelf", ShelfOutputs))
    }
}

impl List for Shelf {
    type Query = ShelfQuery;

    /// Two on each page.
    fn list(request: ListRequest<ShelfQuery>, _: &ListContext) -> Result<Page> {
        let prefix = request.query.prefix.unwrap_or_default();
        let known = ["art-1", "art-2", "law-1", "law-2", "law-3"];
        let all: Vec<&str> = known
            .into_iter()
            .filter(|id| id.starts_with(&prefix))
            .collect();
        let from = request.continuation_token.as_deref().unwrap_or("0");
        let from: usize = from.parse()?;
        let mut page = Page::new();
        for id in all.iter().skip(from).take(2) {
            page.add(*id, format!("Shelf {id}"));
        }
        Ok(if from + 2 < all.len() {
            page.with_continuation_token((from + 2).to_string())
        } else {
            page
        })
    }
}
