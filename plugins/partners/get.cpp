#include "store/partners.hpp"

namespace svc::partners {

Answer<200, api::Partner> getPartner(Request& request, const api::GetPartnerParameters& parameters) {
    const auto partner = PartnerStore(request).find(parameters.partnerId);
    if (!partner) {
        throw ApiError(404, "partner-not-found");
    }
    return Answer<200, api::Partner>(*partner).etag(partner->version);
}

std::optional<commands::GetOutput> commands::get(Call& call, const commands::GetInput& input) {
    PartnerStore store(call);
    auto found = store.find(input.id);
    if (found && found->creditLimit && input.lock) {
        found = store.findWithLockedBalance(input.id);
    }
    if (!found) {
        return std::nullopt;
    }
    const api::Partner& p = *found;
    return commands::GetOutput{.id = p.id,
                               .name = p.name,
                               .kind = p.kind,
                               .company = p.company,
                               .email = p.email,
                               .phone = p.phone,
                               .country = p.country,
                               .vatNumber = p.vatNumber,
                               .registrationNumber = p.registrationNumber,
                               .peppolId = p.peppolId,
                               .address = p.address,
                               .deliveryAddress = p.deliveryAddress,
                               .language = p.language,
                               .currency = p.currency,
                               .paymentTermsDays = p.paymentTermsDays,
                               .creditLimit = p.creditLimit,
                               .priceListId = p.priceListId,
                               .archived = p.archived,
                               .taxExemptionReason = p.taxExemptionReason,
                               .buyerReference = p.buyerReference,
                               .externalId = p.externalId,
                               .balance = p.balance,
                               .payable = p.payable};
}

} // namespace svc::partners
