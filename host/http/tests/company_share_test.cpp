#include "host/http/pipeline/company_exports.hpp"
#include "host/http/pipeline/known_callers.hpp"

#include <gtest/gtest.h>

namespace svc::host::http {
namespace {

Uuid company(std::uint8_t number) {
    std::array<std::uint8_t, 16> bytes{};
    bytes[15] = number;
    return Uuid::fromBytes(bytes.data());
}

TEST(CompanyExports, AreAFewAtATimeForEachCompany) {
    CompanyExports exports(2);
    auto first = exports.enter(company(1));
    const auto second = exports.enter(company(1));
    EXPECT_TRUE(first && second);
    EXPECT_FALSE(exports.enter(company(1)));
    EXPECT_TRUE(exports.enter(company(2))) << "another company has places of its own";
    first.reset();
    EXPECT_TRUE(exports.enter(company(1)));
}

TEST(CompanyExports, PlaceOfAnAnswerOutlivesTheService) {
    std::shared_ptr<void> place;
    {
        CompanyExports exports(1);
        place = exports.enter(company(1));
    }
    place.reset();
    EXPECT_FALSE(place);
}

TEST(KnownCallers, AreKnownForTheCompanyWhereTheyWereGood) {
    KnownCallers callers;
    const auto mark = KnownCallers::markOf("Bearer sk_one", "com_a");
    EXPECT_FALSE(callers.knows(mark));
    callers.keep(mark);
    EXPECT_TRUE(callers.knows(mark));
    EXPECT_FALSE(callers.knows(KnownCallers::markOf("Bearer sk_one", "com_b")));
    EXPECT_FALSE(callers.knows(KnownCallers::markOf("Bearer sk_two", "com_a")));
    callers.forget(mark);
    EXPECT_FALSE(callers.knows(mark));
}

} // namespace
} // namespace svc::host::http
