/* The call: who, when, for which company; its input; its answer; its failure. */
#ifndef SVC_ABI_CALL_H
#define SVC_ABI_CALL_H

#include <svc/abi/types.h>

/* Who causes the call. */
#define SVC_ACTOR_NONE 0    /* nobody: passes, public pages, providers */
#define SVC_ACTOR_USER 1    /* a person in a session */
#define SVC_ACTOR_API_KEY 2 /* a program with a key */

#define SVC_CALL_DRY_RUN 1u /* svc_call_info.flags: everything is rolled back at the end */
#define SVC_CALL_LIMITED 2u /* the caller is a member who is limited to business units */

/* All texts are borrowed until the end of the call. */
typedef struct svc_call_info {
    uint32_t struct_size;  /* set by the plugin: how much of the struct it knows */
    int32_t actor_kind;    /* SVC_ACTOR_* */
    uint8_t company[16];   /* UUID of the company the transaction is bound to */
    uint8_t actor[16];     /* UUID of the user or key; zero for nobody */
    svc_bytes request_id;  /* X-Request-Id, or the id of the job */
    svc_bytes language;    /* language of generated wording: en, fr, de */
    svc_bytes company_json; /* facts of the company, JSON: docs/sdk/reference.md, "Company" */
    int64_t now;           /* the host's clock, microseconds since 1970-01-01T00:00:00Z */
    int32_t today;         /* business date in the company's time zone, days since 1970-01-01 */
    uint32_t flags;        /* SVC_CALL_* */
    uint64_t transaction;  /* number of the open transaction, of this process and never given again; 0: none is open */
} svc_call_info;

/* A failure: an error of the API, or a fault (status 500) whose message is for the log alone. */
typedef struct svc_failure {
    uint32_t struct_size;
    int32_t status;    /* HTTP status, 400 to 599 */
    svc_bytes code;    /* stable code with its details: "insufficient-stock:itm_…:0" */
    svc_bytes message; /* for the log, never for the client */
} svc_failure;

/* Kinds of parameter. Names of headers are compared without case. */
#define SVC_PARAMETER_PATH 1
#define SVC_PARAMETER_QUERY 2
#define SVC_PARAMETER_HEADER 3

typedef struct svc_host_call {
    uint32_t struct_size;
    uint32_t reserved;
    int32_t (*info)(svc_call* call, svc_call_info* out);
    /* The body of the request (checked against the contract), the input of a command, the event of a hook or
     * subscriber (JSON envelope), the payload of a job. Borrowed until the end of the call. */
    int32_t (*input)(svc_call* call, svc_bytes* out);
    /* A parameter of the request, percent-decoded. SVC_ABSENT when it was not sent. */
    int32_t (*parameter)(svc_call* call, int32_t kind, svc_bytes name, svc_bytes* out);
    /* The answer: status (routes only, default 200), headers (routes only), bytes. Writes add up. */
    int32_t (*respond_status)(svc_call* call, int32_t status);
    int32_t (*respond_header)(svc_call* call, svc_bytes name, svc_bytes value);
    int32_t (*respond_write)(svc_call* call, svc_bytes bytes);
    /* Tells why the handler is about to return SVC_FAILED. The host copies. */
    int32_t (*fail)(svc_call* call, const svc_failure* failure);
    /* Why the last host function of this call returned SVC_FAILED. Borrowed until the next host function. */
    int32_t (*failure)(svc_call* call, svc_failure* out);
    /* One line in the log with the request id. Levels: 3 error, 4 warning, 6 information, 7 debug (syslog). */
    int32_t (*log)(svc_call* call, int32_t level, svc_bytes message);
    /* For loops that take long without any other host function, parsers of files above all. SVC_FAILED with 503
     * "deadline-exceeded" once the time of the request is over: nothing of it will be kept. */
    int32_t (*check_deadline)(svc_call* call);
} svc_host_call;

#endif
