//! The provider `demo`: websites, and the pages that they are made of.

use pulumi_wasm_provider::prelude::*;

/// A page of a website.
#[derive(Resource)]
struct Page {
    /// The place of the page, such as `docs/index.html`.
    path: String,
    /// The text of the page.
    text: String,
    /// The address of the page.
    #[property(output)]
    url: String,
}

#[resource]
impl Lifecycle for Page {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let CreateRequest { inputs, .. } = request;
        let url = format!("https://pages.example.com/{}", inputs.path);
        Ok(Created::new(inputs.path, PageOutputs { url }))
    }
}

/// A website with a front page, in a folder with a random name.
#[derive(Component)]
struct Website {
    /// The title of the front page.
    title: Input<String>,
    /// The address of the front page.
    url: Output<String>,
}

impl Construct for Website {
    fn construct(inputs: WebsiteInputs, cx: &ComponentContext) -> Result<WebsiteOutputs> {
        let folder = cx.child("folder", "random:index/randomPet:RandomPet", properties! { length: 2 })?;
        let page = cx.child("page", of::<Page>(), properties! {
            path: interpolate!("{}/index.html", folder.id()),
            text: interpolate!("<h1>{}</h1>", inputs.title),
        })?;
        Ok(WebsiteOutputs { url: page.output("url") })
    }
}

provider!(
    Provider::new("demo")
        .resource::<Page>()
        .component::<Website>()
        .package(Package::new("random").version("4.18.0"))
);

#[cfg(test)]
mod tests {
    use pulumi_wasm_provider::testing;

    use super::*;

    #[test]
    fn a_page_has_the_address_of_its_path() -> Result<()> {
        let inputs = PageInputs {
            path: "docs/index.html".into(),
            text: "Hello".into(),
        };
        let made = Page::create(CreateRequest::new(inputs), &testing::context("page"))?;
        assert_eq!(made.id(), "docs/index.html");
        assert_eq!(made.into_outputs().url, "https://pages.example.com/docs/index.html");
        Ok(())
    }
}
