#include "attempt/begin.hpp"

#include <algorithm>

#include "attempt/flow.hpp"

namespace svc::integrations {

namespace {

using calls::sales::QuoteStatus;

std::optional<DocumentRecord> findSale(Call& call, SaleId id) {
    const auto sale = calls::sales::offersGet(call) ? calls::sales::get(call, {.id = id}) : std::nullopt;
    if (!sale) {
        return std::nullopt;
    }
    const bool cancelled = sale->status == calls::sales::SaleStatus::Cancelled;
    return DocumentRecord{.number = sale->number,
                          .date = sale->date,
                          .currency = sale->currency,
                          .due = cancelled ? 0 : sale->balance,
                          .cancelled = cancelled,
                          .quote = sale->quoteId};
}

std::optional<DocumentRecord> findQuote(Call& call, QuoteId id) {
    const auto quote =
        calls::sales::offersQuotesGet(call) ? calls::sales::quotesGet(call, {.id = id}) : std::nullopt;
    if (!quote) {
        return std::nullopt;
    }
    const bool open = quote->status == QuoteStatus::Open || quote->status == QuoteStatus::Accepted ||
                      quote->status == QuoteStatus::Signed;
    return DocumentRecord{.number = quote->number,
                          .date = quote->date,
                          .currency = quote->currency,
                          .due = open ? quote->total : 0,
                          .quoteStatus = quote->status,
                          .validUntil = quote->validUntil};
}

std::optional<DocumentRecord> findPurchase(Call& call, PurchaseId id) {
    const auto purchase =
        calls::purchases::offersGet(call) ? calls::purchases::get(call, {.id = id}) : std::nullopt;
    return purchase ? std::optional(DocumentRecord{
                          .number = purchase->number, .date = purchase->date, .currency = purchase->currency})
                    : std::nullopt;
}

std::optional<DocumentRecord> findCreditNote(Call& call, CreditNoteId id) {
    const auto note =
        calls::sales::offersCreditNote(call) ? calls::sales::creditNote(call, {.id = id}) : std::nullopt;
    return note ? std::optional(
                      DocumentRecord{.number = note->number, .date = note->date, .currency = note->currency})
                : std::nullopt;
}

std::optional<DocumentRecord> findDocument(Call& call, DocumentKind kind, const std::string& id) {
    switch (kind) {
    case DocumentKind::Sale:
        return findSale(call, SaleId::parseOrNil(id));
    case DocumentKind::Quote:
        return findQuote(call, QuoteId::parseOrNil(id));
    case DocumentKind::Purchase:
        return findPurchase(call, PurchaseId::parseOrNil(id));
    case DocumentKind::CreditNote:
        return findCreditNote(call, CreditNoteId::parseOrNil(id));
    }
    return std::nullopt;
}

} // namespace

DocumentRecord requireDocument(Request& request, const Document& document,
                               std::initializer_list<DocumentKind> allowed) {
    const auto kind = kindOf(document);
    if (!kind || std::find(allowed.begin(), allowed.end(), *kind) == allowed.end()) {
        throw unknownName(400, "document-kind-unknown", document.kind);
    }
    auto found = findDocument(request, *kind, document.id);
    if (!found) {
        throw ApiError(404, *kind == DocumentKind::CreditNote ? "credit-note-not-found"
                                                              : document.kind + "-not-found");
    }
    return *std::move(found);
}

std::optional<std::int64_t> dueOf(Call& call, const Attempt& attempt) {
    const auto sale = saleOfQuote(call, attempt);
    const auto kind = sale ? std::optional(DocumentKind::Sale) : kindOf(attempt.document);
    const auto found =
        kind ? findDocument(call, *kind, sale ? sale->toString() : attempt.document.id) : std::nullopt;
    return found ? std::optional(found->due) : std::nullopt;
}

std::string publicPage(Request& request, const Document& document) {
    if (!calls::host::offersPublicLink(request)) {
        return {};
    }
    const Json link =
        calls::host::publicLink(request, Json::object({{"kind", document.kind}, {"id", document.id}}));
    return link["url"].text();
}

Attempt attemptFor(AttemptOperation operation, const Chosen& chosen, Document document) {
    Attempt attempt;
    attempt.operation = operation;
    attempt.provider = chosen.provider.id;
    attempt.document = std::move(document);
    return attempt;
}

void setAmount(Attempt& attempt, const DocumentRecord& record, const std::optional<MajorAmount>& amount) {
    const std::int64_t due = record.due;
    if (due <= 0) {
        throw ApiError(400, "nothing-due");
    }
    attempt.amount = amount ? amount->minor(record.currency, "amount") : due;
    attempt.currency = std::string(record.currency.code());
    if (*attempt.amount <= 0) {
        throw fieldInvalid("amount");
    }
    if (*attempt.amount > due) {
        throw ApiError(400, "amount-above-outstanding");
    }
}

Instant endOfLink(Request& request) {
    constexpr int Days = 30;
    return request.startOf(request.today().addDays(Days));
}

Begun beginAttempt(Request& request, Attempt attempt) {
    lockConnection(request, attempt.provider);
    if (auto unanswered = lockUnanswered(request, attempt)) {
        return {.attempt = *std::move(unanswered), .again = true};
    }
    planAttempt(request, attempt);
    return {.attempt = std::move(attempt)};
}

} // namespace svc::integrations
