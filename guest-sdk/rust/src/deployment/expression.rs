//! A value that may contain outputs of nodes.

use std::fmt;
use std::rc::Rc;

use super::session;
use crate::encoding::{Encoder, Piece, Text};
use crate::error::PropertyFailure;
use crate::host::wire;
use crate::property::Property;
use crate::value::path::PropertyPath;

/// A value as a component declares it.
#[derive(Clone)]
pub(crate) enum Expression {
    /// A property that is left out.
    Absent,
    /// A JSON value, which may have outputs of this session's nodes inside it.
    Value { session: Option<u32>, piece: Piece },
    /// An output of a node; the path is empty for the node as a whole.
    Node {
        session: u32,
        node: u32,
        path: Rc<str>,
    },
    /// An error that the declaration could not return. Each use of the value returns it.
    Wrong(Rc<str>),
}

impl Expression {
    /// Encodes a property.
    pub(crate) fn of<T: Property>(value: &T) -> Self {
        let mut into = Encoder::default();
        match value.encode(&mut into, &PropertyPath::Root) {
            Ok(()) => Self::of_text(into.finish()),
            Err(failure) => Self::wrong(&failure.to_string()),
        }
    }

    /// An encoded value; an empty text leaves it out.
    pub(crate) fn of_text(text: String) -> Self {
        if text.is_empty() {
            return Self::Absent;
        }
        match Text::new(text).value() {
            Ok(piece) => Self::of_piece(piece),
            Err(failure) => Self::wrong(&failure.to_string()),
        }
    }

    /// A value that the host sent, or that was written.
    pub(crate) fn of_piece(piece: Piece) -> Self {
        let session = session::running();
        if !piece.decoder().is_plain()
            && let Ok(tree) = piece.tree(&PropertyPath::Root)
            && let Some((node, path)) = wire::output_of(&tree)
            && let Some(session) = session
        {
            let path = path.into();
            return Self::Node {
                session,
                node,
                path,
            };
        }
        // A value without outputs is valid in any session.
        let session = session.filter(|_| !piece.decoder().is_plain());
        Self::Value { session, piece }
    }

    pub(crate) fn node(session: u32, node: u32, path: &str) -> Self {
        Self::Node {
            session,
            node,
            path: path.into(),
        }
    }

    pub(crate) fn wrong(reason: &str) -> Self {
        Self::Wrong(reason.into())
    }

    /// The value at a path below an output; `None` if this is not an output.
    pub(crate) fn below(&self, path: &str) -> Option<Self> {
        let Self::Node {
            session,
            node,
            path: above,
        } = self
        else {
            return None;
        };
        let path = match (above.is_empty(), path.starts_with('[')) {
            (true, _) => path.into(),
            (false, true) => format!("{above}{path}").into(),
            (false, false) => format!("{above}.{path}").into(),
        };
        Some(Self::Node {
            session: *session,
            node: *node,
            path,
        })
    }

    /// The same value as a secret.
    pub(crate) fn secret(&self) -> Self {
        let mut into = Encoder::default();
        match self.write(&mut into, &PropertyPath::Root) {
            Ok(()) => {
                into.secret(0);
                Self::of_text(into.finish())
            }
            Err(failure) => Self::wrong(&failure.to_string()),
        }
    }

    /// Writes the value. An omitted value writes nothing.
    ///
    /// # Errors
    /// If it is invalid, or belongs to another session.
    pub(crate) fn write(
        &self,
        into: &mut Encoder,
        path: &PropertyPath<'_>,
    ) -> Result<(), PropertyFailure> {
        match self {
            Self::Absent => {}
            Self::Wrong(reason) => return Err(path.failure(&**reason)),
            Self::Value { session, piece } => {
                if let Some(session) = session {
                    in_session(*session, path)?;
                }
                into.piece(piece);
            }
            Self::Node {
                session,
                node,
                path: below,
            } => {
                in_session(*session, path)?;
                into.json(&wire::output(*node, below));
            }
        }
        Ok(())
    }

    /// The place of the value, for a debugger. The value itself may be a secret.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Absent => "absent".to_owned(),
            Self::Wrong(reason) => format!("wrong: {reason}"),
            Self::Value { .. } => "a value".to_owned(),
            Self::Node { node, path, .. } => format!("node {node}: {path}"),
        }
    }
}

/// Does not show the value, which may be a secret.
impl fmt::Debug for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.shown())
    }
}

/// Refuses a node of another session, where the same number is another node.
fn in_session(session: u32, path: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
    if session::running() == Some(session) {
        return Ok(());
    }
    Err(path.failure(
        "is an output of another or a finished component: an output is valid only while its component is constructed",
    ))
}
