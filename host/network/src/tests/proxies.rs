//! Requests through proxies.

use super::*;

#[tokio::test]
async fn a_proxy_is_asked_where_there_is_one_and_judges_names_itself() {
    let (proxy, direct) = (Server::start(None).await, Server::start(None).await);
    let address = format!("proxy.example:{}", proxy.port);
    let settings = NetworkSettings {
        ca_file: None,
        authorities: None,
        proxy: Some(ProxySettings {
            http: Some(address),
            https: None,
            except: "direct.example".to_owned(),
        }),
        judges_names_of_proxies: false,
    };
    let lookup = Names::lead_to(&[&["127.0.0.1"]]);
    let network = MachineNetwork::resolving_by(lookup, settings);
    let answer = ask(&network, "http://api.example/things", false).await;
    assert_eq!(answer.expect("an answer"), "ok");
    assert_eq!(proxy.lines(), ["GET http://api.example/things HTTP/1.1"]);
    // Names that are reached directly are checked here, and literal addresses always.
    let url = format!("http://direct.example:{}/", direct.port);
    for url in [url.as_str(), "http://10.0.0.1/"] {
        let error = ask(&network, url, false).await.unwrap_err();
        assert!(matches!(error, GuestError::Denied(_)), "{url}: {error:?}");
    }
    assert_eq!((proxy.connections(), direct.connections()), (1, 0));
    // This machine is never reached through a proxy.
    let url = format!("http://127.0.0.1:{}/", direct.port);
    assert_eq!(ask(&network, &url, true).await.expect("an answer"), "ok");
    assert_eq!((proxy.lines().len(), direct.lines().len()), (1, 1));
}

#[tokio::test]
async fn a_name_that_leads_inside_by_way_of_a_proxy_is_refused_if_names_are_judged() {
    for (addresses, reach, is_asked) in [
        (["10.0.0.5"].as_slice(), Reach::Public, false),
        (&["10.0.0.5"], Reach::Networks, true),
        (&["169.254.169.254"], Reach::Networks, false),
        (&["169.254.169.254"], Reach::Any, true),
        (&["10.0.0.5", "1.1.1.1"], Reach::Public, true),
        // The proxy may know the name.
        (&[], Reach::Public, true),
    ] {
        let proxy = Server::start(None).await;
        let settings = NetworkSettings {
            ca_file: None,
            authorities: None,
            proxy: Some(ProxySettings {
                http: Some(format!("127.0.0.1:{}", proxy.port)),
                ..ProxySettings::default()
            }),
            judges_names_of_proxies: true,
        };
        let network = MachineNetwork::resolving_by(Names::lead_to(&[addresses]), settings);
        let asked = OutgoingRequest {
            reach,
            ..request("http://inner.example/things", false)
        };
        let answer = network.send(&anyone(), asked).await;
        assert_eq!(
            answer.is_ok(),
            is_asked,
            "{addresses:?} {reach:?}: {answer:?}"
        );
        assert_eq!(proxy.lines().len(), usize::from(is_asked));
    }
}

#[tokio::test]
async fn a_refusal_of_a_proxy_is_told_with_the_next_step() {
    for (status, expected, may_pass) in [
        (
            "407 Proxy Authentication Required",
            "asks for a user and a password",
            false,
        ),
        ("403 Forbidden", "does not connect to that server", true),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut head = [0; 4096];
                drop(stream.read(&mut head).await);
                let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n");
                drop(stream.write_all(answer.as_bytes()).await);
            }
        });
        let settings = NetworkSettings {
            proxy: Some(ProxySettings {
                https: Some(format!("http://user:hidden@127.0.0.1:{port}")),
                ..ProxySettings::default()
            }),
            ..NetworkSettings::default()
        };
        let network = MachineNetwork::resolving_by(Names::lead_to(&[&["1.1.1.1"]]), settings);
        let answer = ask(&network, "https://api.example/", false).await;
        let error = answer.expect_err("an error");
        assert_eq!(matches!(error, GuestError::Unavailable(_)), may_pass);
        let message = error.message();
        assert!(message.contains(expected), "{message}");
        assert!(message.contains("\nhint: "), "{message}");
        assert!(!message.contains("hidden"), "{message}");
    }
}

#[test]
fn an_unusable_proxy_is_said_without_its_password() {
    let settings = ProxySettings {
        http: Some("socks9://user:hidden@nowhere".to_owned()),
        ..ProxySettings::default()
    };
    let reason = settings.build().err().expect("a refusal");
    assert!(!reason.contains("hidden"), "{reason}");
}
