#include "api/partner_json.hpp"

#include <svc/call.hpp>

namespace svc::partners {

Json writtenFields(const Partner& p) {
    return Json::object({
        {"name", p.name},
        {"kind", p.kind},
        {"company", p.company},
        {"email", p.email},
        {"phone", p.phone},
        {"country", p.country},
        {"vatNumber", p.vatNumber},
        {"registrationNumber", p.registrationNumber},
        {"peppolId", p.peppolId},
        {"address", p.address},
        {"deliveryAddress", p.deliveryAddress},
        {"contacts", p.contacts},
        {"paymentTermsDays", p.paymentTermsDays},
        {"creditLimit", p.creditLimit},
        {"currency", p.currency},
        {"language", p.language},
        {"priceListId", p.priceListId ? Json(encodeId("prl", *p.priceListId)) : Json(nullptr)},
        {"taxExemptionReason", p.taxExemptionReason},
        {"buyerReference", p.buyerReference},
        {"externalId", p.externalId},
        {"tags", p.tags},
        {"note", p.note},
        {"archived", p.archived},
    });
}

Json toJson(const Partner& p) {
    Json record = Json::object({{"id", encodeId("par", p.id)}});
    Json fields = writtenFields(p);
    for (Json::Member& member : fields.members()) {
        record.add(member.name, std::move(member.value));
    }
    record.add("balance", p.receivable);
    record.add("payable", p.payable);
    record.add("createdAt", p.createdAt);
    record.add("updatedAt", p.updatedAt);
    record.add("version", p.version);
    record.add("createdBy", actorJson(p.createdByKind, p.createdById));
    return record;
}

Json eventData(const Partner& p) {
    return Json::object({
        {"id", encodeId("par", p.id)},
        {"name", p.name},
        {"kind", p.kind},
        {"email", p.email},
        {"country", p.country},
        {"vatNumber", p.vatNumber},
        {"externalId", p.externalId},
    });
}

} // namespace svc::partners
