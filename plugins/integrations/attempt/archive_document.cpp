#include "attempt/flow.hpp"
#include "attempt/request.hpp"

namespace svc::integrations {

Answer<201, api::ArchivedDocument> archiveDocument(Request& request,
                                                   const api::ArchiveDocumentParameters& parameters,
                                                   const api::ArchiveCreate& body) {
    const Begun begun = request.transaction([&] {
        const Document document{parameters.kind, parameters.id};
        const DocumentRecord record = requireDocument(
            request, document,
            {DocumentKind::Sale, DocumentKind::Quote, DocumentKind::Purchase, DocumentKind::CreditNote});
        const Chosen chosen = choose(request, body.provider, "archive");
        Attempt attempt = attemptFor(AttemptOperation::Archive, chosen, document);
        auto input = inputFor<verbs::ArchiveInput>(request, chosen, document, record);
        input.folder = body.folder;
        attempt.request = keptOf(input);
        return beginAttempt(request, std::move(attempt));
    });
    const Attempt done = carryOut(request, begun);
    return api::ArchivedDocument{.provider = done.provider,
                                 .reference = *done.reference,
                                 .url = done.answer.optionalText("url"),
                                 .sha256 = done.answer.textOr("sha256")};
}

} // namespace svc::integrations
