/* Outgoing HTTP, to the places that `permissions.http` of plugin.yaml names. The host judges and pins the address,
 * verifies TLS, keeps connections, counts, and logs without query, headers and bodies. Redirects are not followed. */
#ifndef SVC_ABI_HTTP_H
#define SVC_ABI_HTTP_H

#include <svc/abi/types.h>

/* The other side does the request once, however often it arrives (it holds an idempotency key): it may be sent on a
 * kept connection, and again when that turns out to be closed. GET, HEAD, PUT, DELETE and OPTIONS always may. */
#define SVC_HTTP_REPEATABLE 1u

typedef struct svc_http_request {
    uint32_t struct_size;
    uint32_t flags;        /* SVC_HTTP_* */
    svc_bytes method;
    svc_bytes url;
    svc_bytes body;
    const svc_bytes* headers; /* name, value, name, value … */
    uint64_t header_count;    /* pairs */
    svc_bytes bearer;      /* name of a secret of the plugin, sent as Authorization: Bearer; empty: none */
    int32_t timeout_ms;    /* for everything, at most 120,000; 0: 30,000. Never beyond the deadline of the call */
    int32_t max_answer;    /* bytes of the body, at most 32 MiB; 0: 1 MiB */
    svc_bytes client_certificate; /* name of a secret of the plugin: a private key and its certificates as PEM, by
                                     which the plugin is known in the TLS handshake; empty: none */
} svc_http_request;

typedef struct svc_http_answer {
    uint32_t struct_size;
    int32_t status;        /* 0: there is no answer, see error */
    int32_t duration_ms;
    uint32_t reserved;
    svc_bytes error;       /* nothing was sent: resolve, connect, tls, address-refused, permission-refused, circuit-open;
                              the other side may have done it: timeout, answer-lost, too-large; or empty */
    svc_bytes body;
    svc_bytes headers;     /* as received: lines that end with CR LF */
} svc_http_answer;

typedef struct svc_host_http {
    uint32_t struct_size;
    uint32_t reserved;
    /* SVC_OK also when nobody answered. SVC_FAILED with "network-in-transaction" while a transaction is open, so
     * that nobody's rows and connections wait for the other side. Views live until the next send or the end of
     * the call. */
    int32_t (*send)(svc_call* call, const svc_http_request* request, svc_http_answer* out);
} svc_host_http;

#endif
