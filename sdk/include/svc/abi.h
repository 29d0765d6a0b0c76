/* The binary contract between host and plugins: everything a plugin may touch, in C.
 *
 * Promise: a plugin built against SDK 1.x loads into host 1.y for every y >= x, whatever compiler, C++ standard
 * or standard library built either of them; everything else is refused with a sentence that says what to do.
 * Tables grow only at their end; within a major version no member moves, changes its type or its meaning. */
#ifndef SVC_ABI_H
#define SVC_ABI_H

#include <svc/abi/business.h>
#include <svc/abi/call.h>
#include <svc/abi/database.h>
#include <svc/abi/http.h>
#include <svc/abi/registry.h>
#include <svc/abi/secrets.h>
#include <svc/abi/types.h>
#include <svc/abi/work.h>

/* What the host offers. Lives as long as the process. A plugin built for an older minor sees a prefix. */
typedef struct svc_host {
    uint32_t struct_size;
    uint32_t major;
    uint32_t minor;
    uint32_t reserved;
    const svc_host_registry* registry;
    const svc_host_call* call;
    const svc_host_database* database;
    const svc_host_business* business;
    const svc_host_work* work;
    const svc_host_http* http;
    const svc_host_secrets* secrets;
} svc_host;

/* What a plugin says of itself; constant. */
typedef struct svc_manifest {
    uint32_t struct_size;
    uint32_t magic;        /* SVC_ABI_MAGIC */
    uint32_t major;        /* SVC_ABI_MAJOR */
    uint32_t min_minor;    /* the lowest minor it needs, not the one it was built with */
    uint32_t built_minor;  /* SVC_ABI_MINOR of its headers, for messages */
    uint32_t reserved;
    svc_bytes id;          /* as in plugin.yaml */
    svc_bytes version;     /* as in plugin.yaml */
    svc_bytes toolchain;   /* compiler, for messages */
} svc_manifest;

/* The three functions that a plugin exports, and no other. The number is the major version. */
#define SVC_SYMBOL_MANIFEST "svc_plugin_manifest_v1"
#define SVC_SYMBOL_START "svc_plugin_start_v1"
#define SVC_SYMBOL_STOP "svc_plugin_stop_v1"

typedef const svc_manifest* (*svc_manifest_function)(void);
/* Registers everything. SVC_FAILED after registry->refuse: the plugin is not used. */
typedef int32_t (*svc_start_function)(const svc_host* host, svc_plugin* self);
/* After the last call of a handler. The library stays loaded. */
typedef void (*svc_stop_function)(void);

#endif
