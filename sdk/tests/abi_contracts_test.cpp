// The typed wrappers of the well-known commands, called from a handler in the fake host: what they send, what
// they read.
#include <svc/contracts/ledger.hpp>
#include <svc/contracts/partners.hpp>
#include <svc/contracts/stock.hpp>
#include <svc/contracts/treasury.hpp>
#include <svc/plugin.hpp>
#include <svc/testing/fake_host.hpp>

#include <gtest/gtest.h>

namespace {

using namespace svc::contracts;
using svc::Call;
using svc::Json;

constexpr std::string_view PartnerId = "par_01h455vb4pex5vsknk084sn02q";

svc::Response readPartner(svc::Request& request) {
    const auto partner = getPartner(request, PartnerId, true);
    if (!partner) {
        return svc::Response::empty(204);
    }
    return svc::Response::json(
        200, Json::object({{"name", partner->name},
                           {"limit", partner->creditLimit},
                           {"currency", partner->currency ? Json(partner->currency->code()) : Json(nullptr)},
                           {"balance", partner->balance}}));
}

svc::Response moveGoods(svc::Request& request) {
    GoodsMove move;
    move.documentKind = "sale";
    move.documentId = "sal_1";
    move.date = request.today();
    move.lines.push_back(
        {"itm_1", svc::Decimal(2), "loc_1", std::nullopt, std::nullopt, "lines[3]", std::nullopt});
    const GoodsMoved moved = issueGoods(request, move);
    return svc::Response::json(
        200, Json::object({{"value", moved.value}, {"item", moved.movements.at(0).itemId}}));
}

svc::Response moveMoney(svc::Request& request) {
    const auto wallet = getWallet(request, std::nullopt, "bus_1");
    MoneyMove move;
    move.walletId = wallet.value().id;
    move.amount = 1200;
    move.kind = "sale_payment";
    move.documentKind = "sale";
    move.documentId = "sal_1";
    move.date = request.today();
    move.counterpart.push_back({"customer", 1200, std::string(PartnerId), std::nullopt, std::nullopt});
    const MoneyMoved moved = receiveMoney(request, move);
    const auto rate = exchangeRate(request, *svc::Currency::parse("USD"), request.today());
    return svc::Response::json(200, Json::object({{"transaction", moved.transactionId}, {"rate", rate}}));
}

svc::Response post(svc::Request& request) {
    Entry entry;
    entry.journal = "VE";
    entry.date = request.today();
    entry.documentKind = "sale";
    entry.documentId = "sal_1";
    EntryLine customer;
    customer.role = "customer";
    customer.debit = 120;
    entry.lines = {customer, EntryLine{"sales_goods", 0, 120, {}, {}, {}, {}, {}, {}, {}, {}}};
    return svc::Response::json(200, Json::object({{"entry", postEntry(request, entry)}}));
}

void start(svc::Registry& registry) {
    registry.route("readPartner", readPartner);
    registry.route("moveGoods", moveGoods);
    registry.route("moveMoney", moveMoney);
    registry.route("post", post);
}

std::int32_t startHere(const svc_host* host, svc_plugin* self) {
    return svc::detail::startPlugin(host, self, start);
}

class Contracts : public testing::Test {
protected:
    Contracts() { EXPECT_TRUE(host_.start(&startHere)) << host_.refusal(); }

    /// Offers a command that keeps what it was given and answers `answer`.
    void offer(const std::string& command, const std::string& answer) {
        host_.offer(command, [this, command, answer](const Json& input) {
            given_[command] = input;
            return Json::parse(answer);
        });
    }
    Json answerOf(const std::string& route) {
        const svc::testing::Answer answer = host_.route(route);
        EXPECT_TRUE(answer.ok()) << answer.code << ' ' << answer.fault;
        return answer.json();
    }

    svc::testing::FakeHost host_;
    std::map<std::string, Json> given_;
};

TEST_F(Contracts, APartnerIsReadOrAbsent) {
    offer("partners.get",
          R"({"id":"par_1","name":"Anker","currency":"EUR","creditLimit":5000,"balance":-3,"new":1})");
    EXPECT_EQ(answerOf("readPartner"),
              Json::object({{"name", "Anker"}, {"limit", 5000}, {"currency", "EUR"}, {"balance", -3}}));
    EXPECT_EQ(given_["partners.get"], Json::object({{"id", PartnerId}, {"lock", true}}));
    offer("partners.get", "null");
    EXPECT_EQ(host_.route("readPartner").status, 204);
}

TEST_F(Contracts, GoodsMoveWithTheirLines) {
    offer("stock.issue",
          R"({"movements":[{"id":"mov_1","itemId":"itm_1","quantity":2,"unitCost":150.5,"value":301}],)"
          R"("value":301})");
    EXPECT_EQ(answerOf("moveGoods"), Json::object({{"value", 301}, {"item", "itm_1"}}));
    const Json& line = given_["stock.issue"]["lines"][0];
    EXPECT_EQ(line["quantity"].integer(), 2);
    EXPECT_EQ(line["field"].text(), "lines[3]");
    EXPECT_TRUE(line["unitCost"].isNull());
    EXPECT_EQ(given_["stock.issue"]["date"].text(), "2026-11-20");
}

TEST_F(Contracts, MoneyMovesAgainstItsCounterpart) {
    offer("treasury.wallet", R"({"id":"wal_1","kind":"cash","currency":"EUR","allowNegative":false})");
    offer("treasury.receive", R"({"transactionId":"txn_1","baseAmount":1200})");
    offer("treasury.rate", R"({"rate":0.92,"date":"2026-11-20","source":"manual"})");
    EXPECT_EQ(answerOf("moveMoney"),
              Json::object({{"transaction", "txn_1"}, {"rate", svc::Decimal::parse("0.92")}}));
    EXPECT_TRUE(given_["treasury.wallet"]["id"].isNull());
    EXPECT_EQ(given_["treasury.receive"]["walletId"].text(), "wal_1");
    EXPECT_EQ(given_["treasury.receive"]["counterpart"][0]["partnerId"].text(), PartnerId);
}

TEST_F(Contracts, AnEntryIsPosted) {
    offer("ledger.post", R"({"entryId":"01890a5d-ac96-774b-bcce-b302099a8057"})");
    EXPECT_EQ(answerOf("post")["entry"].text(), "01890a5d-ac96-774b-bcce-b302099a8057");
    EXPECT_EQ(given_["ledger.post"]["lines"][0]["debit"].integer(), 120);
    offer("ledger.post", R"({"entryId":null})");
    EXPECT_TRUE(answerOf("post")["entry"].isNull());
}

} // namespace
