// The books: which accounts each operation uses in each chart, and that everything balances.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "api/business/desk.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;
using ::testing::UnorderedElementsAre;

class Books : public ::testing::Test {
protected:
    Desk desk{sharedService()};

    std::string made(const std::string& path, const std::string& body) {
        return desk.make(path, js(body)).textOr("id");
    }
    std::string sell(const std::string& body) { return made("/sales", body); }
    std::vector<std::string> byDocument(const std::string& number) {
        std::vector<std::string> found;
        for (const BookLine& line : desk.books()) {
            if (line.at("document_ref") == number) {
                found.push_back(line.at("account") + ' ' + line.at("debit") + ' ' + line.at("credit"));
            }
        }
        return found;
    }
};

const std::string MixedSale =
    "'lines':[{'label':'Machine','quantity':1,'unitPrice':120,'taxRate':20},{'label':'Setting up',"
    "'quantity':1,'unitPrice':60,'taxRate':20,'service':true},{'label':'Beans','quantity':1,"
    "'unitPrice':10.55,'taxRate':5.5}]";

TEST_F(Books, ASaleOfGoodsAndServicesWithTwoRates) {
    const std::string sale = sell("{" + MixedSale + "}");
    EXPECT_THAT(desk.postings(sale, "PCG"),
                UnorderedElementsAre("411 190.55 0.00", "707 0.00 100.00", "706 0.00 50.00", "707 0.00 10.00",
                                     "44571 0.00 20.00", "44571 0.00 10.00", "44571 0.00 0.55"));
    EXPECT_THAT(desk.postings(sale, "syscohada"),
                UnorderedElementsAre("4111 190.55 0.00", "7011 0.00 100.00", "7061 0.00 50.00",
                                     "7011 0.00 10.00", "4431 0.00 20.00", "4432 0.00 10.00",
                                     "4431 0.00 0.55"));
    EXPECT_THAT(desk.postings(sale, "PCMN"),
                UnorderedElementsAre("4000 190.55 0.00", "7000 0.00 100.00", "7050 0.00 50.00",
                                     "7000 0.00 10.00", "4510 0.00 20.00", "4510 0.00 10.00",
                                     "4510 0.00 0.55"));
    const Json record = desk.read("/sales/" + sale);
    for (const BookLine& line : desk.books()) {
        if (line.at("source_id") == sale) {
            EXPECT_EQ(line.at("journal_code"), "VE");
            EXPECT_EQ(line.at("date"), record.textOr("date"));
            EXPECT_EQ(line.at("document_ref"), record.textOr("number"));
            EXPECT_EQ(line.at("currency"), "EUR");
            EXPECT_EQ(line.at("foreign_currency"), "");
            EXPECT_EQ(line.at("business_unit_id"), desk.value("businessUnitId"));
            EXPECT_EQ(line.at("source_type"), "sale");
        }
    }
}

TEST_F(Books, ExemptAndExportSalesHaveNoTaxLine) {
    const std::string sale =
        sell("{'lines':[{'label':'Abroad','quantity':1,'unitPrice':70,'taxCategory':'G'},{'label':'Care',"
             "'quantity':1,'unitPrice':30,'service':true,'taxCategory':'E','taxExemptionReason':'x'}]}");
    EXPECT_THAT(desk.postings(sale, "PCG"),
                UnorderedElementsAre("411 100.00 0.00", "707 0.00 70.00", "706 0.00 30.00"));
    EXPECT_THAT(desk.postings(sale, "SYSCOHADA"),
                UnorderedElementsAre("4111 100.00 0.00", "7012 0.00 70.00", "7061 0.00 30.00"));
    // A free sale books nothing.
    EXPECT_TRUE(desk.postings(sell("{'lines':[{'label':'Gift','quantity':1,'unitPrice':0}]}")).empty());
}

TEST_F(Books, ThePartnerIsOnTheCustomerLines) {
    const std::string partner = made("/partners", "{'name':'=Formula & Co'}");
    const std::string sale = sell("{'partnerId':'" + partner +
                                  "','paidInFull':true,'lines':[{'label':'A','quantity':1,"
                                  "'unitPrice':5}]}");
    int customers = 0;
    for (const BookLine& line : desk.books()) {
        if (line.at("source_id") == sale) {
            const bool customer = line.at("account") == "411";
            customers += customer ? 1 : 0;
            EXPECT_EQ(line.at("partner_ref"), customer ? partner : "") << line.at("account");
            EXPECT_EQ(line.at("partner_name"), customer ? "'=Formula & Co" : "");
        }
    }
    EXPECT_EQ(customers, 2);
}

