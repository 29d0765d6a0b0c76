// Files for the accountant: FEC, OHADA ledger and balance.
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "api/business/desk.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

class Exports : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "exports.XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
        if (!traded_) {
            trade();
            traded_ = true;
        }
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// Operations of several kinds, with every tax rate of the demonstration country.
    void trade() {
        const std::string partner = desk_.make("/partners", js("{'name':'Œuvre | & Łódź'}")).textOr("id");
        const Json sold =
            desk_.make("/sales", js("{'partnerId':'" + partner +
                                    "','lines':[{'label':'Machine','quantity':1,'unitPrice':120,'taxRate':"
                                    "20},{'label':'Beans','quantity':2,'unitPrice':10.55,'taxRate':5.5}]}"));
        desk_.make("/sales/" + sold.textOr("id") + "/payments", js("{'amount':50}"));
        desk_.make("/sales", js("{'paidInFull':true,'lines':[{'label':'Tea','quantity':1,'unitPrice':2}]}"));
        desk_.make("/transactions", js("{'walletId':'$1','direction':'in','amount':200,'label':'Float'}",
                                       {desk_.value("cashWalletId")}));
    }
    std::string year() { return desk_.today().substr(0, 4); }
    fs::path kept(const std::string& name, const std::string& bytes) {
        const fs::path path = folder_ / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    static std::string fileName(const Answer& answer) {
        const std::string header = answer.header("content-disposition");
        const std::size_t start = header.find('"') + 1;
        return header.substr(start, header.rfind('"') - start);
    }
    /// The message of a checker about a file; empty when the file is valid or the checker is not installed.
    std::string complaint(const std::string& tool, const std::vector<std::string>& words) {
        const fs::path program = fs::path(SVC_SHARED_TOOLS) / tool;
        if (!fs::exists(program) || !fs::exists("/usr/bin/python3")) {
            return "";
        }
        std::vector<std::string> all = {program.string()};
        all.insert(all.end(), words.begin(), words.end());
        const Outcome outcome = runProgram(all);
        return outcome.code == 0 ? "" : outcome.output + outcome.errors;
    }

    static inline bool traded_ = false;
    Desk desk_{sharedService()};
    fs::path folder_;
};

TEST_F(Exports, TheFecHasItsNameItsColumnsAndEveryEntry) {
    const std::string period = "?from=" + year() + "-01-01&to=" + year() + "-12-31";
    const Answer answer = desk_.get("/reports/exports/ledger.fec" + period);
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.header("content-type"), "text/plain; charset=iso-8859-15");
    EXPECT_EQ(fileName(answer), "303265045FEC" + year() + "1231.txt");
    EXPECT_EQ(complaint("check-fec", {kept(fileName(answer), answer.body).string()}), "");
    std::istringstream lines(answer.body);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 17) << line;
    }
    EXPECT_EQ(count - 1, desk_.books("PCG").size());
}

TEST_F(Exports, TheFecOfAYearToComeOpensWithWhatStoodBefore) {
    const int next = std::stoi(year()) + 1;
    const std::string period =
        "?from=" + std::to_string(next) + "-01-01&to=" + std::to_string(next) + "-12-31&encoding=utf-8";
    const Answer answer = desk_.get("/reports/exports/ledger.fec" + period);
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_NE(answer.body.find("AN|À nouveaux|000001|" + std::to_string(next) + "0101|"), std::string::npos);
    EXPECT_EQ(answer.body.find("|707"), std::string::npos) << "classes 6 and 7 begin at zero";
    EXPECT_EQ(complaint("check-fec", {"--utf8", kept(fileName(answer), answer.body).string()}), "");
}

TEST_F(Exports, TheFecAsksForItsPeriodAndChart) {
    EXPECT_EQ(desk_.get("/reports/exports/ledger.fec").code(), "period-required");
    EXPECT_EQ(desk_.get("/reports/exports/ledger.fec?from=2024-01-01&to=2026-01-01").code(),
              "period-too-long:366");
    EXPECT_EQ(desk_.get("/reports/exports/ledger.fec?from=2026-01-01&to=2026-12-31&chart=SYSCOHADA").code(),
              "chart-unknown:SYSCOHADA");
    Desk belgian(desk_.service(), "Brasserie", "BE");
    EXPECT_EQ(belgian.get("/reports/exports/ledger.fec?from=2026-01-01&to=2026-12-31").code(),
              "field-required:accounting.siren");
}

TEST_F(Exports, TheFecIsNamedByTheDigitsOfTheRegistrationNumber) {
    Desk own(desk_.service(), unique("Blancs"), "FR");
    const std::string path = "/reports/exports/ledger.fec?from=" + year() + "-01-01&to=" + year() + "-12-31";
    for (const char* number : {"303 265 045 00017", "SIRET 30326504500017", "303265045"}) {
        own.change("", js("{'registrationNumber':'$1'}", {number}));
        EXPECT_EQ(fileName(own.get(path)), "303265045FEC" + year() + "1231.txt") << number;
    }
    own.change("", js("{'registrationNumber':'RCS 303 265'}"));
    EXPECT_EQ(own.get(path).code(), "field-required:accounting.siren");
}

TEST_F(Exports, TheLanguageOfTheCompanyChangesNoFile) {
    Desk own(desk_.service(), unique("Langue"), "FR");
    own.change("", js("{'accounting':{'siren':'303265045'}}"));
    own.make("/transactions", js("{'walletId':'$1','direction':'in','amount':200,'label':'Float'}",
                                 {own.value("bankWalletId")}));
    const std::string period = "?from=" + year() + "-01-01&to=" + year() + "-12-31";
    std::map<std::string, std::string> files;
    for (const char* language : {"fr", "de", "en"}) {
        own.change("", js("{'language':'$1'}", {language}));
        for (const char* file : {"/reports/exports/ledger.fec", "/reports/exports/ledger"}) {
            const std::string body = own.get(file + period).body;
            EXPECT_NE(body.find("Banque"), std::string::npos) << body;
            EXPECT_EQ(files.emplace(file, body).first->second, body) << language;
        }
    }
}

