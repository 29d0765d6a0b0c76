#pragma once

#include <vector>

#include <bindings.hpp>

namespace svc::partners {

/// Sets the fields that the request has; null clears. Refuses what the contract cannot express: countries,
/// currencies, VAT prefixes, decimals of amounts, references to other records.
void apply(Call& call, const api::PartnerUpdate& body, api::Partner& partner);

/// The partner of a request, with a new identifier; nothing is written.
api::Partner newPartner(Call& call, const api::PartnerCreate& body);
api::Partner newPartner(Call& call, const api::PartnerUpdate& body);
/// The change in the count of active partners: 1, 0 or -1.
std::int64_t activeMore(const api::Partner& before, const api::Partner& after);
/// Adds to the count of active partners, and refuses with `plan-limit:partners:<allowed>`. To be called after
/// the records are locked, in the same order as an import, which counts at its end.
void countNew(Call& call, std::int64_t count);
/// The same for an import, which does not lock the count until its end; `before`: what it has counted
/// already.
void countImported(Call& call, std::int64_t count, std::int64_t before);
/// Writes records, history and events.
void add(Call& call, const std::vector<api::Partner>& partners);
/// All steps for one partner.
api::Partner create(Call& call, const api::PartnerCreate& body);

/// Changes `partner` (locked by the caller). If nothing changes, nothing is written and no event is emitted.
/// The caller counts active partners.
api::Partner change(Call& call, api::Partner partner, const api::PartnerUpdate& body);

} // namespace svc::partners
