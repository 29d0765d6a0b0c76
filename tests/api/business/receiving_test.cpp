// Supplier invoices, from the file to the books.
#include <atomic>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include <svc/encoding.hpp>

#include "api/business/desk.hpp"
#include "api/business/together.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string example(const std::string& name) {
    std::ifstream file(std::string(SVC_SOURCE_TREE "/tests/data/einvoice/examples/") + name,
                       std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
    return text;
}

class Receiving : public ::testing::Test {
protected:
    Desk desk{sharedService()};
    std::string number = unique("RE");

    void SetUp() override { desk.events(); }

    /// An invoice of 336.90 EUR with a unique number, from the seller with VAT number DE123456789.
    std::string ubl() { return replaced(example("01.01a-INVOICE_ubl.xml"), "123456XX", number); }

    Answer upload(const std::string& bytes, const std::string& type = "application/xml") {
        HttpClient client = sharedService().client(desk.newKey());
        return client.send("POST", desk.path("/supplier-invoices?fileName=a.xml"), bytes,
                           {{"Content-Type", type}});
    }
    Json file(const std::string& bytes, const std::string& type = "application/xml") {
        const Answer answer = upload(bytes, type);
        EXPECT_EQ(answer.status, 201) << answer.body;
        return answer.json;
    }
    static std::string at(const Json& invoice, const std::string& below = {}) {
        return "/supplier-invoices/" + invoice.textOr("id") + below;
    }
    std::string supplier(const std::string& more = {}) {
        return desk.make("/partners", js("{'name':'$1','kind':'supplier'" + more + "}", {unique("Seller")}))
            .textOr("id");
    }
};

TEST_F(Receiving, ReadsChecksAndKeepsTheFile) {
    const std::string bytes = ubl();
    const Json invoice = file(bytes);
    const Json wanted =
        js("{'status':'received','source':'upload','syntax':'ubl','profile':'xrechnung','number':'$1',"
           "'kind':'invoice','issueDate':'2016-04-04','currency':'EUR','subtotal':31486,'taxTotal':2204,"
           "'total':33690,'prepaid':0,'payable':33690,'purchaseId':null,'expenseId':null,'refusal':null,"
           "'taxes':[{'taxCategory':'S','taxRate':7,'net':31486,'tax':2204}],'findings':[]}",
           {number});
    for (const Json::Member& member : wanted.members()) {
        EXPECT_TRUE(same(invoice[member.name], member.value)) << member.name;
    }
    EXPECT_EQ(invoice["seller"].textOr("vatNumber"), "DE 123456789");
    EXPECT_EQ(invoice["seller"].textOr("iban"), "DE79000000001234567890");
    EXPECT_EQ(invoice["lines"].size(), 2U);
    EXPECT_EQ(invoice["lines"][0]["net"].integer(), 28879);
    EXPECT_TRUE(same(desk.read(at(invoice)), invoice));

    const Answer kept = desk.get(at(invoice, "/file"));
    EXPECT_EQ(kept.body, bytes);
    EXPECT_EQ(kept.header("etag"), '"' + invoice.textOr("sha256") + '"');
    const Json attachments =
        desk.read("/attachments?kind=supplier_invoice&documentId=" + invoice.textOr("id"));
    ASSERT_EQ(attachments.size(), 1U);
    EXPECT_TRUE(same(attachments[0]["id"], invoice["attachmentIds"][0]));
    EXPECT_TRUE(same(attachments[0]["sha256"], invoice["sha256"]));
    HttpClient client = sharedService().client(desk.newKey());
    EXPECT_TRUE(
        isRefusal(client.remove(desk.path("/attachments/" + attachments[0].textOr("id"))), 403, "forbidden"));
    EXPECT_THAT(typesOf(desk.events()), IsEmpty());
}

TEST_F(Receiving, ShowsTheInvoiceAsPeopleReadIt) {
    const Json invoice = file(replaced(ubl(), "[Seller name]", "Brûlerie &lt;b&gt; du Nord"));
    const Answer page = desk.get(at(invoice, "/view.html"), {{"Accept-Language", "fr"}});
    EXPECT_EQ(page.status, 200);
    EXPECT_THAT(page.header("content-type"), HasSubstr("text/html"));
    EXPECT_THAT(page.header("content-security-policy"), HasSubstr("default-src 'none'"));
    EXPECT_THAT(page.body, HasSubstr("Facture " + number));
    EXPECT_THAT(page.body, HasSubstr("Brûlerie &lt;b&gt; du Nord"));
    EXPECT_THAT(page.body, HasSubstr("336,90\u00A0€"));
}

