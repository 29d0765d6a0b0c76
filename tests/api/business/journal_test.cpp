// The sealed journal through HTTP: it contains sales, payments, refunds and closings in the order of their
// commits, and any change made directly in the database is detected.
#include <algorithm>
#include <barrier>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <thread>

#include <gmock/gmock.h>

#include <svc/encoding.hpp>

#include "api/business/journal_fixture.hpp"
#include "host/auth/signer.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

namespace fs = std::filesystem;

TEST_F(Journal, IsNoAuthorityToSubmitTo) {
    const std::string sale = desk.make("/sales", invoice()).textOr("id");
    for (const Json& body : {js("{'regime':'fr-journal'}"), Json::object()}) {
        EXPECT_TRUE(isRefusal(desk.post("/fiscal/submit/sale/" + sale, body), 400, "regime-not-enabled"));
    }
    EXPECT_EQ(desk.read("/fiscal/submissions/sale/" + sale).size(), 0U);
}

TEST_F(Journal, HoldsARecordOfEachDocumentInTheOrderOfTheCommits) {
    const Json sold = desk.make("/sales", ticket("3"));
    const Json due = invoice();
    const std::string sale = due.textOr("id");
    const Json paid = desk.make("/sales/" + sale + "/payments",
                                js("{'walletId':'$1','amount':5}", {desk.value("cashWalletId")}));
    const Json back = desk.make("/sales/" + sale + "/refund",
                                js("{'amount':2,'walletId':'$1'}", {desk.value("cashWalletId")}));
    const Json other = invoice();
    ASSERT_TRUE(
        hasStatus(desk.post("/sales/" + other.textOr("id") + "/cancel", js("{'reason':'Twice'}")), 200));
    const std::string till = desk.make("/wallets", js("{'name':'Till','kind':'cash'}")).textOr("id");
    const Json session = desk.make("/cash-sessions", js("{'walletId':'$1','openingAmount':0}", {till}));
    ASSERT_TRUE(hasStatus(
        desk.post("/cash-sessions/" + session.textOr("id") + "/close", js("{'countedAmount':1}")), 200));

    const std::vector<Json> all = entries();
    EXPECT_THAT(kindsOf(all), ::testing::ElementsAre("settings", "ticket", "payment", "invoice", "payment",
                                                     "credit_note", "refund", "invoice", "credit_note",
                                                     "cancellation", "cash_session_opening", "cash_session"));
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i]["sequence"].integer(), static_cast<std::int64_t>(i) + 1);
        EXPECT_EQ(all[i].textOr("previousHash"), i == 0 ? std::string(64, '0') : all[i - 1].textOr("hash"));
    }
    EXPECT_EQ(all[1].textOr("documentId"), sold.textOr("id"));
    EXPECT_EQ(all[1].textOr("number"), sold.textOr("number"));
    EXPECT_EQ(all[1]["data"]["total"].integer(), 600);
    EXPECT_EQ(all[1]["data"]["tax"], sold["taxTotal"]);
    EXPECT_EQ(all[1]["data"].textOr("currency"), "EUR");
    EXPECT_EQ(all[1]["data"]["lines"][0].textOr("label"), "Café");
    EXPECT_EQ(all[1]["data"]["lines"][0].textOr("quantity"), "2");
    EXPECT_EQ(all[2]["data"].textOr("saleId"), sold.textOr("id"));
    EXPECT_TRUE(all[2]["number"].isNull());
    EXPECT_EQ(all[3].textOr("documentId"), sale);
    EXPECT_EQ(all[4]["data"]["amount"].integer(), 500);
    EXPECT_EQ(all[5]["data"].textOr("saleId"), sale);
    EXPECT_EQ(all[5]["data"]["lines"][0].textOr("unitPrice"), "200") << "a credited amount";
    EXPECT_EQ(all[6]["data"]["amount"].integer(), 200);
    const Json& invoiced = all[7]["data"]["lines"][0];
    const Json& cancelled = all[8]["data"]["lines"][0];
    for (const char* name : {"label", "quantity", "unitPrice", "taxRate", "net"}) {
        EXPECT_EQ(cancelled[name], invoiced[name]) << name;
    }
    EXPECT_EQ(all[9].textOr("documentId"), other.textOr("id"));
    EXPECT_EQ(all[11]["data"]["difference"].integer(), 100);

    const Json told = verdict();
    EXPECT_TRUE(told["valid"].boolean()) << told.dump();
    EXPECT_EQ(told["entries"].integer(), 12);
    EXPECT_EQ(told["firstSequence"].integer(), 1);
    EXPECT_EQ(told["lastSequence"].integer(), 12);
    EXPECT_EQ(told["headHash"], all[11]["hash"]);
    EXPECT_TRUE(told["brokenAt"].isNull());
    const Json later = verdict("?from=" + all[3].textOr("at") + "&to=" + all[6].textOr("at"));
    EXPECT_TRUE(later["valid"].boolean());
    EXPECT_GE(later["entries"].integer(), 4);
    EXPECT_EQ(verdict("?to=2001-01-01")["entries"].integer(), 0);
    EXPECT_EQ(desk.get("/fiscal/journal?cursor=x").code(), "cursor-invalid");
    EXPECT_EQ(desk.get("/fiscal/journal/verify?from=soon").code(), "field-invalid:from");
}

