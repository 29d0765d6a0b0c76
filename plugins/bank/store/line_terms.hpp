#pragma once

#include <svc/document_terms.hpp>

namespace svc::bank {

/// By what lines are found: label, name of the other side, reference.
inline constexpr DocumentTerms LineTerms("bank", "line",
                                         {"bank.line", "d.booked_at", "d.wallet_id::text, d.status"});

} // namespace svc::bank