TEST_F(Receiving, TakesJsonAndPdf) {
    const std::string pdf = example("EN16931_Einfach.pdf");
    const Json invoice = desk.make("/supplier-invoices", Json::object({{"fileName", "invoice.pdf"},
                                                                       {"contentType", "application/pdf"},
                                                                       {"content", base64Encode(pdf)}}));
    EXPECT_EQ(invoice.textOr("syntax"), "cii");
    EXPECT_EQ(invoice["payable"].integer(), 52987);
    EXPECT_EQ(desk.get(at(invoice, "/file")).body, pdf);
    EXPECT_EQ(desk.get(at(invoice, "/file")).header("content-type"), "application/pdf");
    EXPECT_EQ(file(pdf, "application/pdf").textOr("duplicateOf"), invoice.textOr("id"));
}

TEST_F(Receiving, FindsTheSupplierTheOrderAndTheCopy) {
    const std::string vat = "DE8" + number.substr(number.size() - 1) + "7654321";
    const std::string partner = supplier(",'vatNumber':'" + vat + "'");
    const Json order = desk.make("/purchases", js("{'partnerId':'$1','lines':[{'label':'Paper','quantity':1,"
                                                  "'unitPrice':314.86,'taxRate':7}]}",
                                                  {partner}));
    const std::string bytes = replaced(replaced(ubl(), "DE 123456789", vat), "</cbc:BuyerReference>",
                                       "</cbc:BuyerReference><cac:OrderReference><cbc:ID>" +
                                           order.textOr("number") + "</cbc:ID></cac:OrderReference>");
    const Json invoice = file(bytes);
    EXPECT_EQ(invoice.textOr("partnerId"), partner);
    EXPECT_EQ(invoice.textOr("purchaseId"), order.textOr("id"));
    EXPECT_TRUE(invoice["duplicateOf"].isNull());
    EXPECT_EQ(file(bytes).textOr("duplicateOf"), invoice.textOr("id"));

    desk.events();
    const Answer accepted = desk.post(at(invoice, "/accept"), js("{'as':'purchase'}"));
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    EXPECT_EQ(accepted.json["supplierInvoice"].textOr("status"), "accepted");
    EXPECT_EQ(accepted.json["purchase"].textOr("id"), order.textOr("id"));
    EXPECT_THAT(typesOf(desk.events()), IsEmpty()) << "it belongs to a purchase that was there";
    EXPECT_THAT(textsOf(desk.read("/supplier-invoices?status=accepted&partnerId=" + partner), "id"),
                ElementsAre(invoice.textOr("id")));
    EXPECT_THAT(textsOf(desk.read("/supplier-invoices?status=received&q=" + number), "id"),
                Not(::testing::Contains(invoice.textOr("id"))));
}

TEST_F(Receiving, FindsTheCopiesOfFilesThatArriveTogether) {
    constexpr int Copies = 4;
    const std::string bytes = ubl();
    std::atomic<int> first{0};
    together(desk.newKey(), Copies, [&](HttpClient& client, int) {
        const Answer answer = client.send("POST", desk.path("/supplier-invoices?fileName=a.xml"), bytes,
                                          {{"Content-Type", "application/xml"}});
        EXPECT_EQ(answer.status, 201) << answer.body;
        first += answer.json["duplicateOf"].isNull() ? 1 : 0;
    });
    EXPECT_EQ(first, 1);
}

