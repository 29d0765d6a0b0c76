/* Registration: what a plugin binds to the names that its plugin.yaml and openapi.yaml declare. */
#ifndef SVC_ABI_REGISTRY_H
#define SVC_ABI_REGISTRY_H

#include <svc/abi/types.h>

/* Kinds of registration. */
#define SVC_REGISTER_ROUTE 1      /* name: an operationId of openapi.yaml */
#define SVC_REGISTER_COMMAND 2    /* name: a command under commands.provides of plugin.yaml */
#define SVC_REGISTER_HOOK 3       /* name: a handler under hooks */
#define SVC_REGISTER_SUBSCRIBER 4 /* name: a subscriber */
#define SVC_REGISTER_JOB 5        /* name: a job */

/* Usable only while the plugin starts, on the thread of the start. */
typedef struct svc_host_registry {
    uint32_t struct_size;
    uint32_t reserved;
    /* Binds `handler` to `name`. A name bound twice is refused. `handler` and `user` live until the stop. */
    int32_t (*add)(svc_plugin* self, int32_t kind, svc_bytes name, svc_handler handler, void* user);
    /* The settings of the plugin as JSON, already checked against the schema of its plugin.yaml.
     * Borrowed until the stop. */
    int32_t (*settings)(svc_plugin* self, svc_bytes* json);
    /* Gives the sentence that explains why the plugin refuses to start. */
    void (*refuse)(svc_plugin* self, svc_bytes reason);
} svc_host_registry;

#endif
