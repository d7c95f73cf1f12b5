//! Elements of lists in a refresh: each is found again, at whatever place it stands now. The values of those that were
//! found are refreshed by the caller.

use std::collections::{BTreeMap, HashMap};

use super::project::{Computed, project};
use crate::schema::matching::{Extras, Left, Likeness, Matcher, likeness};
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::values::fingerprint;
use crate::value::PropertyValue;

/// An element of a refreshed list.
pub(super) enum Element<'v> {
    /// The program gave it: its value is refreshed.
    Given {
        input: &'v PropertyValue,
        /// The recorded output.
        before: Option<&'v PropertyValue>,
        output: &'v PropertyValue,
    },
    /// The element is taken over unchanged.
    Taken(PropertyValue),
}

/// Whether recorded outputs have every element of the inputs in the program's form, perhaps with further parts.
pub(super) fn shows(
    types: &Types,
    items: Expected,
    set: bool,
    inputs: &[PropertyValue],
    before: &[PropertyValue],
) -> bool {
    let matcher = Matcher::new(types, items, Extras::Any);
    if set {
        matcher.pair(inputs, before, &[]).missing.is_empty()
    } else {
        let pairs = matcher.align(inputs, before, &|_, _| 0).into_iter();
        pairs.filter(|pair| pair.alike).count() == inputs.len()
    }
}

/// The elements of a list, from the program and from the server, in the server's order.
pub(super) fn of_list<'v>(
    types: &Types,
    items: Expected,
    inputs: &'v [PropertyValue],
    before: Option<&'v [PropertyValue]>,
    outputs: &'v [PropertyValue],
) -> Vec<Element<'v>> {
    let matcher = Matcher::new(types, items, Extras::Any);
    let recorded = before.unwrap_or_default();
    // The recorded output that an input corresponds to.
    let of_inputs = matcher.partners(inputs, recorded, false, &|_| true);
    let recorded_of = |at: usize| {
        let place = of_inputs.get(at).copied().flatten();
        place.and_then(|place| recorded.get(place))
    };
    // Values of the server distinguish elements as well as values of the program do.
    let alike = |given: usize, found: usize| {
        let Some(output) = outputs.get(found) else {
            return 0;
        };
        let given_input = inputs.get(given).into_iter();
        let sides = given_input.chain(recorded_of(given));
        sides.map(|side| likeness(&matcher, side, output)).sum()
    };
    let pairs = matcher.align(inputs, outputs, &alike);
    let mut servers = Servers::new(types, items, before, (inputs, &of_inputs));
    let mut refreshed = Vec::with_capacity(outputs.len());
    for pair in pairs {
        let Some(output) = pair.found.and_then(|at| outputs.get(at)) else {
            continue;
        };
        let given = pair.given.filter(|_| pair.alike);
        match given.and_then(|at| Some((inputs.get(at)?, recorded_of(at)))) {
            Some((input, recorded)) => {
                refreshed.push(Element::Given {
                    input,
                    before: recorded,
                    output,
                });
            }
            // It replaced an element of the program, and no recorded list exists to compare it with.
            None if before.is_none() && pair.given.is_some() => {
                let input = project(types, items.value_type, Computed::LeftOut, output);
                refreshed.push(Element::Taken(input));
            }
            None => refreshed.extend(servers.unless_known(output).map(Element::Taken)),
        }
    }
    refreshed
}

