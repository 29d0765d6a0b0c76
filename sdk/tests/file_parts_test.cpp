#include <svc/file_parts.hpp>

#include <map>

#include <gtest/gtest.h>

namespace svc {
namespace {

std::map<std::int64_t, std::string> partsOf(const std::string& bytes) {
    std::map<std::int64_t, std::string> parts;
    eachFilePart(bytes, [&](std::int64_t number, const std::string& content) { parts[number] = content; });
    return parts;
}

TEST(FileParts, AreReadAsTheyWereWritten) {
    for (const std::size_t size : {0UL, 1UL, FilePartBytes, FilePartBytes + 1, 2 * FilePartBytes}) {
        const std::string bytes(size, 'x');
        const auto parts = partsOf(bytes);
        EXPECT_EQ(parts.size(), (size + FilePartBytes - 1) / FilePartBytes);
        std::string read;
        readFileParts(
            [&](std::int64_t number) {
                const auto part = parts.find(number);
                return part == parts.end() ? std::nullopt : std::optional(part->second);
            },
            [&](std::string_view part) { read += part; });
        EXPECT_EQ(read, bytes);
    }
}

TEST(FileParts, FillWhatTheHostTakesOfOne) {
    const auto parts = partsOf(std::string(FilePartBytes + 1, 'x'));
    EXPECT_EQ(parts.at(0).size(), 349'524U);
    EXPECT_EQ(parts.at(1).size(), 4U);
}

} // namespace
} // namespace svc
