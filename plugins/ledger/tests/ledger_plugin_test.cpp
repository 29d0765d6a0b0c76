#include <functional>
#include <thread>
#include <tuple>

#include <gtest/gtest.h>
#include <svc/testing/plugin_test.hpp>

namespace svc::ledger {
namespace {

using testing::Answer;
using testing::DatabaseError;
using testing::PluginTest;

Json line(std::string_view role, std::int64_t debit, std::int64_t credit) {
    return Json::object({{"role", role}, {"debit", debit}, {"credit", credit}});
}

Json entry(std::initializer_list<Json::Element> lines, std::string_view date = "2026-11-20") {
    return Json::object({{"journal", "VE"},
                         {"date", date},
                         {"label", "Facture INV-1"},
                         {"documentKind", "sale"},
                         {"documentId", "sal_1"},
                         {"documentNumber", "INV-1"},
                         {"lines", Json::array(lines)}});
}

Json sale(std::int64_t amount = 120, std::string_view date = "2026-11-20") {
    return entry({line("customer", amount, 0), line("sales_goods", 0, amount - amount / 6),
                  line("vat_collected_goods", 0, amount / 6)},
                 date);
}

std::string rows(PluginTest& test, const std::string& sql) {
    std::string text;
    for (const auto& row : test.database().run(sql).rows) {
        for (const auto& cell : row) {
            text += cell.value_or("-") + ' ';
        }
    }
    return text;
}

TEST(Ledger, EntriesAreNumberedWithoutGapPerYear) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.command("ledger.post", sale());
    test.command("ledger.post", sale(60, "2025-12-31"));
    test.command("ledger.post", sale());
    EXPECT_EQ(rows(test, "SELECT fiscal_year, number FROM ledger.entry ORDER BY 1, 2"),
              "2025 1 2026 1 2026 2 ");
    EXPECT_EQ(rows(test, "SELECT sum(debit), sum(credit), count(*) FROM ledger.line"), "300 300 9 ");
}

TEST(Ledger, NumbersFollowTheFiscalYearOfTheCompany) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.situation().facts.set("accounting", Json::object({{"fiscalYearStart", "07-01"}}));
    test.command("ledger.post", sale(120, "2026-06-30"));
    test.command("ledger.post", sale(120, "2026-07-01"));
    test.command("ledger.post", sale(120, "2026-01-15"));
    test.command("ledger.post", sale(120, "0001-01-01"));
    EXPECT_EQ(rows(test, "SELECT fiscal_year, number, date FROM ledger.entry ORDER BY 1, 2"),
              "0 1 0001-01-01 2025 1 2026-06-30 2025 2 2026-01-15 2026 1 2026-07-01 ");
}

TEST(Ledger, FiscalYearsAtBothEndsOfTheCalendar) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.command("ledger.post", sale(120, "0001-01-01"));
    test.command("ledger.post", sale(120, "0002-12-31"));
    const Json years = test.get("listFiscalYears").json();
    ASSERT_EQ(years.size(), 2U);
    EXPECT_EQ(years[0]["from"].text(), "0002-01-01");
    EXPECT_EQ(years[1]["from"].text(), "0001-01-01");
    for (const char* year : {"9999", "0000"}) {
        EXPECT_EQ(test.post("closeFiscalYear", Json::object(), {{"year", year}}).code, "field-invalid:year");
    }
}

TEST(Ledger, FiscalYearsBeginOnTheSameDayOnceThereIsAnEntry) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    const Json january = Json::object({{"fiscalYearStart", "01-01"}});
    const Json july = Json::object({{"fiscalYearStart", "07-01"}});
    test.command("ledger.accounting_changed", {{"before", january}, {"after", july}});
    test.command("ledger.post", sale());
    test.command("ledger.accounting_changed", {{"before", january}, {"after", january}});
    try {
        test.command("ledger.accounting_changed", {{"before", january}, {"after", july}});
        FAIL() << "changed";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.code(), "field-invalid:accounting.fiscalYearStart");
    }
}

