#include "api/stay_json.hpp"

namespace svc::stays {
namespace {

Json optionalId(std::string_view prefix, const std::optional<Uuid>& id) {
    return id ? Json(encodeId(prefix, *id)) : Json(nullptr);
}

Json partnerJson(const Stay& stay) {
    if (!stay.partnerId) {
        return Json(nullptr);
    }
    return Json::object({{"id", encodeId("par", *stay.partnerId)}, {"name", stay.partnerName}});
}

} // namespace

Json stayJson(const Stay& stay) {
    return Json::object({{"id", encodeId("sty", stay.id)},
                         {"status", stay.status},
                         {"unit", stay.unit},
                         {"partnerId", optionalId("par", stay.partnerId)},
                         {"partner", partnerJson(stay)},
                         {"arrival", stay.arrival},
                         {"departure", stay.departure},
                         {"nights", stay.nights()},
                         {"guests", stay.guests},
                         {"itemId", optionalId("itm", stay.itemId)},
                         {"unitPrice", stay.unitPrice},
                         {"currency", stay.currency.code()},
                         {"note", stay.note},
                         {"checkedInAt", stay.checkedInAt},
                         {"checkedOutAt", stay.checkedOutAt},
                         {"cancelledAt", stay.cancelledAt},
                         {"saleId", optionalId("sal", stay.saleId)},
                         {"createdAt", stay.createdAt},
                         {"updatedAt", stay.updatedAt},
                         {"version", stay.version},
                         {"createdBy", actorJson(stay.createdByKind, stay.createdById)}});
}

void emitCheckedIn(Call& call, const Stay& stay) {
    const std::string id = encodeId("sty", stay.id);
    call.emit("stay.checked_in", "stay", id,
              Json::object({{"id", id},
                            {"unit", stay.unit},
                            {"partner", partnerJson(stay)},
                            {"arrival", stay.arrival},
                            {"departure", stay.departure},
                            {"guests", stay.guests},
                            {"checkedInAt", stay.checkedInAt}}));
}

void emitCheckedOut(Call& call, const Stay& stay, const Json& total) {
    const std::string id = encodeId("sty", stay.id);
    call.emit("stay.checked_out", "stay", id,
              Json::object({{"id", id},
                            {"unit", stay.unit},
                            {"partner", partnerJson(stay)},
                            {"arrival", stay.arrival},
                            {"departure", stay.departure},
                            {"nights", stay.nights()},
                            {"checkedOutAt", stay.checkedOutAt},
                            {"saleId", optionalId("sal", stay.saleId)},
                            {"total", total}}));
}

} // namespace svc::stays
