// The content of a document is fixed when it is issued: parties, codes, type. Also: who may read it without
// an account.
#include "api/documents/files.hpp"

namespace svc::test {
namespace {

using IssuedFiles = FilesOfSales;

const HeaderList English = {{"Accept-Language", "en"}};

/// XML without the line breaks and indents between its elements.
std::string flat(const std::string& xml) {
    std::string text;
    bool indent = false;
    for (const char c : xml) {
        indent = c == '\n' || (indent && c == ' ');
        if (!indent) {
            text += c;
        }
    }
    return text;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_F(IssuedFiles, NameThePartiesAsTheyWereThen) {
    Desk desk(sharedService(), unique("Maison"), "BE");
    desk.change(
        "",
        js("{'legalName':'Old Seller SRL','vatNumber':'BE0403019261','registrationNumber':'0403019261'}"));
    const std::string buyer =
        desk.make("/partners", js("{'name':'Old Buyer','country':'FR','address':{'line1':"
                                  "'1 old street','city':'Lille','country':'FR'}}"))
            .textOr("id");
    const Json sold = desk.make("/sales", js("{'partnerId':'" + buyer + "','lines':" + Lines + "}"));
    desk.change("/partners/" + buyer,
                js("{'name':'New Buyer','address':{'line1':'2 new street','city':'Lyon'}}"));
    desk.change("", js("{'legalName':'New Seller SRL'}"));
    const std::string path = "/sales/" + sold.textOr("id");

    // The files were not requested before, so they are rendered now.
    const std::string page = textOf(desk.get(path + "/invoice.pdf", English).body);
    const std::string xml = desk.get(path + "/invoice.xml?profile=en16931").body;
    for (const std::string& text : {page, xml}) {
        for (const char* then : {"Old Buyer", "Old Seller SRL", "1 old street"}) {
            EXPECT_TRUE(has(text, then)) << then << " is not in\n" << text;
        }
        for (const char* now : {"New Buyer", "New Seller SRL", "2 new street"}) {
            EXPECT_FALSE(has(text, now)) << now << " is in\n" << text;
        }
    }
    // A credit note is issued today, to the buyer of the invoice.
    const Json refund = desk.make(path + "/refund", js("{'amount':12}"));
    desk.change("", js("{'legalName':'Newest Seller SRL'}"));
    const std::string note =
        textOf(desk.get(path + "/credit-notes/" + refund["creditNote"].textOr("id") + ".pdf", English).body);
    EXPECT_TRUE(has(note, "Old Buyer")) << note;
    EXPECT_TRUE(has(note, "New Seller SRL")) << note;
    EXPECT_FALSE(has(note, "Newest")) << note;
    // A document issued now has the current names.
    const Json next = desk.make("/sales", js("{'partnerId':'" + buyer + "','lines':" + Lines + "}"));
    EXPECT_TRUE(
        has(textOf(desk.get("/sales/" + next.textOr("id") + "/invoice.pdf", English).body), "New Buyer"));
}

TEST_F(IssuedFiles, NameTheBusinessUnitThatSoldAsItWasCalledThen) {
    const std::string unit =
        desk_.make("/business-units", js("{'name':'Old Harbour','code':'HARB'}")).textOr("id");
    const Json sold = sale(partner(), Lines, ",'businessUnitId':'" + unit + "'");
    desk_.change("/business-units/" + unit, js("{'name':'New Harbour'}"));
    const std::string ubl = flat(file(sold, "invoice.xml").body);
    EXPECT_TRUE(has(ubl, "<cac:PartyName><cbc:Name>Old Harbour</cbc:Name></cac:PartyName>")) << ubl;
    EXPECT_TRUE(has(file(sold, "invoice.cii.xml").body,
                    "<ram:TradingBusinessName>Old Harbour</ram:TradingBusinessName>"));
    const std::string page = textOf(file(sold, "invoice.pdf", English).body);
    EXPECT_TRUE(has(page, "Old Harbour")) << page;
    const Json refund = desk_.make("/sales/" + sold.textOr("id") + "/refund", js("{'amount':12}"));
    const std::string note = "credit-notes/" + refund["creditNote"].textOr("id");
    EXPECT_TRUE(has(file(sold, note + ".xml").body, "New Harbour"));
}

TEST_F(IssuedFiles, TellABusinessInFranceWhatPayingLateCosts) {
    const auto pageFor = [&](const std::string& company) {
        const std::string buyer =
            desk_.make("/partners", js("{'name':'Menuiserie','country':'FR','company':" + company + "}"))
                .textOr("id");
        const Json sold = sale(buyer, Lines);
        // The partner's current data do not count.
        desk_.change("/partners/" + buyer,
                     Json::object({{"company", company == "false"}, {"email", "atelier@example.test"}}));
        return textOf(file(sold, "invoice.pdf", English).body);
    };
    EXPECT_TRUE(has(pageFor("true"), "Late payment"));
    EXPECT_FALSE(has(pageFor("false"), "Late payment"));
}

TEST_F(IssuedFiles, CarryTheCodesThatTheItemsHadThen) {
    const std::string sku = unique("BEAN");
    const std::string item =
        desk_
            .make("/items",
                  js("{'name':'Arabica','sku':'$1','barcode':'4006381333931','price':18,'service':true}",
                     {sku}))
            .textOr("id");
    const std::string odd =
        desk_
            .make("/items",
                  js("{'name':'House mix','barcode':'$1','price':9,'service':true}", {unique("SHELF")}))
            .textOr("id");
    const Json sold =
        sale(partner(), "[{'itemId':'" + item + "','quantity':1},{'itemId':'" + odd + "','quantity':1}]");
    desk_.change("/items/" + item, js("{'sku':'$1','barcode':null}", {unique("OTHER")}));
    const std::string ubl = flat(file(sold, "invoice.xml").body);
    EXPECT_TRUE(has(ubl, "<cac:SellersItemIdentification><cbc:ID>" + sku + "</cbc:ID>")) << ubl;
    EXPECT_TRUE(has(ubl, "<cbc:ID schemeID=\"0160\">4006381333931</cbc:ID>")) << ubl;
    EXPECT_EQ(ubl.find("schemeID=\"0160\""), ubl.rfind("schemeID=\"0160\""))
        << "a code of the shelf is no GTIN\n"
        << ubl;
    const std::string cii = file(sold, "invoice.cii.xml").body;
    EXPECT_TRUE(has(cii, "<ram:GlobalID schemeID=\"0160\">4006381333931</ram:GlobalID>")) << cii;
    EXPECT_TRUE(has(cii, "<ram:SellerAssignedID>" + sku + "</ram:SellerAssignedID>")) << cii;
}

TEST_F(IssuedFiles, CorrectAnInvoiceThatNoLongerCounts) {
    const std::string buyer = partner();
    const Json wrong = sale(buyer, Lines);
    const std::string more = ",'correctsSaleId':'" + wrong.textOr("id") + "'";
    const auto attempt = [&](const std::string& partnerId, const std::string& id) {
        return desk_.post(
            "/sales", js("{'partnerId':'$1','correctsSaleId':'$2','lines':" + Lines + "}", {partnerId, id}));
    };
    EXPECT_TRUE(isRefusal(attempt(buyer, wrong.textOr("id")), 400, "field-invalid:correctsSaleId"));
    ASSERT_EQ(desk_.post("/sales/" + wrong.textOr("id") + "/cancel", js("{'reason':'Wrong price'}")).status,
              200);
    EXPECT_TRUE(isRefusal(attempt(partner(), wrong.textOr("id")), 400, "field-invalid:correctsSaleId"));
    EXPECT_TRUE(isRefusal(attempt(buyer, "sal_00000000000000000000000000"), 404, "sale-not-found"));
    EXPECT_TRUE(isRefusal(attempt(buyer, "nothing"), 404, "sale-not-found"));

    const Json right = sale(buyer, Lines, more);
    EXPECT_EQ(right["correctsSaleId"], wrong["id"]);
    EXPECT_TRUE(desk_.read("/sales/" + wrong.textOr("id"))["correctsSaleId"].isNull());
    const std::string ubl = flat(file(right, "invoice.xml?profile=en16931").body);
    EXPECT_TRUE(has(ubl, "<cbc:InvoiceTypeCode>384</cbc:InvoiceTypeCode>")) << ubl;
    EXPECT_TRUE(has(ubl, "<cac:InvoiceDocumentReference><cbc:ID>" + wrong.textOr("number"))) << ubl;
    EXPECT_TRUE(has(file(right, "invoice.cii.xml").body, "<ram:TypeCode>384</ram:TypeCode>"));
    // Peppol allows this type code only between German parties.
    EXPECT_TRUE(has(file(right, "invoice.xml").body, "<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>"));
    const std::string page = textOf(file(right, "invoice.pdf", English).body);
    EXPECT_TRUE(has(page, "Corrected invoice")) << page;
    EXPECT_TRUE(has(page, wrong.textOr("number"))) << page;
}

TEST_F(IssuedFiles, TakeBackWhatWasCancelled) {
    const Json sold = sale(partner(), Lines);
    const Json cancelled =
        desk_.post("/sales/" + sold.textOr("id") + "/cancel", js("{'reason':'Ordered twice'}")).json;
    const std::string note = "credit-notes/" + cancelled["cancellation"].textOr("creditNoteId");
    EXPECT_EQ(desk_.read("/sales/" + sold.textOr("id"))["cancellation"], cancelled["cancellation"]);
    const std::string ubl = flat(file(sold, note + ".xml").body);
    EXPECT_TRUE(has(ubl, "<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>")) << ubl;
    EXPECT_TRUE(has(ubl, "<cac:InvoiceDocumentReference><cbc:ID>" + sold.textOr("number"))) << ubl;
    const std::string page = textOf(file(sold, note + ".pdf", English).body);
    EXPECT_TRUE(has(page, cancelled["cancellation"].textOr("creditNoteNumber"))) << page;
    EXPECT_TRUE(has(page, "264.09")) << page;
}

TEST_F(IssuedFiles, AskForAPaymentInAdvance) {
    const Json sold =
        sale(partner(), "[{'label':'Deposit','quantity':1,'unitPrice':100}]", ",'prepayment':true");
    EXPECT_TRUE(sold["prepayment"].boolean());
    for (const char* name : {"invoice.xml", "invoice.xml?profile=en16931"}) {
        EXPECT_TRUE(has(file(sold, name).body, "<cbc:InvoiceTypeCode>386</cbc:InvoiceTypeCode>")) << name;
    }
    EXPECT_TRUE(has(file(sold, "invoice.xml?profile=xrechnung").body,
                    "<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>"));
    EXPECT_TRUE(has(textOf(file(sold, "invoice.pdf", English).body), "Prepayment invoice"));
}

TEST_F(IssuedFiles, AreReadByWhoeverHoldsThePublicAddress) {
    HttpClient guest = sharedService().anonymous();
    const auto below = [](const Json& record) {
        const std::string url = record.textOr("publicUrl");
        return url.substr(url.find("/public/"));
    };
    const std::string buyer = partner();
    const Json sold = sale(buyer, Lines);
    const Json page = guest.get(below(sold), {{"Accept", "application/json"}}).json;
    EXPECT_EQ(page["pdfUrl"].text(), sold.textOr("publicUrl") + "/document.pdf");
    EXPECT_TRUE(has(guest.get(below(sold), English).body, "/document.pdf\">Open as PDF</a>"));
    EXPECT_TRUE(has(guest.get(below(sold), English).body, "/document.pdf?state=current\">"));
    EXPECT_FALSE(has(guest.get(below(sold), English).body, "Credited"));
    const Answer pdf = guest.get(below(sold) + "/document.pdf", English);
    ASSERT_EQ(pdf.status, 200) << pdf.body;
    EXPECT_EQ(pdf.header("content-type"), "application/pdf");
    const Answer own = file(sold, "invoice.pdf", English);
    EXPECT_TRUE(pdf.body == own.body);
    EXPECT_EQ(pdf.header("etag"), own.header("etag"));

    const Json quote = desk_.make("/quotes", js("{'partnerId':'" + buyer + "','lines':" + Lines + "}"));
    const Answer offer = guest.get(below(quote) + "/document.pdf", {{"Accept-Language", "de"}});
    ASSERT_EQ(offer.status, 200) << offer.body;
    EXPECT_TRUE(has(textOf(offer.body), "Angebot"));
    EXPECT_FALSE(has(guest.get(below(quote), English).body, "state=current"));
    EXPECT_TRUE(isRefusal(guest.get("/public/documents/nothing/document.pdf"), 404, "document-not-found"));

    ASSERT_TRUE(hasStatus(desk_.post("/sales/" + sold.textOr("id") + "/refund", js("{'amount':1}")), 201));
    EXPECT_TRUE(has(guest.get(below(sold), English).body, "<td>Credited</td><td class=\"price\">€1.00</td>"));
    EXPECT_TRUE(has(textOf(guest.get(below(sold) + "/document.pdf?state=current", English).body), "-€1.00"));
    std::string other = below(sold);
    other.back() = other.back() == 'A' ? 'B' : 'A';
    EXPECT_TRUE(isRefusal(guest.get(other + "/document.pdf"), 404, "document-not-found"));
}

TEST_F(IssuedFiles, AreMarkedAsTheyStandWhenTheyAreDrawnFirst) {
    const std::string buyer = partner();
    const auto paid = [&](const std::string& refund) {
        const Json sold = sale(buyer, Lines, ",'paidInFull':true");
        if (!refund.empty()) {
            desk_.make("/sales/" + sold.textOr("id") + "/refund", js(refund));
        }
        return textOf(file(sold, "invoice.pdf", English).body);
    };
    EXPECT_TRUE(has(paid(""), "PAID"));
    EXPECT_TRUE(has(paid("{'amount':1}"), "PAID"));
    EXPECT_TRUE(has(paid("{}"), "CREDITED"));
}

TEST_F(IssuedFiles, ShowEveryTaxCategory) {
    const std::string buyer = partner();
    const std::map<std::string, std::string> reasons = {{"E", "VATEX-EU-132"},
                                                        {"AE", "VATEX-EU-AE"},
                                                        {"K", "VATEX-EU-IC"},
                                                        {"G", "VATEX-EU-G"},
                                                        {"O", "VATEX-EU-O"},
                                                        {"Z", ""},
                                                        {"S", ""}};
    for (const auto& [category, code] : reasons) {
        const std::string rate = category == "S" ? "20" : "0";
        const std::string more = category == "E" ? ",'taxExemptionReason':'VATEX-EU-132'" : "";
        const Json sold = sale(buyer, "[{'label':'Thing','quantity':1,'unitPrice':50,'taxCategory':'" +
                                          category + "','taxRate':" + rate + more + "}]");
        const Answer ubl = file(sold, "invoice.xml");
        ASSERT_EQ(ubl.status, 200) << category << ubl.body;
        EXPECT_TRUE(has(ubl.body, "<cbc:ID>" + category + "</cbc:ID>")) << category;
        EXPECT_EQ(has(ubl.body, "TaxExemptionReasonCode"), !code.empty()) << category;
        EXPECT_TRUE(code.empty() || has(ubl.body, code)) << category;
        EXPECT_EQ(has(ubl.body, "FR32123456789"), category != "O") << category;
        for (const char* profile : {"peppol", "xrechnung", "en16931"}) {
            const Json report = file(sold, std::string("invoice/validation?profile=") + profile).json;
            EXPECT_TRUE(report["valid"].boolean()) << category << ' ' << profile << report.dump();
        }
        EXPECT_EQ(file(sold, "invoice.pdf").status, 200) << category;
    }
}

TEST_F(IssuedFiles, HaveTheDecimalsOfTheirCurrency) {
    const std::string buyer = partner();
    const Json usd = sale(buyer, Lines, ",'currency':'USD','exchangeRate':1.0842");
    const std::string ubl = file(usd, "invoice.xml").body;
    EXPECT_TRUE(has(ubl, "<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>")) << ubl;
    EXPECT_TRUE(has(ubl, "<cbc:TaxAmount currencyID=\"USD\">38.51</cbc:TaxAmount>")) << ubl;
    EXPECT_TRUE(has(ubl, "<cbc:TaxAmount currencyID=\"EUR\">35.52</cbc:TaxAmount>")) << ubl;
    EXPECT_TRUE(has(textOf(file(usd, "invoice.pdf", English).body), "VAT in EUR"));

    const Json xof = sale(buyer, "[{'label':'Riz','quantity':3,'unitPrice':1999}]",
                          ",'currency':'XOF','exchangeRate':655.957");
    EXPECT_TRUE(
        has(file(xof, "invoice.xml").body, "<cbc:PayableAmount currencyID=\"XOF\">5997</cbc:PayableAmount>"));

    const Json tnd = sale(buyer, "[{'label':'Thé','quantity':1,'unitPrice':1.125}]",
                          ",'currency':'TND','exchangeRate':3.3");
    EXPECT_TRUE(isRefusal(file(tnd, "invoice.xml"), 400, "currency-unsupported:TND"));
    EXPECT_TRUE(isRefusal(file(tnd, "invoice.cii.xml"), 400, "currency-unsupported:TND"));
    EXPECT_TRUE(has(textOf(file(tnd, "invoice.pdf", English).body), "1.125"));
}

TEST_F(IssuedFiles, HoldTheInvoiceAsDataForAReaderInEuropeAlone) {
    const auto attached = [&](const Json& sold, const std::string& name) {
        return runProgram({"/usr/bin/pdfdetach", "-list", kept("list.pdf", file(sold, name).body).string()})
            .output;
    };
    EXPECT_TRUE(has(attached(sale(partner(), Lines), "invoice.pdf"), "factur-x.xml"));
    EXPECT_FALSE(has(attached(sale(partner(), Lines), "invoice.pdf?format=ticket"), "factur-x.xml"));
    const std::string far = desk_.make("/partners", js("{'name':'Far away','country':'TN'}")).textOr("id");
    EXPECT_FALSE(has(attached(sale(far, Lines), "invoice.pdf"), "factur-x.xml"));
}

TEST_F(IssuedFiles, FitThePaperThatIsAskedFor) {
    const auto size = [&](const Json& sold, const std::string& name) {
        return runProgram({"/usr/bin/pdfinfo", kept("size.pdf", file(sold, name).body).string()}).output;
    };
    const Json invoice = sale(partner(), Lines);
    EXPECT_TRUE(has(size(invoice, "invoice.pdf"), "(A4)"));
    EXPECT_TRUE(has(size(invoice, "invoice.pdf?format=ticket"), "226.77 x"));
    const Json ticket =
        desk_.make("/sales", js("{'paidInFull':true,'lines':[{'label':'Tea','quantity':1,'unitPrice':2}]}"));
    EXPECT_TRUE(has(size(ticket, "invoice.pdf"), "226.77 x"));
    EXPECT_TRUE(has(size(ticket, "invoice.pdf?format=a4"), "(A4)"));
}

TEST_F(IssuedFiles, AreWholeWhateverTheTextsAre) {
    const std::string buyer = partner();
    const std::string isolate = "\xE2\x81\xA6";
    const Json sold = desk_.make(
        "/sales",
        Json::object({{"partnerId", buyer},
                      {"lines", Json::array({Json::object({{"label", "=HYPERLINK(\"http://evil\")" + isolate},
                                                           {"description", std::string(9999, 'x') + "&"},
                                                           {"quantity", 1},
                                                           {"unitPrice", 1}}),
                                             Json::object({{"label", "]]>&#0;&amp;\xEF\xBF\xBE\x0B"},
                                                           {"quantity", 1},
                                                           {"unitPrice", 1}})})}}));
    for (const char* name : {"invoice.xml", "invoice.cii.xml"}) {
        const Answer xml = file(sold, name);
        ASSERT_EQ(xml.status, 200) << xml.body;
        EXPECT_EQ(runProgram({"/usr/bin/xmllint", "--noout", kept("hostile.xml", xml.body).string()}).code, 0)
            << name;
        EXPECT_TRUE(has(xml.body, std::string(9999, 'x') + "&amp;")) << name;
    }
    const Answer pdf = file(sold, "invoice.pdf");
    ASSERT_EQ(pdf.status, 200);
    EXPECT_EQ(runProgram({"/usr/bin/qpdf", "--check", kept("hostile.pdf", pdf.body).string()}).code, 0);
    const std::string page = textOf(pdf.body);
    EXPECT_TRUE(has(page, "=HYPERLINK")) << page;
    EXPECT_FALSE(has(page, isolate)) << page;
}

} // namespace
} // namespace svc::test
