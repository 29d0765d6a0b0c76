#include "api/business/all_providers.hpp"

#include <filesystem>

namespace svc::test {
namespace {

ServiceOptions optionsWithAll() {
    ServiceOptions options;
    const std::string world = outsideWorld().url("");
    const std::string client = "clientId: c, clientSecret: s, ";
    for (const auto& folder : std::filesystem::directory_iterator(SVC_CONNECTORS)) {
        if (std::filesystem::exists(folder.path() / "plugin.yaml")) {
            const std::string id = folder.path().filename();
            options.plugins.push_back(id);
            options.settings[id] = "{ baseUrl: \"" + world + "\" }";
        }
    }
    for (const char* hosted : {"nextcloud", "s3", "woocommerce"}) {
        options.settings[hosted] = "{ privateUrl: \"" + world + "\" }";
    }
    options.settings["google-drive"] =
        "{ " + client + "baseUrl: \"" + world + "\", tokenBaseUrl: \"" + world + "\" }";
    options.settings["docusign"] =
        "{ " + client + "baseUrl: \"" + world + "\", accountUrl: \"" + world + "\" }";
    options.settings["dropbox-sign"] =
        "{ " + client + "baseUrl: \"" + world + "\", accountUrl: \"" + world + "\" }";
    options.settings["qonto"] = "{ " + client + "baseUrl: \"" + world + "\", accessUrl: \"" + world + "\" }";
    options.settings["shopify"] = "{ " + client + "baseUrl: \"" + world + "\" }";
    options.settings["smtp"] = "{}";
    options.extra = "webhooks: { caFile: \"" + outsideWorld().certificate().string() + "\" }\n";
    return options;
}

} // namespace

RunningService& serviceWithAll() {
    static RunningService running(optionsWithAll());
    return running;
}

} // namespace svc::test
