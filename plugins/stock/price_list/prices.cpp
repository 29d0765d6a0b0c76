// Queries of selling modules about price lists.
#include "price_list/store.hpp"

namespace svc::stock {

std::optional<commands::PriceListOutput> commands::priceList(Call& call,
                                                             const commands::PriceListInput& input) {
    const auto list = readPriceList(call, input.id);
    if (!list) {
        return std::nullopt;
    }
    return commands::PriceListOutput{.id = list->id,
                                     .name = list->name,
                                     .currency = list->currency,
                                     .discountPercent = list->discountPercent,
                                     .from = list->from,
                                     .to = list->to};
}

commands::PricesOutput commands::prices(Call& call, const commands::PricesInput& input) {
    const auto list = readPriceList(call, input.priceListId);
    const bool applies = list && holdsOn(*list, input.date.value_or(call.today()));
    std::vector<std::optional<MinorPrice>> found(input.lines.size());
    // Prices apply to one currency only; a discount applies in any currency.
    if (applies && !input.lines.empty() && list->currency == input.currency.value_or(list->currency)) {
        found = pricesOf(call, list->id, input.lines);
    }
    commands::PricesOutput output;
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        output.prices.push_back(
            {.itemId = input.lines[i].itemId,
             .price = found[i],
             .discountPercent = applies && !found[i] ? list->discountPercent : std::nullopt});
    }
    return output;
}

} // namespace svc::stock
