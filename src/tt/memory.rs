//! Advice about the table's memory to the system and to the processor: all of the table's unsafe code.
//! It changes how long an access takes, never what it reads.

use std::sync::atomic::AtomicU64;

/// Below this many bytes huge pages are not worth it: the first write to one clears 2 MiB at once.
#[cfg(target_os = "linux")]
const HUGE: usize = 16 << 20;

/// Asks the system for huge pages (madvise(2), `MADV_HUGEPAGE`), with which it looks up fewer addresses.
/// `words` begin on a page.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "a hint to the system")]
pub fn prefer_huge_pages(words: &[AtomicU64]) {
    let bytes = size_of_val(words);
    if bytes >= HUGE {
        // SAFETY: the range is memory of ours, and the advice leaves its contents as they are.
        let answer =
            unsafe { libc::madvise(words.as_ptr().cast_mut().cast(), bytes, libc::MADV_HUGEPAGE) };
        log::debug!("huge pages for {} MiB: {}", bytes >> 20, answer == 0);
    }
}

#[cfg(not(target_os = "linux"))]
pub fn prefer_huge_pages(_words: &[AtomicU64]) {}

/// Asks the processor for the cache line of the first word.
#[inline]
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "no safe prefetch is stable")]
pub fn prefetch(words: &[AtomicU64]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch has no effect but on the caches, and faults at no address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(words.as_ptr().cast()) }
}

#[inline]
#[cfg(not(target_arch = "x86_64"))]
pub fn prefetch(_words: &[AtomicU64]) {}
