//! The rights of other users to a file or folder: its owner, and its access list.
//!
//! Entries of the list are read one by one, not combined as the system does: entries that deny access are skipped,
//! and an entry of an unknown kind counts as an entry that allows everything. So a closed file may be reported as open,
//! but an open file is never reported as closed.

use std::fs::File;
use std::io;
use std::os::windows::io::AsRawHandle;
use std::ptr::null_mut;

use windows_sys::Win32::Foundation::{
    ERROR_SUCCESS, GENERIC_ALL, GENERIC_READ, GENERIC_WRITE, LocalFree,
};
use windows_sys::Win32::Security::Authorization::{GetSecurityInfo, SE_FILE_OBJECT};
use windows_sys::Win32::Security::{
    ACCESS_ALLOWED_ACE, ACE_HEADER, ACL, DACL_SECURITY_INFORMATION, EqualSid, GetAce,
    GetTokenInformation, INHERIT_ONLY_ACE, IsWellKnownSid, OWNER_SECURITY_INFORMATION,
    PSECURITY_DESCRIPTOR, PSID, TOKEN_QUERY, TOKEN_USER, TokenUser, WELL_KNOWN_SID_TYPE,
    WinBuiltinAdministratorsSid, WinCreatorOwnerRightsSid, WinLocalSystemSid,
};
use windows_sys::Win32::Storage::FileSystem::{
    DELETE, FILE_APPEND_DATA, FILE_DELETE_CHILD, FILE_READ_DATA, FILE_WRITE_DATA, WRITE_DAC,
    WRITE_OWNER,
};
use windows_sys::Win32::System::SystemServices::{
    ACCESS_ALLOWED_ACE_TYPE, ACCESS_ALLOWED_CALLBACK_ACE_TYPE, ACCESS_DENIED_ACE_TYPE,
    ACCESS_DENIED_CALLBACK_ACE_TYPE,
};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

use super::{check, owned};

/// The rights to change a file, to replace it, or to give those rights to others.
const WRITE: u32 = FILE_WRITE_DATA
    | FILE_APPEND_DATA
    | FILE_DELETE_CHILD
    | DELETE
    | WRITE_DAC
    | WRITE_OWNER
    | GENERIC_WRITE
    | GENERIC_ALL;
const READ: u32 = FILE_READ_DATA | GENERIC_READ | GENERIC_ALL;
/// Accounts that can do everything with every file in any case. The last one stands for the owner, which is judged
/// separately.
const TRUSTED: [WELL_KNOWN_SID_TYPE; 3] = [
    WinLocalSystemSid,
    WinBuiltinAdministratorsSid,
    WinCreatorOwnerRightsSid,
];

/// The rights of users other than this one, the system and the administrators.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Rights {
    /// One of them owns the file.
    pub(crate) own: bool,
    pub(crate) write: bool,
    pub(crate) read: bool,
}

/// The rights of other users to an open file or folder. The handle must have been opened with `READ_CONTROL`,
/// which is a part of reading.
pub(crate) fn rights_of_others(file: &File) -> io::Result<Rights> {
    let user = OwnUser::find()?;
    let descriptor = Descriptor::of(file)?;
    let mut rights = Rights {
        own: !user.or_trusted(descriptor.owner),
        ..Rights::default()
    };
    if descriptor.list.is_null() {
        // A file without a list is open to every user.
        return Ok(Rights {
            write: true,
            read: true,
            ..rights
        });
    }
    // SAFETY: the list belongs to the descriptor, which lives until the end of this function.
    let count = unsafe { (*descriptor.list).AceCount };
    for index in 0..u32::from(count) {
        let mut entry = null_mut();
        // SAFETY: the list is valid, and the index is below its count.
        check(unsafe { GetAce(descriptor.list, index, &raw mut entry) })?;
        // SAFETY: each entry begins with a header.
        let header = unsafe { *entry.cast::<ACE_HEADER>() };
        if u32::from(header.AceFlags) & INHERIT_ONLY_ACE != 0 {
            continue;
        }
        let mask = match u32::from(header.AceType) {
            ACCESS_DENIED_ACE_TYPE | ACCESS_DENIED_CALLBACK_ACE_TYPE => 0,
            ACCESS_ALLOWED_ACE_TYPE | ACCESS_ALLOWED_CALLBACK_ACE_TYPE => {
                let entry = entry.cast::<ACCESS_ALLOWED_ACE>();
                // SAFETY: entries of these kinds have this layout, and end with the user's SID.
                let (mask, whose) = unsafe { ((*entry).Mask, &raw mut (*entry).SidStart) };
                if user.or_trusted(whose.cast()) {
                    0
                } else {
                    mask
                }
            }
            _ => GENERIC_ALL,
        };
        rights.write |= mask & WRITE != 0;
        rights.read |= mask & READ != 0;
    }
    Ok(rights)
}

