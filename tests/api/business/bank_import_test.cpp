// Imports of bank statements: complete, overlapping, and refused.
#include <barrier>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>

#include "api/business/bank_fixture.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST_F(Bank, AFileBecomesLinesOnce) {
    desk.events();
    const Answer first = importCsv({{"176,00", "VIR HOTEL DES QUAIS INV-2026-009123", "HOTEL DES QUAIS",
                                     "FR7630006000011234567890189", "REF1"},
                                    {"-3,88", "FRAIS"},
                                    {"-3,88", "FRAIS"}});
    ASSERT_TRUE(hasStatus(first, 201));
    EXPECT_EQ(first.json["imported"].integer(), 3);
    EXPECT_EQ(first.json["duplicates"].integer(), 0);
    EXPECT_EQ(first.json.textOr("format"), "csv");
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("bank_transaction.imported", "bank_transaction.imported",
                                             "bank_transaction.imported"));
    const Json one = read(first.json["bankTransactionIds"][0].text());
    EXPECT_EQ(one.textOr("status"), "unmatched");
    EXPECT_EQ(one["amount"].integer(), 17600);
    EXPECT_EQ(one.textOr("reference"), "INV-2026-009123");
    EXPECT_TRUE(
        same(one["counterparty"], js("{'name':'HOTEL DES QUAIS','iban':'FR7630006000011234567890189'}")));
    EXPECT_TRUE(same(events[0]["data"], Json::object({{"id", one["id"]},
                                                      {"walletId", wallet},
                                                      {"statementId", first.json["id"]},
                                                      {"amount", money(17600)},
                                                      {"bookedAt", one["bookedAt"]},
                                                      {"label", one["label"]},
                                                      {"counterparty", one["counterparty"]},
                                                      {"reference", one["reference"]},
                                                      {"source", "file"},
                                                      {"actor", one["createdBy"]}})));
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 17600 - 776);
    const Answer again = importCsv({{"176,00", "VIR HOTEL DES QUAIS INV-2026-009123", "HOTEL DES QUAIS",
                                     "FR7630006000011234567890189", "REF1"},
                                    {"-3,88", "FRAIS"},
                                    {"-3,88", "FRAIS"},
                                    {"-3,88", "FRAIS"}});
    EXPECT_EQ(again.json["imported"].integer(), 1);
    EXPECT_EQ(again.json["duplicates"].integer(), 3);
    EXPECT_EQ(desk.read("/wallets/" + wallet + "/statements").size(), 2U);
    EXPECT_EQ(desk.get("/wallets/" + wallet + "/statements?limit=1").header("x-total-count"), "2");
    EXPECT_EQ(desk.get("/wallets/" + wallet + "/statements?offset=7").header("x-total-count"), "2");
}

TEST_F(Bank, OverlappingFilesAddWhatIsNew) {
    const Json sequences = Json::parse(contentOf("dedup/expected.json"));
    for (const Json& sequence : sequences.items()) {
        const std::string fresh = desk.make("/wallets", js("{'name':'S','kind':'bank'}")).textOr("id");
        for (const Json& step : sequence["steps"].items()) {
            const Answer answer =
                import(fresh, Json::object({{"content", contentOf("dedup/" + step.textOr("file"))}}));
            ASSERT_TRUE(hasStatus(answer, 201)) << step.dump();
            EXPECT_EQ(answer.json["imported"].integer(), step["added"].integer()) << step.dump();
            EXPECT_EQ(answer.json["duplicates"].integer(), step["skipped"].integer()) << step.dump();
            EXPECT_EQ(desk.get("/bank-transactions?walletId=" + fresh).header("x-total-count"),
                      step["total"].numberText());
        }
    }
}

/// A statement of one day, with lines of `:61:` and `:86:`.
std::string swift(const std::string& opening, const std::string& closing, const std::string& lines) {
    return ":20:1\n:25:DE89370400440532013000\n:28C:1/1\n:60F:C261101EUR" + opening + "\n" + lines +
           ":62F:C261101EUR" + closing + "\n-\n";
}

