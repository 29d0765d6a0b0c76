#pragma once

#include <filesystem>
#include <string>

namespace svc::host::mail {

/// Messages of an installation without a mail server: each is a file (RFC 5322) in a folder, mode 0600.
class MailFolder {
public:
    explicit MailFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Writes the file, replacing one with the same name, and returns its path. Throws std::runtime_error
    /// when it cannot be written; then nothing is left of it.
    std::filesystem::path write(const std::string& text, const std::string& name) const;

private:
    std::filesystem::path folder_;
};

} // namespace svc::host::mail
