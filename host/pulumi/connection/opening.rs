//! The opening of a connection: the bytes up to a client's first call, which may have an empty path.
//!
//! All engines first call the method "" to find out whether a plugin serves. gRPC for Go sends it as an empty
//! `:path`, which is malformed in HTTP, so the server would reset the call. Engines before 1.0 accept only the answer
//! that the method is not implemented. So the host changes an empty path to `/`, which is not the path of a method.
//!
//! The path stays the same field, so that the client can refer to it in the compression table (RFC 7541, section
//! 2.3.2). In the table, the path is one byte longer than the client believes. It is the oldest field, so if the table
//! is full, it is dropped before any other field.
//!
//! All other bytes are passed on unchanged. The host looks at no bytes after the path of the first complete call.

#[cfg(test)]
mod tests;

/// The preface of an HTTP/2 client (RFC 9113, section 3.4).
const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const HEAD_BYTES: usize = 9;
/// The largest payload of a frame that the server accepts (RFC 9113, section 6.5.2).
const MAX_PAYLOAD_BYTES: usize = 1 << 14;

/// The type of the frame that begins a call, and its flags (RFC 9113, section 6.2).
const HEADERS: u8 = 0x1;
const PADDED: u8 = 0x8;
const PRIORITY: u8 = 0x20;
const PRIORITY_BYTES: usize = 5;

/// A client puts one byte for the method and one for the scheme before the path. This is more than enough.
const MAX_BYTES_BEFORE_PATH: usize = 16;

/// The bytes that were read from a connection up to its first call.
#[derive(Debug)]
pub(crate) struct Opening {
    /// The bytes that were not passed on yet.
    held: Vec<u8>,
    /// The number of bytes that may be passed on.
    ready: usize,
    stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Preface,
    /// Before a frame.
    Frame,
    /// In a frame that does not begin a call.
    Payload {
        left: usize,
    },
    Decided,
}

/// The result of looking at the first bytes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    /// Too few bytes to decide.
    Unknown,
    /// The byte at this place is the length of the path, and the path is empty.
    WithoutPath {
        at: usize,
    },
    Other,
}

impl Opening {
    pub(crate) fn new() -> Self {
        Self {
            held: Vec::new(),
            ready: 0,
            stage: Stage::Preface,
        }
    }

    /// Whether all bytes were passed on, so that the connection can be read directly.
    pub(crate) fn is_over(&self) -> bool {
        self.stage == Stage::Decided && self.held.is_empty()
    }

    /// Takes the next bytes.
    pub(crate) fn take(&mut self, bytes: &[u8]) {
        self.held.extend(bytes);
        while self.stage != Stage::Decided {
            let rest = self.held.get(self.ready..).unwrap_or_default();
            let (passed, stage) = match self.stage {
                Stage::Payload { left } if left <= rest.len() => (left, Stage::Frame),
                Stage::Payload { left } => {
                    let left = left - rest.len();
                    self.ready = self.held.len();
                    self.stage = Stage::Payload { left };
                    return;
                }
                Stage::Preface if rest.starts_with(PREFACE) => (PREFACE.len(), Stage::Frame),
                Stage::Preface if PREFACE.starts_with(rest) => return,
                Stage::Preface | Stage::Decided => return self.end(),
                Stage::Frame => match rest {
                    [high, middle, low, kind, ..] if rest.len() >= HEAD_BYTES => {
                        let left = length([*high, *middle, *low]);
                        if *kind == HEADERS {
                            return self.decide();
                        } else {
                            (HEAD_BYTES, Stage::Payload { left })
                        }
                    }
                    _ => return,
                },
            };
            self.ready += passed;
            self.stage = stage;
        }
        self.end();
    }

    /// The rest is not read.
    pub(crate) fn end(&mut self) {
        self.stage = Stage::Decided;
        self.ready = self.held.len();
    }

    /// Takes the bytes that may be passed on, at most `most`.
    pub(crate) fn give(&mut self, most: usize) -> Vec<u8> {
        let number = self.ready.min(most);
        self.ready -= number;
        self.held.drain(..number).collect()
    }

    /// Inspects the first call, and decides whether its path has to change. It begins after the bytes that may be
    /// passed on.
    fn decide(&mut self) {
        let call = self.held.get(self.ready..).unwrap_or_default();
        match first_call(call) {
            Call::Unknown => {}
            Call::Other => self.end(),
            Call::WithoutPath { at } => {
                self.add_path(at);
                self.end();
            }
        }
    }

    /// Sets the path of the call that begins after the bytes that may be passed on.
    fn add_path(&mut self, at: usize) {
        let Some([high, middle, low, .., path]) = self.held.get_mut(self.ready..=self.ready + at)
        else {
            return;
        };
        *path = 1;
        let longer = length([*high, *middle, *low]) + 1;
        let Ok([_, bytes @ ..]) = u32::try_from(longer).map(u32::to_be_bytes) else {
            return;
        };
        [*high, *middle, *low] = bytes;
        self.held.insert(self.ready + at + 1, b'/');
    }
}

/// The length of a payload, as a frame's head has it.
fn length([high, middle, low]: [u8; 3]) -> usize {
    (usize::from(high) << 16) | (usize::from(middle) << 8) | usize::from(low)
}

/// Looks at bytes that begin with a complete frame header.
fn first_call(call: &[u8]) -> Call {
    let Some(([high, middle, low, _, flags, ..], payload)) = call.split_at_checked(HEAD_BYTES)
    else {
        return Call::Unknown;
    };
    let whole = length([*high, *middle, *low]);
    if whole >= MAX_PAYLOAD_BYTES {
        return Call::Other;
    }
    let mut before = usize::from(flags & PADDED != 0);
    if flags & PRIORITY != 0 {
        before += PRIORITY_BYTES;
    }
    // A field of the static table takes one byte.
    let fields = payload.iter().take(whole).enumerate().skip(before);
    for (place, byte) in fields.take(MAX_BYTES_BEFORE_PATH) {
        match *byte {
            0x80..=0xfe => {}
            // `:path` is the fourth name there, and the fifth.
            0x04 | 0x05 | 0x14 | 0x15 | 0x44 | 0x45 => {
                let at = place + 1;
                return match payload.get(at) {
                    _ if at >= whole => Call::Other,
                    // Compressed or not.
                    Some(0x00 | 0x80) => Call::WithoutPath {
                        at: HEAD_BYTES + at,
                    },
                    Some(_) => Call::Other,
                    None => Call::Unknown,
                };
            }
            _ => return Call::Other,
        }
    }
    let is_looked_through = payload.len() >= whole.min(before + MAX_BYTES_BEFORE_PATH);
    if is_looked_through {
        Call::Other
    } else {
        Call::Unknown
    }
}
