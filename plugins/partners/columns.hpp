#pragma once

#include <bindings.hpp>
#include <svc/columns.hpp>

namespace svc::partners {

/// The order of lists: the name in lower case without accents.
std::string sortName(const api::Partner& partner);

inline const Table
    Partners("partners.partner", columnWrittenOnce("id", &api::Partner::id),
             column("name", &api::Partner::name), derivedColumn("sort_name", &sortName),
             column("kind", &api::Partner::kind), column("company", &api::Partner::company),
             column("email", &api::Partner::email), column("phone", &api::Partner::phone),
             column("country", &api::Partner::country), column("vat_number", &api::Partner::vatNumber),
             column("registration_number", &api::Partner::registrationNumber),
             column("peppol_id", &api::Partner::peppolId), column("address", &api::Partner::address),
             column("delivery_address", &api::Partner::deliveryAddress),
             column("contacts", &api::Partner::contacts),
             column("payment_terms_days", &api::Partner::paymentTermsDays),
             column("credit_limit", &api::Partner::creditLimit), column("currency", &api::Partner::currency),
             column("language", &api::Partner::language), column("price_list_id", &api::Partner::priceListId),
             column("tax_exemption_reason", &api::Partner::taxExemptionReason),
             column("buyer_reference", &api::Partner::buyerReference),
             column("external_id", &api::Partner::externalId), column("tags", &api::Partner::tags),
             column("note", &api::Partner::note), column("archived", &api::Partner::archived),
             column("version", &api::Partner::version), column("updated_at", &api::Partner::updatedAt),
             columnWrittenOnce("created_at", &api::Partner::createdAt),
             actorColumns("created_by", &api::Partner::createdBy));

/// Apart from the partner, because every sale and payment changes them.
inline const Table Balances("partners.balance", columnWrittenOnce("partner_id", &api::Partner::id),
                            column("receivable", &api::Partner::balance),
                            column("payable", &api::Partner::payable));

} // namespace svc::partners
