#pragma once

#include "host/core/services.hpp"
#include "host/core/unit_of_work.hpp"
#include "host/http/front/answer.hpp"
#include "host/http/pipeline/exchange.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::host::http {

/// One write that carries an Idempotency-Key (api "Idempotency").
class Idempotency {
public:
    /// Throws ApiError 400 idempotency-key-invalid. `body`: raw bytes. `space`: keys of different spaces are
    /// independent.
    Idempotency(std::string_view key, std::string_view method, std::string_view path, const Query& query,
                std::string_view body, std::string_view space = {});

    /// Takes the lock of the key and looks for a stored answer, in one round trip that also begins the
    /// transaction. Returns the answer to replay; throws Refused 409 in-flight while another request with the
    /// key runs, ApiError 400 idempotency-key-reused.
    std::optional<Answer> begin(UnitOfWork& work) const;
    /// The same in a transaction that is bound to the holder of the key: a company, or a person outside of
    /// one.
    std::optional<Answer> begin(db::Transaction& transaction, Instant now) const;
    /// Looks for a stored answer without the lock.
    std::optional<Answer> look(db::Transaction& transaction, Instant now) const;

    /// `secrets`: members of the answer that are shown once, so the copy has null in their place.
    StoredAnswer stored(const Answer& answer, const std::vector<std::string>& secrets = {}) const;
    /// Stores an answer whose transaction was rolled back, which released the lock, or that has none. It uses
    /// a separate transaction and stores nothing when another request with the key runs or has run meanwhile.
    /// It is durable after waiting for services.flusher. Releases the key.
    void store(Services& services, const Uuid& holder, std::string_view requestId, const Answer& answer,
               const std::vector<std::string>& secrets = {}) const;
    /// The same in the transaction of its effect, which is bound to the holder and has the lock.
    void keep(db::Transaction& transaction, Instant now, std::string_view requestId, const Answer& answer,
              const std::vector<std::string>& secrets = {}) const;

    /// For a request outside of a transaction: reserves the key until it is released, or until `until` when
    /// the host crashes. Returns the answer to replay; throws as begin() does.
    std::optional<Answer> take(Services& services, const Uuid& holder, std::string_view requestId,
                               Instant until) const;
    /// Releases the key after a failure, so that another request with it may run.
    void giveBack(Services& services, const Uuid& holder) const;

    const std::string& key() const noexcept { return key_; }

    /// Refusals of checks 8 and 9 are kept; those of checks 1 to 7, 412 and 5xx leave the key free.
    static bool keeps(int status, std::string_view code);

private:
    std::optional<Answer> replayOf(const db::Rows& found) const;

    std::string key_;
    std::string method_;
    std::string path_;
    std::string digest_; ///< SHA-256 of the query and the body
};

} // namespace svc::host::http
