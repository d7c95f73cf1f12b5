//! The addresses that a registry may have, and may lead to.

use std::collections::BTreeMap;

use super::*;

/// A registry that redirects requests for blobs.
async fn leading_to(location: String) -> Server {
    registry(move |request| {
        request
            .is_of_blob()
            .then(|| Reply::status("307 x").header(&format!("location: {location}")))
    })
    .await
}

#[tokio::test]
async fn a_redirect_to_storage_is_followed_without_credentials() {
    let storage = Server::start(|_| Reply::ok(COMPONENT)).await;
    let location = storage.address("/somewhere?signature=x");
    let server = registry(move |request| {
        if request.header("authorization").is_none() {
            return Some(Reply::status("401 x").header("www-authenticate: Basic realm=\"x\""));
        }
        let reply = Reply::status("307 x").header(&format!("location: {location}"));
        request.is_of_blob().then_some(reply)
    })
    .await;
    let user = User::with(&format!(
        r#"{{"auths":{{"127.0.0.1:{}":{{"username":"alice","password":"secret"}}}}}}"#,
        server.port
    ));
    assert_eq!(user.pull_from(&server).await.expect("bytes"), COMPONENT);
    let requests = storage.requests();
    assert_eq!(requests.len(), 1);
    assert!(
        requests
            .iter()
            .all(|request| request.header("authorization").is_none())
    );
    let sent = server.requests();
    let sent = sent
        .iter()
        .filter_map(|request| request.header("authorization"));
    assert!(sent.count() >= 2);
}

#[tokio::test]
async fn a_redirect_leads_neither_in_circles_nor_inside() {
    for (location, expected) in [
        ("/v2/acme/provider/blobs/again", "more than 5 redirects"),
        ("http://169.254.169.254/latest/meta-data", "not public"),
        ("http://[fe80::1]/x", "not public"),
        ("http://user:secret@127.0.0.1/x", "a user in it"),
        ("file:///etc/passwd", "neither http nor https"),
        ("http://", "does not name an address"),
        ("http://storage.example/x", "to another machine by http"),
        ("http://192.0.2.7/x", "not public"),
    ] {
        let server = leading_to(location.to_owned()).await;
        let text = User::new().refusal(&server).await;
        assert_says(&text, &["a redirect of 127.0.0.1", expected]);
        assert!(!text.contains("secret"), "{text}");
    }
}

#[tokio::test]
async fn a_redirect_without_an_address_is_refused() {
    let server = registry(|request| request.is_of_blob().then(|| Reply::status("302 x"))).await;
    assert_says(
        &User::new().refusal(&server).await,
        &["does not name an address"],
    );
}

#[tokio::test]
async fn a_recorded_value_leads_to_no_inner_address() {
    let server = registry(|_| None).await;
    let mut user = User::new();
    user.trust = HostTrust::Recorded;
    let text = user.refusal(&server).await;
    assert_says(
        &text,
        &["not public", "only a recorded value", "`Pulumi.yaml`"],
    );
    assert!(server.requests().is_empty());
}

#[test]
fn a_public_registry_leads_to_nothing_plain_and_nothing_on_this_machine() {
    use url::Url;

    let origin = |reference: &str| {
        let reference: Reference = reference.parse().expect("a reference");
        crate::requests::registry_endpoint::RegistryEndpoint::of(
            &reference,
            HostTrust::Named,
            &BTreeMap::new(),
        )
        .expect("an origin")
    };
    let judge = |from: &str, to: &str| origin(from).judge(&Url::parse(to).expect("an address"));
    let public = "oci://ghcr.io/a:1";
    assert_eq!(judge(public, "https://storage.example/x"), Ok(()));
    for to in [
        "http://storage.example/x",
        "https://127.0.0.1/x",
        "https://localhost:8443/x",
        "https://[::1]/x",
        "https://169.254.169.254/x",
        "https://[::ffff:169.254.169.254]/x",
        "https://[64:ff9b::a9fe:a9fe]/x",
        "https://0.0.0.0/x",
        "https://[::]/x",
        "https://100.100.100.200/x",
        "https://[fd00:ec2::254]/x",
        "ftp://storage.example/x",
    ] {
        assert!(judge(public, to).is_err(), "{to}");
    }
    assert_eq!(origin(public).base().as_str(), "https://ghcr.io/");
    assert_eq!(origin("oci://10.0.0.5:5000/a:1").base().scheme(), "https");
    assert_eq!(origin("oci://127.0.0.1:5000/a:1").base().scheme(), "http");
    assert_eq!(origin("oci://localhost/a:1").base().scheme(), "http");
    assert_eq!(
        origin("oci://localhost.evil.example/a:1").base().scheme(),
        "https"
    );
}