TEST_F(Receiving, AcceptsOneOfTheCopies) {
    constexpr int Copies = 4;
    const std::string wallet =
        desk.make("/wallets", js("{'name':'$1','kind':'bank','openingBalance':1000}", {unique("Bank")}))
            .textOr("id");
    const Json body = js("{'as':'expense','walletId':'$1'}", {wallet});
    std::vector<Json> copies;
    for (int i = 0; i < Copies; ++i) {
        copies.push_back(file(ubl() + std::string(static_cast<std::size_t>(i), '\n')));
    }
    std::atomic<int> accepted{0};
    std::string movement;
    together(desk.newKey(), Copies, [&](HttpClient& client, int i) {
        const Answer answer =
            client.post(desk.path(at(copies.at(static_cast<std::size_t>(i)), "/accept")), body);
        if (answer.status == 200) {
            ++accepted;
            movement = answer.json["expense"].textOr("transactionId");
        }
        EXPECT_TRUE(answer.status == 200 || isRefusal(answer, 400, "already-exists:supplierReference"));
    });
    EXPECT_EQ(accepted, 1);
    const Answer bought =
        desk.post(at(file(ubl()), "/accept"), js("{'as':'purchase','partnerId':'$1'}", {supplier()}));
    EXPECT_TRUE(isRefusal(bought, 400, "already-exists:supplierReference"));

    EXPECT_EQ(desk.post("/transactions/" + movement + "/void", js("{'reason':'Twice'}")).status, 200);
    EXPECT_EQ(desk.post(at(file(ubl()), "/accept"), body).status, 200) << "the expense was taken back";

    const Json nextYear = file(replaced(ubl(), "2016-04-04", "2017-04-04"));
    EXPECT_FALSE(nextYear["duplicateOf"].isNull());
    EXPECT_EQ(desk.post(at(nextYear, "/accept"), body).status, 200);
}

TEST_F(Receiving, MakesAPurchaseOfTheSameTotals) {
    const Json invoice = file(replaced(ubl(), "DE 123456789", "DE999999999"));
    EXPECT_TRUE(invoice["partnerId"].isNull());
    EXPECT_TRUE(
        isRefusal(desk.post(at(invoice, "/accept"), js("{'as':'purchase'}")), 400, "partner-required"));
    EXPECT_TRUE(isRefusal(desk.post(at(invoice, "/accept"),
                                    js("{'as':'purchase','partnerId':'par_01jd917ehm8vtfvkxjcsqjsvj8'}")),
                          404, "partner-not-found"));
    const std::string partner = supplier();
    desk.events();
    const Answer accepted =
        desk.post(at(invoice, "/accept"), js("{'as':'purchase','partnerId':'$1'}", {partner}));
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    const Json& purchase = accepted.json["purchase"];
    EXPECT_EQ(purchase["subtotal"].integer(), 31486);
    EXPECT_EQ(purchase["taxTotal"].integer(), 2204);
    EXPECT_EQ(purchase["total"].integer(), 33690);
    EXPECT_EQ(purchase.textOr("supplierReference"), number);
    EXPECT_EQ(purchase.textOr("date"), "2016-04-04");
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("purchase.created"));
    EXPECT_TRUE(same(desk.read(at(invoice))["purchaseId"], purchase["id"]));
    EXPECT_TRUE(
        isRefusal(desk.post(at(invoice, "/accept"), js("{'as':'purchase','partnerId':'$1'}", {partner})), 400,
                  "supplier-invoice-final"));
    EXPECT_TRUE(
        isRefusal(desk.post(at(invoice, "/refuse"), js("{'reason':'Late'}")), 400, "supplier-invoice-final"));

    // Accepting the copy would create the same purchase again, so it is refused.
    const Json copy = file(replaced(ubl(), "DE 123456789", "DE999999999"));
    EXPECT_TRUE(isRefusal(desk.post(at(copy, "/accept"), js("{'as':'purchase','partnerId':'$1'}", {partner})),
                          400, "already-exists:supplierReference"));
    EXPECT_EQ(desk.read(at(copy)).textOr("status"), "received");
}

