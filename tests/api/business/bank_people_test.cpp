// Several people at one bank line, several files for one wallet, and everything that a match does and undoes.
#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>

#include "api/business/bank_fixture.hpp"
#include "api/business/together.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr int Clients = 16;

class BankPeople : public Bank {
protected:
    std::string key = desk.newKey();

    static std::string one(const Json& sale, const std::string& more = {}) {
        return "{'kind':'sale','id':'" + sale.textOr("id") + "'" + more + "}";
    }
    std::string pathOf(const std::string& line, const std::string& what) {
        return "/bank-transactions/" + line + '/' + what;
    }
    /// The `reconciled` flags of the wallet's movements.
    std::vector<bool> reconciled() {
        std::vector<bool> found;
        for (const Json& one : rowsOf(desk.read("/transactions?kind=all&walletId=" + wallet))) {
            found.push_back(one.optionalBool("reconciled").value());
        }
        return found;
    }
    Json oneMore(const Json& sale, const std::string& amount) {
        return desk.make("/sales",
                         js("{'partnerId':'$1','lines':[{'label':'Work','quantity':1,'unitPrice':$2}]}",
                            {sale["partner"].textOr("id"), amount}));
    }
    std::int64_t owed(const Json& sale) {
        return desk.read("/partners/" + sale["partner"].textOr("id"))["balance"].integer();
    }
    /// The balance of each account in cents, debit positive.
    std::map<std::string, std::int64_t> books() {
        std::map<std::string, std::int64_t> cents;
        const auto minor = [](std::string text) {
            text.erase(text.find('.'), 1);
            return std::stoll(text);
        };
        for (const BookLine& line : desk.books("PCG")) {
            cents[line.at("account")] += minor(line.at("debit")) - minor(line.at("credit"));
        }
        return cents;
    }
    /// The balances that changed since `before`.
    std::map<std::string, std::int64_t> booked(const std::map<std::string, std::int64_t>& before) {
        std::map<std::string, std::int64_t> changes = books();
        for (const auto& [account, balance] : before) {
            changes[account] -= balance;
        }
        std::erase_if(changes, [](const auto& change) { return change.second == 0; });
        return changes;
    }
};

TEST_F(BankPeople, OneOfManyDecidesWhatALineIs) {
    const Json sale = invoice("Contested GmbH", "80");
    const std::string id = line({"80,00", sale.textOr("number")});
    const Counts counts = outcomes(desk, key, Clients, [&](int index) {
        switch (index % 3) {
        case 0:
            return std::pair(pathOf(id, "match"), js("{'matches':[" + one(sale) + "]}"));
        case 1:
            return std::pair(pathOf(id, "ignore"), js("{'reason':'Mine'}"));
        default:
            return std::pair(pathOf(id, "transaction"), js("{'category':'other_income'}"));
        }
    });
    EXPECT_EQ(counts, (Counts{{"200", 1}, {"400 bank-transaction-not-open", Clients - 1}}));
    const std::string status = read(id).textOr("status");
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id"))["payments"].size(), status == "matched" ? 1U : 0U);
    EXPECT_EQ(walletNow()["balance"].integer(), status == "ignored" ? 0 : 8000);
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 0);
}

TEST_F(BankPeople, ALineIsReopenedOnce) {
    const Json sale = invoice("Reopened GmbH", "80");
    const std::string id = line({"80,00", sale.textOr("number")});
    ASSERT_TRUE(hasStatus(act(id, "match", "{'matches':[" + one(sale) + "]}"), 200));
    EXPECT_EQ(
        outcomes(desk, key, Clients, [&](int) { return std::pair(pathOf(id, "reopen"), Json::object()); }),
        (Counts{{"200", 1}, {"400 bank-transaction-open", Clients - 1}}));
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id"))["balance"].integer(), 8000);
    EXPECT_EQ(walletNow()["balance"].integer(), 0);
}

TEST_F(BankPeople, MatchesAndReopeningsAtOnceLeaveOneOfTheTwo) {
    const Json sale = invoice("Undecided GmbH", "80");
    const std::string id = line({"80,00", sale.textOr("number")});
    together(key, Clients, [&](HttpClient& client, int index) {
        for (int round = 0; round < 4; ++round) {
            const bool match = (index + round) % 2 == 0;
            const Answer answer = client.post(desk.path(pathOf(id, match ? "match" : "reopen")),
                                              match ? js("{'matches':[" + one(sale) + "]}") : Json::object());
            EXPECT_TRUE(answer.status == 200 ||
                        answer.code() == (match ? "bank-transaction-not-open" : "bank-transaction-open"))
                << answer.body;
        }
    });
    const bool matched = read(id).textOr("status") == "matched";
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id"))["balance"].integer(), matched ? 0 : 8000);
    EXPECT_EQ(walletNow()["balance"].integer(), matched ? 8000 : 0);
    EXPECT_EQ(walletNow()["unreconciled"].integer(), matched ? 0 : 8000);
}

