//! Limits of this process, by a job that it joins.

use std::io;
use std::mem::size_of;
use std::os::windows::io::{AsRawHandle, IntoRawHandle};
use std::ptr::{from_ref, null};

use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_PRIORITY_CLASS,
    JOB_OBJECT_LIMIT_PROCESS_MEMORY, JOB_OBJECT_LIMIT_PROCESS_TIME,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};
use windows_sys::Win32::System::Threading::{BELOW_NORMAL_PRIORITY_CLASS, GetCurrentProcess};

use super::{check, owned};

/// A second in the units of the job's time limit.
const SECOND: u64 = 10_000_000;

/// Limits the memory that this process may commit, in bytes, and its time on processors, in seconds. Lowers its
/// priority, and forbids starting processes.
pub(crate) fn bind(memory: u64, seconds: u64) -> io::Result<()> {
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    let basic = &mut limits.BasicLimitInformation;
    basic.LimitFlags = JOB_OBJECT_LIMIT_ACTIVE_PROCESS
        // Turns off the crash report and its window.
        | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION
        | JOB_OBJECT_LIMIT_PRIORITY_CLASS
        | JOB_OBJECT_LIMIT_PROCESS_MEMORY
        | JOB_OBJECT_LIMIT_PROCESS_TIME;
    basic.ActiveProcessLimit = 1;
    basic.PriorityClass = BELOW_NORMAL_PRIORITY_CLASS;
    basic.PerProcessUserTimeLimit =
        i64::try_from(seconds.saturating_mul(SECOND)).unwrap_or(i64::MAX);
    limits.ProcessMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
    let size = u32::try_from(size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>())
        .map_err(io::Error::other)?;
    // SAFETY: both pointers may be null. The result is null or a handle that we close.
    let job =
        owned(unsafe { CreateJobObjectW(null(), null()) }).ok_or_else(io::Error::last_os_error)?;
    // SAFETY: the job is open, and the structure matches this class and size.
    check(unsafe {
        SetInformationJobObject(
            job.as_raw_handle(),
            JobObjectExtendedLimitInformation,
            from_ref(&limits).cast(),
            size,
        )
    })?;
    // SAFETY: the job is open, and the other handle stands for the calling process.
    check(unsafe { AssignProcessToJobObject(job.as_raw_handle(), GetCurrentProcess()) })?;
    // The job applies as long as its processes run. The handle stays open until then.
    _ = job.into_raw_handle();
    Ok(())
}
