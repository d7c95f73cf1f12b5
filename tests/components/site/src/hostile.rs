//! Resources of the package `hostile-one` 1.0.0, as children of component resources.
//!
//! Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.

#![allow(dead_code, nonstandard_style, clippy::all, clippy::pedantic)]

use pulumi_wasm_provider as sdk;

/// A `hostile-one:index:Result`.
#[derive(Clone, Debug)]
pub struct Result_(sdk::Child);

impl Result_ {
    /// The type token.
    pub const TOKEN: &'static str = "hostile-one:index:Result";

    /// Declares a resource. Its name is the component's with the part.
    ///
    /// # Errors
    /// When the host refuses it, such as a second one of its name.
    #[track_caller]
    pub fn declare(part: &str, options: &sdk::Options) -> sdk::Result<Self> {
        options.child(part, Self::TOKEN, ()).map(Self)
    }

    /// The declared resource, for options of other resources.
    pub fn child(&self) -> &sdk::Child {
        &self.0
    }

    /// The URN.
    pub fn urn(&self) -> sdk::Output<String> {
        self.0.urn()
    }

    /// The id that the provider gives.
    pub fn id(&self) -> sdk::Output<String> {
        self.0.id()
    }
}

/// Says "quotes" #![allow] */ \ and /// more {{ }} } fn main() {}
#[derive(Clone, Debug)]
pub struct Type(sdk::Child);

impl Type {
    /// The type token.
    pub const TOKEN: &'static str = "hostile-one:index:type";

    /// Declares a resource. Its name is the component's with the part.
    ///
    /// # Errors
    /// When the host refuses it, such as a second one of its name.
    #[track_caller]
    pub fn declare(part: &str, inputs: TypeInputs, options: &sdk::Options) -> sdk::Result<Self> {
        options.clone().secret_outputs(["list"]).child(part, Self::TOKEN, inputs).map(Self)
    }

    /// The declared resource, for options of other resources.
    pub fn child(&self) -> &sdk::Child {
        &self.0
    }

    /// The URN.
    pub fn urn(&self) -> sdk::Output<String> {
        self.0.urn()
    }

    /// The id that the provider gives.
    pub fn id(&self) -> sdk::Output<String> {
        self.0.id()
    }

    /// The output `child`.
    pub fn child_(&self) -> sdk::Output<Option<i64>> {
        self.0.output("child")
    }

    /// The output `declare`.
    pub fn declare_(&self) -> sdk::Output<String> {
        self.0.output("declare")
    }

    /// The output `dotted.name`.
    pub fn dotted_name(&self) -> sdk::Output<Option<String>> {
        self.0.output("[\"dotted.name\"]")
    }

    /// The output `elsewhere`.
    pub fn elsewhere(&self) -> sdk::Output<Option<sdk::Json>> {
        self.0.output("elsewhere")
    }

    /// The output `import`.
    pub fn import(&self) -> sdk::Output<Option<Vec<sdk::Json>>> {
        self.0.output("import")
    }

    /// The output `list`.
    pub fn list(&self) -> sdk::Output<std::collections::BTreeMap<String, i64>> {
        self.0.output("list")
    }

    /// The output `loop`.
    pub fn loop_(&self) -> sdk::Output<Option<sdk::Json>> {
        self.0.output("loop")
    }

    /// The output `property`.
    pub fn property(&self) -> sdk::Output<Vec<String>> {
        self.0.output("property")
    }

    /// The output `words`.
    pub fn words(&self) -> sdk::Output<Option<sdk::Json>> {
        self.0.output("words")
    }
}

/// The inputs of [`Type`].
#[derive(Clone, Debug, sdk::Arguments)]
pub struct TypeInputs {
    /// The property `9lives`.
    #[property(name = "9lives")]
    pub _9lives: sdk::Input<Option<sdk::AssetOrArchive>>,
    /// The property `archive`.
    #[property(name = "archive")]
    pub archive: sdk::Input<Option<sdk::Archive>>,
    /// The property `choice`.
    #[property(name = "choice")]
    pub choice: sdk::Input<Option<sdk::Json>>,
    /// The property `colour`.
    #[property(name = "colour")]
    pub colour: sdk::Input<Option<String>>,
    /// The property `elsewhere`.
    #[property(name = "elsewhere")]
    pub elsewhere: sdk::Input<Option<sdk::Json>>,
    /// The property `empty`.
    #[property(name = "empty")]
    pub empty: sdk::Input<Option<sdk::Json>>,
    /// The property `evil`.
    #[property(name = "evil")]
    pub evil: sdk::Input<Option<sdk::Json>>,
    /// The property `foo-bar`.
    #[property(name = "foo-bar")]
    pub foo_bar: sdk::Input<Option<sdk::Json>>,
    /// The property `fooBar`.
    #[property(name = "fooBar")]
    pub foo_bar_: sdk::Input<f64>,
    /// The property `foo_bar`.
    #[property(name = "foo_bar")]
    pub foo_bar_2: sdk::Input<Option<bool>>,
    /// Has """ and \ in it. """
    #[property(name = "hue")]
    pub hue: sdk::Input<Option<String>>,
    /// type: int
    #[property(name = "level")]
    pub level: sdk::Input<Option<i64>>,
    /// The property `missing`.
    #[property(name = "missing")]
    pub missing: sdk::Input<Option<sdk::Json>>,
    /// The property `mixed`.
    #[property(name = "mixed")]
    pub mixed: sdk::Input<Option<sdk::Json>>,
    /// The property `node`.
    #[property(name = "node")]
    pub node: sdk::Input<Option<sdk::Json>>,
    /// mypy: ignore-errors
    #[property(name = "odd")]
    pub odd: sdk::Input<Option<String>>,
    /// The property `self`.
    #[property(name = "self")]
    pub self_: sdk::Input<Node>,
    /// The property `sly`.
    #[property(name = "sly")]
    pub sly: sdk::Input<Option<String>>,
    /// The property `type`.
    #[property(name = "type")]
    pub type_: sdk::Input<Option<String>>,
    /// The property `words`.
    #[property(name = "words")]
    pub words: sdk::Input<Option<Words>>,
}

