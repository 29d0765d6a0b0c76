#include "item/store/list.hpp"

namespace svc::stock {
namespace {

/// An empty filter does not filter.
std::optional<std::string> filterOf(const std::optional<std::string>& parameter) {
    return parameter && parameter->empty() ? std::nullopt : parameter;
}

} // namespace

Answer<200, std::vector<api::Item>> listItems(Request& request, const api::ListItemsParameters& parameters) {
    const auto parent = filterOf(parameters.parentId);
    const ItemPage page = listItems(
        request,
        {.text = filterOf(parameters.q),
         .category = filterOf(parameters.category),
         .service = parameters.service,
         .barcode = filterOf(parameters.barcode),
         .sku = filterOf(parameters.sku),
         .externalId = filterOf(parameters.externalId),
         // A malformed identifier is treated as unknown: no item matches.
         .parentId = parent ? std::optional(ItemId::parse(*parent).value_or(ItemId())) : std::nullopt,
         .low = parameters.low,
         .archived = parameters.archived,
         .sort = parameters.sort},
        parameters.page);
    return Answer<200, std::vector<api::Item>>(page.rows).total(page.count);
}

} // namespace svc::stock
