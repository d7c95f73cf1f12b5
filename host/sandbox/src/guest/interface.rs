//! The guest interface: the operations that each version implements for the rest of the sandbox, with the core's types.
//!
//! A version is a folder and a line in the list of [`versions`](super::versions). It links host functions
//! ([`Interface`]), finds the functions of a component that was built for it ([`Exports`], [`Functions`]), and calls
//! the functions of an instance ([`Guest`]). The rest of the sandbox sees these traits and no type of a version.

use async_trait::async_trait;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::component::{
    CallbackRequest, CheckRequest, ConstructRequest, CreateRequest, Created, DeleteRequest,
    DiffAnswer, DiffRequest, Judged, ListPage, ListRequest, MethodRequest, OldState,
    PreviewCreateRequest, PreviewUpdateRequest, ReadAnswer, ReadRequest, RecordedState,
    ResumeRequest, UpdateRequest, Updated,
};
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre, Linker};

use super::state::GuestState;

/// The result of a guest's function. The inner result is its answer, or its error or unusable answer; the outer result
/// fails if the guest crashed.
pub(super) type Answer<T> = wasmtime::Result<Result<T, CallError>>;

/// A version of the interface.
pub(super) trait Interface: Sync {
    /// The number of the version, as the name of its folder in `wit/`: `0.1.0`.
    fn version(&self) -> &'static str;

    /// Puts the host functions of this version into a linker. Every component gets the host functions of all versions.
    ///
    /// # Errors
    /// When the linker has a function of that name already.
    fn link(&self, linker: &mut Linker<GuestState>) -> wasmtime::Result<()>;

    /// The exports of a component of this version. A version that only adds host functions has no code here: its
    /// components export the same functions as components of an earlier version.
    fn exports(&self) -> Option<&dyn Exports> {
        None
    }
}

/// The exports of components of a version.
pub(super) trait Exports: Sync {
    /// The full name of the exported interface that only components of this version have.
    fn name(&self) -> &'static str;

    /// The full name of the interface for component resources, which a component may export too; `None` if this version
    /// does not have one.
    fn components(&self) -> Option<&'static str> {
        None
    }

    /// Looks up the functions of a linked component: once, so that each new instance costs less.
    ///
    /// # Errors
    /// If a function is missing or has another type.
    fn find(&self, linked: &InstancePre<GuestState>) -> wasmtime::Result<Box<dyn Functions>>;
}

/// The indices of a component's functions.
pub(super) trait Functions: Send + Sync {
    /// The functions of a new instance. Runs no guest code.
    ///
    /// # Errors
    /// If the instance belongs to another component.
    fn of(
        &self,
        store: &mut Store<GuestState>,
        instance: &Instance,
    ) -> wasmtime::Result<Box<dyn Guest>>;
}

/// The context of one call of a guest's function, without its request.
pub(super) struct Entry<'a, 'r: 'a> {
    /// The store of the instance.
    pub(super) store: &'a mut Store<GuestState>,
    pub(super) call: &'r Call,
    /// The milliseconds until the host ends the call, as the guest is told.
    pub(super) time_left_ms: u32,
}

impl Entry<'_, '_> {
    /// The state that the host functions of the instance use.
    pub(super) fn state(&mut self) -> &mut GuestState {
        self.store.data_mut()
    }
}

/// The functions of an instance. Each function converts the core's request to the version's types, enters the guest,
/// and parses the answer. Only [`call_guest`](super::call::call_guest) calls them: it bounds how long they run.
#[async_trait]
pub(super) trait Guest: Send + Sync {
    /// The functions for component resources; `None` of a guest without them.
    fn constructs(&self) -> Option<&dyn Constructs> {
        None
    }

    /// The manifest, as JSON text.
    async fn describe(&self, entry: Entry<'_, '_>) -> Answer<String>;

    async fn configure(&self, entry: Entry<'_, '_>, configuration: &PropertyMap) -> Answer<()>;

    async fn check_config(
        &self,
        entry: Entry<'_, '_>,
        configuration: &PropertyMap,
    ) -> Answer<Vec<PropertyFailure>>;

    async fn check(&self, entry: Entry<'_, '_>, request: CheckRequest<'_>) -> Answer<Judged>;

    async fn diff(&self, entry: Entry<'_, '_>, request: DiffRequest<'_>) -> Answer<DiffAnswer>;

    async fn create(&self, entry: Entry<'_, '_>, request: CreateRequest<'_>) -> Answer<Created>;

    async fn resume(&self, entry: Entry<'_, '_>, request: ResumeRequest<'_>) -> Answer<Updated>;

    async fn preview_create(
        &self,
        entry: Entry<'_, '_>,
        request: PreviewCreateRequest<'_>,
    ) -> Answer<PropertyMap>;

    /// `None` if the resource does not exist.
    async fn read(
        &self,
        entry: Entry<'_, '_>,
        request: ReadRequest<'_>,
    ) -> Answer<Option<ReadAnswer>>;

    async fn update(&self, entry: Entry<'_, '_>, request: UpdateRequest<'_>) -> Answer<Updated>;

    async fn preview_update(
        &self,
        entry: Entry<'_, '_>,
        request: PreviewUpdateRequest<'_>,
    ) -> Answer<PropertyMap>;

    async fn delete(&self, entry: Entry<'_, '_>, request: DeleteRequest<'_>) -> Answer<()>;

    async fn migrate(&self, entry: Entry<'_, '_>, state: &OldState) -> Answer<RecordedState>;

    async fn list(&self, entry: Entry<'_, '_>, request: ListRequest<'_>) -> Answer<ListPage>;

    /// The result, and the problems of the arguments.
    async fn invoke(
        &self,
        entry: Entry<'_, '_>,
        arguments: &PropertyMap,
    ) -> Answer<(PropertyMap, Vec<PropertyFailure>)>;
}

/// The functions of an instance that construct component resources and run methods. `session` is the guest's number for
/// the session. All calls of a session use one instance.
#[async_trait]
pub(super) trait Constructs: Send + Sync {
    /// The outputs of the component, with outputs of nodes in them.
    async fn construct(
        &self,
        entry: Entry<'_, '_>,
        session: u32,
        request: ConstructRequest<'_>,
    ) -> Answer<PropertyMap>;

    /// The result of a method, with outputs of nodes in it. `Invalid` lists the problems of the arguments.
    async fn call_method(
        &self,
        entry: Entry<'_, '_>,
        session: u32,
        request: MethodRequest<'_>,
    ) -> Answer<PropertyMap>;

    /// The answer of a guest's function, with outputs of nodes in it.
    async fn run_callback(
        &self,
        entry: Entry<'_, '_>,
        session: u32,
        request: CallbackRequest<'_>,
    ) -> Answer<PropertyValue>;

    async fn close(&self, entry: Entry<'_, '_>, session: u32) -> Answer<()>;
}
