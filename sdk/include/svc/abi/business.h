/* What the host offers to every business plugin: commands of others, events, numbers, history, jobs, dates. */
#ifndef SVC_ABI_BUSINESS_H
#define SVC_ABI_BUSINESS_H

#include <svc/abi/types.h>

typedef struct svc_host_business {
    uint32_t struct_size;
    uint32_t reserved;
    /* SVC_OK when an enabled plugin offers the command, else SVC_ABSENT. */
    int32_t (*offers)(svc_call* call, svc_bytes command);
    /* Runs a command of another plugin in this transaction. JSON in and out; the output is borrowed until the
     * end of this call. A command that refuses dooms the transaction. */
    int32_t (*command)(svc_call* call, svc_bytes command, svc_bytes input, svc_bytes* output);
    /* Writes an event of a declared type in this transaction; hooks on it run at once and may refuse.
     * `data` is a JSON object; the host adds `actor`. */
    int32_t (*emit)(svc_call* call, svc_bytes type, svc_bytes object, svc_bytes object_id, svc_bytes data);
    /* Next number of a series ("INV-2026-000123"), without gap. The row of the series stays locked until the
     * commit: call it after the reads. `business_unit` (16 bytes) may be NULL; `date` in days since 1970-01-01. */
    int32_t (*take_number)(svc_call* call, svc_bytes kind, const uint8_t* business_unit, int32_t date,
                           svc_bytes* out);
    /* A new UUIDv7 by the host's clock. */
    int32_t (*new_uuid)(svc_call* call, uint8_t* out16);
    /* One line of the document's history. `changes`: JSON array of { "field", "from", "to" }. */
    int32_t (*history)(svc_call* call, svc_bytes kind, svc_bytes document_id, svc_bytes action, svc_bytes changes);
    /* Adds JSON to a section of the answer of a dry run ("postings"); does nothing otherwise. */
    int32_t (*note)(svc_call* call, svc_bytes section, svc_bytes json);
    /* Files a job of this plugin in this transaction, due at `due` (microseconds). A second one with the same
     * `key` is the first one. `out16` receives its UUID. */
    int32_t (*file_job)(svc_call* call, svc_bytes name, int64_t due, svc_bytes payload, svc_bytes key,
                        uint8_t* out16);
    /* Fails with plan-limit:<key>:<allowed> when `used` (before this write) has reached the plan's ceiling. */
    int32_t (*check_plan)(svc_call* call, svc_bytes key, int64_t used);
    /* Days are cut in the company's time zone: business date of an instant, first instant of a date. */
    int32_t (*date_of)(svc_call* call, int64_t instant, int32_t* out);
    int32_t (*start_of)(svc_call* call, int32_t date, int64_t* out);
    /* Opaque cursors with a check value bound to company and collection. open fails with cursor-invalid. */
    int32_t (*seal_cursor)(svc_call* call, svc_bytes collection, svc_bytes position, svc_bytes* out);
    int32_t (*open_cursor)(svc_call* call, svc_bytes collection, svc_bytes cursor, svc_bytes* out);
    /* A business unit of the company as JSON ({ "id", "code", "name", "archived", "defaultLocationId",
     * "defaultWalletId" }); the default one when `id` (TypeID text) has no data. SVC_ABSENT when there is none. */
    int32_t (*business_unit)(svc_call* call, svc_bytes id, svc_bytes* out);
    /* The same as file_job for a job that is declared with `lane: true`: jobs of one lane of a plugin and company
     * run one after the other, in the order of their filing. */
    int32_t (*file_job_in)(svc_call* call, svc_bytes name, svc_bytes lane, int64_t due, svc_bytes payload,
                           svc_bytes key, uint8_t* out16);
    /* Seconds that the clocks of the company's time zone are ahead of UTC at an instant. */
    int32_t (*utc_offset)(svc_call* call, int64_t instant, int32_t* seconds);
} svc_host_business;

#endif