TEST_F(Receiving, MakesAPurchaseThatIsPaidAsTheInvoiceAsks) {
    const std::string payable = "<cbc:PayableAmount currencyID=\"EUR\">336.9</cbc:PayableAmount>";
    const std::string rounded =
        "<cbc:PayableRoundingAmount currencyID=\"EUR\">0.01</cbc:PayableRoundingAmount>"
        "<cbc:PayableAmount currencyID=\"EUR\">336.91</cbc:PayableAmount>";
    const Json invoice = file(replaced(ubl(), payable, rounded));
    EXPECT_EQ(invoice["total"].integer(), 33690);
    EXPECT_EQ(invoice["payable"].integer(), 33691);
    const Answer accepted =
        desk.post(at(invoice, "/accept"), js("{'as':'purchase','partnerId':'$1'}", {supplier()}));
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    const Json& purchase = accepted.json["purchase"];
    EXPECT_EQ(purchase["total"].integer(), 33691);
    EXPECT_EQ(purchase["balance"].integer(), 33691);
    EXPECT_EQ(purchase["taxTotal"].integer(), 2204);
    const std::string path = "/purchases/" + purchase.textOr("id");
    EXPECT_EQ(desk.post(path + "/receipts", js("{}")).status, 201);
    const std::string wallet =
        desk.make("/wallets", js("{'name':'$1','kind':'bank','openingBalance':1000}", {unique("Bank")}))
            .textOr("id");
    const Answer paid = desk.post(path + "/payments", js("{'amount':336.91,'walletId':'$1'}", {wallet}));
    ASSERT_EQ(paid.status, 201) << paid.body;
    EXPECT_EQ(paid.json["purchase"].textOr("paymentStatus"), "paid");
}

TEST_F(Receiving, MakesAnExpenseThatTheWalletPays) {
    const Json invoice = file(ubl());
    const std::string wallet =
        desk.make("/wallets", js("{'name':'$1','kind':'bank','openingBalance':1000}", {unique("Bank")}))
            .textOr("id");
    const std::string dollars =
        desk.make("/wallets", js("{'name':'$1','kind':'bank','currency':'USD'}", {unique("Dollars")}))
            .textOr("id");
    EXPECT_TRUE(
        isRefusal(desk.post(at(invoice, "/accept"), js("{'as':'expense','walletId':'$1'}", {dollars})), 400,
                  "field-invalid:walletId"));
    EXPECT_TRUE(isRefusal(
        desk.post(at(invoice, "/accept"), js("{'as':'expense','walletId':'$1','category':'nope'}", {wallet})),
        400, "category-unknown:nope"));
    desk.events();
    const Answer accepted =
        desk.post(at(invoice, "/accept"), js("{'as':'expense','walletId':'$1'}", {wallet}));
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    EXPECT_EQ(accepted.json["expense"]["amount"].integer(), 33690);
    EXPECT_EQ(accepted.json["expense"]["tax"].integer(), 2204);
    EXPECT_EQ(accepted.json["expense"].textOr("reference"), number);
    EXPECT_TRUE(same(accepted.json["supplierInvoice"]["expenseId"], accepted.json["expense"]["id"]));
    EXPECT_THAT(typesOf(desk.events()), ElementsAre("expense.created"));
    for (const Json& one : rowsOf(desk.read("/wallets"))) {
        if (one.textOr("id") == wallet) {
            EXPECT_EQ(one["balance"].integer(), 100000 - 33690);
        }
    }
}

TEST_F(Receiving, MakesAnExpenseOfWhatIsToBePaidWithTheTaxOfTheInvoice) {
    const std::string payable = "<cbc:PayableAmount currencyID=\"EUR\">336.9</cbc:PayableAmount>";
    const std::string rounded = "<cbc:PayableRoundingAmount currencyID=\"EUR\">2</cbc:PayableRoundingAmount>"
                                "<cbc:PayableAmount currencyID=\"EUR\">338.9</cbc:PayableAmount>";
    const Json invoice = file(replaced(ubl(), payable, rounded));
    const std::string wallet =
        desk.make("/wallets", js("{'name':'$1','kind':'bank','openingBalance':1000}", {unique("Bank")}))
            .textOr("id");
    const Answer accepted =
        desk.post(at(invoice, "/accept"), js("{'as':'expense','walletId':'$1'}", {wallet}));
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    EXPECT_EQ(accepted.json["expense"]["amount"].integer(), 33890);
    EXPECT_EQ(accepted.json["expense"]["tax"].integer(), 2204);
}

