//! The trusted servers.

use super::*;

#[tokio::test]
async fn servers_are_trusted_by_their_certificates() {
    let (authority, stranger) = (Authority::new("known"), Authority::new("unknown"));
    let good = authority.server("localhost", 2090).await;
    let url = |server: &Server| format!("https://localhost:{}/?q=hidden", server.port);
    let network = MachineNetwork::new(authority.trusted());
    for _ in 0..3 {
        let answer = ask(&network, &url(&good), true).await;
        assert_eq!(answer.expect("an answer"), "ok");
    }
    assert_eq!(good.connections(), 1);
    for (server, reason) in [
        (
            authority.server("other.example", 2090).await,
            "for another name",
        ),
        (authority.server("localhost", 2010).await, "has expired"),
        (
            stranger.server("localhost", 2090).await,
            "no authority that this machine trusts issued",
        ),
    ] {
        let error = ask(&network, &url(&server), true).await.unwrap_err();
        let GuestError::Other(message) = &error else {
            panic!("{error:?}");
        };
        assert!(message.contains(reason), "{message}");
        assert!(message.contains("\nhint: "), "{message}");
        assert!(!message.contains("hidden"), "{message}");
        assert!(server.lines().is_empty());
    }
    let unknown = ask(&MachineNetwork::default(), &url(&good), true).await;
    let message = unknown.unwrap_err().message();
    assert!(message.contains("PULUMI_WASM_CA_FILE"), "{message}");
}

/// As `openssl req -x509` makes certificates, without and with the extension that the hint names.
#[tokio::test]
async fn a_certificate_that_signs_itself_is_trusted_unless_it_is_of_an_authority() {
    for (is_ca, expected) in [
        (
            IsCa::Ca(BasicConstraints::Unconstrained),
            Some(
                "\nhint: make one for the server with `-addext basicConstraints=critical,CA:FALSE`",
            ),
        ),
        (IsCa::ExplicitNoCa, None),
    ] {
        let mut params = CertificateParams::new(vec!["localhost".to_owned()]).expect("parameters");
        params.is_ca = is_ca;
        let key = KeyPair::generate().expect("a key");
        let certificate = params.self_signed(&key).expect("a certificate");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivateKeyDer::try_from(key.serialize_der()).expect("a key"),
            )
            .expect("a configuration");
        let server = Server::start(Some(TlsAcceptor::from(Arc::new(config)))).await;
        let network = MachineNetwork::new(NetworkSettings {
            authorities: Some(certificate.pem().as_bytes().into()),
            ..NetworkSettings::default()
        });
        let answer = ask(
            &network,
            &format!("https://localhost:{}/", server.port),
            true,
        )
        .await;
        match expected {
            None => assert_eq!(answer.expect("an answer"), "ok"),
            Some(hint) => {
                let message = answer.expect_err("an error").message();
                assert!(message.contains(hint), "{message}");
            }
        }
    }
}

/// As nginx and Go's servers answer a greeting of TLS at a port for plain HTTP.
#[tokio::test]
async fn a_server_without_tls_is_told_from_a_damaged_answer() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut greeting = [0; 4096];
            drop(stream.read(&mut greeting).await);
            let answer = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n";
            drop(stream.write_all(answer).await);
        }
    });
    let network = MachineNetwork::default();
    let error = ask(&network, &format!("https://localhost:{port}/"), true).await;
    // Another attempt would end in the same way.
    let GuestError::Other(message) = error.expect_err("an error") else {
        panic!("it should not be repeated");
    };
    for part in [
        "the server speaks plain HTTP at that port",
        "\nhint: give the port for https",
        "`plain-http: true`",
    ] {
        assert!(message.contains(part), "{message}");
    }
}

#[tokio::test]
async fn a_file_of_authorities_that_cannot_be_used_is_said() {
    let empty = tempfile::NamedTempFile::new().expect("a file");
    for file in [empty.path(), std::path::Path::new("/no/such/file")] {
        let network = MachineNetwork::new(NetworkSettings {
            ca_file: Some(file.to_owned()),
            ..NetworkSettings::default()
        });
        let error = ask(&network, "https://localhost:1/", true).await;
        let message = error.unwrap_err().message();
        assert!(message.contains("PULUMI_WASM_CA_FILE"), "{message}");
        assert!(message.contains(&file.display().to_string()), "{message}");
    }
}

#[tokio::test]
async fn authorities_in_memory_count_as_those_of_a_file() {
    let (authority, stranger) = (Authority::new("known"), Authority::new("unknown"));
    let good = authority.server("localhost", 2090).await;
    let url = format!("https://localhost:{}/", good.port);
    for (trusted, is_trusted) in [(&authority, true), (&stranger, false)] {
        let pem = trusted.issuer.pem();
        assert_eq!(check_authorities(pem.as_bytes()), Ok(()));
        let network = MachineNetwork::new(NetworkSettings {
            authorities: Some(pem.as_bytes().into()),
            ..NetworkSettings::default()
        });
        let answer = ask(&network, &url, true).await;
        assert_eq!(answer.is_ok(), is_trusted, "{answer:?}");
    }
    for unusable in [
        "",
        "text",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    ] {
        check_authorities(unusable.as_bytes()).expect_err(unusable);
    }
}
