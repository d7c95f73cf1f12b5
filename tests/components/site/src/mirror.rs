//! A component that consists of existing resources.

use pulumi_wasm_provider::prelude::*;

use super::Page;

/// A text as a part of a path.
#[function(pure, positional)]
pub(super) fn slug(text: String) -> Result<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    Ok(words.collect::<Vec<_>>().join("-").to_lowercase())
}

/// The same text at another path.
#[derive(Component)]
pub(super) struct Mirror {
    /// The page whose text is shown.
    page: Input<ResourceReference<Page>>,
    /// A random string that exists already, by its id.
    word: Input<String>,
    url: Output<String>,
    /// The page with the same text.
    copy: Output<ResourceReference<Page>>,
}

impl Construct for Mirror {
    fn construct(inputs: MirrorInputs, cx: &ComponentContext) -> Result<MirrorOutputs> {
        let original = cx.resource(&inputs.page)?;
        let word = cx.read(
            "word",
            "random:index/randomString:RandomString",
            properties! { id: inputs.word },
        )?;
        let text = original.output::<String>("text");
        let slug = cx.invoke("site:index:slug", properties! { text: text })?;
        let slug = slug.get::<String>("result");
        let path = interpolate!("{slug}-{}", word.output::<String>("result"));
        let copy = properties! { path: path, text: text };
        let copy = cx.child("page", of::<Page>(), copy)?;
        Ok(MirrorOutputs {
            url: copy.output("url"),
            copy: copy.reference(),
        })
    }
}