TEST_F(Journal, RecordsReprintsAndOpeningsOfTheDrawer) {
    const Json sold = desk.make("/sales", ticket("3"));
    const Json due = invoice();
    const std::string sale = "/sales/" + due.textOr("id");
    desk.make(sale + "/refund", js("{'amount':2,'walletId':'$1'}", {desk.value("cashWalletId")}));
    const std::string note = desk.read(sale)["refunds"].at(0)["creditNote"].textOr("id");
    const std::size_t before = entries().size();
    const auto print = [&](const std::string& path) { ASSERT_TRUE(hasStatus(desk.get(path), 200)) << path; };
    // The first print of each document is not a reprint.
    print("/sales/" + sold.textOr("id") + "/invoice.pdf");
    print(sale + "/invoice.pdf");
    print(sale + "/credit-notes/" + note + ".pdf");
    EXPECT_EQ(entries().size(), before);

    print("/sales/" + sold.textOr("id") + "/invoice.pdf");
    print(sale + "/invoice.pdf?format=ticket");
    print(sale + "/invoice.pdf?state=current");
    print(sale + "/credit-notes/" + note + ".pdf");
    const std::string till = desk.make("/wallets", js("{'name':'Till','kind':'cash'}")).textOr("id");
    const Json session = desk.make("/cash-sessions", js("{'walletId':'$1','openingAmount':0}", {till}));
    desk.make("/cash-sessions/" + session.textOr("id") + "/drawer-openings", js("{'reason':'Change'}"));

    std::vector<Json> all = entries();
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(before));
    ASSERT_THAT(kindsOf(all), ::testing::ElementsAre("reprint", "reprint", "reprint", "credit_note_reprint",
                                                     "cash_session_opening", "drawer_opening"));
    EXPECT_EQ(all[0].textOr("documentId"), sold.textOr("id"));
    EXPECT_EQ(all[0].textOr("number"), sold.textOr("number"));
    EXPECT_TRUE(same(all[0]["data"], js("{'format':'ticket','state':'issued'}")));
    EXPECT_EQ(all[1].textOr("documentId"), due.textOr("id"));
    EXPECT_TRUE(same(all[1]["data"], js("{'format':'ticket','state':'issued'}")));
    EXPECT_TRUE(same(all[2]["data"], js("{'format':'a4','state':'current'}")));
    EXPECT_EQ(all[3].textOr("documentId"), note);
    EXPECT_EQ(all[5].textOr("documentId"), session.textOr("id"));
    EXPECT_TRUE(same(all[5]["data"], Json::object({{"walletId", till},
                                                   {"businessUnitId", session["businessUnitId"]},
                                                   {"reason", "Change"}})));
    EXPECT_EQ(found(), "valid");
}

