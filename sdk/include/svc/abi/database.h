/* The transaction of the call, bound to its company by row-level security. Parameters and cells are in
 * PostgreSQL's text form; data == NULL is SQL NULL. One statement a call; it begins with SELECT, INSERT,
 * UPDATE, DELETE, MERGE, VALUES or WITH, anything else is refused. Statements are prepared once per connection. */
#ifndef SVC_ABI_DATABASE_H
#define SVC_ABI_DATABASE_H

#include <svc/abi/types.h>

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
} svc_host_database;

#endif
