#include "document/records.hpp"
#include "price_list/input.hpp"

namespace svc::stock {

Answer<201, api::PriceList> createPriceList(Request& request, const api::PriceListCreate& body) {
    PriceList list;
    applyBody(list, body, request.company().currency);
    findItems(request, list);
    checkRules(list);
    beginRecord(request, list);
    insertPriceList(request, list);
    request.history("price_list", list.id.toString(), "price_list.created");
    return Answer<201, api::PriceList>(list).etag(list.version);
}

} // namespace svc::stock
