// Movements that several files tell in different ways: each is one line, whichever file comes first.
#include <algorithm>
#include <optional>

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

/// A detail of an entry: what was paid to whom.
std::string detail(const std::string& amount, const std::string& name) {
    return "<TxDtls><AmtDtls><TxAmt><Amt Ccy=\"EUR\">" + amount + "</Amt></TxAmt></AmtDtls>" +
           element("RltdPties", element("Cdtr", element("Nm", name))) + "</TxDtls>";
}

/// The balances of a statement, in the form of MT940.
struct Balances {
    std::string opening;
    std::string closing;
};

std::string camtBalance(const std::string& type, std::string amount) {
    std::replace(amount.begin(), amount.end(), ',', '.');
    return "<Bal><Tp><CdOrPrtry><Cd>" + type + "</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">" + amount +
           "</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>";
}

/// A statement of 2 November 2026, of payments that went out.
std::string camt(const std::vector<Entry>& entries, const std::optional<Balances>& balances = {}) {
    std::string text =
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt><Id>1</Id>"
        "<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>";
    if (balances) {
        text += camtBalance("OPBD", balances->opening) + camtBalance("CLBD", balances->closing);
    }
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

/// A payment that went out as a line of MT940.
std::string mtLine(const std::string& amount, const std::string& reference, const std::string& text) {
    return ":61:2611021102D" + amount + "NTRFNONREF//" + reference + "\n:86:" + text + "\n";
}

/// The same day as camt() in MT940.
std::string mtDay(const std::string& lines, const Balances& balances) {
    return ":20:M\n:25:DE89370400440532013000\n:28C:1/1\n:60F:C261101EUR" + balances.opening + "\n" + lines +
           ":62F:C261102EUR" + balances.closing + "\n-\n";
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

TEST_F(BankRetold, AnotherFormatTellsTheSameDay) {
    const std::vector<Entry> day{{"12.00", "C1", "Card Garage du Port"},
                                 {"12.00", "C2", "Card Garage du Port"},
                                 {"30.00", "C3", "Office Supplies Ltd"}};
    give(camt(day), 3, 0);
    const std::string garage =
        mtLine("12,00", "M1", "GARAGE DU PORT") + mtLine("12,00", "M2", "GARAGE DU PORT");
    const std::string office = mtLine("30,00", "M3", "OFFICE SUPPLIES");
    give(mtDay(garage + office, {"100,00", "46,00"}), 0, 3);
    give(mtDay(garage + office, {"100,00", "46,00"}), 0, 3);
    // One payment more than the other file has told is a new one.
    give(mtDay(garage + office + mtLine("12,00", "M4", "GARAGE DU PORT"), {"100,00", "34,00"}), 1, 3);
    give(camt(day), 0, 3);
    give(camt({day[0], day[1], day[2], {"12.00", "C4", "Card Garage du Port"}}), 0, 4);
    EXPECT_EQ(lines(), 4U);
    expectInvariants(desk.service());
}

TEST_F(BankRetold, OtherPaymentsOfTheSameDayAndAmountAreKept) {
    const auto paid = [](const std::string& id) {
        return "<TxDtls><Refs><EndToEndId>" + id + "</EndToEndId></Refs></TxDtls>";
    };
    give(camt({{"12.00", "C1", "Garage", {paid("PARK-1")}}}), 1, 0);
    give(mtDay(mtLine("12,00", "M1", "020?00Garage?20EREF+PARK-2?21SVWZ+Garage"), {"100,00", "88,00"}), 1, 0);
    give(mtDay(mtLine("12,00", "M2", "020?00Garage?20EREF+PARK-1?21SVWZ+Garage"), {"100,00", "88,00"}), 0, 1);
}

TEST_F(BankRetold, WhatNothingTellsIsKeptAndMarked) {
    give(camt({{"9.50", "C1", "Frais"}}), 1, 0);
    const std::string first = desk.read("/bank-transactions?walletId=" + wallet)[0].textOr("id");
    const std::string told = mtDay(mtLine("9,50", "M1", "Fee"), {"100,00", "90,50"});
    const Answer answer = import(told);
    ASSERT_TRUE(hasStatus(answer, 201));
    EXPECT_EQ(answer.json["imported"].integer(), 1);
    EXPECT_TRUE(same(answer.json["warnings"], js("['duplicates-possible:1']")));
    const std::string second = answer.json["bankTransactionIds"][0].text();
    EXPECT_EQ(read(second).textOr("possibleDuplicateOf"), first);
    EXPECT_TRUE(read(first)["possibleDuplicateOf"].isNull());
    give(told, 0, 1);
    // A person decides; what was decided stays.
    ASSERT_TRUE(hasStatus(act(second, "ignore", "{'reason':'The same'}"), 200));
    give(told, 0, 1);
    EXPECT_EQ(read(second).textOr("status"), "ignored");
}

TEST_F(BankRetold, TheBalancesProveWhatTheTextsDoNot) {
    const Balances balances{"100,00", "90,50"};
    give(camt({{"9.50", "C1", "Frais"}}, balances), 1, 0);
    give(mtDay(mtLine("9,50", "M1", "Fee"), balances), 0, 1);
}

TEST_F(BankRetold, ABatchIsOneLineInAnotherFormat) {
    const std::string sum = mtDay(mtLine("300,00", "M1", "SALARIES"), {"900,00", "600,00"});
    give(camt({{"300.00", "C1", "Salaries", Salaries}}), 3, 0);
    give(sum, 0, 1);
    wallet = desk.make("/wallets", js("{'name':'Bank','kind':'bank'}")).textOr("id");
    give(sum, 1, 0);
    give(camt({{"300.00", "C1", "Salaries", Salaries}}), 0, 3);
    give(camt({{"300.00", "C1", "Salaries"}}), 0, 1);
    // Another format may also tell the parts one by one.
    wallet = desk.make("/wallets", js("{'name':'Bank','kind':'bank'}")).textOr("id");
    give(mtDay(mtLine("100,00", "M1", "ADA SALARIES") + mtLine("150,00", "M2", "BOB SALARIES") +
                   mtLine("50,00", "M3", "CYD SALARIES"),
               {"900,00", "600,00"}),
         3, 0);
    give(camt({{"300.00", "C1", "Salaries", Salaries}}), 0, 3);
    give(camt({{"300.00", "C1", "Salaries"}}), 0, 1);
}

} // namespace
} // namespace svc::test
