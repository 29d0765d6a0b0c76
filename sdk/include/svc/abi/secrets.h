/* Secrets of the plugin for the company of the call: credentials, tokens. Sealed under the master key, read by no
 * other plugin, sealed again by svc-host reencrypt. Names: 1 to 200 of a-z, A-Z, 0-9 and ._:- */
#ifndef SVC_ABI_SECRETS_H
#define SVC_ABI_SECRETS_H

#include <svc/abi/types.h>

/* How a signature that was sent is written. */
#define SVC_ENCODING_BYTES 0
#define SVC_ENCODING_HEX 1
#define SVC_ENCODING_BASE64 2

/* Hash of an HMAC. */
#define SVC_HMAC_SHA1 1
#define SVC_HMAC_SHA256 256
#define SVC_HMAC_SHA512 512

typedef struct svc_host_secrets {
    uint32_t struct_size;
    uint32_t reserved;
    /* Written and removed in the transaction of the call. At most 64 KiB. */
    int32_t (*put)(svc_call* call, svc_bytes name, svc_bytes value);
    /* SVC_ABSENT when there is none. Borrowed until the end of the call, then overwritten. Also outside of a
     * transaction. */
    int32_t (*get)(svc_call* call, svc_bytes name, svc_bytes* out);
    /* A name that ends with * : all that begin so. */
    int32_t (*remove)(svc_call* call, svc_bytes name);
    /* HMAC of the joined pieces under a secret, compared in constant time with what was sent. SVC_ABSENT: there
     * is no such secret, or it does not match. */
    int32_t (*hmac_check)(svc_call* call, int32_t algorithm, svc_bytes name, const svc_bytes* pieces, uint64_t count,
                          int32_t encoding, svc_bytes sent);
    /* The same, its bytes given out. */
    int32_t (*hmac)(svc_call* call, int32_t algorithm, svc_bytes name, const svc_bytes* pieces, uint64_t count,
                    svc_bytes* out);
} svc_host_secrets;

#endif
