//! The calls for components of all languages, with the names of the resources that they must register.
//!
//! The components are `tests/components/site` in Rust, and `tests/components/LANGUAGE/site`. A case is a row here.

use pulumi_wasm_core::value::special_values as special;
use serde_json::{Value as Json, json};
use test_support::protocol::pulumirpc as pb;

use test_support::fake::calls::string;
use test_support::fake::monitor::Reply;

/// One request, and the monitor's answers to registrations.
pub(super) struct Case {
    pub(super) name: &'static str,
    /// The component, by the last part of its token, or a method of a component that is called `s`, with `inputs` as
    /// its arguments.
    pub(super) kind: &'static str,
    pub(super) inputs: Json,
    /// The names of all registrations, sorted.
    pub(super) registers: Vec<&'static str>,
    pub(super) request: fn(&mut pb::ConstructRequest),
    pub(super) reply: fn(&pb::RegisterResourceRequest) -> Reply,
    /// Whether only a preview can make this call, because a value is unknown.
    pub(super) is_preview: bool,
    pub(super) fails: bool,
    /// Whether the language itself words the error.
    pub(super) has_own_words: bool,
}

impl Case {
    fn preview(mut self) -> Self {
        self.is_preview = true;
        self
    }

    fn fails(mut self) -> Self {
        self.fails = true;
        self
    }

    fn in_own_words(mut self) -> Self {
        self.has_own_words = true;
        self
    }

    fn request(mut self, request: fn(&mut pb::ConstructRequest)) -> Self {
        self.request = request;
        self
    }

    fn reply(mut self, reply: fn(&pb::RegisterResourceRequest) -> Reply) -> Self {
        self.reply = reply;
        self
    }
}

fn case(name: &'static str, kind: &'static str, inputs: Json, registers: &[&'static str]) -> Case {
    Case {
        name,
        kind,
        inputs,
        registers: registers.to_vec(),
        request: |_| {},
        reply: made,
        is_preview: false,
        fails: false,
        has_own_words: false,
    }
}

/// A resource as its provider would create it: its inputs, and outputs that follow from them.
pub(super) fn made(request: &pb::RegisterResourceRequest) -> Reply {
    let output = match request.r#type.as_str() {
        "site:index:Page" | "site:index:Website" => "url",
        "random:index/randomPassword:RandomPassword" => "result",
        "hostile-one:index:type" => "declare",
        _ => return Reply::made(),
    };
    let mut object = request.object.clone().unwrap_or_default();
    let text = format!("the {output} of {}", request.name);
    object.fields.insert(output.to_owned(), string(&text));
    Reply::Made(pb::RegisterResourceResponse {
        object: Some(object),
        ..pb::RegisterResourceResponse::default()
    })
}

const BEHIND: &str = "urn:pulumi:dev::shop::random:index:Thing::behind";

fn output(members: &Json) -> Json {
    let mut output = members.clone();
    output[special::KEY] = special::OUTPUT.into();
    output
}

fn unknown() -> Json {
    output(&json!({}))
}

fn secret(value: &Json) -> Json {
    output(&json!({ "value": value, "secret": true }))
}

fn behind(value: &Json) -> Json {
    output(&json!({ "value": value, "dependencies": [BEHIND] }))
}

fn unknown_secret_behind() -> Json {
    output(&json!({ "secret": true, "dependencies": [BEHIND] }))
}

/// The resources that every website registers.
const FRONT: [&str; 4] = ["s", "s-front", "s-more", "s-password"];

/// All cases.
pub(super) fn all() -> Vec<Case> {
    let mut cases = websites();
    cases.extend(portals());
    cases.extend(faults());
    cases.extend(exhibits());
    cases.extend(typed());
    cases.extend(methods());
    cases.extend(mirrors());
    cases
}

/// A reference to a resource of the program.
pub(super) fn reference(urn: &str, id: Option<&str>) -> Json {
    let mut reference = json!({ special::KEY: special::RESOURCE_REFERENCE, "urn": urn });
    if let Some(id) = id {
        reference["id"] = id.into();
    }
    reference
}

