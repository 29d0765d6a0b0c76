// svc-host verify finds damage done directly in the database and reports it in one line.
#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>

#include "faults/load.hpp"
#include "host/db/embedded.hpp"
#include "host/db/quoting.hpp"
#include "support/invariants.hpp"

namespace svc::test {
namespace {

/// A change that the service never makes, and the expected report of the check.
struct Breach {
    const char* table;
    const char* change; ///< applied to one existing row of the table
    const char* undo;
    const char* told;           ///< beginning of the line, after the company
    const char* where = "true"; ///< the row to change
};

const char* LineUp = "debit = CASE debit WHEN 0 THEN 0 ELSE debit + 7 END,"
                     " credit = CASE credit WHEN 0 THEN 0 ELSE credit + 7 END";
const char* LineDown = "debit = CASE debit WHEN 0 THEN 0 ELSE debit - 7 END,"
                       " credit = CASE credit WHEN 0 THEN 0 ELSE credit - 7 END";

const Breach Breaches[] = {
    {"ledger.line", LineUp, LineDown, "ledger.entries_balance: entry "},
    {"ledger.line", LineUp, LineDown, "ledger.books_balance: all entries: expected debit "},
    {"treasury.wallet_balance", "balance = balance + 1", "balance = balance - 1",
     "treasury.wallet_balances: wallet "},
    {"treasury.wallet_balance", "base_balance = base_balance + 1", "base_balance = base_balance - 1",
     "treasury.wallets_in_books: wallet "},
    {"treasury.transaction", "balance_after = balance_after + 1", "balance_after = balance_after - 1",
     "treasury.running_balances: movement "},
    {"stock.level", "quantity = quantity + 1", "quantity = quantity - 1", "stock.levels: item "},
    {"stock.item_cost", "value = value + 1", "value = value - 1",
     "stock.stock_in_books: inventory: expected ", "quantity > 0"},
    {"stock.item_cost", "value = value + 1", "value = value - 1", "stock.item_costs: item ", "quantity > 0"},
    {"partners.balance", "receivable = receivable + 1", "receivable = receivable - 1",
     "partners.balances_in_books: partner "},
    {"partners.balance", "receivable = receivable + 1", "receivable = receivable - 1",
     "sales.partner_balances: partner "},
    {"svc.list_count", "sum3 = sum3 + 1", "sum3 = sum3 - 1", "sales.sale.counts: list sales.sale ",
     "list = 'sales.sale'"},
    {"svc.list_record", "words = words || 'x'::text", "words = array_remove(words, 'x')",
     "sales.sale.words: list sales.sale, record ", "list = 'sales.sale'"},
    {"sales.line", "net = net + 1", "net = net - 1", "sales.line_sums: "},
    {"sales.payment", "amount = amount + 1", "amount = amount - 1", "sales.payments: "},
    {"sales.payment", "wallet_amount = wallet_amount + 1", "wallet_amount = wallet_amount - 1",
     "sales.payments_in_wallets: payment "},
    {"sales.sale", "number = '9' || number", "number = substr(number, 2)", "sales.sale_events: "},
    {"svc.company_clock", "last_event_position = last_event_position + 1",
     "last_event_position = last_event_position - 1", "host.event_positions: events "},
};

/// Changes one row as the owner of the tables, bypassing their policies: the row at this location (ctid), or
/// the first that matches. Returns its new location.
std::string change(const RunningService& service, const std::string& table, const std::string& set,
                   const std::string& place = {}, const std::string& where = "true") {
    const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
    host::db::ConnectionOptions options;
    options.login = access->owner;
    host::db::Connection owner(options);
    owner.query("BEGIN");
    owner.query("ALTER TABLE " + table + " NO FORCE ROW LEVEL SECURITY");
    const std::string which = place.empty() ? "(SELECT min(ctid) FROM " + table + " WHERE " + where + ')'
                                            : host::db::quoteLiteral(place) + "::tid";
    const host::db::Rows rows =
        owner.query("UPDATE " + table + " SET " + set + " WHERE ctid = " + which + " RETURNING ctid");
    owner.query("ALTER TABLE " + table + " FORCE ROW LEVEL SECURITY");
    owner.query("COMMIT");
    return std::string(rows.text(0, 0));
}

bool hasLine(const std::string& output, const std::string& company, const std::string& told) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind(company + ": " + told, 0) == 0 && line.find(": expected ") != std::string::npos &&
            line.find(", found ") != std::string::npos) {
            return true;
        }
    }
    return false;
}

