#include "directory/search.hpp"

#include <svc/error.hpp>

#include "platform/flow_service.hpp"

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

} // namespace svc::fr_einvoicing
