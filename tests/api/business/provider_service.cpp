#include "api/business/provider_service.hpp"

#include <chrono>
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
        options.plugins.insert(options.plugins.end(),
                               {"ecb", "provider", "stripe", "toggl", "fr-journal", "at-rksv"});
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

Instant advanceClock(std::int64_t seconds) {
    const Answer answer = serviceWithProvider().anonymous().post(
        "/testing/clock", Json::object({{"advance", "PT" + std::to_string(seconds) + 'S'}}));
    return Instant::parse(answer.json.textOr("now")).value();
}

std::string certificateDays(std::int64_t days) {
    const std::int64_t machine =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    const std::int64_t behind = machine + 60 - advanceClock(0).seconds();
    const std::int64_t ahead = advanceClock(behind > 0 ? behind : 0).seconds() - machine;
    constexpr std::int64_t Day = 24 * 3600;
    return std::to_string(ahead / Day + days);
}

} // namespace svc::test
