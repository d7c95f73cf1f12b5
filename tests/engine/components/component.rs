//! Component resources under the real engine: a website through a whole life, in each language.

use serde_json::Value;

use test_support::pulumi::engine::Engine;
use test_support::pulumi::guest::{Guest, guest};
use test_support::pulumi::inline::{Inline, Language, Outcome, Step};
use test_support::pulumi::stack::Stack;

/// A website whose title is not known in the first preview and whose note is a secret. Its password is a resource of
/// another package.
const PROGRAM: &str = "
name: site-life
runtime: yaml
resources:
  maker:
    type: pulumi:providers:random
  pet:
    type: random:RandomPet
  site:
    type: site:Website
    properties:
      title: 'The ${pet.id}'
      note: {'fn::secret': 'hush and more'}
      pages: 2
    options:
      providers:
        - ${maker}
outputs:
  url: ${site.url}
  link: ${site.link}
  more: ${site.more}
  password: ${site.password}
";

/// The resources below the component, by names and parents.
const CHILDREN: [(&str, &str); 5] = [
    ("site-password", "::site"),
    ("site-front", "::site"),
    ("site-more", "::site"),
    ("site-more-page-1", "::site-more"),
    ("site-more-page-2", "::site-more"),
];

fn stack(name: &str, program: &str) -> Stack {
    let stack = Engine::stack(name)
        .program(program)
        .component("site")
        .component("random")
        .create();
    stack.package_add(&["./site.wasm"]).succeeds();
    stack.package_add(&["./random.wasm"]).succeeds();
    stack
}

#[track_caller]
fn resource(stack: &Stack, name: &str) -> Value {
    let found = stack.resource(name);
    found.unwrap_or_else(|| panic!("there is no `{name}`: {}", stack.export()))
}

#[test]
fn a_website_lives() {
    let stack = stack("site-life", PROGRAM);
    // The stack, the provider and the pet, the component and what is below it.
    let count = u64::try_from(4 + CHILDREN.len()).unwrap();
    let previewed = stack.preview().succeeds();
    let previewed = previewed.changes(&[("to create", count)]);
    for (name, _) in CHILDREN {
        assert!(previewed.stdout.contains(name), "{name}\n{previewed}");
    }
    stack.up().succeeds().changes(&[("created", count)]);

    for (name, parent) in CHILDREN {
        let child = resource(&stack, name);
        assert!(
            child["parent"].as_str().unwrap().ends_with(parent),
            "{child}"
        );
    }
    let provider = resource(&stack, "site-password")["provider"].clone();
    assert!(
        provider.as_str().unwrap().contains("::maker::"),
        "{provider}"
    );
    let outputs = stack.outputs();
    assert_eq!(outputs["url"], "https://pages.example/index.html");
    assert_eq!(
        outputs["more"],
        "https://pages.example/page-1.html https://pages.example/page-2.html"
    );
    let pet = resource(&stack, "pet")["id"].as_str().unwrap().to_owned();
    let link = format!("The {pet} <https://pages.example/index.html>");
    assert_eq!(outputs["link"], link.as_str());
    let password = outputs["password"].as_str().unwrap();
    assert_eq!(password.len(), 12);
    stack.keeps_secret(password);
    stack.keeps_secret("hush");
    // The engine's dependencies are the sources of a value, and the resources that it waits for.
    let front = resource(&stack, "site-front");
    let needs = front["dependencies"].to_string();
    for needed in ["::pet", "::site-password"] {
        assert!(needs.contains(needed), "{front}");
    }
    let page = resource(&stack, "site-more-page-2");
    assert_eq!(page["inputs"]["text"], format!("The {pet} 2 of 2").as_str());

    stack.preview().succeeds().changes(&[]);
    stack.up().succeeds().changes(&[]);
    stack.edit("pages: 2", "pages: 1");
    let changes = [("updated", 2), ("deleted", 1)];
    stack.up().succeeds().changes(&changes);
    stack.destroy().succeeds();
}

