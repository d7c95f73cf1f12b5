//! One construction: the callbacks that the host may still call.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use crate::error::{Error, Result};
use crate::host;

/// A function of the author, from the text of its argument to the text of its result. The host calls it once.
type Callback = Box<dyn FnOnce(String) -> Result<String>>;

/// A function that the host may ask for many times.
type Kept = Box<dyn Fn(String) -> Result<String>>;

thread_local! {
    /// The open sessions by their numbers.
    static OPEN: RefCell<BTreeMap<u32, Rc<Session>>> = const { RefCell::new(BTreeMap::new()) };
    /// The session that the host has entered.
    static RUNNING: RefCell<Option<Rc<Session>>> = const { RefCell::new(None) };
}

/// A construction from `construct` to `close`.
pub(crate) struct Session {
    number: u32,
    callbacks: RefCell<Vec<Option<Callback>>>,
    /// The stored functions by number. All callbacks share one sequence of numbers.
    kept: RefCell<BTreeMap<u32, Rc<Kept>>>,
    /// The first mistake that could not be returned where it was made.
    failure: RefCell<Option<Error>>,
}

impl Session {
    pub(crate) fn open(number: u32) -> Rc<Self> {
        let session = Rc::new(Self {
            number,
            callbacks: RefCell::default(),
            kept: RefCell::default(),
            failure: RefCell::default(),
        });
        OPEN.with_borrow_mut(|open| open.insert(number, Rc::clone(&session)));
        session
    }

    /// An open session.
    ///
    /// # Errors
    /// If no session with this number is open.
    pub(crate) fn find(number: u32) -> Result<Rc<Self>> {
        let found = OPEN.with_borrow(|open| open.get(&number).cloned());
        found.ok_or_else(|| Error::not_found(format!("the session {number} is not open")))
    }

    /// Ends a session. Drops its callbacks and everything that they own.
    pub(crate) fn close(number: u32) {
        let closed = OPEN.with_borrow_mut(|open| open.remove(&number));
        if let Some(session) = closed {
            // They may own the session.
            drop(session.callbacks.take());
            drop(session.kept.take());
        }
    }

    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// Makes this the running session, until the result is dropped.
    pub(crate) fn enter(self: &Rc<Self>) -> Entered {
        Entered(RUNNING.replace(Some(Rc::clone(self))))
    }

    /// Declares a value that a function makes of the source. `position` is the place in the author's source.
    ///
    /// # Errors
    /// If the host refuses, for example at a limit.
    pub(crate) fn derive(
        &self,
        source: String,
        callback: Callback,
        position: String,
    ) -> Result<u32> {
        let number = self.callbacks.borrow().len();
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let node = host::derive_node(self.number, source, number, position)?;
        self.callbacks.borrow_mut().push(Some(callback));
        Ok(node)
    }

    /// Stores a function that the host may call many times, and returns its number.
    pub(crate) fn keep(&self, callback: Kept) -> u32 {
        let mut callbacks = self.callbacks.borrow_mut();
        let number = u32::try_from(callbacks.len()).unwrap_or(u32::MAX);
        callbacks.push(None);
        self.kept.borrow_mut().insert(number, Rc::new(callback));
        number
    }

    /// Runs a stored function. `kind` is its purpose.
    ///
    /// # Errors
    /// If the function fails, or the session has no function with this number.
    pub(crate) fn run_kept(&self, kind: &str, callback: u32, argument: String) -> Result<String> {
        let found = self.kept.borrow().get(&callback).cloned();
        match found {
            Some(callback) => callback(argument),
            None => Err(Error::not_found(format!(
                "the session {} has no {kind} {callback}",
                self.number
            ))),
        }
    }

    /// Runs a function once.
    ///
    /// # Errors
    /// When it fails, or the session has no callback with this number.
    pub(crate) fn run(&self, callback: u32, argument: String) -> Result<String> {
        let place = usize::try_from(callback).unwrap_or(usize::MAX);
        let found = self.callbacks.borrow_mut().get_mut(place).map(Option::take);
        match found.flatten() {
            Some(callback) => callback(argument),
            None => Err(Error::not_found(format!(
                "the session {} has no callback {callback}, or has run it",
                self.number
            ))),
        }
    }

    /// Notes a mistake, for the end of the call.
    pub(crate) fn fail(&self, error: Error) {
        self.failure.borrow_mut().get_or_insert(error);
    }

    /// Fails with the first recorded mistake, because later mistakes follow from it.
    ///
    /// # Errors
    /// The mistake.
    pub(crate) fn check(&self) -> Result<()> {
        match &*self.failure.borrow() {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("Session")
            .field(&self.number)
            .finish()
    }
}

/// The current session while this exists; after it, the previous one is current again.
#[derive(Debug)]
pub(crate) struct Entered(Option<Rc<Session>>);

impl Drop for Entered {
    fn drop(&mut self) {
        RUNNING.set(self.0.take());
    }
}

/// The session that the host has entered.
pub(crate) fn current() -> Option<Rc<Session>> {
    RUNNING.with_borrow(Clone::clone)
}

/// Its number.
pub(crate) fn running() -> Option<u32> {
    RUNNING.with_borrow(|running| running.as_ref().map(|session| session.number))
}
