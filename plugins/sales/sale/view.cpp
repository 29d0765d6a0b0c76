#include "sale/view.hpp"

#include <iterator>
#include <unordered_map>

#include "sale/rules/states.hpp"

namespace svc::sales {
namespace {

/// The members of the records that the API shows.
template <class Shown, class Record>
std::vector<Shown> shownOf(std::vector<Record>&& records) {
    return {std::make_move_iterator(records.begin()), std::make_move_iterator(records.end())};
}

api::Sale shownSale(Call& call, Sale&& sale, const SaleParts& parts) {
    api::Sale& answer = sale;
    answer.overdue = isOverdue(sale, call.today());
    answer.balance = sale.balance();
    if (parts.lines) {
        answer.lines = shownOf<api::SaleLine>(std::move(sale.lines));
    }
    if (parts.payments) {
        answer.payments = shownOf<api::SalePayment>(std::move(sale.payments));
    }
    if (parts.afterwards) {
        answer.refunds = shownOf<api::SaleRefund>(std::move(sale.refunds));
        answer.deliveries = shownOf<api::SaleDelivery>(std::move(sale.deliveries));
    }
    return std::move(answer);
}

/// Adds the missing addresses of public pages with one query.
void addPublicUrls(Call& call, std::vector<api::Sale>& sales) {
    Json ids = Json::array();
    std::vector<api::Sale*> wanted;
    for (api::Sale& sale : sales) {
        if (!sale.publicUrl) {
            ids.push(sale.id);
            wanted.push_back(&sale);
        }
    }
    if (wanted.empty() || !calls::host::offersPublicLink(call)) {
        return;
    }
    const Json answer =
        calls::host::publicLink(call, Json::object({{"kind", "sale"}, {"ids", std::move(ids)}}));
    std::size_t at = 0;
    for (const Json& url : answer["urls"].items()) {
        wanted.at(at++)->publicUrl = url.text();
    }
}

} // namespace

std::vector<api::Sale> shownRows(Call& call, std::vector<Sale> sales, const SaleParts& parts) {
    std::vector<api::Sale> rows;
    rows.reserve(sales.size());
    for (Sale& sale : sales) {
        rows.push_back(shownSale(call, std::move(sale), parts));
    }
    addPublicUrls(call, rows);
    return rows;
}

api::Sale shown(Call& call, Sale sale) {
    std::vector<Sale> sales;
    sales.push_back(std::move(sale));
    return shownRows(call, std::move(sales), {.lines = true, .payments = true, .afterwards = true}).front();
}

} // namespace svc::sales
