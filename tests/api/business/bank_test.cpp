// Bank statements through HTTP: what comes in, what comes in twice, what is refused, and what lines become.
#include <barrier>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>

#include "api/business/bank_fixture.hpp"
#include "api/business/together.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr const char* NoLine = "bnk_01jd9sm21dgf283dwskftxp5m7";

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
        // The same again is a duplicate, and its balances agree.
        const Json again = give(swift("10,00", "20,00", line(none, "Jones")));
        EXPECT_EQ(again["duplicates"].integer(), 1) << none;
        EXPECT_TRUE(same(again["warnings"], js("[]"))) << none;
        // One that is equal to the last and goes on from it cannot be told apart: its balance says so.
        const Json doubtful = give(swift("20,00", "30,00", line(none, "Jones")));
        EXPECT_EQ(doubtful["duplicates"].integer(), 1) << none;
        EXPECT_TRUE(same(doubtful["warnings"], js("['duplicates-doubtful:1']"))) << none;
    }
}

TEST_F(Bank, EveryReferenceOfALineIsShownAndSearched) {
    const Json sale = invoice("Referenced", "10");
    // Documents of after the line are not suggested.
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

TEST_F(Bank, AMatchPaysAndReopeningTakesItBack) {
    const Json sale = invoice("Hôtel des Quais", "176");
    const std::string id =
        line({"176,00", "VIR " + sale.textOr("number"), "HOTEL DES QUAIS", "FR7630006000011234567890189"});
    const Json suggestions = desk.read("/bank-transactions/" + id + "/suggestions");
    ASSERT_GE(suggestions.size(), 1U);
    EXPECT_EQ(suggestions[0]["matches"][0].textOr("id"), sale.textOr("id"));
    EXPECT_EQ(suggestions[0]["matches"][0]["amount"].integer(), 17600);
    EXPECT_TRUE(suggestions[0]["writeOff"].isNull());
    desk.events();
    const Answer matched = act(id, "match", "{'matches':[{'kind':'sale','id':'" + sale.textOr("id") + "'}]}");
    ASSERT_TRUE(hasStatus(matched, 200));
    EXPECT_EQ(matched.json.textOr("status"), "matched");
    EXPECT_EQ(matched.json["matches"][0]["amount"].integer(), 17600);
    const std::vector<Json> events = desk.events();
    ASSERT_THAT(typesOf(events), ElementsAre("payment.received", "invoice.paid"));
    EXPECT_EQ(events[0]["data"].textOr("origin"), "bank_match");
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")).textOr("paymentStatus"), "paid");
    EXPECT_EQ(walletNow()["balance"].integer(), 17600);
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 0);
    EXPECT_TRUE(desk.read("/transactions?kind=sale_payment&walletId=" + wallet)[0]
                    .optionalBool("reconciled")
                    .value());
    for (const char* what : {"match", "ignore", "transaction"}) {
        EXPECT_TRUE(isRefusal(
            act(id, what, "{'reason':'x','matches':[{'kind':'sale','id':'" + sale.textOr("id") + "'}]}"), 400,
            "bank-transaction-not-open"));
    }
    EXPECT_EQ(desk.read("/bank-transactions/" + id + "/suggestions").size(), 0U);

    const Answer reopened = act(id, "reopen", "{}");
    ASSERT_TRUE(hasStatus(reopened, 200));
    EXPECT_EQ(reopened.json.textOr("status"), "unmatched");
    EXPECT_THAT(typesOf(desk.events()), ::testing::Contains("transaction.voided"));
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id"))["balance"].integer(), 17600);
    EXPECT_EQ(walletNow()["balance"].integer(), 0);
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 17600);
    EXPECT_TRUE(isRefusal(act(id, "reopen", "{}"), 400, "bank-transaction-open"));
}

