//! PlanResourceChange: the state that a change will lead to. The core holds the provider to it: an argument that the user gave is in
//! the plan as it is in the configuration, and a value that is known in the plan is the same after the change.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::diff::Differences;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::value::property_path::{PathElement, parse_path};

use super::comparison::{Comparison, wanted};
use super::validate_resource_config::{Naming, in_preview};
use crate::convert::change::known::{Known, planned, unchanged};
use crate::convert::change::moved_elements::{Sides, withdraw};
use crate::convert::change::unknown_places::UnknownPlaces;
use crate::convert::value::Value;
use crate::convert::wire::decode_error::Reason;
use crate::convert::wire::{decode, encode};
use crate::convert::{attribute_path, files, write_only};
use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::plan_resource_change::{Request, Response};
use crate::provider::{Provider, Typed};
use crate::recorded::Recorded;
use crate::schema::block::{Attribute, ID, Source};
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    // The recorded resource is passed through each plan: a replacement is planned once more, as a create, and its delete gets that plan.
    // With the inputs that it has only by its state, which an update sends.
    let prior_private = request.prior_private.clone();
    // The id changes in a replacement alone, which is planned as a create.
    let planned_identity = request.prior_identity.clone();
    let planned = plan(provider, request).await;
    match planned {
        Ok((response, private)) => Response {
            planned_private: private.unwrap_or(prior_private),
            planned_identity,
            ..response
        },
        Err(diagnostics) => Response {
            diagnostics,
            ..Response::default()
        },
    }
}

/// The plan, and other private bytes than those before.
async fn plan(
    provider: &Provider,
    request: Request,
) -> Result<(Response, Option<Bytes>), Vec<Diagnostic>> {
    let typed = provider.typed(Kind::Resource, &request.type_name).await?;
    let value_type = typed.block.value_type();
    let unreadable = |part| move |error| vec![diagnostics::unreadable(part, &error)];
    let config = decode::dynamic_value(request.config.as_ref(), value_type)
        .and_then(|config| match config {
            Value::Unknown => Err(Reason::Unknown.into()),
            config => Ok(config),
        })
        .map_err(unreadable("configuration"))?;
    let prior = decode::known_value(request.prior_state.as_ref(), value_type)
        .map_err(unreadable("prior state"))?;
    if config.is_null() {
        // A destroy needs no plan.
        let response = Response {
            planned_state: Some(encode::dynamic_value(&Value::Null)),
            ..Response::default()
        };
        return Ok((response, None));
    }
    let planned = if prior.is_null() {
        of_create(&typed, &config).await?
    } else {
        let recorded = Recorded::of(&request.prior_private, &prior, &typed.block);
        let recorded = recorded.map_err(|error| {
            vec![diagnostics::error(
                "The resource cannot be planned",
                &error.to_string(),
            )]
        })?;
        of_change(&typed, &config, &prior, &recorded).await?
    };
    let replaced = planned.requires_replace.iter();
    let response = Response {
        planned_state: Some(encode::dynamic_value(&planned.state)),
        requires_replace: replaced
            .map(|name| attribute_path::of_attribute(name))
            .collect(),
        diagnostics: planned.warnings,
        ..Response::default()
    };
    Ok((response, planned.private))
}

/// A planned state.
struct Planned {
    state: Value,
    /// The attributes whose change needs another resource.
    requires_replace: BTreeSet<String>,
    warnings: Vec<Diagnostic>,
    private: Option<Bytes>,
}

async fn of_create(typed: &Typed<'_>, config: &Value) -> Result<Planned, Vec<Diagnostic>> {
    let (inputs, mut warnings) =
        wanted(typed, config, StoredProperties::default(), Naming::Later).await?;
    let (call, log) = typed.call(Operation::Create);
    let call = in_preview(call);
    let created = operations::create(typed.package(), &call, inputs.clone()).await;
    let created = created.map_err(|failure| typed.failed((&call, &log), &failure.failure.error))?;
    warnings.extend(log.take());
    let sources = Sources {
        config,
        prior: &Value::Null,
        inputs: &inputs.values,
        outputs: &created.outputs.values,
    };
    Ok(Planned {
        state: sources.state(typed)?,
        requires_replace: BTreeSet::new(),
        warnings,
        private: None,
    })
}

