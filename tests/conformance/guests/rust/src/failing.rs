//! Every way in which a hook can fail.

use pulumi_wasm_provider::prelude::*;

/// Fails where and how it is told to.
#[derive(Resource)]
pub(crate) struct Failing {
    /// The hook that fails.
    at: String,
    /// How it fails: the name of an error, `crash`, `endless`, which never comes to an end, or `recursion`, whose calls never do.
    how: String,
    /// Changes nothing.
    note: Option<String>,
}

/// The error of that name.
pub(crate) fn error(how: &str) -> Error {
    match how {
        "invalid" => Error::Invalid(
            vec![
                Error::invalid("how", "is bad"),
                Error::invalid("note.of[0]", "is worse"),
            ]
            .into_iter()
            .flat_map(|error| match error {
                Error::Invalid(failures) => failures,
                _ => Vec::new(),
            })
            .collect(),
        ),
        "not-found" => Error::not_found("it is nowhere"),
        "already-exists" => Error::already_exists("it is there"),
        "denied" => Error::denied("it is forbidden"),
        "unavailable" => Error::unavailable("it is away"),
        "timed-out" => Error::TimedOut("it is late".into()),
        "cancelled" => Error::Cancelled("it is over".into()),
        "unsupported" => Error::unsupported("it is not done"),
        "crash" => panic!("the guest stumbled"),
        _ => Error::other("it is broken"),
    }
}

/// Calls itself for ever. The sum after the call keeps the compiler from turning the recursion into a loop.
#[expect(unconditional_recursion, reason = "this is what it is for")]
fn deeper(depth: u64) -> u64 {
    let below = deeper(std::hint::black_box(depth + 1));
    std::hint::black_box(depth) + below
}

impl Failing {
    fn fail(&self, at: &str) -> Result<()> {
        if self.at != at {
            return Ok(());
        }
        if self.how == "endless" {
            loop {
                std::hint::spin_loop();
            }
        }
        if self.how == "recursion" {
            deeper(1);
        }
        Err(match self.how.as_str() {
            "partial" => Error::partial("failing", self, ["it is not whole", "nor ready"]),
            how => error(how),
        })
    }

    fn of(inputs: FailingInputs) -> Self {
        let FailingInputs { at, how, note } = inputs;
        Self { at, how, note }
    }
}

#[resource]
impl Lifecycle for Failing {
    fn check(request: &mut CheckRequest<Self>, _: &CheckContext) -> Result<()> {
        let inputs = &mut request.inputs;
        match (inputs.at.get(), inputs.how.get()) {
            (Some(at), Some(how)) if at == "check" => Err(error(how)),
            _ => Ok(()),
        }
    }

    fn diff(diff: &mut Diff<Self>, _: &DiffContext) -> Result<()> {
        match (diff.inputs.at.get(), diff.inputs.how.get()) {
            (Some(at), Some(how)) if at == "diff" => Err(error(how)),
            _ => Ok(()),
        }
    }

    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let failing = Self::of(request.inputs);
        failing.fail("create")?;
        Ok(Created::with_state("failing", failing))
    }

    fn preview_create(request: &mut PreviewCreateRequest<Self>, _: &PreviewContext) -> Result<()> {
        let inputs = &request.inputs;
        match (inputs.at.get(), inputs.how.get()) {
            (Some(at), Some(how)) if at == "preview" => Err(error(how)),
            _ => Ok(()),
        }
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let Some(failing) = request.old() else {
            return Ok(None);
        };
        failing.fail("read")?;
        Ok(Some(ReadResult::new(failing)))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let failing = Self::of(request.inputs);
        failing.fail("update")?;
        Ok(Updated::with_state(failing))
    }

    fn delete(request: DeleteRequest<Self>, _: &DeleteContext) -> Result<()> {
        request.old()?.fail("delete")
    }
}
