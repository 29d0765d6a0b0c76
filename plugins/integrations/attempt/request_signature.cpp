#include "attempt/begin.hpp"
#include "attempt/flow.hpp"

namespace svc::integrations {

Answer<201, api::SignatureRequest> requestSignature(Request& request,
                                                    const api::RequestSignatureParameters& parameters,
                                                    const api::SignatureRequestCreate& body) {
    const Attempt planned = request.transaction([&] {
        const Document document{parameters.kind, parameters.id};
        const Json record = requireDocument(request, document, {"quote", "sale"});
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
