//! The packages that component resources make resources of.

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
        let rule = rules.against_use(package, used);
        assert_eq!(rule.is_none(), may, "{package} {used}");
    }
    let rule = rules.against_use("site", "azure").map(ToString::to_string);
    let rule = rule.expect("a rule");
    assert!(
        rule.contains("`packages.uses.site`") && rule.contains("0.yaml`, line 3"),
        "{rule}"
    );
    // A rule for all others; two policies hold together.
    let rules = policy(&[
        "packages: { uses: { \"*\": [random], site: [aws, random] } }\n",
        "packages: { uses: { site: [aws] } }\n",
    ]);
    let may = |package, used| rules.against_use(package, used).is_none();
    assert!(may("third", "random") && !may("third", "aws"));
    assert!(may("site", "aws") && !may("site", "random"));
    for wrong in ["a b", "a:b", "*a"] {
        let text = format!("packages: {{ uses: {{ site: [\"{wrong}\"] }} }}\n");
        let error = Policy::default().add(Path::new("p.yaml"), &text);
        let error = error.expect_err("a mistake").to_string();
        assert!(error.contains("is not the name of a package"), "{error}");
    }
}
