//! The declarations of a component during its construction. They are checked before the graph of the session accepts them.

use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::graph::{
    Declaration, Derivation, Graph, GroupOutputs, LookupDeclaration, NodeId,
};

use crate::budget::LimitReached;
use crate::limits::{Limit, Limits};

/// Declares a resource and returns the number of its node.
///
/// # Errors
/// `Other` at a limit of the session; else as [`Graph::register`].
pub fn register(
    limits: &Limits,
    graph: &mut Graph,
    declaration: Declaration,
) -> Result<NodeId, GuestError> {
    has_room_for_node(limits, graph)?;
    let hooks = declaration.hooks();
    let callbacks = graph.callbacks().saturating_add(hooks);
    if hooks > 0 && callbacks > limits.size(Limit::SessionCallbacks) {
        let what = "with the hooks of this resource, the component declares";
        let reached = LimitReached::of(limits, Limit::SessionCallbacks, what);
        return Err(to_guest(&reached));
    }
    if declaration.transforms() > limits.size(Limit::SessionCallbacks) {
        let what = "the transforms of one resource are";
        let reached = LimitReached::of(limits, Limit::SessionCallbacks, what);
        return Err(to_guest(&reached));
    }
    has_room_for(limits, graph, declaration.bytes()).map_err(|reached| to_guest(&reached))?;
    graph.register(declaration)
}

/// Declares the outputs of a group.
///
/// # Errors
/// `Other` at a limit of the session; else as [`Graph::finish`].
pub fn finish(limits: &Limits, graph: &mut Graph, outputs: GroupOutputs) -> Result<(), GuestError> {
    has_room_for(limits, graph, outputs.bytes()).map_err(|reached| to_guest(&reached))?;
    graph.complete_group(outputs)
}

/// Declares a look-up and returns the number of its node.
///
/// # Errors
/// `Other` at a limit of the session; else as [`Graph::find`].
pub fn find(
    limits: &Limits,
    graph: &mut Graph,
    declaration: LookupDeclaration,
) -> Result<NodeId, GuestError> {
    has_room_for_node(limits, graph)?;
    has_room_for(limits, graph, declaration.bytes()).map_err(|reached| to_guest(&reached))?;
    graph.look_up(declaration)
}

/// Declares a value that a callback derives, and returns the number of its node.
///
/// # Errors
/// `Other` at a limit of the session; else as [`Graph::derive`].
pub fn derive(
    limits: &Limits,
    graph: &mut Graph,
    derivation: Derivation,
) -> Result<NodeId, GuestError> {
    has_room_for_node(limits, graph)?;
    if graph.callbacks() >= limits.size(Limit::SessionCallbacks) {
        let what = "the component declares";
        let reached = LimitReached::of(limits, Limit::SessionCallbacks, what);
        return Err(to_guest(&reached));
    }
    has_room_for(limits, graph, derivation.bytes()).map_err(|reached| to_guest(&reached))?;
    graph.derive(derivation)
}

/// Checks that a session may run the transform or hook that the engine has started.
///
/// # Errors
/// The limit of callbacks, if there were too many.
pub fn may_be_asked(limits: &Limits, graph: &Graph) -> Result<(), LimitReached> {
    if graph.callbacks() <= limits.size(Limit::SessionCallbacks) {
        return Ok(());
    }
    let what = "with each run of a transform or hook, the component has";
    Err(LimitReached::of(limits, Limit::SessionCallbacks, what))
}

/// Checks that a session may keep this many more bytes.
///
/// # Errors
/// The limit that they exceed.
pub fn has_room_for(limits: &Limits, graph: &Graph, bytes: usize) -> Result<(), LimitReached> {
    if graph.bytes().saturating_add(bytes) <= limits.size(Limit::SessionSize) {
        return Ok(());
    }
    let what = "the declarations of the component take";
    Err(LimitReached::of(limits, Limit::SessionSize, what))
}

fn has_room_for_node(limits: &Limits, graph: &Graph) -> Result<(), GuestError> {
    if graph.count() < limits.size(Limit::SessionNodes) {
        return Ok(());
    }
    let what = "the component declares";
    let reached = LimitReached::of(limits, Limit::SessionNodes, what);
    Err(to_guest(&reached))
}

