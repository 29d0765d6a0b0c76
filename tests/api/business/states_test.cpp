// Sales: each transition to each state, with the events in order and their exact data.
#include <gmock/gmock.h>

#include "api/business/desk.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class States : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    std::string partner = desk.make("/partners", js("{'name':'$1'}", {unique("Hotel")})).textOr("id");

    void SetUp() override { desk.events(); }

    Json sale(const std::string& more = {}) {
        return desk.make("/sales", js("{'lines':[{'label':'Room','quantity':2,'unitPrice':60,'taxRate':10},"
                                      "{'label':'Parking','quantity':1,'unitPrice':12.50}]" +
                                          (more.empty() ? "" : "," + more) + "}",
                                      {partner}));
    }
    /// Checks the fields of the record and of the record read again.
    void expectFields(const Json& record, const std::string& fields) {
        const Json wanted = js(fields);
        const Json read = desk.read("/sales/" + record.textOr("id"));
        for (const Json::Member& member : wanted.members()) {
            EXPECT_TRUE(same(record[member.name], member.value)) << member.name;
            EXPECT_TRUE(same(read[member.name], member.value)) << member.name;
        }
        EXPECT_TRUE(same(read, record));
    }
};

Json partnerOf(const Json& sale) {
    return sale["partner"];
}

Json createdData(const Json& sale) {
    Json lines = Json::array();
    const std::string currency = sale.textOr("currency");
    for (const Json& line : sale["lines"].items()) {
        lines.push(Json::object(
            {{"id", line["id"]},
             {"itemId", line["itemId"]},
             {"label", line["label"]},
             {"quantity", line["quantity"]},
             {"unitPrice", Json::object({{"amount", line["unitPrice"]}, {"currency", currency}})},
             {"total", money(line["total"].integer(), currency)}}));
    }
    return Json::object({{"id", sale["id"]},
                         {"number", sale["number"]},
                         {"kind", sale["kind"]},
                         {"channel", sale["channel"]},
                         {"date", sale["date"]},
                         {"businessUnitId", sale["businessUnitId"]},
                         {"partner", partnerOf(sale)},
                         {"total", money(sale["total"].integer(), currency)},
                         {"tax", money(sale["taxTotal"].integer(), currency)},
                         {"paid", money(sale["paid"].integer(), currency)},
                         {"balance", money(sale["balance"].integer(), currency)},
                         {"paymentStatus", sale["paymentStatus"]},
                         {"lines", std::move(lines)},
                         {"actor", sale["createdBy"]}});
}

Json issuedData(const Json& sale) {
    return Json::object({{"id", sale["id"]},
                         {"number", sale["number"]},
                         {"date", sale["date"]},
                         {"dueDate", sale["dueDate"]},
                         {"total", money(sale["total"].integer())},
                         {"tax", money(sale["taxTotal"].integer())},
                         {"balance", money(sale["balance"].integer())},
                         {"partner", partnerOf(sale)},
                         {"actor", sale["createdBy"]}});
}

Json receivedData(const Json& sale, const Json& payment) {
    return Json::object({{"id", payment["id"]},
                         {"amount", money(payment["amount"].integer())},
                         {"method", payment["method"]},
                         {"origin", "sale"},
                         {"walletId", payment["walletId"]},
                         {"saleId", sale["id"]},
                         {"saleNumber", sale["number"]},
                         {"partner", partnerOf(sale)},
                         {"reference", payment["reference"]},
                         {"provider", nullptr},
                         {"receivedAt", payment["createdAt"]},
                         {"actor", sale["createdBy"]}});
}

Json paidData(const Json& sale, std::int64_t paid, const Json& paymentId, const Json& at) {
    return Json::object({{"id", sale["id"]},
                         {"number", sale["number"]},
                         {"total", money(sale["total"].integer())},
                         {"paid", money(paid)},
                         {"partner", partnerOf(sale)},
                         {"paidAt", at},
                         {"paymentId", paymentId},
                         {"actor", sale["createdBy"]}});
}

Json partiallyData(const Json& sale, std::int64_t paid, const Json& paymentId) {
    return Json::object({{"id", sale["id"]},
                         {"number", sale["number"]},
                         {"total", money(sale["total"].integer())},
                         {"paid", money(paid)},
                         {"balance", money(sale["total"].integer() - paid)},
                         {"partner", partnerOf(sale)},
                         {"paymentId", paymentId},
                         {"actor", sale["createdBy"]}});
}

