//! The methods of a website.

use pulumi_wasm_provider::prelude::*;

use super::{Page, Website};

/// Finds the address of a page.
#[method]
pub(super) fn page_url(site: This<Website>, path: Input<String>) -> Result<Output<String>> {
    Ok(interpolate!("{}#{path}", site.output::<String>("url")))
}

/// The result of an announcement.
#[derive(Arguments)]
pub(super) struct Announced {
    /// The address of its page.
    url: Output<String>,
    /// The login of its editors.
    #[property(secret)]
    login: Output<String>,
}

/// Adds a page with a text to the website.
#[method]
pub(super) fn announce(
    site: This<Website>,
    /// The text of the announcement.
    text: Input<String>,
    /// How often it is said.
    #[property(default = 1)]
    times: u8,
    cx: &ComponentContext,
) -> Result<Announced> {
    if times > 3 {
        return Err(Error::invalid("times", "three times are enough"));
    }
    let text = text.apply(move |text| vec![text; times.into()].join("! "));
    let page = properties! { path: interpolate!("{}-news", cx.name()), text: text };
    let page = cx.child("news", of::<Page>(), page)?;
    Ok(Announced {
        url: page.output("url"),
        login: interpolate!("editor:{}", site.output::<String>("password")),
    })
}
