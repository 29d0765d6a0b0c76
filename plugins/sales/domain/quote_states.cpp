#include "domain/quote_states.hpp"

namespace svc::sales {
namespace {

constexpr std::string_view Expired = "quote-expired";
constexpr std::string_view NotOpen = "quote-not-open";

/// Also before the pass has said so.
bool isExpired(const Quote& quote, Date today) {
    return quote.status == "expired" || (quote.status == "open" && quote.validUntil < today);
}

} // namespace

std::string_view refuseAccept(const Quote& quote, Date today) {
    if (isExpired(quote, today)) {
        return Expired;
    }
    return quote.status == "open" ? std::string_view() : NotOpen;
}

std::string_view refuseClose(const Quote& quote) {
    return quote.status == "open" ? std::string_view() : NotOpen;
}

std::string_view refuseSend(const Quote& quote, Date today) {
    return refuseAccept(quote, today);
}

std::string_view refuseSign(const Quote& quote, Date today) {
    return quote.status == "accepted" ? std::string_view() : refuseAccept(quote, today);
}

std::string_view refuseChange(const Quote& quote, bool newValidUntil) {
    const bool reopened = quote.status == "expired" && newValidUntil;
    return quote.status == "open" || reopened ? std::string_view() : NotOpen;
}

std::string_view refuseConvert(const Quote& quote, Date today, bool acceptanceRequired) {
    if (quote.status == "converted") {
        return "quote-already-converted";
    }
    if (isExpired(quote, today)) {
        return Expired;
    }
    const bool agreed =
        quote.status == "accepted" || quote.status == "signed" || quote.status == "partially_converted";
    return agreed || (quote.status == "open" && !acceptanceRequired) ? std::string_view()
                                                                     : "quote-not-accepted";
}

std::string_view statusAfterConversion(const Quote& quote) {
    for (std::size_t i = 0; i < quote.content.lines.size(); ++i) {
        if (!quote.remaining(i).isZero()) {
            return "partially_converted";
        }
    }
    return "converted";
}

} // namespace svc::sales
