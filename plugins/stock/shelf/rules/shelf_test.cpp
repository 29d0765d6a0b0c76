#include "shelf/rules/shelf.hpp"

#include <string>

#include <gtest/gtest.h>

#include <svc/rounding.hpp>

namespace svc::stock {
namespace {

template <class Kind = ItemId>
Kind id(std::uint8_t last) {
    Uuid::Bytes bytes{};
    bytes.back() = last;
    return Kind(Uuid(bytes));
}

const Instant Now = Instant::parse("2026-11-20T10:00:00Z").value();

ShelfItem stocked(std::uint8_t item, int quantity, int reserved = 0) {
    ShelfItem result;
    result.id = id(item);
    result.name = "Item";
    result.valuation = Valuation(Decimal(quantity), Decimal(100), quantity * 100);
    Level level;
    level.locationId = id<LocationId>(200);
    level.quantity = Decimal(quantity);
    level.reserved = Decimal(reserved);
    result.levels.push_back(level);
    return result;
}

GoodsLine line(std::uint8_t item, const char* quantity, bool incoming = false) {
    GoodsLine result;
    result.field = "lines[0]";
    result.itemId = id(item);
    result.locationId = id<LocationId>(200);
    result.quantity = Decimal::parse(quantity).value();
    result.incoming = incoming;
    return result;
}

std::string refusal(const Shelf& shelf, const std::vector<GoodsLine>& lines) {
    try {
        shelf.requireAvailable(lines);
    } catch (const ApiError& error) {
        return std::string(error.code());
    }
    return {};
}

TEST(ShelfTest, TheFirstShortLineIsNamedWithWhatIsAvailable) {
    Shelf shelf;
    shelf.add(stocked(1, 5, 2));
    shelf.add(stocked(2, 0));
    EXPECT_EQ(refusal(shelf, {line(1, "3")}), "");
    EXPECT_EQ(refusal(shelf, {line(1, "3.5"), line(2, "1")}),
              "insufficient-stock:" + id(1).toString() + ":3");
    EXPECT_EQ(refusal(shelf, {line(1, "3"), line(2, "1")}), "insufficient-stock:" + id(2).toString() + ":0");
}

TEST(ShelfTest, LinesOfOneItemCountTogether) {
    Shelf shelf;
    shelf.add(stocked(1, 5));
    EXPECT_EQ(refusal(shelf, {line(1, "3"), line(1, "2")}), "");
    EXPECT_EQ(refusal(shelf, {line(1, "3"), line(1, "3")}), "insufficient-stock:" + id(1).toString() + ":5");
}

TEST(ShelfTest, AnItemThatNeverWasInStockHasNothing) {
    EXPECT_EQ(refusal(Shelf(), {line(9, "1")}), "insufficient-stock:" + id(9).toString() + ":0");
}

TEST(ShelfTest, IncomingLinesNeedNothing) {
    Shelf shelf;
    shelf.add(stocked(1, 0));
    EXPECT_EQ(refusal(shelf, {line(1, "7", true)}), "");
}

TEST(ShelfTest, AMovementKnowsWhatIsLeftAtItsLocationAndItsPlaceInTheRow) {
    Shelf shelf;
    shelf.add(stocked(1, 5));
    const Movement first = shelf.move(line(1, "2"), Now);
    const Movement second = shelf.move(line(1, "1.5", true), Now);
    EXPECT_EQ(first.quantity, Decimal(-2));
    EXPECT_EQ(first.quantityAfter, Decimal(3));
    EXPECT_EQ(first.value, -200);
    EXPECT_EQ(first.sequence, 1);
    EXPECT_EQ(second.quantityAfter.toString(), "4.5");
    EXPECT_EQ(second.value, 150);
    EXPECT_EQ(second.sequence, 2);
}

TEST(ShelfTest, MovementsNeverGoBackInTime) {
    ShelfItem item = stocked(1, 5);
    item.movedAt = Now + 5 * Instant::Second;
    Shelf shelf;
    shelf.add(item);
    EXPECT_EQ(shelf.move(line(1, "1"), Now).at, Now + 5 * Instant::Second);
}

TEST(ShelfTest, ReservedGoodsAreNotAvailableUntilReleased) {
    Shelf shelf;
    shelf.add(stocked(1, 5));
    shelf.reserve(line(1, "4"));
    EXPECT_EQ(refusal(shelf, {line(1, "2")}), "insufficient-stock:" + id(1).toString() + ":1");
    shelf.release(line(1, "9"));
    EXPECT_EQ(refusal(shelf, {line(1, "5")}), "");
}

TEST(ShelfTest, LotsAreCountedApartAndTheLocationTogether) {
    ShelfItem item = stocked(1, 5);
    item.trackLots = true;
    item.levels[0].lot = "A";
    item.levels.push_back(item.levels[0]);
    item.levels[1].lot = "B";
    Shelf shelf;
    shelf.add(item);
    GoodsLine wanted = line(1, "6");
    wanted.lot = "A";
    EXPECT_EQ(refusal(shelf, {wanted}), "insufficient-stock:" + id(1).toString() + ":5");
    wanted.quantity = Decimal(1);
    EXPECT_EQ(shelf.move(wanted, Now).quantityAfter, Decimal(9));
}

TEST(ShelfTest, LowIsTheStepFromTheThresholdToBelowIt) {
    const auto threshold = std::optional(Decimal(5));
    EXPECT_TRUE(becomesLow(Decimal(5), Decimal(4), threshold));
    EXPECT_FALSE(becomesLow(Decimal(6), Decimal(5), threshold));
    EXPECT_FALSE(becomesLow(Decimal(4), Decimal(3), threshold));
    EXPECT_FALSE(becomesLow(Decimal(5), Decimal(4), std::nullopt));
}

TEST(ShelfTest, GoodsWhoseUnitCostsMoreThanAnyPriceAreRefused) {
    Shelf shelf;
    shelf.add(stocked(1, 0));
    GoodsLine dear = line(1, "0.000001", true);
    dear.unitCost = Decimal(MaxMinor);
    EXPECT_EQ(shelf.move(dear, Now).value, 1'000'000'000);
    dear.unitCost = Decimal(MaxMinor) + Decimal(1);
    try {
        shelf.move(dear, Now);
        FAIL() << "moved";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.code(), "field-invalid:lines[0].quantity");
    }
}

} // namespace
} // namespace svc::stock
