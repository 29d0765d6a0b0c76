#include "api/business/provider_service.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include <svc/encoding.hpp>

#include "support/checks.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

/// A new folder, removed at the end.
struct Folder {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("svc-provider-" + unique(std::to_string(::getpid())));

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
        options.plugins.insert(
            options.plugins.end(),
            {"at-rksv",      "bj-emcf",      "cd-edef",       "ci-fne",     "de-xrechnung",   "ecb",
             "es-verifactu", "fedapay",      "fr-einvoicing", "fr-journal", "gocardless-bad", "google-drive",
             "it-fatturapa", "mtn-momo",     "paypal",        "peppol",     "pl-ksef",        "plaid",
             "provider",     "pt-certified", "qonto",         "s3",         "shopify",        "storecove",
             "stripe",       "toggl",        "woocommerce",   "yousign"});
        options.pluginFolders = {SVC_TEST_PLUGINS};
        for (const char* plugin : {"ecb", "stripe", "toggl", "provider", "es-verifactu", "bj-emcf", "cd-edef",
                                   "ci-fne", "yousign", "fedapay", "mtn-momo", "paypal", "plaid", "qonto",
                                   "storecove", "pl-ksef", "gocardless-bad", "it-fatturapa"}) {
            options.settings[plugin] = "{ baseUrl: \"" + outsideWorld().url("") + "\" }";
        }
        options.settings["google-drive"] = "{ clientId: c, clientSecret: s, baseUrl: \"" +
                                           outsideWorld().url("") + "\", tokenBaseUrl: \"" +
                                           outsideWorld().url("") + "\" }";
        options.settings["shopify"] =
            "{ clientId: c, clientSecret: shpss, baseUrl: \"" + outsideWorld().url("") + "\" }";
        options.settings["woocommerce"] = "{ privateUrl: \"" + outsideWorld().url("") + "\" }";
        options.settings["fr-einvoicing"] =
            "{ baseUrl: \"" + outsideWorld().url("/flow") + "\", tokenUrl: \"" +
            outsideWorld().url("/token") + "\", directoryUrl: \"" + outsideWorld().url("/directory") + "\" }";
        options.settings["s3"] = "{ privateUrl: \"" + outsideWorld().url("") + "\" }";
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

NewKey makeKey(const std::string& subject, std::int64_t days) {
    const Folder folder;
    const std::string key = (folder.path / "key.pem").string();
    const std::string certificate = (folder.path / "certificate.pem").string();
    const std::string archive = (folder.path / "key.p12").string();
    runProgram({"/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                "-nodes", "-keyout", key, "-out", certificate, "-days", certificateDays(days), "-subj",
                subject});
    runProgram({"/usr/bin/openssl", "pkcs12", "-export", "-inkey", key, "-in", certificate, "-passout",
                "pass:open", "-out", archive});
    const auto bytesOf = [](const std::string& path) {
        std::ifstream in(path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    return {bytesOf(key) + bytesOf(certificate), base64Encode(bytesOf(archive))};
}

} // namespace svc::test
