#pragma once

#include <string>

#include <svc/call.hpp>

#include "invoice/fill.hpp"

namespace svc::pl_ksef {

/// Is the buyer a business: by a business identifier, or by the setting of the partner? All others are
/// consumers.
bool isBusiness(Call& call, const Source& source);
Place placeOf(const Source& source);

/// Refuses with invoice-incomplete:company.address and the like.
Seller sellerOf(const Source& source, const Json& settings);
/// Refuses with invoice-incomplete:partner.vatNumber for a Polish business without a NIP, and for invalid
/// numbers.
Buyer buyerOf(Call& call, const Source& source);

/// The account number in the format of the structure; empty: it is left out.
std::string accountOf(const std::string& iban);
std::string bicOf(const std::string& bic);

} // namespace svc::pl_ksef
