#include "host/app/start_check.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <openssl/err.h>
#include <openssl/x509.h>
#include <unistd.h>

#include "host/app/master_key.hpp"
#include "host/config/countries.hpp"
#include "host/config/environment.hpp"
#include "host/config/plans.hpp"
#include "host/core/clock.hpp"
#include "host/db/embedded.hpp"
#include "host/http/front/front.hpp"
#include "host/http/front/tls_certificate.hpp"
#include "host/mail/smtp_sender.hpp"

namespace svc::host::app {
namespace {

namespace fs = std::filesystem;

/// A certificate that ends within this time is told.
constexpr std::int64_t SoonEnds = 14 * Instant::Day;

std::string reasonOf(int error) {
    return std::generic_category().message(error);
}

/// Why nothing can be written below the folder, which need not exist yet.
std::optional<std::string> whyNotWritable(fs::path folder) {
    std::error_code ignored;
    while (!fs::exists(folder, ignored) && folder.has_relative_path()) {
        folder = folder.parent_path();
    }
    if (!fs::is_directory(folder, ignored)) {
        return folder.string() + ": " + reasonOf(ENOTDIR);
    }
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
        return folder.string() + ": " + reasonOf(errno);
    }
    return std::nullopt;
}

/// Why the file holds no certificates of authorities.
std::optional<std::string> whyNoAuthority(const std::string& file) {
    const std::unique_ptr<X509_STORE, decltype(&X509_STORE_free)> store(X509_STORE_new(), &X509_STORE_free);
    ERR_clear_error();
    if (store != nullptr && X509_STORE_load_file(store.get(), file.c_str()) == 1) {
        return std::nullopt;
    }
    const unsigned long error = ERR_peek_error();
    ERR_clear_error();
    return ERR_SYSTEM_ERROR(error) ? reasonOf(ERR_GET_REASON(error)) : "it holds no certificate";
}

/// The parts of the check, one function each.
class Check {
public:
    Check(StartCheck& check, const config::Environment& environment, Asks who)
        : check_(check), configuration_(check.configuration), environment_(environment), who_(who) {}

    void run() {
        add(config::missingFiles(configuration_));
        checkListener();
        checkTls();
        checkAuthorities("webhooks.caFile", configuration_.webhooks.caFile);
        checkAuthorities("mail.caFile", configuration_.mail.caFile);
        checkMail();
        checkDataFolder();
        checkMasterKey();
        checkInstallation();
        add(check_.plugins.mistakes(configuration_));
    }

private:
    void add(const std::vector<config::Mistake>& mistakes) {
        check_.mistakes.insert(check_.mistakes.end(), mistakes.begin(), mistakes.end());
    }

    config::Mistake at(const std::string& key, std::string found, std::string expected) const {
        return {configuration_.file.string(), configuration_.lineOf(key), key, std::move(found),
                std::move(expected)};
    }

    void mistake(const std::string& key, std::string found, std::string expected) {
        check_.mistakes.push_back(at(key, std::move(found), std::move(expected)));
    }

    bool isSet(const char* variable) const {
        const auto value = environment_(variable);
        return value && !value->empty();
    }

    /// Is a mistake of this key told already, so that its value means nothing?
    bool isTold(const std::string& key) const {
        return std::any_of(check_.mistakes.begin(), check_.mistakes.end(),
                           [&key](const config::Mistake& mistake) { return mistake.key == key; });
    }

    void checkListener() {
        if (isTold("server.address") || isTold("server.port") || isTold("SVC_PORT")) {
            return;
        }
        const config::ServerConfig& server = configuration_.server;
        const int error = http::bindFailure(server.address, server.port);
        const std::string found = server.address + ':' + std::to_string(server.port) + ": " + reasonOf(error);
        if (error == EADDRINUSE && who_ == Asks::Administrator) {
            check_.notes.push_back(atPort(found, "a free port, unless it is this service that uses it"));
        } else if (error == EADDRINUSE) {
            check_.mistakes.push_back(atPort(found, "a free port"));
        } else if (error == EACCES || error == EPERM) {
            check_.mistakes.push_back(
                atPort(found, "a port that the user of the service may use: from 1024"));
        } else if (error != 0) {
            mistake("server.address", found, "an address of this machine");
        }
    }

    config::Mistake atPort(std::string found, std::string expected) const {
        if (isSet("SVC_PORT")) {
            return {"environment", 0, "SVC_PORT", std::move(found), std::move(expected)};
        }
        return at("server.port", std::move(found), std::move(expected));
    }