#[test]
fn children_stay_when_their_component_is_renamed_or_moves() {
    let stack = stack("site-moves", PROGRAM);
    stack.up().succeeds();
    let ids = |component: &str| {
        let below = CHILDREN.iter().map(|(name, _)| {
            let name = name.replacen("site", component, 1);
            resource(&stack, &name)["id"].clone()
        });
        below.collect::<Vec<_>>()
    };
    let before = ids("site");
    // The component is protected now, and so are the resources below it.
    let inherited = "deletedWith: ${pet}\n      protect: true\n      retainOnDelete: true";
    let options = format!(
        "providers:\n        - ${{maker}}\n      {inherited}\n      aliases:\n        - name: site"
    );
    rewrite(
        &stack,
        "  site:\n    type: site:Website",
        "  home:\n    type: site:Website",
    );
    rewrite(&stack, "${site.", "${home.");
    rewrite(&stack, "providers:\n        - ${maker}", &options);
    stack.up().succeeds().changes(&[]);
    assert_eq!(ids("home"), before);
    let page = resource(&stack, "home-more-page-1");
    assert_eq!(
        (&page["protect"], &page["retainOnDelete"]),
        (&true.into(), &true.into())
    );
    assert_eq!(page["deletedWith"], resource(&stack, "pet")["urn"]);

    let moved = "parent: ${pet}\n      aliases:\n        - noParent: true";
    rewrite(
        &stack,
        &format!("{inherited}\n      aliases:\n        - name: site"),
        moved,
    );
    stack.up().succeeds().changes(&[]);
    assert_eq!(ids("home"), before);
    stack.destroy().succeeds();
}

/// Replaces all occurrences of a text in the program.
#[track_caller]
fn rewrite(stack: &Stack, from: &str, to: &str) {
    let program = stack.read_program();
    assert!(program.contains(from), "`{from}` is not in\n{program}");
    stack.write_program(&program.replace(from, to));
}

#[test]
fn a_component_of_components_lives() {
    let program = "
name: portal
runtime: yaml
resources:
  maker:
    type: pulumi:providers:random
  portal:
    type: site:Portal
    properties:
      titles: [Ada, Bob]
    options:
      providers: ['${maker}']
outputs:
  url: ${portal.url}
  about: ${portal.about}
  count: ${portal.count}
";
    let stack = stack("portal", program);
    stack.preview().succeeds();
    stack.up().succeeds();
    let outputs = stack.outputs();
    // The portal changes the pages of the component inside.
    assert_eq!(outputs["url"], "https://pages.example/site/portal.html");
    // Created by a method of the inner component.
    let about = "https://pages.example/site/portal.html#about";
    assert_eq!(outputs["about"], about);
    assert_eq!(outputs["count"], 2.0);
    let password = resource(&stack, "portal-site-password");
    assert!(
        password["provider"].to_string().contains("::maker::"),
        "{password}"
    );
    let front = resource(&stack, "portal-site-front");
    assert_eq!(front["inputs"]["text"], "ADA AND BOB\n\nNothing more.");
    stack.up().succeeds().changes(&[]);
    stack.destroy().succeeds();
}

/// The prefix of places in the component's source.
fn place() -> &'static str {
    match Guest::file("site").as_str() {
        "site-python.wasm" => "site_provider.py:",
        "site-typescript.wasm" => "src/index.ts:",
        "site-go.wasm" => "site/main.go:",
        _ => "site/src/lib.rs:",
    }
}

#[test]
fn mistakes_of_a_component_are_told_with_its_place() {
    let program = "
name: faulty
runtime: yaml
resources:
  faulty:
    type: site:Faulty
    properties:
      fault: FAULT
";
    let stack = stack("faulty", &program.replace("FAULT", "value"));
    let mut last = "value";
    for (fault, said) in [
        ("value", "is not to this component's taste"),
        ("callback", "4 letters are too many"),
        ("panic", "there is a text"),
        ("package", "does not name the package `aws` in `packages`"),
        ("twice", "the parent has a resource `faulty-page`"),
        ("absent", "`faulty-page` has no output `uri`"),
        (
            "transform",
            "the transform of `faulty-page` of type `site:index:Page`",
        ),
    ] {
        // In Go the fields of a struct are the outputs that code can read.
        if fault == "absent" && Guest::file("site") == "site-go.wasm" {
            continue;
        }
        stack.edit(&format!("fault: {last}"), &format!("fault: {fault}"));
        last = fault;
        let failed = stack.up().fails().says(said);
        if fault != "value" {
            // The file and the line of the component's source.
            let failed = failed.says(place());
            assert!(failed.stdout.contains("faulty"), "{failed}");
        }
    }
    stack.destroy().succeeds();
}

#[test]
fn hooks_of_a_component_run_before_and_after_its_children_are_made() {
    let program = "
name: hooked
runtime: yaml
resources:
  hooked:
    type: site:Faulty
    properties:
      fault: hook
      text: text
";
    let stack = stack("hooked", program);
    stack
        .up()
        .fails()
        .says("the hook `beforeCreate` of `hooked-page` of type `site:index:Page`")
        .says("the hook refuses")
        .says(place());
    assert_eq!(stack.resource("hooked-page"), None);

    stack.edit("text: text", "text: made");
    let previewed = stack.preview().succeeds();
    assert!(!previewed.stdout.contains("Create of"), "{previewed}");
    stack
        .up()
        .succeeds()
        .says("beforeCreate of hooked-page: not made")
        .says("afterCreate of hooked-page: https://pages.example/p");
    stack.up().succeeds().changes(&[]);

    stack.edit("text: made", "text: changed");
    stack
        .up()
        .succeeds()
        .says("beforeUpdate of hooked-page: not made")
        .says("afterUpdate of hooked-page: https://pages.example/p");

    // The created resources stay, and the deployment fails.
    stack.edit("text: changed", "text: wrong");
    stack.up().fails().says("the page is wrong").says(place());
    let page = resource(&stack, "hooked-page");
    assert_eq!(page["inputs"]["text"], "wrong");
    stack.up().succeeds().changes(&[]);
    // The trace names no function of the component.
    stack.destroy().succeeds();
}

