#include "document/lines.hpp"
#include "item/store/items.hpp"
#include "item/writing.hpp"

namespace svc::stock {

Answer<200, api::Item> updateItem(Request& request, const api::UpdateItemParameters& parameters,
                                  const api::ItemUpdate& body) {
    // Formats are checked before the record (order of checks): a first pass on an empty item.
    Item probe = emptyItem(request);
    applyBody(probe, body);
    ItemNumbers numbers;
    numbers.add(body);
    claimNumbers(request, numbers);
    const auto before = lockItem(request, parameters.itemId, body.parentId.value());
    if (!before) {
        itemNotFound(request.path("itemId"));
    }
    request.checkVersion(before->version);

    const Item item = changeItem(request, *before, body, request.body());
    const std::int64_t active = activeMore(*before, item);
    countNewItems(request, active, -active);
    return Answer<200, api::Item>(item).etag(item.version);
}

} // namespace svc::stock
