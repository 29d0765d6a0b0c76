#include "api/entry_json.hpp"

namespace svc::timesheets {
namespace {

Json optionalId(std::string_view prefix, const std::optional<Uuid>& id) {
    return id ? Json(encodeId(prefix, *id)) : Json(nullptr);
}

Json partnerJson(const Entry& entry) {
    if (!entry.partnerId) {
        return Json(nullptr);
    }
    return Json::object({{"id", encodeId("par", *entry.partnerId)}, {"name", entry.partnerName}});
}

} // namespace

Json entryJson(const Entry& entry) {
    return Json::object({{"id", encodeId("tim", entry.id)},
                         {"externalId", entry.externalId},
                         {"source", entry.source},
                         {"partnerId", optionalId("par", entry.partnerId)},
                         {"partner", partnerJson(entry)},
                         {"person", entry.person},
                         {"project", entry.project},
                         {"description", entry.description},
                         {"date", entry.date},
                         {"minutes", entry.minutes},
                         {"startedAt", entry.startedAt},
                         {"endedAt", entry.endedAt},
                         {"hourlyRate", entry.hourlyRate},
                         {"amount", entry.amount},
                         {"currency", entry.currency.code()},
                         {"billable", entry.billable},
                         {"tags", entry.tags},
                         {"billed", entry.billed},
                         {"saleId", optionalId("sal", entry.saleId)},
                         {"createdAt", entry.createdAt},
                         {"updatedAt", entry.updatedAt},
                         {"version", entry.version},
                         {"createdBy", actorJson(entry.createdByKind, entry.createdById)}});
}

void emitCreated(Call& call, const Entry& entry) {
    const std::string id = encodeId("tim", entry.id);
    const std::string_view currency = entry.currency.code();
    call.emit(
        "time_entry.created", "time_entry", id,
        Json::object({{"id", id},
                      {"externalId", entry.externalId},
                      {"source", entry.source},
                      {"partner", partnerJson(entry)},
                      {"person", entry.person},
                      {"description", entry.description},
                      {"date", entry.date},
                      {"minutes", entry.minutes},
                      {"hourlyRate", Json::object({{"amount", entry.hourlyRate}, {"currency", currency}})},
                      {"amount", Json::object({{"amount", entry.amount}, {"currency", currency}})},
                      {"billable", entry.billable}}));
}

} // namespace svc::timesheets