TEST(Ledger, NothingIsPostedIntoALockedPeriod) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.situation().facts.set("lockDate", "2026-10-31");
    try {
        test.command("ledger.post", sale(120, "2026-10-31"));
        FAIL() << "posted";
    } catch (const ApiError& error) {
        EXPECT_EQ(std::string(error.what()), "date-locked:2026-10-31");
    }
    test.command("ledger.post", sale(120, "2026-11-01"));
    EXPECT_EQ(rows(test, "SELECT date FROM ledger.entry"), "2026-11-01 ");
}

TEST(Ledger, AFiscalYearThatIsOverIsClosedAndStaysLocked) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    int closings = 0;
    test.offer("stock.close_periodic", [&](const Json& input) {
        EXPECT_EQ(input["date"].text(), "2025-12-31");
        ++closings;
        return Json::object({{"opening", 0}, {"closing", 125}});
    });
    test.command("ledger.post", sale(120, "2025-03-01"));
    test.command("ledger.post", sale(120, "2026-03-01"));
    EXPECT_EQ(test.post("closeFiscalYear", {}, {{"year", "2026"}}).code, "field-invalid:year");
    EXPECT_EQ(test.post("closeFiscalYear", {}, {{"year", "last"}}).code, "field-invalid:year");
    const Answer closed = test.post("closeFiscalYear", {}, {{"year", "2025"}});
    EXPECT_EQ(closed.body, R"({"year":2025,"from":"2025-01-01","to":"2025-12-31","entries":1,"state":"open",)"
                           R"("inventory":{"opening":0,"closing":125}})");
    test.situation().facts.set("lockDate", "2025-12-31");
    EXPECT_EQ(test.post("closeFiscalYear", {}, {{"year", "2025"}}).json()["state"].text(), "locked");
    EXPECT_EQ(closings, 1);
    EXPECT_EQ(test.get("listFiscalYears").body,
              R"([{"year":2026,"from":"2026-01-01","to":"2026-12-31","entries":1,"state":"open"},)"
              R"({"year":2025,"from":"2025-01-01","to":"2025-12-31","entries":1,"state":"locked"}])");
}

TEST(Ledger, AYearIsNotClosedWhileMoneyIsOnItsWay) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.command("ledger.post",
                 entry({line("transfer_in_transit", 50, 0), line("bank", 0, 50)}, "2025-12-31"));
    test.command("ledger.post",
                 entry({line("cash", 50, 0), line("transfer_in_transit", 0, 50)}, "2026-01-02"));
    EXPECT_EQ(test.post("closeFiscalYear", {}, {{"year", "2025"}}).code, "transfer-in-transit:50");
}

/// Opening balances, lettering and names as an export on a later day shows them.
TEST(Ledger, TheOpeningIsNumberOneAndCarriesClaimsAndTheResult) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.command("ledger.post", sale(120, "2025-03-01"));
    test.command("ledger.post", sale(60, "2026-03-01"));
    const std::string body =
        test.get("exportLedger", {}, {{"from", "2026-01-01"}, {"to", "2026-12-31"}, {"opening", "true"}})
            .body;
    EXPECT_NE(body.find("\n000001,2026-01-01,AN,À-nouveaux,411,Clients,,,INV-1,"), std::string::npos) << body;
    EXPECT_NE(body.find("\n000001,2026-01-01,AN,À-nouveaux,110,"), std::string::npos) << body;
    EXPECT_NE(body.find("\n000002,2026-03-01,VE,Ventes,411,"), std::string::npos) << body;
    EXPECT_EQ(
        test.get("exportLedger", {}, {{"from", "2026-02-01"}, {"to", "2026-12-31"}, {"opening", "true"}})
            .code,
        "field-invalid:from");
}

TEST(Ledger, AnEntryOfZeroIsNotWrittenAndTakesNoNumber) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    EXPECT_TRUE(
        test.command("ledger.post", entry({line("customer", 0, 0), line("sales_goods", 0, 0)}))["entryId"]
            .isNull());
    test.command("ledger.post", sale());
    EXPECT_EQ(rows(test, "SELECT number FROM ledger.entry"), "1 ");
}