/// Methods, which look their resource up as a reference.
fn methods() -> Vec<Case> {
    let announce = |name, arguments| case(name, "Website/announce", arguments, &["s-news"]);
    let page = |name, path| case(name, "Website/pageUrl", json!({ "path": path }), &[]);
    vec![
        announce("a method", json!({ "text": "Moved" })),
        announce(
            "a method with all arguments",
            json!({ "text": "Moved", "times": 3 }),
        ),
        announce(
            "a method with a secret",
            json!({ "text": secret(&json!("Moved")) }),
        ),
        announce(
            "a method with an argument of a resource",
            json!({ "text": behind(&json!("Moved")), "times": 2 }),
        ),
        announce(
            "a method with an unknown argument",
            json!({ "text": unknown() }),
        )
        .preview(),
        announce(
            "a method with an unknown secret",
            json!({ "text": unknown_secret_behind(), "times": 0 }),
        )
        .preview(),
        announce(
            "a method whose child is not made yet",
            json!({ "text": "Moved" }),
        )
        .reply(|_| {
            Reply::Made(pb::RegisterResourceResponse {
                unknown: true,
                ..pb::RegisterResourceResponse::default()
            })
        }),
        announce("a method whose child fails", json!({ "text": "Moved" }))
            .fails()
            .reply(|_| {
                Reply::Made(pb::RegisterResourceResponse {
                    result: 1,
                    ..pb::RegisterResourceResponse::default()
                })
            }),
        page("a method of one result", json!("/a")),
        page("a method of one secret result", secret(&json!("/a"))),
        page("a method of one unknown result", unknown()).preview(),
        // Failures are a list in the answer.
        case(
            "a method that refuses an argument",
            "Website/announce",
            json!({ "text": "Moved", "times": 4 }),
            &[],
        ),
        case(
            "a method without an argument",
            "Website/announce",
            json!({}),
            &[],
        ),
        case(
            "a method of which an argument has to be known",
            "Website/announce",
            json!({ "text": "Moved", "times": unknown() }),
            &[],
        )
        .preview(),
        case(
            "a method that does not exist",
            "Website/anounce",
            json!({}),
            &[],
        )
        .fails(),
    ]
}

/// Components of existing resources: by an id, by a function, and by a reference.
fn mirrors() -> Vec<Case> {
    let front = "urn:pulumi:dev::shop::site:index:Page::front";
    let mirror = |name, page: Json, word: Json| {
        let inputs = json!({ "page": page, "word": word });
        case(name, "Mirror", inputs, &["s", "s-page"])
    };
    let page = || reference(front, Some("front-id"));
    vec![
        mirror("look-ups", page(), json!("w")),
        mirror("look-ups by a secret", page(), secret(&json!("w"))),
        mirror(
            "look-ups by what a resource gives",
            behind(&page()),
            behind(&json!("w")),
        ),
        mirror("look-ups by an unknown id", page(), unknown()).preview(),
        mirror(
            "look-ups of a resource that is not made yet",
            unknown(),
            json!("w"),
        )
        .preview(),
    ]
}

/// Children of modules that the tool wrote.
fn typed() -> Vec<Case> {
    let children = &["s", "s-password", "s-thing", "s-url"];
    let case = |name, word: Json| case(name, "Typed", json!({ "word": word }), children);
    vec![
        case("typed children", json!("w")),
        case("typed children with a secret", secret(&json!("w"))),
        case("typed children with an unknown value", unknown()).preview(),
    ]
}

fn websites() -> Vec<Case> {
    let site = |name, inputs| case(name, "Website", inputs, &FRONT);
    let pages = &[
        "s",
        "s-front",
        "s-more",
        "s-more-page-1",
        "s-more-page-2",
        "s-password",
    ];
    vec![
        site("a title", json!({ "title": "Hi" })),
        site(
            "all inputs",
            json!({ "title": "Hi", "index": "a.html", "note": "n", "pages": 0 }),
        ),
        case(
            "pages",
            "Website",
            json!({ "title": "Hi", "pages": 2 }),
            pages,
        ),
        case(
            "pages of an unknown title",
            "Website",
            json!({ "title": unknown(), "pages": 2 }),
            pages,
        )
        .preview(),
        site(
            "a note that is null",
            json!({ "title": "Hi", "note": null }),
        ),
        site("a secret title", json!({ "title": secret(&json!("Hi")) })),
        site(
            "a title of a resource",
            json!({ "title": behind(&json!("Hi")), "note": secret(&json!("n")) }),
        ),
        site("an unknown title", json!({ "title": unknown() })).preview(),
        site(
            "an unknown secret",
            json!({ "title": unknown_secret_behind(), "index": unknown() }),
        )
        .preview(),
        site(
            "a title in other letters",
            json!({ "title": "Grüße \u{1F600} \"\n\\" }),
        ),
        site("the options of a program", json!({ "title": "Hi" })).request(|request| {
            request.protect = Some(true);
            request.retain_on_delete = Some(false);
            request.providers = [(
                "random".to_owned(),
                "urn:pulumi:dev::shop::pulumi:providers:random::p::id".to_owned(),
            )]
            .into();
        }),
        site("children that are not made yet", json!({ "title": "Hi" })).reply(|request| {
            if request.custom {
                Reply::Made(pb::RegisterResourceResponse {
                    unknown: true,
                    ..pb::RegisterResourceResponse::default()
                })
            } else {
                made(request)
            }
        }),
        case(
            "a child that fails",
            "Website",
            json!({ "title": "Hi" }),
            &["s", "s-more", "s-password"],
        )
        .fails()
        .reply(|request| match request.name.as_str() {
            "s-password" => Reply::Made(pb::RegisterResourceResponse {
                result: 1,
                ..pb::RegisterResourceResponse::default()
            }),
            _ => made(request),
        }),
        case("no title", "Website", json!({}), &[]).fails(),
        case(
            "an index that is too long",
            "Website",
            json!({ "title": "Hi", "index": "a".repeat(41) }),
            &[],
        )
        .fails(),
        case(
            "an unknown number of pages",
            "Website",
            json!({ "title": "Hi", "pages": unknown() }),
            &["s"],
        )
        .preview()
        .fails(),
    ]
}

