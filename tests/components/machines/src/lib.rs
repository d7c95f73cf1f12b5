//! Machines of a server, and words: a provider with something of everything, for tests of the test kit.

use pulumi_wasm_provider::prelude::*;
use serde_json::json;

/// Where the server is, and who may use it.
#[derive(Config)]
struct Settings {
    /// The server's address.
    server: String,
    #[property(secret, env = "ACME_KEY")]
    key: String,
    #[property(default = 3)]
    attempts: u32,
    limits: Option<Limits>,
}

/// What is too much.
#[derive(Object, Clone)]
struct Limits {
    machines: u32,
}

/// A machine.
#[derive(Resource)]
#[resource(delete_before_replace)]
struct Machine {
    #[property(replace)]
    label: String,
    #[property(default = "eu")]
    region: String,
    /// What goes wrong when it is made.
    fault: Option<String>,
    #[property(input_only, secret)]
    password: Option<String>,
    /// What is installed.
    #[property(input_only)]
    image: Option<Asset>,
    #[property(output)]
    installed: Option<String>,
    #[property(output)]
    address: Option<String>,
}

/// A word that is drawn once.
#[derive(Resource)]
struct Word {
    #[property(replace)]
    length: u32,
    #[property(output)]
    word: String,
}

/// Which machine to look for.
#[derive(Arguments)]
struct MachineArguments {
    id: String,
}

/// What was found.
#[derive(Arguments)]
struct MachineResult {
    label: String,
}

/// All machines.
#[derive(Arguments)]
struct MachineQuery {}

provider! {
    name: "acme",
    config: Settings,
    resources: [Machine, Word],
    functions: [get_machine],
    net: [{ host: "config:server", required: true, reason: "the server" }],
    env: [{ name: "ACME_KEY", required: false, reason: "the key, where it is not configured" }],
}

impl Machine {
    fn url(cx: &Context, rest: &str) -> String {
        format!("{}/machines{rest}", cx.config::<Settings>().server)
    }

    fn look(id: &str, cx: &Context) -> Result<Option<Json>> {
        let found = cx.http().get(Self::url(cx, &format!("/{id}"))).send()?;
        if found.status() == 404 {
            return Ok(None);
        }
        Ok(Some(found.error_for_status()?.json()?))
    }
}

#[resource]
impl Lifecycle for Machine {
    fn migrations(steps: &mut Migrations) {
        steps.step(|old| {
            // Regions were cities once.
            old.map("region", |region| {
                Ok(match region {
                    city if city == "frankfurt" => "eu".into(),
                    region => region,
                })
            })
        });
    }

    fn check(inputs: &mut MachineDraft, cx: &CheckContext) -> Result<()> {
        match inputs.label.get().map(String::as_str) {
            Some("ask") => drop(cx.http().post("https://acme.test/machines").send()?),
            Some("now") => inputs.region.set(format!("{}", cx.now().as_secs())),
            Some(label) if label.contains(' ') => cx.fail("label", "a label has no spaces"),
            _ => {}
        }
        Ok(())
    }

    fn create(inputs: MachineInputs, cx: &Context) -> Result<Created<Self>> {
        let MachineInputs {
            label,
            region,
            fault,
            password,
            image,
        } = inputs;
        let installed = image.as_ref().map(Asset::read_text).transpose()?;
        if fault.as_deref() == Some("elsewhere") {
            cx.http().get("https://elsewhere.test/").send()?;
        }
        let settings = cx.config::<Settings>();
        let most = settings
            .limits
            .as_ref()
            .map_or(u32::MAX, |limits| limits.machines);
        if most == 0 {
            return Err(Error::denied("there are machines enough"));
        }
        let mut made = Err(Error::other("no attempts"));
        for attempt in 0..settings.attempts {
            if attempt > 0 {
                cx.info("trying again");
                cx.sleep(std::time::Duration::from_secs(60))?;
            }
            made = cx
                .http()
                .post(Self::url(cx, ""))
                .header("x-key", &settings.key)
                .json(&json!({ "label": label, "region": region }))
                .send();
            if made.is_ok() {
                break;
            }
        }
        let made: Json = made?.error_for_status()?.json()?;
        let id = made.0["id"].as_str().unwrap_or_default().to_owned();
        let mut machine = Machine {
            label,
            region,
            fault: fault.clone(),
            password,
            image,
            installed,
            address: None,
        };
        cx.checkpoint(&id, &machine)?;
        match fault.as_deref() {
            Some("panic") => panic!("the machine is on fire"),
            Some("slow") => {
                let every = Wait::every(std::time::Duration::from_secs(10));
                cx.wait(every, |look| {
                    let found = Self::look(&id, cx)?.map(|found| found.0["ready"] == true);
                    Ok(match found {
                        Some(true) => Poll::Ready(()),
                        _ => Poll::Pending(format!("starting, look {look}")),
                    })
                })?;
            }
            Some("error") => return Err(Error::unavailable("it does not start")),
            _ => {}
        }
        machine.address = Some(format!("10.0.0.{id}"));
        Ok(Created::with_state(id, machine))
    }

