//! Servers that are reached by a route in a provider's configuration.

use pulumi_wasm_capability::http::{ChosenRoute, Named, Proxy, Route};

use super::*;

fn named(name: &str, value: impl Into<String>) -> Named {
    Named {
        name: name.to_owned(),
        value: value.into(),
    }
}

/// A key and a certificate of an authority, as configuration values.
fn client(authority: &Authority) -> (Named, Named) {
    let (certificate, key) = authority.certified("client", 2090);
    (
        named("clientCertificate", certificate.pem()),
        named("clientKey", key.serialize_pem()),
    )
}

async fn ask_by(network: &MachineNetwork, url: &str, way: Route) -> Result<String, GuestError> {
    ask_taking(network, url, &Arc::new(way), true).await
}

async fn ask_taking(
    network: &MachineNetwork,
    url: &str,
    way: &Arc<Route>,
    proxy_may_be_private: bool,
) -> Result<String, GuestError> {
    let taken = ChosenRoute {
        way: Arc::clone(way),
        proxy_may_be_private,
    };
    let request = OutgoingRequest {
        way: Some(taken),
        ..request(url, !url.contains(".example"))
    };
    let response = network.send(&anyone(), request).await;
    let response = response.map_err(|failure| failure.error)?;
    let body = response.body.read_whole().await?;
    Ok(String::from_utf8(body).expect("text"))
}

fn message(ended: Result<String, GuestError>) -> String {
    ended.expect_err("a failure").message()
}

#[tokio::test]
async fn an_authority_of_the_configuration_is_trusted_there_and_nowhere_else() {
    let authority = Authority::new("private");
    let server = authority.server("localhost", 2090).await;
    let url = format!("https://localhost:{}/", server.port);
    let network = MachineNetwork::default();
    let way = |pem: String| Route {
        ca: Some(named("caCertificate", pem)),
        ..Route::default()
    };
    let trusted = ask_by(&network, &url, way(authority.issuer.pem())).await;
    assert_eq!(trusted.expect("an answer"), "ok");
    // A connection with the client certificate is not used without it.
    let error = message(ask(&network, &url, true).await);
    assert!(error.contains("PULUMI_WASM_CA_FILE"), "{error}");
    let stranger = Authority::new("stranger").issuer.pem();
    let error = message(ask_by(&network, &url, way(stranger)).await);
    assert!(
        error.contains("into the configuration value `caCertificate`"),
        "{error}"
    );
    for bad in [
        "hidden",
        "-----BEGIN CERTIFICATE-----\nhidden\n-----END CERTIFICATE-----\n",
    ] {
        let error = message(ask_by(&network, &url, way(bad.to_owned())).await);
        assert!(
            error.contains("`caCertificate` has no certificate in PEM"),
            "{error}"
        );
        assert!(!error.contains("hidden"), "{error}");
    }
}

#[tokio::test]
async fn a_client_certificate_is_shown_to_whom_it_is_for() {
    let authority = Authority::new("known");
    let server = authority.strict_server("localhost").await;
    let url = format!("https://localhost:{}/", server.port);
    let network = MachineNetwork::new(authority.trusted());
    let way = |client| Route {
        client: Some(client),
        ..Route::default()
    };
    let shown = ask_by(&network, &url, way(client(&authority))).await;
    assert_eq!(shown.expect("an answer"), "ok");
    let error = message(ask(&network, &url, true).await);
    assert!(error.contains("asks for a client certificate"), "{error}");
    let stranger = client(&Authority::new("stranger"));
    let error = message(ask_by(&network, &url, way(stranger)).await);
    assert!(
        error.contains(
            "rejects the client certificate in the configuration value `clientCertificate`"
        ),
        "{error}"
    );
    assert_eq!(server.lines().len(), 1);
}

