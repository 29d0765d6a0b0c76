#include "price_list/store.hpp"

namespace svc::stock {

Answer<200, std::vector<api::PriceList>> listPriceLists(Request& request,
                                                        const api::ListPriceListsParameters& parameters) {
    const PriceListPage page = findPriceLists(request, parameters);
    return Answer<200, std::vector<api::PriceList>>(page.lists).total(page.total);
}

} // namespace svc::stock
