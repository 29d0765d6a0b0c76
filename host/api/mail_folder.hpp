#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <svc/date.hpp>

namespace svc::host::api {

/// One message to one person.
struct Mail {
    std::string to;
    std::string subject;
    std::string text;
};

/// Messages of an installation without a mail server: each is a file (RFC 5322) in a folder, mode 0600, and a
/// line in the log says where.
class MailFolder {
public:
    MailFolder(std::filesystem::path folder, std::function<void(const std::string&)> log)
        : folder_(std::move(folder)), log_(std::move(log)) {}

    /// Throws std::runtime_error when the file cannot be written.
    void send(const Mail& mail, Instant now) const;

private:
    std::filesystem::path folder_;
    std::function<void(const std::string&)> log_;
};

} // namespace svc::host::api