TEST_F(Bank, SeveralInvoicesAndAFee) {
    const Json one = invoice("Several AG", "100");
    const Json two = invoice("Several AG", "50");
    const std::string id = line({"149,50", one.textOr("number") + " " + two.textOr("number")});
    const std::string both =
        "{'kind':'sale','id':'" + one.textOr("id") + "'},{'kind':'sale','id':'" + two.textOr("id") + "'}";
    EXPECT_TRUE(isRefusal(act(id, "match", "{'matches':[{'kind':'sale','id':'" + one.textOr("id") + "'}]}"),
                          400, "match-amount-mismatch:4950"));
    EXPECT_TRUE(isRefusal(
        act(id, "match", "{'matches':[" + both + "],'writeOff':{'amount':-1,'category':'bank_fees'}}"), 400,
        "match-amount-mismatch:50"));
    EXPECT_TRUE(isRefusal(
        act(id, "match", "{'matches':[{'kind':'sale','id':'" + one.textOr("id") + "','amount':101}]}"), 400,
        "amount-above-outstanding"));
    EXPECT_TRUE(isRefusal(
        act(id, "match", "{'matches':[" + both + "],'writeOff':{'amount':-0.5,'category':'bribes'}}"), 400,
        "category-unknown:bribes"));
    desk.events();
    const Answer matched =
        act(id, "match", "{'matches':[" + both + "],'writeOff':{'amount':-0.50,'category':'bank_fees'}}");
    ASSERT_TRUE(hasStatus(matched, 200));
    EXPECT_EQ(matched.json["matches"].size(), 3U);
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("payment.received", "invoice.paid", "payment.received",
                                                    "invoice.paid", "transaction.created"));
    EXPECT_EQ(walletNow()["balance"].integer(), 14950);
    const std::string fee = matched.json["matches"][2].textOr("transactionId");
    EXPECT_TRUE(isRefusal(desk.post("/transactions/" + fee + "/void", js("{'reason':'x'}")), 400,
                          "transaction-not-voidable"));
    ASSERT_TRUE(hasStatus(act(id, "reopen", "{}"), 200));
    EXPECT_EQ(walletNow()["balance"].integer(), 0);
    EXPECT_EQ(desk.read("/sales/" + two.textOr("id"))["balance"].integer(), 5000);
}

