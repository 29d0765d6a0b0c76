#include "host/auth/sealed_text.hpp"

#include <gtest/gtest.h>

namespace svc::host::auth {
namespace {

const std::string Key(32, 'k');

TEST(SealedText, IsReadWithItsKeyAndContext) {
    const std::string sealed = sealText(Key, "user 1", "JBSWY3DPEHPK3PXP");
    EXPECT_EQ(sealed.find("JBSW"), std::string::npos);
    EXPECT_EQ(openText(Key, "user 1", sealed), "JBSWY3DPEHPK3PXP");
}

TEST(SealedText, IsNotReadElsewhereOrAfterAChange) {
    std::string sealed = sealText(Key, "user 1", "JBSWY3DPEHPK3PXP");
    EXPECT_FALSE(openText(Key, "user 2", sealed));
    EXPECT_FALSE(openText(std::string(32, 'l'), "user 1", sealed));
    sealed[20] = sealed[20] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(openText(Key, "user 1", sealed));
    EXPECT_FALSE(openText(Key, "user 1", "short"));
}

} // namespace
} // namespace svc::host::auth