TEST_F(Journal, BeginsWhenARegimeThatSealsIsEnabledAndRestsWhileItIsNot) {
    Desk free(service, unique("Free"), "FR");
    Json sale = ticket("1");
    sale.set("payments", Json::array({js("{'walletId':'$1','amount':2}", {free.value("cashWalletId")})}));
    sale.set("date", Json(today().addDays(-1)));
    free.make("/sales", sale);
    EXPECT_TRUE(free.read("/fiscal/journal")["data"].empty());
    const Json nothing = free.read("/fiscal/journal/verify");
    EXPECT_TRUE(nothing["valid"].boolean());
    EXPECT_EQ(nothing["entries"].integer(), 0);
    EXPECT_TRUE(nothing["headHash"].isNull());

    desk.make("/sales", ticket("1"));
    ASSERT_TRUE(hasStatus(desk.put("/fiscal/fr-journal", js("{'enabled':false}")), 200));
    desk.make("/sales", ticket("2"));
    EXPECT_EQ(found(), "valid");
    seal("production");
    desk.make("/sales", ticket("3"));
    EXPECT_THAT(kindsOf(entries()), ::testing::ElementsAre("settings", "ticket", "payment", "settings",
                                                           "settings", "ticket", "payment"));
    EXPECT_FALSE(entries()[3]["data"]["sealing"].boolean());
    EXPECT_EQ(found(), "valid");
}

TEST_F(Journal, LetsNothingBeDatedBack) {
    const Json paid = desk.make("/sales", ticket("4"));
    const Json due = invoice();
    const Json yesterday(today().addDays(-1));
    const auto refuses = [&](const std::string& path, Json body) {
        body.set("date", yesterday);
        EXPECT_TRUE(isRefusal(desk.post(path, body), 400, "field-invalid:date")) << path;
    };
    refuses("/sales", ticket("1"));
    const std::string sale = "/sales/" + due.textOr("id");
    refuses(sale + "/payments", js("{'walletId':'$1','amount':5}", {desk.value("cashWalletId")}));
    EXPECT_EQ(entries().size(), 4U);
    EXPECT_EQ(found(), "valid");
}

TEST_F(Journal, MarksWhatIsRecordedInTestMode) {
    desk.make("/sales", ticket("1"));
    seal("test");
    desk.make("/sales", ticket("2"));
    const std::vector<Json> all = entries();
    EXPECT_FALSE(all[1]["data"].contains("training"));
    EXPECT_TRUE(all[4]["data"]["training"].boolean());
    EXPECT_EQ(found(), "valid");
}

TEST_F(Journal, NamesTheFirstRecordThatIsWrongAndHow) {
    for (const char* price : {"1", "2", "3", "4"}) {
        desk.make("/sales", ticket(price));
    }
    ASSERT_EQ(found(), "valid");
    const std::string entry = "UPDATE compliance.journal_entry SET ";
    const std::string third = " WHERE company_id = $c AND sequence = 3";
    EXPECT_EQ(after({entry + "at = at + interval '1 second'" + third}), "3 hash");
    EXPECT_EQ(after({entry + "kind = 'refund'" + third}), "3 hash");
    EXPECT_EQ(after({entry + "document = gen_random_uuid()::text" + third}), "3 hash");
    EXPECT_EQ(after({entry + "number = 'X'" + third}), "3 hash");
    EXPECT_EQ(after({entry + "data = replace(data, '200', '100')" + third}), "3 hash");
    EXPECT_EQ(after({entry + "data = 'no JSON'" + third}), "3 hash");
    EXPECT_EQ(after({entry + "hash = previous_hash" + third}), "3 hash");
    EXPECT_EQ(after({entry + "previous_hash = hash" + third}), "3 link");
    EXPECT_EQ(after({entry + "sequence = 99" + third}), "3 gap");
    EXPECT_EQ(after({entry + "company_id = gen_random_uuid()" + third}), "3 gap");
    EXPECT_EQ(after({"DELETE FROM compliance.journal_entry" + third}), "3 gap");
    EXPECT_EQ(
        after({entry + "sequence = -3" + third, entry + "sequence = 3 WHERE company_id = $c AND sequence = 4",
               entry + "sequence = 4 WHERE company_id = $c AND sequence = -3"}),
        "3 link");
    // Truncation: with and without the head row, which stores the length of the journal.
    EXPECT_EQ(after({"DELETE FROM compliance.journal_entry WHERE company_id = $c AND sequence > 7"}),
              "8 gap");
    EXPECT_EQ(after({"UPDATE compliance.journal_head SET hash = previous_hash WHERE company_id = $c"}),
              "9 hash");
    EXPECT_EQ(after(cutBehind(5)), "6 gap") << "documents of the last records are still there";
    // A document with another content, and a missing one.
    const std::string first = " WHERE company_id = $c AND total = 200";
    tamper({"UPDATE sales.sale SET number = 'x' || number" + first});
    EXPECT_EQ(found(), "2 document");
    tamper({"UPDATE sales.sale SET number = substr(number, 2)" + first});
    EXPECT_EQ(found(), "valid");
    tamper({"UPDATE sales.line SET label = 'Thé'" + first});
    EXPECT_EQ(found(), "2 document");
    const auto [code, output] = service.command({"verify"});
    EXPECT_NE(code, 0);
    EXPECT_NE(output.find("record 2 of the sealed journal"), std::string::npos) << output;
    tamper({"UPDATE sales.line SET label = 'Café'" + first});
    EXPECT_EQ(found(), "valid");
}

