#include "writing.hpp"

#include <svc/changes.hpp>

#include "store/partners.hpp"

namespace svc::partners {
namespace {

Json recordOf(const api::Partner& partner) {
    return Json::parse(bind::textOf(partner));
}

} // namespace

std::int64_t activeMore(const api::Partner& before, const api::Partner& after) {
    return (after.archived ? 0 : 1) - (before.archived ? 0 : 1);
}

void countNew(Call& call, std::int64_t count) {
    if (count == 0) {
        return;
    }
    const std::int64_t active = PartnerStore(call).countMore(count);
    if (count > 0) {
        call.checkPlan("partners", active - 1);
    }
}

void countImported(Call& call, std::int64_t count, std::int64_t before) {
    if (count == 0) {
        return;
    }
    PartnerStore store(call);
    store.countMoreLate(count);
    if (count > 0) {
        call.checkPlan("partners", store.active() + before + count - 1);
    }
}

void add(Call& call, const std::vector<api::Partner>& partners) {
    PartnerStore(call).insert(partners);
    for (const api::Partner& partner : partners) {
        call.history("partner", partner.id.toString(), "created");
        emit(call, events::PartnerCreated{.id = partner.id,
                                          .name = partner.name,
                                          .kind = partner.kind,
                                          .email = partner.email,
                                          .country = partner.country,
                                          .vatNumber = partner.vatNumber,
                                          .externalId = partner.externalId});
    }
}

api::Partner create(Call& call, const api::PartnerCreate& body) {
    const api::Partner partner = newPartner(call, body);
    if (partner.externalId) {
        PartnerStore(call).claim({*partner.externalId}, {});
    }
    countNew(call, partner.archived ? 0 : 1);
    add(call, {partner});
    return partner;
}

api::Partner change(Call& call, api::Partner partner, const api::PartnerUpdate& body) {
    const api::Partner before = partner;
    apply(call, body, partner);
    const Json changes = changesBetween(recordOf(before), recordOf(partner));
    if (changes.empty()) {
        return before;
    }
    ++partner.version;
    partner.updatedAt = call.now().truncatedToMillis();

    PartnerStore(call).update(partner);
    call.history("partner", partner.id.toString(), "updated", changes);
    events::PartnerUpdated event{.id = partner.id,
                                 .name = partner.name,
                                 .kind = partner.kind,
                                 .email = partner.email,
                                 .country = partner.country,
                                 .vatNumber = partner.vatNumber,
                                 .externalId = partner.externalId};
    for (const Json& one : changes.items()) {
        event.changed.push_back(one["field"].text());
    }
    emit(call, event);
    return partner;
}

} // namespace svc::partners
