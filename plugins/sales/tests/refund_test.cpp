#include "shop.hpp"

namespace svc::sales::testing {
namespace {

class Refunding : public Shop {
protected:
    Refunding() {
        offerAll();
        test.host().forget();
    }
    svc::testing::Answer refund(const Json& sale, const Json& input) {
        return test.post("refundSale", input, {{"saleId", sale["id"].text()}});
    }
    Json refunded(const Json& sale, const Json& input) {
        const auto answer = refund(sale, input);
        EXPECT_EQ(answer.status, 201) << answer.code << answer.fault;
        return answer.ok() ? answer.json() : Json::object();
    }
    Json named(const Json& sale, std::size_t line, int quantity) {
        return Json::array({Json::object({{"lineId", sale["lines"][line]["id"]}, {"quantity", quantity}})});
    }
    Json paidSale(int quantity = 2) {
        const Json sale = created(body({{"partnerId", Partner},
                                        {"lines", Json::array({stocked(quantity), line("60.00")})},
                                        {"paidInFull", true},
                                        {"walletId", Bank},
                                        {"method", "bank_transfer"}}));
        test.host().forget();
        return sale;
    }
};

TEST_F(Refunding, oneOfTwoMachinesIsPaidBack) {
    const Json sale = paidSale();
    const Json answer =
        refunded(sale, Json::object({{"lines", named(sale, 0, 1)}, {"reason", "One machine returned"}}));
    EXPECT_EQ(answer["kind"].text(), "money");
    EXPECT_EQ(answer["amount"].integer(), 12000);
    EXPECT_EQ(answer["moneyReturned"].integer(), 12000);
    EXPECT_EQ(answer["walletId"].text(), Bank) << "the wallet of the last payment";
    EXPECT_EQ(answer["method"].text(), "bank_transfer");
    EXPECT_TRUE(answer["restocked"].boolean());
    EXPECT_EQ(answer["lines"][0]["amount"].integer(), 12000);
    EXPECT_EQ(answer["creditNote"]["total"].integer(), 12000);
    EXPECT_EQ(answer["creditNote"]["taxTotal"].integer(), 2000);
    EXPECT_EQ(answer["sale"]["paymentStatus"].text(), "partially_refunded");
    EXPECT_EQ(answer["sale"]["refunded"].integer(), 12000);
    EXPECT_EQ(answer["sale"]["credited"].integer(), 12000);
    EXPECT_EQ(answer["sale"]["balance"].integer(), 0);

    EXPECT_EQ(eventTypes(), (Types{"invoice.refunded"}));
    const Json data = test.events()[0].data;
    EXPECT_EQ(data["refund"]["amount"].integer(), 12000);
    EXPECT_FALSE(data["full"].boolean());
    EXPECT_EQ(data["creditNoteNumber"], answer["creditNote"]["number"]);
    EXPECT_EQ(data["reason"].text(), "One machine returned");

    const Json& back = asked["stock.return"].at(0);
    EXPECT_TRUE(back["emitMovement"].boolean());
    EXPECT_EQ(back["reason"].text(), "return");
    EXPECT_EQ(back["lines"][0]["quantity"].integer(), 1);
    const Json& paid = asked["treasury.pay"].at(0);
    EXPECT_EQ(paid["kind"].text(), "sale_refund");
    EXPECT_EQ(paid["amount"].integer(), 12000);
    EXPECT_EQ(paid["counterpart"][0]["role"].text(), "customer");
    const Json& entry = asked["ledger.post"].back();
    EXPECT_EQ(entry["documentKind"].text(), "credit_note");
    EXPECT_EQ(entry["lines"][0]["credit"].integer(), 12000);
    EXPECT_EQ(entry["lines"][1]["debit"].integer(), 10000);

    const Json after = read(sale);
    EXPECT_EQ(after["lines"][0]["quantityRefunded"].integer(), 1);
    Json record = answer;
    record.remove("sale");
    EXPECT_EQ(after["refunds"][0], record);
    EXPECT_EQ(after["version"].integer(), 2);
    EXPECT_EQ(test.history().back().action, "sale.refunded");
}

TEST_F(Refunding, moneyGoesBackOnTheDayOfItsPaymentOrLater) {
    test.situation().now = *Instant::parse("2026-11-26T09:00:00.000Z");
    const Json sale = created(body({{"partnerId", Partner}, {"date", "2026-11-20"}}));
    ASSERT_TRUE(pay(sale, Json::object({{"amount", 100}, {"date", "2026-11-22"}})).ok());
    const Json early = Json::object({{"amount", 10}, {"date", "2026-11-21"}});
    EXPECT_EQ(refund(sale, early).code, "field-invalid:date");
    Json credit = early;
    EXPECT_EQ(refunded(sale, credit.set("walletId", nullptr))["kind"].text(), "credit") << "no money moves";
    refunded(sale, Json::object({{"amount", 10}, {"date", "2026-11-22"}}));
}

TEST_F(Refunding, aWalletWhoseCurrencyIsTooCoarseIsRefused) {
    bankCurrency = "XOF";
    rates = {{"XOF2026-11-20", "655.957"}};
    const Json sale = paidSale();
    EXPECT_EQ(
        refunded(sale, Json::object({{"amount", Decimal::parse("0.01").value()}}))["walletAmount"].integer(),
        7);
    rates = {{"XOF2026-11-20", "0.1"}};
    EXPECT_EQ(refund(sale, Json::object({{"amount", Decimal::parse("0.01").value()}})).code,
              "field-invalid:walletId");
}

TEST_F(Refunding, anItemThatIsNoGoodAnyMoreIsNotRestocked) {
    const Json sale = paidSale();
    // As stock answers when the item became a service.
    remember("stock.return", Json::object({{"movements", Json::array()}, {"value", 0}}));
    const Json answer = refunded(sale, Json::object({{"lines", named(sale, 0, 1)}}));
    EXPECT_EQ(asked["stock.return"].size(), 1U);
    EXPECT_FALSE(answer["restocked"].boolean());
    EXPECT_FALSE(read(sale)["refunds"][0]["restocked"].boolean());
}

TEST_F(Refunding, anEmptyBodyRefundsEverything) {
    const Json sale = paidSale();
    const Json answer = refunded(sale, Json::object());
    EXPECT_EQ(answer["amount"].integer(), 30000);
    EXPECT_EQ(answer["moneyReturned"].integer(), 30000);
    EXPECT_FALSE(answer["restocked"].boolean()) << "only when lines are named, or asked for";
    EXPECT_EQ(answer["sale"]["paymentStatus"].text(), "refunded");
    EXPECT_TRUE(test.events()[0].data["full"].boolean());
    EXPECT_EQ(read(sale)["lines"][1]["quantityRefunded"].integer(), 1);
    EXPECT_EQ(refund(sale, Json::object()).code, "amount-above-refundable") << "nothing is left";
    EXPECT_EQ(refund(sale, Json::object({{"amount", 1}})).code, "amount-above-refundable");
}

TEST_F(Refunding, anEmptyBodyOnAPartlyPaidSaleGivesTheMoneyBackAndCreditsTheRest) {
    const Json sale =
        created(body({{"partnerId", Partner}, {"payments", Json::array({Json::object({{"amount", 30}})})}}));
    const Json answer = refunded(sale, Json::object());
    EXPECT_EQ(answer["kind"].text(), "money");
    EXPECT_EQ(answer["amount"].integer(), 12000);
    EXPECT_EQ(answer["moneyReturned"].integer(), 3000);
    EXPECT_EQ(answer["sale"]["paymentStatus"].text(), "refunded");
    EXPECT_EQ(answer["sale"]["balance"].integer(), 0);
    EXPECT_EQ(asked["treasury.pay"].at(0)["amount"].integer(), 3000);
    EXPECT_EQ(asked["partners.adjust_balance"].back()["receivable"].integer(), -9000);
}

TEST_F(Refunding, withoutMoneyTheBalanceGoesDown) {
    const Json sale = created(body({{"partnerId", Partner}}));
    const Json answer = refunded(sale, Json::object({{"amount", 20}}));
    EXPECT_EQ(answer["kind"].text(), "credit");
    EXPECT_TRUE(answer["walletId"].isNull());
    EXPECT_TRUE(answer["transactionId"].isNull());
    EXPECT_EQ(answer["moneyReturned"].integer(), 0);
    EXPECT_EQ(answer["sale"]["balance"].integer(), 10000);
    EXPECT_EQ(answer["sale"]["paymentStatus"].text(), "unpaid");
    EXPECT_TRUE(asked["treasury.pay"].empty());
    EXPECT_EQ(pay(sale, Json::object({{"amount", 101}})).code, "amount-above-outstanding");
    EXPECT_EQ(pay(sale, Json::object({{"amount", 100}})).json()["sale"]["paymentStatus"].text(),
              "partially_refunded");
}

TEST_F(Refunding, nullAsWalletAsksForACredit) {
    const Json sale =
        created(body({{"partnerId", Partner}, {"payments", Json::array({Json::object({{"amount", 100}})})}}));
    EXPECT_EQ(refund(sale, Json::object({{"walletId", nullptr}, {"amount", 21}})).code,
              "amount-above-refundable");
    const Json answer = refunded(sale, Json::object({{"walletId", nullptr}, {"amount", 20}}));
    EXPECT_EQ(answer["kind"].text(), "credit");
    EXPECT_EQ(answer["sale"]["balance"].integer(), 0);
    EXPECT_EQ(answer["sale"]["paymentStatus"].text(), "partially_refunded");
    EXPECT_EQ(refund(sale, Json::object({{"amount", 101}})).code, "amount-above-refundable");
    EXPECT_EQ(refunded(sale, Json::object({{"amount", 100}}))["sale"]["paymentStatus"].text(), "refunded");
}

TEST_F(Refunding, aTicketStaysATicket) {
    const Json sale = created(body({{"paidInFull", true}}));
    test.host().forget();
    refunded(sale, Json::object());
    EXPECT_EQ(read(sale)["kind"].text(), "ticket");
    EXPECT_EQ(eventTypes(), (Types{"invoice.refunded"}));
}

TEST_F(Refunding, theDifferenceOfRatesIsAnExchangeGainOrLoss) {
    rates["USD2026-11-20"] = "1.25";
    rates["USD2026-11-25"] = "1.20";
    const Json sale = created(body({{"currency", "USD"}, {"paidInFull", true}}));
    test.situation().now = *Instant::parse("2026-11-25T09:30:00.000Z");
    const Json answer = refunded(sale, Json::object({{"amount", 60}}));
    EXPECT_EQ(answer["walletAmount"].integer(), 5000) << "60 USD at 1.20 out of a till of euros";
    EXPECT_EQ(answer["walletCurrency"].text(), "EUR");
    const Json& paid = asked["treasury.pay"].at(0);
    EXPECT_EQ(paid["baseAmount"].integer(), 5000);
    EXPECT_EQ(paid["counterpart"][0]["amount"].integer(), 4800) << "at the rate of the sale";
    EXPECT_EQ(paid["counterpart"][1]["role"].text(), "fx_loss");
    EXPECT_EQ(paid["counterpart"][1]["amount"].integer(), 200);
}

TEST_F(Refunding, checksRecordsThenStateThenDatesThenAmounts) {
    const Json sale = paidSale();
    EXPECT_EQ(test.post("refundSale", Json::object(), {{"saleId", "sal_1"}}).code, "sale-not-found");
    EXPECT_EQ(refund(sale, Json::object({{"amount", 0}})).code, "amount-required");
    EXPECT_EQ(refund(sale, Json::object({{"amount", -1}})).code, "amount-required");
    const Json unknown = Json::array({Json::object({{"lineId", "lin_1"}, {"quantity", 1}})});
    EXPECT_EQ(refund(sale, Json::object({{"lines", unknown}})).code, "line-not-found:lin_1");
    EXPECT_EQ(refund(sale, Json::object({{"walletId", "wal_1"}, {"amount", 1000}})).code, "wallet-not-found");
    EXPECT_EQ(refund(sale, Json::object({{"date", "2026-11-21"}, {"amount", 1000}})).code,
              "field-invalid:date");
    EXPECT_EQ(refund(sale, Json::object({{"date", "2026-11-19"}})).code, "field-invalid:date")
        << "before the sale";
    EXPECT_EQ(refund(sale, Json::object({{"lines", named(sale, 0, 3)}})).code,
              "quantity-above-remaining:" + sale["lines"][0]["id"].text() + ":2");
    EXPECT_EQ(refund(sale, Json::object({{"amount", Decimal::parse("300.01").value()}})).code,
              "amount-above-refundable");
    EXPECT_EQ(refund(sale, Json::object({{"walletId", Till}, {"method", "card"}})).code,
              "field-invalid:method");
    tillNeedsSession = true;
    EXPECT_EQ(refund(sale, Json::object({{"walletId", Till}})).code, "cash-session-required");
    EXPECT_TRUE(eventTypes().empty());
    const Json open = created(body());
    test.post("cancelSale", Json::object(), {{"saleId", open["id"].text()}});
    EXPECT_EQ(refund(open, Json::object()).code, "sale-cancelled");
}

TEST_F(Refunding, whatWasNotDeliveredIsNotKeptBackAnyMore) {
    const Json sale =
        created(body({{"lines", Json::array({stocked(3)})}, {"deliverLater", true}, {"paidInFull", true}}));
    test.post("deliverSale", Json::object({{"lines", named(sale, 0, 1)}}), {{"saleId", sale["id"].text()}});
    const Json answer = refunded(sale, Json::object({{"lines", named(sale, 0, 2)}}));
    EXPECT_TRUE(answer["restocked"].boolean());
    EXPECT_EQ(asked["stock.return"].at(0)["lines"][0]["quantity"].integer(), 1);
    EXPECT_EQ(asked["stock.release"].at(0)["lines"][0]["quantity"].integer(), 1);
    EXPECT_EQ(read(sale)["deliveryStatus"].text(), "partially_delivered");
    const auto rest = test.post("deliverSale", Json::object(), {{"saleId", sale["id"].text()}});
    EXPECT_EQ(rest.json()["lines"][0]["quantity"].integer(), 1);
    EXPECT_TRUE(rest.json()["complete"].boolean());
}

TEST_F(Refunding, aPartlyCreditedSaleIsCancelledForTheRest) {
    const Json sale = created(body({{"partnerId", Partner}, {"lines", Json::array({stocked(2)})}}));
    refunded(sale, Json::object({{"lines", named(sale, 0, 1)}}));
    const auto answer = test.post("cancelSale", Json::object(), {{"saleId", sale["id"].text()}});
    ASSERT_EQ(answer.status, 200) << answer.code << answer.fault;
    EXPECT_EQ(asked["ledger.post"].back()["lines"][0]["credit"].integer(), 12000);
    EXPECT_EQ(asked["partners.adjust_balance"].back()["receivable"].integer(), -12000);
    EXPECT_EQ(asked["stock.return"].back()["lines"][0]["quantity"].integer(), 1);
    EXPECT_EQ(answer.json()["credited"].integer(), 24000);
}

TEST_F(Refunding, afterAFullCreditNothingIsLeftToCancel) {
    const Json sale = created(body());
    refunded(sale, Json::object());
    EXPECT_EQ(read(sale)["paymentStatus"].text(), "refunded");
    EXPECT_EQ(test.post("cancelSale", Json::object(), {{"saleId", sale["id"].text()}}).code,
              "sale-not-cancellable");
}

TEST_F(Refunding, pageTotalsFollow) {
    const Json sale = paidSale();
    refunded(sale, Json::object({{"amount", 50}}));
    const Json other = created(body());
    refunded(other, Json::object({{"amount", 20}}));
    const Json tallied = test.get("listSales", {}, {{"page", "1"}}).json()["totals"];
    const Json bySale = test.get("listSales", {}, {{"page", "1"}, {"kind", "invoice"}}).json()["totals"];
    EXPECT_EQ(tallied, bySale) << tallied.dump() << bySale.dump();
    EXPECT_EQ(tallied["balance"].integer(), 10000);
    EXPECT_EQ(tallied["total"].integer(), 42000);
}

} // namespace
} // namespace svc::sales::testing