/// Checks types in order, object and objectId of each event, and data.
void expectEvents(const std::vector<Json>& events, const std::vector<std::pair<std::string, Json>>& wanted) {
    std::vector<std::string> types;
    for (const auto& [type, data] : wanted) {
        types.push_back(type);
    }
    ASSERT_EQ(typesOf(events), types);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_TRUE(same(events[i]["data"], wanted[i].second)) << types[i];
        EXPECT_EQ(events[i].textOr("object"), types[i] == "payment.received" ? "payment" : "sale");
        EXPECT_EQ(events[i]["objectId"], wanted[i].second["id"]);
    }
}

TEST_F(States, ASaleOnCreditIsAnUnpaidInvoice) {
    const Json sale = this->sale();
    expectFields(
        sale, "{'status':'active','paymentStatus':'unpaid','kind':'invoice','deliveryStatus':'pending',"
              "'fiscalStatus':'none','channel':'api','total':13250,'taxTotal':1299,'subtotal':11951,"
              "'paid':0,'refunded':0,'credited':0,'balance':13250,'partner':null,'partnerId':null,"
              "'payments':[],'refunds':[],'deliveries':[],'cancellation':null,'overdue':false,'version':1}");
    EXPECT_EQ(sale.textOr("number").substr(0, 4), "INV-");
    expectEvents(desk.events(), {{"sale.created", createdData(sale)}, {"invoice.issued", issuedData(sale)}});
}

TEST_F(States, ASaleToAPartnerOnCreditNamesThePartner) {
    const Json sale = this->sale("'partnerId':'$1'");
    expectFields(sale, "{'paymentStatus':'unpaid','kind':'invoice'}");
    EXPECT_EQ(sale["partner"].textOr("id"), partner);
    expectEvents(desk.events(), {{"sale.created", createdData(sale)}, {"invoice.issued", issuedData(sale)}});
}

TEST_F(States, ASalePaidInFullWithoutPartnerIsATicket) {
    const Json sale = this->sale("'paidInFull':true");
    expectFields(sale, "{'paymentStatus':'paid','kind':'ticket','paid':13250,'balance':0}");
    EXPECT_EQ(sale.textOr("number").substr(0, 4), "TKT-");
    ASSERT_EQ(sale["payments"].size(), 1U);
    EXPECT_EQ(sale["payments"][0].textOr("method"), "cash");
    EXPECT_EQ(sale["payments"][0].textOr("walletId"), desk.value("cashWalletId"));
    expectEvents(desk.events(), {{"sale.created", createdData(sale)},
                                 {"payment.received", receivedData(sale, sale["payments"][0])}});
}

TEST_F(States, ASalePaidInFullByAPartnerIsAPaidInvoice) {
    const Json sale = this->sale("'partnerId':'$1','paidInFull':true,'walletId':'" +
                                 desk.value("bankWalletId") + "','method':'card'");
    expectFields(sale, "{'paymentStatus':'paid','kind':'invoice','paid':13250,'balance':0}");
    const Json& payment = sale["payments"][0];
    EXPECT_EQ(payment.textOr("method"), "card");
    expectEvents(desk.events(),
                 {{"sale.created", createdData(sale)},
                  {"invoice.issued", issuedData(sale)},
                  {"payment.received", receivedData(sale, payment)},
                  {"invoice.paid", paidData(sale, 13250, payment["id"], payment["createdAt"])}});
}

TEST_F(States, PaymentsBelowTheTotalLeaveAPartlyPaidInvoice) {
    const Json sale = this->sale("'payments':[{'amount':32.50,'reference':'R1'},{'amount':20,'walletId':'" +
                                 desk.value("bankWalletId") + "'}]");
    expectFields(sale, "{'paymentStatus':'partially_paid','kind':'invoice','paid':5250,'balance':8000}");
    ASSERT_EQ(sale["payments"].size(), 2U);
    const Json& first = sale["payments"][0];
    const Json& second = sale["payments"][1];
    EXPECT_EQ(first.textOr("reference"), "R1");
    EXPECT_EQ(second.textOr("method"), "bank_transfer");
    expectEvents(desk.events(), {{"sale.created", createdData(sale)},
                                 {"invoice.issued", issuedData(sale)},
                                 {"payment.received", receivedData(sale, first)},
                                 {"payment.received", receivedData(sale, second)},
                                 {"invoice.partially_paid", partiallyData(sale, 5250, second["id"])}});
}

