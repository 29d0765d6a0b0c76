#include <gtest/gtest.h>

#include "rules/sale_groups.hpp"

namespace svc::fr_einvoicing {
namespace {

Decimal rate(const char* text) {
    return Decimal::parse(text).value();
}
const std::vector<TaxAmounts> Taxes = {{"S", rate("20"), 10001, 2000}, {"S", rate("5.5"), 1000, 55}};
const std::vector<LineAmount> Lines = {
    {false, "S", rate("20.0"), 5000}, {true, "S", rate("20"), 5000}, {false, "S", rate("5.5"), 1000}};

std::string shown(const std::vector<SaleGroup>& groups) {
    std::string text;
    for (const SaleGroup& group : groups) {
        text += std::string(transactionCategoryOf(group)) + ' ' + group.rate.toString() + ' ' +
                std::to_string(group.net) + '+' + std::to_string(group.tax) + ';';
    }
    return text;
}

std::string shown(const std::vector<RateAmount>& shares) {
    std::string text;
    for (const RateAmount& share : shares) {
        text += share.rate.toString() + ' ' + std::to_string(share.amount) + ';';
    }
    return text;
}

TEST(SaleGroups, SplitTheTaxesIntoGoodsAndServicesToTheCent) {
    EXPECT_EQ(shown(groupsOf(Taxes, Lines)), "TLB1 20 5001+1000;TPS1 20 5000+1000;TLB1 5.5 1000+55;");
    EXPECT_EQ(shown(groupsOf(Taxes, {})), "TLB1 20 10001+2000;TLB1 5.5 1000+55;");
}

TEST(SaleGroups, SplitPaymentsByRate) {
    const std::vector<SaleGroup> groups = groupsOf(Taxes, Lines);
    EXPECT_EQ(shown(paidByRate(13056, groups, false)), "20 12001;5.5 1055;") << "all of it";
    EXPECT_EQ(shown(paidByRate(13056, groups, true)), "20 6000;") << "the service";
    EXPECT_EQ(shown(paidByRate(1000, groups, false)), "20 919;5.5 81;");
    EXPECT_EQ(shown(paidByRate(-1000, groups, false)), "20 -919;5.5 -81;");
    EXPECT_EQ(shown(paidByRate(1000, {}, false)), "");
}

TEST(SaleGroups, SplitAlwaysAddsUp) {
    for (const std::vector<std::int64_t>& weights :
         {std::vector<std::int64_t>{1, 1, 1}, {7, -2, 3}, {-5, 2}, {0, 0}, {5, -5}}) {
        for (const std::int64_t amount : {std::int64_t{100}, std::int64_t{-101}, std::int64_t{0}}) {
            std::int64_t sum = 0;
            for (const std::int64_t part : split(amount, weights)) {
                sum += part;
            }
            EXPECT_EQ(sum, amount);
        }
    }
}

TEST(SaleGroups, TellTheCategoryAndTheFramework) {
    const auto of = [](const char* category, bool service) {
        return transactionCategoryOf({.taxCategory = category, .service = service});
    };
    EXPECT_EQ(of("S", false), "TLB1");
    EXPECT_EQ(of("E", true), "TPS1");
    for (const char* category : {"O", "K", "G", "AE"}) {
        EXPECT_EQ(of(category, true), "TNT1") << category;
    }
    const std::vector<SaleGroup> both = groupsOf(Taxes, Lines);
    EXPECT_EQ(processOf(both, false), "M1");
    EXPECT_EQ(processOf({both[0]}, true), "B2");
    EXPECT_EQ(processOf({both[1]}, false), "S1");
}

} // namespace
} // namespace svc::fr_einvoicing