/// The owner of a file and its access list, both inside the descriptor's memory.
struct Descriptor {
    whole: PSECURITY_DESCRIPTOR,
    owner: PSID,
    list: *mut ACL,
}

impl Descriptor {
    fn of(file: &File) -> io::Result<Self> {
        let mut found = Self {
            whole: null_mut(),
            owner: null_mut(),
            list: null_mut(),
        };
        // SAFETY: the handle is open, and each pointer points to a variable of ours. We free the memory that the
        // last one gets.
        let said = unsafe {
            GetSecurityInfo(
                file.as_raw_handle(),
                SE_FILE_OBJECT,
                OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION,
                &raw mut found.owner,
                null_mut(),
                &raw mut found.list,
                null_mut(),
                &raw mut found.whole,
            )
        };
        match said {
            ERROR_SUCCESS => Ok(found),
            code => Err(io::Error::from_raw_os_error(code.cast_signed())),
        }
    }
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        // SAFETY: the system allocated it for us, and no pointers into it remain. Null is allowed.
        _ = unsafe { LocalFree(self.whole) };
    }
}

/// The user of this process, as the system returns it: a structure, followed by the SID that it points to.
struct OwnUser(Vec<u64>);

impl OwnUser {
    fn find() -> io::Result<Self> {
        let mut token = null_mut();
        // SAFETY: the handle stands for the calling process. The token points to a variable for a handle that we
        // close.
        check(unsafe { OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &raw mut token) })?;
        let token = owned(token).ok_or_else(io::Error::last_os_error)?;
        let mut length = 0;
        // SAFETY: without a buffer the function only returns the needed length.
        _ = unsafe {
            GetTokenInformation(
                token.as_raw_handle(),
                TokenUser,
                null_mut(),
                0,
                &raw mut length,
            )
        };
        // In words of 8 bytes, because of the structure's alignment.
        let mut user = vec![0_u64; (length as usize).div_ceil(8)];
        // SAFETY: the buffer has this many bytes.
        check(unsafe {
            GetTokenInformation(
                token.as_raw_handle(),
                TokenUser,
                user.as_mut_ptr().cast(),
                length,
                &raw mut length,
            )
        })?;
        if user.len() * 8 < size_of::<TOKEN_USER>() {
            Err(io::ErrorKind::UnexpectedEof.into())
        } else {
            Ok(Self(user))
        }
    }

    /// Whether the SID is this user, or a trusted account.
    fn or_trusted(&self, other: PSID) -> bool {
        if other.is_null() {
            return false;
        }
        // SAFETY: the length was checked, so the structure exists, and it points into the same allocation.
        let own = unsafe { (*self.0.as_ptr().cast::<TOKEN_USER>()).User.Sid };
        // SAFETY: both are SIDs from the system, in memory that is still allocated.
        let is = |kind| unsafe { IsWellKnownSid(other, kind) != 0 };
        // SAFETY: as above.
        let is_own = unsafe { EqualSid(own, other) != 0 };
        is_own || TRUSTED.into_iter().any(is)
    }
}
