#pragma once

#include "host/auth/network.hpp"
#include "host/core/facts.hpp"
#include "host/db/flusher.hpp"
#include "host/db/rows.hpp"
#include "host/http/exchange.hpp"

#include <svc/date.hpp>

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace svc::host::auth {

/// What the look-up of a key has found: read once, used by the requests that follow for as long as the row of
/// its company is the very same.
struct KnownKey {
    /// The transaction that wrote the row of the company (xmin): whatever changes in it or in one of the
    /// company's keys, it is another one then.
    std::string companyWritten;
    /// In which life of the flusher it was read: a crash may take back what was read in another one, and its
    /// transactions' numbers are given out again.
    db::Flusher::Life life = 0;
    http::Caller caller; ///< with the scopes in its company
    CompanyFacts company;
    std::optional<Instant> expires;
    std::vector<std::string> addresses; ///< from which it may be used; empty: from anywhere
    Instant lastUsed;

    /// The answer to a proof: is the row still the one that was read?
    bool isSame(const db::Rows& rows) const;
};

/// The keys of the last minutes by the digests of their texts. It holds nothing that the database has not
/// confirmed for each request again, so it needs no news of revocations.
class KeyMemory {
public:
    explicit KeyMemory(std::size_t most = 1024) : most_(most) {}

    std::shared_ptr<const KnownKey> find(const std::string& digest) const;
    void keep(const std::string& digest, KnownKey key);
    void forget(const std::string& digest);

private:
    const std::size_t most_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<const KnownKey>> keys_;
};

} // namespace svc::host::auth
