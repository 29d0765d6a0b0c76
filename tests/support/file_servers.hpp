/// @file Servers that keep files, as connectors of archives find them at their providers: real ones of
/// Debian.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "support/background_program.hpp"

namespace svc::test {

/// What a test does at a provider of archives with its own hands. `reference`: what the connector calls the
/// file.
class FileServer {
public:
    virtual ~FileServer() = default;
    /// http://127.0.0.1:<port>
    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
    /// The password of the account from now on.
    virtual void setPassword(const std::string& password) const = 0;
    virtual std::optional<std::string> content(const std::string& reference) const = 0;
    virtual void replace(const std::string& reference, const std::string& content) const = 0;
    virtual void remove(const std::string& reference) const = 0;

protected:
    explicit FileServer(const std::string& name);

    /// Removed when the program in it has ended.
    struct Folder {
        std::filesystem::path path;
        ~Folder();
    };
    Folder folder_;
    std::uint16_t port_ = 0;
    std::unique_ptr<BackgroundProgram> program_;
};

/// WebDAV by sabre/dav, with which Nextcloud answers too, at Nextcloud's address of the files of `books`.
class WebDavServer : public FileServer {
public:
    /// What of Debian is missing here; empty when nothing is.
    static std::string missing();

    explicit WebDavServer(const std::string& password);
    void setPassword(const std::string& password) const override;
    std::optional<std::string> content(const std::string& reference) const override;
    void replace(const std::string& reference, const std::string& content) const override;
    void remove(const std::string& reference) const override;

private:
    std::filesystem::path fileOf(const std::string& reference) const;
};

/// S3 by Swift of OpenStack, which verifies signatures: the region `eu`, the bucket `books`, the access key
/// `company:books`.
class S3Server : public FileServer {
public:
    /// What of Debian is missing here, or of the file system; empty when nothing is.
    static std::string missing();

    explicit S3Server(const std::string& secretKey);
    void setPassword(const std::string& password) const override;
    std::optional<std::string> content(const std::string& reference) const override;
    void replace(const std::string& reference, const std::string& content) const override;
    void remove(const std::string& reference) const override;
};

} // namespace svc::test