/// Do the statements of `svc-host verify --statements` report the same violation?
bool hasRow(const std::vector<std::string>& rows, const std::string& told) {
    const std::string begin = told.substr(0, told.find(':')) + '|';
    return std::any_of(rows.begin(), rows.end(),
                       [&begin](const std::string& row) { return row.rfind(begin, 0) == 0; });
}

TEST(Verify, EachThingThatDoesNotAgreeIsALineThatNamesIt) {
    RunningService service;
    Load load(service);
    load.start();
    while (load.acknowledged() < 8) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    load.finish();
    const auto [cleanCode, clean] = service.command({"verify"});
    EXPECT_EQ(cleanCode, 0) << clean;
    EXPECT_NE(clean.find(" checks, 0 violations"), std::string::npos) << clean;
    const std::string company = service.value("companyId");
    for (const Breach& breach : Breaches) {
        const std::string place = change(service, breach.table, breach.change, {}, breach.where);
        const auto [code, output] = service.command({"verify"});
        EXPECT_EQ(code, 1) << breach.told;
        EXPECT_TRUE(hasLine(output, company, breach.told)) << breach.told << " is not told by:\n" << output;
        EXPECT_TRUE(hasRow(service.unequalSums(), breach.told)) << breach.told;
        change(service, breach.table, breach.undo, place);
    }
    EXPECT_EQ(service.command({"verify"}).first, 0);
    EXPECT_THAT(service.unequalSums(), ::testing::IsEmpty());
}

/// Deletes every row of a table as its owner.
void empty(const RunningService& service, const std::string& table) {
    const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
    host::db::ConnectionOptions options;
    options.login = access->owner;
    host::db::Connection owner(options);
    owner.query("BEGIN");
    owner.query("ALTER TABLE " + table + " NO FORCE ROW LEVEL SECURITY");
    owner.query("DELETE FROM " + table);
    owner.query("ALTER TABLE " + table + " FORCE ROW LEVEL SECURITY");
    owner.query("COMMIT");
}

TEST(Verify, ADocumentThatLostItsLinesIsTold) {
    RunningService service;
    HttpClient owner = service.owner();
    const auto post = [&](const std::string& path, const Json& body) {
        const Answer answer = owner.post(service.company(path), body);
        EXPECT_EQ(answer.status, 201) << answer.body;
        return answer.json;
    };
    post("/sales", smallSale("Sale"));
    post("/quotes", smallSale("Quote"));
    const Json supplier = post("/partners", Json::object({{"name", "Roaster"}, {"kind", "supplier"}}));
    Json order = smallSale("Purchase");
    order.set("partnerId", supplier["id"]);
    post("/purchases", order);
    EXPECT_EQ(service.command({"verify"}).first, 0);
    for (const char* table : {"sales.line", "sales.quote_line", "purchases.line"}) {
        empty(service, table);
    }
    const auto [code, output] = service.command({"verify"});
    EXPECT_EQ(code, 1);
    for (const char* told :
         {"sales.line_sums: ", "sales.quote_lines: quote ", "purchases.purchase_sums: purchase "}) {
        EXPECT_TRUE(hasLine(output, service.value("companyId"), told)) << told << " is not told by:\n"
                                                                       << output;
    }
}

TEST(Verify, WorksForOneCompanyAndWithoutTheService) {
    RunningService service;
    const Json other = service.createCompany("Elsewhere", "BE");
    change(service, "svc.company_clock", "last_event_position = last_event_position + 1");
    const auto [code, output] = service.command({"verify"});
    EXPECT_EQ(code, 1);
    const bool first = output.find(service.value("companyId")) != std::string::npos;
    const std::string broken = first ? service.value("companyId") : other.textOr("companyId");
    const std::string whole = first ? other.textOr("companyId") : service.value("companyId");
    EXPECT_EQ(service.command({"verify", "--company", broken}).first, 1);
    EXPECT_EQ(service.command({"verify", "--company", whole}).first, 0);
    EXPECT_EQ(service.command({"verify", "--company", "elsewhere"}).first, 2);

    EXPECT_EQ(service.stop(), 0);
    const auto [stopped, told] = service.command({"verify"});
    EXPECT_EQ(stopped, 1);
    EXPECT_EQ(told, output) << "the private PostgreSQL is started for the check and stopped after it";
    service.start();
    EXPECT_EQ(service.anonymous().get("/ready").status, 200);
}

} // namespace
} // namespace svc::test
