#include "zip/zip.hpp"

#include <cstdlib>
#include <ctime>
#include <map>
#include <stdexcept>

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

namespace svc {
namespace {

std::map<std::string, std::string> unzipped(const std::string& bytes) {
    std::map<std::string, std::string> files;
    archive* zip = archive_read_new();
    archive_read_support_format_zip(zip);
    EXPECT_EQ(archive_read_open_memory(zip, bytes.data(), bytes.size()), ARCHIVE_OK);
    for (archive_entry* entry = nullptr; archive_read_next_header(zip, &entry) == ARCHIVE_OK;) {
        std::string& content = files[archive_entry_pathname(entry)];
        char piece[4096];
        for (la_ssize_t size = 0; (size = archive_read_data(zip, piece, sizeof piece)) != 0;) {
            if (size < 0) {
                ADD_FAILURE() << archive_error_string(zip);
                break;
            }
            content.append(piece, static_cast<std::size_t>(size));
        }
    }
    archive_read_free(zip);
    return files;
}

std::string zippedTwice() {
    std::string out;
    ZipWriter zip([&](std::string_view bytes) { out += bytes; });
    zip.write("a.csv", "one\r\n");
    zip.write("a.csv", "two\r\n");
    zip.write("b.json", std::string(100000, 'x'));
    zip.close();
    return out;
}

TEST(Zip, GivesBackItsFilesAndKnowsTheirDigests) {
    std::string out;
    ZipWriter zip([&](std::string_view bytes) { out += bytes; });
    zip.write("a.txt", "ab");
    zip.write("a.txt", "c");
    zip.write("empty.txt", "");
    const auto& files = zip.files();
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[0].name, "a.txt");
    EXPECT_EQ(files[0].size, 3);
    EXPECT_EQ(files[0].sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(files[1].size, 0);
    EXPECT_EQ(files[1].sha256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_THROW(zip.write("a.txt", "d"), std::logic_error) << "that file has ended";
    zip.close();
    EXPECT_EQ(unzipped(out), (std::map<std::string, std::string>{{"a.txt", "abc"}, {"empty.txt", ""}}));
}

TEST(Zip, HasTheSameBytesInEveryTimeZoneAndAtEveryTime) {
    const char* before = std::getenv("TZ");
    const std::string kept = before == nullptr ? "" : before;
    setenv("TZ", "Pacific/Auckland", 1);
    tzset();
    const std::string first = zippedTwice();
    setenv("TZ", "America/Los_Angeles", 1);
    tzset();
    EXPECT_EQ(zippedTwice(), first);
    before == nullptr ? unsetenv("TZ") : setenv("TZ", kept.c_str(), 1);
    tzset();
    EXPECT_LT(first.size(), 2000U) << "it is compressed";
}

TEST(Zip, SendsItsBytesOnWhileItIsWritten) {
    std::size_t sent = 0;
    ZipWriter zip([&](std::string_view bytes) { sent += bytes.size(); });
    std::uint32_t state = 1;
    std::size_t written = 0;
    for (int piece = 0; piece < 100; ++piece) {
        std::string noise(64 * 1024, '\0');
        for (char& c : noise) {
            state = state * 1664525U + 1013904223U;
            c = static_cast<char>(state >> 24U);
        }
        zip.write("noise", noise);
        written += noise.size();
        EXPECT_GT(sent + 1024 * 1024, written);
    }
    zip.close();
}

TEST(Zip, ThrowsOnWhatItsSinkThrows) {
    ZipWriter zip([](std::string_view) { throw std::out_of_range("full"); });
    EXPECT_THROW(
        {
            zip.write("a", "b");
            zip.close();
        },
        std::out_of_range);
}

TEST(Zip, ThatIsGivenUpWritesNothingMore) {
    std::size_t sent = 0;
    std::size_t before = 0;
    {
        ZipWriter zip([&](std::string_view bytes) { sent += bytes.size(); });
        zip.write("a", "b");
        before = sent;
    }
    EXPECT_EQ(sent, before);
}

} // namespace
} // namespace svc
