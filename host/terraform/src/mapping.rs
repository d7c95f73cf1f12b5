//! The mapping of a package to Terraform, for people and for tools: each name with its token or property.

use std::collections::BTreeMap;

use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::manifest::Manifest;
use serde_json::{Map, Value as Json, json};

use crate::schema::block::{Attribute, Block, Source};
use crate::schema::catalog::Kind;
use crate::schema::presence::Presence;
use crate::schema::shape::{Field, Shape};
use crate::schema::tables::{self, Tables};

/// The mapping of a package.
pub struct Mapping {
    document: Json,
    left_out: BTreeMap<String, &'static str>,
    is_empty: bool,
}

impl Mapping {
    /// The mapping of the components of one package, as protocol 6 has it.
    ///
    /// # Errors
    /// If names of two types, or of two properties of one, are the same in Terraform's form.
    pub fn of(manifests: &[&Manifest]) -> Result<Self, CallError> {
        let all = || manifests.iter().copied();
        let tables = Tables::of(all())?;
        let mut left_out = BTreeMap::new();
        for token in &tables.methods {
            left_out.insert(
                token.clone(),
                "a method is called on a resource by Pulumi's engine",
            );
        }
        let configuration = tables::configuration(all(), true)?;
        let mut parts = Map::new();
        let mut is_empty = true;
        for (part, kind) in [
            ("resources", Kind::Resource),
            ("dataSources", Kind::DataSource),
            ("functions", Kind::Function),
        ] {
            let mut types = Map::new();
            for (name, token) in tables.of_kind(kind) {
                if kind == Kind::Resource && tables::is_component(all(), token)? {
                    left_out.insert(
                        token.clone(),
                        "a component resource consists of resources that Pulumi's engine creates",
                    );
                    continue;
                }
                let block = tables::block(all(), kind, (name, token), true)?;
                if kind == Kind::Function
                    && (block.returns_secret() || configuration.has_required())
                {
                    continue;
                }
                is_empty = false;
                let mut shown = of_type(token, &block);
                if kind == Kind::Resource && tables::can_list(all(), token) {
                    let query = tables::block(all(), Kind::List, (name, token), true)?;
                    shown["query"] = attributes(&query);
                }
                types.insert(name.clone(), shown);
            }
            parts.insert(part.to_owned(), types.into());
        }
        parts.insert("configuration".to_owned(), attributes(&configuration));
        parts.insert("leftOut".to_owned(), json!(left_out));
        Ok(Self {
            document: parts.into(),
            left_out,
            is_empty,
        })
    }

    /// The mapping as JSON: `resources`, `dataSources`, `functions` and `configuration` by their names in Terraform, and `leftOut` with
    /// the reason for each token that has no name there.
    #[must_use]
    pub fn json(&self) -> &Json {
        &self.document
    }

    /// The tokens that Terraform cannot use, with the reasons.
    #[must_use]
    pub fn left_out(&self) -> &BTreeMap<String, &'static str> {
        &self.left_out
    }

    /// Whether Terraform can use nothing of the package.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }
}

fn of_type(token: &str, block: &Block) -> Json {
    let mut shown = json!({ "token": token, "attributes": attributes(block) });
    if block.version != 0 {
        shown["version"] = block.version.into();
    }
    if block.returns_secret() {
        shown["ephemeral"] = true.into();
    }
    shown
}

fn attributes(block: &Block) -> Json {
    let attributes = block.attributes.iter();
    let shown: Map<String, Json> = attributes
        .map(|(name, attribute)| (name.clone(), of_attribute(attribute)))
        .collect();
    shown.into()
}

fn of_attribute(attribute: &Attribute) -> Json {
    let mut shown = described(&attribute.shape, attribute.presence);
    match &attribute.source {
        Source::Property { name, .. } => shown["property"] = name.as_str().into(),
        Source::VersionOf(name) => shown["versionOf"] = name.as_str().into(),
        Source::HashOf(name) => shown["hashOf"] = name.as_str().into(),
        Source::Id | Source::Timeouts => {}
    }
    if attribute.sensitive {
        shown["sensitive"] = true.into();
    }
    if attribute.write_only {
        shown["writeOnly"] = true.into();
    }
    shown
}

fn of_field(field: &Field) -> Json {
    let mut shown = described(&field.shape, field.presence);
    shown["property"] = field.property.as_str().into();
    if field.secret || field.shape.contains_secret() {
        shown["sensitive"] = true.into();
    }
    if field.write_only {
        shown["writeOnly"] = true.into();
    }
    shown
}

fn described(shape: &Shape, presence: Presence) -> Json {
    let (nesting, object) = match shape {
        Shape::List(element) => ("list", element.as_ref()),
        Shape::Map(element) => ("map", element.as_ref()),
        other => ("single", other),
    };
    let presence = match presence {
        Presence::Required => "required",
        Presence::Optional => "optional",
        Presence::OptionalComputed => "optional, computed",
        Presence::Computed => "computed",
    };
    let Shape::Nested(fields) = object else {
        return json!({ "presence": presence, "type": shape.value_type().to_json() });
    };
    let fields = fields.iter();
    let fields: Map<String, Json> = fields
        .map(|field| (field.name.clone(), of_field(field)))
        .collect();
    json!({ "presence": presence, "nesting": nesting, "attributes": fields })
}
