#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "attempt/store.hpp"
#include "connection/chosen.hpp"

namespace svc::integrations {

/// What is wanted of the record of a document.
struct DocumentRecord {
    std::string number;
    Date date;
    Currency currency;
    std::int64_t due = 0;   ///< the open amount of a sale, or the total of a quote that may still become one
    bool cancelled = false; ///< of a sale
    std::optional<QuoteId> quote{}; ///< of a sale: that it was made of
    std::optional<calls::sales::QuoteStatus> quoteStatus{};
    std::optional<Date> validUntil{}; ///< of a quote
};

/// The record of a sale, quote, or another document that may be archived; refuses with the 404 of its kind.
DocumentRecord requireDocument(Request& request, const Document& document,
                               std::initializer_list<DocumentKind> allowed);
/// What the document of an attempt lacks now, in minor units: of a quote that was converted, its sale.
/// Nothing when its module does not know the document.
std::optional<std::int64_t> dueOf(Call& call, const Attempt& attempt);
std::string publicPage(Request& request, const Document& document);
Attempt attemptFor(AttemptOperation operation, const Chosen& chosen, Document document);
/// Sets amount and currency of the attempt.
void setAmount(Attempt& attempt, const DocumentRecord& record, const std::optional<MajorAmount>& amount);
/// When a payment link ends without being told: at the beginning of a day, so that a link that is asked for
/// again on the same day is the same.
Instant endOfLink(Request& request);
/// The attempt of a request.
struct Begun {
    Attempt attempt;
    bool again = false; ///< it was asked for before, and nobody knows what became of it
};
/// Begins a new attempt, or finds the one with which the provider was asked for the same and whose answer is
/// not known: a second one would have it done twice.
Begun beginAttempt(Request& request, Attempt attempt);

/// The status as the API shows it; `open`: what the API calls an open attempt.
template <class Status>
Status statusOf(const Attempt& attempt, Status open) {
    Status status = open;
    if (attempt.status != AttemptStatus::Open) {
        fromText(toText(attempt.status), status);
    }
    return status;
}

} // namespace svc::integrations
