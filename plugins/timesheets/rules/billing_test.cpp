#include <gtest/gtest.h>

#include "rules/billing.hpp"

namespace svc::timesheets {
namespace {

Entry entry(const char* date, std::int64_t minutes, const char* project, int rate = 8000) {
    Entry made;
    made.id = TimeEntryId(Uuid::fromBytes(reinterpret_cast<const std::uint8_t*>("0123456789abcdef")));
    made.date = Date::parse(date).value();
    made.minutes = minutes;
    made.project = project;
    made.person = "Léa";
    made.description = "Workshop";
    made.hourlyRate = MinorPrice(Decimal(rate));
    return made;
}

const std::vector<Entry> Week{entry("2026-11-19", 90, "Bar"), entry("2026-11-18", 30, "Bar"),
                              entry("2026-11-19", 50, "Roof"), entry("2026-11-19", 60, "Roof", 9000)};

std::vector<std::string> linesOf(GroupBy groupBy) {
    std::vector<std::string> lines;
    for (const BillLine& line : billLines(Week, groupBy, Currency::of("EUR"), "fr")) {
        lines.push_back(line.label + " | " + line.quantity.toString() + " × " + line.unitPrice.toString());
    }
    return lines;
}

using Lines = std::vector<std::string>;

TEST(BillLines, areGroupedAndNeverMixRates) {
    EXPECT_EQ(linesOf(GroupBy::None), (Lines{"Heures | 2.833333 × 80", "Heures | 1 × 90"}));
    EXPECT_EQ(linesOf(GroupBy::Project), (Lines{"Bar | 2 × 80", "Roof | 0.833333 × 80", "Roof | 1 × 90"}));
    EXPECT_EQ(linesOf(GroupBy::Day),
              (Lines{"2026-11-18 · Heures | 0.5 × 80", "2026-11-19 · Heures | 2.333333 × 80",
                     "2026-11-19 · Heures | 1 × 90"}));
    EXPECT_EQ(linesOf(GroupBy::Entry).size(), 4U);
    EXPECT_EQ(linesOf(GroupBy::Entry)[0], "2026-11-18 · Léa · Bar · Workshop | 0.5 × 80");
}

TEST(BillLines, areWorthWhatTheirMinutesAre) {
    const auto hours = [](std::int64_t minutes, int rate) {
        return billLines({entry("2026-11-19", minutes, "Bar", rate)}, GroupBy::Entry, Currency::of("EUR"),
                         "en")
            .at(0)
            .quantity.toString();
    };
    EXPECT_EQ(hours(50, 3333), "0.833334") << "27.775 is 27.78, and so is 0.833334 × 33.33";
    EXPECT_EQ(hours(50, 8000), "0.833333");
    EXPECT_EQ(hours(90, 3333), "1.5");
}

TEST(BillLines, areInMinutesWhereNoHoursAreWorthThem) {
    struct Case {
        std::int64_t minutes;
        int rate;
        const char* quantity;
        const char* unit;
        const char* unitPrice;
    };
    for (const Case& one :
         {Case{50, 9'000'000, "50", "MIN", "150000"}, Case{1, 5'000'000, "1", "MIN", "83333.333333"},
          Case{7, 5'000'000, "7", "MIN", "83333.333333"}, Case{30, 9'000'000, "0.5", "HUR", "9000000"}}) {
        const BillLine line = billLines({entry("2026-11-19", one.minutes, "Bar", one.rate)}, GroupBy::Entry,
                                        Currency::of("VND"), "en")
                                  .at(0);
        EXPECT_EQ(line.quantity.toString(), one.quantity);
        EXPECT_EQ(line.unit, one.unit);
        EXPECT_EQ(line.unitPrice.toString(), one.unitPrice);
        EXPECT_EQ((line.quantity * line.unitPrice).rounded(0).toInteger(),
                  worthOf(one.minutes, MinorPrice(Decimal(one.rate)))->minor());
    }
}

TEST(BillLines, leaveOutWhatTookNoTime) {
    EXPECT_TRUE(
        billLines({entry("2026-11-19", 0, "Bar")}, GroupBy::Entry, Currency::of("EUR"), "en").empty());
}

TEST(Worth, isRoundedHalfAwayFromZero) {
    EXPECT_EQ(worthOf(90, MinorPrice(Decimal(8000))), MinorAmount(12000));
    EXPECT_EQ(worthOf(1, MinorPrice(Decimal(30))), MinorAmount(1));
    EXPECT_EQ(worthOf(1, MinorPrice(Decimal(29))), MinorAmount(0));
    EXPECT_EQ(worthOf(1000000, MinorPrice(Decimal(1'000'000'000'000'000))), std::nullopt);
}

TEST(Minutes, areRoundedAndNeverNegative) {
    const auto at = [](const char* text) { return Instant::parse(text).value(); };
    EXPECT_EQ(minutesBetween(at("2026-11-19T10:00:00Z"), at("2026-11-19T11:30:29Z")), 90);
    EXPECT_EQ(minutesBetween(at("2026-11-19T10:00:00Z"), at("2026-11-19T10:00:30Z")), 1);
    EXPECT_EQ(minutesBetween(at("2026-11-19T10:00:00Z"), at("2026-11-19T09:59:59Z")), std::nullopt);
}

} // namespace
} // namespace svc::timesheets
