#pragma once

#include <string_view>

#include "quote/rules/quote.hpp"

namespace svc::sales {

// The rules of API definitions 6. Each returns the code of the refusal, or nothing when the operation is
// allowed.

/// May the customer or the company accept it? `quote-expired`, `quote-not-open`.
std::string_view refuseAccept(const Quote& quote, Date today);

/// May it be declined or cancelled? `quote-not-open`.
std::string_view refuseClose(const Quote& quote);

/// May it be sent? `quote-expired`, `quote-not-open`.
std::string_view refuseSend(const Quote& quote, Date today);

/// May a signature be recorded? `quote-expired`, `quote-not-open`.
std::string_view refuseSign(const Quote& quote, Date today);

/// May it be edited? An expired one only if the edit reopens it by a later `validUntil`. `quote-not-open`.
std::string_view refuseChange(const Quote& quote, bool newValidUntil);

/// May it become a sale? `quote-already-converted`, `quote-expired`, `quote-not-accepted`.
std::string_view refuseConvert(const Quote& quote, Date today, bool acceptanceRequired);

/// Its status after a sale was made of it: converted, or partially converted while something remains.
api::QuoteStatus statusAfterConversion(const Quote& quote);

} // namespace svc::sales