TEST_F(Books, EachPaymentIsAnEntryOfItsWallet) {
    const std::string mobile = made("/wallets", "{'name':'Momo','kind':'mobile_money'}");
    const std::string card = made("/wallets", "{'name':'Card','kind':'card'}");
    const std::string sale = sell("{'lines':[{'label':'A','quantity':1,'unitPrice':100,'taxRate':0}]}");
    const auto pay = [&](const std::string& wallet, const std::string& amount) {
        desk.make("/sales/" + sale + "/payments", js("{'amount':$1,'walletId':'$2'}", {amount, wallet}));
    };
    pay(desk.value("cashWalletId"), "10");
    pay(desk.value("bankWalletId"), "20");
    pay(mobile, "30");
    pay(card, "5");
    EXPECT_THAT(desk.postings(sale, "PCG"),
                UnorderedElementsAre("411 100.00 0.00", "707 0.00 100.00", "5311 10.00 0.00",
                                     "411 0.00 10.00", "512 20.00 0.00", "411 0.00 20.00", "517 30.00 0.00",
                                     "411 0.00 30.00", "512 5.00 0.00", "411 0.00 5.00"));
    EXPECT_THAT(desk.postings(sale, "SYSCOHADA"),
                ::testing::IsSupersetOf({"5711 10.00 0.00", "5211 20.00 0.00", "552 30.00 0.00"}));
    EXPECT_THAT(desk.postings(sale, "PCMN"),
                ::testing::IsSupersetOf({"5700 10.00 0.00", "550 20.00 0.00", "5590 30.00 0.00"}));
    std::map<std::string, std::string> journals;
    for (const BookLine& line : desk.books()) {
        if (line.at("source_id") == sale) {
            journals[line.at("account")] = line.at("journal_code");
        }
    }
    EXPECT_EQ(journals.at("5311"), "CA");
    EXPECT_EQ(journals.at("517"), "MM");
    EXPECT_EQ(journals.at("707"), "VE");
}

TEST_F(Books, PaymentsInAForeignCurrencyGainOrLose) {
    desk.put("/rates/CAD", js("{'rate':1.25,'date':'2026-03-01'}"));
    desk.put("/rates/CAD", js("{'rate':1.20,'date':'2026-04-01'}"));
    desk.put("/rates/CAD", js("{'rate':1.30,'date':'2026-05-01'}"));
    const std::string foreign = made("/wallets", "{'name':'Dollars','kind':'bank','currency':'CAD'}");
    const std::string cash = made("/wallets", "{'name':'Notes','kind':'cash','currency':'CAD'}");
    const auto paid = [&](const std::string& date, const std::string& more) {
        const std::string sale =
            sell("{'date':'2026-03-10','currency':'CAD','lines':[{'label':'A','quantity':1,"
                 "'unitPrice':100,'taxRate':0}]}");
        desk.make("/sales/" + sale + "/payments", js("{'amount':100,'date':'" + date + "'," + more + "}"));
        std::vector<std::string> lines = desk.postings(sale, "PCG");
        EXPECT_THAT(lines, ::testing::IsSupersetOf({"411 80.00 0.00", "707 0.00 80.00", "411 0.00 80.00"}));
        lines.erase(std::remove_if(lines.begin(), lines.end(),
                                   [](const std::string& line) {
                                       return line.substr(0, 3) == "411" || line[0] == '7'
                                                  ? line.substr(0, 3) != "756"
                                                  : false;
                                   }),
                    lines.end());
        return lines;
    };
    const std::string bank = "'walletId':'" + desk.value("bankWalletId") + "'";
    EXPECT_THAT(paid("2026-04-02", bank), UnorderedElementsAre("512 83.33 0.00", "756 0.00 3.33"));
    EXPECT_THAT(paid("2026-05-02", bank), UnorderedElementsAre("512 76.92 0.00", "656 3.08 0.00"));
    EXPECT_THAT(paid("2026-03-20", bank), UnorderedElementsAre("512 80.00 0.00"));
    EXPECT_THAT(paid("2026-05-02", bank + ",'walletAmount':81.50"),
                UnorderedElementsAre("512 81.50 0.00", "756 0.00 1.50"));
    EXPECT_THAT(paid("2026-04-02", "'walletId':'" + foreign + "'"),
                UnorderedElementsAre("5124 83.33 0.00", "756 0.00 3.33"));
    EXPECT_THAT(paid("2026-05-02", "'walletId':'" + cash + "'"),
                UnorderedElementsAre("5314 76.92 0.00", "656 3.08 0.00"));
    for (const BookLine& line : desk.books()) {
        // The demonstration company has a wallet in dollars.
        if (line.at("account") == "5124" && line.at("foreign_currency") != "USD") {
            EXPECT_EQ(line.at("foreign_amount"), "100.00");
            EXPECT_EQ(line.at("foreign_currency"), "CAD");
        }
    }
    expectInvariants(sharedService());
}

