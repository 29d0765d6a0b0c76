#pragma once

#include <vector>

#include <bindings.hpp>

namespace svc::partners {

/// Puts the fields that a body has into the partner; null clears. Refuses what the contract alone cannot
/// judge: countries, currencies, VAT prefixes, decimals of amounts, references to other records.
void apply(Call& call, const api::PartnerUpdate& body, api::Partner& partner);

/// The partner of a body, with an identifier of its own; nothing is written.
api::Partner newPartner(Call& call, const api::PartnerCreate& body);
api::Partner newPartner(Call& call, const api::PartnerUpdate& body);
/// How many active partners more a change makes: 1, 0 or -1.
std::int64_t activeMore(const api::Partner& before, const api::Partner& after);
/// Counts so many active partners more, and refuses with `plan-limit:partners:<allowed>`. Behind the locks of
/// records, as an import counts at its end.
void countNew(Call& call, std::int64_t count);
/// The same for an import, which holds no lock until its end; `before`: what it has counted already.
void countImported(Call& call, std::int64_t count, std::int64_t before);
/// Records, history, events.
void add(Call& call, const std::vector<api::Partner>& partners);
/// All of this for one.
api::Partner create(Call& call, const api::PartnerCreate& body);

/// Changes `partner` (locked by the caller). When nothing changes, nothing is written and no event is
/// emitted. Counting it is left to the caller.
api::Partner change(Call& call, api::Partner partner, const api::PartnerUpdate& body);

} // namespace svc::partners
