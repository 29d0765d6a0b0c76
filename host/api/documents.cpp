#include "host/api/documents.hpp"

namespace svc::host::api {

bool isDocumentKind(const Catalogue& catalogue, std::string_view kind) {
    return catalogue.command(documentCommand(kind)) != nullptr;
}

Json findDocument(UnitOfWork& work, std::string_view kind, std::string_view id) {
    if (!isDocumentKind(work.services().catalogue, kind)) {
        throw unknownName(400, "document-kind-unknown", kind);
    }
    const Json input = Json::object({{"id", id}});
    return Json::parse(work.command(documentCommand(kind), input.dump()));
}

void requireDocumentInReach(const http::Exchange& exchange, std::string_view kind, std::string_view id,
                            std::string_view unknown) {
    if (exchange.caller.businessUnits.empty()) {
        return;
    }
    UnitOfWork& work = *exchange.work;
    const RecordKind* record = work.services().catalogue.recordKind(kind);
    if (record != nullptr && record->companyWide) {
        throw ApiError(403, "forbidden");
    }
    if (record != nullptr && record->withoutUnit) {
        return;
    }
    const auto uuid = decodeId(id.substr(0, id.find('_')), id);
    if (record == nullptr || !uuid ||
        work.db().query(record->sql, {work.company().id.toString(), uuid->toString()}).empty()) {
        throw ApiError(404, unknown);
    }
}

} // namespace svc::host::api
