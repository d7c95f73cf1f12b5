use proptest::prelude::*;

use super::*;
use crate::schema::Comparison;
use crate::schema::testing::{acme, map, secret, thing};

const SEED: &[u8] = &[7; 32];

fn rule() -> NameRule {
    NameRule {
        property: "label".to_owned(),
        separator: "-".to_owned(),
        random_length: 7,
        alphabet: "0123456789abcdef".to_owned(),
        max_length: None,
        lowercase: false,
    }
}

/// A resource whose required input `label` is its name.
fn named(rule: NameRule) -> ResourceSchema {
    let mut resource = thing(&acme()).clone();
    resource.traits.name = Some(rule);
    resource
}

struct Case {
    rule: NameRule,
    resource_name: &'static str,
    autonaming: Autonaming,
    old: PropertyMap,
    old_name_is_generated: bool,
    inputs: PropertyMap,
}

impl Default for Case {
    fn default() -> Self {
        Self {
            rule: rule(),
            resource_name: "web",
            autonaming: Autonaming::Unspecified,
            old: map([]),
            old_name_is_generated: false,
            inputs: map([]),
        }
    }
}

impl Case {
    fn run(self) -> Result<(Option<PropertyValue>, Naming), PropertyFailure> {
        let mut inputs = self.inputs;
        let request = NameRequest {
            resource_name: self.resource_name,
            autonaming: &self.autonaming,
            setting: "`names`",
            random_seed: SEED,
            old_inputs: &self.old,
            old_name_is_generated: self.old_name_is_generated,
        };
        let naming = name(&named(self.rule), request, &mut inputs)?;
        Ok((inputs.remove("label"), naming))
    }

    #[track_caller]
    fn text(self) -> String {
        let (name, naming) = self.run().unwrap();
        assert_eq!(naming, Naming::Generated);
        name.unwrap().as_str().unwrap().to_owned()
    }
}

#[test]
fn what_the_program_gives_is_the_name() {
    let given = [
        "mine".into(),
        "".into(),
        secret("mine"),
        PropertyValue::Unknown,
        secret(PropertyValue::Unknown),
    ];
    for name in given {
        let case = Case {
            inputs: map([("label", name.clone())]),
            old: map([("label", "web-0000000".into())]),
            old_name_is_generated: true,
            autonaming: Autonaming::Enforce("theirs".to_owned()),
            ..Case::default()
        };
        assert_eq!(case.run(), Ok((Some(name), Naming::Fixed)));
    }
}

#[test]
fn a_name_is_the_resources_with_random_characters() {
    for inputs in [
        map([]),
        map([("label", PropertyValue::Null)]),
        map([("label", secret(PropertyValue::Null))]),
    ] {
        let name = Case {
            inputs,
            ..Case::default()
        }
        .text();
        let random = name.strip_prefix("web-").unwrap();
        assert_eq!(random.len(), 7);
        assert!(random.chars().all(|letter| letter.is_ascii_hexdigit()));
        assert_eq!(name, Case::default().text(), "the same seed");
    }
}

#[test]
fn another_seed_gives_another_name_and_no_seed_a_fresh_one() {
    let resource = named(rule());
    let of = |seed: &[u8]| {
        let request = NameRequest {
            resource_name: "web",
            autonaming: &Autonaming::Unspecified,
            setting: "`names`",
            random_seed: seed,
            old_inputs: &map([]),
            old_name_is_generated: false,
        };
        let mut inputs = map([]);
        name(&resource, request, &mut inputs).unwrap();
        inputs.remove("label").unwrap()
    };
    assert_eq!(of(SEED), of(SEED));
    assert_ne!(of(SEED), of(&[8; 32]));
    assert_ne!(of(&[]), of(&[]));
}

#[test]
fn an_old_name_is_kept_only_where_it_was_generated() {
    let old = |old_name_is_generated, autonaming| {
        let case = Case {
            old: map([("label", "web-old".into())]),
            old_name_is_generated,
            autonaming,
            ..Case::default()
        };
        case.run().unwrap().0.unwrap()
    };
    let modes = [
        Autonaming::Unspecified,
        Autonaming::Propose("p".to_owned()),
        Autonaming::Enforce("e".to_owned()),
        Autonaming::Disable,
    ];
    for mode in modes {
        assert_eq!(old(true, mode), "web-old".into());
    }
    assert_ne!(old(false, Autonaming::Unspecified), "web-old".into());
}

#[test]
fn a_proposal_is_fitted_to_the_rule() {
    let propose = |proposal: &str, resource_name, max_length, lowercase| {
        let case = Case {
            rule: NameRule {
                max_length,
                lowercase,
                ..rule()
            },
            resource_name,
            autonaming: Autonaming::Propose(proposal.to_owned()),
            ..Case::default()
        };
        case.text()
    };
    assert_eq!(propose("Web-12", "Web", None, false), "Web-12");
    assert_eq!(propose("Web-12", "Web", None, true), "web-12");
    assert_eq!(
        propose("dev-server-12", "server", Some(10), false),
        "dev-ser-12"
    );
    assert_eq!(
        propose("dev-server-12", "server", Some(7), false),
        "dev-ser"
    );
    assert_eq!(propose("other", "server", Some(3), false), "oth");
}

