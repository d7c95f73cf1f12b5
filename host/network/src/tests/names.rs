//! Literal addresses, and the addresses of names.

use super::*;

#[tokio::test]
async fn a_name_is_judged_by_what_it_leads_to_each_time() {
    let server = Server::start(None).await;
    let url = format!("http://rebind.example:{}/", server.port);
    for addresses in [
        "127.0.0.1",
        "::ffff:127.0.0.1",
        "10.0.0.1",
        "fe80::1",
        "64:ff9b:1::1",
    ] {
        let lookup = Names::lead_to(&[&[addresses]]);
        let network = MachineNetwork::resolving_by(lookup, NetworkSettings::default());
        let error = ask(&network, &url, false).await.unwrap_err();
        assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
        assert!(error.message().contains("not public"), "{error:?}");
    }
    // A name may resolve to other addresses later.
    let lookup = Names::lead_to(&[&["192.0.2.1"], &["8.8.8.8", "127.0.0.1"], &["127.0.0.1"]]);
    let judging = JudgingResolver {
        lookup,
        reach: Reach::Public,
    };
    let resolve = || async {
        use tower_service::Service as _;
        let name = "rebind.example".parse().expect("a name");
        let found = judging.clone().call(name).await;
        found.map(|found| found.collect::<Vec<SocketAddr>>())
    };
    assert!(resolve().await.is_err());
    let public = resolve().await.unwrap_or_default();
    assert_eq!(public, [SocketAddr::from(([8, 8, 8, 8], 0))]);
    assert!(resolve().await.is_err());
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn a_connection_that_was_judged_is_not_judged_by_a_later_answer() {
    let server = Server::start(None).await;
    let url = format!("http://internal.example:{}/", server.port);
    let lookup = Names::lead_to(&[&["127.0.0.1"], &["192.0.2.1"]]);
    let network = MachineNetwork::resolving_by(lookup, NetworkSettings::default());
    for _ in 0..3 {
        assert_eq!(ask(&network, &url, true).await.expect("an answer"), "ok");
    }
    assert_eq!(server.connections(), 1);
    // The connection is not used for a request that must not go there.
    let error = ask(&network, &url, false).await.unwrap_err();
    assert!(matches!(error, GuestError::Denied(_)), "{error:?}");
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn addresses_that_are_written_out_are_judged_as_well() {
    let server = Server::start(None).await;
    let network = MachineNetwork::default();
    for host in [
        "127.0.0.1",
        "0x7f.1",
        "2130706433",
        "[::ffff:127.0.0.1]",
        "[::1]",
        "0",
    ] {
        let url = format!("http://{host}:{}/", server.port);
        let error = ask(&network, &url, false).await.unwrap_err();
        assert!(matches!(error, GuestError::Denied(_)), "{host}: {error:?}");
    }
    assert_eq!(server.connections(), 0);
}