TEST_F(Receiving, BooksOnAnotherDayWhereTheMonthIsClosed) {
    Desk own(sharedService(), "Verrou", "LU");
    own.change("", js("{'lockDate':'2026-03-31'}"));
    const std::string partner = own.make("/partners", js("{'name':'Seller','kind':'supplier'}")).textOr("id");
    HttpClient client = sharedService().client(own.newKey());
    const Answer filed = client.send("POST", own.path("/supplier-invoices?fileName=a.xml"), ubl(),
                                     {{"Content-Type", "application/xml"}});
    ASSERT_EQ(filed.status, 201) << filed.body;
    const auto accept = [&](const std::string& date) {
        return own.post(at(filed.json, "/accept"),
                        js("{'as':'purchase','partnerId':'$1','date':$2}", {partner, date}));
    };
    EXPECT_TRUE(isRefusal(accept("null"), 400, "date-locked:2026-03-31"));
    EXPECT_TRUE(isRefusal(accept("\"2999-01-01\""), 400, "field-invalid:date"));
    const Answer accepted = accept("\"2026-04-01\"");
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    EXPECT_EQ(accepted.json["purchase"].textOr("date"), "2026-04-01");
    EXPECT_EQ(accepted.json["supplierInvoice"].textOr("issueDate"), "2016-04-04");
}

TEST_F(Receiving, ProposesNoOrderOfSomebodyElse) {
    const Json order = desk.make("/purchases", js("{'partnerId':'$1','lines':[{'label':'Paper','quantity':1,"
                                                  "'unitPrice':10}]}",
                                                  {supplier()}));
    const std::string vat = "<cbc:CompanyID>DE999999998</cbc:CompanyID>";
    std::string bytes =
        replaced(replaced(ubl(), "<cbc:CompanyID>DE 123456789</cbc:CompanyID>", vat), "</cbc:BuyerReference>",
                 "</cbc:BuyerReference><cac:OrderReference><cbc:ID>" + order.textOr("number") +
                     "</cbc:ID></cac:OrderReference>");
    const Json stranger = file(bytes);
    EXPECT_TRUE(stranger["partnerId"].isNull());
    EXPECT_TRUE(stranger["purchaseId"].isNull());
    for (const std::string& told : {vat, std::string("<cbc:CompanyID>[HRA-Eintrag]</cbc:CompanyID>"),
                                    std::string("<cbc:EndpointID schemeID=\"EM\">seller@email.de"
                                                "</cbc:EndpointID>")}) {
        bytes = replaced(bytes, told, "");
    }
    const Json nameless = file(bytes);
    EXPECT_EQ(nameless.textOr("purchaseId"), order.textOr("id")) << "nothing says that it is another one";
}

TEST_F(Receiving, ReadsTheNumberOfARegisterHoweverItIsWritten) {
    const std::string entry = unique("K");
    const std::string partner = supplier(",'registrationNumber':'HRB 12.3/" + entry + "'");
    const std::string bytes =
        replaced(replaced(ubl(), "DE 123456789", "DE999999997"), "[HRA-Eintrag]", "hrb1-23 " + entry);
    EXPECT_EQ(file(bytes).textOr("partnerId"), partner);
}

TEST_F(Receiving, TellsThatAnInvoiceIsAddressedToAnotherCompany) {
    Desk own(sharedService(), "Acheteur", "LU");
    HttpClient client = sharedService().client(own.newKey());
    const auto findings = [&](const std::string& buyer) {
        const std::string legal =
            "            <cac:PartyLegalEntity>\n                <cbc:RegistrationName>[Buyer name]";
        const std::string bytes = replaced(
            ubl(), legal,
            "<cac:PartyTaxScheme><cbc:CompanyID>" + buyer +
                "</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>" +
                legal);
        EXPECT_THAT(bytes, HasSubstr(buyer));
        const Answer filed = client.send("POST", own.path("/supplier-invoices?fileName=a.xml"), bytes,
                                         {{"Content-Type", "application/xml"}});
        EXPECT_EQ(filed.status, 201) << filed.body;
        return filed.json["findings"];
    };
    EXPECT_EQ(findings("LU26375245").size(), 0U) << "the company has no number yet";
    own.change("", js("{'vatNumber':'LU12345613'}"));
    EXPECT_EQ(findings("LU 123.456-13").size(), 0U);
    EXPECT_THAT(textsOf(findings("12345613"), "rule"), Not(::testing::Contains("BT-48")));
    EXPECT_TRUE(
        same(findings("LU26375245"), js("[{'rule':'BT-48','severity':'warning','message':"
                                        "'The VAT number of the buyer is not that of this company.'}]")));
}

