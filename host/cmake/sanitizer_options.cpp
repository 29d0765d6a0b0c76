// Options that the sanitizers read from the program itself, so that it needs no environment. Linked into
// every program of a build with SVC_SANITIZE.

// Each plugin has its own copy of the libraries that it links (SDK rule 12), which is not a violation of the
// one-definition rule. In a process that has loaded libraries the leak check at exit sometimes crashes on
// ASan's records of their thread-local storage ("Tracer caught signal 11"), so ASan keeps none. UBSan traps
// (SvcCompile.cmake), and ASan reports the place of the trap.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
    return "detect_odr_violation=0:strict_string_checks=1:check_initialization_order=1:intercept_tls_get_"
           "addr=0:handle_sigill=1";
}

extern "C" __attribute__((visibility("default"))) const char* __ubsan_default_options() {
    return "print_stacktrace=1";
}

// A worker hands a connection to the event loop through the kernel's event queue. ThreadSanitizer sees this
// synchronisation only for descriptors that are added to the queue, not for those that are re-armed.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions() {
    return "race:svc::host::http::Front::Loop::watch\n";
}

// Fontconfig, Pango and Cairo keep the fonts of the machine until the process ends.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions() {
    return "leak:libfontconfig\nleak:libpango\nleak:libcairo\n";
}
