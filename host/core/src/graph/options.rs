//! The options of a registration, as a guest reads and writes them. An unknown option is an error, because an option that
//! silently does nothing is worse.

use std::collections::BTreeMap;

use super::callbacks::HookMoment;
use super::declaration::add_failure;
use super::output_reference::whole_number;
use super::registration::{
    Alias, AliasParent, AliasSpec, RegistrationOptions, ResourceKind, Timeouts,
};
use crate::error::failure::PropertyFailure;
use crate::schema::nearest;
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

/// Options that may contain output references.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Options {
    pub(super) parent: Option<PropertyValue>,
    pub(super) depends_on: Vec<PropertyValue>,
    pub(super) provider: Option<PropertyValue>,
    /// The providers by package.
    pub(super) providers: PropertyMap,
    pub(super) deleted_with: Option<PropertyValue>,
    pub(super) replace_with: Vec<PropertyValue>,
    pub(super) replacement_trigger: Option<PropertyValue>,
    pub(super) protect: Option<bool>,
    pub(super) retain_on_delete: Option<bool>,
    pub(super) delete_before_replace: Option<bool>,
    pub(super) ignore_changes: Vec<String>,
    pub(super) replace_on_changes: Vec<String>,
    pub(super) additional_secret_outputs: Vec<String>,
    pub(super) hide_diffs: Vec<String>,
    pub(super) timeouts: Timeouts,
    pub(super) aliases: Vec<DeclaredAlias>,
    pub(super) import: String,
    /// The numbers of the functions in the guest.
    pub(super) transforms: Vec<u32>,
    /// The numbers of the functions in the guest by moment, in the order in which they run.
    pub(super) hooks: BTreeMap<HookMoment, Vec<u32>>,
}

/// An alias as a guest declares it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DeclaredAlias {
    pub(super) alias: Alias,
    /// The parent, if it is a resource of this session: the whole output, or the output `urn`. Until the URN is known,
    /// the alias has the resource's current parent.
    pub(super) parent: Option<PropertyValue>,
}

const KNOWN: [&str; 19] = [
    "parent",
    "dependsOn",
    "provider",
    "providers",
    "deletedWith",
    "replaceWith",
    "replacementTrigger",
    "protect",
    "retainOnDelete",
    "deleteBeforeReplace",
    "ignoreChanges",
    "replaceOnChanges",
    "additionalSecretOutputs",
    "hideDiffs",
    "customTimeouts",
    "aliases",
    "import",
    "transforms",
    "hooks",
];

/// Reads options.
///
/// # Errors
/// All mistakes, each with its path.
pub(super) fn read(given: PropertyMap) -> Result<Options, Vec<PropertyFailure>> {
    let mut reader = Reader::default();
    let mut options = Options::default();
    for (name, value) in given {
        match name.as_str() {
            "parent" => options.parent = given_value(value),
            "provider" => options.provider = given_value(value),
            "deletedWith" => options.deleted_with = given_value(value),
            "replacementTrigger" => options.replacement_trigger = Some(value),
            "dependsOn" => options.depends_on = one_or_more(value),
            "replaceWith" => options.replace_with = one_or_more(value),
            "providers" => options.providers = reader.object(&name, value),
            "protect" => options.protect = reader.flag(&name, &value),
            "retainOnDelete" => options.retain_on_delete = reader.flag(&name, &value),
            "deleteBeforeReplace" => options.delete_before_replace = reader.flag(&name, &value),
            "ignoreChanges" => options.ignore_changes = reader.texts(&name, value),
            "replaceOnChanges" => options.replace_on_changes = reader.texts(&name, value),
            "additionalSecretOutputs" => {
                options.additional_secret_outputs = reader.texts(&name, value);
            }
            "hideDiffs" => options.hide_diffs = reader.texts(&name, value),
            "customTimeouts" => options.timeouts = reader.timeouts(&name, value),
            "aliases" => options.aliases = reader.aliases(&name, value),
            "import" => options.import = reader.text(&name, &value),
            "transforms" => options.transforms = reader.callbacks(&name, value),
            "hooks" => options.hooks = reader.hooks(&name, value),
            _ => reader.unknown(&name, &name, &KNOWN),
        }
    }
    if reader.failures.is_empty() {
        Ok(options)
    } else {
        Err(reader.failures)
    }
}

impl Options {
    /// Refuses hooks on groups and components. The engine would run them when the outputs are complete, in the loop
    /// that serves the whole deployment.
    pub(super) fn check_hooks(&self, kind: ResourceKind, failures: &mut Vec<PropertyFailure>) {
        if kind != ResourceKind::Custom && !self.hooks.is_empty() {
            let reason = "a group or component has no hooks; put them on the resources in it";
            add_failure(failures, "options.hooks", reason.to_owned());
        }
    }
}

