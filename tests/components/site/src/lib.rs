//! Websites that are made of other resources, with something of everything that components can do, for tests.

mod bad;
mod exhibit;
#[allow(unreachable_pub, reason = "as the tool writes it")]
#[rustfmt::skip]
mod hostile;
mod methods;
mod mirror;
#[allow(unreachable_pub, reason = "as the tool writes it")]
#[rustfmt::skip]
mod random;
mod typed;

use bad::Bad;
use exhibit::Exhibit;
use methods::{announce, page_url};
use mirror::{Mirror, slug};
use pulumi_wasm_provider::HookArguments;
use pulumi_wasm_provider::prelude::*;
use random::{RandomPassword, RandomPasswordInputs};
use typed::Typed;

/// A page of a website.
#[derive(Resource)]
struct Page {
    #[property(replace)]
    path: String,
    /// May be a secret, as text of a draft.
    text: String,
    #[property(output)]
    url: String,
}

#[resource]
impl Lifecycle for Page {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let url = format!("https://pages.example/{}", inputs.path);
        Ok(Created::new(inputs.path, PageOutputs { url }))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let url = format!("https://pages.example/{}", request.inputs.path);
        Ok(Updated::new(PageOutputs { url }))
    }

    fn delete(_: DeleteRequest<Self>, _: &DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A website of a front page, with a password for its editors, and further pages in a group.
#[derive(Component)]
struct Website {
    /// The title on all pages.
    title: Input<String>,
    #[property(default = "index.html", max_length = 40)]
    index: Input<String>,
    /// Text of the front page beside the title.
    note: Input<Option<String>>,
    /// How many more pages there are.
    #[property(default = 0, maximum = 5)]
    pages: u8,
    /// The address of the front page.
    url: Output<String>,
    /// The password of editors.
    #[property(secret)]
    password: Output<String>,
    /// Title and address in one text.
    link: Output<String>,
    /// The addresses of the further pages, in one text.
    more: Output<String>,
}

impl Construct for Website {
    fn construct(inputs: WebsiteInputs, cx: &ComponentContext) -> Result<WebsiteOutputs> {
        let password = RandomPasswordInputs::new(12);
        let password = RandomPassword::declare("password", password, &cx.options())?;
        let text = all((&inputs.title, &inputs.note)).apply(|(title, note)| {
            let note = note.unwrap_or_else(|| "Nothing more.".to_owned());
            format!("{}\n\n{note}", title.to_uppercase())
        });
        let careful = cx
            .options()
            .depends_on(password.child())
            .ignore_changes(["path"]);
        let front = careful.child(
            "front",
            of::<Page>(),
            properties! { path: inputs.index, text: text },
        )?;
        let more = cx.group("more", "Pages", |cx| {
            let mut urls = Vec::new();
            for number in 1..=inputs.pages {
                let page = properties! {
                    path: interpolate!("page-{number}.html"),
                    text: interpolate!("{} {number} of {}", inputs.title, inputs.pages),
                };
                let page = cx.child(&format!("page-{number}"), of::<Page>(), page)?;
                urls.push(page.output::<String>("url"));
            }
            Ok(properties! { urls: all(urls).apply(|urls| urls.join(" ")) })
        })?;
        let url = front.output("url");
        Ok(WebsiteOutputs {
            link: interpolate!("{} <{url}>", inputs.title),
            url,
            password: password.result(),
            more: more.output("urls"),
        })
    }
}

/// A website inside a website: a component that consists of another component of the package.
#[derive(Component)]
struct Portal {
    titles: Input<Vec<String>>,
    url: Output<String>,
    /// The address of a page about it.
    about: Output<String>,
    count: Output<u32>,
}

impl Construct for Portal {
    fn construct(inputs: PortalInputs, cx: &ComponentContext) -> Result<PortalOutputs> {
        cx.transform(|child| {
            if child.token() == "site:index:Page"
                && let Some(path) = child.input::<String>("path")?
            {
                child.set_input("path", &format!("site/{path}"));
            }
            Ok(())
        });
        let title = inputs.titles.apply(|titles| titles.join(" and "));
        let site = WebsiteInputs {
            title: title.into(),
            index: "portal.html".into(),
            note: Input::default(),
            pages: 1,
        };
        let site = cx.component("site", of::<Website>(), site)?;
        let count = inputs
            .titles
            .apply(|titles| Ok(u32::try_from(titles.len())?));
        let about = site.call("pageUrl", properties! { path: "about" })?;
        Ok(PortalOutputs {
            url: site.output("url"),
            about: about.get("result"),
            count,
        })
    }
}

/// How a [`Faulty`] component fails.
#[derive(Enum, Clone, PartialEq)]
enum Fault {
    /// An input is not acceptable.
    Value,
    /// The function of `apply` fails.
    Callback,
    /// The function of `apply` panics.
    Panic,
    /// A package that is not in `packages`.
    Package,
    /// Two children of one name.
    Twice,
    /// An output that a type does not have.
    Absent,
    /// A part that an output does not have.
    Part,
    /// A transform fails.
    Transform,
    /// A hook fails.
    Hook,
}

/// Fails as its program says.
#[derive(Component)]
struct Faulty {
    fault: Fault,
    #[property(default = "text")]
    text: Input<String>,
    text_out: Output<String>,
}

impl Construct for Faulty {
    fn construct(inputs: FaultyInputs, cx: &ComponentContext) -> Result<FaultyOutputs> {
        let page = || properties! { path: "p", text: inputs.text };
        let mut text_out = inputs.text.output();
        match inputs.fault {
            Fault::Value => return Err(Error::invalid("text", "is not to this component's taste")),
            Fault::Callback => {
                text_out = text_out.apply(|text| match text.len() {
                    0 => Ok(text),
                    length => Err(Error::other(format!("{length} letters are too many"))),
                });
            }
            Fault::Panic => {
                text_out = text_out.apply(|text| {
                    if text.is_empty() {
                        text
                    } else {
                        panic!("there is a text")
                    }
                });
            }
            Fault::Package => {
                cx.child("bucket", "aws:s3:Bucket", ())?;
            }
            Fault::Twice => {
                cx.child("page", of::<Page>(), page())?;
                cx.child("page", of::<Page>(), page())?;
            }
            Fault::Absent => {
                let page = cx.child("page", of::<Page>(), page())?;
                text_out = page.output("uri");
            }
            Fault::Part => {
                let first = cx.child("first", of::<Page>(), page())?;
                text_out = first.output::<String>("url").get("missing.part");
            }
            Fault::Transform => {
                cx.transform(|child| Err(Error::other(format!("not `{}`", child.name()))));
                cx.child("page", of::<Page>(), page())?;
            }
            Fault::Hook => {
                let inside = cx.clone();
                let judge = move |hook: &HookArguments| judged(hook, &inside);
                let judged = cx
                    .options()
                    .before_create(judge.clone())
                    .after_create(judge.clone())
                    .before_update(judge.clone())
                    .after_update(judge);
                judged.child("page", of::<Page>(), page())?;
            }
        }
        Ok(FaultyOutputs { text_out })
    }
}

/// Refuses one text of a page before its creation, and another text after it. Notes all other texts.
fn judged(hook: &HookArguments, cx: &ComponentContext) -> Result<()> {
    let text: Option<String> = hook.new_input("text")?;
    match (hook.event(), text.as_deref()) {
        ("beforeCreate", Some("text")) => return Err(Error::other("the hook refuses")),
        ("afterCreate" | "afterUpdate", Some("wrong")) => {
            return Err(Error::other("the page is wrong"));
        }
        _ => {}
    }
    let url: Option<String> = hook.new_output("url")?;
    let url = url.unwrap_or_else(|| "not made".to_owned());
    cx.info(format!("{} of {}: {url}", hook.event(), hook.name()));
    Ok(())
}

provider!(
    Provider::new("site")
        .resource::<Page>()
        .function(slug)
        .component::<Website>()
        .component::<Portal>()
        .component::<Mirror>()
        .component::<Faulty>()
        .component::<Bad>()
        .component::<Exhibit>()
        .component::<Typed>()
        .method(page_url)
        .method(announce)
        .package(Package::new("random").version("0.1.0"))
        .package(Package::new("hostile-one"))
);
