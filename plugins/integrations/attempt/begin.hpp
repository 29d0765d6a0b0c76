#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "attempt/store.hpp"
#include "connection/chosen.hpp"

namespace svc::integrations {

/// A sale or a quote, or what else may be archived; refuses with the 404 of its kind.
Json requireDocument(Request& request, const Document& document,
                     std::initializer_list<std::string_view> allowed);
/// What is open of a sale, or the total of a quote that may still become one.
std::int64_t dueOf(const Document& document, const Json& record);
/// What all verbs of documents are given.
Json inputOf(Request& request, const Chosen& chosen, const Document& document, const Json& record);
std::string publicPage(Request& request, const Document& document);
Attempt attemptFor(std::string_view operation, const Chosen& chosen, Document document);
/// Amount and currency, in the attempt and its input.
void setAmount(Attempt& attempt, const Json& record, const std::optional<MajorAmount>& amount);
/// An attempt whose answer was lost is repeated with its own key, so that nobody is asked twice; another one
/// begins a new attempt.
Attempt beginAttempt(Request& request, Attempt attempt, const Chosen& chosen);

/// The status as the API shows it; `open`: what an open attempt is called there.
template <class Status>
Status statusOf(const Attempt& attempt, std::string_view open) {
    Status status{};
    fromText(attempt.status == AttemptStatus::Open ? open : toText(attempt.status), status);
    return status;
}

} // namespace svc::integrations