/// Null means unset.
fn given_value(value: PropertyValue) -> Option<PropertyValue> {
    (value != PropertyValue::Null).then_some(value)
}

/// A list, or a list with this one element.
fn one_or_more(value: PropertyValue) -> Vec<PropertyValue> {
    match value {
        PropertyValue::Array(items) => items,
        PropertyValue::Null => Vec::new(),
        one => vec![one],
    }
}

#[derive(Default)]
struct Reader {
    failures: Vec<PropertyFailure>,
}

impl Reader {
    fn fail(&mut self, path: &str, reason: String) {
        add_failure(&mut self.failures, &format!("options.{path}"), reason);
    }

    fn expected(&mut self, path: &str, what: &str, found: &PropertyValue) {
        self.fail(path, format!("expected {what}, found {}", found.kind()));
    }

    fn unknown(&mut self, path: &str, name: &str, known: &[&str]) {
        let name = Excerpt::name(name).to_string();
        let hint = match nearest(&name, known.iter().copied()) {
            Some(near) => format!("; did you mean `{near}`?"),
            None => format!("; the options are `{}`", known.join("`, `")),
        };
        self.fail(path, format!("`{name}` is not an option{hint}"));
    }

    fn flag(&mut self, path: &str, value: &PropertyValue) -> Option<bool> {
        match value {
            PropertyValue::Null => None,
            PropertyValue::Bool(flag) => Some(*flag),
            other => {
                self.expected(path, "a boolean", other);
                None
            }
        }
    }

    fn text(&mut self, path: &str, value: &PropertyValue) -> String {
        match value {
            PropertyValue::String(text) => text.clone(),
            other => {
                self.expected(path, "a string that is known now", other);
                String::new()
            }
        }
    }

    fn texts(&mut self, path: &str, value: PropertyValue) -> Vec<String> {
        let items = one_or_more(value);
        items.iter().map(|item| self.text(path, item)).collect()
    }

    fn callbacks(&mut self, path: &str, value: PropertyValue) -> Vec<u32> {
        let mut numbers = Vec::new();
        for item in one_or_more(value) {
            match item {
                PropertyValue::Number(number) if whole_number(number).is_some() => {
                    numbers.extend(whole_number(number));
                }
                other => self.expected(path, "numbers of callbacks", &other),
            }
        }
        numbers
    }

    fn hooks(&mut self, path: &str, value: PropertyValue) -> BTreeMap<HookMoment, Vec<u32>> {
        let mut hooks = BTreeMap::new();
        for (name, value) in self.object(path, value) {
            let path = format!("{path}.{name}");
            match HookMoment::ALL.into_iter().find(|one| one.name() == name) {
                Some(moment) => {
                    let numbers = self.callbacks(&path, value);
                    if !numbers.is_empty() {
                        hooks.insert(moment, numbers);
                    }
                }
                None if ["beforeDelete", "afterDelete"].contains(&name.as_str()) => {
                    let reason = "the hooks of a component run in its construction, and a resource may be deleted in a deployment without one";
                    self.fail(&path, reason.to_owned());
                }
                None => self.unknown(&path, &name, &HookMoment::ALL.map(HookMoment::name)),
            }
        }
        hooks
    }

    fn object(&mut self, path: &str, value: PropertyValue) -> PropertyMap {
        match value {
            PropertyValue::Object(map) => map,
            other => {
                self.expected(path, "an object", &other);
                PropertyMap::new()
            }
        }
    }

    fn timeouts(&mut self, path: &str, value: PropertyValue) -> Timeouts {
        let mut timeouts = Timeouts::default();
        for (name, value) in self.object(path, value) {
            let path = format!("{path}.{name}");
            let place = match name.as_str() {
                "create" => &mut timeouts.create,
                "update" => &mut timeouts.update,
                "delete" => &mut timeouts.delete,
                "read" => &mut timeouts.read,
                _ => {
                    self.unknown(&path, &name, &["create", "update", "delete", "read"]);
                    continue;
                }
            };
            *place = self.text(&path, &value);
        }
        timeouts
    }

    fn aliases(&mut self, path: &str, value: PropertyValue) -> Vec<DeclaredAlias> {
        let mut aliases = Vec::new();
        for (index, value) in one_or_more(value).into_iter().enumerate() {
            let path = format!("{path}[{index}]");
            match value {
                PropertyValue::String(urn) => aliases.push(DeclaredAlias {
                    alias: Alias::Urn(urn),
                    parent: None,
                }),
                PropertyValue::Object(map) => aliases.push(self.alias(&path, map)),
                other => self.expected(&path, "a URN or an object", &other),
            }
        }
        aliases
    }

