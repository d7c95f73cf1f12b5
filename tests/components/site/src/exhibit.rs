//! A component that declares resources in every way that there is, for comparisons between languages.

use std::time::Duration;

use pulumi_wasm_provider::HookArguments;
use pulumi_wasm_provider::prelude::*;

/// A resource of another package. No test has its provider.
const THING: &str = "random:index:Thing";

/// The subject of an [`Exhibit`].
#[derive(Enum, Clone, PartialEq)]
pub(crate) enum Show {
    Options,
    Aliases,
    Providers,
    Secrets,
    Paths,
    Flattened,
    Joined,
    Values,
    Groups,
    Remote,
    Later,
    References,
    Objects,
    Transforms,
    Hooks,
}

/// Where something is.
#[derive(Object, Clone)]
pub(crate) struct Spot {
    name: String,
    level: u8,
}

/// Declares resources in one of many ways.
#[derive(Component)]
pub(crate) struct Exhibit {
    show: Show,
    #[property(default = "text")]
    text: Input<String>,
    list: Input<Option<Vec<String>>>,
    spot: Input<Option<Spot>>,
    shown: Output<Option<String>>,
}

type Shown = Result<Output<Option<String>>>;

impl Construct for Exhibit {
    fn construct(inputs: ExhibitInputs, cx: &ComponentContext) -> Result<ExhibitOutputs> {
        let shown = match inputs.show {
            Show::Options => options(&inputs, cx),
            Show::Aliases => aliases(cx),
            Show::Providers => providers(cx),
            Show::Secrets => secrets(&inputs, cx),
            Show::Paths => paths(&inputs, cx),
            Show::Flattened => flattened(&inputs, cx),
            Show::Joined => joined(&inputs, cx),
            Show::Values => values(&inputs, cx),
            Show::Groups => groups(&inputs, cx),
            Show::Remote => remote(&inputs, cx),
            Show::Later => later(&inputs, cx),
            Show::References => references(cx),
            Show::Objects => objects(&inputs, cx),
            Show::Transforms => transforms(&inputs, cx),
            Show::Hooks => hooks(&inputs, cx),
        };
        Ok(ExhibitOutputs { shown: shown? })
    }
}

fn options(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let first = cx.child("first", THING, ())?;
    let maker = cx.child("maker", "pulumi:providers:random", ())?;
    let options = cx
        .options()
        .name("whole")
        .parent(&first)
        .depends_on(&first)
        .depends_on(&maker)
        .provider(&maker)
        .protect(true)
        .retain_on_delete(false)
        .delete_before_replace(true)
        .deleted_with(&first)
        .replace_with(&first)
        .replacement_trigger(&inputs.text)
        .ignore_changes(["a", "b.c"])
        .replace_on_changes(["d"])
        .secret_outputs(["e"])
        .hide_diffs(["f"])
        .create_timeout(Duration::from_millis(300_000))
        .delete_timeout(Duration::from_millis(1_500))
        .import("the-id");
    let whole = options.child("unused", THING, properties! { text: inputs.text })?;
    Ok(whole.output("text"))
}

fn aliases(cx: &ComponentContext) -> Shown {
    let aliases = [
        Alias::urn("urn:pulumi:dev::shop::site:index:Exhibit$random:index:Thing::old"),
        Alias::name("old"),
        Alias::token("random:index:Old"),
        Alias::parent("urn:pulumi:dev::shop::site:index:Exhibit::other"),
        Alias::name("old").and(Alias::parent(
            "urn:pulumi:dev::shop::site:index:Exhibit::other",
        )),
    ];
    for (number, alias) in aliases.iter().enumerate() {
        let options = cx.options().alias(alias).alias(&Alias::name("oldest"));
        options.child(&format!("thing-{number}"), THING, ())?;
    }
    Ok(Input::default().output())
}

fn providers(cx: &ComponentContext) -> Shown {
    let maker = cx.child("maker", "pulumi:providers:random", ())?;
    let options = cx.options().provider_of("random", &maker);
    let group = options.group("group", "Group", |cx| {
        cx.child("thing", THING, ())?;
        Ok(properties! { done: true })
    })?;
    options.component("remote", "random:index:Remote", ())?;
    Ok(group
        .output::<bool>("done")
        .apply(|done| Some(done.to_string())))
}

fn secrets(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let inner = inputs.text.secret();
    let thing = cx.child(
        "thing",
        THING,
        properties! {
            text: inner,
            deep: { list: [inputs.text, inner] },
            made: inner.apply(|text| text.to_lowercase()),
        },
    )?;
    Ok(thing.output::<Option<String>>("text").secret())
}

fn paths(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let first = cx.child("first", THING, properties! { a: { b: ["one", "two"] } })?;
    let made = inputs.list.apply(|list| list.unwrap_or_default());
    cx.child(
        "second",
        THING,
        properties! {
            whole: first.output::<Json>("a"),
            part: first.output::<String>("a.b[0]"),
            below: first.output::<Json>("a").get::<String>("b[1]"),
            item: inputs.list.get::<String>("[0]"),
            made: made.get::<String>("[1]"),
            name: inputs.spot.get::<String>("name"),
        },
    )?;
    Ok(first.output("a.b[0]"))
}

