//! The routes to servers that the configuration names.

use super::*;

const URL: &str = "https://api.example/x";

/// A component that reaches `api.example` by this route, with these values, and need not check the certificates of
/// some hosts.
fn scene(
    permission: serde_json::Value,
    values: &[(&str, PropertyValue)],
    insecure: &[&str],
    grant_policy: &GrantPolicy,
) -> Scene {
    let mut scene = Scene::under_policy(&["api.example", "other.example"], grant_policy);
    let system = System {
        time: Arc::clone(&scene.clock) as Arc<_>,
        ..System::of_machine(Arc::clone(&scene.script) as Arc<_>)
    };
    let patterns = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| text.parse().expect("a host"))
            .collect()
    };
    scene.capability = HttpCapability::under_policy(
        &system,
        patterns(&["api.example", "other.example"]),
        patterns(insecure),
        &Limits::default(),
        grant_policy,
    );
    let mut whole = json!({ "host": "api.example" });
    for (key, value) in permission.as_object().expect("an object") {
        whole[key] = value.clone();
    }
    let values = values
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()));
    let permissions = permissions(json!([whole]));
    scene
        .capability
        .declare(&permissions.net, &values.collect());
    scene
}

fn text(value: &str) -> PropertyValue {
    PropertyValue::String(value.to_owned())
}

fn bounds(bounds: NetworkBounds) -> GrantPolicy {
    GrantPolicy {
        network: bounds,
        ..GrantPolicy::default()
    }
}

/// The route of the request, if it was sent at all.
async fn way(scene: &Scene, url: &str) -> Result<Option<ChosenRoute>, String> {
    match scene.fetch(HttpRequest::get(url)).await {
        Ok(_) => Ok(scene.sent_whole().remove(0).way),
        Err(error) => {
            assert!(scene.sent().is_empty());
            Err(error.message())
        }
    }
}

#[tokio::test]
async fn what_the_configuration_says_is_done_where_it_is_about() {
    let tls = json!({ "tls": { "ca": "ca", "certificate": "certificate", "key": "token" }, "proxy": "proxy" });
    let values = [
        ("ca", text("an authority")),
        ("certificate", text("a certificate")),
        ("token", PropertyValue::Secret(Box::new(text("a key")))),
        ("proxy", text("proxy.example:3128")),
    ];
    let scene_of =
        |values: &[(&str, PropertyValue)]| scene(tls.clone(), values, &[], &GrantPolicy::default());
    let taken = way(&scene_of(&values), URL)
        .await
        .expect("an answer")
        .expect("a way");
    let found = &taken.way;
    assert_eq!(
        found.ca.as_ref().expect("an authority").value,
        "an authority"
    );
    let (certificate, key) = found.client.as_ref().expect("a certificate");
    assert_eq!(
        (certificate.value.as_str(), key.value.as_str()),
        ("a certificate", "a key")
    );
    assert_eq!(
        (certificate.name.as_str(), key.name.as_str()),
        ("certificate", "token")
    );
    let proxy = found.proxy.as_ref().expect("a proxy");
    assert_eq!(proxy.address.as_str(), "http://proxy.example:3128/");
    assert!(taken.proxy_may_be_private && found.insecure.is_none());
    // Requests to another host, or without those values, take no route.
    let other = way(&scene_of(&values), "https://other.example/").await;
    assert!(other.expect("an answer").is_none());
    assert!(way(&scene_of(&[]), URL).await.expect("an answer").is_none());
    let half = way(&scene_of(&values[..2]), URL)
        .await
        .expect_err("half of it");
    assert!(
        half.contains("`certificate` is set without `token`"),
        "{half}"
    );
    for bad in [
        "socks5://me:hidden@proxy.example",
        "http://",
        "hidden hidden",
    ] {
        let refused = way(&scene_of(&[("proxy", text(bad))]), URL)
            .await
            .expect_err("no proxy");
        assert!(
            refused.contains("`proxy` is not an address of a proxy"),
            "{refused}"
        );
        assert!(!refused.contains("hidden"), "{refused}");
    }
}

#[tokio::test]
async fn certificates_are_looked_at_unless_the_user_granted_it_for_that_host() {
    let permission = json!({ "tls": { "insecure": "insecure" } });
    let scene_of = |set: bool, insecure: &[&str], grant_policy: &GrantPolicy| {
        scene(
            permission.clone(),
            &[("insecure", PropertyValue::Bool(set))],
            insecure,
            grant_policy,
        )
    };
    let open = GrantPolicy::default();
    assert!(
        way(&scene_of(false, &[], &open), URL)
            .await
            .expect("an answer")
            .is_none()
    );
    let taken = way(&scene_of(true, &["api.example"], &open), URL)
        .await
        .expect("an answer");
    assert_eq!(
        taken.expect("a way").way.insecure.as_deref(),
        Some("insecure")
    );
    for granted in [
        &[][..],
        &["other.example"],
        &["api.example:8443"],
        &["http://api.example"],
    ] {
        let refused = way(&scene_of(true, granted, &open), URL)
            .await
            .expect_err("no grant");
        for part in [
            "`insecure`",
            "was not granted",
            "--allow-insecure-tls api.example",
        ] {
            assert!(refused.contains(part), "{refused}");
        }
    }
    let closed = bounds(NetworkBounds {
        no_insecure_tls: Some("`network.insecure-tls` in `policy`".to_owned()),
        ..NetworkBounds::default()
    });
    let refused = way(&scene_of(true, &["api.example"], &closed), URL)
        .await
        .expect_err("a rule");
    assert!(
        refused.contains("`network.insecure-tls` in `policy` does not allow that for any host"),
        "{refused}"
    );
}

#[tokio::test]
async fn an_operator_may_forbid_a_proxy_and_keep_it_public() {
    let through = |proxy: &str, grant_policy: &GrantPolicy| {
        scene(
            json!({ "proxy": "proxy" }),
            &[("proxy", text(proxy))],
            &[],
            grant_policy,
        )
    };
    let rules = |rules: &[&str], place: &str| HostRules {
        rules: rules
            .iter()
            .map(|rule| rule.parse().expect("a rule"))
            .collect(),
        place: place.to_owned(),
    };
    let none = bounds(NetworkBounds {
        no_proxies: Some("`network.proxies` in `policy`".to_owned()),
        ..NetworkBounds::default()
    });
    let others = bounds(NetworkBounds {
        allow: vec![rules(&["*.example"], "`network.allow` in `policy`")],
        ..NetworkBounds::default()
    });
    let public = bounds(NetworkBounds {
        private: vec![rules(&[], "`network.private` in `policy`")],
        ..NetworkBounds::default()
    });
    for (proxy, grant_policy, rule) in [
        ("http://proxy.example:3128", &none, "network.proxies"),
        ("https://proxy.elsewhere", &others, "network.allow"),
        ("http://10.0.0.1:3128", &public, "network.private"),
    ] {
        let refused = way(&through(proxy, grant_policy), URL)
            .await
            .expect_err("a rule");
        assert!(
            refused.contains(rule) && refused.contains("hint: unset `proxy`"),
            "{refused}"
        );
    }
    let taken = way(&through("http://proxy.example:3128", &public), URL).await;
    let taken = taken.expect("an answer").expect("a way");
    assert!(
        !taken.proxy_may_be_private,
        "its name must lead to a public address"
    );
}
