//! Views at an engine that only remembers them.

use std::sync::{Arc, Mutex};

use pulumi_wasm_core::testing::Scene;
use pulumi_wasm_core::value::PropertyValue;
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::{Endpoint, Server};
use tonic::{Request, Response, Status};

use super::*;
use crate::pulumi::wire::pulumirpc::resource_status_server::{
    ResourceStatus, ResourceStatusServer,
};

type Published = Arc<Mutex<Vec<pb::PublishViewStepsRequest>>>;

struct Engine(Published);

#[tonic::async_trait]
impl ResourceStatus for Engine {
    async fn publish_view_steps(
        &self,
        request: Request<pb::PublishViewStepsRequest>,
    ) -> Result<Response<pb::PublishViewStepsResponse>, Status> {
        let request = request.into_inner();
        if request.token != "token" {
            return Err(Status::unknown("token not found"));
        }
        self.0.lock().expect("a list").push(request);
        Ok(Response::new(pb::PublishViewStepsResponse {}))
    }
}

async fn sink(token: &str, old_views: &[View]) -> (ViewStatus, Published) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let published = Published::default();
    let service = ResourceStatusServer::new(Engine(Arc::clone(&published)));
    let server = Server::builder().add_service(service);
    tokio::spawn(server.serve_with_incoming(TcpListenerStream::new(listener)));
    let endpoint = Endpoint::from_shared(format!("http://{address}")).expect("an address");
    let package = Arc::new(Scene::new(&["create"]).package);
    let sink = ViewStatus::new(
        endpoint.connect_lazy(),
        token.to_owned(),
        &package,
        old_views,
    );
    (sink, published)
}

fn view(name: &str) -> View {
    View {
        token: "acme:index:Part".to_owned(),
        name: name.to_owned(),
        inputs: [("label".to_owned(), PropertyValue::Unknown)].into(),
        outputs: [("key".to_owned(), PropertyValue::from("k").into_secret())].into(),
        ..View::default()
    }
}

fn step(operation: ViewOperation, old: Option<View>, new: Option<View>) -> ViewStep {
    ViewStep {
        operation,
        old,
        new,
        failure: None,
    }
}

#[tokio::test]
async fn steps_reach_the_engine_as_they_are() {
    let (sink, published) = sink("token", &[view("a")]).await;
    let steps = vec![
        step(ViewOperation::Update, Some(view("a")), Some(view("a"))),
        ViewStep {
            failure: Some("no room".to_owned()),
            ..step(ViewOperation::Create, None, Some(view("b")))
        },
    ];
    sink.publish(steps).await.expect("success");
    let published = published.lock().expect("a list").remove(0);
    assert_eq!(published.token, "token");
    let [update, create] = &published.steps[..] else {
        panic!("{published:?}");
    };
    assert_eq!((update.op(), update.status()), (Op::Update, StepStatus::Ok));
    assert_eq!(
        (update.r#type.as_str(), update.name.as_str()),
        ("acme:index:Part", "a")
    );
    let state = update.new.as_ref().expect("a state");
    assert_eq!(state.inputs, Some(map_to_proto(&view("a").inputs)));
    assert_eq!(state.outputs, Some(map_to_proto(&view("a").outputs)));
    assert_eq!(update.old.as_ref(), Some(state));
    assert_eq!(
        (create.op(), create.status()),
        (Op::Create, StepStatus::PartialFailure)
    );
    assert_eq!((create.error.as_str(), &create.old), ("no room", &None));
}

#[tokio::test]
async fn what_would_crash_the_engine_never_reaches_it() {
    let (sink, published) = sink("token", &[view("a")]).await;
    let foreign = View {
        token: "other:index:Part".to_owned(),
        ..view("x")
    };
    let smuggled = View {
        token: "acme:index$other:Part".to_owned(),
        ..view("x")
    };
    let nameless = view("");
    let shapeless = View {
        token: "acme".to_owned(),
        ..view("x")
    };
    let without_module = View {
        token: "acme::Part".to_owned(),
        ..view("x")
    };
    for (step, words) in [
        (step(ViewOperation::Same, None, None), "neither"),
        (
            step(ViewOperation::Create, None, Some(without_module)),
            "no type of the package `acme`",
        ),
        (
            step(ViewOperation::Create, None, Some(foreign)),
            "no type of the package `acme`",
        ),
        (
            step(ViewOperation::Create, None, Some(smuggled)),
            "no type of the package `acme`",
        ),
        (
            step(ViewOperation::Create, None, Some(shapeless)),
            "no type of the package `acme`",
        ),
        (step(ViewOperation::Create, None, Some(nameless)), "no name"),
        (
            step(ViewOperation::Update, Some(view("a")), Some(view("b"))),
            "another type or name",
        ),
        (
            step(ViewOperation::Delete, Some(view("b")), None),
            "not recorded",
        ),
    ] {
        let GuestError::Invalid(failures) = sink.publish(vec![step]).await.expect_err("a refusal")
        else {
            panic!("it is the guest's mistake");
        };
        assert!(failures[0].reason.contains(words), "{failures:?}");
    }
    assert!(published.lock().expect("a list").is_empty());
}

#[tokio::test]
async fn an_engine_that_refuses_views_is_no_crash() {
    let (sink, _) = sink("other", &[]).await;
    let refused = sink
        .publish(vec![step(ViewOperation::Create, None, Some(view("a")))])
        .await;
    let GuestError::Unavailable(message) = refused.expect_err("a refusal") else {
        panic!("it is the engine's");
    };
    assert!(message.contains("token not found"), "{message}");
}
