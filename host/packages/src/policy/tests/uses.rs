//! The packages that component resources may create resources of.

use super::*;

#[test]
fn packages_make_resources_of_those_that_are_listed_for_them_and_of_any_without_a_rule() {
    let rules = policy(&[
        "packages:\n  uses:\n    site: [random, \"aws*\"]\n    none: []\n",
        "packages: { uses: { other: [random] } }\n",
    ]);
    for (package, used, may) in [
        ("site", "random", true),
        ("site", "aws-native", true),
        ("site", "azure", false),
        ("none", "random", false),
        ("other", "aws", false),
        ("third", "aws", true),
    ] {
        let rule = rules.against_use(package, used, "");
        assert_eq!(rule.is_none(), may, "{package} {used}");
    }
    let rule = rules.against_use("site", "azure", "");
    let rule = rule.expect("a rule").against("azure");
    assert!(
        rule.contains("`packages.uses.site`") && rule.contains("0.yaml`, line 3"),
        "{rule}"
    );
    // A rule for all others; both of two policies apply.
    let rules = policy(&[
        "packages: { uses: { \"*\": [random], site: [aws, random] } }\n",
        "packages: { uses: { site: [aws] } }\n",
    ]);
    let may = |package, used| rules.against_use(package, used, "1.0.0").is_none();
    assert!(may("third", "random") && !may("third", "aws"));
    assert!(may("site", "aws") && !may("site", "random"));
    for wrong in ["a b", "a:b", "*a"] {
        let text = format!("packages: {{ uses: {{ site: [\"{wrong}\"] }} }}\n");
        let error = Policy::default().add(Path::new("p.yaml"), &text);
        let error = error.expect_err("a mistake").to_string();
        assert!(error.contains("is not the name of a package"), "{error}");
    }
}

#[test]
fn a_package_behind_a_used_component_is_bounded_by_the_rule_of_its_nearest_user() {
    let rules = policy(&[
        "packages: { uses: { site: [helper], helper: [random], bound: [helper] } }\n",
        "packages: { uses: { site: [helper, random, other] } }\n",
    ]);
    for (users, used, may) in [
        // The rule of `helper` allows it, and the rule of `site` in the other policy.
        (["helper", "site"], "random", true),
        (["helper", "site"], "aws", false),
        // `other` has no rule.
        (["other", "site"], "random", false),
        (["other", "bound"], "aws", false),
        (["other", "third"], "aws", true),
    ] {
        let rule = rules.against_indirect_use(&users, used, "1.0.0");
        assert_eq!(rule.is_none(), may, "{users:?} {used}");
    }
}

/// A version in the manifest is the component's choice, so a policy can bound it.
#[test]
fn a_rule_bounds_the_versions_that_a_manifest_names() {
    let rules =
        policy(&["packages: { uses: { site: [\"random@>=4.16, <5\", \"aws*@7\", azure] } }\n"]);
    for (used, version, expected) in [
        ("random", "4.16.0", ""),
        ("random", "4.18.3", ""),
        ("azure", "1.0.0", ""),
        ("azure", "", ""),
        ("aws-native", "7.1.0", ""),
        (
            "random",
            "4.15.9",
            "does not list the version 4.15.9 of the package `random`",
        ),
        ("random", "5.0.0", "does not list the version 5.0.0 of"),
        ("random", "", "the manifest names no version"),
        (
            "aws",
            "6.9.0",
            "does not list the version 6.9.0 of the package `aws`",
        ),
        ("gcp", "1.0.0", "does not list the package `gcp`"),
    ] {
        let forbidden = rules.against_use("site", used, version);
        let told = forbidden
            .map(|forbidden| forbidden.against(used))
            .unwrap_or_default();
        let is_as_expected = match expected {
            "" => told.is_empty(),
            part => told.contains(part) && told.contains("`packages.uses.site`"),
        };
        assert!(is_as_expected, "{used} {version}: {told}");
    }
    for wrong in ["random@", "random@latest", "random@@1", "@1.0.0"] {
        let text = format!("packages: {{ uses: {{ site: [\"{wrong}\"] }} }}\n");
        assert!(
            Policy::default().add(Path::new("p.yaml"), &text).is_err(),
            "{wrong}"
        );
    }
}
