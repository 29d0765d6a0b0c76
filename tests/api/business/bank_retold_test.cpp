// Movements that several files tell in different ways: each is one line, whichever file comes first.
#include <gmock/gmock.h>

#include "api/business/bank_fixture.hpp"

namespace svc::test {
namespace {

/// One booked entry of a CAMT file; amounts as written there, without sign.
struct Entry {
    std::string amount;
    std::string reference;
    std::string text;
    std::vector<std::string> details{};
};

std::string element(const std::string& name, const std::string& content) {
    return content.empty() ? "" : "<" + name + ">" + content + "</" + name + ">";
}

/// A detail of an entry: what was paid to whom, optionally with a reference of the bank.
std::string detail(const std::string& amount, const std::string& name, const std::string& reference = "") {
    return "<TxDtls>" + element("Refs", element("AcctSvcrRef", reference)) +
           "<AmtDtls><TxAmt><Amt Ccy=\"EUR\">" + amount + "</Amt></TxAmt></AmtDtls>" +
           element("RltdPties", element("Cdtr", element("Nm", name))) + "</TxDtls>";
}

/// A statement of 2 November 2026 without balances, of payments that went out.
std::string camt(const std::vector<Entry>& entries) {
    std::string text =
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt><Id>1</Id>"
        "<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>";
    for (const Entry& entry : entries) {
        std::string details;
        for (const std::string& one : entry.details) {
            details += one;
        }
        text += "<Ntry><Amt Ccy=\"EUR\">" + entry.amount +
                "</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt>" +
                element("AcctSvcrRef", entry.reference) + element("NtryDtls", details) +
                element("AddtlNtryInf", entry.text) + "</Ntry>";
    }
    return text + "</Stmt></BkToCstmrStmt></Document>";
}

class BankRetold : public Bank {
protected:
    /// Imports and compares the numbers of new and known lines.
    void give(const std::string& content, std::int64_t imported, std::int64_t duplicates) {
        const Answer answer = import(content);
        ASSERT_TRUE(hasStatus(answer, 201));
        EXPECT_EQ(answer.json["imported"].integer(), imported) << content;
        EXPECT_EQ(answer.json["duplicates"].integer(), duplicates) << content;
    }
    std::size_t lines() { return desk.read("/bank-transactions?limit=500&walletId=" + wallet).size(); }
};

const std::vector<std::string> Salaries = {detail("100.00", "Ada"), detail("150.00", "Bob"),
                                           detail("50.00", "Cyd")};

TEST_F(BankRetold, PartsOfABatchThatWasASumAreThatSum) {
    give(camt({{"300.00", "B1", "Salaries"}}), 1, 0);
    const std::string sum = desk.read("/bank-transactions?walletId=" + wallet)[0].textOr("id");
    ASSERT_TRUE(hasStatus(act(sum, "transaction", "{'category':'bank_fees'}"), 200));
    give(camt({{"300.00", "B1", "Salaries", Salaries}}), 0, 3);
    give(camt({{"300.00", "B1", "Salaries", Salaries}}), 0, 3);
    // Another batch of the same sum on the same day has a reference of its own.
    give(camt({{"300.00", "B1", "Salaries", Salaries}, {"300.00", "B2", "Salaries", Salaries}}), 3, 3);
    EXPECT_EQ(lines(), 4U);
    EXPECT_EQ(walletNow()["unreconciled"].integer(), -30000);
    expectInvariants(desk.service());
}

TEST_F(BankRetold, TheSumOfABatchThatWasItsPartsIsThoseParts) {
    give(camt({{"300.00", "B1", "Salaries", Salaries}}), 3, 0);
    give(camt({{"300.00", "B1", "Salaries"}}), 0, 1);
    give(camt({{"300.00", "B1", "Salaries"}, {"300.00", "B2", "Salaries"}}), 1, 1);
    EXPECT_EQ(lines(), 4U);
}

TEST_F(BankRetold, EqualEntriesWithoutReferenceAreCounted) {
    const std::vector<std::string> others = {detail("200.00", "Dan"), detail("100.00", "Eve")};
    give(camt({{"300.00", "", "Salaries"}}), 1, 0);
    give(camt({{"300.00", "", "Salaries", Salaries}}), 0, 3);
    // The sum has its parts now: other parts are another payment, and not the last one of its kind.
    give(camt({{"300.00", "", "Salaries", others}}), 2, 0);
    give(camt({{"300.00", "", "Salaries"}, {"300.00", "", "Salaries"}, {"300.00", "", "Salaries"}}), 1, 2);
    give(camt({{"300.00", "", "Salaries", others}, {"300.00", "", "Salaries", Salaries}}), 0, 5);
    EXPECT_EQ(lines(), 4U);
}

TEST_F(BankRetold, ALongBatchIsRecognizedAsAWhole) {
    std::vector<std::string> details;
    for (int i = 1; i <= 1200; ++i) {
        details.push_back(detail("1.00", "Person " + std::to_string(i)));
    }
    give(camt({{"7.00", "B0", "Fee"}, {"1200.00", "B1", "Pensions"}}), 2, 0);
    give(camt({{"7.00", "B0", "Fee"}, {"1200.00", "B1", "Pensions", details}}), 0, 1201);
    give(camt({{"1200.00", "B2", "Pensions", details}}), 1200, 0);
    give(camt({{"1200.00", "B2", "Pensions"}}), 0, 1);
}

TEST_F(BankRetold, ADetailThatComesLaterIsItsEntry) {
    give(camt({{"80.00", "", "Rent"}}), 1, 0);
    give(camt({{"80.00", "", "Rent", {detail("80.00", "Landlord")}}}), 0, 1);
    give(camt({{"90.00", "", "Rent", {detail("90.00", "Landlord")}}}), 1, 0);
    give(camt({{"90.00", "", "Rent"}}), 0, 1);
}

} // namespace
} // namespace svc::test
