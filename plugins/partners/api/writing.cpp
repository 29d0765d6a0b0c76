#include "api/writing.hpp"

#include <svc/changes.hpp>

#include "api/partner_input.hpp"
#include "api/partner_json.hpp"
#include "store/partner_store.hpp"

namespace svc::partners {

Partner fromBody(Call& call, const Json& body) {
    Partner partner;
    partner.currency = call.company().currency;
    applyBody(call, body, partner);
    if (!body.contains("company")) {
        // Who has a number of a register or of the tax office is a business.
        partner.company = partner.vatNumber || partner.registrationNumber || partner.peppolId;
    }
    partner.id = call.newUuid();
    partner.createdAt = partner.updatedAt = call.now().truncatedToMillis();
    const Actor actor = call.actor();
    if (const auto kind = actor.kindText()) {
        partner.createdByKind = std::string(*kind);
    }
    partner.createdById = actor.optionalId();
    return partner;
}

void countNew(Call& call, std::int64_t count) {
    if (count > 0) {
        call.checkPlan("partners", PartnerStore(call).countMore(count) + count - 1);
    }
}

void countImported(Call& call, std::int64_t count, std::int64_t before) {
    if (count > 0) {
        PartnerStore store(call);
        store.countMoreLate(count);
        call.checkPlan("partners", store.active() + before + count - 1);
    }
}

void add(Call& call, const std::vector<Partner>& partners) {
    PartnerStore(call).insert(partners);
    for (const Partner& partner : partners) {
        const std::string id = encodeId("par", partner.id);
        call.history("partner", id, "created");
        call.emit("partner.created", "partner", id, eventData(partner));
    }
}

Partner create(Call& call, const Json& body) {
    Partner partner = fromBody(call, body);
    countNew(call, partner.archived ? 0 : 1);
    add(call, {partner});
    return partner;
}

Partner change(Call& call, Partner partner, const Json& body) {
    const Partner before = partner;
    applyBody(call, body, partner);
    const Json changes = changesBetween(writtenFields(before), writtenFields(partner));
    if (changes.empty()) {
        return before;
    }
    ++partner.version;
    partner.updatedAt = call.now().truncatedToMillis();

    PartnerStore store(call);
    if (before.archived && !partner.archived) {
        countNew(call, 1);
    } else if (!before.archived && partner.archived) {
        store.countOneLess();
    }
    store.update(partner);

    const std::string id = encodeId("par", partner.id);
    call.history("partner", id, "updated", changes);
    Json data = eventData(partner);
    Json names = Json::array();
    for (const Json& entry : changes.items()) {
        names.push(entry["field"]);
    }
    data.add("changed", std::move(names));
    call.emit("partner.updated", "partner", id, data);
    return partner;
}

} // namespace svc::partners
