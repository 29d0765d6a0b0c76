#include "store/partners.hpp"

namespace svc::partners {

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

commands::PlanUseOutput commands::planUse(Call& call) {
    return {.partners = PartnerStore(call).active()};
}

} // namespace svc::partners