TEST_F(Books, PartsOfAForeignSaleEndAtZero) {
    desk.put("/rates/AUD", js("{'rate':3,'date':'2026-03-01'}"));
    const std::string partner = made("/partners", "{'name':'Sydney'}");
    const std::string sale = sell("{'date':'2026-03-10','currency':'AUD','partnerId':'" + partner +
                                  "','lines':[{'label':'A','quantity':1,'unitPrice':100,'taxRate':0}]}");
    for (int i = 0; i < 3; ++i) {
        desk.make(
            "/sales/" + sale + "/payments",
            js("{'amount':$1,'walletId':'$2'}", {i < 2 ? "33.33" : "33.34", desk.value("bankWalletId")}));
    }
    EXPECT_EQ(desk.read("/partners/" + partner)["balance"].integer(), 0);
    std::int64_t open = 0;
    for (const BookLine& line : desk.books()) {
        if (line.at("source_id") == sale && line.at("account") == "411") {
            open += (Decimal::parse(line.at("debit")).value() - Decimal::parse(line.at("credit")).value())
                        .shifted(2)
                        .toInteger()
                        .value_or(-1);
        }
    }
    EXPECT_EQ(open, 0);
}

TEST_F(Books, ACancellationIsTheReversal) {
    const std::string partner = made("/partners", "{'name':'Gone'}");
    const std::string sale = sell("{'date':'2026-06-01','partnerId':'" + partner + "'," + MixedSale + "}");
    const Answer answer = desk.post("/sales/" + sale + "/cancel", js("{'date':'2026-06-15'}"));
    ASSERT_TRUE(hasStatus(answer, 200));
    const std::string number = answer.json["cancellation"].textOr("creditNoteNumber");
    EXPECT_THAT(byDocument(number),
                UnorderedElementsAre("411 0.00 190.55", "707 100.00 0.00", "706 50.00 0.00", "707 10.00 0.00",
                                     "44571 20.00 0.00", "44571 10.00 0.00", "44571 0.55 0.00"));
    for (const BookLine& line : desk.books()) {
        if (line.at("document_ref") == number) {
            EXPECT_EQ(line.at("date"), "2026-06-15");
            EXPECT_EQ(line.at("source_type"), "credit_note");
        }
    }
    EXPECT_EQ(desk.postings(sale).size(), 7U);
}

TEST_F(Books, MoneyInAndOutOutsideSales) {
    const std::string till = desk.value("cashWalletId");
    const auto move = [&](const std::string& direction, const std::string& more) {
        return made("/transactions",
                    "{'walletId':'" + till + "','direction':'" + direction + "'," + more + "}");
    };
    const std::string in = move("in", "'amount':200,'category':'owner_contribution'");
    EXPECT_THAT(desk.postings(in, "PCG"), UnorderedElementsAre("5311 200.00 0.00", "108 0.00 200.00"));
    EXPECT_THAT(desk.postings(in, "SYSCOHADA"), UnorderedElementsAre("5711 200.00 0.00", "1041 0.00 200.00"));
    EXPECT_THAT(desk.postings(in, "PCMN"), UnorderedElementsAre("5700 200.00 0.00", "100 0.00 200.00"));
    const std::string out = move("out", "'amount':60,'category':'maintenance','taxRate':20");
    EXPECT_THAT(desk.postings(out, "PCG"),
                UnorderedElementsAre("5311 0.00 60.00", "615 50.00 0.00", "44566 10.00 0.00"));
    EXPECT_THAT(desk.postings(move("in", "'amount':5"), "PCG"),
                UnorderedElementsAre("5311 5.00 0.00", "471 0.00 5.00"));
    EXPECT_THAT(desk.postings(move("out", "'amount':5"), "SYSCOHADA"),
                UnorderedElementsAre("5711 0.00 5.00", "4711 5.00 0.00"));
    EXPECT_TRUE(hasStatus(desk.post("/transactions/" + out + "/void", js("{'reason':'Typed twice'}")), 200));
    for (const Json& one : rowsOf(desk.read("/transactions?walletId=" + till + "&limit=5"))) {
        if (one.textOr("documentId") == out) {
            EXPECT_THAT(desk.postings(one.textOr("id"), "PCG"),
                        UnorderedElementsAre("5311 60.00 0.00", "615 0.00 50.00", "44566 0.00 10.00"));
            return;
        }
    }
    FAIL() << "the reversal is not in the list";
}