fn portals() -> Vec<Case> {
    let portal = |name, titles| {
        case(
            name,
            "Portal",
            json!({ "titles": titles }),
            &["s", "s-site"],
        )
    };
    vec![
        portal("a component of components", json!(["Ada", "Bob"])),
        portal("a component of no titles", json!([])),
        portal("a component of unknown titles", unknown()).preview(),
        portal(
            "a component of a title that is unknown",
            json!(["Ada", unknown()]),
        )
        .preview(),
        portal(
            "a component of a secret title",
            json!(["Ada", secret(&json!("Bob"))]),
        ),
    ]
}

fn faults() -> Vec<Case> {
    let fault =
        |name, fault, registers| case(name, "Faulty", json!({ "fault": fault }), registers).fails();
    vec![
        fault("an input that the component refuses", "value", &["s"]),
        fault("a function that fails", "callback", &["s"]),
        fault("a function that breaks off", "panic", &["s"]).in_own_words(),
        fault("a package that is not used", "package", &["s"]),
        fault("a transform that fails", "transform", &["s", "s-page"]),
        fault("a hook that fails", "hook", &["s", "s-page"]),
        fault("a fault that does not exist", "other", &[]),
    ]
}

fn exhibits() -> Vec<Case> {
    let all = |text: Json| json!({ "text": text, "list": ["one", "two"], "spot": { "name": "here", "level": 3 } });
    let mut cases = Vec::new();
    for (show, names, registers) in [
        (
            "options",
            [
                "options",
                "options of a secret",
                "options of an unknown text",
            ],
            &["s", "s-first", "s-maker", "whole"][..],
        ),
        (
            "aliases",
            ["aliases", "", ""],
            &[
                "s",
                "s-thing-0",
                "s-thing-1",
                "s-thing-2",
                "s-thing-3",
                "s-thing-4",
            ],
        ),
        (
            "providers",
            ["providers", "", ""],
            &["s", "s-group", "s-group-thing", "s-maker", "s-remote"],
        ),
        (
            "secrets",
            [
                "secrets",
                "secrets of a secret",
                "secrets of an unknown text",
            ],
            &["s", "s-thing"],
        ),
        ("paths", ["paths", "", ""], &["s", "s-first", "s-second"]),
        (
            "flattened",
            ["flattened", "flattened secret", "flattened unknown"],
            &["s", "s-first", "s-thing"],
        ),
        (
            "joined",
            ["joined", "joined secret", "joined unknown"],
            &["s", "s-first", "s-second", "s-third"],
        ),
        (
            "values",
            [
                "values",
                "values with a secret",
                "values with an unknown text",
            ],
            &["s", "s-thing"],
        ),
        (
            "groups",
            ["groups", "groups of a secret", "groups of an unknown text"],
            &[
                "s",
                "s-after",
                "s-outer",
                "s-outer-empty",
                "s-outer-inner",
                "s-outer-inner-thing",
            ],
        ),
        (
            "remote",
            ["remote", "remote secret", "remote unknown"],
            &["s", "s-remote", "s-thing"],
        ),
        (
            "later",
            ["later", "", ""],
            &["s", "s-item-one", "s-item-two"],
        ),
        (
            "references",
            ["references", "", ""],
            &["s", "s-first", "s-second"],
        ),
        ("objects", ["objects", "", ""], &["s", "s-thing"]),
        (
            "transforms",
            [
                "transforms",
                "transforms of a secret",
                "transforms of an unknown text",
            ],
            &["s", "s-first", "s-group", "s-group-in", "s-second"],
        ),
        (
            "hooks",
            ["hooks", "hooks of a secret", "hooks of an unknown text"],
            &["s", "s-first"],
        ),
    ] {
        let texts = [behind(&json!("Text")), secret(&json!("Text")), unknown()];
        for (number, (name, text)) in names.into_iter().zip(texts).enumerate() {
            if name.is_empty() {
                continue;
            }
            let mut inputs = all(text);
            inputs["show"] = show.into();
            let case = case(name, "Exhibit", inputs, registers);
            cases.push(if number == 2 { case.preview() } else { case });
        }
    }
    cases.push(
        case(
            "later, of an unknown list",
            "Exhibit",
            json!({ "show": "later", "list": unknown() }),
            &["s"],
        )
        .preview(),
    );
    cases.push(case(
        "objects that are left out",
        "Exhibit",
        json!({ "show": "objects" }),
        &["s", "s-thing"],
    ));
    cases.push(
        case(
            "an object with an unknown part",
            "Exhibit",
            json!({ "show": "objects", "spot": { "name": unknown(), "level": 1 } }),
            &["s", "s-thing"],
        )
        .preview(),
    );
    cases
}
