/// @file Real file servers from Debian packages, as archive connectors use them at their providers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "support/background_program.hpp"

namespace svc::test {

/// Direct access of a test to a file server. `reference`: the connector's name of a file.
class FileServer {
public:
    virtual ~FileServer() = default;
    /// http://127.0.0.1:<port>
    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    /// Changes the password of the account.
    virtual void setPassword(const std::string& password) const = 0;
    virtual std::optional<std::string> content(const std::string& reference) const = 0;
    virtual void replace(const std::string& reference, const std::string& content) const = 0;
    virtual void remove(const std::string& reference) const = 0;

protected:
    explicit FileServer(const std::string& name);

    /// Declared before the program, so that it is removed after the program has ended.
    struct Folder {
        std::filesystem::path path;
        ~Folder();
    };
    Folder folder_;
    std::uint16_t port_ = 0;
    std::unique_ptr<BackgroundProgram> program_;
};

/// WebDAV by sabre/dav, which Nextcloud also uses, at Nextcloud's URL for the files of the user `books`.
class WebDavServer : public FileServer {
public:
    /// The missing Debian packages; empty when all are installed.
    static std::string missing();

    explicit WebDavServer(const std::string& password);
    void setPassword(const std::string& password) const override;
    std::optional<std::string> content(const std::string& reference) const override;
    void replace(const std::string& reference, const std::string& content) const override;
    void remove(const std::string& reference) const override;

private:
    std::filesystem::path fileOf(const std::string& reference) const;
};

/// S3 by OpenStack Swift, which verifies signatures: region `eu`, bucket `books`, access key `company:books`.
class S3Server : public FileServer {
public:
    /// The missing Debian packages or file system features; empty when nothing is missing.
    static std::string missing();

    explicit S3Server(const std::string& secretKey);
    void setPassword(const std::string& password) const override;
    std::optional<std::string> content(const std::string& reference) const override;
    void replace(const std::string& reference, const std::string& content) const override;
    void remove(const std::string& reference) const override;
};

} // namespace svc::test
