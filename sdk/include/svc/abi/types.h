/* Basic types of the binary contract. Only C crosses the boundary: fixed-width integers, pointers with
 * lengths, opaque handles and function pointers. See docs/sdk/abi.md for the rules and their reasons. */
#ifndef SVC_ABI_TYPES_H
#define SVC_ABI_TYPES_H

#include <stddef.h>
#include <stdint.h>

#define SVC_ABI_MAJOR 1
/* The minor version that these headers describe. Members of a later minor stand in a band of their own at the end
 * of their table, within #if SVC_ABI_MINOR >= n: the guards compile the headers as each released minor. */
#ifndef SVC_ABI_MINOR
#define SVC_ABI_MINOR 0
#endif
#define SVC_ABI_MAGIC 0x31435653u /* "SVC1", little endian */

/* What every function of both sides returns. */
#define SVC_OK 0      /* done */
#define SVC_FAILED 1  /* refused or broken: svc_host_call.failure tells (host side), svc_host_call.fail told (plugin side) */
#define SVC_ABSENT 2  /* nothing under that name; not an error */

/* Bytes with a length, never zero-terminated. data == NULL means "no value" (SQL NULL, absent text).
 * Ownership never moves: the receiver copies what it wants to keep beyond the stated lifetime. */
typedef struct svc_bytes {
    const char* data;
    uint64_t size;
} svc_bytes;

/* The identity of a plugin, given to it at its start. The host knows by it whose registration a call is. */
typedef struct svc_plugin svc_plugin;

/* One call of a plugin by the host: a request, a command, a hook, a delivery to a subscriber or a job.
 * Bound to one company, one actor and one database transaction. Used on its thread and during the call only. */
typedef struct svc_call svc_call;

/* The rows of one query; lives until svc_host_database.rows_close or the end of the call. */
typedef struct svc_rows svc_rows;

/* Code of the plugin that the host runs. `user` is the pointer given at registration.
 * Returns SVC_OK, or SVC_FAILED after svc_host_call.fail. No exception may leave it. */
typedef int32_t (*svc_handler)(svc_call* call, void* user);

#endif
