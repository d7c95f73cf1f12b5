//! Properties of all policies.

use proptest::prelude::*;

use super::*;

/// Valid and invalid pieces of policies.
fn piece() -> impl Strategy<Value = String> {
    let pieces = vec![
        "network:\n",
        "  allow:\n",
        "    - \"*.example.com\"\n",
        "    - api.example.com\n",
        "  private: false\n",
        "  private: [a.com]\n",
        "  proxies: yes\n",
        "environment:\n",
        "  allow: [A, \"B*\"]\n",
        "limits:\n",
        "  memory: 1GiB\n",
        "  instances: 3\n",
        "components:\n",
        "  only-pinned: true\n",
        "  pins: {}\n",
        "  deny: []\n",
        "sources:\n",
        "  fetch: false\n",
        "packages:\n",
        "  acme: { from: [file], at-least: 1.0.0 }\n",
        "{",
        "]",
        "&a ",
        "*a",
        "- ",
        ": ",
        "!!binary ",
        "|\n",
        "\u{85}",
        "'",
        "\"",
        "\t",
        "<<: *a\n",
        "---\n",
        "...\n",
        "~",
    ];
    prop_oneof![3 => prop::sample::select(pieces).prop_map(str::to_owned), 1 => ".{0,6}"]
}

proptest! {
    #[test]
    fn no_text_is_too_strange(pieces in prop::collection::vec(piece(), 0..12)) {
        let text = pieces.concat();
        let mut policy = Policy::default();
        if let Err(error) = policy.add(Path::new("x"), &text) {
            prop_assert!(!error.to_string().is_empty());
            prop_assert_eq!(policy, Policy::default());
        }
    }

    #[test]
    fn more_policies_never_allow_more(
        first in policy_text(),
        second in policy_text(),
        names in prop::collection::btree_set("[AB]{1,3}", 0..6),
        asked in 1_u64..1000,
        address in prop::sample::select(vec!["https://a.com", "https://b.a.com", "http://10.0.0.1:8081", "https://x.org"]),
        digest in prop::sample::select(vec![DIGEST, OTHER]),
    ) {
        let one = policy(&[&first]);
        let both = policy(&[&first, &second]);
        let left = both.narrow_variables(&names);
        prop_assert!(left.is_subset(&names));
        prop_assert!(left.is_subset(&one.narrow_variables(&names)));
        let capped = |policy: &Policy| {
            let mut limits = Limits::default();
            limits.set(Limit::Instances, asked);
            policy.cap(&mut limits);
            limits.get(Limit::Instances)
        };
        prop_assert!(capped(&both) <= capped(&one));
        prop_assert!(capped(&one) <= asked);
        let url = Url::parse(address).expect("an address");
        prop_assert!(one.network.against(&url).is_none() || both.network.against(&url).is_some());
        prop_assert!(one.network.against_private(&url).is_none() || both.network.against_private(&url).is_some());
        prop_assert!(one.against_component("acme", hex(digest)).is_none() || both.against_component("acme", hex(digest)).is_some());
        prop_assert!(one.network.no_proxies.is_none() || both.network.no_proxies.is_some());
        prop_assert!(one.only_declared().is_none() || both.only_declared().is_some());
        let place = fetched("oci://ghcr.io/acme/provider:1.0.0");
        prop_assert!(one.against_source("acme", &place, "1.0.0").is_none() || both.against_source("acme", &place, "1.0.0").is_some());
    }
}

fn policy_text() -> impl Strategy<Value = String> {
    let hosts = prop::collection::vec(
        prop::sample::select(vec![
            "\"*.a.com\"",
            "a.com",
            "10.0.0.0/8",
            "\"*\"",
            "x.org:*",
        ]),
        0..3,
    );
    let names = prop::collection::vec(
        prop::sample::select(vec!["A", "AA", "\"A*\"", "\"*\"", "B"]),
        0..3,
    );
    let list = |items: Vec<&str>| format!("[{}]", items.join(", "));
    (
        prop::option::of(hosts.clone().prop_map(list)),
        prop::option::of(prop_oneof![
            Just("true".to_owned()),
            Just("false".to_owned()),
            hosts.prop_map(list)
        ]),
        prop::option::of(any::<bool>()),
        prop::option::of(names.prop_map(list)),
        prop::option::of(1_u64..500),
        prop::option::of(any::<bool>()),
        prop::option::of(prop::sample::select(vec![
            format!("{{ pins: {{ acme: [{DIGEST}] }} }}"),
            format!("{{ allow: [{OTHER}] }}"),
            "{ only-pinned: true }".to_owned(),
            format!("{{ deny: [{DIGEST}] }}"),
        ])),
        prop::option::of(prop::sample::select(vec![
            "[]",
            "[file]",
            "[oci://ghcr.io/acme/provider]",
            "[oci://ghcr.io/other/**]",
        ])),
    )
        .prop_map(
            |(allow, private, proxies, names, instances, declared, components, sources)| {
                let mut text = String::from("network:\n  allow: [\"*://*:*\"]\n");
                if let Some(allow) = allow {
                    text = format!("network:\n  allow: {allow}\n");
                }
                if let Some(private) = private {
                    text.push_str(&format!("  private: {private}\n"));
                }
                if let Some(proxies) = proxies {
                    text.push_str(&format!("  proxies: {proxies}\n"));
                }
                if let Some(names) = names {
                    text.push_str(&format!("environment:\n  allow: {names}\n"));
                }
                if let Some(instances) = instances {
                    text.push_str(&format!("limits:\n  instances: {instances}\n"));
                }
                if let Some(declared) = declared {
                    text.push_str(&format!("packages: {{ declared: {declared} }}\n"));
                }
                if let Some(components) = components {
                    text.push_str(&format!("components: {components}\n"));
                }
                if let Some(sources) = sources {
                    text.push_str(&format!("sources: {{ allow: {sources} }}\n"));
                }
                text
            },
        )
}
