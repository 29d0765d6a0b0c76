#include "store/partner_store.hpp"

namespace svc::partners {

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

commands::NamesOutput commands::names(Call& call, const commands::NamesInput& input) {
    commands::NamesOutput output;
    for (auto& [id, name] : PartnerStore(call).names(input.ids)) {
        output.partners.push_back({.id = id, .name = std::move(name)});
    }
    return output;
}

commands::FindOutput commands::find(Call& call, const commands::FindInput& input) {
    return {.id = PartnerStore(call).findSupplier(input)};
}

std::optional<commands::DocumentPartnerOutput>
commands::documentPartner(Call& call, const commands::DocumentPartnerInput& input) {
    const auto found = PartnerStore(call).find(input.id);
    if (!found) {
        return std::nullopt;
    }
    return commands::DocumentPartnerOutput{
        .id = found->id, .date = call.dateOf(found->createdAt), .partnerId = found->id, .label = found->name};
}

void commands::adjustBalance(Call& call, const commands::AdjustBalanceInput& input) {
    if (input.id.uuid().isNil()) {
        throw ApiError(404, "partner-not-found");
    }
    if (input.receivable != 0 || input.payable != 0) {
        PartnerStore(call).adjustBalance(input);
    }
}

commands::PlanUseOutput commands::planUse(Call& call) {
    return {.partners = PartnerStore(call).active()};
}

} // namespace svc::partners
