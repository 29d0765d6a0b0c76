#pragma once

#include <string>

#include <svc/call.hpp>

#include "invoice/fill.hpp"

namespace svc::ksef {

/// A business has an identifier of one, or the partner says so; anybody else is a consumer.
bool isBusiness(Call& call, const Source& source);
Place placeOf(const Source& source);

/// Refuses with invoice-incomplete:company.address and the like.
Seller sellerOf(const Source& source, const Json& settings);
/// A business of Poland without a NIP, and numbers that are none, are refused with
/// invoice-incomplete:partner.vatNumber.
Buyer buyerOf(Call& call, const Source& source);

/// As the structure takes them; empty: not at all.
std::string accountOf(const std::string& iban);
std::string bicOf(const std::string& bic);

} // namespace svc::ksef
