;; Answers the functions of `wasi_snapshot_preview1` for programs in Go and C, with what the host offers. A component has no files.
;;
;; It asks only functions that answer plain numbers, so it needs no allocation. Its scratch memory is at 64 to 96: Go's linker leaves it
;; alone, and in C it is the far end of the stack.
(module
  (import "wasi:clocks/monotonic-clock@0.2.0" "now" (func $monotonic (result i64)))
  (import "wasi:clocks/monotonic-clock@0.2.0" "subscribe-duration" (func $subscribe (param i64) (result i32)))
  (import "wasi:clocks/wall-clock@0.2.0" "now" (func $wall (param i32)))
  (import "wasi:io/poll@0.2.0" "[method]pollable.block" (func $block (param i32)))
  (import "wasi:io/poll@0.2.0" "[resource-drop]pollable" (func $drop-pollable (param i32)))
  (import "wasi:io/streams@0.2.0" "[method]output-stream.blocking-write-and-flush" (func $write (param i32 i32 i32 i32)))
  (import "wasi:io/streams@0.2.0" "[resource-drop]output-stream" (func $drop-stream (param i32)))
  (import "wasi:cli/stdout@0.2.0" "get-stdout" (func $stdout (result i32)))
  (import "wasi:cli/stderr@0.2.0" "get-stderr" (func $stderr (result i32)))
  (import "wasi:random/random@0.2.0" "get-random-u64" (func $random (result i64)))
  (import "env" "memory" (memory 0))

  ;; Nanoseconds by which this clock is ahead of the host's, which stands still in calls that may not see the time. Go's timers wait for it.
  (global $ahead (mut i64) (i64.const 0))

  ;; The time of a clock: 0 is the wall clock.
  (func $time (param $clock i32) (result i64)
    (if (local.get $clock)
      (then (return (i64.add (call $monotonic) (global.get $ahead)))))
    (call $wall (i32.const 64))
    (i64.add
      (i64.add
        (i64.mul (i64.load (i32.const 64)) (i64.const 1000000000))
        (i64.extend_i32_u (i32.load (i32.const 72))))
      (global.get $ahead)))

  (func (export "clock_time_get") (param $clock i32) (param i64) (param $answer i32) (result i32)
    (i64.store align=1 (local.get $answer) (call $time (local.get $clock)))
    (i32.const 0))

  (func (export "clock_res_get") (param i32) (param $answer i32) (result i32)
    (i64.store align=1 (local.get $answer) (i64.const 1000000))
    (i32.const 0))

  ;; Waits for the first subscription of a clock: the others are of files.
  (func (export "poll_oneoff") (param $subscriptions i32) (param $events i32) (param $count i32) (param $happened i32) (result i32)
    (local $end i32)
    (local $clock i32)
    (local $wait i64)
    (local $before i64)
    (local $waited i64)
    (local $pollable i32)
    (local.set $end (i32.add (local.get $subscriptions) (i32.mul (local.get $count) (i32.const 48))))
    (block $none
      (loop $next
        (br_if $none (i32.ge_u (local.get $subscriptions) (local.get $end)))
        (if (i32.load8_u offset=8 (local.get $subscriptions))
          (then
            (local.set $subscriptions (i32.add (local.get $subscriptions) (i32.const 48)))
            (br $next))))
      (local.set $clock (i32.load offset=16 (local.get $subscriptions)))
      (local.set $wait (i64.load offset=24 align=1 (local.get $subscriptions)))
      ;; The time may be absolute.
      (if (i32.and (i32.load16_u offset=40 (local.get $subscriptions)) (i32.const 1))
        (then (local.set $wait (i64.sub (local.get $wait) (call $time (local.get $clock))))))
      (if (i64.gt_s (local.get $wait) (i64.const 0))
        (then
          (local.set $before (call $monotonic))
          (local.set $pollable (call $subscribe (local.get $wait)))
          (call $block (local.get $pollable))
          (call $drop-pollable (local.get $pollable))
          (local.set $waited (i64.sub (call $monotonic) (local.get $before)))
          (if (i64.lt_s (local.get $waited) (local.get $wait))
            (then
              (global.set $ahead
                (i64.add (global.get $ahead) (i64.sub (local.get $wait) (local.get $waited))))))))
      (i64.store align=1 (local.get $events) (i64.load align=1 (local.get $subscriptions)))
      (i64.store offset=8 align=1 (local.get $events) (i64.const 0))
      (i32.store align=1 (local.get $happened) (i32.const 1))
      (return (i32.const 0)))
    ;; EINVAL
    (i32.const 28))

  ;; Standard output and standard error, in parts that the host takes.
  (func (export "fd_write") (param $file i32) (param $parts i32) (param $count i32) (param $written i32) (result i32)
    (local $stream i32)
    (local $start i32)
    (local $left i32)
    (local $part i32)
    (local $total i32)
    (if (i32.gt_u (i32.sub (local.get $file) (i32.const 1)) (i32.const 1))
      (then (return (i32.const 8))))
    (local.set $stream
      (if (result i32) (i32.eq (local.get $file) (i32.const 1))
        (then (call $stdout))
        (else (call $stderr))))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $start (i32.load (local.get $parts)))
        (local.set $left (i32.load offset=4 (local.get $parts)))
        (block $written-all
          (loop $more
            (br_if $written-all (i32.eqz (local.get $left)))
            (local.set $part (local.get $left))
            (if (i32.gt_u (local.get $part) (i32.const 4096))
              (then (local.set $part (i32.const 4096))))
            (call $write (local.get $stream) (local.get $start) (local.get $part) (i32.const 64))
            (local.set $start (i32.add (local.get $start) (local.get $part)))
            (local.set $left (i32.sub (local.get $left) (local.get $part)))
            (local.set $total (i32.add (local.get $total) (local.get $part)))
            (br $more)))
        (local.set $parts (i32.add (local.get $parts) (i32.const 8)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))
    (call $drop-stream (local.get $stream))
    (i32.store (local.get $written) (local.get $total))
    (i32.const 0))

  (func (export "random_get") (param $at i32) (param $count i32) (result i32)
    (local $bits i64)
    (block $done
      (loop $next
        (br_if $done (i32.lt_u (local.get $count) (i32.const 8)))
        (i64.store align=1 (local.get $at) (call $random))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (local.set $count (i32.sub (local.get $count) (i32.const 8)))
        (br $next)))
    (if (i32.eqz (local.get $count))
      (then (return (i32.const 0))))
    (local.set $bits (call $random))
    (loop $bytes
      (i64.store8 (local.get $at) (local.get $bits))
      (local.set $bits (i64.shr_u (local.get $bits) (i64.const 8)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $bytes (local.get $count)))
    (i32.const 0))

  ;; One argument, `provider`: libraries look at the program's name when they start.
  (func (export "args_sizes_get") (param $count i32) (param $bytes i32) (result i32)
    (i32.store (local.get $count) (i32.const 1))
    (i32.store (local.get $bytes) (i32.const 9))
    (i32.const 0))
  (func (export "args_get") (param $arguments i32) (param $bytes i32) (result i32)
    (i32.store (local.get $arguments) (local.get $bytes))
    (i64.store align=1 (local.get $bytes) (i64.const 0x72656469766f7270))
    (i32.store8 offset=8 (local.get $bytes) (i32.const 0))
    (i32.const 0))

  (func (export "environ_sizes_get") (param $count i32) (param $bytes i32) (result i32)
    (i32.store (local.get $count) (i32.const 0))
    (i32.store (local.get $bytes) (i32.const 0))
    (i32.const 0))
  (func (export "environ_get") (param i32 i32) (result i32) (i32.const 0))

  (func (export "sched_yield") (result i32) (i32.const 0))
  (func (export "proc_exit") (param i32) unreachable)
  (func (export "proc_raise") (param i32) (result i32) unreachable)

  ;; Files and sockets: EBADF.
  (func (export "fd_advise") (param i32 i64 i64 i32) (result i32) (i32.const 8))
  (func (export "fd_allocate") (param i32 i64 i64) (result i32) (i32.const 8))
  (func (export "fd_close") (param i32) (result i32) (i32.const 8))
  (func (export "fd_datasync") (param i32) (result i32) (i32.const 8))
  (func (export "fd_fdstat_get") (param i32 i32) (result i32) (i32.const 8))
  (func (export "fd_fdstat_set_flags") (param i32 i32) (result i32) (i32.const 8))
  (func (export "fd_fdstat_set_rights") (param i32 i64 i64) (result i32) (i32.const 8))
  (func (export "fd_filestat_get") (param i32 i32) (result i32) (i32.const 8))
  (func (export "fd_filestat_set_size") (param i32 i64) (result i32) (i32.const 8))
  (func (export "fd_filestat_set_times") (param i32 i64 i64 i32) (result i32) (i32.const 8))
  (func (export "fd_pread") (param i32 i32 i32 i64 i32) (result i32) (i32.const 8))
  (func (export "fd_prestat_get") (param i32 i32) (result i32) (i32.const 8))
  (func (export "fd_prestat_dir_name") (param i32 i32 i32) (result i32) (i32.const 8))
  (func (export "fd_pwrite") (param i32 i32 i32 i64 i32) (result i32) (i32.const 8))
  (func (export "fd_read") (param i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "fd_readdir") (param i32 i32 i32 i64 i32) (result i32) (i32.const 8))
  (func (export "fd_renumber") (param i32 i32) (result i32) (i32.const 8))
  (func (export "fd_seek") (param i32 i64 i32 i32) (result i32) (i32.const 8))
  (func (export "fd_sync") (param i32) (result i32) (i32.const 8))
  (func (export "fd_tell") (param i32 i32) (result i32) (i32.const 8))
  (func (export "path_create_directory") (param i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_filestat_get") (param i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_filestat_set_times") (param i32 i32 i32 i32 i64 i64 i32) (result i32) (i32.const 8))
  (func (export "path_link") (param i32 i32 i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_open") (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32) (i32.const 8))
  (func (export "path_readlink") (param i32 i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_remove_directory") (param i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_rename") (param i32 i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_symlink") (param i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "path_unlink_file") (param i32 i32 i32) (result i32) (i32.const 8))
  (func (export "sock_accept") (param i32 i32 i32) (result i32) (i32.const 8))
  (func (export "sock_recv") (param i32 i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "sock_send") (param i32 i32 i32 i32 i32) (result i32) (i32.const 8))
  (func (export "sock_shutdown") (param i32 i32) (result i32) (i32.const 8))
)