guest!(
    python,
    Python,
    [
        a_website_lives,
        hooks_of_a_component_run_before_and_after_its_children_are_made,
        children_stay_when_their_component_is_renamed_or_moves,
        a_component_of_components_lives,
        mistakes_of_a_component_are_told_with_its_place,
    ]
);

guest!(
    typescript,
    TypeScript,
    [
        a_website_lives,
        hooks_of_a_component_run_before_and_after_its_children_are_made,
        children_stay_when_their_component_is_renamed_or_moves,
        a_component_of_components_lives,
        mistakes_of_a_component_are_told_with_its_place,
    ]
);

guest!(
    go,
    Go,
    [
        a_website_lives,
        hooks_of_a_component_run_before_and_after_its_children_are_made,
        children_stay_when_their_component_is_renamed_or_moves,
        a_component_of_components_lives,
        mistakes_of_a_component_are_told_with_its_place,
        a_component_looks_up_what_is_there_already,
    ]
);

#[test]
fn a_component_looks_up_what_is_there_already() {
    let program = "
name: mirror
runtime: yaml
resources:
  maker:
    type: pulumi:providers:random
  front:
    type: site:Page
    properties:
      path: front.html
      text: Good Morning!
  mirror:
    type: site:Mirror
    properties:
      page: ${front}
      word: abc
    options:
      providers: ['${maker}']
outputs:
  url: ${mirror.url}
";
    let stack = stack("mirror", program);
    let previewed = stack.preview().succeeds();
    for name in ["mirror-word", "mirror-page"] {
        assert!(previewed.stdout.contains(name), "{name}\n{previewed}");
    }
    stack.up().succeeds();
    let url = "https://pages.example/good-morning-abc";
    assert_eq!(stack.output("url"), url);
    // It is in the state as an external resource below the component, and was read with its provider.
    let word = resource(&stack, "mirror-word");
    assert_eq!(
        (&word["external"], &word["id"]),
        (&true.into(), &"abc".into())
    );
    let provider = word["provider"].as_str().unwrap();
    assert!(provider.contains("::maker::"), "{word}");
    let copy = resource(&stack, "mirror-page");
    assert_eq!(copy["inputs"]["text"], "Good Morning!");
    let needs = copy["dependencies"].to_string();
    for needed in ["::front", "::mirror-word"] {
        assert!(needs.contains(needed), "{copy}");
    }

    stack.preview().succeeds().changes(&[]);
    stack.up().succeeds().changes(&[]);
    stack.edit("Good Morning!", "Good Evening!");
    stack.up().succeeds();
    let url = "https://pages.example/good-evening-abc";
    assert_eq!(stack.output("url"), url);
    stack.destroy().succeeds();
}

#[test]
fn methods_are_called_from_python() {
    // The component that passes on the provider of the word adds one.
    methods_are_called(Language::Python, 11);
}

#[test]
fn methods_are_called_from_typescript() {
    methods_are_called(Language::TypeScript, 10);
}

fn methods_are_called(language: Language, count: u64) {
    let inline = Inline::new(language, "site", &["site", "random"]);
    let outcomes = inline.takes(&[
        Step::Set("times", "2"),
        Step::Preview,
        Step::Up,
        Step::Up,
        Step::Set("times", "4"),
        Step::Up,
    ]);
    let [previewed, made, same, refused] = <[Outcome; 4]>::try_from(outcomes).ok().unwrap();
    // The stack, two providers, a word, the website with the password, the front page and the group of others, the page
    // that a method adds, and one that shows its address.
    previewed.changes(&[("create", count)]);
    made.changes(&[("create", count)]);
    let word = made.value("word").as_str().unwrap();
    let about = format!("https://pages.example/index.html#{word}");
    assert_eq!(made.value("about"), about.as_str());
    assert_eq!(
        made.value("secretly"),
        "https://pages.example/index.html#hidden"
    );
    assert!(made.is_secret("secretly") && !made.is_secret("about"));
    assert_eq!(made.value("news"), "https://pages.example/home-news");
    let login = made.value("login").as_str().unwrap();
    assert!(
        made.is_secret("login") && login.starts_with("editor:"),
        "{login}"
    );
    inline.stack.keeps_secret(login);

    let news = resource(&inline.stack, "home-news");
    assert!(
        news["parent"].as_str().unwrap().ends_with("::home"),
        "{news}"
    );
    assert!(
        news["provider"].as_str().unwrap().contains("::own::"),
        "{news}"
    );
    assert_eq!(news["inputs"]["text"], format!("{word}! {word}").as_str());
    assert!(
        news["dependencies"].to_string().contains("::word"),
        "{news}"
    );
    // A resource with a result as its input depends on the sources of the result.
    let last = resource(&inline.stack, "last");
    assert!(
        last["dependencies"].to_string().contains("::home-news"),
        "{last}"
    );

    same.changes(&[]);
    assert!(refused.failed, "{}", refused.said);
    assert!(
        refused.said.contains("three times are enough"),
        "{}",
        refused.said
    );
    destroys(&inline, count);
}

