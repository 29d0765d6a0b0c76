// Options that the sanitizers read from the program itself, so that it needs no environment. Linked into
// every program of a build with SVC_SANITIZE.

// A plugin has its own copy of what it links (SDK rule 12); that is no violation of the one-definition rule.
// The search for leaks at the end of a process that has loaded libraries breaks off, now and then, over the
// notes that are taken of their thread-local storage ("Tracer caught signal 11"): it goes without them.
// Undefined behaviour ends in a trap (SvcCompile.cmake), whose place is to be reported.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options() {
    return "detect_odr_violation=0:strict_string_checks=1:check_initialization_order=1:intercept_tls_get_"
           "addr=0:handle_sigill=1";
}

extern "C" __attribute__((visibility("default"))) const char* __ubsan_default_options() {
    return "print_stacktrace=1";
}

// A connection is handed from a worker to the loop through the kernel's event queue, which ThreadSanitizer
// knows only for descriptors that are added to it, not for those that are armed again.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions() {
    return "race:svc::host::http::Front::Loop::watch\n";
}

// Fontconfig, Pango and Cairo keep the fonts of the machine until the process ends.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions() {
    return "leak:libfontconfig\nleak:libpango\nleak:libcairo\n";
}
