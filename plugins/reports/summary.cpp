#include <svc/error.hpp>
#include <svc/rounding.hpp>

#include "store/figures.hpp"

namespace svc::reports {
namespace {

constexpr int RateDecimals = 4;

api::ReportPeriod shown(const Period& period) {
    return {.from = period.from, .to = period.to};
}

api::ReportSales shown(const SalesFigures& sales) {
    const std::int64_t average =
        sales.count == 0 ? 0 : roundedRatio(Int128{sales.total}, Int128{sales.count});
    return {.count = sales.count,
            .subtotal = MinorAmount(sales.subtotal),
            .taxTotal = MinorAmount(sales.tax),
            .total = MinorAmount(sales.total),
            .average = MinorAmount(average)};
}

api::ReportMargin marginOf(const SalesFigures& sales) {
    const std::int64_t margin = sales.subtotal - sales.costOfGoods;
    const Decimal rate = sales.subtotal == 0
                             ? Decimal()
                             : Decimal::divide(Decimal(margin), Decimal(sales.subtotal), RateDecimals);
    return {.amount = MinorAmount(margin), .rate = rate};
}

Scope scopeOf(Request& request, const api::ReadSummaryParameters& parameters) {
    const auto period = parsePeriod(parameters.period, request.today());
    if (!period) {
        throw fieldInvalid("period");
    }
    const auto& unit = parameters.businessUnitId;
    if (unit && !request.businessUnit(unit->toString())) {
        throw ApiError(404, "business-unit-not-found");
    }
    return {*period, unit};
}

} // namespace

Answer<200, api::ReportSummary> readSummary(Request& request, const api::ReadSummaryParameters& parameters) {
    const Scope scope = scopeOf(request, parameters);
    const SalesFigures sales = salesFigures(request, scope);
    api::ReportSummary summary{.period = shown(scope.period),
                               .currency = request.company().currency,
                               .takenAt = request.now(),
                               .sales = shown(sales),
                               .margin = marginOf(sales),
                               .receivables = receivables(request, scope.businessUnit),
                               .payables = payables(request, scope.businessUnit),
                               .stock = stockFigures(request, scope.businessUnit),
                               .wallets = walletFigures(request, scope.businessUnit),
                               .byDay = byDay(request, scope),
                               .topItems = topItems(request, scope)};
    if (parameters.compare) {
        const Scope before{scope.period.previous(), scope.businessUnit};
        const SalesFigures past = salesFigures(request, before);
        summary.previous = api::ReportSummaryPrevious{
            .period = shown(before.period), .sales = shown(past), .margin = marginOf(past)};
    }
    return summary;
}

} // namespace svc::reports
