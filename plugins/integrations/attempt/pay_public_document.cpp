#include "attempt/flow.hpp"
#include "attempt/request.hpp"

namespace svc::integrations {
namespace {

/// The existing payment link of a sale: every reader of its public page gets the same one, as long as its
/// payment can be read. One that somebody has paid already, and whose money is on its way, could be paid
/// twice.
std::optional<Attempt> openLinkOf(Request& request, const Document& document, std::int64_t due) {
    auto open = lockOpenAttempt(request, AttemptOperation::PaymentLink, document);
    const auto connection = open ? connectionOf(request, *open) : std::nullopt;
    const bool usable = connection && connection->state != State::Expired &&
                        open->state == AttemptState::Done && open->amount == due && !processingSince(*open) &&
                        (!open->expiresAt || *open->expiresAt > request.now());
    return usable ? std::move(open) : std::nullopt;
}

/// Where a visitor goes.
struct Way {
    std::string address{};        ///< empty: to the page of the attempt
    std::optional<Begun> begun{}; ///< the attempt to carry out for it
};

Way wayOf(Request& request, const Document& document) {
    DocumentRecord record = requireDocument(request, document, {DocumentKind::Sale});
    const std::int64_t onItsWay = amountOnItsWay(request, document.id, record.quote);
    if (record.due > 0 && onItsWay >= record.due) {
        return {.address = publicPage(request, document)};
    }
    record.due -= onItsWay;
    if (const auto open = openLinkOf(request, document, record.due)) {
        return {.address = open->answer.textOr("url")};
    }
    const Chosen chosen = choose(request, std::nullopt, "payment-link", record.currency.code());
    Attempt attempt = attemptFor(AttemptOperation::PaymentLink, chosen, document);
    auto input = inputFor<verbs::PaymentLinkInput>(request, chosen, document, record);
    setAmount(attempt, record, std::nullopt);
    input.amount = MinorAmount(*attempt.amount);
    input.currency = record.currency;
    input.returnUrl = publicPage(request, document);
    attempt.expiresAt = endOfLink(request);
    input.expiresAt = attempt.expiresAt;
    attempt.request = keptOf(input);
    return {.begun = beginAttempt(request, std::move(attempt))};
}

} // namespace

commands::PaymentPageOutput commands::paymentPage(Call& call, const commands::PaymentPageInput& input) {
    return {.offered = findCapable(call, std::nullopt, "payment-link").has_value(),
            .onItsWay = MinorAmount(amountOnItsWay(call, input.saleId.toString(), input.quoteId))};
}

Response payPublicDocument(Request& request, const api::PayPublicDocumentParameters&) {
    Way way = request.transaction([&] {
        const Document document{std::string(request.path("documentKind")),
                                std::string(request.path("documentId"))};
        if (kindOf(document) != DocumentKind::Sale) {
            throw ApiError(404, "document-not-found");
        }
        return wayOf(request, document);
    });
    if (way.begun) {
        way.address = carryOut(request, *way.begun).answer.textOr("url");
    }
    return Response::text(302, "").header("Location", way.address);
}

} // namespace svc::integrations
