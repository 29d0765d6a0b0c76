#include "bindings.hpp"
#include "chart/rules/charts.hpp"

namespace svc::ledger {

Json commands::chart(Call& call, const commands::ChartInput& input) {
    const Chart* chart = charts().find(input.chart.value_or(call.company().chart));
    return chart == nullptr ? Json(nullptr) : chart->toJson();
}

} // namespace svc::ledger