TEST_F(Books, OpeningBalances) {
    const std::string wallet = made("/wallets", "{'name':'Savings','kind':'bank','openingBalance':1000}");
    const std::string transaction =
        desk.read("/transactions?kind=opening&walletId=" + wallet)[0].textOr("id");
    EXPECT_THAT(desk.postings(transaction, "PCG"),
                UnorderedElementsAre("512 1000.00 0.00", "890 0.00 1000.00"));
    EXPECT_THAT(desk.postings(transaction, "PCMN"),
                UnorderedElementsAre("550 1000.00 0.00", "14 0.00 1000.00"));
    EXPECT_THAT(desk.postings(transaction, "SYSCOHADA"),
                UnorderedElementsAre("5211 1000.00 0.00", "121 0.00 1000.00"));
}

TEST_F(Books, GoodsLeaveAtTheirAverageCost) {
    const std::string item = made("/items", "{'name':'Lamp','price':30}");
    const auto adjust = [&](const std::string& quantity, const std::string& cost) {
        return made("/stock/adjustments", "{'locationId':'" + desk.value("locationId") +
                                              "','reason':'adjustment','lines':[{'itemId':'" + item +
                                              "','quantity':" + quantity + ",'unitCost':" + cost + "}]}");
    };
    EXPECT_THAT(desk.postings(adjust("3", "10"), "PCG"),
                UnorderedElementsAre("37 30.00 0.00", "6037 0.00 30.00"));
    EXPECT_THAT(desk.postings(adjust("1", "11"), "PCMN"),
                UnorderedElementsAre("340 11.00 0.00", "6094 0.00 11.00"));
    EXPECT_THAT(desk.postings(adjust("-1", "null"), "SYSCOHADA"),
                UnorderedElementsAre("6031 10.25 0.00", "311 0.00 10.25"));
    const std::string sale = sell("{'lines':[{'itemId':'" + item + "','quantity':2,'taxRate':20}]}");
    EXPECT_THAT(desk.postings(sale, "PCG"),
                UnorderedElementsAre("411 60.00 0.00", "707 0.00 50.00", "44571 0.00 10.00",
                                     "6037 20.50 0.00", "37 0.00 20.50"));
    EXPECT_TRUE(hasStatus(desk.post("/sales/" + sale + "/cancel", Json::object()), 200));
    EXPECT_EQ(desk.read("/stock?itemId=" + item)[0]["value"].integer(), 3075);
    expectInvariants(sharedService());
}

TEST_F(Books, ExportsRefuseWhatIsWrong) {
    const auto refuses = [&](const std::string& query, const std::string& code) {
        EXPECT_TRUE(isRefusal(desk.get("/reports/exports/ledger" + query), 400, code)) << query;
    };
    refuses("", "period-required");
    refuses("?from=2026-01-01", "period-required");
    refuses("?from=2026-01-01&to=2027-01-02", "period-too-long:366");
    refuses("?from=2026-01-02&to=2026-01-01", "field-invalid:to");
    refuses("?from=x&to=2026-01-01", "field-invalid:from");
    refuses("?from=2026-01-01&to=2026-12-31&chart=ABC", "chart-unknown:ABC");
    const Answer empty = desk.get("/reports/exports/ledger?from=2020-01-01&to=2020-12-31");
    EXPECT_EQ(empty.body,
              "entry_number,date,journal_code,journal_label,account,account_label,partner_ref,partner_name,"
              "document_ref,document_date,label,debit,credit,currency,foreign_amount,foreign_currency,rate,"
              "business_unit_id,source_type,source_id\r\n");
    EXPECT_EQ(empty.header("content-type"), "text/csv; charset=utf-8");
    EXPECT_EQ(empty.header("content-disposition").substr(0, 22), "attachment; filename=\"");
    const std::vector<std::string> charts = textsOf(desk.read("/reports/exports/charts"), "chart");
    EXPECT_THAT(charts, ::testing::IsSupersetOf({"SYSCOHADA", "PCMN", "PCG"}));
}

