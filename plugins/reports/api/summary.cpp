#include <svc/error.hpp>
#include <svc/rounding.hpp>

#include "api/routes.hpp"
#include "store/figures.hpp"

namespace svc::reports {
namespace {

constexpr int RateDecimals = 4;

Period periodOf(Request& request) {
    const auto period = parsePeriod(request.query("period").value_or("month"), request.today());
    if (!period) {
        throw fieldInvalid("period");
    }
    return *period;
}

Json periodJson(const Period& period) {
    return Json::object({{"from", period.from}, {"to", period.to}});
}

Json salesJson(const SalesFigures& sales) {
    const std::int64_t average =
        sales.count == 0 ? 0 : roundedRatio(Int128{sales.total}, Int128{sales.count});
    return Json::object({{"count", sales.count},
                         {"subtotal", sales.subtotal},
                         {"taxTotal", sales.tax},
                         {"total", sales.total},
                         {"average", average}});
}

Json marginJson(const SalesFigures& sales) {
    const std::int64_t margin = sales.subtotal - sales.costOfGoods;
    const Decimal rate = sales.subtotal == 0
                             ? Decimal()
                             : Decimal::divide(Decimal(margin), Decimal(sales.subtotal), RateDecimals);
    return Json::object({{"amount", margin}, {"rate", rate}});
}

Json debtJson(const DebtFigures& debt) {
    return Json::object({{"total", debt.total}, {"overdue", debt.overdue}, {"count", debt.count}});
}

std::optional<Uuid> businessUnitOf(Request& request) {
    const auto text = request.query("businessUnitId");
    if (!text) {
        return std::nullopt;
    }
    const auto unit = request.businessUnit(*text);
    if (!unit) {
        throw ApiError(404, "business-unit-not-found");
    }
    return decodeId("bus", (*unit)["id"].text());
}

} // namespace

Response summaryRoute(Request& request) {
    const Scope scope{periodOf(request), businessUnitOf(request)};
    const SalesFigures sales = salesFigures(request, scope);
    Json days = Json::array();
    for (const DayFigures& day : byDay(request, scope)) {
        days.push(Json::object({{"date", day.date}, {"total", day.total}, {"count", day.count}}));
    }
    Json items = Json::array();
    for (const ItemFigures& item : topItems(request, scope)) {
        items.push(Json::object({{"itemId", item.item ? Json(encodeId("itm", *item.item)) : Json(nullptr)},
                                 {"label", item.label},
                                 {"quantity", item.quantity},
                                 {"total", item.total}}));
    }
    Json previous = nullptr;
    if (request.query("compare")) {
        const Scope before{scope.period.previous(), scope.businessUnit};
        const SalesFigures past = salesFigures(request, before);
        previous = Json::object({{"period", periodJson(before.period)},
                                 {"sales", salesJson(past)},
                                 {"margin", marginJson(past)}});
    }
    return Response::json(200,
                          Json::object({{"period", periodJson(scope.period)},
                                        {"currency", request.company().currency.code()},
                                        {"takenAt", request.now()},
                                        {"sales", salesJson(sales)},
                                        {"margin", marginJson(sales)},
                                        {"receivables", debtJson(receivables(request, scope.businessUnit))},
                                        {"payables", debtJson(payables(request, scope.businessUnit))},
                                        {"stock", stockFigures(request)},
                                        {"wallets", walletFigures(request)},
                                        {"byDay", std::move(days)},
                                        {"topItems", std::move(items)},
                                        {"previous", std::move(previous)}}));
}

} // namespace svc::reports
