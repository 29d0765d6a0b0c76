#include "host/api/documents.hpp"

namespace svc::host::api {

bool isDocumentKind(const Catalogue& catalogue, std::string_view kind) {
    return catalogue.command(documentCommand(kind)) != nullptr;
}

Json findDocument(UnitOfWork& work, std::string_view kind, std::string_view id) {
    if (!isDocumentKind(work.services().catalogue, kind)) {
        throw ApiError(400, "document-kind-unknown", {kind});
    }
    const Json input = Json::object({{"id", id}});
    return Json::parse(work.command(documentCommand(kind), input.dump()));
}

} // namespace svc::host::api