    fn alias(&mut self, path: &str, map: PropertyMap) -> DeclaredAlias {
        const PARTS: [&str; 7] = [
            "name",
            "type",
            "stack",
            "project",
            "parent",
            "parentUrn",
            "noParent",
        ];
        let (mut alias, mut parent) = (AliasSpec::default(), None);
        for (name, value) in map {
            let path = format!("{path}.{name}");
            match (name.as_str(), value) {
                ("name", value) => alias.name = self.text(&path, &value),
                ("type", value) => alias.token = self.text(&path, &value),
                ("stack", value) => alias.stack = self.text(&path, &value),
                ("project", value) => alias.project = self.text(&path, &value),
                ("parent", PropertyValue::Null) => {}
                ("parent" | "parentUrn", node @ PropertyValue::Object(_)) => parent = Some(node),
                ("parent" | "parentUrn", urn) => {
                    alias.parent = AliasParent::Urn(self.text(&path, &urn));
                }
                ("noParent", value) => {
                    if self.flag(&path, &value) == Some(true) {
                        alias.parent = AliasParent::Stack;
                    }
                }
                _ => self.unknown(&path, &name, &PARTS),
            }
        }
        DeclaredAlias {
            alias: Alias::Spec(alias),
            parent,
        }
    }
}

/// The options of a component by Pulumi's names, without those that name resources: a component must not see URNs of
/// the program, and the host has already applied these options. Unset options are absent.
#[must_use]
pub fn plain_options(given: &RegistrationOptions) -> PropertyMap {
    let flags = [
        ("protect", given.protect),
        ("retainOnDelete", given.retain_on_delete),
        ("deleteBeforeReplace", given.delete_before_replace),
    ];
    let lists = [
        ("ignoreChanges", &given.ignore_changes),
        ("replaceOnChanges", &given.replace_on_changes),
        ("additionalSecretOutputs", &given.additional_secret_outputs),
        ("hideDiffs", &given.hide_diffs),
    ];
    let flags = flags
        .into_iter()
        .filter_map(|(name, flag)| Some((name, PropertyValue::Bool(flag?))));
    let lists = lists
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, list)| {
            let items = list.iter().map(|item| item.as_str().into());
            (name, PropertyValue::Array(items.collect()))
        });
    let timeouts = timeouts(&given.timeouts).map(|timeouts| ("customTimeouts", timeouts));
    flags
        .chain(lists)
        .chain(timeouts)
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// An alias in the form of the option `aliases`: a URN, or an object with the parts that differ.
#[must_use]
pub fn alias_value(alias: &Alias) -> PropertyValue {
    let spec = match alias {
        Alias::Urn(urn) => return urn.as_str().into(),
        Alias::Spec(spec) => spec,
    };
    let texts = [
        ("name", &spec.name),
        ("type", &spec.token),
        ("stack", &spec.stack),
        ("project", &spec.project),
    ];
    let set = texts.into_iter().filter(|(_, text)| !text.is_empty());
    let mut parts: PropertyMap = set
        .map(|(name, text)| (name.to_owned(), text.as_str().into()))
        .collect();
    match &spec.parent {
        AliasParent::Same => {}
        AliasParent::Stack => drop(parts.insert("noParent".to_owned(), true.into())),
        AliasParent::Urn(urn) => {
            parts.insert("parentUrn".to_owned(), urn.as_str().into());
        }
    }
    PropertyValue::Object(parts)
}

fn timeouts(given: &Timeouts) -> Option<PropertyValue> {
    let parts = [
        ("create", &given.create),
        ("update", &given.update),
        ("delete", &given.delete),
        ("read", &given.read),
    ];
    let parts: PropertyMap = parts
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| (name.to_owned(), text.as_str().into()))
        .collect();
    (!parts.is_empty()).then_some(PropertyValue::Object(parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_name_no_resource_are_told_and_can_be_given_to_a_child() {
        let given = RegistrationOptions {
            protect: Some(false),
            ignore_changes: vec!["a".to_owned(), "b[0]".to_owned()],
            timeouts: Timeouts {
                create: "5m".to_owned(),
                ..Timeouts::default()
            },
            provider: "urn:x::1".to_owned(),
            deleted_with: "urn:y".to_owned(),
            ..RegistrationOptions::default()
        };
        let told = plain_options(&given);
        let names: Vec<&str> = told.keys().map(String::as_str).collect();
        assert_eq!(names, ["customTimeouts", "ignoreChanges", "protect"]);
        let read = read(told).expect("options of a child");
        assert_eq!(read.protect, Some(false));
        assert_eq!(read.ignore_changes, given.ignore_changes);
        assert_eq!(read.timeouts, given.timeouts);
        assert_eq!(read.provider, None);
        assert_eq!(plain_options(&RegistrationOptions::default()).len(), 0);
    }
}
