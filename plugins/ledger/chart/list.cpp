#include "bindings.hpp"
#include "chart/rules/charts.hpp"

namespace svc::ledger {

Answer<200, std::vector<api::ChartOfAccounts>> listCharts(Request&,
                                                          const api::ListChartsParameters& parameters) {
    const auto& all = charts().all();
    std::vector<api::ChartOfAccounts> list;
    for (const Chart& chart : rowsOn(parameters.page, all)) {
        list.push_back(
            {.chart = chart.key,
             .name = chart.name,
             .country = chart.country.empty() ? std::nullopt : std::optional<std::string>(chart.country),
             .version = chart.version});
    }
    return Answer<200, std::vector<api::ChartOfAccounts>>(list).total(static_cast<std::int64_t>(all.size()));
}

} // namespace svc::ledger