impl TypeInputs {
    /// One with the properties that have to be there. The others are left out.
    pub fn new(foo_bar_: impl Into<sdk::Input<f64>>, self_: impl Into<sdk::Input<Node>>) -> Self {
        Self {
            _9lives: Default::default(),
            archive: Default::default(),
            choice: Default::default(),
            colour: Default::default(),
            elsewhere: Default::default(),
            empty: Default::default(),
            evil: Default::default(),
            foo_bar: Default::default(),
            foo_bar_: foo_bar_.into(),
            foo_bar_2: Default::default(),
            hue: Default::default(),
            level: Default::default(),
            missing: Default::default(),
            mixed: Default::default(),
            node: Default::default(),
            odd: Default::default(),
            self_: self_.into(),
            sly: Default::default(),
            type_: Default::default(),
            words: Default::default(),
        }
    }
}

/// A `hostile-one:other:type`.
#[derive(Clone, Debug)]
pub struct Type_(sdk::Child);

impl Type_ {
    /// The type token.
    pub const TOKEN: &'static str = "hostile-one:other:type";

    /// Declares a resource. Its name is the component's with the part.
    ///
    /// # Errors
    /// When the host refuses it, such as a second one of its name.
    #[track_caller]
    pub fn declare(part: &str, options: &sdk::Options) -> sdk::Result<Self> {
        options.component(part, Self::TOKEN, ()).map(Self)
    }

    /// The declared resource, for options of other resources.
    pub fn child(&self) -> &sdk::Child {
        &self.0
    }

    /// The URN.
    pub fn urn(&self) -> sdk::Output<String> {
        self.0.urn()
    }

    /// The output `url`.
    pub fn url(&self) -> sdk::Output<Option<String>> {
        self.0.output("url")
    }
}

/// A `hostile-one:index/other:Option`.
#[derive(Clone, Debug, Default, sdk::Object)]
pub struct Option_ {
    /// The property `node`.
    #[property(name = "node")]
    pub node: sdk::Input<Option<std::collections::BTreeMap<String, Node>>>,
}

/// A node that leads to itself. */ */ � ␀
#[derive(Clone, Debug, sdk::Object)]
pub struct Node {
    /// The property `Self`.
    #[property(name = "Self")]
    pub self_: sdk::Input<String>,
    /// The property `next`.
    #[property(name = "next")]
    pub next: sdk::Input<Option<Node>>,
    /// The property `others`.
    #[property(name = "others")]
    pub others: sdk::Input<Option<Vec<Option_>>>,
}

impl Node {
    /// One with the properties that have to be there. The others are left out.
    pub fn new(self_: impl Into<sdk::Input<String>>) -> Self {
        Self {
            self_: self_.into(),
            next: Default::default(),
            others: Default::default(),
        }
    }
}

/// type: ignore
#[derive(Clone, Debug, Default, sdk::Object)]
pub struct Words {
    /// The property `Node`.
    #[property(name = "Node")]
    pub node: sdk::Input<Option<Node>>,
    /// The property `__x`.
    #[property(name = "__x")]
    pub x: sdk::Input<Option<bool>>,
    /// pyright: basic
    #[property(name = "class")]
    pub class: sdk::Input<Option<String>>,
    /// Ends with "quotes"
    #[property(name = "from")]
    pub from: sdk::Input<Option<String>>,
    /// The property `items`.
    #[property(name = "items")]
    pub items: sdk::Input<Option<Vec<i64>>>,
    /// The property `str`.
    #[property(name = "str")]
    pub str: sdk::Input<Option<i64>>,
}
