//! Secrets that a component puts into visible places: in any answer of any call.

mod calls;
mod ids;
mod moved;
mod opened;
mod outputs;
mod parts;
mod scope;
mod views;

use crate::call::Severity;
use crate::testing::{Answers, Scene, map};
use crate::value::PropertyValue;

const WORD: &str = "a secret word";

fn hidden() -> PropertyValue {
    PropertyValue::from(WORD).into_secret()
}

fn object<const N: usize>(members: [(&str, PropertyValue); N]) -> PropertyValue {
    PropertyValue::Object(map(members))
}

/// A scene that knows a secret.
fn scene(hooks: &[&str], answers: Answers) -> Scene {
    let scene = Scene::with(hooks, |_| {}, answers);
    scene.secrets.keep(WORD);
    scene.secrets.keep("1234567890");
    scene
}

fn warnings(scene: &Scene) -> Vec<String> {
    let heard = scene.heard().into_iter();
    let warnings = heard.filter(|(severity, _)| *severity == Severity::Warning);
    warnings.map(|(_, message)| message).collect()
}
