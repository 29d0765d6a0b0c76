#include "api/reports/unzipped.hpp"

#include <array>

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <svc/encoding.hpp>
#include <svc/json.hpp>

namespace svc::test {
namespace {

std::string sha256(const std::string& bytes) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    EXPECT_EQ(EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr), 1);
    return hexEncode({reinterpret_cast<const char*>(digest.data()), size});
}

} // namespace

std::vector<std::pair<std::string, std::string>> unzipped(const std::string& bytes) {
    std::vector<std::pair<std::string, std::string>> files;
    archive* zip = archive_read_new();
    archive_read_support_format_zip(zip);
    EXPECT_EQ(archive_read_open_memory(zip, bytes.data(), bytes.size()), ARCHIVE_OK);
    int result = ARCHIVE_OK;
    for (archive_entry* entry = nullptr; (result = archive_read_next_header(zip, &entry)) == ARCHIVE_OK;) {
        std::string& content = files.emplace_back(archive_entry_pathname(entry), std::string()).second;
        std::array<char, 65536> piece{};
        for (la_ssize_t size = 0; (size = archive_read_data(zip, piece.data(), piece.size())) != 0;) {
            if (size < 0) {
                ADD_FAILURE() << archive_error_string(zip);
                break;
            }
            content.append(piece.data(), static_cast<std::size_t>(size));
        }
    }
    EXPECT_EQ(result, ARCHIVE_EOF) << archive_error_string(zip);
    archive_read_free(zip);
    return files;
}

std::map<std::string, std::string> checkedArchive(const std::string& bytes) {
    const auto files = unzipped(bytes);
    if (files.empty() || files.back().first != "manifest.json") {
        ADD_FAILURE() << "the archive does not end with its manifest";
        return {};
    }
    const Json manifest = Json::parse(files.back().second);
    const auto& told = manifest["files"].items();
    EXPECT_EQ(told.size() + 1, files.size());
    std::map<std::string, std::string> others;
    for (std::size_t i = 0; i < told.size() && i + 1 < files.size(); ++i) {
        const auto& [name, content] = files[i];
        EXPECT_EQ(told[i]["name"].text(), name);
        EXPECT_EQ(told[i]["size"].integer(), static_cast<std::int64_t>(content.size())) << name;
        EXPECT_EQ(told[i]["sha256"].text(), sha256(content)) << name;
        others.emplace(name, content);
    }
    return others;
}

} // namespace svc::test
