/* A library that uses every struct of the binary contract, so that its debug information describes them all.
 * abidiff compares it with sdk/baselines/<version>/probe.abi, the description kept of each released version:
 *
 *   cc -std=c11 -g -O0 -fPIC -shared -DSVC_ABI_MINOR=0 -I sdk/include -o probe.so sdk/baselines/probe.c
 *   abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-architecture probe.so > probe.abi */
#include <svc/abi.h>

#define SVC_EXPORT __attribute__((visibility("default")))

SVC_EXPORT const svc_manifest* probe_manifest(void);
SVC_EXPORT int32_t probe_start(const svc_host* host, svc_plugin* self);
SVC_EXPORT int32_t probe_handler(svc_call* call, void* user);
SVC_EXPORT int32_t probe_info(const svc_call_info* info, const svc_failure* failure);
SVC_EXPORT int32_t probe_tables(const svc_host_registry* registry, const svc_host_call* call,
                                const svc_host_database* database, const svc_host_business* business,
                                const svc_host_work* work, const svc_host_http* http,
                                const svc_host_secrets* secrets);
SVC_EXPORT void probe_stop(void);

static const svc_host* host_table;

const svc_manifest* probe_manifest(void) {
    static const svc_manifest manifest = {sizeof(svc_manifest), SVC_ABI_MAGIC, SVC_ABI_MAJOR,  0,
                                          SVC_ABI_MINOR,        0,             {"probe", 5}, {"1.0.0", 5},
                                          {"c", 1}};
    return &manifest;
}

int32_t probe_handler(svc_call* call, void* user) {
    svc_rows* rows = NULL;
    (void)user;
    return host_table->database->query(call, (svc_bytes){"SELECT 1", 8}, NULL, 0, &rows);
}

int32_t probe_start(const svc_host* host, svc_plugin* self) {
    host_table = host;
    return host->registry->add(self, SVC_REGISTER_ROUTE, (svc_bytes){"probe", 5}, probe_handler, NULL);
}

int32_t probe_info(const svc_call_info* info, const svc_failure* failure) {
    return info->actor_kind + failure->status;
}

int32_t probe_tables(const svc_host_registry* registry, const svc_host_call* call,
                     const svc_host_database* database, const svc_host_business* business,
                     const svc_host_work* work, const svc_host_http* http, const svc_host_secrets* secrets) {
    return registry->struct_size + call->struct_size + database->struct_size + business->struct_size +
                       work->struct_size + http->struct_size + secrets->struct_size >
                   0
               ? SVC_OK
               : SVC_FAILED;
}

void probe_stop(void) {}