/// Names that resolve to these addresses.
struct Names(&'static [(&'static str, &'static str)]);

#[async_trait::async_trait]
impl pulumi_wasm_network::Lookup for Names {
    async fn addresses(&self, name: &str) -> std::io::Result<Vec<std::net::IpAddr>> {
        let mut names = self.0.iter();
        let found = names.find(|(known, _)| *known == name);
        let (_, address) = found.ok_or_else(|| std::io::Error::other("unknown"))?;
        Ok(vec![address.parse().expect("an address")])
    }
}

#[tokio::test]
async fn a_private_registry_leads_by_no_name_to_this_machine_or_to_metadata() {
    let names = Names(&[
        ("registry.corp.example", "127.0.0.1"),
        ("metadata.corp.example", "169.254.169.254"),
        ("machine.corp.example", "127.0.0.1"),
    ]);
    let settings = pulumi_wasm_network::NetworkSettings::default();
    let network = Arc::new(MachineNetwork::resolving_by(Arc::new(names), settings));
    for host in ["metadata.corp.example", "machine.corp.example"] {
        let reference = "oci://registry.corp.example/acme/provider:1.2.0";
        let reference: Reference = reference.parse().expect("a reference");
        let origin = crate::requests::registry_endpoint::RegistryEndpoint::of(
            &reference,
            HostTrust::Named,
            &BTreeMap::new(),
        )
        .expect("an origin");
        // As if an earlier request had found the registry at a private address.
        origin.note_private();
        let exchange = crate::requests::exchange::Exchange {
            origin,
            context: RegistryContext {
                network: Arc::clone(&network) as _,
                ..User::new().context()
            },
        };
        let address = format!("https://{host}/x").parse().expect("an address");
        let ask = crate::requests::exchange::RegistryRequest::get(address);
        let Err(crate::requests::exchange::NotAnswered::Refused(error)) =
            exchange.send(&ask, None).await
        else {
            panic!("{host} was asked");
        };
        assert_says(&error.to_string(), &[host, "only exists on this machine"]);
    }
}

#[tokio::test]
async fn a_recorded_name_of_the_inside_is_not_given_to_a_proxy() {
    let proxy = Server::start(|_| Reply::ok(b"")).await;
    let settings = pulumi_wasm_network::NetworkSettings {
        ca_file: None,
        authorities: None,
        proxy: Some(pulumi_wasm_network::ProxySettings {
            https: Some(format!("http://127.0.0.1:{}", proxy.port)),
            ..Default::default()
        }),
        judges_names_of_proxies: true,
    };
    let names = Arc::new(Names(&[("ci.corp.example", "10.0.0.5")]));
    let network = Arc::new(MachineNetwork::resolving_by(names, settings));
    for host in ["ci.corp.example", "registry", "db.internal", "10.0.0.5"] {
        let reference = format!("oci://{host}/acme/provider:1.2.0");
        let reference: Reference = reference.parse().expect("a reference");
        let context = RegistryContext {
            network: Arc::clone(&network) as _,
            ..User::new().context()
        };
        let repository = Repository::to_read(&reference, HostTrust::Recorded, context);
        let resolved = repository.expect("a repository").resolve().await;
        let error = resolved.expect_err("a refusal").to_string();
        assert_says(&error, &["not public", "only a recorded value"]);
    }
    assert!(proxy.requests().is_empty(), "{:?}", proxy.requests());
}

#[tokio::test]
async fn storage_that_asks_for_credentials_gets_none_and_names_no_server_of_tokens() {
    let tokens = Server::start(|_| Reply::ok(br#"{"token":"good"}"#)).await;
    let realm = tokens.address("/token");
    let storage = Server::start(move |_| {
        Reply::status("401 x").header(&format!("www-authenticate: Bearer realm=\"{realm}\""))
    })
    .await;
    let server = leading_to(storage.address("/somewhere")).await;
    let user = User::with(&format!(
        r#"{{"auths":{{"127.0.0.1:{}":{{"username":"alice","password":"secret"}}}}}}"#,
        server.port
    ));
    let text = user.refusal(&server).await;
    assert_says(&text, &["that the registry leads to", "status 401"]);
    assert!(tokens.requests().is_empty(), "{:?}", tokens.requests());
    let sent = [server.requests(), storage.requests()].concat();
    assert!(
        sent.iter()
            .all(|request| request.header("authorization").is_none())
    );
}

#[tokio::test]
async fn storage_that_refuses_does_not_count_as_a_refusal_of_the_credentials() {
    let storage = Server::start(|_| Reply::status("403 x")).await;
    let location = storage.address("/somewhere");
    let server = registry(move |request| {
        if request.header("authorization").is_none() {
            return Some(Reply::status("401 x").header("www-authenticate: Basic realm=\"x\""));
        }
        let reply = Reply::status("307 x").header(&format!("location: {location}"));
        request.is_of_blob().then_some(reply)
    })
    .await;
    let user = User::with(&format!(
        r#"{{"auths":{{"127.0.0.1:{}":{{"username":"alice","password":"secret"}}}}}}"#,
        server.port
    ));
    let text = user.refusal(&server).await;
    assert_says(&text, &["that the registry leads to", "status 403"]);
    assert!(!text.contains("refuses the credentials"), "{text}");
}

#[tokio::test]
async fn a_registry_that_the_operator_names_is_asked_by_http_and_no_other() {
    let server = registry(|_| None).await;
    let names = Names(&[
        ("registry.corp.example", "127.0.0.1"),
        ("other.corp.example", "127.0.0.1"),
    ]);
    let settings = pulumi_wasm_network::NetworkSettings::default();
    let network = Arc::new(MachineNetwork::resolving_by(Arc::new(names), settings));
    let plain = format!("registry.corp.example:{}", server.port);
    let pull = async |registry: String| {
        let context = RegistryContext {
            network: Arc::clone(&network) as _,
            plain_http: Arc::new(BTreeMap::from([(plain.clone(), true)])),
            ..User::new().limit(Limit::FetchTime, 3000).context()
        };
        let reference = format!("oci://{registry}/acme/provider:1.2.0");
        let reference: Reference = reference.parse().expect("a reference");
        let repository = Repository::to_read(&reference, HostTrust::Named, context);
        let repository = repository.expect("a repository");
        let resolved = repository.resolve().await?;
        repository.fetch(&resolved.component).await
    };
    assert_eq!(pull(plain.clone()).await.expect("bytes"), COMPONENT);
    let requests = server.requests().len();
    let other = format!("other.corp.example:{}", server.port);
    pull(other).await.expect_err("no https there");
    // A TLS handshake does not count as a request.
    let sent = server.requests();
    let sent = sent.iter().skip(requests);
    assert_eq!(
        sent.filter(|request| request.path.contains("/v2/")).count(),
        0
    );
}

#[test]
fn a_plain_registry_leads_by_http_to_itself_alone() {
    let plain = BTreeMap::from([("registry.corp.example:5000".to_owned(), true)]);
    let reference = "oci://registry.corp.example:5000/acme/provider:1.2.0";
    let reference: Reference = reference.parse().expect("a reference");
    let origin = crate::requests::registry_endpoint::RegistryEndpoint::of(
        &reference,
        HostTrust::Named,
        &plain,
    )
    .expect("an origin");
    let judge = |to: &str| origin.judge(&to.parse().expect("an address"));
    assert_eq!(judge("http://registry.corp.example:5000/storage"), Ok(()));
    assert_eq!(judge("https://storage.corp.example/x"), Ok(()));
    for to in [
        "http://storage.corp.example/x",
        "http://registry.corp.example/x",
    ] {
        assert!(judge(to).is_err(), "{to}");
    }
}
