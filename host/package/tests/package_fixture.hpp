#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include "host/config/yaml_document.hpp"
#include "host/package/packing.hpp"
#include "host/package/refusal.hpp"
#include "host/package/signature.hpp"
#include "host/package/trust.hpp"

namespace svc::host::package {

namespace fs = std::filesystem;

/// The code of the refusal of `act`; empty when it is not refused.
inline std::string refusalOf(const std::function<void()>& act) {
    try {
        act();
        return "";
    } catch (const PackageRefused& error) {
        return error.code();
    }
}

/// A publisher `acme` with a key, the plugin acme-pay and an administrator who trusts it.
class Packages : public testing::Test {
protected:
    Packages() {
        std::string name = (fs::temp_directory_path() / "svc-packages-XXXXXX").string();
        root_ = ::mkdtemp(name.data());
        makeKey("acme");
        trustAcme();
    }
    ~Packages() override {
        std::error_code ignored;
        fs::remove_all(root_, ignored);
    }

    static void write(const fs::path& file, const std::string& text) {
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
    }

    /// keys/<name>.pem and trust.d/<name>.pub.
    void makeKey(const std::string& name) const {
        const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
            EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"), &EVP_PKEY_free);
        fs::create_directories(root_ / "keys");
        fs::create_directories(trustFolder());
        using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
        const File secret(std::fopen(keyFile(name).c_str(), "we"), &std::fclose);
        PEM_write_PrivateKey(secret.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
        const File open(std::fopen((trustFolder() / (name + ".pub")).c_str(), "we"), &std::fclose);
        PEM_write_PUBKEY(open.get(), key.get());
    }
    fs::path keyFile(const std::string& name) const { return root_ / "keys" / (name + ".pem"); }
    fs::path trustFolder() const { return root_ / "trust.d"; }
    std::string keyId(const std::string& name) const { return Key::readPrivate(keyFile(name)).id(); }

    /// The trust file of acme with more lines in place of its usual ones.
    void trustAcme(const std::string& more = "ids: [\"acme-*\"]\nkinds: [connector]\n") const {
        write(trustFolder() / "acme.yaml", "publisher: acme\nkeys:\n  - { id: \"" + keyId("acme") +
                                               "\", file: acme.pub, from: 2026-01-01, until: 2028-12-31 }\n" +
                                               more);
    }
    Trust trust() const { return Trust::read(trustFolder()); }

    /// The folder of the built plugin in this version; `more` is added to its plugin.yaml.
    fs::path build(const std::string& version, const std::string& more = {}) const {
        const fs::path folder = root_ / "built" / version;
        fs::remove_all(folder);
        write(folder / "plugin.yaml", "id: acme-pay\nversion: " + version +
                                          "\nkind: connector\nsdk: \"1.0\"\n"
                                          "name: { en: Pay, fr: Payer, de: Zahlen }\n"
                                          "commands:\n  provides: [ { name: acme-pay.run } ]\n" +
                                          more);
        write(folder / "openapi.yaml", "openapi: 3.1.0\ninfo: { title: Pay, version: \"1\" }\npaths: {}\n");
        write(folder / "LICENSE", "MIT\n");
        write(folder / "sbom.cdx.json", "{}\n");
        write(folder / "migrations/0001_pay.sql",
              "-- svc: phase=expand\nCREATE TABLE acme_pay.page (id uuid);\n");
        fs::copy_file(fs::path(SVC_SAMPLES) / (version + ".so"), folder / "libacme-pay.so");
        return folder;
    }
    /// Packs it and returns the file.
    fs::path packed(const std::string& version, const std::string& more = {}) const {
        const fs::path target = root_ / "packed";
        fs::create_directories(target);
        fs::remove(target / ("acme-pay-" + version + ".svcplugin"));
        return pack({build(version, more), target, "acme", Created}, Key::readPrivate(keyFile("acme"))).file;
    }

    static constexpr std::int64_t Created = 1'790'000'000; ///< 2026-09-21
    fs::path root_;
};

} // namespace svc::host::package
