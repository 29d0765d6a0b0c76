#include "document/lines.hpp"
#include "item/store/items.hpp"
#include "item/writing.hpp"

namespace svc::stock {

Answer<200, api::Item> updateItem(Request& request, const api::UpdateItemParameters& parameters,
                                  const api::ItemUpdate& body) {
    // Formats come before the record (order of checks): a first pass on an empty item.
    Item probe = emptyItem(request);
    applyBody(probe, body);
    const auto before = lockItem(request, parameters.itemId);
    if (!before) {
        itemNotFound(request.path("itemId"));
    }
    request.checkVersion(before->version);

    const Item item = changeItem(request, *before, body, request.body());
    return Answer<200, api::Item>(item).etag(item.version);
}

} // namespace svc::stock