    void checkTls() {
        if (!configuration_.server.tls) {
            return;
        }
        const config::TlsConfig& tls = *configuration_.server.tls;
        for (const http::TlsFault& fault : http::faultsOfPair(tls.certificate.string(), tls.key.string())) {
            if (!isTold(fault.key)) {
                mistake(fault.key, fault.file + ": " + fault.reason,
                        fault.key == "server.tls.key"
                            ? "the key of the certificate, as PEM without a password"
                            : "a certificate as PEM, then its chain");
            }
        }
        const auto end = http::endOfCertificate(tls.certificate.string());
        if (end && *end < Clock().now() + SoonEnds) {
            check_.notes.push_back(at("server.tls.certificate",
                                      tls.certificate.string() + ", which is valid until " + end->toString(),
                                      "a certificate that is valid for two more weeks"));
        }
    }

    void checkAuthorities(const std::string& key, const std::optional<fs::path>& file) {
        if (!file || isTold(key)) {
            return;
        }
        if (const auto reason = whyNoAuthority(file->string())) {
            mistake(key, file->string() + ": " + *reason, "certificates of authorities as PEM");
        }
    }

    void checkMail() {
        if (configuration_.mail.smtp) {
            try {
                mail::SmtpServer::parse(*configuration_.mail.smtp);
            } catch (const std::runtime_error&) {
                mistake("mail.smtp", "something else", "smtp://host:25 or smtps://user:password@host:465");
            }
        } else if (configuration_.security.signup == config::SignUp::Confirmed && !isTold("mail.smtp")) {
            check_.notes.push_back(at("security.signup",
                                      "confirmed without mail.smtp: nobody gets the mail with the link",
                                      "a mail server in mail.smtp, or true or false"));
        }
    }

    void checkDataFolder() {
        const fs::path& folder = configuration_.dataFolder;
        if (const auto reason = whyNotWritable(folder)) {
            check_.mistakes.push_back({"environment", 0, "SVC_DATA",
                                       folder.string() + ", which cannot be used: " + *reason,
                                       "a data folder that the service may make or write"});
        } else if (configuration_.database.embedded && !isTold("database") && !isTold("database.url")) {
            if (const auto cluster = db::whyNoCluster(folder)) {
                mistake("database", "embedded, but " + *cluster,
                        "a private PostgreSQL that can start, or postgresql://…");
            }
        }
    }

    void checkMasterKey() {
        const fs::path file = masterKeyFile(configuration_);
        const std::string key = "security.masterKeyFile";
        if (isTold(key)) {
            return;
        }
        if (MasterKey::exists(file)) {
            try {
                MasterKey::find(file);
            } catch (const std::runtime_error& error) {
                mistakeOfKey(error.what());
            }
        } else if (configuration_.security.masterKeyFile) {
            if (const auto reason = whyNotWritable(file.parent_path())) {
                mistake(key, file.string() + ", which cannot be made: " + *reason,
                        "the file with the key, or for a new database a folder in which it can be made");
            }
        }
    }

    void mistakeOfKey(const std::string& found) {
        const std::string expected = "64 hexadecimal digits, or <version>:<digits>, …; a file has mode 0600";
        const bool ofVariable = isSet(MasterKey::Variable);
        if (!ofVariable && configuration_.security.masterKeyFile) {
            mistake("security.masterKeyFile", found, expected);
        } else {
            check_.mistakes.push_back(
                {"environment", 0, ofVariable ? MasterKey::Variable : "SVC_DATA", found, expected});
        }
    }

    void checkInstallation() {
        const auto read = [this](const auto& load) {
            try {
                load();
            } catch (const config::ConfigError& error) {
                add(error.mistakes());
            }
        };
        read([this] { config::Countries::load(check_.installation.countries); });
        read([this] { config::Plans::load(check_.installation.plans); });
    }

    StartCheck& check_;
    const config::Config& configuration_;
    const config::Environment& environment_;
    Asks who_;
};

} // namespace

StartCheck checkStart(const std::string& option, Asks who) {
    const config::Environment environment = config::processEnvironment();
    StartCheck check;
    check.configuration =
        config::readConfig(config::configPath(option, environment), environment, check.mistakes);
    check.installation = Installation::find(check.configuration);
    check.plugins = check.installation.discover();
    Check(check, environment, who).run();
    return check;
}

std::string textOf(const std::vector<plugin::Refusal>& refusals, const config::Config& configuration) {
    std::string text;
    for (const plugin::Refusal& refusal : refusals) {
        const config::PluginBlock* block = configuration.plugins.find(refusal.id);
        std::string reason = refusal.reason;
        while (!reason.empty() && reason.back() == '\n') {
            reason.pop_back();
        }
        const bool several = reason.find('\n') != std::string::npos;
        const config::Mistake mistake{
            configuration.file.string(), block == nullptr ? 0 : block->line, "plugins.enabled." + refusal.id,
            several ? "mistakes in its files" : reason, "a plugin whose files are right"};
        text += mistake.text() + (several ? ":\n" + reason : "") + '\n';
    }
    return text;
}

void requireGood(const StartCheck& check) {
    if (check.mistakes.empty()) {
        return;
    }
    throw std::runtime_error(config::ConfigError(check.mistakes).what() +
                             textOf(check.plugins.unusable(check.configuration), check.configuration));
}

} // namespace svc::host::app
