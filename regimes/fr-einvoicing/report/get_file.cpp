#include "report/get_file.hpp"

#include <svc/error.hpp>

#include "report/store.hpp"

namespace svc::fr_einvoicing {

Response getEreportFile(Request& request) {
    const auto report = findReport(request, std::string(request.path("reportId")));
    if (!report || !report->xml) {
        throw ApiError(404, "report-not-found");
    }
    return Response::bytes(200, "application/xml", *report->xml)
        .header("Content-Disposition", "attachment; filename=\"" + report->id + ".xml\"");
}

} // namespace svc::fr_einvoicing
