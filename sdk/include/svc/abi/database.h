/* The transaction of the call, bound to its company by row-level security. Parameters and cells are in
 * PostgreSQL's text form; data == NULL is SQL NULL. One statement a call; it begins with SELECT, INSERT,
 * UPDATE, DELETE, MERGE, VALUES or WITH, anything else is refused. Statements are prepared once per connection. */
#ifndef SVC_ABI_DATABASE_H
#define SVC_ABI_DATABASE_H

#include <svc/abi/types.h>

/* How late writes become one statement (svc_host_database.send_late_merged). */
#define SVC_LATE_JOINED 1 /* parameters that are arrays, `{…}` or of JSON, follow one another */
#define SVC_LATE_ADDED 2  /* the parameters first to last, integers of 64 bits, are added up */

typedef struct svc_host_database {
    uint32_t struct_size;
    uint32_t reserved;
    /* Runs everything queued and this statement in one round trip. */
    int32_t (*query)(svc_call* call, svc_bytes sql, const svc_bytes* parameters, uint64_t count, svc_rows** out);
    /* Queues a write whose result is not needed: it travels with the next query or with the end of the request.
     * An error surfaces there and names this statement. Parameters are copied. */
    int32_t (*send)(svc_call* call, svc_bytes sql, const svc_bytes* parameters, uint64_t count);
    /* Queues a write on a hot row: it runs after all others just before the commit, sorted by `order_key`, so
     * that such rows are locked for the shortest time and always in the same order. */
    int32_t (*send_late)(svc_call* call, svc_bytes order_key, svc_bytes sql, const svc_bytes* parameters,
                         uint64_t count);
    /* Size of a result: rows and columns; for writes without RETURNING `affected` counts the rows written. */
    int32_t (*rows_size)(svc_rows* rows, uint64_t* count, uint32_t* columns, uint64_t* affected);
    /* Fills cells[row * columns + column] for `count` rows from `first`. Views live until rows_close. */
    int32_t (*rows_read)(svc_rows* rows, uint64_t first, uint64_t count, svc_bytes* cells);
    void (*rows_close)(svc_rows* rows);
    /* Begins a statement whose rows are collected later: the database works on a large one while the plugin goes on.
     * Statements keep their order. Parameters are copied; *out is the number to collect by. */
    int32_t (*start)(svc_call* call, svc_bytes sql, const svc_bytes* parameters, uint64_t count, uint64_t* out);
    /* The rows of a started statement, once; waits until they are here. Its error surfaces here or at a query before. */
    int32_t (*collect)(svc_call* call, uint64_t started, svc_rows** out);
    /* Queues a read for a `query` to come: it travels with the next round trip, and the query of the same text and
     * parameters takes its rows, once, without one of its own. A query of that text with other parameters drops them.
     * For what nobody can change between the two: rows that it locks, or that this transaction leaves alone.
     * Parameters are copied. */
    int32_t (*ask_ahead)(svc_call* call, svc_bytes sql, const svc_bytes* parameters, uint64_t count);
    /* send_late for a row that one transaction writes again and again: writes of the same key, text and merge that
     * follow one another become one statement. `merge` is one of SVC_LATE_...; `first` and `last`, counted from 1, are
     * parameters for SVC_LATE_ADDED and 0 else. Writes that differ in more than is merged stay apart. */
    int32_t (*send_late_merged)(svc_call* call, svc_bytes order_key, int32_t merge, uint32_t first, uint32_t last,
                                svc_bytes sql, const svc_bytes* parameters, uint64_t count);
} svc_host_database;

#endif
