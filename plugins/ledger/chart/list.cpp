#include <algorithm>

#include "bindings.hpp"
#include "chart/rules/charts.hpp"

namespace svc::ledger {

Answer<200, std::vector<api::ChartOfAccounts>> listCharts(Request&,
                                                          const api::ListChartsParameters& parameters) {
    const auto& all = charts().all();
    const ArrayPage& page = parameters.page;
    const auto count = static_cast<std::int64_t>(all.size());
    std::vector<api::ChartOfAccounts> list;
    for (std::int64_t i = page.offset; i < std::min(count, page.offset + page.limit); ++i) {
        const Chart& chart = all[static_cast<std::size_t>(i)];
        list.push_back(
            {.chart = chart.key,
             .name = chart.name,
             .country = chart.country.empty() ? std::nullopt : std::optional<std::string>(chart.country),
             .version = chart.version});
    }
    return Answer<200, std::vector<api::ChartOfAccounts>>(list).total(count);
}

} // namespace svc::ledger
