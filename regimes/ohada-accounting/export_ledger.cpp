#include <memory>

#include "accounting/export_period.hpp"
#include "bindings.hpp"
#include "exports.hpp"
#include "general_ledger.hpp"

namespace svc::ohada_accounting {

Response exportOhadaLedger(Request& request, const api::ExportOhadaLedgerParameters& parameters) {
    const DateRange range = request.dateRange();
    Period period{};
    period.to = range.to.value_or(request.today());
    period.from = range.from.value_or(yearStart(request, period.to));
    accounting::checkExportPeriod(period);
    const auto ledger = std::make_shared<GeneralLedger>(request, chartOf(parameters.chart), period);
    return Response::streamed(200, "text/csv; charset=utf-8",
                              [ledger](BodyWriter& body) {
                                  ledger->write([&](std::string_view text) { body.write(text); });
                              })
        .header("Content-Disposition", "attachment; filename=\"" + ledgerName(period) + '"');
}

} // namespace svc::ohada_accounting
