#include "attempt/flow.hpp"
#include "attempt/request.hpp"

namespace svc::integrations {
namespace {

using calls::sales::QuoteStatus;

/// Refuses documents that cannot be agreed to any more.
void checkSignable(Request& request, const DocumentRecord& record) {
    if (record.cancelled) {
        throw ApiError(400, "sale-cancelled");
    }
    const auto status = record.quoteStatus;
    if (!status) {
        return;
    }
    const bool isOpen = status == QuoteStatus::Open;
    if (status == QuoteStatus::Expired || (isOpen && record.validUntil < request.today())) {
        throw ApiError(400, "quote-expired");
    }
    if (!isOpen && status != QuoteStatus::Accepted) {
        throw ApiError(400, "quote-not-open");
    }
}

/// The end of the validity of an open quote; nothing: the request for a signature does not expire.
std::optional<Instant> endOf(Request& request, const DocumentRecord& record) {
    return record.quoteStatus == QuoteStatus::Open
               ? std::optional(request.startOf(record.validUntil->addDays(1)))
               : std::nullopt;
}

} // namespace

Answer<201, api::SignatureRequest> requestSignature(Request& request,
                                                    const api::RequestSignatureParameters& parameters,
                                                    const api::SignatureRequestCreate& body) {
    const Begun begun = request.transaction([&] {
        const Document document{parameters.kind, parameters.id};
        const DocumentRecord record =
            requireDocument(request, document, {DocumentKind::Quote, DocumentKind::Sale});
        checkSignable(request, record);
        const Chosen chosen = choose(request, body.provider, "signature");
        lockConnection(request, chosen.provider.id);
        if (lockOpenAttempt(request, AttemptOperation::Signature, document)) {
            throw ApiError(400, "signature-in-progress");
        }
        Attempt attempt = attemptFor(AttemptOperation::Signature, chosen, document);
        auto input = inputFor<verbs::SignatureInput>(request, chosen, document, record);
        for (const auto& signer : body.signers) {
            input.signers.push_back({.name = signer.name, .email = signer.email});
        }
        input.message = body.message;
        input.expiresAt = endOf(request, record);
        attempt.request = keptOf(input);
        planAttempt(request, attempt);
        return Begun{.attempt = std::move(attempt)};
    });
    const Attempt done = carryOut(request, begun);
    return api::SignatureRequest{.id = SignatureRequestId(done.id),
                                 .provider = done.provider,
                                 .status = statusOf(done, api::SignatureRequestStatus::Sent),
                                 .url = done.answer.optionalText("url")};
}

} // namespace svc::integrations
