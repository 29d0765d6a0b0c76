// A French company with a sealed journal, which the tests read, verify and tamper with.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <svc/date.hpp>
#include <svc/id.hpp>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"
#include "host/db/embedded.hpp"

namespace svc::test {

class Journal : public ::testing::Test {
protected:
    void SetUp() override { seal("production"); }

    void seal(const std::string& mode) {
        const Answer answer = desk.put("/fiscal/fr-journal", js("{'enabled':true,'mode':'$1'}", {mode}));
        ASSERT_TRUE(hasStatus(answer, 200));
    }
    void hours(int count) {
        const Answer answer = service.anonymous().post(
            "/testing/clock", Json::object({{"advance", "PT" + std::to_string(count) + 'H'}}));
        EXPECT_EQ(answer.status, 200) << answer.body;
    }
    /// The default business date of a sale.
    Date today() {
        const Answer answer = desk.post("/sales", ticket("1"), {{"Svc-Dry-Run", "true"}});
        return Date::parse(answer.json["result"].textOr("date")).value();
    }
    Json ticket(const std::string& price) {
        return js("{'lines':[{'label':'Café','quantity':2,'unitPrice':$2}],"
                  "'payments':[{'walletId':'$1','amount':$3}]}",
                  {desk.value("cashWalletId"), price, std::to_string(2 * std::stoi(price))});
    }
    Json invoice() {
        Json sale = smallSale();
        sale.set("partnerId", desk.make("/partners", js("{'name':'$1'}", {unique("P")})).textOr("id"));
        return desk.make("/sales", sale);
    }
    /// The whole journal, read page by page.
    std::vector<Json> entries() {
        std::vector<Json> all;
        std::string cursor;
        for (bool more = true; more;) {
            const Json page =
                desk.read("/fiscal/journal?limit=7" + (cursor.empty() ? "" : "&cursor=" + cursor));
            for (const Json& entry : page["data"].items()) {
                all.push_back(entry);
            }
            more = page["hasMore"].boolean();
            cursor = page.textOr("nextCursor");
        }
        return all;
    }
    std::vector<std::string> kindsOf(const std::vector<Json>& list) {
        std::vector<std::string> kinds;
        for (const Json& entry : list) {
            kinds.push_back(entry.textOr("kind"));
        }
        return kinds;
    }
    Json verdict(const std::string& query = {}) { return desk.read("/fiscal/journal/verify" + query); }
    /// The first break as "3 hash"; "valid" when there is none.
    std::string found() {
        const Json told = verdict();
        return told["valid"].boolean() ? "valid"
                                       : std::to_string(told["brokenAt"]["sequence"].integer()) + ' ' +
                                             told["brokenAt"].textOr("reason");
    }

    std::string company() { return decodeId("com", desk.value("companyId"))->toString(); }
    /// Runs statements as the owner of the tables, bypassing the policies and triggers that protect them. $c
    /// is the company. Its records are counted and have their words by then, so that no search keeps a word
    /// that was forged.
    void tamper(const std::vector<std::string>& statements) {
        awaitFolding();
        const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
        host::db::ConnectionOptions options;
        options.login = access->owner;
        host::db::Connection owner(options);
        owner.query("BEGIN");
        guards(owner, "NO FORCE ROW LEVEL SECURITY", "DISABLE");
        for (std::string statement : statements) {
            for (std::size_t at = 0; (at = statement.find("$c")) != std::string::npos;) {
                statement.replace(at, 2, '\'' + company() + '\'');
            }
            owner.query(statement);
        }
        guards(owner, "FORCE ROW LEVEL SECURITY", "ENABLE");
        owner.query("COMMIT");
    }
    /// The journal's verification result after statements, which are then rolled back; `look` runs before.
    std::string after(
        const std::vector<std::string>& statements, const std::function<void()>& look = [] {}) {
        tamper({"DROP TABLE IF EXISTS compliance.kept_entry, compliance.kept_head, compliance.kept_seal",
                "CREATE TABLE compliance.kept_entry AS SELECT * FROM compliance.journal_entry WHERE "
                "company_id = $c",
                "CREATE TABLE compliance.kept_head AS SELECT * FROM compliance.journal_head WHERE company_id "
                "= $c",
                "CREATE TABLE compliance.kept_seal AS SELECT * FROM compliance.journal_seal WHERE company_id "
                "= $c"});
        tamper(statements);
        const std::string told = found();
        look();
        tamper({"DELETE FROM compliance.journal_entry WHERE company_id = $c",
                "DELETE FROM compliance.journal_head WHERE company_id = $c",
                "DELETE FROM compliance.journal_seal WHERE company_id = $c",
                "INSERT INTO compliance.journal_entry SELECT * FROM compliance.kept_entry",
                "INSERT INTO compliance.journal_head SELECT * FROM compliance.kept_head",
                "INSERT INTO compliance.journal_seal SELECT * FROM compliance.kept_seal",
                "DROP TABLE compliance.kept_entry, compliance.kept_head, compliance.kept_seal"});
        EXPECT_EQ(found(), "valid") << "after " << statements.front() << " was undone";
        return told;
    }
    /// Statements that remove all records after one completely, also from the journal head.
    static std::vector<std::string> cutBehind(int sequence) {
        const std::string number = std::to_string(sequence);
        return {
            "DELETE FROM compliance.journal_entry WHERE company_id = $c AND sequence > " + number,
            "UPDATE compliance.journal_head h SET sequence = e.sequence, hash = e.hash, previous_hash = "
            "e.previous_hash FROM compliance.journal_entry e WHERE h.company_id = $c AND e.company_id = $c "
            "AND e.sequence = " +
                number};
    }

    /// Statements that give the last record other data, with a hash that fits.
    std::vector<std::string> lastRecordSaying(const std::string& data) {
        const Json entry = entries().back();
        std::string sealed = "{";
        for (const char* name : {"at", "data", "documentId", "kind", "number", "previousHash", "sequence"}) {
            sealed += (sealed.size() > 1 ? ",\"" : "\"") + std::string(name) +
                      "\":" + (std::string_view(name) == "data" ? data : entry[name].dump());
        }
        const std::string hash = "encode(sha256(convert_to('" + sealed + "}', 'UTF8')), 'hex')";
        return {"UPDATE compliance.journal_entry SET data = '" + data + "', hash = " + hash +
                    " WHERE company_id = $c AND sequence = " + entry["sequence"].dump(),
                "UPDATE compliance.journal_head SET hash = " + hash + " WHERE company_id = $c"};
    }

    RunningService& service = serviceWithProvider();
    Desk desk{service, unique("Shop"), "FR"};

private:
    /// Waits until the service has folded all changes of the company.
    void awaitFolding() {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (service.sql("SELECT count(*) FROM svc.list_change WHERE company_id = '" + company() + "'") !=
               std::vector<std::string>{"0"}) {
            ASSERT_LT(std::chrono::steady_clock::now(), end);
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
    static void guards(host::db::Connection& owner, const std::string& policy, const std::string& trigger) {
        for (const char* table : {"compliance.journal_entry", "compliance.journal_head",
                                  "compliance.journal_seal", "sales.sale", "sales.line", "sales.payment"}) {
            owner.query("ALTER TABLE " + std::string(table) + ' ' + policy);
            owner.query("ALTER TABLE " + std::string(table) + ' ' + trigger + " TRIGGER USER");
        }
    }
};

} // namespace svc::test
