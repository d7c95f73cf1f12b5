//! The faults of a call.

/// A failure that waits for its call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The server refuses the create.
    CreateRefused,
    /// The server created it, and its answer was lost.
    CreateLost,
    /// The server made half of it, and the component says so.
    CreateHalf,
    /// The component crashed after its checkpoint, with half of it made.
    CreateCrash,
    /// The plugin was killed after the checkpoint, with half of it made.
    CreateKilled,
    /// Everything was created, and an output is unknown.
    CreateUnknown,
    UpdateRefused,
    /// The server did it, and its answer was lost.
    UpdateLost,
    /// The server did half of it, and the component says so.
    UpdateHalf,
    /// The component crashed when the server had done it.
    UpdateCrash,
    /// The plugin was killed when the server had done it.
    UpdateKilled,
    UpdateUnknown,
    ReadRefused,
    /// The thing exists, and is not ready.
    ReadUnhealthy,
    DeleteRefused,
    /// The server did it, and its answer was lost.
    DeleteLost,
}

impl Fault {
    pub(crate) const ALL: [Fault; 16] = [
        Fault::CreateRefused,
        Fault::CreateLost,
        Fault::CreateHalf,
        Fault::CreateCrash,
        Fault::CreateKilled,
        Fault::CreateUnknown,
        Fault::UpdateRefused,
        Fault::UpdateLost,
        Fault::UpdateHalf,
        Fault::UpdateCrash,
        Fault::UpdateKilled,
        Fault::UpdateUnknown,
        Fault::ReadRefused,
        Fault::ReadUnhealthy,
        Fault::DeleteRefused,
        Fault::DeleteLost,
    ];

    /// Whether it is a fault of a create.
    pub(crate) fn is_of_create(self) -> bool {
        use Fault::{
            CreateCrash, CreateHalf, CreateKilled, CreateLost, CreateRefused, CreateUnknown,
        };
        matches!(
            self,
            CreateRefused | CreateLost | CreateHalf | CreateCrash | CreateKilled | CreateUnknown
        )
    }

    pub(crate) fn is_of_update(self) -> bool {
        use Fault::{
            UpdateCrash, UpdateHalf, UpdateKilled, UpdateLost, UpdateRefused, UpdateUnknown,
        };
        matches!(
            self,
            UpdateRefused | UpdateLost | UpdateHalf | UpdateCrash | UpdateKilled | UpdateUnknown
        )
    }

    pub(crate) fn is_of_read(self) -> bool {
        matches!(self, Fault::ReadRefused | Fault::ReadUnhealthy)
    }

    pub(crate) fn is_of_delete(self) -> bool {
        matches!(self, Fault::DeleteRefused | Fault::DeleteLost)
    }
}
