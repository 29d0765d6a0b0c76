#include "journal/rules/closing.hpp"

#include <gtest/gtest.h>

#include "sealing/canonical_json.hpp"

namespace svc::compliance {
namespace {

Date day(std::string_view text) {
    return Date::parse(text).value();
}

ClosingTotals oneDay(std::int64_t first, std::int64_t last, std::int64_t total, std::int64_t perpetual) {
    ClosingTotals totals;
    totals.count = last - first + 1;
    totals.firstSequence = first;
    totals.lastSequence = last;
    totals.grandTotal = total;
    totals.perpetualTotal = perpetual;
    totals.taxes[{"EUR", "S", "20"}] = {total - total / 6, total / 6};
    totals.payments[{"cash", "EUR"}] = total;
    return totals;
}

TEST(Closing, OfAMonthAddsUpItsDays) {
    ClosingTotals month;
    month.add(oneDay(1, 4, 12000, 12000));
    month.add(oneDay(5, 9, 600, 12600));
    EXPECT_EQ(
        sealing::canonicalJson(closingData(month, "month", {day("2026-11-01"), day("2026-11-30")}, "EUR")),
        R"({"count":9,"currency":"EUR","firstSequence":1,"from":"2026-11-01","grandTotal":12600,)"
        R"("lastSequence":9,"payments":[{"amount":12600,"currency":"EUR","method":"cash"}],)"
        R"("period":"month","perpetualTotal":12600,"taxes":[{"currency":"EUR","net":10500,"tax":2100,)"
        R"("taxCategory":"S","taxRate":"20"}],"to":"2026-11-30"})");
}

TEST(Closing, IsReadAsItWasWrittenHoweverLargeItsTotals) {
    const std::int64_t most = (1LL << 53) + 1;
    const Json written =
        closingData(oneDay(1, 2, 600, most), "day", {day("2026-11-20"), day("2026-11-20")}, "EUR");
    EXPECT_EQ(written["perpetualTotal"].text(), "9007199254740993");
    const ClosingTotals read = totalsOf(Json::parse(sealing::canonicalJson(written)));
    EXPECT_EQ(read.perpetualTotal, most);
    EXPECT_EQ(read.grandTotal, 600);
    EXPECT_EQ(read.payments, oneDay(1, 2, 600, most).payments);
    EXPECT_EQ(read.taxes.begin()->second.tax, 100);
}

TEST(Closing, IsNamedByItsFirstDay) {
    EXPECT_EQ(closingName("day", day("2026-11-20")), "day-2026-11-20");
    EXPECT_EQ(closingName("month", day("2026-11-01")), "month-2026-11");
    EXPECT_EQ(closingName("year", day("2026-07-01")), "year-2026-07-01");
}

} // namespace
} // namespace svc::compliance