TEST_F(States, SeveralPaymentsMayPayInFull) {
    const Json sale = this->sale("'paidInFull':true,'payments':[{'amount':100},{'amount':32.5}]");
    expectFields(sale, "{'paymentStatus':'paid','kind':'ticket','paid':13250,'balance':0}");
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("sale.created", "payment.received", "payment.received"));
}

TEST_F(States, ATotalOfZeroIsPaidAtOnce) {
    const Json free = js("[{'label':'Sample','quantity':1,'unitPrice':0}]");
    const Json ticket = desk.make("/sales", Json::object({{"lines", free}}));
    expectFields(ticket, "{'paymentStatus':'paid','kind':'ticket','total':0,'balance':0,'payments':[]}");
    expectEvents(desk.events(), {{"sale.created", createdData(ticket)}});

    const Json invoice = desk.make("/sales", Json::object({{"lines", free}, {"partnerId", partner}}));
    expectFields(invoice, "{'paymentStatus':'paid','kind':'invoice','total':0}");
    expectEvents(desk.events(), {{"sale.created", createdData(invoice)},
                                 {"invoice.issued", issuedData(invoice)},
                                 {"invoice.paid", paidData(invoice, 0, nullptr, invoice["createdAt"])}});
    // There is nothing to pay, even when the request says that it is paid.
    const Json paid = desk.make("/sales", Json::object({{"lines", free}, {"paidInFull", true}}));
    expectFields(paid, "{'paymentStatus':'paid','kind':'ticket','payments':[]}");
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("sale.created"));
}

TEST_F(States, PaymentsLeadFromUnpaidOverPartlyPaidToPaid) {
    const Json sale = this->sale("'partnerId':'$1'");
    const std::string payments = "/sales/" + sale.textOr("id") + "/payments";
    desk.events();

    const Json first =
        desk.make(payments, js("{'amount':32.50,'walletId':'$1','method':'bank_transfer','reference':"
                               "'VIR 8841'}",
                               {desk.value("bankWalletId")}));
    EXPECT_TRUE(same(first["sale"], Json::object({{"id", sale["id"]},
                                                  {"number", sale["number"]},
                                                  {"paymentStatus", "partially_paid"},
                                                  {"paid", 3250},
                                                  {"balance", 10000}})));
    EXPECT_EQ(first["change"].integer(), 0);
    EXPECT_EQ(first.textOr("status"), "received");
    expectEvents(desk.events(), {{"payment.received", receivedData(sale, first)},
                                 {"invoice.partially_paid", partiallyData(sale, 3250, first["id"])}});

    const Json second = desk.make(payments, js("{'amount':100,'tendered':120}"));
    EXPECT_EQ(second["sale"].textOr("paymentStatus"), "paid");
    EXPECT_EQ(second["change"].integer(), 2000);
    EXPECT_EQ(second.textOr("method"), "cash");
    expectEvents(desk.events(), {{"payment.received", receivedData(sale, second)},
                                 {"invoice.paid", paidData(sale, 13250, second["id"], second["createdAt"])}});
    const Json read = desk.read("/sales/" + sale.textOr("id"));
    EXPECT_EQ(read.textOr("paymentStatus"), "paid");
    EXPECT_EQ(read["version"].integer(), 3);
    EXPECT_EQ(read["payments"].size(), 2U);
    EXPECT_EQ(desk.read("/partners/" + partner)["balance"].integer(), 0);
}

