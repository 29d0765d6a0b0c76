#include <gtest/gtest.h>

#include "statement/rules/account.hpp"
#include "statement/rules/file_line.hpp"

namespace svc::bank {
namespace {

constexpr const char* Iban = "DE89 3704 0044 0532 0130 00";

TEST(Account, IsNamedInTheWaysOfBanks) {
    EXPECT_TRUE(isAccountOf(Iban, "", "DE89370400440532013000"));
    EXPECT_TRUE(isAccountOf(Iban, "", "DE89370400440532013000EUR"));
    EXPECT_TRUE(isAccountOf(Iban, "", "37040044/0532013000"));
    EXPECT_TRUE(isAccountOf(Iban, "", "532013000"));
    EXPECT_TRUE(isAccountOf("", "12-345", "12345"));
}

TEST(Account, IsNotAnother) {
    EXPECT_FALSE(isAccountOf(Iban, "", "DE89370400440532013000XXX"));
    EXPECT_FALSE(isAccountOf(Iban, "", "GB82WEST12345698765432"));
    EXPECT_FALSE(isAccountOf(Iban, "", "13000"));
    EXPECT_FALSE(isAccountOf("", "12-345", "99345"));
}

FileLine lineOf(std::int64_t amount, const char* bankReference, const char* remittance) {
    FileLine line;
    line.amount = amount;
    line.bankReference = bankReference;
    line.remittance = remittance;
    return line;
}

TEST(FileLines, AreTheSameByTheReferenceOfTheBank) {
    const Date day = Date::parse("2026-11-19").value();
    const std::string identity = identityOf(lineOf(1500, "B-77", "Invoice 12"), day);
    EXPECT_EQ(identity, identityOf(lineOf(1500, "b 77", "INV. 12"), day));
    EXPECT_NE(identity, identityOf(lineOf(1501, "B-77", "Invoice 12"), day));
    EXPECT_NE(identity, identityOf(lineOf(1500, "B-77", "Invoice 12"), day.addDays(1)));
}

TEST(FileLines, AreTheSameByAllTheySayWithoutReference) {
    const Date day = Date::parse("2026-11-19").value();
    const std::string identity = identityOf(lineOf(1500, "NONREF", "Café 12"), day);
    EXPECT_EQ(identity, identityOf(lineOf(1500, "", "cafe  12"), day));
    EXPECT_NE(identity, identityOf(lineOf(1500, "", "Café 13"), day));
}

TEST(FileLines, NameReferencesOnceAndFixedFormsFirst) {
    FileLine line;
    line.creditorReference = "RF18539007547034";
    line.reference = "NOTPROVIDED";
    line.endToEndId = "RF18539007547034";
    EXPECT_EQ(referencesOf(line), std::vector<std::string>{"RF18539007547034"});
}

TEST(FileLines, HaveTheBestLabelThatTheySay) {
    FileLine line;
    line.typeCode = "NTRF";
    EXPECT_EQ(labelOf(line), "NTRF");
    line.counterpartyName = "Café Noir";
    EXPECT_EQ(labelOf(line), "Café Noir");
    line.remittance = "Invoice\n 12";
    EXPECT_EQ(labelOf(line), "Invoice 12");
}

TEST(FileLines, HaveNumbersOfDocumentsInTheirText) {
    EXPECT_EQ(numberIn("thanks for F-2026-0012, regards"), "F-2026-0012");
    EXPECT_EQ(numberIn("rent 2026 of AB12"), std::nullopt);
}

TEST(FileLines, KeepWhatElseTheySay) {
    FileLine line;
    EXPECT_EQ(detailsOf(line), "{}");
    line.mandateId = "M 1";
    line.reversal = true;
    EXPECT_EQ(detailsOf(line), R"({"mandateId":"M 1","reversal":true})");
}

} // namespace
} // namespace svc::bank
