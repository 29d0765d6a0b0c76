#include <svc/error.hpp>
#include <svc/period.hpp>

#include "bindings.hpp"
#include "exports.hpp"
#include "rules/balance.hpp"

namespace svc::ohada_accounting {
namespace {

Response csv(std::string file, const std::string& name) {
    return Response::bytes(200, "text/csv; charset=utf-8", std::move(file))
        .header("Content-Disposition", "attachment; filename=\"" + name + '"');
}

} // namespace

Response exportOhadaBalance(Request& request, const api::ExportOhadaBalanceParameters& parameters) {
    if (!parameters.period || parameters.period->empty()) {
        throw ApiError(400, "period-required");
    }
    const auto period = parsePeriod(*parameters.period, request.today());
    if (!period) {
        throw fieldInvalid("period");
    }
    const int columns = parameters.columns == 8 ? 8 : 6;
    return csv(writeBalance(periodBalance(request, chartOf(parameters.chart), *period), columns,
                            request.company().currency),
               balanceName(*period));
}

} // namespace svc::ohada_accounting