TEST_F(States, CancellingAnUnpaidSaleIsFinal) {
    const Json sale = this->sale("'partnerId':'$1'");
    EXPECT_EQ(desk.read("/partners/" + partner)["balance"].integer(), 13250);
    desk.events();
    const Answer answer =
        desk.post("/sales/" + sale.textOr("id") + "/cancel", js("{'reason':'Ordered twice'}"));
    ASSERT_TRUE(hasStatus(answer, 200));
    const Json& cancelled = answer.json;
    expectFields(cancelled,
                 "{'status':'cancelled','paymentStatus':'cancelled','balance':0,'version':2,'paid':0}");
    EXPECT_EQ(cancelled["number"], sale["number"]);
    const Json& cancellation = cancelled["cancellation"];
    EXPECT_EQ(cancellation.textOr("reason"), "Ordered twice");
    EXPECT_EQ(cancellation.textOr("creditNoteNumber").substr(0, 4), "CRN-");
    expectEvents(desk.events(),
                 {{"sale.cancelled", Json::object({{"id", sale["id"]},
                                                   {"number", sale["number"]},
                                                   {"total", money(13250)},
                                                   {"partner", partnerOf(sale)},
                                                   {"creditNoteNumber", cancellation["creditNoteNumber"]},
                                                   {"reason", "Ordered twice"},
                                                   {"cancelledAt", cancellation["at"]},
                                                   {"actor", sale["createdBy"]}})}});
    EXPECT_EQ(desk.read("/partners/" + partner)["balance"].integer(), 0);

    const std::string path = "/sales/" + sale.textOr("id");
    EXPECT_TRUE(isRefusal(desk.post(path + "/cancel", Json::object()), 400, "sale-not-cancellable"));
    EXPECT_TRUE(isRefusal(desk.post(path + "/payments", js("{'amount':1}")), 400, "sale-cancelled"));
    EXPECT_TRUE(isRefusal(desk.patch(path, js("{'note':'x'}")), 400, "sale-cancelled"));
    EXPECT_THAT(desk.events(), IsEmpty());
}

TEST_F(States, APaidSaleIsNotCancellable) {
    const Json sale = this->sale("'payments':[{'amount':1}]");
    EXPECT_TRUE(isRefusal(desk.post("/sales/" + sale.textOr("id") + "/cancel", Json::object()), 400,
                          "sale-not-cancellable"));
}

TEST_F(States, AFreeSaleMayBeCancelledWithoutReason) {
    const Json sale = desk.make("/sales", js("{'lines':[{'label':'Sample','quantity':1,'unitPrice':0}]}"));
    const Answer answer = desk.post("/sales/" + sale.textOr("id") + "/cancel", Json::object());
    ASSERT_TRUE(hasStatus(answer, 200));
    EXPECT_TRUE(answer.json["cancellation"]["reason"].isNull());
}

TEST_F(States, AcrossTheCounterWithASessionEverythingIsDelivered) {
    const Json item =
        desk.make("/items", js("{'name':'Mug','price':8,'cost':3,'sku':'$1'}", {unique("MUG")}));
    desk.make("/stock/adjustments",
              js("{'locationId':'$1','reason':'adjustment','lines':[{'itemId':'$2','quantity':9}]}",
                 {desk.value("locationId"), item.textOr("id")}));
    HttpClient person = desk.owner();
    const Json lines =
        js("[{'itemId':'$1','quantity':1},{'label':'Wrapping','quantity':1,'unitPrice':1,'service':true}]",
           {item.textOr("id")});
    const auto sell = [&](const std::string& more) {
        Json body = js("{" + more + "}");
        body.set("lines", lines);
        const Answer answer = person.post(desk.path("/sales"), body);
        EXPECT_EQ(answer.status, 201) << answer.body;
        return answer.json;
    };
    const Json sold = sell("'paidInFull':true");
    EXPECT_EQ(sold.textOr("channel"), "counter");
    EXPECT_EQ(sold.textOr("deliveryStatus"), "delivered");
    EXPECT_EQ(sold["lines"][0]["quantityDelivered"].integer(), 1);
    EXPECT_EQ(sold["createdBy"].textOr("kind"), "user");
    EXPECT_EQ(sell("'paidInFull':false").textOr("deliveryStatus"), "pending");
    EXPECT_EQ(sell("'paidInFull':true,'deliverLater':true").textOr("deliveryStatus"), "pending");
    EXPECT_EQ(sell("'paidInFull':true,'channel':'online'").textOr("deliveryStatus"), "pending");
    const Json service =
        desk.make("/sales", js("{'lines':[{'label':'Work','quantity':1,'unitPrice':1,'service':true}]}"));
    EXPECT_EQ(service.textOr("deliveryStatus"), "none");
}

TEST_F(States, InvariantsHold) {
    expectInvariants(sharedService());
}

} // namespace
} // namespace svc::test
