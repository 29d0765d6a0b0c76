/// @file The tables of the fake host for work outside of a transaction: work, http, secrets.
#include "fake_call.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <dlfcn.h>

#include <svc/encoding.hpp>

namespace svc::testing {

struct FakeOutside : FakeBytes {
    // Transactions and jobs.
    static std::int32_t begin(svc_call* handle) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.begin();
            return SVC_OK;
        });
    }
    static std::int32_t commit(svc_call* handle) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.commitOwn();
            return SVC_OK;
        });
    }
    static std::int32_t rollback(svc_call* handle) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.rollbackOwn();
            return SVC_OK;
        });
    }
    static std::int32_t job(svc_call* handle, std::int32_t* attempt, std::int64_t* filedAt,
                            std::int64_t* deadline) {
        const FakeCall& call = FakeCall::of(handle);
        if (!call.isJob_) {
            return SVC_ABSENT;
        }
        const Situation& situation = call.host_.situation;
        *attempt = situation.attempt;
        *filedAt = situation.now.micros();
        *deadline = (situation.now + Instant::Minute).micros();
        return SVC_OK;
    }
    static std::int32_t again(svc_call* handle, std::int64_t due, svc_bytes payload, svc_bytes note) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.ofJob().again = JobEnd::Again{Instant(due), Json::parse(view(payload)), text(note)};
            return SVC_OK;
        });
    }
    static std::int32_t progress(svc_call* handle, std::int64_t done, std::int64_t total) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.ofJob().done = done;
            call.ofJob().total = total;
            return SVC_OK;
        });
    }
    static std::int32_t result(svc_call* handle, svc_bytes json) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.ofJob().result = Json::parse(view(json));
            return SVC_OK;
        });
    }

    // HTTP.
    static std::int32_t send(svc_call* handle, const svc_http_request* asked, svc_http_answer* out) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            if (call.inTransaction_) {
                throw Fault("network-in-transaction: nobody else is called while a transaction is open");
            }
            SentRequest request{text(asked->method), text(asked->url), text(asked->body), {}};
            for (std::uint64_t i = 0; i < asked->header_count; ++i) {
                request.headers.emplace_back(text(asked->headers[2 * i]), text(asked->headers[2 * i + 1]));
            }
            if (const std::string bearer = text(asked->bearer); !bearer.empty()) {
                const auto secret = call.secret(bearer);
                if (!secret) {
                    throw Fault("there is no secret " + bearer + " to send");
                }
                request.headers.emplace_back("Authorization", "Bearer " + *secret);
            }
            svc_http_request known{};
            std::memcpy(&known, asked, std::min<std::size_t>(asked->struct_size, sizeof known));
            if (const std::string name = text(known.client_certificate); !name.empty()) {
                const auto secret = call.secret(name);
                if (!secret) {
                    throw Fault("there is no secret " + name + " to be known by");
                }
                request.clientCertificate = *secret;
            }
            const HttpStandIn::Reply reply = call.host_.replyTo(request);
            svc_http_answer full{};
            full.status = reply.status;
            full.error = call.keep(reply.error);
            full.body = call.keep(reply.body);
            full.headers = call.keep(reply.headers);
            copyKnown(out, full);
            return SVC_OK;
        });
    }

    // Secrets.
    static std::int32_t put(svc_call* handle, svc_bytes name, svc_bytes value) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.needTransaction();
            call.secrets_[text(name)] = text(value);
            return SVC_OK;
        });
    }
    static std::int32_t get(svc_call* handle, svc_bytes name, svc_bytes* out) {
        FakeCall& call = FakeCall::of(handle);
        const auto found = call.secret(text(name));
        if (!found) {
            return SVC_ABSENT;
        }
        *out = call.keep(*found);
        return SVC_OK;
    }
    static std::int32_t remove(svc_call* handle, svc_bytes name) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            call.needTransaction();
            std::string start = text(name);
            const bool all = !start.empty() && start.back() == '*';
            if (!all) {
                call.secrets_[start] = std::nullopt;
                return SVC_OK;
            }
            start.pop_back();
            for (const auto& [known, value] : call.host_.secrets()) {
                if (known.compare(0, start.size(), start) == 0) {
                    call.secrets_[known] = std::nullopt;
                }
            }
            for (auto& [known, value] : call.secrets_) {
                if (known.compare(0, start.size(), start) == 0) {
                    value.reset();
                }
            }
            return SVC_OK;
        });
    }
    static std::int32_t hmacCheck(svc_call* handle, std::int32_t algorithm, svc_bytes name,
                                  const svc_bytes* pieces, std::uint64_t count, std::int32_t encoding,
                                  svc_bytes sent) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            const auto key = call.secret(text(name));
            const auto given = encoding == SVC_ENCODING_HEX      ? hexDecode(view(sent))
                               : encoding == SVC_ENCODING_BASE64 ? base64Decode(view(sent))
                                                                 : std::optional(text(sent));
            return key && given && hmacOf(algorithm, *key, pieces, count) == *given ? SVC_OK : SVC_ABSENT;
        });
    }
    static std::int32_t hmac(svc_call* handle, std::int32_t algorithm, svc_bytes name,
                             const svc_bytes* pieces, std::uint64_t count, svc_bytes* out) {
        FakeCall& call = FakeCall::of(handle);
        return call.guarded([&] {
            const auto key = call.secret(text(name));
            if (!key) {
                return SVC_ABSENT;
            }
            *out = call.keep(hmacOf(algorithm, *key, pieces, count));
            return SVC_OK;
        });
    }