/// The elements of a set: those that the program gave in its order, then those that came. An element that changed is
/// found again by its unchanged parts.
pub(super) fn of_set<'v>(
    types: &Types,
    items: Expected,
    inputs: &'v [PropertyValue],
    before: Option<&'v [PropertyValue]>,
    outputs: &'v [PropertyValue],
) -> Vec<Element<'v>> {
    let matcher = Matcher::new(types, items, Extras::Any);
    let recorded = before.unwrap_or_default();
    let of_inputs = matcher.partners(inputs, recorded, true, &|_| true);
    let recorded_of = |at: usize| {
        let place = of_inputs.get(at).copied().flatten();
        place.and_then(|place| recorded.get(place))
    };
    let now = matcher.pair(inputs, outputs, recorded);
    let mut found = vec![None; inputs.len()];
    let mut servers = Servers::new(types, items, before, (inputs, &of_inputs));
    let mut come = BTreeMap::new();
    for (place, (output, partner)) in outputs.iter().zip(&now.of_found).enumerate() {
        match partner.and_then(|at| found.get_mut(at)) {
            Some(entry) => *entry = Some(output),
            None => come.extend(servers.unless_known(output).map(|input| (place, input))),
        }
    }
    let given = Left {
        values: inputs,
        places: &now.missing,
    };
    let come_places: Vec<usize> = come.keys().copied().collect();
    let others = Left {
        values: outputs,
        places: &come_places,
    };
    // Values of the server distinguish elements as well as values of the program do.
    let measure = |at: usize, input: &PropertyValue, output: &PropertyValue| {
        let of_record = recorded_of(at).map(|side| Likeness::of(&matcher, side, output));
        Likeness::of(&matcher, input, output) + of_record.unwrap_or_default()
    };
    let changed = matcher.most_alike_by(given, others, &measure);
    for (at, place) in changed.unwrap_or_default() {
        if let Some(entry) = found.get_mut(at) {
            *entry = outputs.get(place);
            come.remove(&place);
        }
    }
    let mut elements = Vec::with_capacity(outputs.len());
    for (at, (input, output)) in inputs.iter().zip(found).enumerate() {
        match output {
            Some(output) => elements.push(Element::Given {
                input,
                before: recorded_of(at),
                output,
            }),
            // Another element of the program has the same content.
            None if now.missing.binary_search(&at).is_err() => {
                elements.push(Element::Taken(input.clone()));
            }
            None => {}
        }
    }
    elements.extend(come.into_values().map(Element::Taken));
    elements
}

/// Elements that the record has beside the program's own: a server put them there, and the program never knew them.
struct Servers<'a> {
    types: &'a Types,
    items: Expected<'a>,
    /// The number of recorded elements by content; `None` if there is no recorded list.
    known: Option<HashMap<String, usize>>,
}

impl<'a> Servers<'a> {
    /// `of_inputs` are the places of the recorded elements that are the program's.
    fn new(
        types: &'a Types,
        items: Expected<'a>,
        before: Option<&[PropertyValue]>,
        (inputs, of_inputs): (&[PropertyValue], &[Option<usize>]),
    ) -> Self {
        let mut servers = Self {
            types,
            items,
            known: None,
        };
        let Some(before) = before else {
            return servers;
        };
        let mut is_given = vec![false; before.len()];
        for place in of_inputs.iter().flatten() {
            if let Some(entry) = is_given.get_mut(*place) {
                *entry = true;
            }
        }
        let mut known = HashMap::new();
        let others = before
            .iter()
            .zip(is_given)
            .filter(|(_, is_given)| !is_given);
        for (value, _) in others {
            if let Some((_, Some(print))) = servers.seen(value) {
                *known.entry(print).or_default() += 1;
            }
        }
        // The record may have an element of the program in another order. Only elements of the server can stand for it.
        let unplaced = inputs.iter().zip(of_inputs);
        let unplaced = unplaced.filter(|(_, place)| place.is_none() && !known.is_empty());
        let unplaced: Vec<&PropertyValue> = unplaced.map(|(input, _)| input).collect();
        for input in unplaced {
            if let Some((_, Some(print))) = servers.seen(input)
                && let Some(count) = known.get_mut(&print)
            {
                *count = usize::saturating_sub(*count, 1);
            }
        }
        servers.known = Some(known);
        servers
    }

    /// The input for an element that does not come from the program; `None` if the server had added the element
    /// before.
    fn unless_known(&mut self, output: &PropertyValue) -> Option<PropertyValue> {
        let (input, print) = self.seen(output)?;
        let known = self.known.as_mut()?;
        match print.and_then(|print| known.get_mut(&print)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                None
            }
            _ => Some(input),
        }
    }

    /// An element as an input, and its content.
    fn seen(&self, value: &PropertyValue) -> Option<(PropertyValue, Option<String>)> {
        let input = project(self.types, self.items.value_type, Computed::LeftOut, value);
        let print = fingerprint::of(self.types, self.items, &input);
        Some((input, print))
    }
}
