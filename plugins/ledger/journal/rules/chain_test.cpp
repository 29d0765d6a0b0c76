#include "journal/rules/chain.hpp"

#include <gtest/gtest.h>

namespace svc::ledger {
namespace {

TEST(JournalChain, BeginsWithTheCompanyAndTheYear) {
    // printf 'svc journal 1\ncom_1\n2025' | sha256sum
    EXPECT_EQ(JournalChain("com_1", 2025).digest(),
              "1001fd584ba184b3f46ca8db49f4ebc134b185bad00788cd8d238131ab019840");
    EXPECT_NE(JournalChain("com_1", 2026).digest(), JournalChain("com_1", 2025).digest());
    EXPECT_NE(JournalChain("com_2", 2025).digest(), JournalChain("com_1", 2025).digest());
}

TEST(JournalChain, StandsForEveryEntryBeforeInItsOrder) {
    JournalChain chain("com_1", 2025);
    EXPECT_EQ(chain.add("{\"number\":1}"),
              "8c6b4760291c71e1283c52b065085bbc05ecab390809084391d4e2776776038f");
    EXPECT_EQ(chain.add("{\"number\":2}"), chain.digest());
    JournalChain turned("com_1", 2025);
    turned.add("{\"number\":2}");
    turned.add("{\"number\":1}");
    EXPECT_NE(turned.digest(), chain.digest());
    JournalChain changed("com_1", 2025);
    changed.add("{\"number\":7}");
    changed.add("{\"number\":2}");
    EXPECT_NE(changed.digest(), chain.digest());
}

} // namespace
} // namespace svc::ledger
