#include "export_balance.hpp"

#include <svc/error.hpp>
#include <svc/period.hpp>

#include "exports.hpp"
#include "rules/balance.hpp"

namespace svc::ohada {
namespace {

Response csv(std::string file, const std::string& name) {
    return Response::bytes(200, "text/csv; charset=utf-8", std::move(file))
        .header("Content-Disposition", "attachment; filename=\"" + name + '"');
}

} // namespace

Response exportBalanceRoute(Request& request) {
    const auto text = request.query("period");
    if (!text || text->empty()) {
        throw ApiError(400, "period-required");
    }
    const auto period = parsePeriod(*text, request.today());
    if (!period) {
        throw fieldInvalid("period");
    }
    const int columns = request.query("columns").value_or("6") == "8" ? 8 : 6;
    return csv(
        writeBalance(periodBalance(request, chartOf(request), *period), columns, request.company().currency),
        balanceName(*period));
}

} // namespace svc::ohada
