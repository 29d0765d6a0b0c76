#include "item/store/items.hpp"
#include "item/writing.hpp"

namespace svc::stock {

Answer<201, api::Item> createItem(Request& request, const api::ItemCreate&) {
    // A new item is parsed with the fields of a change.
    const auto body = bind::body<api::ItemUpdate>(request);
    ItemNumbers numbers;
    numbers.add(body);
    claimNumbers(request, numbers);
    const Item item = itemFromBody(request, body, request.body());
    countNewItems(request, item.archived ? 0 : 1, item.archived ? 1 : 0);
    addItems(request, {item});
    return Answer<201, api::Item>(item).etag(item.version);
}

} // namespace svc::stock