fn flattened(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let first = cx.child("first", THING, properties! { text: inputs.text })?;
    let text = inputs
        .text
        .apply(move |_| first.output::<String>("text"))
        .flatten();
    let thing = cx.child("thing", THING, properties! { text: text })?;
    Ok(thing.output("text"))
}

fn joined(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let first = cx.child("first", THING, properties! { text: "a" })?;
    let second = cx.child("second", THING, properties! { text: inputs.text })?;
    let texts = vec![first.output::<String>("text"), second.output("text")];
    let three = all((&inputs.text, first.id(), &inputs.list))
        .apply(|(text, id, list)| format!("{text} {id} {}", list.unwrap_or_default().len()));
    cx.child(
        "third",
        THING,
        properties! {
            texts: all(texts.clone()),
            three: three,
            named: interpolate!("{} <{}> {}", first.urn(), second.id(), 7),
        },
    )?;
    Ok(all(texts).apply(|texts| Some(texts.join("+"))))
}

fn values(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let nothing: Option<String> = None;
    cx.child(
        "thing",
        THING,
        properties! {
            zero: 0,
            half: 0.5,
            negative: -1,
            big: 9_007_199_254_740_992_i64,
            yes: true,
            text: "grüße \"\n",
            empty: [],
            object: {},
            gone: nothing,
            list: [1, "a", nothing, [], { deep: inputs.text, gone: nothing }],
            "a.b": { "c d": inputs.list },
        },
    )?;
    Ok(inputs.text.output().cast())
}

fn groups(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let outer = cx.options().protect(true).group("outer", "Outer", |cx| {
        let inner = cx.group("inner", "Inner", |cx| {
            let thing = cx.child("thing", THING, properties! { text: inputs.text })?;
            Ok(properties! { id: thing.id(), text: thing.output::<String>("text") })
        })?;
        cx.group("empty", "site:other:Empty", |_| Ok(()))?;
        Ok(properties! { inner: inner.output::<String>("text") })
    })?;
    let options = cx.options().depends_on(&outer);
    options.child(
        "after",
        THING,
        properties! { text: outer.output::<String>("inner") },
    )?;
    Ok(outer.output("inner"))
}

fn remote(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let remote = cx.component(
        "remote",
        "random:index:Remote",
        properties! { text: inputs.text, list: [inputs.text] },
    )?;
    cx.child(
        "thing",
        THING,
        properties! { text: remote.output::<String>("text") },
    )?;
    Ok(remote.output("text"))
}

fn later(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let inside = cx.clone();
    Ok(inputs.list.apply(move |list| {
        let list = list.unwrap_or_default();
        for item in &list {
            inside.child(&format!("item-{item}"), THING, properties! { text: item })?;
        }
        Ok(Some(list.len().to_string()))
    }))
}

fn references(cx: &ComponentContext) -> Shown {
    let first = cx.child("first", THING, ())?;
    let second = cx.child(
        "second",
        THING,
        properties! {
            of: first,
            deep: { list: [first] },
            id: first.id(),
            urn: first.urn(),
        },
    )?;
    Ok(second.output("id"))
}

fn objects(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let said = inputs
        .spot
        .apply(|spot| spot.map(|spot| format!("{}:{}", spot.name, spot.level)));
    let higher = inputs.spot.apply(|spot| {
        spot.map(|spot| Spot {
            name: spot.name,
            level: spot.level + 1,
        })
    });
    cx.child(
        "thing",
        THING,
        properties! {
            spot: inputs.spot,
            said: said,
            higher: higher,
            plain: Spot { name: "here".to_owned(), level: 0 },
        },
    )?;
    Ok(higher.apply(|spot| spot.map(|spot| spot.level.to_string())))
}

fn transforms(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let site = cx.name().to_owned();
    cx.transform(move |child| {
        if child.is_custom() {
            child.set_input("site", &site);
            child.set_option("protect", &true);
        }
        Ok(())
    });
    let tagged = properties! {
        text: inputs.text.secret(),
        tags: { a: "1", b: inputs.text },
        list: [1, inputs.text],
    };
    let first = cx.child("first", THING, tagged)?;
    let moving = cx.options().ignore_changes(["x"]).transform(|child| {
        let text = child.input::<Output<String>>("text")?;
        child.remove_input("text");
        if let Some(text) = text {
            child.set_input("moved", &text.secret());
        }
        child.remove_option("ignoreChanges");
        Ok(())
    });
    moving.child("second", THING, properties! { text: first.id(), count: 3 })?;
    cx.group("group", "Group", |cx| {
        cx.child("in", THING, properties! { text: inputs.text })?;
        Ok(())
    })?;
    Ok(first.output("text"))
}

fn hooks(inputs: &ExhibitInputs, cx: &ComponentContext) -> Shown {
    let inside = cx.clone();
    let note = move |hook: &HookArguments| {
        inside.info(format!("{} of {}", hook.event(), hook.name()));
        Ok(())
    };
    let noted = cx
        .options()
        .before_create(note.clone())
        .after_create(note.clone())
        .before_update(note.clone())
        .after_update(note);
    let first = noted.child("first", THING, properties! { text: inputs.text })?;
    Ok(first.output("text"))
}
