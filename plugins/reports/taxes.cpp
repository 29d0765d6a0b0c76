#include "book_period.hpp"
#include "store/figures.hpp"

namespace svc::reports {
namespace {

std::int64_t taxIn(const std::vector<api::ReportTaxGroup>& groups) {
    std::int64_t sum = 0;
    for (const api::ReportTaxGroup& group : groups) {
        sum += group.tax.minor();
    }
    return sum;
}

} // namespace

Answer<200, api::ReportTaxes> readTaxes(Request& request, const api::ReadTaxesParameters& parameters) {
    const Period period = bookPeriodOf(request, parameters);
    api::ReportTaxes taxes{.from = period.from,
                           .to = period.to,
                           .currency = request.company().currency,
                           .takenAt = request.now(),
                           .collected = taxFigures(request, period, true),
                           .deductible = taxFigures(request, period, false)};
    const std::int64_t collected = taxIn(taxes.collected);
    const std::int64_t deductible = taxIn(taxes.deductible);
    taxes.collectedTotal = MinorAmount(collected);
    taxes.deductibleTotal = MinorAmount(deductible);
    taxes.due = MinorAmount(collected - deductible);
    return taxes;
}

} // namespace svc::reports