TEST_F(Bank, APlaceholderIsNoReferenceOfTheBank) {
    const auto line = [](const std::string& reference, const std::string& text) {
        return ":61:2611011101C10,00NTRFNONREF//" + reference + "\n:86:" + text + "\n";
    };
    for (const char* none : {"NONREF", "NOTPROVIDED", "0"}) {
        const std::string fresh = desk.make("/wallets", js("{'name':'P','kind':'bank'}")).textOr("id");
        const auto give = [&](const std::string& content) {
            return import(fresh, Json::object({{"content", content}})).json;
        };
        give(swift("0,00", "10,00", line(none, "Smith")));
        const Json other = give(swift("10,00", "20,00", line(none, "Jones")));
        EXPECT_EQ(other["imported"].integer(), 1) << none;
        EXPECT_TRUE(same(other["warnings"], js("[]"))) << none;
        // The same line again is a duplicate, and its balances are consistent.
        const Json again = give(swift("10,00", "20,00", line(none, "Jones")));
        EXPECT_EQ(again["duplicates"].integer(), 1) << none;
        EXPECT_TRUE(same(again["warnings"], js("[]"))) << none;
        // An equal line that continues from the last balance cannot be told from a duplicate: the balance
        // causes a warning.
        const Json doubtful = give(swift("20,00", "30,00", line(none, "Jones")));
        EXPECT_EQ(doubtful["duplicates"].integer(), 1) << none;
        EXPECT_TRUE(same(doubtful["warnings"], js("['duplicates-doubtful:1']"))) << none;
    }
}

TEST_F(Bank, AStatementThatAFileHasTwiceIsAddedOnce) {
    const auto statement = [](const std::string& number, const std::string& opening,
                              const std::string& closing, const std::string& lines) {
        return ":20:STARTUMS\n:25:123\n:28C:" + number + "\n:60F:C261101EUR" + opening + "\n" + lines +
               ":62F:C261101EUR" + closing + "\n";
    };
    const std::string fee = ":61:2611011101D3,00NCHGNONREF\n:86:Parking\n";
    const std::string paid = ":61:2611011101C10,00NTRFNONREF//R1\n:86:Smith\n";
    const std::string first = statement("7/1", "20,00", "27,00", fee + paid);
    // The second page has a fee that equals that of the first; both are kept.
    const std::string second = statement("7/2", "27,00", "24,00", fee);
    const Answer answer = import(first + second + first + second);
    ASSERT_TRUE(hasStatus(answer, 201));
    EXPECT_EQ(answer.json["imported"].integer(), 3);
    EXPECT_EQ(answer.json["duplicates"].integer(), 3);
    EXPECT_TRUE(same(answer.json["warnings"], js("[]")));
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 1000 - 2 * 300);

    const Answer again = import(first + second);
    ASSERT_TRUE(hasStatus(again, 201));
    EXPECT_EQ(again.json["imported"].integer(), 0);
    // A longer copy adds what the first one lacks.
    const Answer longer = import(first + statement("7/1", "20,00", "37,00", fee + paid + paid));
    ASSERT_TRUE(hasStatus(longer, 201));
    EXPECT_EQ(longer.json["imported"].integer(), 1);
    EXPECT_EQ(longer.json["duplicates"].integer(), 4);
}

TEST_F(Bank, AnotherAccountThanBeforeIsTold) {
    const auto give = [&](const std::string& account) {
        const Answer answer =
            import(":20:S\n:25:" + account + "\n:28C:1\n:60F:C261101EUR0,00\n:62F:C261101EUR0,00\n");
        EXPECT_TRUE(hasStatus(answer, 201));
        return answer.json["warnings"];
    };
    EXPECT_TRUE(same(give("37040044/0532013000"), js("[]")));
    // The same account, written in another way.
    EXPECT_TRUE(same(give("DE89370400440532013000"), js("[]")));
    EXPECT_TRUE(same(give("FR7630006000011234567890189"), js("['account-changed:DE89370400440532013000']")));
    EXPECT_TRUE(same(give("FR7630006000011234567890189"), js("[]")));
}

TEST_F(Bank, EveryReferenceOfALineIsShownAndSearched) {
    const Json sale = invoice("Referenced", "10");
    // Documents dated after the line are not suggested.
    const std::string today = desk.today();
    const std::string day = today.substr(2, 2) + today.substr(5, 2) + today.substr(8, 2);
    const Json file = import(swift("0,00", "10,00",
                                   ":61:" + day + "C10,00NTRF" + sale.textOr("number") +
                                       "//B1\n:86:ORDER-99812 Referenced\n"))
                          .json;
    const std::string id = file["bankTransactionIds"][0].text();
    const Json line = read(id);
    EXPECT_EQ(line.textOr("reference"), sale.textOr("number"));
    EXPECT_TRUE(same(line["references"], Json::array({sale["number"]})));
    EXPECT_EQ(line.textOr("bankReference"), "B1");
    const Json suggestions = desk.read("/bank-transactions/" + id + "/suggestions");
    ASSERT_GE(suggestions.size(), 1U);
    EXPECT_EQ(suggestions[0]["matches"][0].textOr("number"), sale.textOr("number"));
    EXPECT_EQ(desk.get("/bank-transactions?q=" + sale.textOr("number")).header("x-total-count"), "1");
}