TEST_F(Exports, DatevRefusesAnAccountThatWouldBeThatOfAPerson) {
    Desk own(desk_.service(), unique("Konten"), "DE");
    own.change("", js("{'accounting':{'datev':{'consultant':'29098','client':'1','chart':'SKR03'}}}"));
    ASSERT_TRUE(hasStatus(own.put("/transaction-categories",
                                  js("{'categories':[{'key':'gifts','label':'Gifts','direction':'out',"
                                     "'accounts':{'SKR03':'46300'}}]}")),
                          200));
    const Json moved =
        own.make("/transactions", js("{'walletId':'$1','direction':'out','amount':5,'category':'gifts'}",
                                     {own.value("bankWalletId")}));
    const std::string path =
        "/reports/exports/ledger.datev.csv?from=" + year() + "-01-01&to=" + year() + "-12-31";
    EXPECT_EQ(own.get(path).code(), "export-not-expressible:" + moved.textOr("id"));
    own.change("", js("{'accounting':{'datev':{'consultant':'29098','client':'1','chart':'SKR03',"
                      "'accountLength':5}}}"));
    EXPECT_NE(own.get(path).body.find("46300;12000"), std::string::npos);
}

TEST_F(Exports, DatevHasWhatIsTakenBackAtAnotherRate) {
    Desk own(desk_.service(), unique("Rücknahme"), "DE");
    own.change("", js("{'accounting':{'datev':{'consultant':'29098','client':'1','chart':'SKR03'}}}"));
    const std::string partner = own.make("/partners", js("{'name':'Kunde'}")).textOr("id");
    const Json sale = own.make(
        "/sales",
        js("{'partnerId':'$1','pricesIncludeTax':true,'lines':[{'label':'A','quantity':1,'unitPrice':100,"
           "'taxRate':0,'taxCategory':'E','taxExemptionReason':'UStG 4'},{'label':'B','quantity':-1,"
           "'unitPrice':11.90,'taxRate':19}]}",
           {partner}));
    EXPECT_EQ(sale["total"].integer(), 8810);
    const Answer answer =
        own.get("/reports/exports/ledger.datev.csv?from=" + year() + "-01-01&to=" + year() + "-12-31");
    EXPECT_NE(answer.body.find("100,00;\"S\";\"\";;;\"\";10001;8400;\"0040\""), std::string::npos)
        << answer.body;
    EXPECT_NE(answer.body.find("11,90;\"S\";\"\";;;\"\";8400;10001;\"\""), std::string::npos) << answer.body;
}

TEST_F(Exports, TheOhadaBalanceBalancesAndAgreesWithTheLedger) {
    for (const char* columns : {"6", "8"}) {
        const Answer balance =
            desk_.get("/reports/ohada/balance.csv?period=" + year() + "&columns=" + columns);
        ASSERT_EQ(balance.status, 200) << balance.body;
        const Answer ledger = desk_.get("/reports/exports/ledger?from=" + year() + "-01-01&to=" + year() +
                                        "-12-31&chart=SYSCOHADA");
        EXPECT_EQ(complaint("check-trial-balance",
                            {"--no-ohada", "--ledger", kept("ledger.csv", ledger.body).string(),
                             kept("balance.csv", balance.body).string()}),
                  "");
        EXPECT_NE(balance.body.find("\r\nTOTAL;Total général;"), std::string::npos);
    }
    EXPECT_EQ(desk_.get("/reports/ohada/balance.csv").code(), "period-required");
    EXPECT_EQ(desk_.get("/reports/ohada/balance.csv?period=soon").code(), "field-invalid:period");
    EXPECT_EQ(desk_.get("/reports/ohada/balance.csv?period=2026&chart=NONE").code(), "chart-unknown:NONE");
}

TEST_F(Exports, TheOhadaBalanceCarriesOpeningBalancesForward) {
    Desk shop(desk_.service(), "Ouverture", "FR");
    shop.make("/wallets", js("{'name':'Savings','kind':'bank','openingBalance':500}"));
    const std::string next = std::to_string(std::stoi(year()) + 1);
    const std::string balance = shop.get("/reports/ohada/balance.csv?chart=PCG&period=" + next).body;
    EXPECT_NE(balance.find("\r\n110;"), std::string::npos) << balance;
    EXPECT_NE(balance.find(";0;500.00;0;0;0;500.00\r\n"), std::string::npos) << balance;
    EXPECT_EQ(balance.find("\r\n890;"), std::string::npos) << balance;
}

TEST_F(Exports, TheOhadaLedgerRunsAccountByAccount) {
    const Answer ledger =
        desk_.get("/reports/ohada/ledger.csv?from=" + year() + "-01-01&to=" + year() + "-12-31");
    ASSERT_EQ(ledger.status, 200) << ledger.body;
    std::istringstream lines(ledger.body);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(
        line,
        "compte;intitule;date;journal;numero;piece;libelle;tiers;debit;credit;solde_debit;solde_credit\r");
    std::string account;
    std::size_t count = 0;
    for (; std::getline(lines, line); ++count) {
        const std::string next = line.substr(0, line.find(';'));
        EXPECT_LE(account, next);
        account = next;
    }
    EXPECT_EQ(count, desk_.books("SYSCOHADA").size());
}

} // namespace
} // namespace svc::test
