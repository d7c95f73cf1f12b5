//! The document's root: the package itself, and the tokens that it declares.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde_json::Value;

use super::names::{Owner, PACKAGE_NAME_RULE, TokenKind, is_package_name};
use super::{Members, Parser, member};
use crate::schema::model::PackageSchema;
use crate::schema::model::object::{ObjectSchema, PropertySchema};

/// The runtimes of Node.js and Python serve dynamic providers under the last two names.
const RESERVED_PACKAGES: [&str; 4] = ["pulumi", "input", "pulumi-nodejs", "pulumi-python"];

/// The version becomes a part of file names.
const MAX_VERSION_BYTES: usize = 100;
/// Each token is compared with all the others.
const MAX_ALLOWED: usize = 100;

const KNOWN: [&str; 26] = [
    "name",
    "displayName",
    "version",
    "description",
    "keywords",
    "homepage",
    "license",
    "attribution",
    "repository",
    "logoUrl",
    "pluginDownloadURL",
    "configurationDocsUrl",
    "validateCredentialsOnNew",
    "publisher",
    "namespace",
    "dependencies",
    "meta",
    "allowedPackageNames",
    "language",
    "config",
    "types",
    "provider",
    "resources",
    "functions",
    "parameterization",
    "extensionParameterization",
];

impl<'d> Parser<'d> {
    /// The whole document.
    pub(super) fn package(&mut self, document: &'d Value) -> PackageSchema {
        let Some(root) = self.reader.members(document, "") else {
            return PackageSchema::default();
        };
        self.reader.slips(root, &KNOWN, "");
        self.identity(root);
        let allowed = self.reader.texts(root, "allowedPackageNames", "");
        if allowed.len() > MAX_ALLOWED {
            let message = format!("names more than {MAX_ALLOWED} packages");
            self.reader.mistake("/allowedPackageNames", message);
            return PackageSchema::default();
        }
        let types = self.section(root, "types", TokenKind::Type, &allowed);
        let resources = self.section(root, "resources", TokenKind::Resource, &allowed);
        let functions = self.section(root, "functions", TokenKind::Function, &allowed);
        self.resources = resources.iter().map(|(token, _)| *token).collect();
        self.functions = functions.iter().map(|(token, _)| *token).collect();
        let of_resources = resources
            .iter()
            .filter_map(|(_, spec)| spec.get("methods")?.as_object());
        let methods = of_resources.flat_map(|methods| methods.values());
        self.methods = methods.filter_map(Value::as_str).collect();
        self.check_one_spelling();
        self.types(&types);
        let mut package = PackageSchema {
            name: self.name.to_owned(),
            version: self.version.to_owned(),
            config: self.configuration(root),
            resources: resources
                .into_iter()
                .map(|(token, spec)| {
                    let place = format!("/resources{}", member("", token));
                    (token.to_owned(), self.resource(token, spec, &place))
                })
                .collect(),
            functions: functions
                .into_iter()
                .map(|(token, spec)| {
                    let place = format!("/functions{}", member("", token));
                    (token.to_owned(), self.function(token, spec, &place))
                })
                .collect(),
            types: std::mem::take(&mut self.types),
            has_deprecations: false,
        };
        package.has_deprecations = package.finds_deprecations();
        package
    }

    /// The package's name and version.
    fn identity(&mut self, root: &'d Members) {
        match self.reader.text(root, "name", "") {
            Some(name) => {
                self.name = name;
                if !is_package_name(name) {
                    let message = format!("`{name}` is not a package name: {PACKAGE_NAME_RULE}");
                    self.reader.mistake("/name", message);
                }
                if RESERVED_PACKAGES.contains(&name) {
                    self.reader
                        .mistake("/name", format!("`{name}` is reserved by Pulumi"));
                }
            }
            None if !root.contains_key("name") => {
                self.reader.mistake("/name", "the name is missing")
            }
            None => {}
        }
        match self.reader.text(root, "version", "") {
            Some(version) => {
                self.version = version;
                if version.len() > MAX_VERSION_BYTES {
                    let message = format!("a version has at most {MAX_VERSION_BYTES} characters");
                    self.reader.mistake("/version", message);
                }
                if let Err(error) = semver::Version::parse(version) {
                    let message =
                        format!("`{version}` is not a semantic version such as `1.2.3`: {error}");
                    self.reader.mistake("/version", message);
                }
            }
            None if !root.contains_key("version") => {
                self.reader.mistake("/version", "the version is missing");
            }
            None => {}
        }
    }

    /// A section's tokens, and their kind.
    fn section(
        &mut self,
        root: &'d Members,
        key: &str,
        kind: TokenKind,
        allowed: &[&str],
    ) -> Vec<(&'d str, &'d Members)> {
        let place = format!("/{key}");
        let Some(section) = self.reader.object_member(root, key, "") else {
            return Vec::new();
        };
        let mut entries = Vec::with_capacity(section.len());
        for (token, spec) in section {
            let place = member(&place, token);
            self.check_token(token, kind, allowed, &place);
            if let Some(spec) = self.reader.members(spec, &place) {
                entries.push((token.as_str(), spec));
            }
        }
        entries
    }

    /// Generated code in some languages cannot hold tokens that differ in case alone.
    fn check_one_spelling(&mut self) {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        let mut twice = Vec::new();
        let sections = [
            ("resources", &self.resources),
            ("functions", &self.functions),
        ];
        for (section, tokens) in sections {
            for token in tokens {
                if let Some(other) = seen.insert(token.to_lowercase(), token) {
                    twice.push((member(&format!("/{section}"), token), other));
                }
            }
        }
        for (place, other) in twice {
            self.reader.mistake(
                &place,
                format!("another token differs only in case: `{other}`"),
            );
        }
    }

    /// The provider's configuration: its inputs, and variables that are declared nowhere else.
    fn configuration(&mut self, root: &'d Members) -> ObjectSchema {
        let mut configuration = ObjectSchema::default();
        if let Some(provider) = self.reader.object_member(root, "provider", "") {
            configuration = self.provider(provider, "/provider");
        }
        if let Some(config) = self.reader.object_member(root, "config", "") {
            let owner = Owner::Configuration;
            let variables = self.object(config, "variables", "defaults", owner, "/config");
            for (name, property) in variables.properties {
                // This also applies to an input that no SDK may require because the environment can give it.
                if variables.required.contains(&name) {
                    configuration.required.insert(name.clone());
                }
                match configuration.properties.entry(name) {
                    Entry::Vacant(entry) => {
                        entry.insert(property);
                    }
                    Entry::Occupied(entry) => {
                        self.check_same_default(entry.key(), entry.get(), &property)
                    }
                }
            }
        }
        configuration
    }

    /// Generators take the default of a configuration value from either declaration, and the host judges the
    /// declaration of the provider.
    fn check_same_default(
        &mut self,
        name: &str,
        input: &PropertySchema,
        variable: &PropertySchema,
    ) {
        let keys = [
            ("default", input.default == variable.default),
            ("defaultInfo", input.environment == variable.environment),
            ("const", input.constant == variable.constant),
        ];
        for (key, _) in keys.iter().filter(|(_, is_same)| !is_same) {
            let place = member("/config/variables", name);
            let message = format!(
                "`{key}` differs from `/provider/inputProperties{}`: declare the same there",
                member("", name)
            );
            self.reader.mistake(&place, message);
        }
    }
}
