//! Windows functions that no safe library offers.
//!
//! All unsafe code of this crate is here, and is compiled only for Windows. Each function makes one request to the
//! system.

#![allow(
    unsafe_code,
    reason = "the functions of the system are unsafe by declaration"
)]

pub(crate) mod access;
pub(crate) mod job;

use std::fs::File;
use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::from_mut;
use std::time::{Duration, SystemTime};

use windows_sys::Win32::Foundation::{FILETIME, INVALID_HANDLE_VALUE, WAIT_OBJECT_0};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_BASIC_INFO, FILE_ID_INFO, FILE_INFO_BY_HANDLE_CLASS, FileBasicInfo, FileIdInfo,
    GetFileInformationByHandleEx,
};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, PROCESSENTRY32W, Process32FirstW, Process32NextW, TH32CS_SNAPPROCESS,
};
use windows_sys::Win32::System::SystemInformation::GetTickCount64;
use windows_sys::Win32::System::Threading::{
    GetCurrentProcess, GetCurrentThread, GetProcessTimes, OpenProcess,
    PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_SYNCHRONIZE, SetThreadPriority,
    THREAD_PRIORITY_BELOW_NORMAL, TerminateProcess, WaitForSingleObject,
};

/// The time from 1601, where Windows starts counting, to 1970, in units of 100 ns.
const UNIX_EPOCH: u64 = 116_444_736_000_000_000;

/// Metadata of a file. Times are in units of 100 ns since 1601.
#[derive(Debug)]
pub(crate) struct FileNumbers {
    pub(crate) volume: u64,
    pub(crate) file: u128,
    pub(crate) written: i64,
    /// Setting this time requires a privilege.
    pub(crate) changed: i64,
}

impl FileNumbers {
    pub(crate) fn changed_at(&self) -> Option<SystemTime> {
        let since = u64::try_from(self.changed).ok()?.checked_sub(UNIX_EPOCH)?;
        let since = Duration::from_nanos(since.checked_mul(100)?);
        SystemTime::UNIX_EPOCH.checked_add(since)
    }
}

/// Reads the metadata of an open file or folder.
pub(crate) fn numbers(file: &File) -> io::Result<FileNumbers> {
    let mut basic = FILE_BASIC_INFO::default();
    let mut id = FILE_ID_INFO::default();
    information(file, FileBasicInfo, &mut basic)?;
    information(file, FileIdInfo, &mut id)?;
    Ok(FileNumbers {
        volume: id.VolumeSerialNumber,
        file: u128::from_le_bytes(id.FileId.Identifier),
        written: basic.LastWriteTime,
        changed: basic.ChangeTime,
    })
}

fn information<T>(file: &File, class: FILE_INFO_BY_HANDLE_CLASS, into: &mut T) -> io::Result<()> {
    let size = u32::try_from(size_of::<T>()).map_err(io::Error::other)?;
    // SAFETY: the handle is open while the file is borrowed, and the system writes at most the given number of
    // bytes. Both structures that are used here are plain numbers, so that every bit pattern is valid.
    check(unsafe {
        GetFileInformationByHandleEx(file.as_raw_handle(), class, from_mut(into).cast(), size)
    })
}

/// The time since the machine started.
pub(crate) fn uptime() -> Duration {
    // SAFETY: it takes no arguments and cannot fail.
    Duration::from_millis(unsafe { GetTickCount64() })
}

/// Lowers the priority of this thread.
pub(crate) fn give_way() {
    // SAFETY: the handle stands for the calling thread. If the call fails, nothing changes.
    _ = unsafe { SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL) };
}

/// Ends this process.
pub(crate) fn end_at_once(status: i32) {
    // SAFETY: the handle stands for the calling process.
    _ = unsafe { TerminateProcess(GetCurrentProcess(), status.cast_unsigned()) };
}

/// Opens the process that started this one, and returns its number. Returns `None` if it has ended, or may not be
/// opened.
pub(crate) fn open_parent() -> Option<(OwnedHandle, u32)> {
    let id = parent_id()?;
    let access = PROCESS_SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION;
    // SAFETY: it takes numbers, and returns null or a handle that we close.
    let parent = owned(unsafe { OpenProcess(access, 0, id) })?;
    // SAFETY: the handle stands for the calling process, and is not closed.
    let own = begun(unsafe { GetCurrentProcess() })?;
    // The number of an ended process may be reused, but then the new process is younger than this one.
    (begun(parent.as_raw_handle())? <= own).then_some((parent, id))
}

fn parent_id() -> Option<u32> {
    // SAFETY: it takes numbers, and returns an invalid handle or a handle that we close.
    let snapshot = owned(unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0) })?;
    let mut entry = PROCESSENTRY32W {
        dwSize: u32::try_from(size_of::<PROCESSENTRY32W>()).ok()?,
        ..PROCESSENTRY32W::default()
    };
    // SAFETY: the snapshot is open, and the entry has its size set.
    let mut more = unsafe { Process32FirstW(snapshot.as_raw_handle(), &raw mut entry) };
    while more != 0 {
        if entry.th32ProcessID == std::process::id() {
            return Some(entry.th32ParentProcessID);
        }
        // SAFETY: as above.
        more = unsafe { Process32NextW(snapshot.as_raw_handle(), &raw mut entry) };
    }
    None
}

/// The start time of a process, in units of 100 ns.
fn begun(process: std::os::windows::io::RawHandle) -> Option<u64> {
    let mut times = [FILETIME::default(); 4];
    let [created, ended, kernel, user] = &mut times;
    // SAFETY: the callers' handles are open and may be queried, and each time points to a variable of ours.
    let asked = unsafe { GetProcessTimes(process, created, ended, kernel, user) };
    let created = times[0];
    (asked != 0)
        .then_some(u64::from(created.dwHighDateTime) << 32 | u64::from(created.dwLowDateTime))
}

/// Whether a process has ended.
pub(crate) fn has_ended(process: &OwnedHandle) -> bool {
    // SAFETY: the handle is open and allows waiting. The timeout is zero.
    unsafe { WaitForSingleObject(process.as_raw_handle(), 0) == WAIT_OBJECT_0 }
}

/// Takes ownership of a handle, if it is valid.
fn owned(handle: std::os::windows::io::RawHandle) -> Option<OwnedHandle> {
    let is_one = !handle.is_null() && handle != INVALID_HANDLE_VALUE;
    // SAFETY: the callers have just got it from the system, and do not use it otherwise.
    is_one.then(|| unsafe { OwnedHandle::from_raw_handle(handle) })
}

/// Turns the result of a function that returns zero on failure into an error.
fn check(said: i32) -> io::Result<()> {
    match said {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
