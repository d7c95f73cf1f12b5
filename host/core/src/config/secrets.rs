//! The secrets of a provider's configuration.

use std::sync::Arc;

use crate::component::Component;
use crate::redaction::Secrets;
use crate::schema;
use crate::value::{PropertyMap, PropertyValue};

/// A component's configuration, with the secrets of its schema marked.
pub(crate) fn marked(component: &Arc<dyn Component>, configuration: &PropertyMap) -> PropertyMap {
    let schema = &component.manifest().schema;
    let before = PropertyMap::new();
    schema::keep_secrets(schema, &schema.config, &before, configuration.clone())
}

/// Keeps the secrets of a component's configuration. A JSON text is secret as a whole if a part of it is. If the schema
/// or the text's form shows which part, the other parts are not searched for inside longer values.
pub(crate) fn keep_secrets(
    secrets: &Secrets,
    component: &Arc<dyn Component>,
    given: &PropertyMap,
    configuration: &PropertyMap,
) {
    for (key, value) in marked(component, configuration) {
        let is_text = matches!(
            given.get(&key).map(PropertyValue::reveal),
            Some(PropertyValue::String(_))
        );
        let opened = match &value {
            PropertyValue::Secret(inner) if is_text => {
                let inner = PropertyMap::from([(key.clone(), inner.as_ref().clone())]);
                Some(marked(component, &inner))
            }
            _ => None,
        };
        let has_parts = |value: &PropertyValue| !value.is_secret() && value.contains_secret();
        let inside = opened.filter(|opened| opened.values().any(has_parts));
        let whole = PropertyMap::from([(key, value)]);
        match inside {
            Some(inside) => {
                secrets.keep_all(&inside);
                secrets.keep_beside(&whole);
            }
            None => secrets.keep_all(&whole),
        }
    }
}
