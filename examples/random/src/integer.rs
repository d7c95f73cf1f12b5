//! `RandomInteger`.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

use crate::generate::sampling::between;
use crate::generate::seed::seeded;
use crate::recorded;

/// A random whole number, such as a port or a priority.
///
/// It is made once and stays the same until an input changes. Every number of the range is equally likely.
///
/// ## Import
///
/// By the number and the range, and by the seed where there is one, with commas between them:
///
/// ```yaml
/// options: { import: '41837,1024,65535' }
/// options: { import: '41837,1024,65535,my-seed' }
/// ```
#[derive(Resource)]
#[resource(token = "random:index/randomInteger:RandomInteger")]
pub(crate) struct RandomInteger {
    /// Values that the number goes along with: when one of them changes, a new number is made.
    #[property(replace, compare = "empty")]
    keepers: Option<BTreeMap<String, String>>,
    /// The largest number that may come up.
    #[property(replace)]
    max: i64,
    /// The smallest number that may come up.
    #[property(replace)]
    min: i64,
    /// The number.
    #[property(output)]
    result: i64,
    /// A text that the number follows from: with the same seed and range it is the same number again.
    #[property(replace, compare = "empty")]
    seed: Option<String>,
}

#[resource]
impl Lifecycle for RandomInteger {
    fn migrations(steps: &mut Migrations) {
        steps.step(recorded::keepers);
    }

    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        let inputs = &mut request.inputs;
        if let (Some(min), Some(max)) = (inputs.min.get(), inputs.max.get())
            && min > max
        {
            cx.fail(
                RandomInteger::MIN,
                format!("must not be larger than `max`: {min} is larger than {max}"),
            );
        }
        Ok(())
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let RandomIntegerInputs {
            keepers,
            max,
            min,
            seed,
        } = request.inputs;
        // An empty seed counts as absent, and is not recorded.
        let seed = seed.filter(|seed| !seed.is_empty());
        let drawn = match &seed {
            Some(seed) => between(&mut seeded(seed), min, max),
            None => between(&mut cx.rng(), min, max),
        };
        let result = drawn.ok_or_else(|| Error::invalid("min", "must not be larger than `max`"))?;
        let state = Self {
            keepers,
            max,
            min,
            result,
            seed,
        };
        Ok(Created::with_state(result.to_string(), state))
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let id = request.id.as_str();
        if let Some(state) = state {
            return Ok(Some(ReadResult::new(state)));
        }
        let state = imported(id).ok_or_else(|| {
            let reason = format!(
                "`{id}` cannot be imported as a random number: write RESULT,MIN,MAX or RESULT,MIN,MAX,SEED, \
                 such as 15,1,100"
            );
            Error::invalid("", reason)
        })?;
        let id = state.result.to_string();
        Ok(Some(ReadResult::new(state).with_id(id)))
    }
}

/// The parts of an import's id. A seed may have commas.
fn imported(id: &str) -> Option<RandomInteger> {
    let mut parts = id.splitn(4, ',');
    let mut number = || parts.next()?.parse::<i64>().ok();
    let (result, min, max) = (number()?, number()?, number()?);
    let seed = parts.next().map(str::to_owned);
    Some(RandomInteger {
        keepers: None,
        max,
        min,
        result,
        seed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_tells_number_range_and_seed() {
        let read = |id| imported(id).map(|state| (state.result, state.min, state.max, state.seed));
        assert_eq!(read("15,1,100"), Some((15, 1, 100, None)));
        assert_eq!(
            read("-3,-5,0,a,b"),
            Some((-3, -5, 0, Some("a,b".to_owned())))
        );
        for id in ["", "15", "15,1", "15,1,x", "1.5,1,2", "15, 1, 100"] {
            assert_eq!(read(id), None, "{id:?}");
        }
    }
}
