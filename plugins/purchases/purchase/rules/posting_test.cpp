#include <gtest/gtest.h>

#include "purchase/rules/posting.hpp"

namespace svc::purchases {
namespace {

PurchaseLine line(bool service, int rate) {
    PurchaseLine line;
    line.service = service;
    line.taxCategory = rate > 0 ? "S" : "O";
    line.taxRate = Decimal(rate);
    return line;
}

std::string text(const std::vector<PostingLine>& lines) {
    std::string text;
    for (const PostingLine& line : lines) {
        text += std::string(line.role) + ' ' + std::to_string(line.debit) + ' ' +
                std::to_string(line.credit) + " (" + std::to_string(line.foreign) + ");";
    }
    return text;
}

TEST(Posting, GoodsAndServicesAreChargedWithTheirTax) {
    const PurchaseLine goods = line(false, 20);
    const PurchaseLine work = line(true, 20);
    EXPECT_EQ(text(receiptPosting({{&goods, {1000, 200, 1000, 200}}, {&work, {500, 100, 500, 100}}}, true)),
              "purchases_goods 1000 0 (1000);expense_other 500 0 (500);vat_deductible_goods 200 0 (200);"
              "vat_deductible_services 100 0 (100);supplier 0 1800 (-1800);");
}

TEST(Posting, WhoMayNotDeductTaxBearsIt) {
    const PurchaseLine goods = line(false, 20);
    const PurchaseLine others = line(false, 0);
    const std::vector<PostingLine> lines =
        receiptPosting({{&goods, {1000, 200, 1000, 200}}, {&others, {300, 0, 300, 0}}}, false);
    EXPECT_EQ(text(lines), "purchases_goods 1500 0 (1500);supplier 0 1500 (-1500);");
    EXPECT_EQ(lines[0].taxCategory, "") << "no base of a tax";
}

TEST(Posting, ForeignAmountsStandBesideThoseOfTheCompany) {
    const PurchaseLine goods = line(false, 0);
    EXPECT_EQ(text(receiptPosting({{&goods, {1100, 0, 1000, 0}}}, true)),
              "purchases_goods 1000 0 (1100);supplier 0 1000 (-1100);");
}

TEST(Posting, WhatTheSupplierTakesBackStandsOnTheOtherSide) {
    const PurchaseLine goods = line(false, 0);
    EXPECT_EQ(text(receiptPosting({{&goods, {-400, 0, -400, 0}}}, true)),
              "purchases_goods 0 400 (-400);supplier 400 0 (400);");
    EXPECT_TRUE(receiptPosting({{&goods, {0, 0, 0, 0}}}, true).empty());
}

} // namespace
} // namespace svc::purchases
