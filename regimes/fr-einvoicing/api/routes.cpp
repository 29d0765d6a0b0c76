#include "api/routes.hpp"

#include <exception>

#include <svc/error.hpp>

#include "platform/flow_service.hpp"
#include "store/report_store.hpp"

namespace svc::fr_einvoicing {
namespace {

Json textOrNull(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json shownLine(const DirectoryLine& line) {
    return Json::object({{"address", textOrNull(line.address)},
                         {"siren", textOrNull(line.siren)},
                         {"siret", textOrNull(line.siret)},
                         {"name", textOrNull(line.name)},
                         {"platform", textOrNull(line.platform)},
                         {"status", textOrNull(line.status)}});
}

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

Response searchDirectory(Request& request) {
    const auto settings = request.transaction([&] { return enabledSettings(request); });
    if (!settings) {
        throw ApiError(400, "regime-not-enabled");
    }
    if (settings->directoryUrl.empty()) {
        throw ApiError(400, "regime-settings-missing", {"directoryUrl"});
    }
    std::optional<std::vector<DirectoryLine>> lines;
    try {
        lines = FlowService(request, *settings).lines(std::string(request.query("siren").value_or("")));
    } catch (const NoToken&) {
        lines.reset();
    }
    if (!lines) {
        throw ApiError(400, "platform-unreachable");
    }
    Json shown = Json::array();
    for (const DirectoryLine& line : *lines) {
        shown.push(shownLine(line));
    }
    return Response::json(200, shown);
}

Response listEreports(Request& request) {
    Json shown = Json::array();
    for (const StoredReport& report : listReports(request)) {
        shown.push(shownReport(report));
    }
    return Response::json(200, shown);
}

Response getEreportFile(Request& request) {
    const auto report = findReport(request, std::string(request.path("reportId")));
    if (!report || !report->xml) {
        throw ApiError(404, "report-not-found");
    }
    return Response::bytes(200, "application/xml", *report->xml)
        .header("Content-Disposition", "attachment; filename=\"" + report->id + ".xml\"");
}

} // namespace svc::fr_einvoicing
