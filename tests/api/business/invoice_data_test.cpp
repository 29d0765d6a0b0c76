// Invoices and credit notes as data: the content for rare kinds of documents, and when there is none.
#include <gmock/gmock.h>

#include "api/documents/files.hpp"

namespace svc::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class InvoiceData : public FilesOfSales {
protected:
    /// The path of the credit note with this amount, below the sale.
    std::string credited(const Json& sold, const std::string& amount) {
        const Json refund =
            desk_.make("/sales/" + sold.textOr("id") + "/refund", js("{'amount':" + amount + "}"));
        return "credit-notes/" + refund["creditNote"].textOr("id");
    }
    void expectData(const Json& sold, const std::string& note, const std::string& part) {
        for (const char* form : {".xml", ".xml?profile=xrechnung", ".cii.xml"}) {
            const Answer xml = file(sold, note + form);
            EXPECT_EQ(xml.status, 200) << form << xml.body;
            EXPECT_THAT(xml.body, HasSubstr(part)) << form;
        }
        EXPECT_THAT(file(sold, note + ".pdf").body, HasSubstr("/EmbeddedFile"));
    }
};

TEST_F(InvoiceData, OfACreditedAmountHaveTheExemptionOfTheSale) {
    const Json sold = sale(partner(), "[{'label':'Course','quantity':1,'unitPrice':50,'taxCategory':'E',"
                                      "'taxRate':0,'taxExemptionReason':'Art. 261'},"
                                      "{'label':'Book','quantity':1,'unitPrice':100,'taxRate':20}]");
    expectData(sold, credited(sold, "1.23"), "Art. 261");
}

TEST_F(InvoiceData, OfACreditedAmountHaveNoNegativePrice) {
    const Json sold = sale(partner(),
                           "[{'label':'Machine','quantity':1,'unitPrice':100,'taxRate':20},"
                           "{'label':'Empties','quantity':-3,'unitPrice':1.5,'taxRate':5.5}]",
                           ",'discountPercent':10");
    const std::string note = credited(sold, "10");
    const std::string ubl = file(sold, note + ".xml").body;
    EXPECT_THAT(ubl, HasSubstr(">-1</cbc:CreditedQuantity>"));
    EXPECT_THAT(ubl, Not(HasSubstr("<cbc:PriceAmount currencyID=\"EUR\">-")));
    expectData(sold, note, "5.5");
}

TEST_F(InvoiceData, OfACreditedAmountTellTheTaxThatWasBooked) {
    for (const char* withTax : {"true", "false"}) {
        const Json sold = sale(partner(), "[{'label':'Machine','quantity':1,'unitPrice':100,'taxRate':20}]",
                               ",'pricesIncludeTax':" + std::string(withTax));
        const Json note = desk_.make("/sales/" + sold.textOr("id") + "/refund",
                                     js("{'amount':33.33,'walletId':null}"))["creditNote"];
        const std::string path = "credit-notes/" + note.textOr("id");
        ASSERT_GT(note["taxTotal"].integer(), 500);
        const std::string tax = "5." + std::to_string(note["taxTotal"].integer() - 500);
        const std::string ubl = file(sold, path + ".xml").body;
        EXPECT_THAT(ubl, HasSubstr("<cbc:TaxAmount currencyID=\"EUR\">" + tax + "</cbc:TaxAmount>"));
        EXPECT_THAT(ubl, HasSubstr("<cbc:PayableAmount currencyID=\"EUR\">33.33</cbc:PayableAmount>"));
        const std::string page = textOf(file(sold, path + ".pdf", {{"Accept-Language", "en"}}).body);
        EXPECT_THAT(page, HasSubstr("€" + tax));
        EXPECT_THAT(page, HasSubstr("€33.33"));
    }
}

TEST_F(InvoiceData, OfDutchPartiesNeedNoAccountWhereNothingIsToBePaid) {
    Desk dutch(desk_.service(), unique("Grachtenhuis"), "NL");
    ASSERT_EQ(dutch.owner()
                  .patch(dutch.path(""),
                         js("{'vatNumber':'NL123456789B12','registrationNumber':'12345678','peppolId':"
                            "'0106:12345678','iban':null,'address':{'line1':'Keizersgracht 1',"
                            "'postalCode':'1015CN','city':'Amsterdam','country':'NL'}}"))
                  .status,
              200);
    const Json buyer =
        dutch.make("/partners", js("{'name':'Koper','country':'NL','vatNumber':'NL987654321B01','peppolId':"
                                   "'0106:87654321','buyerReference':'K1','address':{'line1':'Damrak 2',"
                                   "'postalCode':'1012LG','city':'Amsterdam','country':'NL'}}"));
    const auto sell = [&](const std::string& more) {
        return dutch.make("/sales",
                          js("{'partnerId':'$1','lines':[{'label':'Tulpen','quantity':1,'unitPrice':121,"
                             "'taxRate':21}]" +
                                 more + "}",
                             {buyer.textOr("id")}));
    };
    const auto xml = [&](const Json& sold, const std::string& name) {
        return dutch.get("/sales/" + sold.textOr("id") + "/" + name);
    };
    EXPECT_TRUE(isRefusal(xml(sell(""), "invoice.xml"), 400, "invoice-incomplete:company.iban"));
    const Json paid = sell(",'paidInFull':true");
    const Answer invoice = xml(paid, "invoice.xml");
    EXPECT_EQ(invoice.status, 200) << invoice.body;
    EXPECT_THAT(invoice.body, Not(HasSubstr("PaymentMeans")));
    const Json refund = dutch.make("/sales/" + paid.textOr("id") + "/refund", js("{}"))["creditNote"];
    const Answer note = xml(paid, "credit-notes/" + refund.textOr("id") + ".xml");
    EXPECT_EQ(note.status, 200) << note.body;
    EXPECT_THAT(note.body, Not(HasSubstr("PaymentMeans")));
}