async fn of_change(
    typed: &Typed<'_>,
    config: &Value,
    prior: &Value,
    recorded: &Recorded,
) -> Result<Planned, Vec<Diagnostic>> {
    let naming = if recorded.inputs.is_some() {
        Naming::Now
    } else {
        Naming::Later
    };
    let sent_again = write_only::sent_again(prior, config, &typed.block);
    let comparison = Comparison::of(typed, (config, prior), recorded, naming, &sent_again).await?;
    let is_empty = comparison.is_empty();
    let Comparison {
        parameters,
        differences,
        mut warnings,
    } = comparison;
    let inputs = parameters.inputs.clone();
    let nothing = PropertyMap::new();
    let sources = Sources {
        config,
        prior,
        inputs: &inputs.values,
        outputs: &nothing,
    };
    if is_empty {
        return Ok(Planned {
            state: sources.unchanged(typed),
            requires_replace: BTreeSet::new(),
            warnings,
            private: None,
        });
    }
    let replaced = replaced(&differences, typed);
    if !replaced.is_empty() {
        // The core plans it once more as a create, and shows that plan.
        return Ok(Planned {
            state: sources.state(typed)?,
            requires_replace: replaced,
            warnings,
            private: None,
        });
    }
    let planned = Recorded {
        inputs: parameters.old_inputs.clone(),
        ..recorded.clone()
    };
    let private = planned.to_planned_bytes(&typed.block, &UnknownPlaces::of(config));
    let (call, log) = typed.call(Operation::Update);
    let call = in_preview(call);
    let updated = operations::update(typed.package(), &call, parameters).await;
    let updated = updated.map_err(|failure| typed.failed((&call, &log), &failure.failure.error))?;
    warnings.extend(log.take());
    let sources = Sources {
        outputs: &updated.outputs.values,
        ..sources
    };
    let mut state = sources.state(typed)?;
    sources.withdraw(&mut state, &planned, typed);
    if let (Value::Map(members), Value::Map(prior)) = (&mut state, prior)
        && let Some(id) = prior.get(ID)
    {
        // The id changes in a replacement alone.
        members.insert(ID.to_owned(), id.clone());
    }
    Ok(Planned {
        state,
        requires_replace: BTreeSet::new(),
        warnings,
        private: Some(private),
    })
}

/// The attributes that require a replacement. The id is always among them: the core looks only at attributes that differ, and a
/// default or an output can be the reason.
fn replaced(differences: &Differences, typed: &Typed<'_>) -> BTreeSet<String> {
    let replacing = differences.found.iter().filter(|found| found.replace);
    let mut names: BTreeSet<String> = replacing
        .filter_map(|found| {
            let path = parse_path(&found.property).ok()?;
            match path.first()? {
                PathElement::Key(key) => {
                    let (name, _) = typed.block.attribute_of(key)?;
                    Some(name.to_owned())
                }
                PathElement::Index(_) => None,
            }
        })
        .collect();
    let is_replaced = differences.unfinished || differences.found.iter().any(|found| found.replace);
    if is_replaced {
        names.insert(ID.to_owned());
    }
    names
}

/// The values that a planned state is made of.
struct Sources<'a> {
    config: &'a Value,
    /// The state before; null for a create.
    prior: &'a Value,
    /// The checked inputs.
    inputs: &'a PropertyMap,
    /// The outputs of a preview.
    outputs: &'a PropertyMap,
}

impl Sources<'_> {
    /// The state after a change.
    fn state(&self, typed: &Typed<'_>) -> Result<Value, Vec<Diagnostic>> {
        let mut members = BTreeMap::new();
        for (name, attribute) in &typed.block.attributes {
            let value = self.value(name, attribute).map_err(|reason| {
                let summary = format!("`{name}` cannot be planned");
                vec![diagnostics::error(&summary, &reason)]
            })?;
            members.insert(name.clone(), value);
        }
        Ok(Value::Map(members))
    }

    fn value(&self, name: &str, attribute: &Attribute) -> Result<Value, String> {
        let given = configured(self.config, name);
        let known = match &attribute.source {
            Source::Property {
                name: property,
                is_input,
                ..
            } => {
                let inputs = Some(self.inputs).filter(|_| *is_input);
                Known::of(property, inputs, Some(self.outputs))
            }
            Source::HashOf(property) => {
                let hash = files::hash_of(self.inputs.get(property));
                // An apply takes the content that the file has then, so a new hash promises nothing.
                let is_promised = hash.is_null() || hash == *configured(self.prior, name);
                return Ok(if is_promised { hash } else { Value::Unknown });
            }
            Source::Id | Source::VersionOf(_) | Source::Timeouts => Known::default(),
        };
        if attribute.write_only {
            // The core insists on it: only the configuration has the value.
            return Ok(Value::Null);
        }
        planned(given, &attribute.shape, attribute.presence, known)
            .map_err(|error| error.to_string())
    }

    /// Makes promises for elements of lists unknown that the apply will not keep.
    fn withdraw(&self, state: &mut Value, recorded: &Recorded, typed: &Typed<'_>) {
        let Value::Map(members) = state else {
            return;
        };
        for (name, attribute) in &typed.block.attributes {
            if let (
                Source::Property {
                    name: property,
                    is_input: true,
                    ..
                },
                Some(planned),
            ) = (&attribute.source, members.get_mut(name))
            {
                let sides = Sides {
                    configured: configured(self.config, name),
                    before: configured(self.prior, name),
                    recorded: recorded.known(property, true, false).input,
                };
                withdraw(planned, sides, &attribute.shape);
            }
        }
    }

    /// The state of a resource that needs no change.
    fn unchanged(&self, typed: &Typed<'_>) -> Value {
        let members = typed.block.attributes.iter().map(|(name, attribute)| {
            let (old, new) = (configured(self.prior, name), configured(self.config, name));
            let value = match attribute.source {
                _ if attribute.write_only => Value::Null,
                Source::Timeouts | Source::VersionOf(_) => new.clone(),
                _ => unchanged(old, new, &attribute.shape, attribute.presence),
            };
            (name.clone(), value)
        });
        Value::Map(members.collect())
    }
}

/// An attribute of a configuration.
pub(super) fn configured<'a>(config: &'a Value, name: &str) -> &'a Value {
    config.member(name).unwrap_or(&Value::Null)
}
