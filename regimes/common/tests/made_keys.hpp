// Keys made by the program openssl, and a folder for programs that verify signatures.
#pragma once

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <svc/date.hpp>

#include "keys/held_key.hpp"
#include "keys/key_file.hpp"
#include "keys/signing.hpp"

namespace svc::keys {

/// The kinds of keys that sign documents, as arguments of openssl req.
constexpr std::array<const char*, 3> KindsOfKeys = {"rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-256",
                                                    "ec -pkeyopt ec_paramgen_curve:P-384"};

class MadeKeys : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "signatures.XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    int run(const std::string& command) const {
        return std::system(("cd '" + folder_.string() + "' && " + command + " >out 2>&1").c_str());
    }
    std::string file(const std::string& name) const {
        std::ifstream in(folder_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(folder_ / name, std::ios::binary) << content;
    }
    /// `kind`: arguments of openssl req.
    HeldKey makeKey(const std::string& kind) {
        EXPECT_EQ(run("openssl req -x509 -newkey " + kind +
                      " -nodes -keyout key.pem -out crt.pem -days 30 -subj '/C=IT/O=Prova, S.r.l./CN=Firma'"
                      " -set_serial 0x0123456789abcdef01"),
                  0)
            << file("out");
        const auto opened = openKeyFile(file("key.pem") + file("crt.pem"), "");
        EXPECT_TRUE(opened);
        return {.chainPem = opened->chainPem,
                .sign = [pem = opened->privatePem](std::string_view algorithm, std::string_view data) {
                    return PrivateKey::read(pem).value().sign(algorithmOf(algorithm).value(), data);
                }};
    }

    const Instant at_ = Instant::parse("2026-11-20T09:12:01.004Z").value();
    std::filesystem::path folder_;
};

inline std::string replaced(std::string text, const std::string& part, const std::string& by) {
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return text.replace(at, part.size(), by);
}

} // namespace svc::keys