TEST_F(BankPeople, ADocumentIsNotPaidByTwoLines) {
    const Json sale = invoice("Double GmbH", "80");
    std::vector<std::string> lines;
    for (int i = 0; i < Clients; ++i) {
        lines.push_back(line({"80,00", sale.textOr("number") + " payment " + std::to_string(i)}));
    }
    EXPECT_EQ(outcomes(desk, key, Clients,
                       [&](int index) {
                           return std::pair(pathOf(lines[static_cast<std::size_t>(index)], "match"),
                                            js("{'matches':[" + one(sale, ",'amount':80") + "]}"));
                       }),
              (Counts{{"200", 1}, {"400 amount-above-outstanding", Clients - 1}}));
    EXPECT_EQ(walletNow()["balance"].integer(), 8000);
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 8000 * (Clients - 1));
}

TEST_F(BankPeople, AMovementIsOnOneLineOnly) {
    const std::string movement =
        desk.make("/transactions", js("{'walletId':'$1','direction':'in','amount':25}", {wallet}))
            .textOr("id");
    std::vector<std::string> lines;
    for (int i = 0; i < 8; ++i) {
        lines.push_back(line({"25,00", "Deposit " + std::to_string(i)}));
    }
    Counts counts = outcomes(desk, key, 8, [&](int index) {
        return std::pair(pathOf(lines[static_cast<std::size_t>(index)], "match"),
                         js("{'matches':[{'kind':'transaction','id':'$1'}]}", {movement}));
    });
    // The conflict is detected when the movement is read, or only when it is written.
    EXPECT_EQ(counts["200"], 1);
    EXPECT_EQ(counts["400 field-invalid:matches[0].id"] + counts["400 field-invalid:matches"], 7);
}

TEST_F(BankPeople, OverlappingFilesInAnyOrderAddEachLineOnce) {
    const std::vector<std::string> files = {"dedup/csv-a.csv", "dedup/csv-b-longer-export.csv",
                                            "dedup/csv-c-newest-first.csv"};
    const std::string alone = desk.make("/wallets", js("{'name':'A','kind':'bank'}")).textOr("id");
    for (const std::string& file : files) {
        ASSERT_TRUE(hasStatus(import(alone, Json::object({{"content", contentOf(file)}})), 201));
    }
    const std::string wanted = desk.get("/bank-transactions?walletId=" + alone).header("x-total-count");
    EXPECT_EQ(outcomes(desk, key, Clients,
                       [&](int index) {
                           const std::string& file = files[static_cast<std::size_t>(index) % files.size()];
                           return std::pair("/wallets/" + wallet + "/statements",
                                            Json::object({{"content", contentOf(file)}}));
                       }),
              (Counts{{"201", Clients}}));
    EXPECT_EQ(desk.get("/bank-transactions?walletId=" + wallet).header("x-total-count"), wanted);
}

TEST_F(BankPeople, SeveralAPartAndADiscountAreTakenBackWhole) {
    const Json first = invoice("Whole SARL", "240");
    const Json second = oneMore(first, "100");
    const Json third = oneMore(first, "300");
    // 240.00 + 100.00 less 6.80, and 66.80 of the third.
    const std::string id = line({"400,00", "Divers", "WHOLE SARL"});
    const auto before = books();
    desk.events();
    const Answer matched =
        act(id, "match",
            "{'matches':[" + one(first) + "," + one(second) + "," + one(third, ",'amount':66.80") +
                "],'writeOff':{'amount':-6.80,'category':'other_expense'}}");
    ASSERT_TRUE(hasStatus(matched, 200));
    EXPECT_THAT(typesOf(desk.events()),
                ElementsAre("payment.received", "invoice.paid", "payment.received", "invoice.paid",
                            "payment.received", "invoice.partially_paid", "transaction.created"));
    EXPECT_EQ(walletNow()["balance"].integer(), 40000);
    EXPECT_EQ(owed(first), 30000 - 6680);
    EXPECT_THAT(reconciled(), ElementsAre(true, true, true, true));
    EXPECT_EQ(booked(before),
              (std::map<std::string, std::int64_t>{{"411", -40680}, {"512", 40000}, {"658", 680}}));

    desk.events();
    const Answer reopened = act(id, "reopen", "{}");
    ASSERT_TRUE(hasStatus(reopened, 200));
    EXPECT_EQ(reopened.json.textOr("status"), "unmatched");
    EXPECT_EQ(reopened.json["matches"].size(), 0U);
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("transaction.voided", "transaction.voided",
                                                    "transaction.voided", "transaction.voided"));
    for (const auto& [sale, balance] :
         {std::pair(first, 24000), std::pair(second, 10000), std::pair(third, 30000)}) {
        const Json now = desk.read("/sales/" + sale.textOr("id"));
        EXPECT_EQ(now["balance"].integer(), balance);
        EXPECT_EQ(now.textOr("paymentStatus"), "unpaid");
        EXPECT_THAT(textsOf(now["payments"], "status"), ElementsAre("voided"));
    }
    EXPECT_EQ(owed(first), 64000);
    EXPECT_THAT(booked(before), IsEmpty());
    EXPECT_EQ(walletNow()["balance"].integer(), 0);
    EXPECT_EQ(walletNow()["unreconciled"].integer(), 40000);
    // A second time: the first match left nothing that prevents it.
    ASSERT_TRUE(hasStatus(
        act(id, "match",
            "{'matches':[" + one(first) + "," + one(second) + "," + one(third, ",'amount':60") + "]}"),
        200));
}

