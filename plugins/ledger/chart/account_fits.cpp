#include "bindings.hpp"
#include "chart/rules/charts.hpp"

namespace svc::ledger {

commands::AccountFitsOutput commands::accountFits(Call&, const commands::AccountFitsInput& input) {
    const Chart* chart = charts().find(input.chart);
    // Lines of entries name a chart by its exact key.
    return {.fits = chart != nullptr && chart->key == input.chart && chart->takes(input.account)};
}

} // namespace svc::ledger