TEST_F(Receiving, RefusesForGood) {
    const Json invoice = file(ubl());
    EXPECT_TRUE(isRefusal(desk.post(at(invoice, "/refuse"), js("{}")), 400, "field-required:reason"));
    const Answer refused =
        desk.post(at(invoice, "/refuse"), js("{'reason':'Not ordered','reasonCode':'AUTRE'}"));
    ASSERT_EQ(refused.status, 200) << refused.body;
    EXPECT_EQ(refused.json.textOr("status"), "refused");
    EXPECT_EQ(refused.json["refusal"].textOr("reason"), "Not ordered");
    EXPECT_EQ(refused.json["refusal"].textOr("reasonCode"), "AUTRE");
    EXPECT_TRUE(
        isRefusal(desk.post(at(invoice, "/accept"), js("{'as':'purchase'}")), 400, "supplier-invoice-final"));
}

TEST_F(Receiving, OnlyMatchesCreditNotes) {
    const std::string credit = replaced(ubl(), ">380<", ">381<");
    const Json note = file(credit);
    EXPECT_EQ(note.textOr("kind"), "credit_note");
    const std::string partner = supplier();
    EXPECT_TRUE(isRefusal(desk.post(at(note, "/accept"), js("{'as':'purchase','partnerId':'$1'}", {partner})),
                          400, "field-invalid:as"));
    EXPECT_TRUE(isRefusal(desk.post(at(note, "/accept"), js("{'as':'expense'}")), 400, "field-invalid:as"));
    const Json order = desk.make("/purchases", js("{'partnerId':'$1','lines':[{'label':'Paper','quantity':1,"
                                                  "'unitPrice':10}]}",
                                                  {partner}));
    EXPECT_TRUE(isRefusal(desk.post(at(note, "/accept"), js("{'as':'purchase','partnerId':'$1',"
                                                            "'purchaseId':'pur_01jd97btsbgr63z4av2cdqjca2'}",
                                                            {partner})),
                          404, "purchase-not-found"));
    EXPECT_TRUE(
        isRefusal(desk.post(at(note, "/accept"), js("{'as':'purchase','partnerId':'$1','purchaseId':'$2'}",
                                                    {supplier(), order.textOr("id")})),
                  400, "field-invalid:purchaseId"));
    EXPECT_EQ(desk.post(at(note, "/accept"), js("{'as':'purchase','partnerId':'$1','purchaseId':'$2'}",
                                                {partner, order.textOr("id")}))
                  .status,
              200);
}

TEST_F(Receiving, MatchesOnlyAPurchaseThatStandsInTheCurrencyOfTheInvoice) {
    const std::string vat = "DE7" + number.substr(number.size() - 1) + "7654321";
    const std::string partner = supplier(",'vatNumber':'" + vat + "'");
    const auto order = [&](const std::string& more = {}) {
        return desk.make("/purchases", js("{'partnerId':'$1','lines':[{'label':'Paper','quantity':1,"
                                          "'unitPrice':314.86,'taxRate':7}]" +
                                              more + "}",
                                          {partner}));
    };
    const auto invoiceOf = [&](const Json& purchase) {
        return file(replaced(replaced(ubl(), "DE 123456789", vat), "</cbc:BuyerReference>",
                             "</cbc:BuyerReference><cac:OrderReference><cbc:ID>" + purchase.textOr("number") +
                                 "</cbc:ID></cac:OrderReference>"));
    };
    const auto accept = [&](const Json& invoice, const Json& purchase) {
        return desk.post(at(invoice, "/accept"),
                         js("{'as':'purchase','purchaseId':'$1'}", {purchase.textOr("id")}));
    };
    const Json dollars = order(",'currency':'USD','exchangeRate':1.1");
    const Json abroad = invoiceOf(dollars);
    EXPECT_EQ(abroad.textOr("partnerId"), partner);
    EXPECT_TRUE(abroad["purchaseId"].isNull());
    EXPECT_TRUE(isRefusal(accept(abroad, dollars), 400, "field-invalid:purchaseId"));

    const Json cancelled = order();
    const Json invoice = invoiceOf(cancelled);
    EXPECT_EQ(invoice.textOr("purchaseId"), cancelled.textOr("id"));
    EXPECT_EQ(desk.post("/purchases/" + cancelled.textOr("id") + "/cancel", js("{}")).status, 200);
    EXPECT_TRUE(isRefusal(accept(invoice, cancelled), 400, "purchase-cancelled"));
    const Answer accepted = desk.post(at(invoice, "/accept"), js("{'as':'purchase'}"));
    ASSERT_EQ(accepted.status, 200) << accepted.body;
    EXPECT_NE(accepted.json["purchase"].textOr("id"), cancelled.textOr("id"));
    EXPECT_EQ(accepted.json["purchase"]["balance"].integer(), 33690);
}

