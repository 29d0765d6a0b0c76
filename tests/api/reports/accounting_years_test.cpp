// A year of operations of all kinds in three countries: the exports agree with the ledger and pass the format
// checkers, and once the year is locked they never change.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "api/reports/records.hpp"
#include "api/reports/trading_year.hpp"
#include "api/reports/unzipped.hpp"
#include <svc/date.hpp>
#include <svc/money.hpp>

#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;
using Sums = std::map<std::string, std::int64_t>;

std::string told(const Sums& sums) {
    std::string text;
    for (const auto& [account, sum] : sums) {
        text += account + ' ' + std::to_string(sum) + '\n';
    }
    return text;
}

/// The posting that DATEV makes for one side: the amount without tax, and the tax on its account.
void bookSide(Sums& sums, const std::string& account, std::int64_t amount, int rate, const std::string& tax) {
    const std::int64_t gross = amount < 0 ? -amount : amount;
    const std::int64_t part = rate == 0 ? 0 : (2 * gross * rate + 100 + rate) / (2 * (100 + rate));
    sums[account] += amount < 0 ? part - gross : gross - part;
    if (part != 0) {
        sums[tax] += amount < 0 ? -part : part;
    }
}

/// Compares entry by entry and account by account. Each posting names its entry, so this finds missing,
/// duplicated and misplaced postings, which no format checker can find. At least `taxed` postings must have a
/// tax that DATEV calculates.
void expectDatevRowByRow(const std::string& datev, const std::string& ledger, std::size_t taxed) {
    Sums booked;
    std::size_t gross = 0;
    const auto records = recordsOf(datev, ';');
    for (std::size_t i = 2; i < records.size(); ++i) {
        ASSERT_EQ(records[i].size(), 125U);
        const std::int64_t amount = minor(records[i][4].empty() ? records[i][0] : records[i][4]);
        const std::string& key = records[i][8];
        const std::string entry = records[i][21].substr(0, records[i][21].find('/')) + ' ';
        std::int64_t side = records[i][1] == "S" ? amount : -amount;
        for (const std::size_t column : {6U, 7U}) {
            std::string account = records[i][column];
            account = account.size() == 5 ? (account < "70000" ? "1400" : "1600") : account;
            const int automatic = key == "0040"                            ? 0
                                  : account == "8400" || account == "3400" ? 19
                                  : account == "8300" || account == "3300" ? 7
                                                                           : 0;
            const bool keyed = (key == "0009" || key == "0008") && (account[0] == '4' || account[0] == '3') &&
                               automatic == 0;
            const int rate = automatic != 0 ? automatic : !keyed ? 0 : key == "0009" ? 19 : 7;
            const std::string tax = account[0] == '8' ? (rate == 19 ? "1776" : "1771")
                                    : rate == 19      ? "1576"
                                                      : "1571";
            gross += rate != 0 ? 1 : 0;
            bookSide(booked, entry + account, side, rate, entry + tax);
            side = -side;
        }
    }
    Sums wanted;
    const auto rows = recordsOf(ledger, ',');
    for (std::size_t i = 1; i < rows.size(); ++i) {
        wanted[std::to_string(std::stoull(rows[i][0])) + ' ' + rows[i][4]] +=
            minor(rows[i][11]) - minor(rows[i][12]);
    }
    for (Sums* sums : {&booked, &wanted}) {
        std::erase_if(*sums, [](const auto& sum) { return sum.second == 0; });
    }
    EXPECT_EQ(told(booked), told(wanted));
    EXPECT_GE(gross, taxed);
}

/// A separate service whose clock is moved: all operations take place on the last day of a year, and the
/// exports are read in the next one.
class AccountingYear : public ::testing::Test {
protected:
    static void SetUpTestSuite() { service_ = std::make_unique<RunningService>(); }
    static void TearDownTestSuite() { service_.reset(); }

    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "year.XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// Moves the clock of the service and returns its new time.
    static Instant advance(std::int64_t seconds) {
        const Answer answer = service_->anonymous().post(
            "/testing/clock", Json::object({{"advance", "PT" + std::to_string(seconds) + 'S'}}));
        EXPECT_EQ(answer.status, 200) << answer.body;
        return Instant::parse(answer.json.textOr("now")).value();
    }
    /// Moves to noon of the last day of a year, which is that day in the company's time zone; returns the
    /// year.
    static int moveToTheLastDay() {
        const Instant now = advance(0);
        int year = std::stoi(now.toString().substr(0, 4));
        const auto noon = [](int of) {
            return Instant::parse(std::to_string(of) + "-12-31T12:00:00.000Z").value();
        };
        if (noon(year) < now) {
            ++year;
        }
        advance((noon(year).micros() - now.micros()) / Instant::Second);
        return year;
    }

