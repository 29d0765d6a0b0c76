#include "report/list.hpp"

#include "report/store.hpp"

namespace svc::fr_einvoicing {
namespace {

Json shownReport(const StoredReport& report) {
    return Json::object({{"id", report.id},
                         {"kind", report.kind},
                         {"from", report.period.from},
                         {"to", report.period.to},
                         {"due", report.period.due},
                         {"version", report.version},
                         {"correction", report.isCorrection},
                         {"state", toText(report.state)},
                         {"reference", report.flow},
                         {"error", report.error},
                         {"madeAt", report.madeAt.truncatedToMillis()}});
}

} // namespace

Response listEreports(Request& request) {
    Json shown = Json::array();
    for (const StoredReport& report : listReports(request)) {
        shown.push(shownReport(report));
    }
    return Response::json(200, shown);
}

} // namespace svc::fr_einvoicing
