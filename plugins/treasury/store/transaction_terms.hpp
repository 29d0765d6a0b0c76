#pragma once

#include <svc/document_terms.hpp>

namespace svc::treasury {

/// By what movements are found: label and reference.
inline constexpr DocumentTerms TransactionTerms("treasury", "transaction");

} // namespace svc::treasury
