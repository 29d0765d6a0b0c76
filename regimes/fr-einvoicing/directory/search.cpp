#include <svc/error.hpp>

#include "bindings.hpp"
#include "platform/flow_service.hpp"

namespace svc::fr_einvoicing {
namespace {

std::optional<std::string> told(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

api::SearchFrenchDirectoryAnswerItem shownLine(const DirectoryLine& line) {
    return {.address = told(line.address),
            .siren = told(line.siren),
            .siret = told(line.siret),
            .name = told(line.name),
            .platform = told(line.platform),
            .status = told(line.status)};
}

} // namespace

Answer<200, std::vector<api::SearchFrenchDirectoryAnswerItem>>
searchFrenchDirectory(Request& request, const api::SearchFrenchDirectoryParameters& parameters) {
    const auto settings = request.transaction([&] { return enabledSettings(request); });
    if (!settings) {
        throw ApiError(400, "regime-not-enabled");
    }
    if (settings->directoryUrl.empty()) {
        throw ApiError(400, "regime-settings-missing", {"directoryUrl"});
    }
    std::optional<std::vector<DirectoryLine>> lines;
    try {
        lines = FlowService(request, *settings).lines(parameters.siren);
    } catch (const NoToken&) {
        lines.reset();
    }
    if (!lines) {
        throw ApiError(400, "platform-unreachable");
    }
    std::vector<api::SearchFrenchDirectoryAnswerItem> shown;
    for (const DirectoryLine& line : *lines) {
        shown.push_back(shownLine(line));
    }
    return shown;
}

} // namespace svc::fr_einvoicing
