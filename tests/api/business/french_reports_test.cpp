// French e-invoicing through HTTP: invoices of suppliers, and the reports of a period.
#include "api/business/french_einvoicing.hpp"

namespace svc::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST_F(FrenchEinvoicing, SupplierInvoicesAreReceivedAndDecided) {
    const std::string number = unique("BN");
    platform.bring("SupplierInvoice", "");
    platform.bring("SupplierInvoice", supplierFile(number), js("{'name':'bn.xml'}"));
    platform.bring("SupplierInvoice", "%PDF-1.7 nothing");
    platform.bring("SupplierInvoice", supplierFile(number + "-2"));
    advanceClock(Quarter);
    const Json all = received(2);
    advanceClock(Quarter);
    EXPECT_EQ(received(2).size(), 2U) << "each once; what cannot be read keeps nothing waiting";
    const auto unreadable = [&] {
        const std::string history = desk.get("/history/regime/fr-einvoicing").body;
        return std::pair(history.find("file-unreadable") != std::string::npos,
                         history.find("does not give its file") != std::string::npos);
    };
    EXPECT_EQ(unreadable(), std::pair(true, false));
    const bool isFirst = all[0].textOr("number") == number;
    const Json first = all[isFirst ? 0 : 1];
    const Json second = all[isFirst ? 1 : 0];
    EXPECT_EQ(first.textOr("source"), "fr-einvoicing");
    EXPECT_EQ(first.textOr("status"), "received");
    EXPECT_EQ(first["payable"].integer(), 33690);
    const std::string supplier =
        desk.make("/partners", js("{'name':'$1','kind':'supplier'}", {unique("Seller")})).textOr("id");
    const Answer taken = desk.post("/supplier-invoices/" + first.textOr("id") + "/accept",
                                   js("{'as':'purchase','partnerId':'$1'}", {supplier}));
    ASSERT_TRUE(hasStatus(taken, 200));
    const auto approved = platform.waitFor("CDAR", 1);
    EXPECT_THAT(approved.at(0).file, HasSubstr(">205<"));
    EXPECT_THAT(approved.at(0).file, HasSubstr(">" + number + "<"));
    EXPECT_THAT(approved.at(0).file, HasSubstr(">303265045<"));
    ASSERT_TRUE(hasStatus(desk.post("/supplier-invoices/" + second.textOr("id") + "/refuse",
                                    js("{'reason':'Commande inconnue','reasonCode':'CMD_ERR'}")),
                          200));
    const auto refused = platform.waitFor("CDAR", 2);
    EXPECT_THAT(refused.at(1).file, HasSubstr(">210<"));
    EXPECT_THAT(refused.at(1).file, HasSubstr("<ram:ReasonCode>CMD_ERR</ram:ReasonCode>"));
    EXPECT_THAT(refused.at(1).file, HasSubstr("<ram:Reason>Commande inconnue</ram:Reason>"));
    ASSERT_TRUE(hasStatus(
        desk.post("/purchases/" + taken.json["purchase"].textOr("id") + "/payments", js("{'amount':336.90}")),
        201));
    EXPECT_THAT(platform.waitFor("CDAR", 3).at(2).file, HasSubstr(">211<"));
    advanceClock(90000);
    advanceClock(Quarter);
    EXPECT_EQ(unreadable(), std::pair(true, true)) << "it was asked for, for a day";
}

