//! Resources of the package `random` 4.18.0, as children of component resources.
//!
//! Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.

#![allow(dead_code, nonstandard_style, clippy::all, clippy::pedantic)]

use pulumi_wasm_provider as sdk;

/// A random text that is secret.
#[derive(Clone, Debug)]
pub struct RandomPassword(sdk::Child);

impl RandomPassword {
    /// The type token.
    pub const TOKEN: &'static str = "random:index/randomPassword:RandomPassword";

    /// Declares a resource. Its name is the component's with the part.
    ///
    /// # Errors
    /// When the host refuses it, such as a second one of its name.
    #[track_caller]
    pub fn declare(part: &str, inputs: RandomPasswordInputs, options: &sdk::Options) -> sdk::Result<Self> {
        options.clone().secret_outputs(["result"]).child(part, Self::TOKEN, inputs).map(Self)
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

    /// The output `length`.
    pub fn length(&self) -> sdk::Output<i64> {
        self.0.output("length")
    }

    /// The text.
    pub fn result(&self) -> sdk::Output<String> {
        self.0.output("result")
    }
}

/// The inputs of [`RandomPassword`].
#[derive(Clone, Debug, sdk::Arguments)]
pub struct RandomPasswordInputs {
    /// The property `keepers`.
    #[property(name = "keepers")]
    pub keepers: sdk::Input<Option<std::collections::BTreeMap<String, String>>>,
    /// How long it is.
    #[property(name = "length")]
    pub length: sdk::Input<i64>,
    /// The property `special`.
    #[property(name = "special")]
    pub special: sdk::Input<Option<bool>>,
}

impl RandomPasswordInputs {
    /// One with the properties that have to be there. The others are left out.
    pub fn new(length: impl Into<sdk::Input<i64>>) -> Self {
        Self {
            keepers: Default::default(),
            length: length.into(),
            special: Default::default(),
        }
    }
}

/// A name of a pet.
#[derive(Clone, Debug)]
pub struct RandomPet(sdk::Child);

impl RandomPet {
    /// The type token.
    pub const TOKEN: &'static str = "random:index/randomPet:RandomPet";

    /// Declares a resource. Its name is the component's with the part.
    ///
    /// # Errors
    /// When the host refuses it, such as a second one of its name.
    #[track_caller]
    pub fn declare(part: &str, inputs: RandomPetInputs, options: &sdk::Options) -> sdk::Result<Self> {
        options.child(part, Self::TOKEN, inputs).map(Self)
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

    /// The output `length`.
    pub fn length(&self) -> sdk::Output<Option<i64>> {
        self.0.output("length")
    }

    /// The output `prefix`.
    pub fn prefix(&self) -> sdk::Output<Option<String>> {
        self.0.output("prefix")
    }
}

/// The inputs of [`RandomPet`].
#[derive(Clone, Debug, Default, sdk::Arguments)]
pub struct RandomPetInputs {
    /// The property `keepers`.
    #[property(name = "keepers")]
    pub keepers: sdk::Input<Option<std::collections::BTreeMap<String, String>>>,
    /// The property `length`.
    #[property(name = "length")]
    pub length: sdk::Input<Option<i64>>,
    /// The property `prefix`.
    #[property(name = "prefix")]
    pub prefix: sdk::Input<Option<String>>,
    /// The property `separator`.
    #[property(name = "separator")]
    pub separator: sdk::Input<Option<String>>,
}
