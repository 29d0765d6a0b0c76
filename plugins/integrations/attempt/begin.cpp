#include "attempt/begin.hpp"

#include <algorithm>

#include "attempt/flow.hpp"
#include "hook/address.hpp"

namespace svc::integrations {

Json requireDocument(Request& request, const Document& document,
                     std::initializer_list<std::string_view> allowed) {
    if (std::find(allowed.begin(), allowed.end(), document.kind) == allowed.end()) {
        throw unknownName(400, "document-kind-unknown", document.kind);
    }
    const std::string command = document.kind == "sale"       ? "sales.get"
                                : document.kind == "quote"    ? "quotes.get"
                                : document.kind == "purchase" ? "purchases.get"
                                                              : "sales.credit_note";
    Json found = request.offers(command) ? request.command(command, Json::object({{"id", document.id}}))
                                         : Json(nullptr);
    if (found.isNull()) {
        throw ApiError(404, document.kind == "credit_note" ? "credit-note-not-found"
                                                           : document.kind + "-not-found");
    }
    return found;
}

std::int64_t dueOf(const Document& document, const Json& record) {
    const std::string status = record.textOr("status");
    if (document.kind == "sale") {
        return status == "cancelled" ? 0 : record.optionalInteger("balance").value_or(0);
    }
    const bool open = status == "open" || status == "accepted" || status == "signed";
    return open ? record.optionalInteger("total").value_or(0) : 0;
}

Json inputOf(Request& request, const Chosen& chosen, const Document& document, const Json& record) {
    return Json::object({{"document", Json::object({{"kind", document.kind},
                                                    {"id", document.id},
                                                    {"number", record.optionalText("number")},
                                                    {"date", record.optionalText("date")}})},
                         {"company", request.company().name},
                         {"hookUrl", hookUrl(request, chosen.provider.id)},
                         {"settings", chosen.connection.settings}});
}

std::string publicPage(Request& request, const Document& document) {
    if (!request.offers("public.link")) {
        return {};
    }
    const Json link =
        request.command("public.link", Json::object({{"kind", document.kind}, {"id", document.id}}));
    return link["url"].text();
}

Attempt attemptFor(std::string_view operation, const Chosen& chosen, Document document) {
    Attempt attempt;
    attempt.operation = operation;
    attempt.provider = chosen.provider.id;
    attempt.document = std::move(document);
    return attempt;
}

void setAmount(Attempt& attempt, const Json& record, const std::optional<MajorAmount>& amount) {
    const std::int64_t due = dueOf(attempt.document, record);
    if (due <= 0) {
        throw ApiError(400, "nothing-due");
    }
    const Currency currency = Currency::parse(record["currency"].text()).value();
    attempt.amount = amount ? amount->minor(currency, "amount") : due;
    attempt.currency = std::string(currency.code());
    if (*attempt.amount <= 0) {
        throw fieldInvalid("amount");
    }
    if (*attempt.amount > due) {
        throw ApiError(400, "amount-above-outstanding");
    }
    attempt.request.set("amount", *attempt.amount);
    attempt.request.set("currency", *attempt.currency);
}

Attempt beginAttempt(Request& request, Attempt attempt, const Chosen& chosen) {
    lockConnection(request, attempt.provider);
    const auto open = lockOpenAttempt(request, attempt.operation, attempt.document);
    if (open && open->state == AttemptState::Called && open->provider == attempt.provider &&
        chosen.provider.lost.textOr(attempt.operation) == "repeat" && open->request == attempt.request) {
        return *open;
    }
    planAttempt(request, attempt);
    return attempt;
}

} // namespace svc::integrations