/// Destroys the resources of an inline program.
#[track_caller]
fn destroys(inline: &Inline, count: u64) {
    let [gone] = <[Outcome; 1]>::try_from(inline.takes(&[Step::Destroy]))
        .ok()
        .unwrap();
    gone.changes(&[("delete", count)]);
}

#[test]
fn transforms_of_the_program_change_the_children_of_a_component() {
    transforms_and_hooks_reach(Language::Python);
}

#[test]
fn transforms_of_a_program_in_typescript_change_the_children_of_a_component() {
    transforms_and_hooks_reach(Language::TypeScript);
}

fn transforms_and_hooks_reach(language: Language) {
    let inline = Inline::new(language, "transforms", &["site", "random"]);
    let outcomes = inline.takes(&[Step::Preview, Step::Up, Step::Up]);
    let [previewed, made, same] = <[Outcome; 3]>::try_from(outcomes).ok().unwrap();
    // The stack, the provider, the website with the password, the front page and the group with a page.
    // With the portal, the website in it, and four resources below that.
    previewed.changes(&[("create", 13)]);
    made.changes(&[("create", 13)]);
    // A transform of the stack.
    assert_eq!(made.value("password").as_str().unwrap().len(), 20);
    // A transform of the component, for its children and their descendants.
    let page = resource(&inline.stack, "home-more-page-1");
    assert_eq!(page["inputs"]["text"], "Home 1 of 1 Ada");
    // If a program runs inside of another program, callbacks of Pulumi's SDK for Node.js do not know that the engine accepts
    // secrets, nor the address for messages.
    if language == Language::Python {
        let front = resource(&inline.stack, "home-front");
        assert!(front["inputs"]["text"].is_object(), "no secret: {front}");
        inline.stack.keeps_secret("hush");
        // The hook of the component comes when it is complete, and in no preview.
        let seen = "the hook saw home: https://pages.example/index.html";
        assert!(made.said.contains(seen), "{}", made.said);
        let before = previewed.said.contains("the hook saw");
        assert!(!before, "{}", previewed.said);
    }
    // A transform of the component itself, in addition to the program's.
    let page = resource(&inline.stack, "gate-site-front");
    assert_eq!(page["inputs"]["path"], "site/portal.html");
    let text = page["inputs"]["text"].as_str().unwrap();
    assert!(text.ends_with(" Ada"), "{page}");
    assert_eq!(made.value("gate"), "https://pages.example/site/portal.html");
    same.changes(&[]);
    destroys(&inline, 13);
}

#[test]
fn a_program_reads_the_resource_that_an_output_of_a_component_refers_to() {
    for language in [Language::Python, Language::TypeScript] {
        let inline = Inline::new(language, "mirror", &["site", "random"]);
        let outcomes = inline.takes(&[Step::Preview, Step::Up, Step::Up]);
        let [previewed, made, same] = <[Outcome; 3]>::try_from(outcomes).ok().unwrap();
        assert!(!previewed.failed, "{}", previewed.said);
        assert!(!made.failed, "{}", made.said);
        let url = "https://pages.example/good-morning-abc";
        assert_eq!(made.value("url"), url);
        assert_eq!(made.value("text"), "Good Morning!");
        let copy = resource(&inline.stack, "mirror-page");
        assert_eq!(*made.value("urn"), copy["urn"]);
        // In the state of the component it is a reference, too.
        let mirror = resource(&inline.stack, "mirror");
        let reference = &mirror["outputs"]["copy"];
        assert_eq!(reference["urn"], copy["urn"], "{mirror}");
        assert_eq!(reference["id"], copy["id"], "{mirror}");
        same.changes(&[]);
        let [gone] = <[Outcome; 1]>::try_from(inline.takes(&[Step::Destroy]))
            .ok()
            .unwrap();
        assert!(!gone.failed, "{}", gone.said);
    }
}
