#include "api/sale_view.hpp"

namespace svc::sales {

SaleView viewOf(Call& call, const std::vector<Uuid>& sales) {
    SaleView view;
    view.today = call.today();
    if (sales.empty() || !call.offers("public.link")) {
        return view;
    }
    Json documents = Json::array();
    for (const Uuid& sale : sales) {
        documents.push(Json::object({{"kind", "sale"}, {"id", encodeId("sal", sale)}}));
    }
    const Json answer = call.command("public.link", Json::object({{"documents", std::move(documents)}}));
    std::size_t at = 0;
    for (const Json& link : answer["links"].items()) {
        view.publicUrls[sales.at(at++)] = link["url"].text();
    }
    return view;
}

Json shownSale(Call& call, const Sale& sale) {
    return saleJson(sale, viewOf(call, {sale.id}));
}

} // namespace svc::sales
