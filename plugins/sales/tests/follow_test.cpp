#include "shop.hpp"

namespace svc::sales::testing {
namespace {

/// Operations on a sale long after its creation.
class Following : public Shop {
protected:
    Following() {
        offerAll();
        remember("mail.queue", Json::object({{"jobId", "job_01jd9cyw41g8x2f3afewg30q8z"}}));
        test.offer("events.listens", [this](const Json&) { return Json::object({{"listens", listens}}); });
    }
    svc::testing::Answer remind(const Json& sale, const Json& input = Json::object()) {
        return test.post("remindSale", input, {{"saleId", sale["id"].text()}});
    }
    void day(const char* date) {
        test.situation().now = *Instant::parse(std::string(date) + "T09:00:00.000Z");
    }
    bool listens = true;
};

TEST_F(Following, remindersAreCountedAndWrittenInTheLanguageOfThePartner) {
    partner.set("email", "compta@quais.example").set("language", "fr");
    const Json sale = created(body({{"partnerId", Partner}}));
    const auto first = remind(sale);
    ASSERT_EQ(first.status, 202) << first.code << first.fault;
    EXPECT_EQ(first.json(), Json::object({{"id", "job_01jd9cyw41g8x2f3afewg30q8z"},
                                          {"to", "compta@quais.example"},
                                          {"status", "queued"},
                                          {"language", "fr"},
                                          {"level", 1}}));
    const Json& mail = asked["mail.queue"].at(0);
    EXPECT_NE(mail["subject"].text().find("Rappel 1"), std::string::npos);
    EXPECT_NE(mail["text"].text().find("120,00\u00A0€"), std::string::npos) << mail["text"].text();
    EXPECT_NE(mail["text"].text().find("20 déc. 2026"), std::string::npos);
    const auto second = remind(sale, Json::object({{"to", "other@quais.example"}, {"message", "Bonjour,"}}));
    EXPECT_EQ(second.json()["level"].integer(), 2);
    EXPECT_EQ(second.json()["to"].text(), "other@quais.example");
    EXPECT_EQ(asked["mail.queue"].at(1)["text"].text().substr(0, 8), "Bonjour,");
}

TEST_F(Following, aCallerThatTakesAnyLanguageAsksForNone) {
    partner.set("email", "compta@quais.example").set("language", "fr");
    const Json sale = created(body({{"partnerId", Partner}}));
    const auto language = [&](const char* wanted) {
        return test
            .call("remindSale",
                  {.path = {{"saleId", sale["id"].text()}}, .headers = {{"Accept-Language", wanted}}})
            .json()["language"]
            .text();
    };
    test.situation().language = "en";
    EXPECT_EQ(language("*"), "fr");
    EXPECT_EQ(language(" *;q=0.5 , "), "fr");
    EXPECT_EQ(language("en, *;q=0.5"), "en");
}

TEST_F(Following, theDocumentGoesWithTheReminderWhereItIsMade) {
    partner.set("email", "compta@quais.example");
    remember("documents.pdf", Json::object({{"content", ""}}));
    const Json sale = created(body({{"partnerId", Partner}}));
    remind(sale);
    const Json& attachment = asked["mail.queue"].at(0)["attachments"][0];
    EXPECT_EQ(attachment["command"].text(), "documents.pdf");
    EXPECT_EQ(attachment["input"]["id"], sale["id"]);
    remind(sale, Json::object({{"attachPdf", false}}));
    EXPECT_TRUE(asked["mail.queue"].at(1)["attachments"].isNull());
}

TEST_F(Following, aReminderIsRefusedWithItsCode) {
    EXPECT_EQ(test.post("remindSale", Json::object(), {{"saleId", "sal_1"}}).code, "sale-not-found");
    const Json sale = created(body({{"partnerId", Partner}}));
    EXPECT_EQ(remind(sale).code, "partner-email-missing");
    EXPECT_EQ(remind(created(body())).code, "partner-email-missing");
    EXPECT_EQ(remind(created(body({{"paidInFull", true}}))).code, "nothing-due");
    test.post("cancelSale", Json::object(), {{"saleId", sale["id"].text()}});
    EXPECT_EQ(remind(sale).code, "nothing-due");
}

TEST_F(Following, anInvoiceIsToldOverdueOnceAndOnlyToSomebody) {
    const Json sale = created(body({{"partnerId", Partner}, {"dueDate", "2026-11-25"}}));
    created(body({{"dueDate", "2026-11-25"}, {"paidInFull", true}}));
    const Json cancelled = created(body({{"dueDate", "2026-11-25"}}));
    test.post("cancelSale", Json::object(), {{"saleId", cancelled["id"].text()}});
    test.host().forget();
    day("2026-11-25");
    test.job("pass-overdue");
    EXPECT_TRUE(eventTypes().empty()) << "the day it is due is not too late";
    day("2026-11-27");
    listens = false;
    test.job("pass-overdue");
    EXPECT_TRUE(eventTypes().empty());
    listens = true;
    test.job("pass-overdue");
    test.job("pass-overdue");
    ASSERT_EQ(eventTypes(), (Types{"invoice.overdue"}));
    const Json data = test.events()[0].data;
    EXPECT_EQ(data["id"], sale["id"]);
    EXPECT_EQ(data["dueDate"].text(), "2026-11-25");
    EXPECT_EQ(data["daysLate"].integer(), 2);
    EXPECT_EQ(data["balance"]["amount"].integer(), 12000);
}

TEST_F(Following, aVoidedPaymentOpensTheBalanceAgain) {
    const Json sale = created(body({{"partnerId", Partner}}));
    const Json payment =
        test.command("sales.pay", {{"saleId", sale["id"]}, {"amount", 120}, {"origin", "bank_match"}});
    const Json open =
        test.command("sales.void_payment",
                     {{"paymentId", payment["id"]}, {"reason", "Wrong line"}, {"date", "2026-11-20"}});
    EXPECT_EQ(open["paymentStatus"].text(), "unpaid");
    EXPECT_EQ(open["balance"].integer(), 12000);
    EXPECT_EQ(open["payments"][0]["status"].text(), "voided");
    EXPECT_EQ(open, read(sale));
    EXPECT_EQ(asked["treasury.reverse"].at(0)["transactionId"], payment["transactionId"]);
    EXPECT_EQ(asked["partners.adjust_balance"].back()["receivable"].integer(), 12000);
    const auto refusal = [&](const Json& id) {
        return refusedCommand("sales.void_payment", Json::object({{"paymentId", id}}));
    };
    EXPECT_EQ(refusal(payment["id"]), "transaction-voided");
    EXPECT_EQ(refusal("pay_1"), "payment-not-found");
    const Json again = pay(sale, Json::object({{"amount", 120}})).json();
    test.post("refundSale", Json::object({{"amount", 1}}), {{"saleId", sale["id"].text()}});
    EXPECT_EQ(refusal(again["id"]), "amount-above-refundable") << "some of it was given back";
}

TEST_F(Following, aPaymentIsVoidedOnItsDayOrLaterWhileItsMoneyIsHeld) {
    day("2026-11-26");
    const Json sale = created(body({{"partnerId", Partner}, {"date", "2026-11-20"}}));
    const auto paid = [&](int amount, const char* date) {
        return pay(sale, Json::object({{"amount", amount}, {"date", date}})).json()["id"];
    };
    const auto refusal = [&](const Json& id, const char* date) {
        return refusedCommand("sales.void_payment", Json::object({{"paymentId", id}, {"date", date}}));
    };
    const Json first = paid(50, "2026-11-21");
    EXPECT_EQ(refusal(first, "2026-11-20"), "field-invalid:date");
    ASSERT_TRUE(test.post("refundSale", Json::object({{"amount", 50}, {"date", "2026-11-22"}}),
                          {{"saleId", sale["id"].text()}})
                    .ok());
    paid(50, "2026-11-24");
    EXPECT_EQ(refusal(first, "2026-11-23"), "field-invalid:date") << "that money had gone back";
    EXPECT_EQ(refusal(first, "2026-11-24"), "");
}

TEST_F(Following, aFailedPaymentIsTold) {
    const Json sale = created(body({{"partnerId", Partner}}));
    test.host().forget();
    test.command("sales.payment_failed", {{"saleId", sale["id"]},
                                          {"amount", 12000},
                                          {"method", "mobile_money"},
                                          {"origin", "mobile_money"},
                                          {"provider", "paystack"},
                                          {"status", "expired"},
                                          {"error", "The customer did not confirm in time"}});
    ASSERT_EQ(eventTypes(), (Types{"payment.failed"}));
    EXPECT_EQ(test.events()[0].data["provider"].text(), "paystack");
    EXPECT_EQ(test.events()[0].data["amount"]["amount"].integer(), 12000);
    EXPECT_EQ(read(sale)["balance"].integer(), 12000);
}

TEST_F(Following, paymentsTellOnlyWhatTheirEventsMaySay) {
    const Json sale = created(body({{"partnerId", Partner}}));
    test.host().forget();
    const auto refusal = [&](const char* command, const char* field, const char* value) {
        Json input = Json::object({{"saleId", sale["id"]}, {"amount", 50}, {"origin", "bank_match"}});
        input.set(field, value);
        return refusedCommand(command, input);
    };
    EXPECT_EQ(refusal("sales.pay", "origin", "elsewhere"), "field-invalid:origin");
    EXPECT_EQ(refusal("sales.pay", "method", "barter"), "field-invalid:method");
    EXPECT_EQ(refusal("sales.payment_failed", "origin", "elsewhere"), "field-invalid:origin");
    EXPECT_EQ(refusal("sales.payment_failed", "method", "barter"), "field-invalid:method");
    EXPECT_EQ(refusal("sales.payment_failed", "status", "lost"), "field-invalid:status");
    EXPECT_EQ(eventTypes(), Types{});
    EXPECT_EQ(read(sale)["balance"].integer(), 12000);
    for (const char* origin : {"sale", "payment_link", "mobile_money", "bank_match", "online_order"}) {
        EXPECT_EQ(refusal("sales.payment_failed", "origin", origin), "");
    }
}

TEST_F(Following, openSalesAreFoundByPartnerCurrencyAndNumber) {
    rates["USD2026-11-20"] = "1.25";
    const Json first = created(body({{"partnerId", Partner}, {"dueDate", "2026-12-01"}}));
    const Json second =
        created(body({{"currency", "USD"}, {"dueDate", "2026-11-30"}, {"externalId", "x-1"}}));
    created(body({{"paidInFull", true}}));
    const auto found = [&](const Json& input) {
        std::vector<std::string> ids;
        const Json answer = test.command("sales.open", input);
        for (const Json& sale : answer["sales"].items()) {
            ids.push_back(sale["id"].text());
        }
        return ids;
    };
    using Ids = std::vector<std::string>;
    EXPECT_EQ(found(Json::object()), (Ids{second["id"].text(), first["id"].text()})) << "those due first";
    EXPECT_EQ(found(Json::object({{"partnerId", Partner}})), Ids{first["id"].text()});
    EXPECT_EQ(found(Json::object({{"currency", "USD"}})), Ids{second["id"].text()});
    EXPECT_EQ(found(Json::object({{"numbers", Json::array({first["paymentReference"], "x-1"})}})).size(), 2U);
    EXPECT_EQ(found(Json::object({{"limit", 1}})).size(), 1U);
}

TEST_F(Following, theTakingsOfASessionAreThoseOfItsTime) {
    created(body({{"paidInFull", true}}));
    test.situation().now = *Instant::parse("2026-11-20T12:00:00.000Z");
    created(body({{"paidInFull", true}}));
    created(body({{"payments", Json::array({Json::object({{"amount", 20}}),
                                            Json::object({{"amount", 30}, {"walletId", Bank}})})}}));
    const Json totals = test.command(
        "sales.session_totals",
        {{"businessUnitId", Unit}, {"from", "2026-11-20T11:00:00.000Z"}, {"to", "2026-11-20T12:00:00.000Z"}});
    EXPECT_EQ(totals["count"].integer(), 2);
    EXPECT_EQ(totals["total"].integer(), 24000);
    ASSERT_EQ(totals["byMethod"].size(), 2U);
    EXPECT_EQ(totals["byMethod"][0]["method"].text(), "bank_transfer");
    EXPECT_EQ(totals["byMethod"][0]["amount"].integer(), 3000);
    EXPECT_EQ(totals["byMethod"][1]["amount"].integer(), 14000);
}

TEST_F(Following, documentsAreFoundByTheirIds) {
    const Json sale = created(body({{"partnerId", Partner}, {"lines", Json::array({stocked(3)})}}));
    const Json delivery = test.post("deliverSale", Json::object(), {{"saleId", sale["id"].text()}}).json();
    const Json line = Json::object({{"lineId", sale["lines"][0]["id"]}, {"quantity", 2}});
    const Json refund = test.post("refundSale", Json::object({{"lines", Json::array({line})}}),
                                  {{"saleId", sale["id"].text()}})
                            .json();
    EXPECT_EQ(test.command("document.sale", {{"id", sale["id"]}})["number"], sale["number"]);
    EXPECT_EQ(test.command("document.delivery", {{"id", delivery["id"]}})["partnerId"].text(), Partner);
    const Json id = refund["creditNote"]["id"];
    EXPECT_EQ(test.command("document.credit_note", {{"id", id}})["number"], refund["creditNote"]["number"]);
    const Json note = test.command("sales.credit_note", {{"id", id}});
    EXPECT_EQ(note["saleId"], sale["id"]);
    EXPECT_EQ(note["total"].integer(), 24000);
    EXPECT_EQ(note["lines"][0]["quantity"].integer(), 2);
    EXPECT_TRUE(note["pricesIncludeTax"].boolean()) << "as it was sold";
    EXPECT_EQ(note["lines"][0]["unitPrice"].integer(), 12000);
    EXPECT_EQ(note["taxes"][0]["tax"].integer(), 4000);
    for (const char* command :
         {"document.sale", "document.delivery", "document.credit_note", "sales.credit_note"}) {
        EXPECT_TRUE(test.command(command, {{"id", "sal_1"}}).isNull());
    }
}

} // namespace
} // namespace svc::sales::testing