fn to_guest(reached: &LimitReached) -> GuestError {
    GuestError::Other(reached.to_string())
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_core::graph::TransformRequest;
    use pulumi_wasm_core::graph::{Authority, ComponentNode};
    use pulumi_wasm_core::value::PropertyMap;

    use super::*;

    fn graph() -> Graph {
        let authority = Authority {
            own: "acme".to_owned(),
            ..Authority::default()
        };
        Graph::new(1, false, authority, ComponentNode::default())
    }

    fn part(name: &str) -> Declaration {
        Declaration {
            token: "acme:index:Part".to_owned(),
            name: name.to_owned(),
            ..Declaration::default()
        }
    }

    fn derivation() -> Derivation {
        Derivation {
            source: "x".into(),
            callback: 0,
            position: String::new(),
        }
    }

    /// The default limits, with one exception.
    fn limited(limit: Limit, value: u64) -> Limits {
        let mut limits = Limits::default();
        limits.set(limit, value);
        limits
    }

    #[track_caller]
    fn assert_names<T: std::fmt::Debug>(refused: Result<T, GuestError>, limit: Limit) {
        let Err(GuestError::Other(message)) = refused else {
            panic!("{refused:?}");
        };
        assert!(
            message.contains(&format!("the limit {} of", limit.name())),
            "{message}"
        );
        assert!(message.contains("\nhint: "), "{message}");
    }

    #[test]
    fn a_session_has_so_many_nodes_and_callbacks() {
        let (mut graph, limits) = (graph(), limited(Limit::SessionNodes, 2));
        assert_eq!(register(&limits, &mut graph, part("a")), Ok(1));
        assert_eq!(derive(&limits, &mut graph, derivation()), Ok(2));
        let refused = register(&limits, &mut graph, part("b"));
        assert_names(refused, Limit::SessionNodes);
        let refused = derive(&limits, &mut graph, derivation());
        assert_names(refused, Limit::SessionNodes);

        let limits = limited(Limit::SessionCallbacks, 1);
        let refused = derive(&limits, &mut graph, derivation());
        assert_names(refused, Limit::SessionCallbacks);
        assert_eq!(register(&limits, &mut graph, part("b")), Ok(3));
    }

    #[test]
    fn runs_of_transforms_count_as_callbacks() {
        let (mut graph, limits) = (graph(), limited(Limit::SessionCallbacks, 2));
        assert_eq!(derive(&limits, &mut graph, derivation()), Ok(1));
        for is_allowed in [true, false] {
            let request = TransformRequest {
                token: "acme:index:Part".to_owned(),
                ..TransformRequest::default()
            };
            graph.begin_transform(request).expect("an argument");
            let allowed = may_be_asked(&limits, &graph);
            graph.end_transform();
            if is_allowed {
                assert_eq!(allowed.map_err(|reached| reached.to_string()), Ok(()))
            } else {
                assert_names(
                    allowed.map_err(|reached| to_guest(&reached)),
                    Limit::SessionCallbacks,
                )
            }
        }
    }

    #[test]
    fn a_session_keeps_so_many_bytes_whatever_they_are_of() {
        let limits = limited(Limit::SessionSize, 1000);
        let long = "x".repeat(1000);
        let inputs = PropertyMap::from([("x".to_owned(), long.as_str().into())]);
        let (mut empty, large) = (graph(), part(&long));
        assert_names(
            register(&limits, &mut empty, large.clone()),
            Limit::SessionSize,
        );
        let source = long.as_str().into();
        let derivation = Derivation {
            source,
            callback: 0,
            position: String::new(),
        };
        assert_names(
            derive(&limits, &mut empty, derivation.clone()),
            Limit::SessionSize,
        );
        let outputs = GroupOutputs {
            node: 1,
            outputs: inputs,
        };
        assert_names(
            finish(&limits, &mut empty, outputs.clone()),
            Limit::SessionSize,
        );

        // Earlier declarations count.
        let unlimited = Limits::default();
        register(&unlimited, &mut empty, large).expect("a node");
        assert_names(register(&limits, &mut empty, part("b")), Limit::SessionSize);
    }
}
