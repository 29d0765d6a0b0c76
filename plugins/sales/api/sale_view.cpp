#include "api/sale_view.hpp"

namespace svc::sales {

SaleView viewOf(Call& call, const std::vector<Uuid>& sales) {
    SaleView view;
    view.today = call.today();
    if (sales.empty() || !call.offers("public.link")) {
        return view;
    }
    Json ids = Json::array();
    for (const Uuid& sale : sales) {
        ids.push(encodeId("sal", sale));
    }
    Json answer = call.command("public.link", Json::object({{"kind", "sale"}, {"ids", std::move(ids)}}));
    view.publicUrls.reserve(sales.size());
    std::size_t at = 0;
    for (const Json& url : answer["urls"].items()) {
        view.publicUrls.emplace(sales.at(at++), url.text());
    }
    return view;
}

std::string shownSale(Call& call, const Sale& sale) {
    constexpr std::size_t Usual = 4096;
    JsonWriter out(Usual);
    writeSale(out, sale, viewOf(call, {sale.id}));
    return out.take();
}

} // namespace svc::sales
