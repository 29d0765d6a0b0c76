/* Work outside of a transaction: for what must call somebody else, who may be slow. Such a call begins without a
 * transaction, holds no connection of the database while it waits, and begins and commits as often as it needs.
 * Declared: `x-outside: true` of an operation, `outside: true` of a job or a command. See docs/sdk/calling-out.md. */
#ifndef SVC_ABI_WORK_H
#define SVC_ABI_WORK_H

#include <svc/abi/types.h>

typedef struct svc_host_work {
    uint32_t struct_size;
    uint32_t reserved;
    /* Only in calls that are declared outside. Between begin and commit the tables database and business work as
     * ever; otherwise what needs a transaction fails with "no-transaction". One at a time. */
    int32_t (*begin)(svc_call* call);
    /* SVC_FAILED with "lease-lost" when another host has the job of this call: nothing is kept, and the handler
     * should end. */
    int32_t (*commit)(svc_call* call);
    int32_t (*rollback)(svc_call* call);
    /* The job of this call: attempt (from 1), instant of its filing, instant at which the host gives it to
     * another one. SVC_ABSENT when the call is no job. */
    int32_t (*job)(svc_call* call, int32_t* attempt, int64_t* filed_at, int64_t* deadline);
    /* Neither done nor failed: run again at `due` with this payload, as the first attempt. `note` is shown as the
     * error of the job meanwhile. Takes effect when the handler returns SVC_OK; the last one counts. */
    int32_t (*again)(svc_call* call, int64_t due, svc_bytes payload, svc_bytes note);
    /* What GET /jobs/{jobId} shows. Outside of a transaction visible at once. `total` 0: not known. */
    int32_t (*progress)(svc_call* call, int64_t done, int64_t total);
    /* JSON, kept with the job when the handler returns SVC_OK. */
    int32_t (*result)(svc_call* call, svc_bytes json);
} svc_host_work;

#endif
