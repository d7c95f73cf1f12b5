//! Values of each type, as they come and go.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

/// A place on a map.
#[derive(Object, Clone)]
pub(crate) struct Point {
    /// From the left.
    x: f64,
    /// From the top.
    y: f64,
    /// The name of the place.
    note: Option<String>,
}

/// A way between places.
#[derive(Object, Clone)]
pub(crate) struct Route {
    /// Where it leads along.
    points: Vec<Point>,
    /// Places beside it, by name.
    sights: Option<BTreeMap<String, Point>>,
}

/// A property of each type, all of them optional.
#[derive(Resource)]
pub(crate) struct Values {
    /// A text.
    text: Option<String>,
    /// True or false.
    flag: Option<bool>,
    /// A number.
    number: Option<f64>,
    /// A whole number.
    whole: Option<i64>,
    /// Texts.
    texts: Option<Vec<String>>,
    /// Lists in a list.
    table: Option<Vec<Vec<f64>>>,
    /// Numbers by name.
    numbers: Option<BTreeMap<String, f64>>,
    /// An object.
    point: Option<Point>,
    /// Objects in an object.
    route: Option<Route>,
    /// Anything.
    anything: Option<Json>,
    /// How many characters the text has.
    #[property(output)]
    text_length: Option<i64>,
    /// The names of the properties that were given, in order.
    #[property(output)]
    given: Vec<String>,
}

impl Values {
    fn of(inputs: ValuesInputs) -> Self {
        let ValuesInputs {
            text,
            flag,
            number,
            whole,
            texts,
            table,
            numbers,
            point,
            route,
            anything,
        } = inputs;
        let given = [
            ("anything", anything.is_some()),
            ("flag", flag.is_some()),
            ("number", number.is_some()),
            ("numbers", numbers.is_some()),
            ("point", point.is_some()),
            ("route", route.is_some()),
            ("table", table.is_some()),
            ("text", text.is_some()),
            ("texts", texts.is_some()),
            ("whole", whole.is_some()),
        ];
        let given = given.iter().filter(|(_, is_given)| *is_given);
        Self {
            given: given.map(|(name, _)| (*name).to_owned()).collect(),
            text_length: text.as_ref().map(|text| text.chars().count() as i64),
            text,
            flag,
            number,
            whole,
            texts,
            table,
            numbers,
            point,
            route,
            anything,
        }
    }
}

#[resource]
impl Lifecycle for Values {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::with_state("values", Self::of(request.inputs)))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::with_state(Self::of(request.inputs)))
    }
}