TEST_F(Receiving, TellsWhatIsWrongWithAFile) {
    EXPECT_TRUE(isRefusal(upload("<Order/>"), 400, "file-unreadable:syntax"));
    EXPECT_TRUE(isRefusal(upload("not xml"), 400, "file-unreadable:syntax"));
    EXPECT_TRUE(isRefusal(upload("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><Invoice/>"), 400,
                          "file-unreadable:syntax"));
    EXPECT_TRUE(isRefusal(upload("%PDF-1.7\nrubbish", "application/pdf"), 400, "file-unreadable:syntax"));
    std::string many = "<Invoice>";
    for (int i = 0; i < 400'000; ++i) {
        many += "<a/>";
    }
    EXPECT_TRUE(isRefusal(upload(many + "</Invoice>"), 400, "file-unreadable:too-large"));
    EXPECT_TRUE(isRefusal(upload("a,b", "text/csv"), 415, "content-type-unsupported"));
    EXPECT_TRUE(
        isRefusal(desk.post("/supplier-invoices", js("{'fileName':'a','contentType':'application/xml',"
                                                     "'content':'***'}")),
                  400, "field-invalid:content"));
    EXPECT_TRUE(isRefusal(desk.post("/supplier-invoices", js("{'fileName':'a','contentType':'image/png',"
                                                             "'content':'AAAA'}")),
                          400, "field-invalid:contentType"));
    const std::string unknown = "/supplier-invoices/sin_01jd9t628kk0a2dm6kv51r4t0q";
    for (const char* below : {"", "/file", "/view.html"}) {
        EXPECT_TRUE(isRefusal(desk.get(unknown + below), 404, "supplier-invoice-not-found")) << below;
    }
    EXPECT_TRUE(isRefusal(desk.post(unknown + "/accept", js("{'as':'purchase'}")), 404,
                          "supplier-invoice-not-found"));
    EXPECT_TRUE(
        isRefusal(desk.post(unknown + "/refuse", js("{'reason':'x'}")), 404, "supplier-invoice-not-found"));
}

TEST_F(Receiving, TakesTwentyMegabytesAndRefusesMoreThanFifty) {
    const std::string embedded(20 * 1024 * 1024, 'A');
    const std::string large = replaced(
        ubl(), "<cac:AccountingSupplierParty>",
        "<cac:AdditionalDocumentReference><cbc:ID>a</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject"
        " mimeCode=\"application/pdf\" filename=\"a.pdf\">" +
            embedded +
            "</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>"
            "<cac:AccountingSupplierParty>");
    const Json invoice = file(large);
    EXPECT_EQ(desk.get(at(invoice, "/file")).body.size(), large.size());
    EXPECT_TRUE(isRefusal(upload(std::string(51 * 1024 * 1024, ' ')), 413, "body-too-large"));
}

TEST_F(Receiving, KeepsCompaniesApart) {
    const Json invoice = file(ubl());
    const Json& other = otherCompany(sharedService());
    HttpClient client = sharedService().client(other.textOr("liveKey"));
    const std::string path = "/companies/" + other.textOr("companyId") + at(invoice);
    EXPECT_TRUE(isRefusal(client.get(path), 404, "supplier-invoice-not-found"));
    EXPECT_TRUE(isRefusal(client.get(path + "/file"), 404, "supplier-invoice-not-found"));
    EXPECT_EQ(client.get("/companies/" + other.textOr("companyId") + "/supplier-invoices").json.size(), 0U);
}

} // namespace
} // namespace svc::test
