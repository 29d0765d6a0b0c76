#include "domain/base_amounts.hpp"

#include <gtest/gtest.h>

namespace svc::sales {
namespace {

TEST(ReleasedBase, partsOfAnyCutAddUpToTheConvertedTotal) {
    for (std::int64_t step : {1, 7, 33, 99, 100}) {
        Sale sale;
        sale.total = 1000;
        sale.totalBase = 923;
        while (sale.balance() > 0) {
            const std::int64_t amount = std::min(step, sale.balance());
            const std::int64_t released = releasedBase(sale, amount);
            EXPECT_GE(released, 0);
            sale.paid += amount;
            sale.paidBase += released;
        }
        EXPECT_EQ(sale.paidBase, 923) << step;
    }
}

TEST(ReleasedBase, isTheAmountItselfInTheCurrencyOfTheCompany) {
    Sale sale;
    sale.total = sale.totalBase = 27600;
    EXPECT_EQ(releasedBase(sale, 10000), 10000);
}

} // namespace
} // namespace svc::sales