TEST_F(Bank, APartLeavesTheRestOpen) {
    const Json sale = invoice("Part SA", "300");
    const std::string id = line({"100,00", "Acompte " + sale.textOr("number"), "PART SA"});
    const Json first = desk.read("/bank-transactions/" + id + "/suggestions")[0];
    EXPECT_EQ(first["matches"][0]["amount"].integer(), 10000);
    desk.events();
    ASSERT_TRUE(hasStatus(
        act(id, "match", "{'matches':[{'kind':'sale','id':'" + sale.textOr("id") + "','amount':100}]}"),
        200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("payment.received", "invoice.partially_paid"));
}

TEST_F(Bank, PurchasesArePaidByMoneyOut) {
    const std::string partner =
        desk.make("/partners", js("{'name':'Supplier','kind':'supplier'}")).textOr("id");
    const Json purchase =
        desk.make("/purchases", js("{'partnerId':'$1','supplierReference':'ER41087',"
                                   "'lines':[{'label':'Beans','quantity':1,'unitPrice':330}]}",
                                   {partner}));
    const std::string out = line({"-330,00", "Ihre Rg ER41087", "SUPPLIER"});
    const std::string in = line({"330,00", "Ihre Rg ER41087", "SUPPLIER"});
    const std::string body = "{'matches':[{'kind':'purchase','id':'" + purchase.textOr("id") + "'}]}";
    EXPECT_TRUE(isRefusal(act(in, "match", body), 400, "match-direction"));
    const Json sale = invoice("Debtor", "330");
    EXPECT_TRUE(isRefusal(act(out, "match", "{'matches':[{'kind':'sale','id':'" + sale.textOr("id") + "'}]}"),
                          400, "match-direction"));
    const Json suggestion = desk.read("/bank-transactions/" + out + "/suggestions")[0];
    EXPECT_EQ(suggestion["matches"][0].textOr("id"), purchase.textOr("id"));
    desk.events();
    ASSERT_TRUE(hasStatus(act(out, "match", body), 200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("purchase.paid"));
    ASSERT_TRUE(hasStatus(act(out, "reopen", "{}"), 200));
    EXPECT_EQ(desk.read("/purchases/" + purchase.textOr("id"))["balance"].integer(), 33000);
}

TEST_F(Bank, ALineIsRecordedOrIgnored) {
    const std::string fee = line({"-3,88", "KONTOFUEHRUNG"});
    EXPECT_EQ(desk.read("/bank-transactions/" + fee + "/suggestions").size(), 0U);
    EXPECT_TRUE(isRefusal(act(fee, "transaction", "{'category':'bribes'}"), 400, "category-unknown:bribes"));
    EXPECT_TRUE(isRefusal(act(fee, "transaction", "{'partnerId':'par_01jd917ehm8vtfvkxjcsqjsvj8'}"), 404,
                          "partner-not-found"));
    desk.events();
    const Answer recorded = act(fee, "transaction", "{'category':'bank_fees'}");
    ASSERT_TRUE(hasStatus(recorded, 200));
    EXPECT_EQ(recorded.json["bankTransaction"].textOr("status"), "recorded");
    EXPECT_EQ(recorded.json["transaction"].textOr("kind"), "bank");
    EXPECT_TRUE(recorded.json["transaction"].optionalBool("reconciled").value());
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("transaction.created"));
    const std::string movement = recorded.json["transaction"].textOr("id");
    EXPECT_THAT(desk.postings(movement, "PCG"), UnorderedElementsAre("512 0.00 3.88", "627 3.88 0.00"));
    // Voided at the wallet, the line waits again.
    ASSERT_TRUE(hasStatus(desk.post("/transactions/" + movement + "/void", js("{'reason':'x'}")), 200));
    EXPECT_EQ(read(fee).textOr("status"), "unmatched");
    ASSERT_TRUE(hasStatus(act(fee, "transaction", "{'category':'bank_fees'}"), 200));
    desk.events();
    ASSERT_TRUE(hasStatus(act(fee, "reopen", "{}"), 200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("transaction.voided"));

    ASSERT_TRUE(hasStatus(act(fee, "ignore", "{}"), 200));
    EXPECT_TRUE(read(fee)["ignoredReason"].isNull());
    ASSERT_TRUE(hasStatus(act(fee, "reopen", "{}"), 200));
    const Answer ignored = act(fee, "ignore", "{'reason':'Internal'}");
    EXPECT_EQ(ignored.json.textOr("status"), "ignored");
    EXPECT_EQ(ignored.json.textOr("ignoredReason"), "Internal");
    EXPECT_THAT(typesOf(desk.events()), IsEmpty());
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 0);
    ASSERT_TRUE(hasStatus(act(fee, "reopen", "{}"), 200));
    EXPECT_THAT(typesOf(desk.events()), IsEmpty());
    for (const char* what : {"match", "ignore", "transaction", "reopen"}) {
        EXPECT_TRUE(isRefusal(
            desk.post(std::string("/bank-transactions/") + NoLine + '/' + what,
                      js("{'reason':'x','matches':[{'kind':'sale','id':'sal_01jd9p4be1mfmxgscfzmzebnt7'}]}")),
            404, "bank-transaction-not-found"));
    }
    EXPECT_TRUE(
        isRefusal(desk.get(std::string("/bank-transactions/") + NoLine), 404, "bank-transaction-not-found"));
    EXPECT_TRUE(isRefusal(desk.get(std::string("/bank-transactions/") + NoLine + "/suggestions"), 404,
                          "bank-transaction-not-found"));
}

TEST_F(Bank, MovementsThatAreThereAreNamedNotMadeTwice) {
    const std::string till =
        desk.make("/wallets", js("{'name':'T','kind':'cash','openingBalance':500}")).textOr("id");
    const Json transfer = desk.make(
        "/wallets/transfer", js("{'fromWalletId':'$1','toWalletId':'$2','amount':250}", {till, wallet}));
    const std::string id = line({"250,00", "REMISE ESPECES"});
    const Json suggestion = desk.read("/bank-transactions/" + id + "/suggestions")[0];
    EXPECT_EQ(suggestion["matches"][0].textOr("kind"), "transfer");
    EXPECT_EQ(suggestion["matches"][0].textOr("id"), transfer.textOr("id"));
    const std::string body = "{'matches':[{'kind':'transfer','id':'" + transfer.textOr("id") + "'}]}";
    desk.events();
    ASSERT_TRUE(hasStatus(act(id, "match", body), 200));
    EXPECT_THAT(typesOf(desk.events()), IsEmpty());
    EXPECT_EQ(walletNow()["balance"].integer(), 25000);
    const std::string twice = line({"250,00", "REMISE 2"});
    EXPECT_TRUE(isRefusal(act(twice, "match", body), 400, "field-invalid:matches[0].id"));
    ASSERT_TRUE(hasStatus(act(id, "reopen", "{}"), 200));
    ASSERT_TRUE(hasStatus(act(twice, "match", body), 200));
    EXPECT_TRUE(isRefusal(
        act(id, "match", "{'matches':[{'kind':'transaction','id':'txn_01jd9vbgrkwspczrn42r2ahwgm'}]}"), 404,
        "transaction-not-found"));
    EXPECT_TRUE(
        isRefusal(act(id, "match", "{'matches':[{'kind':'payment','id':'pay_01jd9r7rc6r54ckpd3wmssr98z'}]}"),
                  404, "payment-not-found"));
    EXPECT_TRUE(
        isRefusal(act(id, "match", "{'matches':[{'kind':'sale','id':'sal_01jd9p4be1mfmxgscfzmzebnt7'}]}"),
                  404, "sale-not-found"));
    EXPECT_TRUE(
        isRefusal(act(id, "match", "{'matches':[{'kind':'purchase','id':'pur_01jd97btsbgr63z4av2cdqjca2'}]}"),
                  404, "purchase-not-found"));
}

TEST_F(Bank, TwoLinesOfOwnWalletsAreOneTransfer) {
    const std::string iban = "DE89370400440532013000";
    const std::string second =
        desk.make("/wallets", js("{'name':'Second','kind':'bank','iban':'" + iban + "'}")).textOr("id");
    const auto at = [&](std::string where, const Row& row) {
        std::swap(wallet, where);
        std::string id = line(row);
        std::swap(wallet, where);
        return id;
    };
    const std::string out = line({"-420,00", "Savings", "", iban});
    const std::string in = at(second, {"420,00", "Eingang"});
    const std::string stranger = at(second, {"99,00", "Zahlung"});
    const std::string paid = line({"-99,00", "Something else"});
    EXPECT_EQ(desk.read("/bank-transactions/" + paid + "/suggestions").size(), 0U)
        << "an opposite amount alone means nothing";
    for (const auto& [one, other] : {std::pair(out, in), std::pair(in, out)}) {
        const Json suggestions = desk.read("/bank-transactions/" + one + "/suggestions");
        ASSERT_EQ(suggestions.size(), 1U) << suggestions.dump();
        EXPECT_EQ(suggestions[0]["matches"][0].textOr("kind"), "transfer");
        EXPECT_EQ(suggestions[0]["matches"][0].textOr("id"), other);
        EXPECT_TRUE(same(suggestions[0]["reasons"], js("['amount','own-account','date']")));
    }
    const auto matching = [](const std::string& other) {
        return "{'matches':[{'kind':'transfer','id':'" + other + "'}]}";
    };
    EXPECT_TRUE(isRefusal(act(in, "match", matching(stranger)), 400, "match-direction"));
    EXPECT_TRUE(isRefusal(act(paid, "match", matching(in)), 400, "match-amount-mismatch:32100"));
    EXPECT_TRUE(isRefusal(act(in, "match", matching("bnk_01jd9vbgrkwspczrn42r2ahwgm")), 404,
                          "bank-transaction-not-found"));
    const std::string ownSide = line({"420,00", "The same wallet"});
    EXPECT_TRUE(isRefusal(act(out, "match", matching(ownSide)), 400, "field-invalid:matches[0].id"));
    desk.events();
    ASSERT_TRUE(hasStatus(act(in, "match", matching(out)), 200));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("transfer.completed"));
    EXPECT_EQ(read(out).textOr("status"), "matched");
    EXPECT_EQ(read(in)["matches"][0].textOr("id"), read(out)["matches"][0].textOr("id"));
    EXPECT_NE(read(in)["matches"][0].textOr("transactionId"),
              read(out)["matches"][0].textOr("transactionId"));
    EXPECT_EQ(walletNow()["balance"].integer(), -42000);
    EXPECT_TRUE(isRefusal(act(out, "match", matching(in)), 400, "bank-transaction-not-open"));
    // One transfer in the books: out of one wallet and into the other.
    EXPECT_EQ(desk.postings(read(in)["matches"][0].textOr("id")).size(), 4U);
    ASSERT_TRUE(hasStatus(act(in, "reopen", "{}"), 200));
    EXPECT_EQ(read(out).textOr("status"), "matched");
    const Json again = desk.read("/bank-transactions/" + in + "/suggestions");
    ASSERT_EQ(again.size(), 1U) << again.dump();
    EXPECT_EQ(again[0]["matches"][0].textOr("id"), read(out)["matches"][0].textOr("id"));
}

