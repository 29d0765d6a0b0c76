#include "menu/page.hpp"
#include "menu/store.hpp"
#include "page/response.hpp"

namespace svc::storefront {
namespace {

Json offerJson(const Offer& offer) {
    return Json::object({{"id", offer.id},
                         {"name", offer.name},
                         {"description", offer.description},
                         {"price", offer.price},
                         {"unit", offer.unit},
                         {"available", offer.available}});
}

Json menuJson(Call& call, std::int64_t number) {
    const Company& company = call.company();
    Json categories = Json::array();
    const auto [offers, next] = readMenuPage(call, number);
    for (std::size_t i = 0; i < offers.size();) {
        const auto category = offers[i].category;
        Json items = Json::array();
        for (; i < offers.size() && offers[i].category == category; ++i) {
            items.push(offerJson(offers[i]));
        }
        categories.push(Json::object({{"name", category}, {"items", std::move(items)}}));
    }
    return Json::object({{"shop", Json::object({{"name", company.name},
                                                {"language", company.language},
                                                {"currency", company.currency.code()},
                                                {"pricesIncludeTax", company.pricesIncludeTax}})},
                         {"categories", std::move(categories)},
                         {"nextPage", next}});
}

} // namespace

Response readMenu(Request& request, const api::ReadMenuParameters& parameters) {
    checkMenu(request);
    if (wantsJson(request, false)) {
        return Response::json(200, menuJson(request, parameters.page)).header("Vary", "Accept");
    }
    return htmlResponse(200, menuPage(request, {.table = parameters.table, .number = parameters.page}))
        .header("Vary", "Accept, Accept-Language");
}

} // namespace svc::storefront
