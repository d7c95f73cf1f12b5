//! Generates names for resources that the program does not name.
//!
//! The first of these wins: the name from the program, the name of the last deployment if the host generated it, the
//! engine's proposal from a setting of the user, and the resource's own name with random
//! characters.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;
use sha2::{Digest, Sha256};

use super::model::ResourceSchema;
use super::rules::{NameRule, canonical};
use super::values::member;
use crate::error::failure::PropertyFailure;
use crate::value::property_path::PropertyPath;
use crate::value::{PropertyMap, PropertyValue};

/// The engine's settings for names, as configured by the user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Autonaming {
    /// The user chose no mode: the provider generates names by its own rule.
    #[default]
    Unspecified,
    /// This name, fitted to the provider's rules if it breaks them.
    Propose(String),
    /// Exactly this name.
    Enforce(String),
    /// The provider may not generate a name.
    Disable,
}

/// The facts that a resource's name depends on.
#[derive(Debug, Clone, Copy)]
pub struct NameRequest<'a> {
    /// The resource's name in the program.
    pub resource_name: &'a str,
    pub autonaming: &'a Autonaming,
    /// The user's setting that `autonaming` comes from, for messages.
    pub setting: &'a str,
    /// The seed of random characters. The same seed gives the same name. Without a seed, the characters differ each
    /// time.
    pub random_seed: &'a [u8],
    /// The inputs of the last deployment; empty before a create or a replacement.
    pub old_inputs: &'a PropertyMap,
    /// Whether the host generated the name in `old_inputs`.
    pub old_name_is_generated: bool,
}

/// The origin of a resource's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naming {
    /// The program gave the name, or the resource has none.
    Fixed,
    /// The host generated the name, now or in an earlier deployment. It is recorded for the next deployment.
    Generated,
    /// The host generated the name in an earlier deployment, and `ignoreChanges` made the engine send it like a name of
    /// the program. It is recorded, and it is as fixed as a name of the program.
    Kept,
}

/// Sets the name property of inputs without a name, if the resource type has one.
///
/// An explicit null counts as absent. An unknown or empty name counts as given. A name that was generated before is
/// kept as it is, even if the rules have changed since.
///
/// # Errors
/// If the program gives no name and the host may not generate one, or the enforced name breaks the rule. The inputs are
/// then as they were.
pub fn name(
    resource: &ResourceSchema,
    request: NameRequest<'_>,
    inputs: &mut PropertyMap,
) -> Result<Naming, PropertyFailure> {
    let Some(rule) = &resource.traits.name else {
        return Ok(Naming::Fixed);
    };
    let is_given = |name: &PropertyValue| !member::is_null(name);
    if let Some(given) = inputs.get(&rule.property).filter(|name| is_given(name)) {
        let old = request.old_inputs.get(&rule.property);
        let is_back = request.old_name_is_generated
            && old.is_some_and(|old| old.reveal() == given.reveal())
            && !given.is_unknown();
        return Ok(if is_back { Naming::Kept } else { Naming::Fixed });
    }
    let fail = |reason: String| PropertyFailure::new(&PropertyPath::root(&rule.property), reason);
    let old = request
        .old_inputs
        .get(&rule.property)
        .filter(|old| request.old_name_is_generated && is_given(old) && !old.is_unknown());
    let name = match (old, request.autonaming) {
        (Some(old), _) => old.clone(),
        (None, Autonaming::Enforce(name)) => {
            permitted(rule, name, request.setting).map_err(fail)?;
            name.as_str().into()
        }
        (None, Autonaming::Propose(proposal)) => {
            adapted(rule, proposal, request.resource_name).into()
        }
        (None, Autonaming::Disable) => {
            return Err(fail(format!(
                "missing required property `{0}`: no name is generated, because {1} is disabled for this resource; set `{0}` in the program",
                rule.property, request.setting
            )));
        }
        (None, Autonaming::Unspecified) => {
            let random = random_part(rule, request.random_seed).map_err(fail)?;
            composed(rule, request.resource_name, &random).into()
        }
    };
    inputs.insert(rule.property.clone(), name);
    Ok(Naming::Generated)
}