TEST_F(Bank, AStatementWithoutBalancesSaysSo) {
    const std::string text =
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt><Id>1</Id>"
        "<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct></Stmt></BkToCstmrStmt></Document>";
    const Answer answer = import(text);
    ASSERT_TRUE(hasStatus(answer, 201));
    EXPECT_EQ(answer.json["imported"].integer(), 0);
    EXPECT_TRUE(same(answer.json["warnings"], js("['balance-unknown']")));
}

TEST_F(Bank, WrongFilesLeaveNothing) {
    desk.events();
    HttpClient client = sharedService().client(desk.newKey());
    for (const char* folder : {"camt053", "mt940", "csv"}) {
        const std::string path = std::string(SVC_TEST_STATEMENTS) + '/' + folder + "/malformed";
        for (const auto& entry : std::filesystem::directory_iterator(path)) {
            const std::string name = entry.path().filename();
            if (name.ends_with(".expected.json") || std::filesystem::file_size(entry) == 0) {
                continue;
            }
            const std::string type = std::string(folder) == "camt053" ? "application/xml" : "text/plain";
            const Answer answer =
                client.send("POST", desk.path("/wallets/" + wallet + "/statements"),
                            contentOf(std::string(folder) + "/malformed/" + name), {{"Content-Type", type}});
            EXPECT_EQ(answer.status, 400) << name << ' ' << answer.body;
            EXPECT_TRUE(answer.code().starts_with("statement-")) << name << ' ' << answer.code();
        }
    }
    EXPECT_THAT(typesOf(desk.events()), IsEmpty());
    EXPECT_EQ(desk.read("/bank-transactions?walletId=" + wallet).size(), 0U);
}

TEST_F(Bank, FilesAndWalletsMustFit) {
    const std::string till = desk.make("/wallets", js("{'name':'T','kind':'cash'}")).textOr("id");
    const std::string dollars =
        desk.make("/wallets", js("{'name':'D','kind':'bank','currency':'USD'}")).textOr("id");
    const std::string other =
        desk.make("/wallets", js("{'name':'O','kind':'bank','iban':'FR7630006000011234567890189'}"))
            .textOr("id");
    const Json camt = Json::object({{"content", contentOf("dedup/camt-a.xml")}});
    EXPECT_TRUE(isRefusal(import("wal_01jd93ne9skheab73zzekk66h8", camt), 404, "wallet-not-found"));
    EXPECT_TRUE(isRefusal(import(till, camt), 400, "wallet-not-bank"));
    const std::string closed = desk.make("/wallets", js("{'name':'C','kind':'bank'}")).textOr("id");
    ASSERT_TRUE(hasStatus(desk.patch("/wallets/" + closed, js("{'archived':true}")), 200));
    EXPECT_TRUE(isRefusal(import(closed, camt), 400, "field-invalid:walletId"));
    EXPECT_EQ(desk.read("/bank-transactions?walletId=" + closed).size(), 0U);
    EXPECT_TRUE(isRefusal(import(other, camt), 400, "statement-account-mismatch"));
    EXPECT_TRUE(isRefusal(import(dollars, camt), 400, "statement-currency-mismatch:EUR"));
    EXPECT_TRUE(isRefusal(import(wallet, js("{}")), 400, "field-required:content"));
    EXPECT_TRUE(isRefusal(import(wallet, js("{'content':'hello'}")), 400, "statement-format-unknown"));
    const std::string unbalanced = contentOf("mt940/malformed/balance-mismatch.sta");
    const Answer refused = import(unbalanced);
    EXPECT_TRUE(refused.code().starts_with("statement-unbalanced:")) << refused.body;
    const Answer accepted =
        import(wallet, Json::object({{"content", unbalanced}, {"acceptUnbalanced", true}}));
    ASSERT_TRUE(hasStatus(accepted, 201));
    EXPECT_EQ("statement-unbalanced:" + accepted.json["warnings"][0].text().substr(17), refused.code());
}