    void trade(const std::string& name, const std::string& country, const Json& settings,
               std::vector<std::string> rates, int scale) {
        year_ = moveToTheLastDay();
        desk_ = std::make_unique<Desk>(*service_, name, country);
        desk_->change("", settings);
        trading_ = std::make_unique<TradingYear>(*desk_, year_, std::move(rates), scale);
        EXPECT_GE(trading_->trade(), 500);
        trading_->till();
        constexpr std::int64_t TwoDays = 2 * 86400;
        advance(TwoDays);
        expectInvariants(*service_);
    }

    /// The counting differences of the till are in the year's books, once as a surplus and once as a
    /// shortage.
    void expectTill(const std::string& chart, const std::string& shortage, const std::string& surplus) {
        std::map<std::string, std::int64_t> sums;
        for (const auto& record : recordsOf(ledger(chart), ',')) {
            if (record[18] == "cash_session" && (record[4] == shortage || record[4] == surplus)) {
                EXPECT_EQ(record[1], std::to_string(year_) + "-12-31");
                sums[record[4]] += minor(record[11]) - minor(record[12]);
            }
        }
        EXPECT_GT(sums[shortage], 0) << "nothing was missing";
        EXPECT_LT(sums[surplus], 0) << "nothing was too much";
    }

    static std::string days(int year) {
        return "from=" + std::to_string(year) + "-01-01&to=" + std::to_string(year) + "-12-31";
    }
    std::string exported(const std::string& path, fs::path* file = nullptr) {
        const Answer answer = desk_->get(path);
        EXPECT_EQ(answer.status, 200) << path << ' ' << answer.body.substr(0, 300);
        const std::string header = answer.header("content-disposition");
        const std::size_t start = header.find('"') + 1;
        const fs::path kept = folder_ / header.substr(start, header.rfind('"') - start);
        std::ofstream(kept, std::ios::binary) << answer.body;
        if (file != nullptr) {
            *file = kept;
        }
        return answer.body;
    }
    std::string ledger(const std::string& chart, fs::path* file = nullptr) {
        return exported("/reports/exports/ledger?" + days(year_) + "&chart=" + chart, file);
    }

    /// Debit minus credit of each account. Checks that every entry balances and that entry numbers are
    /// consecutive.
    static Sums sumsOf(const std::string& ledger) {
        Sums sums;
        std::map<std::string, std::int64_t> entries;
        const auto records = recordsOf(ledger, ',');
        for (std::size_t i = 1; i < records.size(); ++i) {
            const std::int64_t amount = minor(records[i][11]) - minor(records[i][12]);
            sums[records[i][4]] += amount;
            entries[records[i][0]] += amount;
        }
        EXPECT_GT(entries.size(), 500U);
        std::size_t number = 0;
        for (const auto& [entry, difference] : entries) {
            EXPECT_EQ(std::stoull(entry), ++number);
            EXPECT_EQ(difference, 0) << entry;
        }
        std::erase_if(sums, [](const auto& sum) { return sum.second == 0; });
        return sums;
    }

    std::string archive() const { return "/reports/exports/archive.zip?" + days(year_); }

    /// The trial balance of the archive equals the ledger with its opening balances, account by account.
    void expectTrialBalance(int year) {
        Sums sums;
        for (const auto& line :
             recordsOf(exported("/reports/exports/ledger?" + days(year) + "&opening=true"), ',')) {
            sums[line[4]] += line[0] == "entry_number" ? 0 : minor(line[11]) - minor(line[12]);
        }
        Sums closing;
        std::int64_t moved = 0;
        for (const auto& [name, text] :
             checkedArchive(exported("/reports/exports/archive.zip?" + days(year)))) {
            for (const auto& line :
                 name.substr(0, 6) == "trial-" ? recordsOf(text, ',') : recordsOf("", ',')) {
                if (line[0] != "account") {
                    closing[line[0]] = minor(line[6]) - minor(line[7]);
                    moved += minor(line[4]) - minor(line[5]);
                    EXPECT_EQ(closing[line[0]],
                              minor(line[2]) - minor(line[3]) + minor(line[4]) - minor(line[5]));
                }
            }
        }
        std::erase_if(sums, [](const auto& sum) { return sum.second == 0; });
        std::erase_if(closing, [](const auto& sum) { return sum.second == 0; });
        EXPECT_EQ(told(closing), told(sums));
        EXPECT_EQ(moved, 0);
        EXPECT_GT(closing.size(), 5U);
    }

