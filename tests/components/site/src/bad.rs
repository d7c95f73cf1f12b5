//! A component that does forbidden things, for tests of the host's reaction.

use std::cell::RefCell;
use std::rc::Rc;

use pulumi_wasm_provider::prelude::*;

use super::Page;

/// A resource of another package. No test has its provider.
const THING: &str = "random:index:Thing";

/// The deed of a [`Bad`] component.
#[derive(Enum, Clone, PartialEq)]
pub(crate) enum Deed {
    /// Does not set its output.
    Forgotten,
    /// Two values that wait for each other.
    Cycle,
    /// A function that never ends.
    Endless,
    /// Ten thousand children.
    Many,
    /// More children than the host takes.
    More,
    /// A child with a large input.
    Large,
    /// Keeps the output of a child for the next construction.
    Keep,
    /// Uses what was kept.
    Later,
    /// A child of its package with an input that does not exist.
    Misspelt,
    /// A child of its package without an input that it needs.
    Missing,
}

thread_local! {
    static KEPT: RefCell<Option<Output<String>>> = const { RefCell::new(None) };
}

/// Does its worst.
#[derive(Component)]
pub(crate) struct Bad {
    deed: Deed,
    #[property(default = "text")]
    text: Input<String>,
    shown: Output<String>,
}

impl Construct for Bad {
    fn construct(inputs: BadInputs, cx: &ComponentContext) -> Result<BadOutputs> {
        let text = inputs.text.output();
        let shown = match inputs.deed {
            Deed::Forgotten => cx.group("empty", "Empty", |_| Ok(()))?.output("shown"),
            Deed::Cycle => cycle(&text),
            Deed::Endless => text.apply(|text| -> String {
                let mut text = text;
                loop {
                    text = std::hint::black_box(text);
                }
            }),
            Deed::Many => many(cx, 9_998)?,
            Deed::More => many(cx, 10_001)?,
            Deed::Large => {
                let large = cx.child("large", THING, properties! { text: "x".repeat(1 << 20) })?;
                large.output("text")
            }
            Deed::Keep => {
                let child = cx.child("kept", THING, properties! { text: text })?;
                KEPT.with(|kept| kept.replace(Some(child.output("text"))));
                child.output("text")
            }
            Deed::Later => {
                let kept = KEPT.with(|kept| kept.borrow().clone());
                let kept = kept.ok_or_else(|| Error::other("nothing was kept"))?;
                cx.child("late", THING, properties! { text: kept })?
                    .output("text")
            }
            Deed::Misspelt => {
                let page = properties! { path: "p", text: "t", titel: "x" };
                cx.child("page", "site:index:Page", page)?.output("url")
            }
            Deed::Missing => cx
                .child("page", of::<Page>(), properties! { path: "p" })?
                .output("url"),
        };
        Ok(BadOutputs { shown })
    }
}

/// A value that is made of itself.
fn cycle(text: &Output<String>) -> Output<String> {
    let later = Rc::new(RefCell::new(None::<Output<String>>));
    let inside = Rc::clone(&later);
    let made = text
        .apply(move |_| {
            let made = inside.borrow().clone();
            made.ok_or_else(|| Error::other("it was called too early"))
        })
        .flatten();
    later.replace(Some(made.clone()));
    made
}

fn many(cx: &ComponentContext, count: usize) -> Result<Output<String>> {
    for number in 0..count {
        cx.child(&format!("thing-{number}"), THING, ())?;
    }
    Ok(cx
        .group("last", "Last", |_| Ok(properties! { shown: "done" }))?
        .output("shown"))
}
