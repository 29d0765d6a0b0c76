// A year of invoices and receipts in countries whose regimes send or sign them: sales, refunds and
// cancellations are read back from the data that authorities received, and they agree with the books.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include "api/business/invoice_year.hpp"
#include "api/business/readers/dsfinvk_sums.hpp"
#include "api/business/readers/invoice_taxes.hpp"
#include "api/business/readers/tse_code.hpp"

namespace svc::test {
namespace {

constexpr std::size_t Taken = 8; ///< refunds and cancellations of the year

/// The sum of the amounts of all elements with this name.
std::int64_t sumOf(const std::string& xml, const std::string& element) {
    std::int64_t sum = 0;
    for (const std::string& one : partsOf(xml, element)) {
        sum += minorOf(one);
    }
    return sum;
}

TEST_F(InvoiceYear, EverythingAgrees) {
    expectInvariants(service());
    for (Trader* trader : {french_.get(), italian_.get(), polish_.get(), exporter_.get()}) {
        expectJournal(trader->desk());
    }
    expectJournal(till_->desk());
    EXPECT_EQ(world_->platform.mistakes(), std::vector<std::string>());
}

TEST_F(InvoiceYear, FrenchInvoicesHaveLivedUntilTheirPayment) {
    ASSERT_EQ(paidInFrance_.size(), 12U);
    std::int64_t paid = 0;
    for (const Json& invoice : paidInFrance_) {
        std::string life;
        const Json sent = submission(*french_, "sale", invoice.textOr("id"));
        for (const Json& status : sent["statuses"].items()) {
            life += status.textOr("direction") + ' ' + status.textOr("code") + ' ';
        }
        EXPECT_EQ(life, "in 200 out 212 ") << invoice.textOr("number");
        paid += invoice["total"].integer();
    }
    std::int64_t told = 0;
    const auto messages = world_->platform.deposits("CDAR");
    for (const DepositedFlow& message : messages) {
        EXPECT_NE(message.file.find("<ram:ProcessConditionCode>212<"), std::string::npos);
        told += sumOf(message.file, "ram:ValueAmount");
    }
    EXPECT_EQ(messages.size(), 12U);
    EXPECT_EQ(told, paid);
}

TEST_F(InvoiceYear, FrenchInvoicesAndReportsAddUpToTheBooks) {
    TaxesByRate sum;
    const auto invoices = world_->platform.deposits("UBL");
    for (const DepositedFlow& invoice : invoices) {
        sum += ublTaxes(invoice.file);
    }
    EXPECT_EQ(invoices.size(), 24U + 4U) << "and the credit notes of those that were cancelled";
    std::map<std::string, std::string> newest; // by kind and period
    for (const DepositedFlow& report : world_->platform.deposits("FRR")) {
        EXPECT_EQ(complaint("/tests/data/regimes/fr-einvoicing/ereporting/ereporting.xsd", report.file), "");
        const std::string id = partOf(report.file, "Id");
        newest[id.substr(0, id.rfind('-'))] = report.file;
    }
    std::size_t transactions = 0;
    std::int64_t payments = 0;
    for (const auto& [period, file] : newest) {
        transactions += period.starts_with("T") ? 1U : 0U;
        sum += period.starts_with("T") ? reportTaxes(file) : TaxesByRate{};
        payments += period.starts_with("P") ? sumOf(file, "Amount") : 0;
    }
    EXPECT_GE(transactions, 34U) << "three a month";
    EXPECT_GE(newest.size() - transactions, 12U);
    EXPECT_EQ(sum, french_->books());
    EXPECT_EQ(payments, servicesAtTheTill_) << "payments of services that were not invoiced";
}

TEST_F(InvoiceYear, ItalianFilesHaveNoGapAndAddUpToTheBooks) {
    const std::lock_guard lock(world_->mutex);
    const auto& files = world_->sdi.files;
    EXPECT_EQ(files.size(), 24U + Taken);
    EXPECT_EQ(world_->sdi.calls, 24 + 8) << "each once";
    TaxesByRate sum;
    int next = 0;
    for (const auto& [name, file] : files) {
        ++next;
        constexpr const char* Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        const std::string progressive = std::string("000") + Digits[next / 36] + Digits[next % 36];
        EXPECT_EQ(name.substr(name.find('_') + 1), progressive + ".xml");
        EXPECT_EQ(partOf(file.xml, "ProgressivoInvio"), progressive);
        EXPECT_EQ(complaint("/regimes/it-fatturapa/data/FatturaPA_v1.2.2.xsd", file.xml), "") << name;
        sum += fatturaTaxes(file.xml);
    }
    EXPECT_EQ(sum, italian_->books());
    EXPECT_EQ(submissionsOf(*italian_), std::vector<std::string>{"accepted 32"});
    for (const auto& [name, file] : files) {
        const auto codes = service().sql("SELECT kind FROM it_fatturapa.message m JOIN it_fatturapa.file f ON"
                                         " f.company_id = m.company_id AND f.sequence = m.file_sequence"
                                         " WHERE f.name = '" +
                                         name + '\'');
        EXPECT_EQ(codes, std::vector<std::string>{file.id % 3 == 0 ? "MC" : "RC"}) << name;
    }
}

TEST_F(InvoiceYear, PolishInvoicesHaveNumbersAndAddUpToTheBooks) {
    TaxesByRate sum;
    std::set<std::string> ksefNumbers;
    std::set<std::string> numbers;
    std::size_t offline = 0;
    const auto files = world_->ksef.sent();
    for (const KsefAuthority::File& file : files) {
        EXPECT_TRUE(numbers.insert(elementIn(file.xml, "P_2")).second) << "each once";
        EXPECT_TRUE(ksefNumbers.insert(file.ksefNumber).second);
        EXPECT_EQ(file.verdict, 200);
        sum += fa3Taxes(file.xml);
        offline += file.offline ? 1U : 0U;
        EXPECT_EQ(service().sql("SELECT d.ksef_number FROM compliance.submission s JOIN pl_ksef.document d ON"
                                " d.company_id = s.company_id AND d.ksef_number = s.reference"
                                " WHERE s.status = 'accepted' AND d.number = '" +
                                elementIn(file.xml, "P_2") + "' AND s.company_id = '" + polish_->uuid() +
                                '\''),
                  std::vector<std::string>{file.ksefNumber});
    }
    EXPECT_EQ(files.size(), polish_->documents());
    EXPECT_EQ(offline, 2U) << "those of the day on which KSeF was not there";
    EXPECT_EQ(sum, polish_->books());
}

TEST_F(InvoiceYear, WhatWentThroughTheAccessPointAddsUpToTheBooks) {
    TaxesByRate sum;
    std::set<std::string> numbers;
    for (const std::string& ubl : world_->accessPoint.documents) {
        sum += ublTaxes(ubl);
        EXPECT_TRUE(numbers.insert(partOf(ubl, "cbc:ID")).second) << "each once";
    }
    EXPECT_EQ(numbers.size(), exporter_->documents());
    EXPECT_EQ(sum, exporter_->books());
    const auto& schemes = world_->accessPoint.schemes;
    EXPECT_EQ(std::count(schemes.begin(), schemes.end(), "BE:EN"), 12 + 4);
    EXPECT_EQ(std::count(schemes.begin(), schemes.end(), "DE:LWID"), 12 + 4);
    EXPECT_EQ(submissionsOf(*exporter_), std::vector<std::string>{"accepted 32"});
}

TEST_F(InvoiceYear, GermanClosingsAddUpToTheBooks) {
    Desk& desk = till_->desk();
    const std::string begin =
        till_->sql("SELECT min(date) FROM de_kassensichv.closing WHERE company_id = $c")[0];
    const std::string last =
        till_->sql("SELECT max(date) FROM de_kassensichv.closing WHERE company_id = $c")[0];
    const Answer answer = desk.get("/fiscal/de-kassensichv/dsfinvk.zip?from=" + begin + "&to=" + last);
    ASSERT_TRUE(hasStatus(answer, 200));
    const ReadExport read = readExport(answer.body);
    checkSums(read);
    checkReceipts(read);
    EXPECT_EQ(read.of("cashpointclosing.csv").size(), 12U);
    TaxesByRate sum;
    for (const CsvLine& line : read.of("businesscases.csv")) {
        if (line.at("GV_TYP") == "Umsatz") {
            NetAndTax& one = sum[line.at("UST_SCHLUESSEL") == "1" ? "19.00" : "7.00"];
            one.net += figure(line, "Z_UMS_NETTO") / Cent;
            one.tax += figure(line, "Z_UST") / Cent;
        }
    }
    TaxesByRate books;
    const Json report = desk.read("/reports/taxes?from=" + begin);
    for (const Json& group : report["collected"].items()) {
        books += {{rateOf(group["taxRate"].decimal().toString()),
                   {group["net"].integer(), group["tax"].integer()}}};
    }
    EXPECT_EQ(sum, books);
}

TEST_F(InvoiceYear, EachGermanCodeIsSignedByTheKeyOfTheDevice) {
    const auto codes = till_->sql("SELECT qr FROM compliance.mark WHERE company_id = $c AND regime ="
                                  " 'de-kassensichv' AND qr IS NOT NULL");
    EXPECT_EQ(codes.size(), 24U + 4U) << "tickets, invoices and what was given back";
    std::set<std::string> keys;
    std::set<std::string> counters;
    for (const std::string& code : codes) {
        EXPECT_TRUE(tse::verifies(code)) << code;
        const auto fields = tse::fieldsOf(code);
        keys.insert(fields.at(tse::PublicKey));
        EXPECT_TRUE(counters.insert(fields.at(tse::Counter)).second);
    }
    EXPECT_EQ(keys.size(), 1U);
}

TEST_F(InvoiceYear, TheReaderOfCodesKnowsThoseOfRealDevices) {
    std::ifstream in(std::string(SVC_KASSENSICHV_DATA) + "/signed-receipts.json");
    const Json published = Json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
    for (const Json& receipt : published["receipts"].items()) {
        EXPECT_TRUE(tse::verifies(receipt.textOr("qr"))) << receipt.textOr("source");
    }
    for (const Json& changed : published["refused"].items()) {
        EXPECT_FALSE(tse::verifies(changed.textOr("qr"))) << changed.textOr("change");
    }
}

} // namespace
} // namespace svc::test