    /// The message of a checker about a file; empty when the file is valid.
    static std::string complaint(const std::string& tool, std::vector<std::string> words) {
        const fs::path program = fs::path(SVC_SHARED_TOOLS) / tool;
        if (!fs::exists(program) || !fs::exists("/usr/bin/python3")) {
            std::cout << "not checked by " << tool << ": it is not here\n";
            return "";
        }
        words.insert(words.begin(), program.string());
        const Outcome outcome = runProgram(words);
        return outcome.code == 0 ? "" : outcome.output + outcome.errors;
    }
    static std::string chartFile(const std::string& name) {
        return (fs::path(SVC_TEST_CHARTS) / (name + ".csv")).string();
    }

    /// The content of a file. Of an archive only the books and the journal: partners, items and documents
    /// show their current state.
    std::string ofTheBooks(const std::string& path) {
        const std::string body = exported(path);
        if (path.find("archive.zip") == std::string::npos) {
            return body;
        }
        std::string books;
        for (const auto& [name, text] : checkedArchive(body)) {
            const bool own = name.find('/') == std::string::npos && name != "partners.jsonl" &&
                             name != "items.jsonl" && name != "manifest.json";
            books += own || name.starts_with("journal/") ? name + '\n' + text : "";
        }
        return books;
    }

    /// Locks the year, continues in the next one and checks that the same files are unchanged.
    void expectForEver(const std::vector<std::string>& paths) {
        desk_->change("", js("{'lockDate':'" + std::to_string(year_) + "-12-31'}"));
        std::vector<std::string> before;
        for (const std::string& path : paths) {
            before.push_back(ofTheBooks(path));
        }
        for (const std::string& partner : trading_->customers()) {
            desk_->change("/partners/" + partner, js("{'name':'Renamed'}"));
            desk_->make("/sales", js("{'partnerId':'" + partner +
                                     "','lines':[{'label':'Later','quantity':1,'unitPrice':10}]}"));
        }
        int paid = 0;
        for (const Json& sale : rowsOf(desk_->read("/sales?limit=500&paymentStatus=unpaid"))) {
            if (sale["currency"].text() == desk_->read("")["currency"].text() &&
                sale["balance"].integer() > 0) {
                desk_->make(
                    "/sales/" + sale.textOr("id") + "/payments",
                    Json::object({{"amount", majorFromMinor(sale["balance"].integer(),
                                                            Currency::of(sale["currency"].text()))}}));
                ++paid;
            }
        }
        EXPECT_GT(paid, 5);
        trading_->till();
        EXPECT_EQ(desk_
                      ->post("/sales", js("{'date':'" + std::to_string(year_) +
                                          "-12-31','lines':[{'label':'Late','quantity':1,'unitPrice':10}]}"))
                      .code(),
                  "date-locked:" + std::to_string(year_) + "-12-31");
        for (std::size_t i = 0; i < paths.size(); ++i) {
            EXPECT_TRUE(ofTheBooks(paths[i]) == before[i]) << paths[i] << " has changed";
        }
    }

    static inline std::unique_ptr<RunningService> service_;
    std::unique_ptr<Desk> desk_;
    std::unique_ptr<TradingYear> trading_;
    fs::path folder_;
    int year_ = 0;
};

TEST_F(AccountingYear, InFranceIsAFecThatAgreesWithTheBooks) {
    trade("Année", "FR", js("{'vatNumber':'FR40303265045','accounting':{'siren':'123456782'}}"),
          {"20", "5.5", "10"}, 1);
    expectTill("PCG", "658", "758");
    const std::string path = "/reports/exports/ledger.fec?" + days(year_);
    fs::path file;
    const std::string fec = exported(path + "&encoding=utf-8", &file);
    const Sums books = sumsOf(ledger("PCG"));
    Sums sums;
    std::map<std::string, std::int64_t> letters;
    std::size_t lettered = 0;
    const auto records = recordsOf(fec, '|');
    for (std::size_t i = 1; i < records.size(); ++i) {
        ASSERT_EQ(records[i].size(), 18U);
        std::string account = records[i][4];
        const std::int64_t amount = minor(records[i][11]) - minor(records[i][12]);
        sums[account] += amount;
        if (!records[i][13].empty()) {
            letters[account + records[i][6] + ' ' + records[i][13]] += amount;
            ++lettered;
        }
    }
    Sums padded;
    for (const auto& [account, sum] : books) {
        padded[account + std::string(account.size() < 6 ? 6 - account.size() : 0, '0')] = sum;
    }
    std::erase_if(sums, [](const auto& sum) { return sum.second == 0; });
    EXPECT_EQ(told(sums), told(padded));
    EXPECT_GT(lettered, 300U);
    for (const auto& [letter, difference] : letters) {
        EXPECT_EQ(difference, 0) << letter;
    }
    const std::string start = std::to_string(year_) + "0101";
    exported(path, &file);
    EXPECT_EQ(complaint("check-fec", {"--start", start, "--chart", chartFile("pcg"), file.string()}), "");
    expectForEver({path, "/reports/exports/ledger?" + days(year_), "/reports/ohada/ledger.csv?" + days(year_),
                   archive()});
    expectTrialBalance(year_);
    expectTrialBalance(year_ + 1);

    // The next year opens with the open items of this one.
    exported("/reports/exports/ledger.fec?" + days(year_ + 1), &file);
    EXPECT_EQ(complaint("check-fec", {"--start", std::to_string(year_ + 1) + "0101", "--chart",
                                      chartFile("pcg"), file.string()}),
              "");
    const std::string opened =
        exported("/reports/exports/ledger?" + days(year_ + 1) + "&chart=PCG&opening=true");
    EXPECT_EQ(opened.find("\n000001," + std::to_string(year_ + 1) + "-01-01,AN,"), opened.find('\n'));
    std::int64_t balance = 0;
    for (const auto& record : recordsOf(opened, ',')) {
        balance += record[0] == "000001" ? minor(record[11]) - minor(record[12]) : 0;
    }
    EXPECT_EQ(balance, 0);
}