/// Whether a replacement must delete the old resource before it creates the new one.
///
/// It must if the manifest says so, or if both resources would have the same name because the program sets it. A
/// replacement gets a new generated name, unless the name has no random part.
#[must_use]
pub fn deletes_before_replace(
    resource: &ResourceSchema,
    old_inputs: &PropertyMap,
    inputs: &PropertyMap,
    name_is_generated: bool,
) -> bool {
    if resource.traits.delete_before_replace {
        return true;
    }
    let Some(rule) = &resource.traits.name else {
        return false;
    };
    if name_is_generated && rule.random_length > 0 {
        return false;
    }
    let compare = resource
        .inputs
        .properties
        .get(&rule.property)
        .map(|property| property.rules.compare)
        .unwrap_or_default();
    let name = |inputs: &PropertyMap| {
        let name = inputs.get(&rule.property)?.as_str()?;
        Some(canonical(name, compare).into_owned())
    };
    // An unknown name counts as different.
    name(old_inputs).is_some_and(|old| name(inputs) == Some(old))
}

/// The reason why an enforced name breaks the rule, if it does.
fn permitted(rule: &NameRule, name: &str, setting: &str) -> Result<(), String> {
    let advice = format!(
        "change the pattern of {setting}, or set `{}` in the program",
        rule.property
    );
    let length = name.chars().count();
    if let Some(most) = rule.max_length
        && length > count(most)
    {
        return Err(format!(
            "the name `{name}`, which {setting} enforces, has {length} characters; at most {most} are allowed; {advice}"
        ));
    }
    if rule.lowercase && name != name.to_lowercase() {
        return Err(format!(
            "the name `{name}`, which {setting} enforces, has capital letters; only small ones are allowed; {advice}"
        ));
    }
    if name.is_empty() {
        return Err(format!(
            "the name that {setting} enforces is empty; {advice}"
        ));
    }
    Ok(())
}

/// A proposed name as the rule allows it. A name that is too long is cut in the resource's name, if the proposal has
/// it, so that the distinguishing part stays.
fn adapted(rule: &NameRule, proposal: &str, resource_name: &str) -> String {
    let (proposal, resource_name) = if rule.lowercase {
        (proposal.to_lowercase(), resource_name.to_lowercase())
    } else {
        (proposal.to_owned(), resource_name.to_owned())
    };
    let Some(most) = rule.max_length.map(count) else {
        return proposal;
    };
    let excess = proposal.chars().count().saturating_sub(most);
    if excess == 0 {
        return proposal;
    }
    let length = resource_name.chars().count();
    match proposal.split_once(&resource_name) {
        Some((before, after)) if length > excess => {
            let kept: String = resource_name.chars().take(length - excess).collect();
            format!("{before}{kept}{after}")
        }
        _ => proposal.chars().take(most).collect(),
    }
}

/// The resource's name and the random part.
fn composed(rule: &NameRule, resource_name: &str, random: &str) -> String {
    let resource_name = if rule.lowercase {
        resource_name.to_lowercase()
    } else {
        resource_name.to_owned()
    };
    let tail = match random {
        "" => String::new(),
        random => format!("{}{random}", rule.separator),
    };
    let most = rule.max_length.map_or(usize::MAX, count);
    let whole = format!("{resource_name}{tail}");
    if whole.chars().count() <= most {
        return whole;
    }
    let room = most.saturating_sub(tail.chars().count());
    let cut: String = resource_name.chars().take(room).collect();
    // Two separators never follow each other.
    let cut = match rule.separator.as_str() {
        "" => cut.as_str(),
        separator => cut.trim_end_matches(separator),
    };
    format!("{cut}{tail}").chars().take(most).collect()
}

/// The random characters.
fn random_part(rule: &NameRule, seed: &[u8]) -> Result<String, String> {
    if rule.random_length == 0 {
        return Ok(String::new());
    }
    let mut hash = Sha256::new();
    // A guest that draws from the same seed shall not meet the same bytes.
    hash.update(b"name");
    hash.update(seed);
    if seed.is_empty() {
        let mut fresh = [0; 32];
        getrandom::fill(&mut fresh)
            .map_err(|error| format!("no name can be generated without randomness: {error}"))?;
        hash.update(fresh);
    }
    let mut random = ChaCha20Rng::from_seed(hash.finalize().into());
    Ok(draw(rule, &mut random))
}

fn draw(rule: &NameRule, random: &mut impl Rng) -> String {
    let alphabet: Vec<char> = rule.alphabet.chars().collect();
    (0..rule.random_length)
        .filter_map(|_| alphabet.choose(random))
        .collect()
}

/// A length in the manifest as a text length.
fn count(length: u32) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests;
