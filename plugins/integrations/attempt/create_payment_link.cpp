#include "attempt/flow.hpp"
#include "attempt/request.hpp"

namespace svc::integrations {

Answer<201, api::PaymentLink> createPaymentLink(Request& request,
                                                const api::CreatePaymentLinkParameters& parameters,
                                                const api::PaymentLinkCreate& body) {
    const Begun begun = request.transaction([&] {
        const Document document{parameters.kind, parameters.id};
        const DocumentRecord record =
            requireDocument(request, document, {DocumentKind::Sale, DocumentKind::Quote});
        if (body.expiresAt && *body.expiresAt <= request.now()) {
            throw fieldInvalid("expiresAt");
        }
        const Chosen chosen = choose(request, body.provider, "payment-link", record.currency.code());
        Attempt attempt = attemptFor(AttemptOperation::PaymentLink, chosen, document);
        auto input = inputFor<verbs::PaymentLinkInput>(request, chosen, document, record);
        setAmount(attempt, record, body.amount);
        input.amount = MinorAmount(*attempt.amount);
        input.currency = record.currency;
        input.returnUrl = body.returnUrl ? *body.returnUrl : publicPage(request, document);
        attempt.expiresAt = body.expiresAt ? *body.expiresAt : endOfLink(request);
        input.expiresAt = attempt.expiresAt;
        attempt.request = keptOf(input);
        return beginAttempt(request, std::move(attempt));
    });
    const Attempt done = carryOut(request, begun);
    return api::PaymentLink{.id = PaymentLinkId(done.id),
                            .provider = done.provider,
                            .url = done.answer.textOr("url"),
                            .amount = MinorAmount(*done.amount),
                            .currency = *done.currency,
                            .status = statusOf(done, api::PaymentLinkStatus::Active),
                            .expiresAt = done.expiresAt};
}

} // namespace svc::integrations
