#include "api/business/provider_service.hpp"

#include <filesystem>

#include <unistd.h>

namespace svc::test {
namespace {

/// Where the receiver writes its certificate; removed at the end.
struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("svc-provider-" + std::to_string(::getpid()));

    Folder() { std::filesystem::create_directories(path); }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
};

} // namespace

HttpsReceiver& outsideWorld() {
    static const Folder folder;
    static HttpsReceiver receiver(folder.path);
    return receiver;
}

RunningService& serviceWithProvider() {
    static RunningService service([] {
        ServiceOptions options;
        options.plugins.insert(options.plugins.end(), {"ecb", "provider", "stripe", "toggl", "fr-journal"});
        options.pluginFolders = {SVC_TEST_PLUGINS};
        options.settings["ecb"] = "{ baseUrl: \"" + outsideWorld().url("") + "\" }";
        options.settings["stripe"] = "{ baseUrl: \"" + outsideWorld().url("") + "\" }";
        options.settings["toggl"] = "{ baseUrl: \"" + outsideWorld().url("") + "\" }";
        options.settings["provider"] = "{ baseUrl: \"" + outsideWorld().url("") + "\" }";
        options.extra = "webhooks: { caFile: \"" + outsideWorld().certificate().string() + "\" }\n";
        return options;
    }());
    return service;
}

} // namespace svc::test
