//! Mistakes in the calls of `provider!`.

use super::{provider, refuses};

/// The calls behind `Provider::new("a")`.
fn with(calls: &str) -> super::Outcome {
    provider(&format!(r#"Provider::new("a"){calls}"#))
}

#[test]
fn a_provider_begins_with_the_name_of_its_package() {
    for (start, message, place) in [
        (
            r#"Provider::new("1a")"#,
            "a package name starts with a letter",
            r#""1a""#,
        ),
        (
            r#"Provider::new("pulumi")"#,
            "Pulumi reserves this package name",
            r#""pulumi""#,
        ),
        (
            "Provider::new(NAME)",
            "begins with the name of its package",
            "Provider::new(NAME)",
        ),
        (
            r#"Provider::named("a")"#,
            "begins with the name of its package",
            r#"Provider::named("a")"#,
        ),
    ] {
        refuses(provider(start), message, place);
    }
    let fix = "`provider!(Provider::new(\"acme\").resource::<Zone>())`";
    refuses(provider(r#"name: "acme", resources: [Zone]"#), fix, ":");
}

#[test]
fn calls_are_known_and_have_what_they_need() {
    for (calls, message, place) in [
        (
            ".resorce::<B>()",
            "`Provider` has no `resorce`\nhint: did you mean `resource`?",
            "resorce",
        ),
        (
            ".resources::<B>()",
            "hint: did you mean `resource`?",
            "resources",
        ),
        (".nonsense(1)", "`Provider` has no `nonsense`", "nonsense"),
        (
            ".resource(B)",
            "`resource` takes a type: `.resource::<Zone>()`",
            "B",
        ),
        (".resource()", "`resource` takes a type", "resource"),
        (".function::<b>()", "`function` takes one value", "function"),
        (".function(|| 1)", "takes the name of a function", "|| 1"),
        (
            ".config::<B>().config::<C>()",
            "`config` occurs twice",
            "config",
        ),
        (
            r#".version("1").version("2")"#,
            "`version` occurs twice",
            "version",
        ),
        (
            r#".package(Package::new("random"))"#,
            "there is no `.component::<…>()`",
            r#"Package::new("random")"#,
        ),
        (
            r#".component::<B>().package(Package::new("a").version("1.0.0"))"#,
            "components use their own package without it",
            r#"Package::new("a").version("1.0.0")"#,
        ),
    ] {
        refuses(with(calls), message, place);
    }
    for calls in [
        "",
        ".resource::<B>().resource::<c::D>().function(e::f)",
        r#".net(Net::host("e")).net(Net::from(Settings::F).required())"#,
        r#".component::<B>().package(Package::new("random").version("4.18.0"))"#,
    ] {
        assert!(with(calls).is_ok(), "{calls}");
    }
}

#[test]
fn the_mistakes_of_all_calls_are_told() {
    let mistakes = with(".resorce::<B>().functoin(c)").unwrap_err();
    let told: Vec<String> = mistakes
        .into_iter()
        .map(|mistake| mistake.to_string())
        .collect();
    assert_eq!(told.len(), 2, "{told:?}");
}

#[test]
fn the_configuration_is_there_in_spite_of_mistakes() {
    let source = r#"Provider::new("a").config::<Settings>().permissions(X)"#;
    let code = crate::provider::expand(source.parse().unwrap()).to_string();
    assert_eq!(code.matches("compile_error").count(), 1, "{code}");
    assert!(code.contains("ProviderConfig for Settings"), "{code}");
}

#[test]
fn the_lists_keep_their_order() {
    let tokens = with(".resource::<B>().net(X).resource::<C>().net(Y)")
        .unwrap()
        .to_string();
    let place = |text: &str| tokens.find(text).unwrap();
    assert!(place("of :: < B >") < place("of :: < C >"), "{tokens}");
    assert!(tokens.contains("net : & [X , Y]"), "{tokens}");
}
