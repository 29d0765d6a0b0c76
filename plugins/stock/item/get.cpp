#include "document/lines.hpp"
#include "item/store/catalogue.hpp"
#include "item/store/items.hpp"

namespace svc::stock {

Answer<200, api::Item> getItem(Request& request, const api::GetItemParameters& parameters) {
    const auto item = readItem(request, parameters.itemId);
    if (!item) {
        itemNotFound(request.path("itemId"));
    }
    return Answer<200, api::Item>(*item).etag(item->version);
}

std::optional<commands::ItemsOutput> commands::items(Call& call, const commands::ItemsInput& input) {
    if (input.ahead) {
        askSoldItems(call, input.ids);
        return std::nullopt;
    }
    return commands::ItemsOutput{.items = soldItems(call, input.ids)};
}

std::optional<commands::DocumentItemOutput> commands::documentItem(Call& call,
                                                                   const commands::DocumentItemInput& input) {
    const auto item = readItem(call, input.id);
    if (!item) {
        return std::nullopt;
    }
    return commands::DocumentItemOutput{.id = item->id, .number = item->sku, .label = item->name};
}

commands::PlanUseOutput commands::planUse(Call& call) {
    return {.items = activeItems(call)};
}

} // namespace svc::stock
