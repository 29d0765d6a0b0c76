#include <string.h>

#include <svc/abi.h>

static const svc_host* host; /* lives as long as the process */

static svc_bytes text(const char* zero_terminated) {
    svc_bytes bytes;
    bytes.data = zero_terminated;
    bytes.size = strlen(zero_terminated);
    return bytes;
}

/* GET …/hello. When a host function fails, its reason is the reason of the call: the handler just returns. */
static int32_t say_hello(svc_call* call, void* user) {
    const svc_host_call* functions = host->call;
    (void)user;
    if (functions->respond_header(call, text("Content-Type"), text("application/json")) != SVC_OK) {
        return SVC_FAILED;
    }
    return functions->respond_write(call, text("{\"hello\":\"world\"}"));
}

/* The three functions that a plugin exports, and no other. */

const svc_manifest* svc_plugin_manifest_v1(void) {
    static const svc_manifest manifest = {.struct_size = sizeof(svc_manifest),
                                          .magic = SVC_ABI_MAGIC,
                                          .major = SVC_ABI_MAJOR,
                                          .min_minor = 0,
                                          .built_minor = SVC_ABI_MINOR,
                                          .id = {"hello", 5},
                                          .version = {"1.0.0", 5},
                                          .toolchain = {"C", 1}};
    return &manifest;
}

int32_t svc_plugin_start_v1(const svc_host* given, svc_plugin* self) {
    host = given;
    return host->registry->add(self, SVC_REGISTER_ROUTE, text("sayHello"), say_hello, NULL);
}

void svc_plugin_stop_v1(void) {}