TEST_F(Journal, KnowsTheCreditNotesThatEarlierVersionsRecorded) {
    const std::string sale = "/sales/" + invoice().textOr("id");
    desk.make(sale + "/refund", js("{'lines':[{'lineId':'$1','quantity':1}],'walletId':null}",
                                   {desk.read(sale)["lines"].at(0).textOr("id")}));
    ASSERT_EQ(entries().back().textOr("kind"), "credit_note");
    const std::string data = service.sql("SELECT data FROM compliance.journal_entry WHERE company_id = '" +
                                         company() + "' ORDER BY sequence DESC LIMIT 1")[0];
    const auto afterSaying = [this](const std::string& said) {
        std::vector<std::string> statements = lastRecordSaying(said);
        // The hourly signature, if it was made meanwhile, is of the record as it was.
        statements.emplace_back("DELETE FROM compliance.journal_seal WHERE company_id = $c");
        return after(statements);
    };
    ASSERT_EQ(afterSaying(data), "valid");
    std::string earlier = std::regex_replace(data, std::regex(R"(,"unitPrice":"[0-9.]+")"), "");
    earlier = std::regex_replace(earlier, std::regex(R"re("(quantity|taxRate)":"([0-9]+)")re"), R"("$1":$2)");
    ASSERT_NE(earlier, data);
    EXPECT_EQ(afterSaying(earlier), "valid");
    const std::string other = std::regex_replace(earlier, std::regex(R"("quantity":1)"), R"("quantity":2)");
    EXPECT_NE(afterSaying(other), "valid");
}

TEST_F(Journal, IsSignedEveryHourSoThatNobodyMakesItFitAgain) {
    desk.make("/sales", ticket("1"));
    desk.make("/sales", ticket("2"));
    hours(2);
    ASSERT_EQ(found(), "valid");
    // Records restored from an older backup while the signatures stay; then also older signatures: the
    // documents reveal it.
    EXPECT_EQ(after(cutBehind(3)), "4 gap");
    std::vector<std::string> older = cutBehind(3);
    older.push_back("DELETE FROM compliance.journal_seal WHERE company_id = $c AND sequence > 3");
    EXPECT_EQ(after(older), "4 gap");
    // Recomputed hashes lack a valid signature.
    EXPECT_EQ(
        after({"UPDATE compliance.journal_seal SET hash = repeat('a', 64) WHERE company_id = $c"}).substr(2),
        "hash");
    EXPECT_EQ(after({"UPDATE compliance.journal_seal SET signed_at = 'x' || signed_at WHERE company_id = $c"})
                  .substr(2),
              "hash");
    // Row-level security denies changes to every role that it applies to; the triggers refuse them for the
    // others.
    const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
    host::db::ConnectionOptions options;
    options.login = access->owner;
    host::db::Connection owner(options);
    for (const char* statement :
         {"UPDATE compliance.journal_entry SET number = 'x'", "DELETE FROM compliance.journal_entry",
          "TRUNCATE compliance.journal_entry", "UPDATE compliance.journal_seal SET hash = 'x'",
          "DELETE FROM compliance.journal_seal"}) {
        EXPECT_THROW(owner.query(statement), std::exception) << statement;
    }
}

