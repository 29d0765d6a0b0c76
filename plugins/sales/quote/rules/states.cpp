#include "quote/rules/states.hpp"

#include <algorithm>

namespace svc::sales {
namespace {

constexpr std::string_view NoRefusal;
constexpr std::string_view TooLate = "quote-expired";
constexpr std::string_view NotOpen = "quote-not-open";

/// True as soon as the validity ends, even before the daily pass has set the status.
bool isExpired(const Quote& quote, Date today) {
    return quote.status == api::QuoteStatus::Expired ||
           (quote.status == api::QuoteStatus::Open && quote.validUntil < today);
}

} // namespace

std::string_view refuseAccept(const Quote& quote, Date today) {
    if (isExpired(quote, today)) {
        return TooLate;
    }
    return quote.status == api::QuoteStatus::Open ? NoRefusal : NotOpen;
}

std::string_view refuseClose(const Quote& quote) {
    return quote.status == api::QuoteStatus::Open ? NoRefusal : NotOpen;
}

std::string_view refuseSend(const Quote& quote, Date today) {
    return refuseAccept(quote, today);
}

std::string_view refuseSign(const Quote& quote, Date today) {
    return quote.status == api::QuoteStatus::Accepted ? NoRefusal : refuseAccept(quote, today);
}

std::string_view refuseChange(const Quote& quote, bool newValidUntil) {
    const bool reopened = quote.status == api::QuoteStatus::Expired && newValidUntil;
    return quote.status == api::QuoteStatus::Open || reopened ? NoRefusal : NotOpen;
}

std::string_view refuseConvert(const Quote& quote, Date today, bool acceptanceRequired) {
    if (quote.status == api::QuoteStatus::Converted) {
        return "quote-already-converted";
    }
    if (isExpired(quote, today)) {
        return TooLate;
    }
    const bool agreed = quote.status == api::QuoteStatus::Accepted ||
                        quote.status == api::QuoteStatus::Signed ||
                        quote.status == api::QuoteStatus::PartiallyConverted;
    return agreed || (quote.status == api::QuoteStatus::Open && !acceptanceRequired) ? NoRefusal
                                                                                     : "quote-not-accepted";
}

api::QuoteStatus statusAfterConversion(const Quote& quote) {
    const bool remains = std::any_of(quote.lines->begin(), quote.lines->end(),
                                     [](const QuoteLine& line) { return !remainingOf(line).isZero(); });
    return remains ? api::QuoteStatus::PartiallyConverted : api::QuoteStatus::Converted;
}

} // namespace svc::sales
