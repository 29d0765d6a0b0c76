#include "attempt/begin.hpp"
#include "attempt/flow.hpp"

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

/// The end of the validity of an open quote; null: the request for a signature does not expire.
Json endOf(Request& request, const DocumentRecord& record) {
    return record.quoteStatus == QuoteStatus::Open ? Json(request.startOf(record.validUntil->addDays(1)))
                                                   : Json(nullptr);
}

} // namespace

Answer<201, api::SignatureRequest> requestSignature(Request& request,
                                                    const api::RequestSignatureParameters& parameters,
                                                    const api::SignatureRequestCreate& body) {
    const Attempt planned = request.transaction([&] {
        const Document document{parameters.kind, parameters.id};
        const DocumentRecord record =
            requireDocument(request, document, {DocumentKind::Quote, DocumentKind::Sale});
        checkSignable(request, record);
        const Chosen chosen = choose(request, body.provider, "signature");
        lockConnection(request, chosen.provider.id);
        if (lockOpenAttempt(request, AttemptOperation::Signature, document)) {
            throw ApiError(400, "signature-in-progress");
        }
        Json signers = Json::array();
        for (const auto& signer : body.signers) {
            signers.push(Json::object({{"name", signer.name}, {"email", signer.email}}));
        }
        Attempt attempt = attemptFor(AttemptOperation::Signature, chosen, document);
        attempt.request = inputOf(request, chosen, document, record);
        attempt.request.set("signers", std::move(signers));
        attempt.request.set("message", body.message);
        attempt.request.set("expiresAt", endOf(request, record));
        planAttempt(request, attempt);
        return attempt;
    });
    const Attempt done = carryOut(request, planned);
    return api::SignatureRequest{.id = SignatureRequestId(done.id),
                                 .provider = done.provider,
                                 .status = statusOf(done, api::SignatureRequestStatus::Sent),
                                 .url = done.answer.optionalText("url")};
}

} // namespace svc::integrations
