// What the sanitizers are told by every program that is built with one: see .dev/sanitize, which defines REPORTS.

// A program's end takes no longer than without them, because some tests measure it. Signals stay signals, because scans and
// renders report by which one a child has ended. Libraries of others leak at exit.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return REPORTS "detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0:"
         "allow_user_segv_handler=1";
}

const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
  return REPORTS "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0:die_after_fork=0:"
         "halt_on_error=0:exitcode=66:second_deadlock_stack=1:atexit_sleep_ms=0";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return REPORTS "print_stacktrace=1:handle_segv=0:handle_abort=0"; }
