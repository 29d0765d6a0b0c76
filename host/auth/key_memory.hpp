#pragma once

#include "host/auth/network.hpp"
#include "host/core/facts.hpp"
#include "host/db/flusher.hpp"
#include "host/db/rows.hpp"
#include "host/http/exchange.hpp"

#include <svc/date.hpp>
#include <svc/lately_used.hpp>

#include <memory>
#include <optional>
#include <string>
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

/// Keys by the digests of their texts. It holds nothing that the database has not confirmed for each request
/// again, so it needs no news of revocations.
using KeyMemory = LatelyUsed<std::string, std::shared_ptr<const KnownKey>, 1024>;

} // namespace svc::host::auth
