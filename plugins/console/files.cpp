// The files beside the page: those of the application, of plugins, and the manifest.
#include "bindings.hpp"
#include "rules/manifest.hpp"
#include "site.hpp"

namespace svc::console {

Response readConsoleAsset(Request& request, const api::ReadConsoleAssetParameters& parameters) {
    const StaticFile* file = site(request).application.find("assets/" + parameters.file);
    if (file == nullptr) {
        throw ApiError(404, "not-found");
    }
    return keptForAYear(request, *file);
}

Response readConsoleManifest(Request& request) {
    return revalidated(request, site(request).manifest);
}

Response readConsoleExtension(Request& request, const api::ReadConsoleExtensionParameters& parameters) {
    const auto& files = site(request).extensions;
    const auto file = files.find(extensionPath(parameters.plugin, parameters.digest, parameters.file));
    if (file == files.end()) {
        throw ApiError(404, "not-found");
    }
    return keptForAYear(request, file->second);
}

} // namespace svc::console