#[tokio::test]
async fn a_certificate_or_key_that_cannot_be_used_is_named_and_not_shown() {
    let authority = Authority::new("known");
    let network = MachineNetwork::default();
    let (certificate, key) = client(&authority);
    let (_, other) = client(&authority);
    let bad = |name: &str| {
        named(
            name,
            "-----BEGIN PRIVATE KEY-----\nhidden\n-----END PRIVATE KEY-----\n",
        )
    };
    for (certificate, key, expected) in [
        (
            bad("clientCertificate"),
            key.clone(),
            "`clientCertificate` has no certificate in PEM",
        ),
        (
            certificate.clone(),
            bad("clientKey"),
            "`clientKey` has no private key in PEM",
        ),
        (
            certificate.clone(),
            certificate.clone(),
            "`clientCertificate` has no private key",
        ),
        (
            certificate,
            other,
            "`clientKey` does not belong to the certificate in `clientCertificate`",
        ),
    ] {
        let way = Route {
            client: Some((certificate, key)),
            ..Route::default()
        };
        assert!(!format!("{way:?}").contains("BEGIN"), "{way:?}");
        let error = message(ask_by(&network, "https://localhost:1/", way).await);
        assert!(
            error.contains(expected) && error.contains("was not sent"),
            "{error}"
        );
        assert!(
            !error.contains("hidden") && !error.contains("BEGIN"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn any_certificate_is_taken_where_that_is_said_and_for_that_way_alone() {
    let authority = Authority::new("unknown");
    let network = MachineNetwork::default();
    for (name, until) in [("other.example", 2090), ("localhost", 2010)] {
        let server = authority.server(name, until).await;
        let url = format!("https://localhost:{}/", server.port);
        let way = Route {
            insecure: Some("insecure".to_owned()),
            ..Route::default()
        };
        assert_eq!(ask_by(&network, &url, way).await.expect("an answer"), "ok");
        ask(&network, &url, true)
            .await
            .expect_err("without the way");
    }
}

#[tokio::test]
async fn a_proxy_of_the_configuration_is_asked_and_the_operators_comes_first() {
    let (own, operators) = (Server::start(None).await, Server::start(None).await);
    let address = |server: &Server| format!("http://me:hidden@127.0.0.1:{}", server.port);
    let way = Arc::new(Route {
        proxy: Some(Proxy {
            name: "proxyUrl".to_owned(),
            address: Url::parse(&address(&own)).expect("an address"),
        }),
        ..Route::default()
    });
    let network = MachineNetwork::default();
    let answer = ask_taking(&network, "http://api.example/things", &way, true).await;
    assert_eq!(answer.expect("an answer"), "ok");
    assert_eq!(own.lines(), ["GET http://api.example/things HTTP/1.1"]);
    let settings = NetworkSettings {
        ca_file: None,
        authorities: None,
        proxy: Some(ProxySettings {
            http: Some(address(&operators)),
            https: None,
            except: String::new(),
        }),
        judges_names_of_proxies: false,
    };
    let network = MachineNetwork::new(settings);
    let answer = ask_taking(&network, "http://api.example/things", &way, true).await;
    assert_eq!(answer.expect("an answer"), "ok");
    assert_eq!((own.lines().len(), operators.lines().len()), (1, 1));
}

#[tokio::test]
async fn a_proxy_is_judged_by_its_address_where_the_operator_wants_it() {
    let proxy = Server::start(None).await;
    let way = Arc::new(Route {
        proxy: Some(Proxy {
            name: "proxyUrl".to_owned(),
            address: Url::parse(&format!("http://proxy.example:{}", proxy.port))
                .expect("an address"),
        }),
        ..Route::default()
    });
    let lookup = || Names::lead_to(&[&["127.0.0.1"]]);
    for (may_be_private, connections) in [(false, 0), (true, 1)] {
        let network = MachineNetwork::resolving_by(lookup(), NetworkSettings::default());
        let answer = ask_taking(&network, "http://api.example/", &way, may_be_private).await;
        assert_eq!(answer.is_ok(), may_be_private, "{answer:?}");
        assert_eq!(proxy.connections(), connections);
    }
    // The operator's proxy may be at any address, with any other settings of a route.
    let settings = NetworkSettings {
        ca_file: None,
        authorities: None,
        proxy: Some(ProxySettings {
            http: Some(format!("proxy.example:{}", proxy.port)),
            https: None,
            except: String::new(),
        }),
        judges_names_of_proxies: false,
    };
    let network = MachineNetwork::resolving_by(lookup(), settings);
    let other = Arc::new(Route {
        insecure: Some("insecure".to_owned()),
        ..Route::default()
    });
    let answer = ask_taking(&network, "http://api.example/", &other, false).await;
    assert_eq!(answer.expect("an answer"), "ok");
}

#[tokio::test]
async fn clients_of_ways_that_are_gone_are_dropped() {
    let authority = Authority::new("unknown");
    let server = authority.server("localhost", 2090).await;
    let url = format!("https://localhost:{}/", server.port);
    let network = MachineNetwork::default();
    for _ in 0..3 {
        let way = Route {
            insecure: Some("insecure".to_owned()),
            ..Route::default()
        };
        ask_by(&network, &url, way).await.expect("an answer");
    }
    assert!(network.clients.lock().count() <= 2);
}