TEST_F(Bank, BothSidesOfATransferMatchedAtOnceMakeOne) {
    const std::string iban = "DE75512108001245126199";
    std::string other =
        desk.make("/wallets", js("{'name':'Other','kind':'bank','iban':'" + iban + "'}")).textOr("id");
    const std::string out = line({"-77,00", "Out", "", iban});
    std::swap(wallet, other);
    const std::string in = line({"77,00", "In"});
    std::swap(wallet, other);
    Counts counts = outcomes(desk, desk.newKey(), 8, [&](int index) {
        const bool first = index % 2 == 0;
        return std::pair("/bank-transactions/" + (first ? out : in) + "/match",
                         js("{'matches':[{'kind':'transfer','id':'" + (first ? in : out) + "'}]}"));
    });
    EXPECT_EQ(counts, (Counts{{"200", 1}, {"400 bank-transaction-not-open", 7}}));
    EXPECT_EQ(walletNow()["balance"].integer(), -7700);
}

TEST_F(Bank, TwoPeopleOnOneLineMatchItOnce) {
    const Json sale = invoice("Twice GmbH", "80");
    const std::string id = line({"80,00", sale.textOr("number")});
    const std::string key = desk.newKey();
    const Json body = js("{'matches':[{'kind':'sale','id':'$1'}]}", {sale.textOr("id")});
    std::barrier start(8);
    std::vector<std::thread> clients;
    std::vector<Answer> answers(8);
    for (std::size_t i = 0; i < 8; ++i) {
        clients.emplace_back([&, i] {
            HttpClient client = sharedService().client(key);
            start.arrive_and_wait();
            answers[i] = client.post(desk.path("/bank-transactions/" + id + "/match"), body);
        });
    }
    for (std::thread& client : clients) {
        client.join();
    }
    int good = 0;
    for (const Answer& answer : answers) {
        good += answer.status == 200 ? 1 : 0;
        if (answer.status != 200) {
            EXPECT_TRUE(isRefusal(answer, 400, "bank-transaction-not-open"));
        }
    }
    EXPECT_EQ(good, 1);
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id"))["payments"].size(), 1U);
}

