//! Components for the tests.

use crate::HookArguments;
use crate::prelude::*;

/// A page.
#[derive(Resource)]
pub(super) struct Page {
    path: String,
    #[property(output)]
    url: String,
}

#[resource]
impl Lifecycle for Page {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let url = format!("https://{}", request.inputs.path);
        Ok(Created::new("id", PageOutputs { url }))
    }
}

/// A person who is named on a page.
#[derive(Object, Clone)]
pub(super) struct Person {
    name: String,
    mail: Output<String>,
}

/// A website.
#[derive(Component)]
#[component(module = "index", exactly_one_of(note, words))]
pub(super) struct Site {
    /// Its title.
    title: Input<String>,
    #[property(default = "index.html", max_length = 20)]
    index: Input<String>,
    note: Input<Option<String>>,
    words: Input<Option<Vec<String>>>,
    #[property(default = 1, maximum = 3)]
    pages: u8,
    /// Its address.
    url: Output<String>,
    #[property(secret)]
    password: Output<String>,
    #[property(name = "title")]
    title_again: Output<String>,
}

impl Construct for Site {
    fn construct(inputs: SiteInputs, cx: &ComponentContext) -> Result<SiteOutputs> {
        let password = cx.child(
            "password",
            "random:index/randomPassword:RandomPassword",
            properties! { length: 12 },
        )?;
        let group = cx.options().protect(true).group("pages", "Pages", |cx| {
            let mut urls = Vec::new();
            for number in 0..inputs.pages {
                let page = cx.child(
                    &number.to_string(),
                    of::<Page>(),
                    properties! { path: inputs.index },
                )?;
                urls.push(page.output::<String>("url"));
            }
            Ok(properties! { urls: all(urls) })
        })?;
        let cx = cx.clone();
        let url = all((&inputs.title, group.output::<Vec<String>>("urls"))).apply(
            move |(title, urls)| {
                let last = properties! { path: title, owner: [u32::try_from(title.len())?, { mail: "a@b" }] };
                let last =
                    cx.options()
                        .depends_on(&group)
                        .child("last", "random:index:Any", last)?;
                let first = urls.into_iter().next().ok_or("there are no pages")?;
                Ok(interpolate!("{first}#{}", last.id()))
            },
        );
        Ok(SiteOutputs {
            url: url.flatten(),
            password: password.output("result"),
            title_again: inputs.title.into(),
        })
    }
}

/// The properties of a page.
#[derive(Arguments)]
pub(super) struct Details {
    url: Output<String>,
    #[property(secret)]
    password: Output<String>,
}

/// Finds a page of the site.
#[method(deprecated = "use `pages`")]
pub(super) fn page_details(
    site: This<Site>,
    /// The address of the page.
    path: Input<String>,
    #[property(default = 1, maximum = 3)] times: u8,
    cx: &ComponentContext,
) -> Result<Details> {
    if times == 3 {
        return Err(Error::invalid("times", "is too often"));
    }
    let visit = properties! { path: path, times: times };
    let visit = cx.child("visit", "random:index:Any", visit)?;
    Ok(Details {
        url: interpolate!("{}/{}", site.output::<String>("url"), visit.id()),
        password: site.output("password"),
    })
}

/// A method of a custom resource, with one value.
#[method]
pub(super) fn address(page: This<Page>) -> Result<Output<String>> {
    Ok(page.output("url"))
}

/// A method without a result.
#[method]
pub(super) fn check(site: This<Site>, note: Input<Option<String>>) -> Result<()> {
    site.call("pageDetails", properties! { path: note })?;
    Ok(())
}

/// A component that runs the step in its input.
#[derive(Component)]
pub(super) struct One {
    what: String,
    text: Input<String>,
    given: Output<Json>,
}

