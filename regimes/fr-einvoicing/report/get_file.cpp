#include <svc/error.hpp>

#include "bindings.hpp"
#include "report/store.hpp"

namespace svc::fr_einvoicing {

Response getFrenchReportFile(Request& request, const api::GetFrenchReportFileParameters& parameters) {
    const auto report = findReport(request, parameters.reportId);
    if (!report || !report->xml) {
        throw ApiError(404, "report-not-found");
    }
    return Response::bytes(200, "application/xml", *report->xml)
        .header("Content-Disposition", "attachment; filename=\"" + report->id + ".xml\"");
}

} // namespace svc::fr_einvoicing
