//! Things on a server that moves: it chooses what is not given, and others change it.

use std::collections::BTreeMap;

use pulumi_wasm_provider::http::RequestBuilder;
use pulumi_wasm_provider::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Which server has the things.
#[derive(Config)]
struct Settings {
    /// The server's address, without a slash at its end.
    server: String,
}

/// A rule of a thing. The server chooses what the program leaves out.
#[derive(Object, Clone, Serialize, Deserialize)]
struct Rule {
    port: u32,
    #[property(server_default)]
    proto: Option<String>,
}

/// A disk of a thing.
#[derive(Object, Clone, Serialize, Deserialize)]
struct Disk {
    size: u32,
    #[property(server_default, replace)]
    zone: Option<String>,
}

/// A member of a thing.
#[derive(Object, Clone, Serialize, Deserialize)]
struct Member {
    host: String,
    /// The server chooses it, and the manifest does not say so.
    weight: Option<u32>,
}

/// A thing.
#[derive(Resource, Deserialize)]
#[resource(auto_name(name))]
struct Thing {
    #[property(replace)]
    name: String,
    #[property(server_default, replace)]
    zone: Option<String>,
    /// The server chooses it, and the manifest does not say so.
    size: Option<u32>,
    #[property(compare = "ignore-case")]
    mode: Option<String>,
    label: Option<String>,
    #[property(secret)]
    password: Option<String>,
    tags: Option<BTreeMap<String, String>>,
    rules: Option<Vec<Rule>>,
    disks: Option<Vec<Disk>>,
    #[property(compare = "set")]
    members: Option<Vec<Member>>,
    #[property(compare = "set")]
    words: Option<Vec<String>>,
    /// Where it is, with the password in it.
    #[property(output)]
    url: String,
    /// How often it was changed.
    #[property(output)]
    serial: u32,
}

/// The body of a request.
fn told(inputs: &ThingInputs) -> Value {
    let mut told = json!({
        "name": inputs.name, "zone": inputs.zone, "size": inputs.size, "mode": inputs.mode,
        "label": inputs.label, "password": inputs.password, "tags": inputs.tags,
        "rules": inputs.rules, "disks": inputs.disks, "members": inputs.members,
        "words": inputs.words,
    });
    without_nulls(&mut told);
    told
}

fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, value| !value.is_null());
            members.values_mut().for_each(without_nulls);
        }
        Value::Array(elements) => elements.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

#[derive(Deserialize)]
struct Made {
    id: String,
    thing: Thing,
}

#[resource]
impl Lifecycle for Thing {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let answer = api(cx, "POST", "").json(&told(&request.inputs)).send()?;
        let Made { id, thing } = answer.error_for_status()?.json()?;
        cx.checkpoint(&id, &thing)?;
        // The server's action when all is done, and that fails or loses its answer.
        api(cx, "PUT", &format!("/{id}/ready"))
            .send()?
            .error_for_status()?;
        Ok(Created::with_state(id, thing))
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let answer = api(cx, "GET", &format!("/{}", request.id)).send()?;
        if answer.status() == 404 {
            return Ok(None);
        }
        Ok(Some(ReadResult::new(answer.error_for_status()?.json()?)))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        let id = request.id.as_str();
        let answer = api(cx, "PUT", &format!("/{id}"))
            .json(&told(&request.inputs))
            .send()?;
        let thing = answer.error_for_status()?.json()?;
        Ok(Updated::with_state(thing))
    }

    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        let answer = api(cx, "DELETE", &format!("/{}", request.id)).send()?;
        answer.error_for_status().map(drop)
    }
}

/// A request to the server.
fn api(cx: &Context, method: &str, path: &str) -> RequestBuilder {
    let server = &cx.config::<Settings>().server;
    cx.http().request(method, format!("{server}/things{path}"))
}

provider!(
    Provider::new("model")
        .config::<Settings>()
        .resource::<Thing>()
        .net(
            Net::from(Settings::SERVER)
                .required()
                .reason("the server that has the things")
        )
);
