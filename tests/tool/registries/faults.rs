//! A real registry behind a server that spoils its answers.

use pulumi_wasm_packages::Digest;

use test_support::fake::guest::Guest;
use test_support::fake::scene::Scene;
use test_support::fake::tool::tool;
use test_support::servers::fault_proxy::{FAULTS, Fault, FaultProxy, at_first};
use test_support::servers::registry::Registry;

#[tokio::test]
async fn whatever_is_read_is_read_again() {
    for fault in FAULTS {
        let registry = Registry::start();
        let proxy = FaultProxy::start(&registry.address(), at_first(fault));
        let component = Guest::new().build();
        registry.publish_bytes("acme/provider:1.2.3", &component);
        let scene = Scene::new().await;
        let reference = proxy.reference("acme/provider:1.2.3");
        let tags = tool(&scene, &["tags", &proxy.reference("acme/provider")]).await;
        assert_eq!(tags.output, "1.2.3\n", "{fault:?}: {}", tags.errors);
        let pulled = tool(&scene, &["pull", &reference, "-o", "got.wasm"]).await;
        assert_eq!(pulled.status, 0, "{fault:?}: {}", pulled.errors);
        let got = std::fs::read(scene.project().join("got.wasm")).unwrap();
        assert_eq!(got, component, "{fault:?}");
        let plugin = Scene::new().await.launch().await;
        plugin.parameterize(&[&reference]).await.unwrap();
        if fault == Fault::Cut {
            let requests = proxy.requests();
            assert!(requests.iter().any(|ask| ask.header("range").is_some()));
        }
    }
}

#[tokio::test]
async fn a_push_ends_well_or_is_told_and_can_be_repeated() {
    let direct = Registry::start();
    let scene = Scene::new().await;
    scene.add("acme.wasm", &Guest::new());
    let name = "acme/provider:1.2.3";
    let pushed = tool(&scene, &["push", &direct.reference(name), "acme.wasm"]).await;
    assert_eq!(pushed.status, 0, "{}", pushed.errors);
    for fault in FAULTS {
        let registry = Registry::start();
        let proxy = FaultProxy::start(&registry.address(), at_first(fault));
        let words = ["push", &proxy.reference(name), "acme.wasm"];
        let mut attempts = 1;
        loop {
            let ran = tool(&scene, &words).await;
            if ran.status == 0 {
                break;
            }
            let is_repeated = matches!(fault, Fault::Busy | Fault::GivenUp);
            assert!(!is_repeated, "{fault:?}: {}", ran.errors);
            assert!(ran.errors.contains("error: "), "{}", ran.errors);
            attempts += 1;
            // At most each request that changes something stops it once.
            assert!(attempts < 7, "{fault:?}: {}", ran.errors);
        }
        assert_eq!(manifest(&registry), manifest(&direct), "{fault:?}");
    }
}

fn manifest(registry: &Registry) -> Digest {
    let accept = "accept: application/vnd.oci.image.manifest.v1+json";
    let path = "/v2/acme/provider/manifests/1.2.3";
    let answer = registry.ask("GET", path, &[accept], &[]);
    assert_eq!(answer.status, 200, "{}", registry.log());
    Digest::of(&answer.body)
}
