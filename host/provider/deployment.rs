//! Whose resources a call is about.

/// What a URN tells of the program that is deployed. The engine says nothing of the organization to a provider.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deployment {
    /// The project's name.
    pub project: String,
    /// The stack's name, without the organization.
    pub stack: String,
}

impl Deployment {
    /// The deployment that a URN belongs to; none where the text is no URN.
    #[must_use]
    pub fn of(urn: &str) -> Option<Self> {
        let (project, stack) = parts(urn)?;
        Some(Self {
            project: project.to_owned(),
            stack: stack.to_owned(),
        })
    }

    /// Whether a URN belongs to this deployment. A text that is no URN does.
    #[must_use]
    pub fn has(&self, urn: &str) -> bool {
        self.rest_of(urn).is_some() || parts(urn).is_none()
    }

    /// What comes after the names of this deployment; none where these are others. Nothing is searched for it.
    fn rest_of<'a>(&self, urn: &'a str) -> Option<&'a str> {
        let rest = urn
            .strip_prefix("urn:pulumi:")?
            .strip_prefix(&*self.stack)?;
        let rest = rest.strip_prefix("::")?.strip_prefix(&*self.project)?;
        rest.strip_prefix("::")
    }
}

/// The names of the project and the stack.
fn parts(urn: &str) -> Option<(&str, &str)> {
    // urn:pulumi:STACK::PROJECT::TYPE::NAME
    let mut parts = urn.strip_prefix("urn:pulumi:")?.splitn(3, "::");
    let (stack, project) = (parts.next()?, parts.next()?);
    parts.next()?;
    Some((project, stack))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_urn_tells_of_project_and_stack() {
        let urn = "urn:pulumi:dev::shop::acme:index:Thing::my::thing";
        let expected = Deployment {
            project: "shop".to_owned(),
            stack: "dev".to_owned(),
        };
        assert!(expected.has(urn) && !expected.has(&urn.replace("dev", "live")));
        assert_eq!(Deployment::of(urn), Some(expected));
        for other in ["", "dev::shop::a:b:C::n", "urn:pulumi:dev::shop"] {
            assert_eq!(Deployment::of(other), None, "{other}");
        }
    }
}
