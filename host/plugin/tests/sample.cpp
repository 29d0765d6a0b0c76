// A small plugin written with the plain C tables. Each SVC_SAMPLE_… of CMakeLists.txt builds a library with
// one mistake.
#include <svc/abi.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <unistd.h>

#ifndef SVC_SAMPLE_ID
#define SVC_SAMPLE_ID "sample"
#endif
#ifndef SVC_SAMPLE_VERSION
#define SVC_SAMPLE_VERSION "1.0.0"
#endif
#ifndef SVC_SAMPLE_COMMAND
#define SVC_SAMPLE_COMMAND SVC_SAMPLE_ID ".run"
#endif
#ifndef SVC_SAMPLE_MIN_MINOR
#define SVC_SAMPLE_MIN_MINOR 0
#endif
#ifndef SVC_SAMPLE_MAGIC
#define SVC_SAMPLE_MAGIC SVC_ABI_MAGIC
#endif

#define SVC_EXPORT extern "C" __attribute__((visibility("default")))
#define SVC_TEXT(text)                                                                                       \
    svc_bytes {                                                                                              \
        text, sizeof(text) - 1                                                                               \
    }

#if defined(SVC_SAMPLE_NO_PLUGIN)
SVC_EXPORT int something(void) {
    return 1;
}
#elif defined(SVC_SAMPLE_MAJOR_2)
SVC_EXPORT const void* svc_plugin_manifest_v2(void) {
    return nullptr;
}
#else

#ifdef SVC_SAMPLE_MISSING_SYMBOL
extern "C" int svc_symbol_that_nobody_has(void);
#endif

namespace {

#if defined(SVC_SAMPLE_STATIC_THROWS)
struct Static {
    Static() { throw std::runtime_error("thrown while the library is opened"); }
} const object;
#elif defined(SVC_SAMPLE_STATIC_CRASHES)
struct Static {
    Static() { ::raise(SIGSEGV); }
} const object;
#elif defined(SVC_SAMPLE_STATIC_WAITS)
struct Static {
    Static() {
        for (;;) {
            ::pause();
        }
    }
} const object;
#endif

[[maybe_unused]] int32_t handle(svc_call*, void*) {
#ifdef SVC_SAMPLE_MISSING_SYMBOL
    return svc_symbol_that_nobody_has();
#else
    return SVC_OK;
#endif
}

} // namespace

SVC_EXPORT const svc_manifest* svc_plugin_manifest_v1(void) {
    static const svc_manifest manifest = {sizeof(svc_manifest),    SVC_SAMPLE_MAGIC,
                                          SVC_ABI_MAJOR,           SVC_SAMPLE_MIN_MINOR,
                                          SVC_ABI_MINOR,           0,
                                          SVC_TEXT(SVC_SAMPLE_ID), SVC_TEXT(SVC_SAMPLE_VERSION),
                                          SVC_TEXT("test")};
    return &manifest;
}

SVC_EXPORT int32_t svc_plugin_start_v1(const svc_host* host, svc_plugin* self) {
#if defined(SVC_SAMPLE_START_CRASHES)
    ::raise(SIGSEGV);
#elif defined(SVC_SAMPLE_START_EXITS)
    std::exit(0);
#endif
#ifdef SVC_SAMPLE_START_THROWS
    // Like the C++ side of the SDK: no exception crosses the C interface.
    try {
        throw std::runtime_error("the signing key is missing");
    } catch (const std::exception& error) {
        const char* const reason = error.what();
        host->registry->refuse(self, svc_bytes{reason, __builtin_strlen(reason)});
        return SVC_FAILED;
    }
#else
    if (host->registry->add(self, SVC_REGISTER_ROUTE, SVC_TEXT("readSample"), handle, nullptr) != SVC_OK ||
        host->registry->add(self, SVC_REGISTER_COMMAND, SVC_TEXT(SVC_SAMPLE_COMMAND), handle, nullptr) !=
            SVC_OK) {
        return SVC_FAILED;
    }
#ifdef SVC_SAMPLE_TWICE
    return host->registry->add(self, SVC_REGISTER_ROUTE, SVC_TEXT("readSample"), handle, nullptr);
#else
    return SVC_OK;
#endif
#endif
}

SVC_EXPORT void svc_plugin_stop_v1(void) {}

#endif