private:
    /// Uses the OpenSSL of the service at run time, so that a test program need not link it.
    static std::string hmacOf(std::int32_t algorithm, const std::string& key, const svc_bytes* pieces,
                              std::uint64_t count) {
        void* library = ::dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
        const std::string name = "EVP_sha" + std::to_string(algorithm);
        const auto hash = library == nullptr
                              ? nullptr
                              : reinterpret_cast<const void* (*)()>(::dlsym(library, name.c_str()));
        const auto make =
            library == nullptr
                ? nullptr
                : reinterpret_cast<unsigned char* (*)(const void*, const void*, int, const unsigned char*,
                                                      std::size_t, unsigned char*, unsigned int*)>(
                      ::dlsym(library, "HMAC"));
        if (hash == nullptr || make == nullptr) {
            throw Fault("libcrypto.so.3 has no HMAC with algorithm " + std::to_string(algorithm));
        }
        std::string joined;
        for (std::uint64_t i = 0; i < count; ++i) {
            joined += view(pieces[i]);
        }
        std::array<unsigned char, 64> digest{};
        unsigned int size = 0;
        make(hash(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(joined.data()), joined.size(), digest.data(), &size);
        return {reinterpret_cast<const char*>(digest.data()), size};
    }
};

const svc_host_work& FakeHost::workTable() {
    static constexpr svc_host_work Table = {sizeof(svc_host_work), 0,
                                            FakeOutside::begin,    FakeOutside::commit,
                                            FakeOutside::rollback, FakeOutside::job,
                                            FakeOutside::again,    FakeOutside::progress,
                                            FakeOutside::result};
    return Table;
}

const svc_host_http& FakeHost::httpTable() {
    static constexpr svc_host_http Table = {sizeof(svc_host_http), 0, FakeOutside::send};
    return Table;
}

const svc_host_secrets& FakeHost::secretsTable() {
    static constexpr svc_host_secrets Table = {sizeof(svc_host_secrets), 0,
                                               FakeOutside::put,         FakeOutside::get,
                                               FakeOutside::remove,      FakeOutside::hmacCheck,
                                               FakeOutside::hmac};
    return Table;
}

} // namespace svc::testing