    fn resume(
        id: &str,
        mut saved: Self,
        inputs: MachineInputs,
        cx: &Context,
    ) -> Result<Updated<Self>> {
        cx.info("going on");
        saved.fault = inputs.fault;
        saved.address = Some(format!("10.0.0.{id}"));
        Ok(Updated::with_state(saved))
    }

    fn read(id: &str, state: Option<Self>, cx: &Context) -> Result<Option<Read<Self>>> {
        let Some(found) = Self::look(id, cx)? else {
            return Ok(None);
        };
        let text = |name: &str| found.0[name].as_str().unwrap_or_default().to_owned();
        let (fault, password, image, installed) = state
            .map(|state| (state.fault, state.password, state.image, state.installed))
            .unwrap_or_default();
        Ok(Some(Read::new(
            id,
            Machine {
                label: text("label"),
                region: text("region"),
                fault,
                password,
                image,
                installed,
                address: Some(format!("10.0.0.{id}")),
            },
        )))
    }

    fn update(id: &str, old: Self, inputs: MachineInputs, cx: &Context) -> Result<Updated<Self>> {
        let body = json!({ "region": inputs.region });
        cx.http()
            .patch(Self::url(cx, &format!("/{id}")))
            .json(&body)
            .send()?
            .error_for_status()?;
        Ok(Updated::with_state(Machine {
            region: inputs.region,
            fault: inputs.fault,
            ..old
        }))
    }

    fn delete(id: &str, _state: Self, cx: &Context) -> Result<()> {
        let gone = cx.http().delete(Self::url(cx, &format!("/{id}"))).send()?;
        gone.error_for_status()?;
        Ok(())
    }
}

impl List for Machine {
    type Query = MachineQuery;

    fn list(_query: MachineQuery, paging: &Paging, cx: &Context) -> Result<Page> {
        let all: Json = cx.http().get(Self::url(cx, "")).send()?.json()?;
        let all = all.0.as_array().cloned().unwrap_or_default();
        // One on each page.
        let start: usize = paging
            .continuation
            .as_deref()
            .unwrap_or("0")
            .parse()
            .unwrap_or(0);
        let mut page = Page::new();
        if let Some(machine) = all.get(start) {
            let text = |name: &str| machine[name].as_str().unwrap_or_default().to_owned();
            page.add(text("id"), text("label"));
        }
        Ok(if start + 1 < all.len() {
            page.next((start + 1).to_string())
        } else {
            page
        })
    }
}

#[resource]
impl Lifecycle for Word {
    fn create(inputs: WordInputs, cx: &Context) -> Result<Created<Self>> {
        let bytes = cx.random(inputs.length as usize)?;
        let word: String = bytes
            .iter()
            .map(|byte| char::from(b'a' + byte % 26))
            .collect();
        Ok(Created::with_state(
            word.clone(),
            Word {
                length: inputs.length,
                word,
            },
        ))
    }
}

/// Looks for a machine.
#[function]
fn get_machine(arguments: MachineArguments, cx: &Context) -> Result<MachineResult> {
    let found = Machine::look(&arguments.id, cx)?;
    let found = found.ok_or_else(|| Error::invalid("id", "there is no such machine"))?;
    let label = found.0["label"].as_str().unwrap_or_default().to_owned();
    Ok(MachineResult { label })
}
