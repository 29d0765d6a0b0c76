/* Experimental tables: functions that are tried out before a minor version of the SDK releases them. They carry no
 * promise: each of them may change or be gone in the next build of the host. svc/abi.h does not include this header,
 * and no baseline describes what it declares.
 *
 * The band: names of tables begin with "x.", their types and constants with svc_x_ and SVC_X_, and the kinds of
 * registration from 0xE000 to 0xEFFF are theirs. What is released never has such a name or number.
 *
 * A plugin names each table that it uses under `experimental` of its plugin.yaml and asks for it in its start:
 *
 *     const svc_x_table* table = NULL;
 *     int32_t found = host->registry->add(self, SVC_X_TABLE, name, NULL, &table);
 *
 * SVC_OK: the table, which lives as long as the process; the plugin compares its revision before any use.
 * SVC_ABSENT: this host has no table of that name, and the plugin may go on without it.
 * SVC_FAILED: plugin.yaml does not name it, and the plugin is refused. */
#ifndef SVC_ABI_EXPERIMENTAL_H
#define SVC_ABI_EXPERIMENTAL_H

#include <svc/abi/types.h>

#define SVC_X_TABLE 0xE000 /* a kind for svc_host_registry.add; name: of the table */

/* The beginning of each experimental table. */
typedef struct svc_x_table {
    uint32_t struct_size;
    uint32_t revision; /* raised with every change of the table; a plugin works with one revision only */
} svc_x_table;

#endif