TEST_F(Journal, TellsAKeyThatIsMissingFromAChange) {
    desk.make("/sales", ticket("1"));
    hours(2);
    ASSERT_EQ(found(), "valid");
    // As if the service had signed under a master key that is no longer in its file.
    const host::auth::Signer other(host::auth::KeySet{{1, std::string(32, 's')}});
    const auto seals = service.sql("SELECT sequence || chr(10) || hash || chr(10) || signed_at FROM"
                                   " compliance.journal_seal WHERE company_id = '" +
                                   company() + "' ORDER BY sequence");
    ASSERT_FALSE(seals.empty());
    std::vector<std::string> statements;
    std::string missing;
    for (const std::string& seal : seals) {
        const auto signature = other.sign(desk.value("companyId") + "\nsvc fiscal journal 1\n" + seal);
        missing = base64Encode(signature.publicKey);
        statements.push_back("UPDATE compliance.journal_seal SET public_key = '" + missing +
                             "', signature = '" + base64Encode(signature.bytes) +
                             "' WHERE company_id = $c AND sequence = " + seal.substr(0, seal.find('\n')));
    }
    EXPECT_EQ(after(statements,
                    [&] {
                        const Json told = verdict();
                        EXPECT_EQ(told["brokenAt"].textOr("publicKey"), missing);
                        EXPECT_EQ(told["entries"].integer(), static_cast<std::int64_t>(entries().size()));
                        const std::string output = service.command({"verify"}).second;
                        EXPECT_NE(output.find("unverifiable: one by the key " + missing), std::string::npos)
                            << output;
                    }),
              seals.front().substr(0, seals.front().find('\n')) + " key");
    statements.emplace_back(
        "UPDATE compliance.journal_entry SET number = 'x' WHERE company_id = $c AND sequence ="
        " (SELECT max(sequence) FROM compliance.journal_entry WHERE company_id = $c)");
    EXPECT_EQ(after(statements), std::to_string(entries().size()) + " hash") << "a change is told first";
}

