#include "host/core/cursor_sealer.hpp"

#include <gtest/gtest.h>

namespace svc::host {
namespace {

const Uuid Company = Uuid::parse("01890a5d-ac96-774b-bcce-b302099a8057").value();
const Uuid OtherCompany = Uuid::parse("01890a5d-ac96-774b-bcce-b302099a8058").value();
const CursorSealer Sealer(std::string(32, 'k'));

TEST(CursorSealer, OpensWhatItSealed) {
    for (const std::string position : {"", "42", "2026-11-20/01890a5d-ac96-774b-bcce-b302099a8057"}) {
        EXPECT_EQ(Sealer.open(Company, "events", Sealer.seal(Company, "events", position)), position);
    }
}

TEST(CursorSealer, RefusesTheCursorOfAnotherCompanyOrCollection) {
    const std::string cursor = Sealer.seal(Company, "events", "42");
    EXPECT_FALSE(Sealer.open(OtherCompany, "events", cursor));
    EXPECT_FALSE(Sealer.open(Company, "deliveries", cursor));
    EXPECT_FALSE(CursorSealer(std::string(32, 'x')).open(Company, "events", cursor));
}

TEST(CursorSealer, RefusesEveryChangedCharacter) {
    const std::string cursor = Sealer.seal(Company, "events", "42");
    for (std::size_t i = 0; i < cursor.size(); ++i) {
        std::string changed = cursor;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(Sealer.open(Company, "events", changed)) << i;
    }
}

TEST(CursorSealer, RefusesRubbish) {
    for (const char* cursor : {"", "x", "====", "evt_1", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}) {
        EXPECT_FALSE(Sealer.open(Company, "events", cursor)) << cursor;
    }
}

} // namespace
} // namespace svc::host