TEST_F(BankPeople, ASuggestionIsPostedAsItIs) {
    const Json first = invoice("Suggested AG", "100");
    const Json second = oneMore(first, "50");
    const std::string id =
        line({"149,50", first.textOr("number") + " " + second.textOr("number"), "SUGGESTED"});
    const Json suggestion = desk.read(pathOf(id, "suggestions"))[0];
    Json matches = Json::array();
    const auto major = [](std::int64_t minor) {
        const std::string text = std::to_string(minor < 0 ? -minor : minor);
        return Json::number((minor < 0 ? "-" : "") +
                            (text.size() < 3
                                 ? "0." + std::string(2 - text.size(), '0') + text
                                 : text.substr(0, text.size() - 2) + '.' + text.substr(text.size() - 2)));
    };
    for (const Json& match : suggestion["matches"].items()) {
        matches.push(Json::object(
            {{"kind", match["kind"]}, {"id", match["id"]}, {"amount", major(match["amount"].integer())}}));
    }
    const Json body = Json::object(
        {{"matches", std::move(matches)},
         {"writeOff", Json::object({{"amount", major(suggestion["writeOff"]["amount"].integer())},
                                    {"category", suggestion["writeOff"]["category"]}})}});
    ASSERT_TRUE(hasStatus(desk.post(pathOf(id, "match"), body), 200)) << body.dump();
    for (const Json& sale : {first, second}) {
        EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")).textOr("paymentStatus"), "paid");
    }
}

TEST_F(BankPeople, AnAccountIsRememberedByWhatItPaidBefore) {
    const std::string payer = "Treuhand Zwo";
    const std::string iban = "DE02120300000000202051";
    const Json first = invoice("Remembered Vineyards", "412.17");
    const Json second = oneMore(first, "773.31");
    const Json stranger = invoice("Somebody Else", "773.31");
    const std::string known = line({"412,17", first.textOr("number"), payer, iban});
    const std::string silent = line({"773,31", "Zahlung", payer, iban});
    const auto suggested = [&](const std::string& reason) {
        const Json suggestions = desk.read(pathOf(silent, "suggestions"));
        for (const Json& one : suggestions.items()) {
            const auto& reasons = one["reasons"].items();
            if (std::any_of(reasons.begin(), reasons.end(),
                            [&](const Json& each) { return each.text() == reason; })) {
                return one["matches"][0].textOr("id");
            }
        }
        return std::string();
    };
    EXPECT_EQ(suggested("account"), "") << "two owe as much, and nobody knows who pays from there";
    ASSERT_TRUE(hasStatus(act(known, "match", "{'matches':[" + one(first) + "]}"), 200));
    EXPECT_EQ(suggested("account"), second.textOr("id"));
    EXPECT_NE(suggested("account"), stranger.textOr("id"));
    // A match that was reverted is not learned.
    ASSERT_TRUE(hasStatus(act(known, "reopen", "{}"), 200));
    EXPECT_EQ(suggested("account"), "");
}

