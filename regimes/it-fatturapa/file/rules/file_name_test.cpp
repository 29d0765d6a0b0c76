#include "file/rules/file_name.hpp"

#include <gtest/gtest.h>

namespace svc::it_fatturapa {
namespace {

TEST(FileNames, CountInBase36) {
    EXPECT_EQ(progressOf("", 1), "00001");
    EXPECT_EQ(progressOf("", 35), "0000Z");
    EXPECT_EQ(progressOf("", 36), "00010");
    EXPECT_EQ(progressOf("", 60'466'175), "ZZZZZ");
    EXPECT_EQ(progressOf("", 60'466'176), std::nullopt);
    EXPECT_EQ(progressOf("B7", 46'655), "B7ZZZ");
    EXPECT_EQ(progressOf("B7", 46'656), std::nullopt);
    EXPECT_EQ(progressOf("", 0), std::nullopt);
    const auto transmitter = transmitterOf("IT01234567890");
    ASSERT_TRUE(transmitter);
    EXPECT_EQ(fileNameOf(*transmitter, "00010"), "IT01234567890_00010.xml");
    for (const char* wrong : {"", "IT", "ITA", "it01234567890", "IT0123456789_", "01234567890"}) {
        EXPECT_FALSE(transmitterOf(wrong)) << wrong;
    }
    EXPECT_EQ(stemOf("IT01234567890_11111.xml.p7m"), "IT01234567890_11111");
    EXPECT_EQ(fileNameOf({"IT", "01234567890"}, "11111", SignatureForm::Cades),
              "IT01234567890_11111.xml.p7m");
    EXPECT_EQ(fileNameOf({"IT", "01234567890"}, "11111", SignatureForm::Xades), "IT01234567890_11111.xml");
}

} // namespace
} // namespace svc::it_fatturapa
