#include "item/store/list.hpp"

namespace svc::stock {
namespace {

/// An empty filter does not filter.
std::optional<std::string> filterOf(const std::optional<std::string>& parameter) {
    return parameter && parameter->empty() ? std::nullopt : parameter;
}

} // namespace

Answer<200, std::vector<api::Item>> listItems(Request& request, const api::ListItemsParameters& parameters) {
    api::ListItemsParameters filters = parameters;
    filters.q = filterOf(parameters.q);
    filters.category = filterOf(parameters.category);
    filters.barcode = filterOf(parameters.barcode);
    filters.sku = filterOf(parameters.sku);
    filters.externalId = filterOf(parameters.externalId);
    filters.parentId = filterOf(parameters.parentId);
    const ItemPage page = findItems(request, filters);
    return Answer<200, std::vector<api::Item>>(page.rows).total(page.count);
}

} // namespace svc::stock
