#include "attempt/begin.hpp"
#include "attempt/flow.hpp"

namespace svc::integrations {
namespace {

/// Refuses documents that cannot be agreed to any more.
void checkSignable(Request& request, const Document& document, const Json& record) {
    const std::string status = record.textOr("status");
    if (document.kind == "sale") {
        if (status == "cancelled") {
            throw ApiError(400, "sale-cancelled");
        }
        return;
    }
    const auto validUntil = Date::parse(record.textOr("validUntil"));
    if (status == "expired" || (status == "open" && validUntil && *validUntil < request.today())) {
        throw ApiError(400, "quote-expired");
    }
    if (status != "open" && status != "accepted") {
        throw ApiError(400, "quote-not-open");
    }
}

/// The end of the validity of an open quote; null: the request for a signature does not expire.
Json endOf(Request& request, const Document& document, const Json& record) {
    const auto validUntil = Date::parse(record.textOr("validUntil"));
    const bool open = document.kind == "quote" && record.textOr("status") == "open" && validUntil;
    return open ? Json(request.startOf(validUntil->addDays(1))) : Json(nullptr);
}

} // namespace

Answer<201, api::SignatureRequest> requestSignature(Request& request,
                                                    const api::RequestSignatureParameters& parameters,
                                                    const api::SignatureRequestCreate& body) {
    const Attempt planned = request.transaction([&] {
        const Document document{parameters.kind, parameters.id};
        const Json record = requireDocument(request, document, {"quote", "sale"});
        checkSignable(request, document, record);
        const Chosen chosen = choose(request, body.provider, "signature");
        lockConnection(request, chosen.provider.id);
        if (lockOpenAttempt(request, "signature", document)) {
            throw ApiError(400, "signature-in-progress");
        }
        Json signers = Json::array();
        for (const auto& signer : body.signers) {
            signers.push(Json::object({{"name", signer.name}, {"email", signer.email}}));
        }
        Attempt attempt = attemptFor("signature", chosen, document);
        attempt.request = inputOf(request, chosen, document, record);
        attempt.request.set("signers", std::move(signers));
        attempt.request.set("message", body.message);
        attempt.request.set("expiresAt", endOf(request, document, record));
        planAttempt(request, attempt);
        return attempt;
    });
    const Attempt done = carryOut(request, planned);
    return api::SignatureRequest{.id = SignatureRequestId(done.id),
                                 .provider = done.provider,
                                 .status = statusOf<api::SignatureRequestStatus>(done, "sent"),
                                 .url = done.answer.optionalText("url")};
}

} // namespace svc::integrations
