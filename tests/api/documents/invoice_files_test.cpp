// Invoices as files: PDF, UBL and CII of sales made through the API.
#include <sstream>

#include "api/documents/files.hpp"

namespace svc::test {
namespace {

using InvoiceFiles = FilesOfSales;

TEST_F(InvoiceFiles, AreThoseOfTheSaleInEveryFormat) {
    const Json sold = sale(partner(), Lines, ",'purchaseOrderRef':'BC-5521'");
    const Answer pdf = file(sold, "invoice.pdf", {{"Accept-Language", "fr"}});
    ASSERT_EQ(pdf.status, 200) << pdf.body;
    EXPECT_EQ(pdf.header("content-type"), "application/pdf");
    EXPECT_EQ(pdf.header("etag").size(), 66U);
    EXPECT_NE(pdf.header("content-disposition").find(sold.textOr("number") + ".pdf"), std::string::npos);
    const std::string text = textOf(pdf.body);
    for (const char* part : {"Facture", "Hôtel des Quais", "Coffee machine C2", "264,09", "Lumière SARL"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
    }
    EXPECT_NE(text.find(sold.textOr("number")), std::string::npos);
    for (const char* name : {"invoice.xml", "invoice.xml?profile=en16931", "invoice.cii.xml"}) {
        const Answer xml = file(sold, name);
        ASSERT_EQ(xml.status, 200) << name << ": " << xml.body;
        EXPECT_EQ(xml.header("content-type"), "application/xml");
        EXPECT_NE(xml.body.find("264.09"), std::string::npos) << name;
        EXPECT_NE(xml.body.find("BC-5521"), std::string::npos) << name;
    }
}

TEST_F(InvoiceFiles, StayTheSameBytesWhateverHappensLater) {
    const std::string buyer = partner();
    const Json sold = sale(buyer, Lines);
    const Answer first = file(sold, "invoice.pdf");
    desk_.change("/partners/" + buyer, js("{'name':'Another name'}"));
    desk_.make("/sales/" + sold.textOr("id") + "/payments", js("{'amount':10}"));
    const Answer later = file(sold, "invoice.pdf");
    EXPECT_TRUE(first.body == later.body);
    EXPECT_EQ(first.header("etag"), later.header("etag"));
    desk_.change("/sales/" + sold.textOr("id"), js("{'note':'Ring twice'}"));
    EXPECT_NE(textOf(file(sold, "invoice.pdf").body).find("Ring twice"), std::string::npos);
}

TEST_F(InvoiceFiles, StayAsIssuedWhileACopyTellsTheCurrentState) {
    const Json sold = sale(partner(), Lines);
    const HeaderList english = {{"Accept-Language", "en"}};
    const Answer issued = file(sold, "invoice.pdf", english);
    EXPECT_NE(textOf(issued.body).find("Please pay by"), std::string::npos);
    desk_.make("/sales/" + sold.textOr("id") + "/payments", js("{'amount':264.09}"));
    EXPECT_TRUE(file(sold, "invoice.pdf", english).body == issued.body);
    EXPECT_TRUE(file(sold, "invoice.pdf?state=issued", english).body == issued.body);
    const Answer copy = file(sold, "invoice.pdf?state=current", english);
    ASSERT_EQ(copy.status, 200) << copy.body;
    EXPECT_EQ(copy.header("etag"), "");
    const std::string text = textOf(copy.body);
    EXPECT_NE(text.find("PAID"), std::string::npos) << text;
    EXPECT_NE(text.find("Copy: state on"), std::string::npos) << text;
    EXPECT_EQ(text.find("Please pay"), std::string::npos) << text;
    EXPECT_EQ(copy.body.find("/EmbeddedFile"), std::string::npos) << "a copy is no invoice";
    // The German file was not stored before, so it is rendered now.
    const std::string german = textOf(file(sold, "invoice.pdf", {{"Accept-Language", "de"}}).body);
    EXPECT_NE(german.find("BEZAHLT"), std::string::npos) << german;
}

TEST_F(InvoiceFiles, AskNoMoneyForWhatWasCancelledBeforeItWasDrawn) {
    const Json sold = sale(partner(), Lines);
    ASSERT_EQ(desk_.post("/sales/" + sold.textOr("id") + "/cancel", js("{'reason':'mistake'}")).status, 200);
    const std::string text = textOf(file(sold, "invoice.pdf", {{"Accept-Language", "en"}}).body);
    EXPECT_NE(text.find("VOID"), std::string::npos) << text;
    EXPECT_EQ(text.find("Please pay"), std::string::npos) << text;
}

TEST_F(InvoiceFiles, SpeakTheLanguageOfTheReaderElseOfTheBuyer) {
    const Json sold = sale(partner(",'language':'de'"), Lines);
    EXPECT_NE(textOf(file(sold, "invoice.pdf").body).find("Rechnung"), std::string::npos);
    EXPECT_NE(textOf(file(sold, "invoice.pdf", {{"Accept-Language", "*"}}).body).find("Rechnung"),
              std::string::npos)
        << "any language is no wish";
    EXPECT_NE(textOf(file(sold, "invoice.pdf", {{"Accept-Language", "en"}}).body).find("Invoice"),
              std::string::npos);
}

TEST_F(InvoiceFiles, TellTheAmountsOfTheSaleWhereNoDataGoWithThePages) {
    // 15.99 with 20 % tax: 13.32 and 2.67 are booked; by EN 16931 2.67 is the tax on 13.33.
    const std::string lines = "[{'label':'Tea','quantity':1,'unitPrice':15.99,'taxRate':20}]";
    const HeaderList english = {{"Accept-Language", "en"}};
    const auto expectBooked = [&](const std::string& pdf) {
        const std::string text = textOf(pdf);
        EXPECT_NE(text.find("13.32"), std::string::npos) << text;
        EXPECT_NE(text.find("2.67"), std::string::npos) << text;
        EXPECT_EQ(text.find("13.33"), std::string::npos) << text;
        EXPECT_EQ(text.find("Rounding"), std::string::npos) << text;
    };
    const Json ticket = desk_.make("/sales", js("{'paidInFull':true,'lines':" + lines + "}"));
    expectBooked(file(ticket, "invoice.pdf", english).body);
    expectBooked(file(ticket, "invoice.pdf?format=a4", english).body);
    const std::string buyer = partner();
    const Json quote = desk_.make("/quotes", js("{'partnerId':'" + buyer + "','lines':" + lines + "}"));
    expectBooked(desk_.get("/quotes/" + quote.textOr("id") + "/quote.pdf", english).body);
    const std::string stranger = desk_.make("/partners", js("{'name':'Nobody knows where'}")).textOr("id");
    expectBooked(file(sale(stranger, lines), "invoice.pdf", english).body);
    const Json withData = sale(buyer, lines);
    for (const char* form : {"invoice.pdf", "invoice.pdf?state=current", "invoice.pdf?format=ticket"}) {
        const std::string text = textOf(file(withData, form, english).body);
        EXPECT_NE(text.find("13.33"), std::string::npos) << form << text;
        EXPECT_NE(text.find("Rounding"), std::string::npos) << form << text;
    }
    EXPECT_NE(file(withData, "invoice.xml").body.find(">13.33</cbc:TaxableAmount>"), std::string::npos);
}

TEST_F(InvoiceFiles, NameTheFieldThatIsMissing) {
    const Json nobody =
        desk_.make("/sales", js("{'paidInFull':true,'lines':[{'label':'Tea','quantity':1,'unitPrice':2}]}"));
    EXPECT_EQ(file(nobody, "invoice.xml").code(), "invoice-incomplete:partnerId");
    EXPECT_EQ(file(nobody, "invoice.pdf").status, 200);
    const std::string stranger = desk_.make("/partners", js("{'name':'Nobody knows where'}")).textOr("id");
    const Json sold = sale(stranger, Lines);
    EXPECT_EQ(file(sold, "invoice.xml").code(), "invoice-incomplete:partner.country");
    const Answer report = file(sold, "invoice/validation?profile=xrechnung");
    ASSERT_EQ(report.status, 200) << report.body;
    EXPECT_FALSE(report.json["valid"].boolean());
    EXPECT_EQ(report.json["errors"][0].textOr("rule"), "BR-11");
    EXPECT_EQ(report.json["profile"].text(), "xrechnung");
}

TEST_F(InvoiceFiles, ADueDateIsThatOfSomethingDue) {
    const HeaderList english{{"Accept-Language", "en"}};
    const std::string buyer = partner();
    const Json open = sale(buyer, Lines);
    EXPECT_NE(file(open, "invoice.xml").body.find("<cbc:DueDate>"), std::string::npos);
    EXPECT_NE(textOf(file(open, "invoice.pdf", english).body).find("Due date"), std::string::npos);
    const Json paid = sale(buyer, Lines, ",'paidInFull':true");
    for (const char* form : {"invoice.xml", "invoice.cii.xml"}) {
        const Answer xml = file(paid, form);
        ASSERT_EQ(xml.status, 200) << xml.body;
        EXPECT_EQ(xml.body.find("DueDate"), std::string::npos) << xml.body;
    }
    EXPECT_EQ(textOf(file(paid, "invoice.pdf", english).body).find("Due date"), std::string::npos);
    // A copy with the current state once the other one is paid, too.
    desk_.make("/sales/" + open.textOr("id") + "/payments",
               Json::object({{"amount", Decimal(open["total"].integer()).shifted(-2)}}));
    const std::string copy = textOf(file(open, "invoice.pdf?state=current", english).body);
    EXPECT_EQ(copy.find("Due date"), std::string::npos) << copy;
}

TEST_F(InvoiceFiles, ACreditNoteRefersToItsInvoice) {
    const Json sold = sale(partner(), Lines, ",'paidInFull':true");
    const Json refund =
        desk_.make("/sales/" + sold.textOr("id") + "/refund",
                   js("{'lines':[{'lineId':'$1','quantity':1}]}", {sold["lines"][0].textOr("id")}));
    const std::string path = "credit-notes/" + refund["creditNote"].textOr("id");
    const Answer ubl = file(sold, path + ".xml");
    ASSERT_EQ(ubl.status, 200) << ubl.body;
    EXPECT_NE(ubl.body.find("<CreditNote "), std::string::npos);
    EXPECT_NE(ubl.body.find(sold.textOr("number")), std::string::npos);
    EXPECT_NE(ubl.body.find(refund["creditNote"].textOr("number")), std::string::npos);
    EXPECT_NE(file(sold, path + ".cii.xml").body.find("<ram:TypeCode>381</ram:TypeCode>"), std::string::npos);
    const std::string text = textOf(file(sold, path + ".pdf", {{"Accept-Language", "en"}}).body);
    EXPECT_NE(text.find("Credit note"), std::string::npos) << text;
    EXPECT_NE(text.find("108.00"), std::string::npos) << text;
}

TEST_F(InvoiceFiles, ACreditNoteOfAllHasTheLinesAsTheyWereSold) {
    // Three for 10.00 net have no unit price in whole cents; the second sale has prices including tax.
    for (const char* more : {"", ",'pricesIncludeTax':true"}) {
        const Json sold =
            sale(partner(),
                 "[{'label':'Service pack','quantity':3,'unitPrice':14.99,'discountPercent':5,'taxRate':20},"
                 "{'label':'Care','description':'One year','quantity':7,'unitPrice':3.33,"
                 "'discountAmount':1,'taxRate':20}]",
                 ",'paidInFull':true,'discountPercent':3" + std::string(more));
        const Json refund = desk_.make("/sales/" + sold.textOr("id") + "/refund", js("{}"));
        const std::string path = "credit-notes/" + refund["creditNote"].textOr("id");
        const std::string page = textOf(file(sold, path + ".pdf", {{"Accept-Language", "en"}}).body);
        for (const char* part : {"14.99", "3.33", "One year", "5"}) {
            EXPECT_NE(page.find(part), std::string::npos) << part << " is not in\n" << page;
        }
        EXPECT_EQ(page.find("Service pack ("), std::string::npos) << page;
        const std::string ubl = file(sold, path + ".xml").body;
        EXPECT_NE(ubl.find(">3</cbc:CreditedQuantity>"), std::string::npos) << ubl;
        EXPECT_NE(ubl.find(">7</cbc:CreditedQuantity>"), std::string::npos) << ubl;
        EXPECT_NE(ubl.find("<cbc:Name>Service pack</cbc:Name>"), std::string::npos) << ubl;
        const std::string cii = file(sold, path + ".cii.xml").body;
        EXPECT_NE(cii.find("<ram:Name>Service pack</ram:Name>"), std::string::npos) << cii;
        EXPECT_NE(cii.find(">3</ram:BilledQuantity>"), std::string::npos) << cii;
    }
}

TEST_F(InvoiceFiles, ACreditNoteOfAPartKeepsTheQuantity) {
    const Json sold =
        sale(partner(), "[{'label':'Thread','quantity':7,'unitPrice':3.33,'discountPercent':7}]",
             ",'paidInFull':true");
    const Json refund =
        desk_.make("/sales/" + sold.textOr("id") + "/refund",
                   js("{'lines':[{'lineId':'$1','quantity':3}]}", {sold["lines"][0].textOr("id")}));
    const std::string ubl = file(sold, "credit-notes/" + refund["creditNote"].textOr("id") + ".xml").body;
    EXPECT_NE(ubl.find(">3</cbc:CreditedQuantity>"), std::string::npos) << ubl;
    EXPECT_NE(ubl.find("<cbc:Name>Thread</cbc:Name>"), std::string::npos) << ubl;
}

TEST_F(InvoiceFiles, CreditNotesOfPartsHaveTheBaseThatIsBooked) {
    const Json sold = sale(partner(), "[{'label':'Tea','quantity':3,'unitPrice':3.33,'taxRate':5.5}]");
    const std::string refund = "/sales/" + sold.textOr("id") + "/refund";
    desk_.make(refund, js("{'amount':1.84}"));
    const Json second = desk_.make(refund, js("{'amount':0.92}"));
    const std::string ubl = file(sold, "credit-notes/" + second["creditNote"].textOr("id") + ".xml").body;
    EXPECT_EQ(second["creditNote"]["taxTotal"].integer(), 4) << "of both 14, of the first 10";
    EXPECT_NE(ubl.find("<cbc:TaxableAmount currencyID=\"EUR\">0.88<"), std::string::npos) << ubl;
    EXPECT_EQ(ubl.find("PayableRoundingAmount"), std::string::npos) << ubl;
}

TEST_F(InvoiceFiles, OtherPapersComeFromTheSameLayout) {
    const std::string buyer = partner();
    const HeaderList english = {{"Accept-Language", "en"}};
    const Json sold = sale(buyer, Lines);
    const Json delivery = desk_.make("/sales/" + sold.textOr("id") + "/deliveries", js("{'carrier':'DPD'}"));
    const std::string note = textOf(file(sold, "deliveries/" + delivery.textOr("id") + ".pdf", english).body);
    EXPECT_NE(note.find("Delivery note"), std::string::npos) << note;
    EXPECT_NE(note.find("DPD"), std::string::npos) << note;
    const Json quote = desk_.make("/quotes", js("{'partnerId':'" + buyer + "','lines':" + Lines + "}"));
    const Answer offer = desk_.get("/quotes/" + quote.textOr("id") + "/quote.pdf", english);
    EXPECT_NE(textOf(offer.body).find("Quote"), std::string::npos);
    const std::string account = textOf(desk_.get("/partners/" + buyer + "/statement.pdf", english).body);
    EXPECT_NE(account.find("Statement of account"), std::string::npos);
    EXPECT_NE(account.find("264.09"), std::string::npos) << account;
    EXPECT_NE(account.find("Not yet due"), std::string::npos) << account;
    EXPECT_EQ(file(sold, "deliveries/dlv_00000000000000000000000000.pdf").code(), "document-not-found");
    EXPECT_EQ(desk_.get("/purchases/pur_00000000000000000000000000/order.pdf").code(), "purchase-not-found");
    EXPECT_EQ(desk_.get("/partners/par_00000000000000000000000000/statement.pdf").code(),
              "partner-not-found");
    EXPECT_TRUE(isRefusal(desk_.get("/partners/" + buyer + "/statement.pdf?from=2026-11-30&to=2026-11-01"),
                          400, "field-invalid:to"));
}

TEST_F(InvoiceFiles, ADeliveryNoteTellsWhatIsStillToCome) {
    const Json sold = sale(partner(), Lines);
    const std::string path = "/sales/" + sold.textOr("id") + "/deliveries";
    const std::string line = sold["lines"][0].textOr("id");
    const Json first = desk_.make(path, js("{'lines':[{'lineId':'$1','quantity':1}]}", {line}));
    desk_.make(path, js("{}"));
    const std::string text =
        textOf(file(sold, "deliveries/" + first.textOr("id") + ".pdf", {{"Accept-Language", "en"}}).body);
    EXPECT_NE(text.find(sold.textOr("number")), std::string::npos) << text;
    const auto numbersOf = [&](const std::string& label) {
        const std::size_t at = text.find(label);
        const std::string row = at == std::string::npos
                                    ? ""
                                    : text.substr(at + label.size(), text.find('\n', at) - at - label.size());
        std::istringstream words(row);
        std::string delivered;
        std::string remaining;
        words >> delivered >> remaining;
        return delivered + " then " + remaining;
    };
    EXPECT_EQ(numbersOf("Coffee machine C2"), "1 then 1") << text;
    EXPECT_EQ(numbersOf("Beans"), "0 then 3") << text;
}

TEST_F(InvoiceFiles, AnOrderNamesThePlaceOfDelivery) {
    const std::string supplier = partner(",'kind':'supplier'");
    const Json order =
        desk_.make("/purchases", js("{'partnerId':'$1','date':'2026-11-01','expectedAt':'2026-11-28',"
                                    "'lines':[{'label':'Beans','quantity':3,'unitPrice':8,'taxRate':5.5}]}",
                                    {supplier}));
    const std::string text = textOf(
        desk_.get("/purchases/" + order.textOr("id") + "/order.pdf", {{"Accept-Language", "en"}}).body);
    EXPECT_NE(text.find("Deliver to"), std::string::npos) << text;
    EXPECT_NE(text.find("28 Nov 2026"), std::string::npos) << text;
}

TEST_F(InvoiceFiles, ATicketTellsTheTimeAndHowItWasPaid) {
    const Json sold =
        desk_.make("/sales", js("{'paidInFull':true,'lines':[{'label':'Tea','quantity':1,'unitPrice':2}]}"));
    const std::string text =
        textOf(file(sold, "invoice.pdf?format=ticket", {{"Accept-Language", "en"}}).body);
    EXPECT_NE(text.find("Time"), std::string::npos) << text;
    EXPECT_NE(text.find("Cash"), std::string::npos) << text;
}

TEST_F(InvoiceFiles, AnswerLikeOtherRoutes) {
    const Json sold = sale(partner(), Lines);
    EXPECT_EQ(desk_.get("/sales/sal_00000000000000000000000000/invoice.pdf").code(), "sale-not-found");
    EXPECT_EQ(desk_.get("/sales/nothing/invoice.xml").code(), "sale-not-found");
    EXPECT_EQ(file(sold, "credit-notes/crn_00000000000000000000000000.pdf").code(), "credit-note-not-found");
    EXPECT_EQ(file(sold, "invoice.xml?profile=other").code(), "field-invalid:profile");
    Desk other(desk_.service(), "Elsewhere", "BE");
    EXPECT_EQ(other.get("/sales/" + sold.textOr("id") + "/invoice.pdf").code(), "sale-not-found");
}

TEST_F(InvoiceFiles, SurviveHostileText) {
    const std::string buyer = partner();
    const Json hostile = desk_.make(
        "/sales", Json::object({{"partnerId", buyer},
                                {"note", "=SUM(A1)<script>]]>\x01 \xE2\x80\xAE evil \xEF\xBF\xBE"},
                                {"lines", Json::array({Json::object({{"label", "<b>&\"'\xE2\x80\xAE"
                                                                               "x"},
                                                                     {"quantity", 1},
                                                                     {"unitPrice", 1}}),
                                                       Json::object({{"label", std::string(1000, 'W')},
                                                                     {"quantity", 1},
                                                                     {"unitPrice", 1}})})}}));
    EXPECT_EQ(file(hostile, "invoice.pdf").status, 200);
    const Answer xml = file(hostile, "invoice.xml");
    ASSERT_EQ(xml.status, 200) << xml.body;
    EXPECT_EQ(xml.body.find("<script>"), std::string::npos);
    EXPECT_EQ(xml.body.find('\x01'), std::string::npos);
    EXPECT_EQ(runProgram({"/usr/bin/xmllint", "--noout", kept("hostile.xml", xml.body).string()}).code, 0);
}

TEST_F(InvoiceFiles, PassTheOfficialValidator) {
    const fs::path tool = fs::path(SVC_SHARED_TOOLS) / "validate-einvoice";
    if (!fs::exists(tool) || !fs::exists("/usr/share/java/Saxon-HE.jar") || !fs::exists("/usr/bin/java")) {
        GTEST_SKIP()
            << "the validator of invoices (or libsaxonhe-java, default-jre-headless) is not installed";
    }
    std::vector<std::string> words = {tool.string(), "--warnings-fail"};
    int number = 0;
    const std::string buyer = partner();
    const auto add = [&](const Json& sold) {
        for (const char* name :
             {"invoice.xml", "invoice.xml?profile=xrechnung", "invoice.xml?profile=en16931",
              "invoice.cii.xml", "invoice.cii.xml?profile=xrechnung", "invoice.cii.xml?profile=en16931",
              "invoice.pdf"}) {
            const Answer answer = file(sold, name);
            ASSERT_EQ(answer.status, 200) << name << " " << answer.body;
            const bool pdf = answer.header("content-type") == "application/pdf";
            words.push_back(kept(std::to_string(++number) + (pdf ? ".pdf" : ".xml"), answer.body).string());
        }
    };
    // A transparent logo is on every page that the PDF/A check reads.
    ASSERT_EQ(desk_.put("/document-settings", js("{'logo':'" + std::string(SmallLogo) + "'}")).status, 200);
    add(sale(buyer, Lines));
    // As in the official samples: an order reference and a note, another delivery address, several units and
    // a delivery.
    add(sale(buyer, Lines, ",'purchaseOrderRef':'PO-4711','note':'Half a pallet, deliver in the morning'"));
    const std::string elsewhere = partner(",'deliveryAddress':{'line1':'4 rue du Quai','postalCode':'20354',"
                                          "'city':'Hamburg','country':'DE'}");
    const Json units =
        sale(elsewhere, "[{'label':'Flour','quantity':12.5,'unit':'KGM','unitPrice':1.237,'taxRate':5.5},"
                        "{'label':'Work','quantity':1.75,'unit':'HUR','unitPrice':64,"
                        "'discountAmount':4.2}]");
    desk_.make("/sales/" + units.textOr("id") + "/deliveries", js("{'carrier':'DPD'}"));
    add(units);
    add(sale(
        buyer,
        "[{'label':'Training','quantity':1,'unitPrice':80,'taxCategory':'E','taxRate':0,"
        "'taxExemptionReason':'VATEX-EU-132'},{'label':'Book','quantity':2,'unitPrice':9.9,'taxRate':5.5}]",
        ",'discountPercent':12.5,'pricesIncludeTax':false"));
    add(sale(buyer, Lines, ",'discountAmount':15,'pricesIncludeTax':false"));
    add(sale(buyer, "[{'label':'Tea','quantity':0.333,'unitPrice':19.99,'taxRate':20}]",
             ",'paidInFull':true"));
    add(sale(buyer, "[{'label':'Course','quantity':1,'unitPrice':50,'taxCategory':'E','taxRate':0,"
                    "'taxExemptionReason':'Article 261-4-4 CGI'}]"));
    add(sale(buyer, "[{'label':'Work','quantity':1,'unitPrice':50,'taxCategory':'AE','taxRate':0}]"));
    add(sale(buyer, "[{'label':'Goods','quantity':1,'unitPrice':50,'taxCategory':'K','taxRate':0}]"));
    add(sale(buyer, "[{'label':'Goods','quantity':1,'unitPrice':50,'taxCategory':'G','taxRate':0}]"));
    add(sale(buyer, "[{'label':'Book','quantity':1,'unitPrice':50,'taxCategory':'Z','taxRate':0},"
                    "{'label':'Tea','quantity':7,'unitPrice':3.33,'taxRate':5.5}]"));
    add(sale(buyer, "[{'label':'Stamps','quantity':1,'unitPrice':50,'taxCategory':'O','taxRate':0}]"));
    add(sale(buyer, "[{'label':'Machine','quantity':1,'unitPrice':120},"
                    "{'label':'Empties','quantity':-3,'unitPrice':1}]"));
    add(sale(buyer, Lines, ",'currency':'USD','exchangeRate':1.0842"));
    add(sale(buyer, "[{'label':'Riz','quantity':3,'unitPrice':1999}]",
             ",'currency':'XOF','exchangeRate':655.957"));
    add(sale(buyer, Lines, ",'prepayment':true"));
    const Json first = sale(buyer, Lines);
    desk_.post("/sales/" + first.textOr("id") + "/cancel", js("{'reason':'Wrong price'}"));
    add(sale(buyer, Lines, ",'correctsSaleId':'" + first.textOr("id") + "'"));
    const Json returned = sale(buyer, Lines, ",'paidInFull':true");
    for (const char* amount : {"20", "9.2"}) {
        const Json refund = desk_.make("/sales/" + returned.textOr("id") + "/refund",
                                       js(std::string("{'amount':") + amount + "}"));
        for (const char* form : {".xml", ".xml?profile=xrechnung", ".xml?profile=en16931", ".cii.xml",
                                 ".cii.xml?profile=xrechnung", ".cii.xml?profile=en16931", ".pdf"}) {
            const Answer answer = file(returned, "credit-notes/" + refund["creditNote"].textOr("id") + form);
            ASSERT_EQ(answer.status, 200) << form << answer.body;
            const bool pdf = answer.header("content-type") == "application/pdf";
            words.push_back(kept(std::to_string(++number) + (pdf ? ".pdf" : ".xml"), answer.body).string());
        }
    }
    const Outcome outcome = runProgram(words);
    EXPECT_EQ(outcome.code, 0) << outcome.output << outcome.errors;
}

} // namespace
} // namespace svc::test