TEST_F(BankPeople, FilesAreRefusedWithTheirPlace) {
    const Answer place = importCsv({{"10,00", "Good"}, {"1O,00", "A letter"}});
    EXPECT_TRUE(isRefusal(place, 400, "statement-invalid:3:23:amount"));
    const Answer absurd = importCsv({{"99999999999999999999,00", "Too much"}});
    EXPECT_TRUE(isRefusal(absurd, 400, "statement-invalid:2:23:amount"));
    EXPECT_TRUE(
        isRefusal(import(wallet, js("{'content':'***','encoding':'base64'}")), 400, "field-invalid:content"));
    EXPECT_TRUE(isRefusal(import(wallet, js("{'content':':20:x','format':'camt.053'}")), 400,
                          "statement-format-unknown"));
    EXPECT_TRUE(isRefusal(import(wallet, js("{'content':'x','format':'ofx'}")), 400, "field-invalid:format"));
    HttpClient client = sharedService().client(key);
    const std::string large(20 * 1024 * 1024 + 1, ' ');
    const Answer tooLarge = client.send("POST", desk.path("/wallets/" + wallet + "/statements"), large,
                                        {{"Content-Type", "text/plain"}});
    EXPECT_TRUE(isRefusal(tooLarge, 413, "body-too-large"));
    EXPECT_EQ(desk.read("/bank-transactions?walletId=" + wallet).size(), 0U);
}

TEST(BankOfALockedYear, KeepsWhatIsClosed) {
    Desk desk(sharedService(), "Closed", "BE");
    const std::string wallet = desk.value("bankWalletId");
    const std::string text =
        "Date;Text;Amount\n05/03/2026;FRAIS;-3,50\n06/03/2026;FRAIS 2;-4,50\n07/04/2026;FRAIS 3;-5\n";
    const Json columns = js("{'bookingDate':0,'remittance':1,'amount':2}");
    const Answer imported = desk.post("/wallets/" + wallet + "/statements",
                                      Json::object({{"content", text},
                                                    {"format", "csv"},
                                                    {"csv", Json::object({{"delimiter", ";"},
                                                                          {"decimal", ","},
                                                                          {"dateFormat", "DD/MM/YYYY"},
                                                                          {"columns", columns}})}}));
    ASSERT_TRUE(hasStatus(imported, 201));
    const auto act = [&](std::size_t line, const std::string& what, const std::string& body) {
        return desk.post(
            "/bank-transactions/" + imported.json["bankTransactionIds"][line].text() + '/' + what, js(body));
    };
    ASSERT_TRUE(hasStatus(act(0, "transaction", "{'category':'bank_fees'}"), 200));
    const std::string partner = desk.make("/partners", js("{'name':'P','kind':'supplier'}")).textOr("id");
    const std::string purchase =
        desk.make("/purchases",
                  js("{'partnerId':'$1','date':'2026-03-01','lines':[{'label':'Beans','quantity':1,"
                     "'unitPrice':4.5}]}",
                     {partner}))
            .textOr("id");
    desk.change("", js("{'lockDate':'2026-03-31'}"));
    const std::string body = "{'matches':[{'kind':'purchase','id':'" + purchase + "'}]}";
    EXPECT_TRUE(isRefusal(act(1, "match", body), 400, "date-locked:2026-03-31"));
    EXPECT_TRUE(isRefusal(act(1, "transaction", "{'category':'bank_fees'}"), 400, "date-locked:2026-03-31"));
    EXPECT_TRUE(isRefusal(act(0, "reopen", "{'date':'2026-03-31'}"), 400, "date-locked:2026-03-31"));
    // Ignoring a line books nothing, so it is allowed on a locked date; a reversal without a date is booked
    // today.
    EXPECT_TRUE(hasStatus(act(1, "ignore", "{'reason':'Closed'}"), 200));
    EXPECT_TRUE(hasStatus(act(0, "reopen", "{}"), 200));
    EXPECT_TRUE(hasStatus(act(2, "transaction", "{'category':'bank_fees'}"), 200));
    expectInvariants(sharedService());
}

TEST_F(Bank, ALineOfADayToComeWaitsForIt) {
    const std::string tomorrow = Date::parse(desk.today()).value().addDays(1).toString();
    const Json sale = invoice("Early Ltd", "60");
    const Answer file = import(wallet, Json::object({{"format", "csv"},
                                                     {"content", "Date;Text;Amount\n" + tomorrow + ";" +
                                                                     sale.textOr("number") + ";60.00\n"}}));
    ASSERT_TRUE(hasStatus(file, 201));
    const std::string id = file.json["bankTransactionIds"][0].text();
    const std::string match = "{'matches':[{'kind':'sale','id':'" + sale.textOr("id") + "','amount':$}]}";
    for (const char* amount : {"60", "59"}) {
        EXPECT_TRUE(isRefusal(act(id, "match", std::string(match).replace(match.find('$'), 1, amount)), 400,
                              "field-invalid:bookedAt"))
            << amount;
    }
    EXPECT_TRUE(isRefusal(act(id, "transaction", "{'category':'bank_fees'}"), 400, "field-invalid:bookedAt"));
    EXPECT_EQ(read(id).textOr("status"), "unmatched");
    EXPECT_TRUE(hasStatus(act(id, "ignore", "{}"), 200));
}

} // namespace
} // namespace svc::test
