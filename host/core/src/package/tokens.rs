//! The component that serves each token.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::component::Component;
use crate::schema::PackageSchema;

/// The index of the component for each token.
pub(crate) enum Tokens {
    /// There is only one component. Its own schema is searched, so that a start does not take longer for a large
    /// schema.
    One,
    Many {
        resources: BTreeMap<String, usize>,
        functions: BTreeMap<String, usize>,
    },
}

/// A token that an earlier component has.
pub(crate) struct Claim {
    pub(crate) kind: &'static str,
    pub(crate) token: String,
    pub(crate) earlier: usize,
}

impl Tokens {
    pub(crate) fn new(components: usize) -> Self {
        match components {
            0 | 1 => Self::One,
            _ => Self::Many {
                resources: BTreeMap::new(),
                functions: BTreeMap::new(),
            },
        }
    }

    /// Assigns a component its tokens.
    ///
    /// # Errors
    /// The first token that another component has.
    pub(crate) fn claim(&mut self, component: usize, schema: &PackageSchema) -> Result<(), Claim> {
        let Self::Many {
            resources,
            functions,
        } = self
        else {
            return Ok(());
        };
        let claim = |table: &mut BTreeMap<String, usize>, token: &str, kind| match table
            .insert(token.to_owned(), component)
        {
            None => Ok(()),
            Some(earlier) => Err(Claim {
                kind,
                token: token.to_owned(),
                earlier,
            }),
        };
        for token in schema.resources.keys() {
            claim(resources, token, "the resource type")?;
        }
        for token in schema.functions.keys() {
            claim(functions, token, "the function")?;
        }
        Ok(())
    }

    pub(crate) fn of_resource(
        &self,
        components: &[Arc<dyn Component>],
        token: &str,
    ) -> Option<usize> {
        match self {
            Self::Many { resources, .. } => resources.get(token).copied(),
            Self::One => {
                let schema = &components.first()?.manifest().schema;
                schema.resources.contains_key(token).then_some(0)
            }
        }
    }

    pub(crate) fn of_function(
        &self,
        components: &[Arc<dyn Component>],
        token: &str,
    ) -> Option<usize> {
        match self {
            Self::Many { functions, .. } => functions.get(token).copied(),
            Self::One => {
                let schema = &components.first()?.manifest().schema;
                schema.functions.contains_key(token).then_some(0)
            }
        }
    }
}