impl Construct for One {
    fn construct(inputs: OneInputs, cx: &ComponentContext) -> Result<OneOutputs> {
        let OneInputs { what, text } = inputs;
        let given = match what.as_str() {
            "transforms" => {
                cx.child("before", "aws-native:s3:Bucket", ())?;
                cx.transform(|child| {
                    if child
                        .input::<String>("text")?
                        .is_some_and(|text| text == "no")
                    {
                        return Err(Error::other("not this one"));
                    }
                    let word: Option<Output<String>> = child.input("word")?;
                    if let Some(word) = word {
                        child.set_input("moved", &word.secret());
                    }
                    child.remove_option("deleteBeforeReplace");
                    child.set_option("protect", &true);
                    Ok(())
                });
                let first = cx.child("first", "aws-native:s3:Bucket", ())?;
                let own = cx.options().transform(|_| Ok(()));
                own.child("own", "aws-native:s3:Bucket", ())?;
                own.parent(&first)
                    .child("below", "aws-native:s3:Bucket", ())?;
                cx.group("group", "Group", |cx| {
                    cx.child("in", "aws-native:s3:Bucket", ())?;
                    Ok(())
                })?;
                text.output().cast()
            }
            "hooks" => {
                let note = |hook: &HookArguments| {
                    let said = match hook.new_output::<String>("url")? {
                        Some(url) => format!("{url} after {:?}", hook.old_output::<String>("url")?),
                        None => "nothing".to_owned(),
                    };
                    NOTES.with_borrow_mut(|notes| {
                        notes.push(format!("{} {:?}: {said}", hook.event(), hook.id()));
                    });
                    Ok(())
                };
                let watched = cx.options().before_create(note).after_create(note);
                let watched = watched.after_create(|hook| {
                    let path: String = hook.new_input("path")?.ok_or("there is no path")?;
                    let whose = format!("{} {} {}", hook.token(), hook.name(), hook.urn());
                    Err(Error::invalid("path", format!("`{path}` of {whose}")))
                });
                let watched = watched.before_update(|hook| {
                    hook.http().get("https://a.example/").send()?;
                    match hook.old_input::<u8>("count")? {
                        Some(1) => Ok(()),
                        other => Err(Error::other(format!("{other:?} before"))),
                    }
                });
                let watched = watched.after_update(note);
                watched.child("first", of::<Page>(), properties! { path: text })?;
                watched.transform(|_| Ok(())).child(
                    "second",
                    of::<Page>(),
                    properties! { path: text },
                )?;
                cx.options()
                    .after_update(|_| Ok(()))
                    .child("third", of::<Page>(), properties! { path: text })?
                    .output("url")
            }
            "hook that shows" => {
                let own = cx
                    .options()
                    .after_create(|hook| Err(Error::other(format!("{hook:?}"))));
                own.child("page", of::<Page>(), properties! { path: text })?
                    .output("url")
            }
            "hook that declares" => {
                let inside = cx.clone();
                let own = cx.options().after_create(move |_| {
                    inside.child("more", of::<Page>(), ())?;
                    Ok(())
                });
                own.child("page", of::<Page>(), properties! { path: text })?
                    .output("url")
            }
            "options" => {
                let group = cx.group("group", "Group", |_| Ok(()))?;
                let all = cx
                    .options()
                    .name("in-full")
                    .parent(&group)
                    .depends_on(&group)
                    .depends_on(&text)
                    .provider(&text)
                    .provider_of("random", &group)
                    .retain_on_delete(false)
                    .delete_before_replace(true)
                    .deleted_with(&group)
                    .replace_with(&group)
                    .replacement_trigger(&text)
                    .ignore_changes(["a", "b.c"])
                    .replace_on_changes(["d"])
                    .secret_outputs(["e"])
                    .secret_outputs(["g", "h"])
                    .hide_diffs(["f"])
                    .alias(&Alias::name("old").and(Alias::parent("urn:y")))
                    .alias(&Alias::urn("urn:x"))
                    .alias(&Alias::parent(&group))
                    .alias(&Alias::parent(&group.urn()))
                    .create_timeout(std::time::Duration::from_millis(1500))
                    .import("it");
                all.child("part", of::<Page>(), ())?
                    .reference::<Page>()
                    .cast()
            }
            "component" => {
                let site = SiteInputs {
                    title: text.clone(),
                    index: "i".into(),
                    note: Input::default(),
                    words: vec!["a".to_owned()].into(),
                    pages: 0,
                };
                cx.component("site", of::<Site>(), site)?.output("url")
            }
            "person" => {
                let person = Person {
                    name: "Ada".to_owned(),
                    mail: text.secret(),
                };
                let nothing: Option<String> = None;
                cx.child(
                    "person",
                    "random:index:Any",
                    properties! { person: person, nothing: nothing },
                )?
                .output("person.mail")
            }
            "parts" => {
                let whole = text.apply(|text| Json(serde_json::json!({ "a": [text] })));
                let plain: Output<Json> = Output::from(Json(serde_json::json!({ "a": 1 })));
                all(vec![whole.get::<Json>("a[0]"), plain.get("a")]).cast()
            }
            "map" => {
                let page = cx.child("page", of::<Page>(), properties! { path: text })?;
                let map = std::collections::BTreeMap::from([
                    ("url".to_owned(), page.output::<String>("url")),
                    ("words".to_owned(), text.output()),
                ]);
                all(map).cast()
            }
            "callback" => {
                text.apply(|text| Err::<Json, _>(Error::other(format!("no `{text}` today"))))
            }
            "number" => text.cast::<u8>().apply(|number| Json(number.into())),
            "read" => {
                let group = cx.group("group", "Group", |cx| {
                    let page =
                        cx.read("page", of::<Page>(), properties! { id: text, path: "p" })?;
                    Ok(properties! { url: page.output::<String>("url") })
                })?;
                let careful = cx.options().depends_on(&group).provider(&group);
                careful
                    .read("any", "random:index:Any", properties! { id: "a" })?
                    .urn()
                    .cast()
            }
            "invoke" => {
                let arguments = properties! { of: text };
                let first = cx.invoke("random:index:choose", arguments)?;
                let careful = cx.options().depends_on(&first);
                careful.invoke("random:index:all", ())?.get("parts[0]")
            }
            "open" => {
                let page = cx.resource(&text.cast::<ResourceReference<Page>>())?;
                page.call(
                    "publish",
                    properties! { when: page.output::<String>("url") },
                )?
            }
            "open any" => {
                let any = cx.resource(&text.cast::<ResourceReference>())?;
                let careful = cx.options().provider(&text);
                careful.call(&any, "random:index:Any/count", ())?;
                any.output("size")
            }
            "method" => cx
                .child("any", "random:index/any:Any", ())?
                .call("count", properties! { of: text })?,
            "wrong open" => cx
                .resource(&text.cast::<ResourceReference<Page>>())?
                .output("uri"),
            "wrong input" => cx
                .child("page", of::<Page>(), properties! { pahth: text })?
                .output("url"),
            "wrong output" => cx
                .child("page", of::<Page>(), properties! { path: text })?
                .output("uri.part"),
            "wrong number" => cx
                .child("page", of::<Page>(), properties! { path: f64::NAN })?
                .output("url"),
            "not a component" => cx.component("page", of::<Page>(), ())?.output("url"),
            "keep" => {
                KEPT.set(Some(text.output()));
                text.output().cast()
            }
            "kept" => KEPT.take().ok_or("nothing was kept")?.cast(),
            other => return Err(Error::invalid("what", format!("`{other}` is not known"))),
        };
        Ok(OneOutputs { given })
    }
}

thread_local! {
    static KEPT: std::cell::Cell<Option<Output<String>>> = const { std::cell::Cell::new(None) };
    /// The calls that hooks recorded.
    pub(super) static NOTES: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
}

provider!(
    Provider::new("web")
        .resource::<Page>()
        .component::<Site>()
        .component::<One>()
        .method(page_details)
        .method(address)
        .method(check)
        .package(Package::new("random").version("4.18.0"))
        .package(Package::new("aws-native"))
        .package(
            Package::new("pages")
                .version("0.3.0")
                .plugin("wasm")
                .plugin_version("0.1.0")
                .parameter("eyJ9")
        )
);