#[test]
fn an_enforced_name_is_taken_or_refused() {
    let enforce = |name: &str| {
        let case = Case {
            rule: NameRule {
                max_length: Some(5),
                lowercase: true,
                ..rule()
            },
            autonaming: Autonaming::Enforce(name.to_owned()),
            ..Case::default()
        };
        case.run()
    };
    assert_eq!(
        enforce("exact"),
        Ok((Some("exact".into()), Naming::Generated))
    );
    for (name, why) in [
        ("longer", "has 6 characters; at most 5 are allowed"),
        ("Exact", "has capital letters"),
        ("", "is empty"),
    ] {
        let failure = enforce(name).unwrap_err();
        assert_eq!(failure.property, "label");
        assert!(failure.reason.contains(why), "{}", failure.reason);
        assert!(failure.reason.contains("set `label` in the program"));
    }
}

#[test]
fn without_autonaming_a_name_must_be_given() {
    let case = Case {
        autonaming: Autonaming::Disable,
        ..Case::default()
    };
    let failure = case.run().unwrap_err();
    assert_eq!(failure.property, "label");
    assert!(failure.reason.contains("`names` is disabled"));

    let mut optional = named(rule());
    optional.inputs.required.clear();
    let request = NameRequest {
        resource_name: "web",
        autonaming: &Autonaming::Disable,
        setting: "`names`",
        random_seed: SEED,
        old_inputs: &map([]),
        old_name_is_generated: false,
    };
    let mut inputs = map([]);
    let failure = name(&optional, request, &mut inputs).unwrap_err();
    assert_eq!(failure.property, "label");
    assert_eq!(inputs, map([]));
}

#[test]
fn long_names_are_cut_in_front_of_the_random_part() {
    let long = |resource_name, max_length, random_length, lowercase| {
        let case = Case {
            rule: NameRule {
                max_length: Some(max_length),
                random_length,
                alphabet: "x".to_owned(),
                lowercase,
                ..rule()
            },
            resource_name,
            ..Case::default()
        };
        case.text()
    };
    assert_eq!(long("abcdefghij", 8, 3, false), "abcd-xxx");
    assert_eq!(long("abc-defghij", 8, 3, false), "abc-xxx");
    assert_eq!(long("ÄÖÜ", 8, 3, true), "äöü-xxx");
    assert_eq!(long("abc", 8, 0, false), "abc");
    assert_eq!(long("abc", 2, 3, false), "-x");
}

#[test]
fn a_fixed_name_must_be_free_before_the_new_thing_takes_it() {
    let fixed = named(rule());
    let plain = thing(&acme()).clone();
    let mut says_so = plain.clone();
    says_so.traits.delete_before_replace = true;
    let verbatim = named(NameRule {
        random_length: 0,
        ..rule()
    });
    let mut in_any_case = fixed.clone();
    let label = in_any_case.inputs.properties.get_mut("label").unwrap();
    label.rules.compare = label.rules.compare.with(Comparison::IgnoreCase);
    let capital = || map([("label", "A".into())]);
    let a = || map([("label", "a".into())]);
    let secret_a = || map([("label", secret("a"))]);
    let b = || map([("label", "b".into())]);
    let later = || map([("label", PropertyValue::Unknown)]);
    let rows = [
        (&fixed, a(), a(), false, true),
        (&fixed, a(), secret_a(), false, true),
        (&fixed, a(), b(), false, false),
        (&fixed, a(), capital(), false, false),
        (&in_any_case, a(), capital(), false, true),
        (&fixed, a(), later(), false, false),
        (&fixed, a(), a(), true, false),
        (&verbatim, a(), a(), true, true),
        (&plain, a(), a(), false, false),
        (&says_so, a(), b(), false, true),
    ];
    for (resource, old, new, is_generated, expected) in rows {
        assert_eq!(
            deletes_before_replace(resource, &old, &new, is_generated),
            expected,
            "{old:?} {new:?} {is_generated}"
        );
    }
}

proptest! {
    #[test]
    fn generated_names_keep_the_rule(
        resource_name in "\\PC{0,20}", seed in any::<[u8; 32]>(), max in 1u32..30, random_length in 0u32..10,
        separator in "[-_.]{0,2}", proposal in proptest::option::of("\\PC{1,30}"),
    ) {
        let rule = NameRule {
            max_length: Some(max), random_length, separator, lowercase: true, ..rule()
        };
        let resource = named(rule);
        let autonaming = proposal.map_or(Autonaming::Unspecified, Autonaming::Propose);
        let request = NameRequest {
            resource_name: &resource_name,
            autonaming: &autonaming,
            setting: "`names`",
            random_seed: &seed,
            old_inputs: &map([]),
            old_name_is_generated: false,
        };
        let mut inputs = map([]);
        name(&resource, request, &mut inputs).unwrap();
        let name = inputs["label"].as_str().unwrap();
        prop_assert!(name.chars().count() <= count(max));
        prop_assert_eq!(name.to_lowercase(), name);
    }
}
