#pragma once

#include <svc/document_terms.hpp>

namespace svc::treasury {

/// By what movements are found: label and reference.
inline constexpr DocumentTerms
    TransactionTerms("treasury", "transaction",
                     {"treasury.transaction", "d.date",
                      "d.wallet_id::text, d.direction, coalesce(d.category, ''), d.kind, d.status"});

} // namespace svc::treasury
