//! Resources of the package `random` 4.18.0, as children of component resources.
//!
//! Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.

#![allow(dead_code, nonstandard_style, clippy::all, clippy::pedantic)]

use pulumi_wasm_provider as sdk;

/// A password of random characters, kept as a secret.
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
        options.clone().secret_outputs(["bcryptHash", "result"]).child(part, Self::TOKEN, inputs).map(Self)
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

    /// The password's bcrypt hash, with a random salt. bcrypt looks at the first 72 bytes only.
    pub fn bcrypt_hash(&self) -> sdk::Output<String> {
        self.0.output("bcryptHash")
    }

    /// Values that the text goes along with: when one of them changes, a new text is made.
    pub fn keepers(&self) -> sdk::Output<Option<std::collections::BTreeMap<String, String>>> {
        self.0.output("keepers")
    }

    /// How many characters there are: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and `minSpecial`, and at most 1048576.
    pub fn length(&self) -> sdk::Output<i64> {
        self.0.output("length")
    }

    /// Whether the letters `a` to `z` are among the characters.
    pub fn lower(&self) -> sdk::Output<bool> {
        self.0.output("lower")
    }

    /// How many of the letters `a` to `z` there are at least.
    pub fn min_lower(&self) -> sdk::Output<i64> {
        self.0.output("minLower")
    }

    /// How many digits there are at least.
    pub fn min_numeric(&self) -> sdk::Output<i64> {
        self.0.output("minNumeric")
    }

    /// How many special characters there are at least.
    pub fn min_special(&self) -> sdk::Output<i64> {
        self.0.output("minSpecial")
    }

    /// How many of the letters `A` to `Z` there are at least.
    pub fn min_upper(&self) -> sdk::Output<i64> {
        self.0.output("minUpper")
    }

    /// The old name of `numeric`. The text has digits only if both are true.
    pub fn number(&self) -> sdk::Output<bool> {
        self.0.output("number")
    }

    /// Whether the digits `0` to `9` are among the characters.
    pub fn numeric(&self) -> sdk::Output<bool> {
        self.0.output("numeric")
    }

    /// The special characters to choose from, in place of the usual ones.
    pub fn override_special(&self) -> sdk::Output<Option<String>> {
        self.0.output("overrideSpecial")
    }

    /// The password.
    pub fn result(&self) -> sdk::Output<String> {
        self.0.output("result")
    }

    /// Whether special characters are among the characters: the characters in `overrideSpecial`, or by default `!@#$%&*()-_=+[]{}<>:?`.
    pub fn special(&self) -> sdk::Output<bool> {
        self.0.output("special")
    }

    /// Whether the letters `A` to `Z` are among the characters.
    pub fn upper(&self) -> sdk::Output<bool> {
        self.0.output("upper")
    }
}

/// The inputs of [`RandomPassword`].
#[derive(Clone, Debug, sdk::Arguments)]
pub struct RandomPasswordInputs {
    /// Values that the text goes along with: when one of them changes, a new text is made.
    #[property(name = "keepers")]
    pub keepers: sdk::Input<Option<std::collections::BTreeMap<String, String>>>,
    /// How many characters there are: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and `minSpecial`, and at most 1048576.
    #[property(name = "length")]
    pub length: sdk::Input<i64>,
    /// Whether the letters `a` to `z` are among the characters.
    #[property(name = "lower")]
    pub lower: sdk::Input<Option<bool>>,
    /// How many of the letters `a` to `z` there are at least.
    #[property(name = "minLower")]
    pub min_lower: sdk::Input<Option<i64>>,
    /// How many digits there are at least.
    #[property(name = "minNumeric")]
    pub min_numeric: sdk::Input<Option<i64>>,
    /// How many special characters there are at least.
    #[property(name = "minSpecial")]
    pub min_special: sdk::Input<Option<i64>>,
    /// How many of the letters `A` to `Z` there are at least.
    #[property(name = "minUpper")]
    pub min_upper: sdk::Input<Option<i64>>,
    /// The old name of `numeric`. The text has digits only if both are true.
    #[property(name = "number")]
    pub number: sdk::Input<Option<bool>>,
    /// Whether the digits `0` to `9` are among the characters.
    #[property(name = "numeric")]
    pub numeric: sdk::Input<Option<bool>>,
    /// The special characters to choose from, in place of the usual ones.
    #[property(name = "overrideSpecial")]
    pub override_special: sdk::Input<Option<String>>,
    /// Whether special characters are among the characters: the characters in `overrideSpecial`, or by default `!@#$%&*()-_=+[]{}<>:?`.
    #[property(name = "special")]
    pub special: sdk::Input<Option<bool>>,
    /// Whether the letters `A` to `Z` are among the characters.
    #[property(name = "upper")]
    pub upper: sdk::Input<Option<bool>>,
}

impl RandomPasswordInputs {
    /// One with the properties that have to be there. The others are left out.
    pub fn new(length: impl Into<sdk::Input<i64>>) -> Self {
        Self {
            keepers: Default::default(),
            length: length.into(),
            lower: Default::default(),
            min_lower: Default::default(),
            min_numeric: Default::default(),
            min_special: Default::default(),
            min_upper: Default::default(),
            number: Default::default(),
            numeric: Default::default(),
            override_special: Default::default(),
            special: Default::default(),
            upper: Default::default(),
        }
    }
}

/// A name like the names of pets: easy to read, to say and to remember.
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

    /// Values that the name goes along with: when one of them changes, a new name is made.
    pub fn keepers(&self) -> sdk::Output<Option<std::collections::BTreeMap<String, String>>> {
        self.0.output("keepers")
    }

    /// How many words the name has, at least 1 and at most 65536. The prefix does not count.
    pub fn length(&self) -> sdk::Output<i64> {
        self.0.output("length")
    }

    /// A word of your own that the name begins with.
    pub fn prefix(&self) -> sdk::Output<Option<String>> {
        self.0.output("prefix")
    }

    /// The separator of the words.
    pub fn separator(&self) -> sdk::Output<String> {
        self.0.output("separator")
    }
}

/// The inputs of [`RandomPet`].
#[derive(Clone, Debug, Default, sdk::Arguments)]
pub struct RandomPetInputs {
    /// Values that the name goes along with: when one of them changes, a new name is made.
    #[property(name = "keepers")]
    pub keepers: sdk::Input<Option<std::collections::BTreeMap<String, String>>>,
    /// How many words the name has, at least 1 and at most 65536. The prefix does not count.
    #[property(name = "length")]
    pub length: sdk::Input<Option<i64>>,
    /// A word of your own that the name begins with.
    #[property(name = "prefix")]
    pub prefix: sdk::Input<Option<String>>,
    /// The separator of the words.
    #[property(name = "separator")]
    pub separator: sdk::Input<Option<String>>,
}