TEST_F(Journal, HasOneChainHoweverManySellAtOnce) {
    constexpr int Clients = 16;
    constexpr int Sales = 5;
    const std::string key = desk.value("liveKey");
    std::barrier start(Clients);
    std::vector<std::thread> threads;
    for (int i = 0; i < Clients; ++i) {
        threads.emplace_back([&] {
            HttpClient client = service.client(key);
            client.askAgain();
            start.arrive_and_wait();
            for (int sale = 0; sale < Sales; ++sale) {
                EXPECT_EQ(client.post(desk.path("/sales"), ticket("1")).status, 201);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    const std::vector<Json> all = entries();
    ASSERT_EQ(all.size(), 1U + 2 * Clients * Sales);
    std::set<std::string> documents;
    for (std::size_t i = 1; i < all.size(); ++i) {
        EXPECT_EQ(all[i]["sequence"].integer(), static_cast<std::int64_t>(i) + 1) << "no gap";
        EXPECT_EQ(all[i].textOr("previousHash"), all[i - 1].textOr("hash")) << "no fork";
        documents.insert(all[i].textOr("documentId"));
    }
    EXPECT_EQ(documents.size(), all.size() - 1);
    EXPECT_EQ(found(), "valid");
}

TEST_F(Journal, ClosesDaysMonthsAndYears) {
    desk.make("/sales", ticket("5"));
    const Json due = invoice();
    const Date first = today();
    hours(25);
    desk.make("/sales", ticket("7"));
    const Date second = today();
    hours(24 * 32);
    std::vector<Json> closings = entries();
    std::erase_if(closings, [](const Json& entry) { return entry.textOr("kind") != "closing"; });
    std::map<std::string, Json> byName;
    for (const Json& closing : closings) {
        byName[closing.textOr("documentId")] = closing["data"];
    }
    const Json& day = byName.at("day-" + first.toString());
    EXPECT_EQ(day["grandTotal"].integer(), 1000 + due["total"].integer());
    EXPECT_EQ(day["perpetualTotal"], day["grandTotal"]);
    EXPECT_EQ(day["payments"][0]["amount"].integer(), 1000);
    EXPECT_EQ(day["count"].integer(), 4);
    const Json& next = byName.at("day-" + second.toString());
    EXPECT_EQ(next["grandTotal"].integer(), 1400);
    EXPECT_EQ(next["perpetualTotal"].integer(), day["perpetualTotal"].integer() + 1400);
    EXPECT_GT(next["firstSequence"].integer(), day["lastSequence"].integer());
    const Json& month = byName.at("month-" + second.toString().substr(0, 7));
    EXPECT_EQ(month["perpetualTotal"], next["perpetualTotal"]);
    hours(24 * 370);
    const std::vector<Json> later = entries();
    const auto year = std::find_if(later.rbegin(), later.rend(), [](const Json& entry) {
        return entry.textOr("documentId").starts_with("year-");
    });
    ASSERT_NE(year, later.rend());
    EXPECT_EQ((*year)["data"]["perpetualTotal"], next["perpetualTotal"]);
    EXPECT_EQ(found(), "valid");
}

TEST_F(Journal, IsVerifiedByAnOutsideProgramFromItsExport) {
    if (!fs::exists("/usr/bin/python3")) {
        GTEST_SKIP() << "there is no Python here";
    }
    desk.make("/sales", ticket("5"));
    hours(25);
    desk.make("/sales", ticket("6"));
    const std::string noted = entries().back().textOr("hash");
    hours(25);
    const Answer answer = desk.get("/fiscal/journal/export");
    ASSERT_TRUE(hasStatus(answer, 200));
    EXPECT_EQ(answer.header("content-type"), "application/x-ndjson");
    const fs::path folder = service.dataFolder().string() + "-journal";
    fs::create_directory(folder);
    const auto checked = [&](const std::string& text, const std::vector<std::string>& words = {}) {
        const fs::path file = folder / "fiscal-journal.jsonl";
        std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
        std::vector<std::string> program{"/usr/bin/python3", SVC_VERIFY_ARCHIVE, file.string()};
        program.insert(program.end(), words.begin(), words.end());
        const Outcome outcome = runProgram(program);
        return outcome.code == 0 ? outcome.output : outcome.errors;
    };
    const std::string sound = answer.body;
    const std::size_t headLine = sound.rfind('\n', sound.size() - 2) + 1;
    const std::string key = Json::parse(sound.substr(headLine))["head"].textOr("publicKey");
    EXPECT_EQ(checked(sound, {noted, key}),
              std::to_string(entries().size()) + " records are as they were sealed\nsigned by " + key + '\n');
    const auto replaced = [&](const std::string& from, const std::string& to) {
        std::string text = sound;
        text.replace(text.find(from), from.size(), to);
        return text;
    };
    EXPECT_EQ(checked(replaced("Café", "Thé")), "record 2 is not what was sealed\n");
    EXPECT_EQ(checked(replaced("\"sequence\":3", "\"sequence\":4")),
              "record 3 does not follow the one before\n");
    EXPECT_EQ(checked(sound.substr(0, headLine)), "records at the end are missing\n");
    EXPECT_EQ(checked(replaced("\"signedAt\":\"2", "\"signedAt\":\"3")),
              "the signature of the head does not hold\n");
    EXPECT_EQ(checked(sound, {std::string(43, 'A') + '='}), "the head is signed by another key\n");
    // A database restored as a whole is consistent; only a hash noted elsewhere reveals it.
    const std::string lost(64, 'a');
    EXPECT_EQ(checked(sound, {lost}), "not in the chain: " + lost + '\n');
    fs::remove_all(folder);
}

} // namespace
} // namespace svc::test
