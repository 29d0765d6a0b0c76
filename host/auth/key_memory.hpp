#pragma once

#include "host/auth/network.hpp"
#include "host/core/facts.hpp"
#include "host/db/flusher.hpp"
#include "host/db/rows.hpp"
#include "host/http/pipeline/exchange.hpp"

#include <svc/date.hpp>
#include <svc/lately_used.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace svc::host::auth {

/// The cached result of a key's look-up. Requests use it as long as the row version of its company is
/// unchanged.
struct KnownKey {
    /// The transaction that wrote the row of the company (xmin). It changes with every change of the company
    /// or of one of its keys or business units.
    std::string companyWritten;
    /// The life of the flusher in which it was read: a crash may undo what was read in another life, and the
    /// numbers of its transactions are then used again.
    db::Flusher::Life life = 0;
    http::Caller caller; ///< with the scopes in its company
    CompanyFacts company;
    std::optional<Instant> expires;
    std::vector<std::string> addresses; ///< from which the key may be used; empty: any
    Instant lastUsed;

    /// Is the row version in the result of the proof statement still the cached one?
    bool isSame(const db::Rows& rows) const;
};

/// Cache of keys by their digests. The database confirms an entry for each request that uses it, so
/// revocations need not be announced to the cache.
using KeyMemory = LatelyUsed<std::string, std::shared_ptr<const KnownKey>, 1024>;

} // namespace svc::host::auth