TEST_F(Bank, TheNumberOfAllLinesIsThatOfTheRowsWhateverWasDoneToThem) {
    const std::string one = line({"-3,00", "Charge March", "Bank"});
    importCsv({{"10,00", "Rent Ägypten", "Anna"}, {"-20,00", "Rent"}, {"30,00", "Charge"}, {"5,00", "Rent"}});
    const auto check = [&] {
        for (const std::string& whose : {std::string(), "&walletId=" + wallet}) {
            for (const std::string& query :
                 std::vector<std::string>{"",
                                          "&status=unmatched",
                                          "&status=ignored",
                                          "&q=rent",
                                          "&q=rent&status=unmatched",
                                          "&q=agypten%20anna",
                                          "&q=ent",
                                          "&minAmount=1",
                                          "&maxAmount=-1&q=rent",
                                          "&maxAmount=5",
                                          "&minAmount=-20&maxAmount=10",
                                          "&minAmount=5&maxAmount=5",
                                          "&minAmount=-3.01&maxAmount=9.99",
                                          "&minAmount=30&maxAmount=1",
                                          "&minAmount=-9000000000.01&maxAmount=9000000000",
                                          "&maxAmount=10&status=unmatched",
                                          "&maxAmount=10&status=ignored",
                                          "&minAmount=1&from=" + desk.today(),
                                          "&from=" + desk.today() + "&to=" + desk.today(),
                                          "&to=2020-01-01",
                                          "&from=2020-02-03&status=unmatched"}) {
                const std::string path = "/bank-transactions?sort=-date" + whose + query;
                EXPECT_EQ(desk.get(path + "&limit=1").header("x-total-count"),
                          std::to_string(desk.read(path + "&limit=500").size()))
                    << path;
            }
        }
        expectInvariants(sharedService());
    };
    check();
    ASSERT_TRUE(hasStatus(act(one, "ignore", "{'reason':'Internal'}"), 200));
    check();
    EXPECT_EQ(desk.read("/bank-transactions?walletId=" + wallet + "&status=ignored").size(), 1U);
    ASSERT_TRUE(hasStatus(act(one, "reopen", "{}"), 200));
    check();
    const auto found = [&](const std::string& text) {
        return desk.read("/bank-transactions?walletId=" + wallet + "&q=" + text).size();
    };
    EXPECT_EQ(found("rent"), 3U);
    EXPECT_EQ(found("RENT%20%C3%A4gyp"), 1U);
    EXPECT_EQ(found("gypten"), 1U); // begins no word: anywhere in the newest
    EXPECT_EQ(found("nowhere"), 0U);
}

