#include "attempt/flow.hpp"
#include "attempt/request.hpp"

namespace svc::integrations {
namespace {

/// The existing payment link of a sale: every reader of its public page gets the same one, as long as its
/// payment can be read.
std::optional<Attempt> openLinkOf(Request& request, const Document& document, std::int64_t due) {
    auto open = lockOpenAttempt(request, AttemptOperation::PaymentLink, document);
    const auto connection = open ? connectionOf(request, *open) : std::nullopt;
    const bool usable = connection && connection->state != State::Expired &&
                        open->state == AttemptState::Done && open->amount == due &&
                        (!open->expiresAt || *open->expiresAt > request.now());
    return usable ? std::move(open) : std::nullopt;
}

} // namespace

commands::PaymentPageOutput commands::paymentPage(Call& call) {
    return {.offered = findCapable(call, std::nullopt, "payment-link").has_value()};
}

Response payPublicDocument(Request& request, const api::PayPublicDocumentParameters&) {
    const Begun begun = request.transaction([&] {
        const Document document{std::string(request.path("documentKind")),
                                std::string(request.path("documentId"))};
        if (kindOf(document) != DocumentKind::Sale) {
            throw ApiError(404, "document-not-found");
        }
        const DocumentRecord record = requireDocument(request, document, {DocumentKind::Sale});
        if (auto open = openLinkOf(request, document, record.due)) {
            return Begun{.attempt = *std::move(open)};
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
        return beginAttempt(request, std::move(attempt));
    });
    const Attempt done = begun.attempt.state == AttemptState::Done ? begun.attempt : carryOut(request, begun);
    return Response::text(302, "").header("Location", done.answer.textOr("url"));
}

} // namespace svc::integrations