TEST(Ledger, AnEntryThatDoesNotBalanceIsRefusedAndLeavesNoGap) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.command("ledger.post", sale());
    EXPECT_THROW(test.command("ledger.post", entry({line("customer", 2, 0), line("sales_goods", 0, 1)})),
                 Fault);
    EXPECT_THROW(test.command("ledger.post", entry({line("nobody", 1, 0), line("sales_goods", 0, 1)})),
                 Fault);
    test.command("ledger.post", sale());
    EXPECT_EQ(rows(test, "SELECT number FROM ledger.entry ORDER BY 1"), "1 2 ");
}

TEST(Ledger, WritersAtTheSameTimeLeaveNoGap) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.command("ledger.post", sale());
    std::vector<std::thread> writers;
    for (int i = 0; i < 8; ++i) {
        writers.emplace_back([&] {
            for (int j = 0; j < 5; ++j) {
                test.command("ledger.post", sale());
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    EXPECT_EQ(rows(test, "SELECT min(number), max(number), count(DISTINCT number) FROM ledger.entry"),
              "1 41 41 ");
}

/// A database transaction as the application runs it: what a faulty module could send.
class LedgerTables : public ::testing::Test {
protected:
    static constexpr const char* Company = "01890a5d-ac96-774b-bcce-b302099a8057";
    static constexpr const char* Id = "01890a5d-ac96-774b-bcce-000000000009";

    std::unique_ptr<testing::Transaction> begin() {
        return test_.database().begin(test_.situation().company);
    }

    static constexpr const char* Entry =
        "INSERT INTO ledger.entry (company_id, id, fiscal_year, number, line_count, journal, date, label, "
        "document_kind, document_id, document_date, created_at) VALUES ($1, $2, 2026, 1, $3, 'VE', "
        "'2026-11-20', '', '', '', '2026-11-20', '2026-11-20')";
    static constexpr const char* Lines =
        "INSERT INTO ledger.line (company_id, entry_id, line_number, line_count, role, debit, credit) "
        "SELECT $1, $2, l.place, $3, 'customer', l.debit, l.credit "
        "FROM unnest($4::integer[], $5::bigint[], $6::bigint[]) AS l (place, debit, credit)";
    struct Places {
        std::string places;
        std::string debits;
        std::string credits;
    };

    /// Adds an entry that claims `count` lines, with the given lines, in one statement.
    static void add(testing::Transaction& transaction, int count, const Places& lines) {
        transaction.run({std::string("WITH entry AS (") + Entry + ") " + Lines,
                         {Company, Id, std::to_string(count), lines.places, lines.debits, lines.credits},
                         {}});
    }
    static void addLines(testing::Transaction& transaction, int count, const Places& lines) {
        transaction.run(
            {Lines, {Company, Id, std::to_string(count), lines.places, lines.debits, lines.credits}, {}});
    }
    /// The constraint that the action violates.
    static std::string refusal(const std::function<void()>& action) {
        try {
            action();
        } catch (const DatabaseError& error) {
            return error.constraint();
        }
        return "none";
    }

    PluginTest test_{SVC_PLUGIN_FOLDER};
};

TEST_F(LedgerTables, AnEntryThatDoesNotBalanceIsRefused) {
    EXPECT_EQ(refusal([&] { add(*begin(), 2, {"{1,2}", "{10,0}", "{0,9}"}); }), "ledger_entry_balanced");
}

TEST_F(LedgerTables, AnEntryWithoutAllItsLinesIsRefused) {
    EXPECT_EQ(refusal([&] { add(*begin(), 3, {"{1,2}", "{10,0}", "{0,10}"}); }), "ledger_entry_balanced");
    EXPECT_EQ(refusal([&] { begin()->run({Entry, {Company, Id, "2"}, {}}); }), "ledger_entry_balanced");
}

TEST_F(LedgerTables, NoLineCanBeAddedLater) {
    auto transaction = begin();
    add(*transaction, 2, {"{1,2}", "{10,0}", "{0,10}"});
    transaction->commit();
    for (const auto& [count, lines, constraint] :
         {std::tuple(2, Places{"{3}", "{5}", "{0}"}, "ledger_line_place_check"),
          std::tuple(3, Places{"{3}", "{5}", "{0}"}, "ledger_entry_balanced"),
          std::tuple(4, Places{"{3,4}", "{5,0}", "{0,5}"}, "ledger_entry_balanced"),
          std::tuple(2, Places{"{1,2}", "{5,0}", "{0,5}"}, "ledger_line_pkey")}) {
        EXPECT_EQ(refusal([&] { addLines(*begin(), count, lines); }), constraint) << count << lines.places;
    }
}

TEST_F(LedgerTables, EntriesCannotBeChangedOrDeleted) {
    test_.command("ledger.post", sale());
    for (const char* sql : {"UPDATE ledger.entry SET label = 'x'", "UPDATE ledger.line SET debit = debit + 1",
                            "DELETE FROM ledger.line", "DELETE FROM ledger.entry"}) {
        EXPECT_EQ(begin()->run({sql, {}, {}}).affected, 0U) << sql;
    }
    EXPECT_EQ(begin()->run({"SELECT 1 FROM ledger.line", {}, {}}).rows.size(), 3U);
}

TEST_F(LedgerTables, ThePublishedViewsShowOneCompany) {
    test_.command("ledger.post", sale());
    const auto balance =
        begin()->run({"SELECT balance FROM ledger.v1_balances WHERE role = 'customer'", {}, {}});
    EXPECT_EQ(*balance.rows.at(0).at(0), "120");
    EXPECT_EQ(begin()->run({"SELECT 1 FROM ledger.v1_entries", {}, {}}).rows.size(), 3U);
    test_.situation().company = *Uuid::parse("01890a5d-ac96-774b-bcce-000000000002");
    EXPECT_TRUE(begin()->run({"SELECT 1 FROM ledger.v1_entries", {}, {}}).rows.empty());
    EXPECT_TRUE(begin()->run({"SELECT 1 FROM ledger.v1_balances", {}, {}}).rows.empty());
}

class LedgerExport : public ::testing::Test {
protected:
    Answer exported(const PluginTest::Values& query) { return test_.get("exportLedger", {}, query); }

    PluginTest test_{SVC_PLUGIN_FOLDER};
};

TEST_F(LedgerExport, ThePeriodIsRequiredAndBounded) {
    EXPECT_EQ(exported({}).code, "period-required");
    EXPECT_EQ(exported({{"from", "2026-01-01"}}).code, "period-required");
    EXPECT_EQ(exported({{"from", "2026-02-01"}, {"to", "2026-01-01"}}).code, "field-invalid:to");
    EXPECT_EQ(exported({{"from", "2024-01-01"}, {"to", "2024-12-31"}}).status, 200);
    EXPECT_EQ(exported({{"from", "2026-01-01"}, {"to", "2027-01-02"}}).code, "period-too-long:366");
    EXPECT_EQ(exported({{"from", "2026-01-01"}, {"to", "2026-01-31"}, {"chart", "XX"}}).code,
              "chart-unknown:XX");
}

TEST_F(LedgerExport, AnEmptyPeriodIsTheHeaderAlone) {
    const Answer answer = exported({{"from", "2026-01-01"}, {"to", "2026-01-31"}});
    EXPECT_EQ(answer.status, 200) << answer.code << answer.fault;
    EXPECT_EQ(answer.header("Content-Type"), "text/csv; charset=utf-8");
    EXPECT_EQ(answer.header("Content-Disposition"),
              "attachment; filename=\"ledger-pcg-2026-01-01-2026-01-31.csv\"");
    EXPECT_EQ(std::count(answer.body.begin(), answer.body.end(), '\n'), 1);
}

TEST_F(LedgerExport, TheBooksAreShownInTheChartThatIsAskedFor) {
    const std::string partner = encodeId("par", test_.situation().actor);
    test_.offer("partners.names", [&](const Json& input) {
        EXPECT_EQ(input["ids"].size(), 1U);
        return Json::object(
            {{"partners", Json::array({Json::object({{"id", partner}, {"name", "Atelier Ébène"}})})}});
    });
    Json customer = line("customer", 120, 0);
    customer.set("partnerId", partner);
    test_.command("ledger.post", entry({customer, line("sales_goods", 0, 120)}));
    const Answer answer = exported({{"from", "2026-11-20"}, {"to", "2026-11-20"}, {"chart", "syscohada"}});
    const std::size_t header = answer.body.find("\r\n") + 2;
    EXPECT_EQ(
        answer.body.substr(header),
        "000001,2026-11-20,VE,Ventes,4111,Clients," + partner +
            ",Atelier Ébène,INV-1,2026-11-20,Facture INV-1,1.20,0.00,EUR,,,,,sale,sal_1\r\n"
            "000001,2026-11-20,VE,Ventes,7011,Ventes de marchandises - dans la Région,,,INV-1,2026-11-20,"
            "Facture INV-1,0.00,1.20,EUR,,,,,sale,sal_1\r\n");
}

TEST_F(LedgerExport, LongPeriodsComeInTheOrderOfTheirNumbers) {
    for (int i = 0; i < 3; ++i) {
        test_.command("ledger.post", sale(60 + i, "2026-11-20"));
        test_.command("ledger.post", sale(60 + i, "2026-12-31"));
    }
    // More than two pages of entries, inserted directly into the tables.
    test_.database().run(
        "WITH n AS (SELECT n, gen_random_uuid() AS id FROM generate_series(100, 3300) n), e AS ("
        "INSERT INTO ledger.entry (company_id, id, fiscal_year, number, line_count, journal, date, label, "
        "document_kind, document_id, document_date, created_at) SELECT "
        "'01890a5d-ac96-774b-bcce-b302099a8057', id, "
        "2026, n, 2, 'VE', '2026-11-20', 'x', 'sale', 'sal_1', '2026-11-20', '2026-11-20' FROM n) "
        "INSERT INTO ledger.line (company_id, entry_id, line_number, line_count, role, debit, credit) "
        "SELECT '01890a5d-ac96-774b-bcce-b302099a8057', id, i, 2, 'customer', 2 - i, i - 1 "
        "FROM n, generate_series(1, 2) i");
    const std::string body = exported({{"from", "2026-11-20"}, {"to", "2026-11-30"}}).body;
    EXPECT_EQ(std::count(body.begin(), body.end(), '\n'), 1 + 3 * 3 + 3201 * 2);
    std::string last;
    for (std::size_t at = body.find('\n') + 1; at < body.size(); at = body.find('\n', at) + 1) {
        const std::string number = body.substr(at, 6);
        ASSERT_LE(last, number);
        last = number;
    }
    EXPECT_EQ(last, "003300");
}

TEST_F(LedgerExport, TheChartsAreListed) {
    const Answer answer = test_.get("listCharts");
    EXPECT_EQ(answer.header("X-Total-Count"), "5");
    EXPECT_EQ(
        answer.json()[0].dump(),
        R"({"chart":"SYSCOHADA","name":"Plan comptable SYSCOHADA révisé","country":null,"version":"2018"})");
    EXPECT_EQ(test_.get("listCharts", {}, {{"offset", "2"}, {"limit", "1"}}).json()[0]["chart"].text(),
              "PCG");
}

TEST_F(LedgerExport, ADryRunShowsThePostingsInTheChartOfTheCompany) {
    test_.situation().dryRun = true;
    test_.command("ledger.post", sale());
    const auto notes = test_.host().notes();
    const Json first = notes.at("postings").at(0);
    EXPECT_EQ((first.isArray() ? first[0] : first).dump(),
              R"({"account":"411","label":"Clients","debit":120,"credit":0})");
    EXPECT_EQ(rows(test_, "SELECT count(*) FROM ledger.entry"), "0 ");
}

} // namespace
} // namespace svc::ledger