TEST_F(Bank, LinesAreFoundByEachFilter) {
    importCsv({{"10,00", "Alpha", "ANNA"}, {"-20,00", "Beta"}, {"30,00", "Gamma"}});
    const auto labels = [&](const std::string& query) {
        return textsOf(desk.read("/bank-transactions?walletId=" + wallet + query), "label");
    };
    EXPECT_THAT(labels(""), UnorderedElementsAre("Alpha", "Beta", "Gamma"));
    EXPECT_THAT(labels("&minAmount=10"), UnorderedElementsAre("Alpha", "Gamma"));
    EXPECT_THAT(labels("&maxAmount=-0.01"), ElementsAre("Beta"));
    EXPECT_THAT(labels("&minAmount=10.01"), ElementsAre("Gamma"));
    EXPECT_THAT(labels("&minAmount=-20&maxAmount=10"), UnorderedElementsAre("Alpha", "Beta"));
    EXPECT_THAT(labels("&minAmount=-20&maxAmount=10&sort=date&limit=1&offset=1").size(), 1U);
    EXPECT_THAT(labels("&minAmount=10.01&maxAmount=10"), IsEmpty());
    EXPECT_TRUE(isRefusal(desk.get("/bank-transactions?minAmount=much"), 400, "field-invalid:minAmount"));
    EXPECT_THAT(labels("&q=anna"), ElementsAre("Alpha"));
    EXPECT_THAT(labels("&status=matched"), IsEmpty());
    EXPECT_THAT(labels("&from=" + desk.today() + "&to=" + desk.today()).size(), 3U);
    EXPECT_THAT(labels("&to=2020-01-01"), IsEmpty());
    EXPECT_TRUE(isRefusal(desk.get("/bank-transactions?walletId=wal_01jd93ne9skheab73zzekk66h8"), 404,
                          "wallet-not-found"));
    EXPECT_TRUE(isRefusal(desk.get("/bank-transactions?status=sold"), 400, "field-invalid:status"));
}

} // namespace
} // namespace svc::test