TEST_F(FrenchEinvoicing, ReportsOfThePeriodAreSentAndCorrected) {
    accept();
    const std::string consumer = partner(",'country':'FR'");
    const std::string abroad = partner(",'country':'DE','company':true,'vatNumber':'DE123456789'");
    const std::string day = desk.today();
    enable(js("{'vatRegime':'quarterly','reportFrom':'$1'}", {day}));
    for (int i = 0; i < 2; ++i) {
        desk.make("/sales", js("{'lines':[{'label':'Pain','quantity':10,'unitPrice':1.055,'taxRate':5.5},"
                               "{'label':'Pose','quantity':1,'unitPrice':12,'taxRate':20,'service':true}],"
                               "'pricesIncludeTax':true,'paidInFull':true}"));
    }
    const Json invoice = saleTo(consumer);
    desk.make("/sales", js("{'partnerId':'$1','pricesIncludeTax':false,'lines':[{'label':'Conseil',"
                           "'quantity':1,'unitPrice':500,'taxRate':0,'taxCategory':'AE','service':true}],"
                           "'paidInFull':true}",
                           {abroad}));
    saleTo(business()); // reported by its own file, not by a report
    const Date last = Date::parse(day).value().lastOfMonth();
    const auto days = last.addDays(4).daysSince(Date::parse(day).value());
    advanceClock(days * 86400LL);
    advanceClock(3700);
    const auto reports = platform.waitFor("FRR", 2);
    for (const DepositedFlow& report : reports) {
        EXPECT_EQ(schemaComplaint(report.file), "");
        EXPECT_THAT(report.file, HasSubstr("<TypeCode>IN</TypeCode>"));
        EXPECT_THAT(report.file, HasSubstr("<Id schemeId=\"0238\">1234</Id>"));
    }
    const bool swapped = reports.at(0).file.find("<PaymentsReport>") != std::string::npos;
    const std::string& sold = reports.at(swapped ? 1 : 0).file;
    const std::string& paid = reports.at(swapped ? 0 : 1).file;
    EXPECT_THAT(sold, HasSubstr("<StartDate>" + replaced(day.substr(0, 8) + "01", "-", "") + "</StartDate>"));
    EXPECT_THAT(sold, HasSubstr("<CompanyId schemeId=\"0223\">DE123456789</CompanyId>"));
    EXPECT_THAT(sold, HasSubstr("<TaxExemptionReasonCode>VATEX-EU-AE</TaxExemptionReasonCode>"));
    EXPECT_THAT(sold, HasSubstr("<CategoryCode>TLB1</CategoryCode>"));
    EXPECT_THAT(sold, HasSubstr("<CategoryCode>TPS1</CategoryCode>"));
    EXPECT_THAT(sold, HasSubstr("<TransactionsCount>3</TransactionsCount>"));
    EXPECT_THAT(sold, HasSubstr("<TaxableAmount>20.00</TaxableAmount>")) << "two tickets of bread";
    EXPECT_THAT(sold, Not(HasSubstr("303265045")));
    EXPECT_THAT(paid, HasSubstr("<Amount>24.00</Amount>")) << "the services of two tickets";
    EXPECT_THAT(paid, HasSubstr("<Amount>500.00</Amount>")) << "the invoice abroad";
    EXPECT_THAT(paid, Not(HasSubstr("5.50"))) << "goods are not told";

    const Json list = desk.read("/fiscal/fr-einvoicing/reports");
    ASSERT_EQ(list.size(), 2U);
    const std::string id =
        list[1].textOr("kind") == "transactions" ? list[1].textOr("id") : list[0].textOr("id");
    EXPECT_EQ(desk.get("/fiscal/fr-einvoicing/reports/" + id + "/file").body, sold);
    EXPECT_TRUE(isRefusal(desk.get("/fiscal/fr-einvoicing/reports/T1/file"), 404, "report-not-found"));
    advanceClock(Quarter);
    EXPECT_EQ(desk.read("/fiscal/fr-einvoicing/reports")[0].textOr("state"), "accepted");

    Answer late =
        desk.post("/sales", js("{'date':'$1','lines':[{'label':'Pain','quantity':1,'unitPrice':10.55,"
                               "'taxRate':5.5}],'pricesIncludeTax':true,'paidInFull':true}",
                               {day}));
    ASSERT_TRUE(hasStatus(late, 201));
    advanceClock(86400 + 3700);
    const auto all = platform.waitFor("FRR", 3);
    EXPECT_THAT(all.at(2).file, HasSubstr("<TypeCode>RE</TypeCode>"));
    EXPECT_THAT(all.at(2).file, HasSubstr("<TaxableAmount>30.00</TaxableAmount>"));
    EXPECT_EQ(schemaComplaint(all.at(2).file), "");
    enable(js("{'vatRegime':'monthly'}"));
    advanceClock(86400 + 3700);
    EXPECT_EQ(platform.deposits("FRR").size(), 3U) << "no day is reported twice when the periods change";
    EXPECT_EQ(invoice.textOr("fiscalStatus"), "none");
}

TEST_F(FrenchEinvoicing, AReportThatThePlatformHasAlreadyKeepsItsFlow) {
    accept();
    const std::string day = desk.today();
    enable(js("{'vatRegime':'quarterly','reportFrom':'$1'}", {day}));
    desk.make("/sales", js("{'lines':[{'label':'Pain','quantity':1,'unitPrice':10.55,'taxRate':5.5}],"
                           "'pricesIncludeTax':true,'paidInFull':true}"));
    platform.answerNext(Reaction{.text = "no HTTP\r\n\r\n"}, true);
    const Date last = Date::parse(day).value().lastOfMonth();
    const auto days = last.addDays(4).daysSince(Date::parse(day).value());
    advanceClock(days * 86400LL);
    advanceClock(3700);
    platform.waitFor("FRR", 1);
    const auto report = [&] {
        for (const Json& one : rowsOf(desk.read("/fiscal/fr-einvoicing/reports"))) {
            if (one.textOr("kind") == "transactions") {
                return one;
            }
        }
        return Json::object();
    };
    for (int i = 0; i < 50 && report().textOr("state") != "accepted"; ++i) {
        advanceClock(310);
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    EXPECT_EQ(report().textOr("state"), "accepted");
    EXPECT_EQ(report().textOr("reference"), platform.deposits("FRR").at(0).id);
    EXPECT_EQ(platform.deposits("FRR").size(), 1U);
}

} // namespace
} // namespace svc::test