/// Each entry of an export balances, and entry numbers are 1, 2, 3 …
void expectSound(const std::vector<BookLine>& lines) {
    std::map<std::string, Decimal> differences;
    for (const BookLine& line : lines) {
        Decimal& difference = differences[line.at("entry_number")];
        difference =
            difference + Decimal::parse(line.at("debit")).value() - Decimal::parse(line.at("credit")).value();
    }
    int number = 0;
    for (const auto& [entry, difference] : differences) {
        EXPECT_TRUE(difference.isZero()) << entry;
        EXPECT_EQ(std::stoi(entry), ++number);
    }
}

/// Writes the trial balance of these lines in the layout of the checker.
void writeBalance(const fs::path& path, const std::vector<BookLine>& lines) {
    struct Sums {
        std::string label;
        Decimal debit;
        Decimal credit;
    };
    std::map<std::string, Sums> accounts;
    Sums total;
    for (const BookLine& line : lines) {
        Sums& sums = accounts[line.at("account")];
        sums.label = line.at("account_label");
        sums.debit = sums.debit + Decimal::parse(line.at("debit")).value();
        sums.credit = sums.credit + Decimal::parse(line.at("credit")).value();
    }
    std::ofstream out(path);
    out << "compte;intitule;ouverture_debit;ouverture_credit;mouvement_debit;mouvement_credit;solde_debit;"
           "solde_credit\n";
    Decimal debits;
    Decimal credits;
    for (const auto& [account, sums] : accounts) {
        const Decimal balance = sums.debit - sums.credit;
        const Decimal debit = balance.sign() > 0 ? balance : Decimal();
        const Decimal credit = balance.sign() < 0 ? -balance : Decimal();
        out << account << ";\"" << sums.label << "\";0;0;" << sums.debit.toString() << ';'
            << sums.credit.toString() << ';' << debit.toString() << ';' << credit.toString() << '\n';
        total.debit = total.debit + sums.debit;
        total.credit = total.credit + sums.credit;
        debits = debits + debit;
        credits = credits + credit;
    }
    out << "TOTAL;Total;0;0;" << total.debit.toString() << ';' << total.credit.toString() << ';'
        << debits.toString() << ';' << credits.toString() << '\n';
}

TEST_F(Books, BalanceInEveryChart) {
    Desk maquis(sharedService(), "Maquis", "CI");
    Desk brasserie(sharedService(), "Brasserie", "BE");
    const fs::path checker = fs::path(SVC_SHARED_TOOLS) / "check-trial-balance";
    bool skipped = false;
    for (Desk* one : {&maquis, &brasserie, &desk}) {
        const std::string item = one->make("/items", js("{'name':'Plat','price':1500}")).textOr("id");
        one->make("/stock/adjustments",
                  js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':20,"
                     "'unitCost':700}]}",
                     {one->value("locationId"), item}));
        one->make("/transactions",
                  js("{'walletId':'$1','direction':'in','amount':5000,'category':'owner_contribution'}",
                     {one->value("cashWalletId")}));
        one->make(
            "/sales",
            js("{'paidInFull':true,'lines':[{'itemId':'$1','quantity':3,'taxRate':18},{'label':'Service',"
               "'quantity':1,'unitPrice':999,'service':true,'taxRate':18}]}",
               {item}));
        const std::string sale =
            one->make("/sales", js("{'lines':[{'itemId':'$1','quantity':2}]}", {item})).textOr("id");
        one->post("/sales/" + sale + "/cancel", Json::object());
        for (const char* chart : {"SYSCOHADA", "PCMN", "PCG"}) {
            const std::vector<BookLine> lines = one->books(chart);
            expectSound(lines);
            if (!fs::exists(checker)) {
                skipped = true;
                continue;
            }
            const fs::path folder = sharedService().dataFolder();
            writeBalance(folder / "balance.csv", lines);
            const std::string period = "from=2026-01-01&to=2026-12-31&chart=";
            std::ofstream(folder / "ledger.csv")
                << one->get("/reports/exports/ledger?" + period + chart).body;
            const Outcome outcome =
                runProgram({checker.string(), "--no-ohada", "--decimals", one == &maquis ? "0" : "2",
                            "--ledger", (folder / "ledger.csv").string(), (folder / "balance.csv").string()});
            EXPECT_EQ(outcome.code, 0) << chart << outcome.output << outcome.errors;
        }
    }
    expectInvariants(sharedService());
    if (skipped) {
        GTEST_SKIP() << "the checker of trial balances is not beside the checkout";
    }
}

} // namespace
} // namespace svc::test
