//! A resource with every function.

use std::collections::BTreeMap;

use super::Settings;
use crate::prelude::*;

/// The size of a disk.
#[derive(Enum, Clone, Copy, Debug, PartialEq)]
pub(crate) enum Size {
    /// Enough for most.
    Small,
    #[property(name = "XL", deprecated = "use two small ones")]
    ExtraLarge,
}

/// A disk of a machine.
#[derive(Object, Clone, Debug, PartialEq)]
pub(crate) struct Disk {
    /// How large it is.
    pub(crate) size: Size,
    #[property(default = false)]
    pub(crate) encrypted: bool,
    /// Disks inside this one.
    pub(crate) parts: Option<Vec<Disk>>,
}

/// A machine.
///
/// It computes.
#[derive(Resource, Debug)]
#[resource(delete_before_replace)]
pub(crate) struct Machine {
    /// Its name in the rack.
    #[property(replace)]
    pub(crate) label: String,
    #[property(default = "eu", env = "SAMPLE_REGION")]
    pub(crate) region: String,
    pub(crate) disks: Vec<Disk>,
    pub(crate) tags: Option<BTreeMap<String, String>>,
    /// Only for making it.
    #[property(input_only, secret)]
    pub(crate) password: String,
    #[property(output)]
    pub(crate) address: String,
    #[property(output, name = "serialNumber", deprecated = "use `address`")]
    pub(crate) serial: Option<i64>,
}

impl Machine {
    fn new(inputs: MachineInputs, address: &str) -> Self {
        let MachineInputs {
            label,
            region,
            disks,
            tags,
            password,
        } = inputs;
        Self {
            label,
            region,
            disks,
            tags,
            password,
            address: address.into(),
            serial: None,
        }
    }
}

#[resource]
impl Lifecycle for Machine {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        match inputs.label.as_str() {
            "half" => Err(Error::partial(
                "m-half",
                &Self::new(inputs, "none"),
                ["it does not start"],
            )),
            "checkpoint" => {
                let machine = Self::new(inputs, "soon");
                cx.checkpoint("m-1", &machine)?;
                Err(Error::unavailable("the rack is on fire"))
            }
            "nameless" => Ok(Created::with_state("", Self::new(inputs, "x"))),
            "session" => {
                let session = cx.client::<Settings>().clone();
                Ok(Created::with_state(
                    "m-session",
                    Self::new(inputs, &session),
                ))
            }
            _ => {
                let id = format!("m-{}-{}", inputs.label, inputs.password.len());
                Ok(Created::with_state(id, Self::new(inputs, "10.0.0.1")))
            }
        }
    }

    fn resume(request: ResumeRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let id = request.id.as_str();
        let address = format!("resumed {id} {}", request.old()?.address);
        Ok(Updated::with_state(Self::new(request.inputs, &address)))
    }

    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        let old = request.old_inputs()?;
        let inputs = &mut request.inputs;
        if let Some(label) = inputs.label.get() {
            if label.contains(' ') {
                cx.fail(Machine::LABEL, "has a space");
            }
            let lower = label.to_lowercase();
            if *label != lower {
                inputs.label.set(lower);
            }
        }
        if inputs.tags.is_absent() && old.is_some() {
            inputs
                .tags
                .set(BTreeMap::from([("kept".into(), "yes".into())]));
        }
        if inputs.region.get().is_some_and(|region| region == "moon") {
            return Err(Error::invalid("region", "is out of reach"));
        }
        Ok(())
    }

    fn diff(diff: &mut Diff<Self>, _: &DiffContext) -> Result<()> {
        diff.ignore(Machine::TAGS);
        if diff.old.region == "eu" && diff.differs(Machine::REGION) {
            diff.replace(Machine::REGION);
        }
        if diff.inputs.disks.is_unknown() {
            diff.update(Machine::DISKS);
        }
        Ok(())
    }

    fn preview_create(request: &mut PreviewCreateRequest<Self>, _: &PreviewContext) -> Result<()> {
        let preview = &mut request.outputs;
        if preview.region.get().is_some_and(|region| region == "eu") {
            preview.address.set("10.0.0.1".into());
        }
        Ok(())
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let id = request.id.as_str();
        match (id, state) {
            ("gone", _) => Ok(None),
            (_, Some(state)) => Ok(Some(ReadResult::new(state))),
            (id, None) => {
                let inputs: MachineInputs = crate::testing::properties(
                    serde_json::json!({ "label": id, "disks": [], "password": "?" }),
                )?;
                let imported = Self::new(inputs.clone(), "found");
                let found = ReadResult::new(imported).with_id(format!("m-{id}"));
                Ok(Some(if id == "bare" {
                    found
                } else {
                    found.with_inputs(inputs)
                }))
            }
        }
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let old = request.old()?;
        Ok(Updated::with_state(Self::new(
            request.inputs,
            &format!("was {} with {}", old.address, old.password),
        )))
    }

    fn preview_update(request: &mut PreviewUpdateRequest<Self>, _: &PreviewContext) -> Result<()> {
        request.outputs.address = request.old()?.address.into();
        Ok(())
    }

    fn delete(request: DeleteRequest<Self>, _: &DeleteContext) -> Result<()> {
        let state = request.old()?;
        let id = request.id.as_str();
        match id {
            "stuck" => Err(Error::not_found(format!(
                "{} {}",
                state.label, state.password
            ))),
            _ => Ok(()),
        }
    }
}