TEST_F(InvoiceData, TellTheDateOfDeliveryOnceThereIsOne) {
    constexpr const char* Day = "ActualDeliveryDate>";
    const std::string buyer = partner();
    const Json waiting = sale(buyer, Lines, ",'date':'2026-11-10'");
    EXPECT_THAT(file(waiting, "invoice.xml").body, Not(HasSubstr(Day)));
    EXPECT_THAT(file(waiting, "invoice.cii.xml").body, Not(HasSubstr("ActualDeliverySupplyChainEvent")));
    ASSERT_EQ(desk_.post("/sales/" + waiting.textOr("id") + "/cancel", js("{'reason':'mistake'}")).status,
              200);
    EXPECT_THAT(file(waiting, "invoice.xml?profile=en16931").body, Not(HasSubstr(Day)));
    const Json handed = sale(buyer, Lines, ",'date':'2026-11-10','paidInFull':true");
    desk_.make("/sales/" + handed.textOr("id") + "/deliveries", js("{'date':'2026-11-12'}"));
    EXPECT_THAT(file(handed, "invoice.xml").body, HasSubstr("ActualDeliveryDate>2026-11-12<"));
    EXPECT_THAT(file(handed, credited(handed, "20") + ".xml").body,
                HasSubstr("ActualDeliveryDate>2026-11-12<"));
    const Json service = sale(buyer, "[{'label':'Repair','quantity':1,'unitPrice':50,'service':true}]",
                              ",'date':'2026-11-10'");
    EXPECT_THAT(file(service, "invoice.xml").body, HasSubstr("ActualDeliveryDate>2026-11-10<"));
    const Json abroad =
        sale(buyer, "[{'label':'Goods','quantity':1,'unitPrice':50,'taxCategory':'K','taxRate':0}]",
             ",'date':'2026-11-10'");
    EXPECT_THAT(file(abroad, "invoice.xml").body, HasSubstr("ActualDeliveryDate>2026-11-10<"));
}

TEST_F(InvoiceData, AreNotMadeForAnAddressOfAnUnknownScheme) {
    const std::string stranger = desk_
                                     .make("/partners", js("{'name':'Stranger','company':true,'country':"
                                                           "'FR','peppolId':'9999:1'}"))
                                     .textOr("id");
    const Json sold = sale(stranger, Lines);
    for (const char* form : {"invoice.cii.xml", "invoice.cii.xml?profile=en16931",
                             "invoice.xml?profile=en16931", "invoice.xml"}) {
        EXPECT_TRUE(isRefusal(file(sold, form), 400, "invoice-incomplete:partner.peppolId")) << form;
    }
    const Answer pdf = file(sold, "invoice.pdf");
    EXPECT_EQ(pdf.status, 200);
    EXPECT_THAT(pdf.body, Not(HasSubstr("/EmbeddedFile")));
}

TEST_F(InvoiceData, AreNotMadeInACurrencyOfThreeDecimalsAsTheReportTells) {
    const Json sold = sale(partner(), Lines, ",'currency':'TND','exchangeRate':3.3712");
    EXPECT_TRUE(isRefusal(file(sold, "invoice.xml"), 400, "currency-unsupported:TND"));
    EXPECT_TRUE(isRefusal(file(sold, "invoice.cii.xml"), 400, "currency-unsupported:TND"));
    for (const char* profile : {"peppol", "xrechnung", "en16931"}) {
        const Json report = file(sold, std::string("invoice/validation?profile=") + profile).json;
        EXPECT_FALSE(report["valid"].boolean()) << profile;
        EXPECT_EQ(report["errors"][0].textOr("rule"), "BR-DEC-14") << profile;
        EXPECT_EQ(report["errors"][0].textOr("field"), "currency") << profile;
    }
}

} // namespace
} // namespace svc::test