TEST_F(AccountingYear, InGermanyIsADatevFileThatBooksWhatTheBooksHave) {
    trade("Jahr", "DE",
          js("{'vatNumber':'DE123456789','accounting':{'datev':{'consultant':'29098','client':'55003','chart'"
             ":'SKR03'}}}"),
          {"19", "7"}, 1);
    expectTill("SKR03", "2309", "2709");
    const std::string path = "/reports/exports/ledger.datev.csv?" + days(year_);
    fs::path file;
    const std::string datev = exported(path, &file);
    EXPECT_EQ(complaint("check-datev", {"--require-name", "--balances", "--quiet", file.string()}), "");
    expectDatevRowByRow(datev, ledger("SKR03"), 400);
    exported(path + "&chart=skr04", &file);
    EXPECT_EQ(complaint("check-datev", {"--require-name", "--balances", "--quiet", file.string()}), "");
    const auto files = checkedArchive(exported(archive()));
    EXPECT_EQ(files.count("EXTF_Buchungsstapel_" + std::to_string(year_) + "-01-01_" + std::to_string(year_) +
                          "-12-31.csv"),
              1U);
    expectForEver({path, path + "&chart=SKR04", "/reports/exports/ledger?" + days(year_), archive()});
    expectDatevRowByRow(exported("/reports/exports/ledger.datev.csv?" + days(year_ + 1)),
                        exported("/reports/exports/ledger?" + days(year_ + 1) + "&chart=SKR03"), 5);
    exported("/reports/exports/ledger.datev.csv?" + days(year_ + 1) + "&opening=true", &file);
    EXPECT_EQ(complaint("check-datev", {"--require-name", "--balances", "--quiet", file.string()}), "");
}

TEST_F(AccountingYear, InOhadaIsABalanceThatAgreesWithTheLedger) {
    trade("Exercice", "CI", js("{'vatNumber':'CI1234567A'}"), {"18"}, 100);
    expectTill("SYSCOHADA", "6588", "7588");
    fs::path books;
    const Sums sums = sumsOf(ledger("SYSCOHADA", &books));
    for (const char* columns : {"6", "8"}) {
        fs::path file;
        const std::string balance = exported(
            "/reports/ohada/balance.csv?period=" + std::to_string(year_) + "&columns=" + columns, &file);
        EXPECT_EQ(complaint("check-trial-balance",
                            {"--decimals", "0", "--closing", "--chart", chartFile("syscohada"), "--ledger",
                             books.string(), file.string()}),
                  "");
        Sums closing;
        for (const auto& record : recordsOf(balance, ';')) {
            if (record[0] != "compte" && record[0] != "TOTAL") {
                closing[record[0]] = minor(record[record.size() - 2]) - minor(record.back());
            }
        }
        std::erase_if(closing, [](const auto& sum) { return sum.second == 0; });
        EXPECT_EQ(told(closing), told(sums));
    }
    const std::string general = exported("/reports/ohada/ledger.csv?" + days(year_));
    EXPECT_EQ(recordsOf(general, ';').size(), recordsOf(ledger("SYSCOHADA"), ',').size());
    expectForEver({"/reports/ohada/ledger.csv?" + days(year_),
                   "/reports/ohada/balance.csv?period=" + std::to_string(year_),
                   "/reports/exports/ledger?" + days(year_)});
    fs::path file;
    exported("/reports/ohada/balance.csv?period=" + std::to_string(year_ + 1), &file);
    year_ += 1;
    ledger("SYSCOHADA", &books);
    EXPECT_EQ(
        complaint("check-trial-balance", {"--decimals", "0", "--closing", "--chart", chartFile("syscohada"),
                                          "--ledger", books.string(), file.string()}),
        "");
}

} // namespace
} // namespace svc::test