TEST_F(Bank, OptionsOfCsvAreCheckedWhereverTheyStand) {
    const std::string rows = "x;y;z\n2026-11-25;lab;5.00\n";
    const auto given = [&](const std::string& mapping) {
        return import(wallet, Json::object({{"format", "csv"}, {"content", rows}, {"csv", js(mapping)}}));
    };
    for (const char* place : {"0.5", "-1", "99999999999999999999"}) {
        const std::string columns = std::string("{'columns':{'bookingDate':") + place + ",'amount':2}}";
        EXPECT_TRUE(isRefusal(given(columns), 400, "field-invalid:csv.columns.bookingDate")) << place;
    }
    const std::string columns = ",'columns':{'bookingDate':0,'amount':2}}";
    for (const char* option :
         {"'debitValues':'x'", "'delimiter':'ab'", "'skipLines':0.5", "'headerRows':0.5"}) {
        const std::string name(option + 1, std::string_view(option).find(':') - 2);
        EXPECT_TRUE(isRefusal(given(std::string("{") + option + columns), 400, "field-invalid:csv." + name));
    }
    HttpClient client = sharedService().client(desk.newKey());
    const auto raw = [&](const std::string& query) {
        return client.send("POST", desk.path("/wallets/" + wallet + "/statements?" + query),
                           "Date;Text;Amount\n2026-11-25;Raw;5.00\n", {{"Content-Type", "text/csv"}});
    };
    for (const char* more : {"", "&columns=bookingDate:0,amount:2"}) {
        EXPECT_TRUE(isRefusal(raw(std::string("delimiter=ab") + more), 400, "field-invalid:delimiter"));
        EXPECT_TRUE(isRefusal(raw(std::string("encoding=x") + more), 400, "field-invalid:encoding"));
        EXPECT_TRUE(isRefusal(raw(std::string("dateFormat=x") + more), 400, "field-invalid:dateFormat"));
        EXPECT_TRUE(isRefusal(raw(std::string("headerRows=0.5") + more), 400, "field-invalid:headerRows"));
    }
    EXPECT_EQ(desk.read("/bank-transactions?walletId=" + wallet).size(), 0U);
    EXPECT_TRUE(hasStatus(raw("delimiter=;&encoding=UTF-8"), 201));
    EXPECT_TRUE(
        hasStatus(raw("columns=bookingDate:0,amount:2&decimal=.&dateFormat=YYYY-MM-DD&delimiter=;"), 201));
}

TEST_F(Bank, AmountsOfCsvAreNotMultiplied) {
    const std::string head = "Date;Text;Amount\n";
    EXPECT_TRUE(isRefusal(import(head + "2026-11-25;A;12,34\n2026-11-25;B;2,00\n2026-11-25;C;1.50\n"), 400,
                          "statement-invalid:4:14:amount"));
    EXPECT_TRUE(
        isRefusal(importCsv({{"12.34", "The other separator"}}), 400, "statement-invalid:2:34:amount"));
    const Answer unsure = import(head + "2026-11-25;A;1,500\n2026-11-25;B;2,750\n");
    ASSERT_TRUE(hasStatus(unsure, 201));
    EXPECT_TRUE(same(unsure.json["warnings"], js("['amounts-ambiguous:.']")));
    EXPECT_EQ(read(unsure.json["bankTransactionIds"][0].text())["amount"].integer(), 150000);
}

TEST_F(Bank, ARowThatIsMissingInACsvFileIsToldByItsBalances) {
    const std::string rows = "Date;Description;Amount;Balance\n2026-03-01;Rent;5,00;80,00\n";
    const Answer refused = import(rows + "2026-03-02;Fee;10,00;60,00\n");
    EXPECT_TRUE(isRefusal(refused, 400, "statement-unbalanced:-3000"));
    const Answer accepted = import(wallet, Json::object({{"content", rows + "2026-03-02;Fee;10,00;60,00\n"},
                                                         {"acceptUnbalanced", true}}));
    ASSERT_TRUE(hasStatus(accepted, 201));
    EXPECT_EQ(accepted.json["warnings"][0].text(), "balance-mismatch:-3000");
    EXPECT_EQ(accepted.json["openingBalance"].integer(), 7500);
    EXPECT_EQ(accepted.json["closingBalance"].integer(), 6000);
    const Answer whole = import(rows + "2026-03-02;Fee;-20,00;60,00\n");
    ASSERT_TRUE(hasStatus(whole, 201));
    EXPECT_EQ(whole.json["openingBalance"].integer(), 7500);
}

TEST_F(Bank, TwoImportsAtOnceAddTheFileOnce) {
    const std::string key = desk.newKey();
    const Json body = Json::object({{"content", contentOf("dedup/mt-a.sta")}});
    std::barrier start(6);
    std::vector<std::thread> clients;
    std::atomic<std::int64_t> imported = 0;
    for (int i = 0; i < 6; ++i) {
        clients.emplace_back([&] {
            HttpClient client = sharedService().client(key);
            start.arrive_and_wait();
            const Answer answer = client.post(desk.path("/wallets/" + wallet + "/statements"), body);
            imported += answer.status == 201 ? answer.json["imported"].integer() : 1000;
        });
    }
    for (std::thread& client : clients) {
        client.join();
    }
    EXPECT_EQ(imported, 3);
}

} // namespace
} // namespace svc::test
