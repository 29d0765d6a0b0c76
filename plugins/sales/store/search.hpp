#pragma once

#include <string>
#include <vector>

#include <svc/document_terms.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

inline constexpr DocumentTerms SaleTerms("sales", "sale");
inline constexpr DocumentTerms QuoteTerms("sales", "quote");

/// What a sale or a quote is found by: number, name of the partner, external id, note and labels.
std::vector<std::string> wordsOf(const Sale& document);

} // namespace svc::sales
