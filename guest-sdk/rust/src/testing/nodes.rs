//! The nodes that a component declared in a unit test, in place of the host's graph. Each thread has its own.

use std::cell::RefCell;

use crate::error::{Error, Result};
use crate::host::{NewLookup, NewNode};

thread_local! {
    static NODES: RefCell<Nodes> = const { RefCell::new(Nodes::new()) };
}

/// A declared node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Resource(NewNode),
    Lookup(NewLookup),
    Derived {
        source: String,
        callback: u32,
        position: String,
    },
}

/// All declared nodes. The number of a node is its place, from 1; 0 is the component.
#[derive(Debug)]
pub(crate) struct Nodes {
    pub(crate) nodes: Vec<Node>,
    /// The outputs of groups.
    pub(crate) finished: Vec<(u32, String)>,
    /// The error of the next declaration.
    pub(crate) refusal: Option<Error>,
}

impl Nodes {
    const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            finished: Vec::new(),
            refusal: None,
        }
    }

    pub(crate) fn register(&mut self, node: NewNode) -> Result<u32> {
        self.add(Node::Resource(node))
    }

    pub(crate) fn finish(&mut self, _: u32, node: u32, outputs: String) -> Result<()> {
        self.finished.push((node, outputs));
        Ok(())
    }

    pub(crate) fn derive(
        &mut self,
        _: u32,
        source: String,
        callback: u32,
        position: String,
    ) -> Result<u32> {
        self.add(Node::Derived {
            source,
            callback,
            position,
        })
    }

    pub(crate) fn find(&mut self, lookup: NewLookup) -> Result<u32> {
        self.add(Node::Lookup(lookup))
    }

    fn add(&mut self, node: Node) -> Result<u32> {
        if let Some(refusal) = self.refusal.take() {
            return Err(refusal);
        }
        self.nodes.push(node);
        Ok(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX))
    }
}

/// The nodes of this thread.
pub(crate) fn with<T>(ask: impl FnOnce(&mut Nodes) -> T) -> T {
    NODES.with_borrow_mut(ask)
}

/// Takes the nodes declared so far.
#[cfg(test)]
pub(crate) fn take() -> Nodes {
    NODES.replace(Nodes::new())
}
