#include "shop.hpp"

namespace svc::sales::testing {
namespace {

using Creation = Shop;

TEST_F(Creation, theExampleOfTheDefinitionsReadsBackAsWritten) {
    offerAll();
    const Json sale = created(Json::parse(R"({
        "partnerId": "par_01jd917ehm8vtfvkxjcsqjsvj8", "date": "2026-11-20", "dueDate": "2026-12-20",
        "lines": [
          { "itemId": "itm_01jd9se49pj5tpbv97t342qked", "quantity": 2, "unitPrice": 120.00, "discountPercent": 10 },
          { "label": "Installation", "quantity": 1, "unitPrice": 60.00, "service": true, "taxRate": 20, "taxCategory": "S" } ],
        "paidInFull": false, "purchaseOrderRef": "BC-5521", "externalId": "shop-10042", "note": "Deliver at the back door" })"));
    EXPECT_EQ(sale["kind"].text(), "invoice");
    EXPECT_EQ(sale["paymentStatus"].text(), "unpaid");
    EXPECT_EQ(sale["deliveryStatus"].text(), "pending");
    EXPECT_EQ(sale["channel"].text(), "api");
    EXPECT_EQ(sale["subtotal"].integer(), 23000);
    EXPECT_EQ(sale["discountTotal"].integer(), 2400);
    EXPECT_EQ(sale["taxTotal"].integer(), 4600);
    EXPECT_EQ(sale["total"].integer(), 27600);
    EXPECT_EQ(sale["balance"].integer(), 27600);
    EXPECT_EQ(sale["lines"][0]["label"].text(), "Coffee machine C2");
    EXPECT_EQ(sale["lines"][0]["net"].integer(), 18000);
    EXPECT_EQ(sale["lines"][1]["total"].integer(), 6000);
    EXPECT_EQ(sale["createdBy"]["kind"].text(), "api_key");
    EXPECT_EQ(read(sale), sale) << "reading gives what the creation answered";
    EXPECT_EQ(eventTypes(), (Types{"sale.created", "invoice.issued"}));
    ASSERT_EQ(asked["stock.issue"].size(), 1U);
    EXPECT_EQ(asked["stock.issue"][0]["lines"].size(), 1U);
    ASSERT_EQ(asked["ledger.post"].size(), 1U);
    ASSERT_EQ(asked["partners.adjust_balance"].size(), 1U);
    EXPECT_EQ(asked["partners.adjust_balance"][0]["receivable"].integer(), 27600);
}

TEST_F(Creation, aSalePaidInFullWithoutPartnerIsATicket) {
    offerAll();
    const Json sale = created(body({{"paidInFull", true}}));
    EXPECT_EQ(sale["kind"].text(), "ticket");
    EXPECT_EQ(sale["paymentStatus"].text(), "paid");
    EXPECT_EQ(sale["payments"][0]["method"].text(), "cash");
    EXPECT_EQ(eventTypes(), (Types{"sale.created", "payment.received"}));
    ASSERT_EQ(asked["treasury.receive"].size(), 1U);
    EXPECT_EQ(asked["treasury.receive"][0]["amount"].integer(), 12000);
    EXPECT_EQ(asked["treasury.receive"][0]["counterpart"][0]["role"].text(), "customer");
    EXPECT_EQ(read(sale), sale);
}

TEST_F(Creation, aSalePaidInFullWithPartnerIsAPaidInvoice) {
    offerAll();
    const Json sale = created(body({{"partnerId", Partner}, {"paidInFull", true}, {"walletId", Bank}}));
    EXPECT_EQ(sale["payments"][0]["method"].text(), "bank_transfer");
    EXPECT_EQ(eventTypes(), (Types{"sale.created", "invoice.issued", "payment.received", "invoice.paid"}));
    EXPECT_TRUE(asked["partners.adjust_balance"].empty()) << "nothing is owed";
}

TEST_F(Creation, paymentsBelowTheTotalLeaveABalance) {
    offerAll();
    const Json sale = created(body({{"payments", Json::array({Json::object({{"amount", 20}})})}}));
    EXPECT_EQ(sale["kind"].text(), "invoice");
    EXPECT_EQ(sale["paymentStatus"].text(), "partially_paid");
    EXPECT_EQ(sale["balance"].integer(), 10000);
    EXPECT_EQ(eventTypes(),
              (Types{"sale.created", "invoice.issued", "payment.received", "invoice.partially_paid"}));
}

TEST_F(Creation, severalPaymentsMayPayInFull) {
    offerAll();
    const Json payments = Json::array({Json::object({{"amount", 100}, {"tendered", 150}}),
                                       Json::object({{"amount", 20}, {"walletId", Bank}})});
    const Json sale = created(body({{"partnerId", Partner}, {"paidInFull", true}, {"payments", payments}}));
    EXPECT_EQ(sale["payments"].size(), 2U);
    EXPECT_EQ(sale["payments"][0]["change"].integer(), 5000);
    EXPECT_EQ(eventTypes(), (Types{"sale.created", "invoice.issued", "payment.received", "payment.received",
                                   "invoice.paid"}));
}

TEST_F(Creation, aTotalOfZeroIsPaidAtOnce) {
    offerAll();
    const Json ticket = created(body({{"lines", Json::array({line("0")})}, {"paidInFull", true}}));
    EXPECT_EQ(ticket["kind"].text(), "ticket");
    EXPECT_EQ(ticket["paymentStatus"].text(), "paid");
    EXPECT_EQ(eventTypes(), (Types{"sale.created"}));
    test.host().forget();
    created(body({{"lines", Json::array({line("0")})}, {"partnerId", Partner}}));
    EXPECT_EQ(eventTypes(), (Types{"sale.created", "invoice.issued", "invoice.paid"}));
    EXPECT_TRUE(asked["ledger.post"].empty()) << "an entry of zero is no entry";
}

TEST_F(Creation, aPaidSaleAcrossTheCounterIsDeliveredAtOnce) {
    offerAll();
    test.situation().actorKind = SVC_ACTOR_USER;
    const Json sale = created(body({{"lines", Json::array({stocked(2)})}, {"paidInFull", true}}));
    EXPECT_EQ(sale["channel"].text(), "counter");
    EXPECT_EQ(sale["deliveryStatus"].text(), "delivered");
    EXPECT_EQ(sale["lines"][0]["quantityDelivered"].integer(), 2);
}

TEST_F(Creation, deliverLaterReservesInsteadOfIssuing) {
    offerAll();
    created(body({{"lines", Json::array({stocked(2)})}, {"deliverLater", true}}));
    EXPECT_EQ(asked["stock.reserve"].size(), 1U);
    EXPECT_TRUE(asked["stock.issue"].empty());
    test.situation().facts.set("stockOnSale", "at_delivery");
    created(body({{"lines", Json::array({stocked(1)})}}));
    EXPECT_EQ(asked["stock.reserve"].size(), 2U) << "the company delivers later by default";
}

TEST_F(Creation, servicesAndFreeLinesDoNotMoveStock) {
    offerAll();
    item.set("service", true);
    created(body({{"lines", Json::array({stocked(), line("5")})}}));
    EXPECT_TRUE(asked["stock.issue"].empty());
}

TEST_F(Creation, theRateOfTheDateConvertsAForeignSale) {
    offerAll();
    rates["USD2026-11-20"] = "1.25";
    const Json sale = created(body({{"currency", "USD"}}));
    EXPECT_EQ(sale["exchangeRate"].decimal(), Decimal::parse("1.25").value());
    EXPECT_EQ(sale["total"].integer(), 12000);
    EXPECT_EQ(sale["totalBase"].integer(), 9600);
    EXPECT_EQ(asked["ledger.post"][0]["lines"][0]["debit"].integer(), 9600);
    EXPECT_EQ(asked["ledger.post"][0]["lines"][0]["foreignAmount"].integer(), 12000);
    EXPECT_EQ(refused(body({{"currency", "GBP"}})), "rate-not-found:GBP:EUR");
    EXPECT_EQ(created(body({{"currency", "GBP"}, {"exchangeRate", 2}}))["totalBase"].integer(), 6000);
}

TEST_F(Creation, thePartnersCurrencyAndTermsAreTheDefaults) {
    offerAll();
    partner.set("currency", "USD").set("paymentTermsDays", 10);
    rates["USD2026-11-20"] = "1.25";
    const Json sale = created(body({{"partnerId", Partner}}));
    EXPECT_EQ(sale["currency"].text(), "USD");
    EXPECT_EQ(sale["dueDate"].text(), "2026-11-30");
}

TEST_F(Creation, taxComesFromTheLineTheItemOrTheCompany) {
    offerAll();
    item.set("taxRate", Decimal::parse("5.5").value());
    Json exempt = line("10");
    exempt.set("taxCategory", "E").set("taxExemptionReason", "Article 261");
    const Json sale = created(body({{"lines", Json::array({stocked(), line("10"), exempt})}}));
    EXPECT_EQ(sale["lines"][0]["taxRate"].decimal(), Decimal::parse("5.5").value());
    EXPECT_EQ(sale["lines"][1]["taxRate"].integer(), 20);
    EXPECT_EQ(sale["lines"][2]["taxRate"].integer(), 0);
    exempt.set("taxExemptionReason", nullptr);
    EXPECT_EQ(refused(body({{"lines", Json::array({exempt})}})),
              "field-required:lines[0].taxExemptionReason");
}

TEST_F(Creation, aCompanyWithoutVatNumberIsOutsideTheScope) {
    offerAll();
    test.situation().facts.set("vatNumber", nullptr);
    const Json sale = created(body());
    EXPECT_EQ(sale["lines"][0]["taxCategory"].text(), "O");
    EXPECT_EQ(sale["taxTotal"].integer(), 0);
}

TEST_F(Creation, recordsThatDoNotExistAreNamedInTheOrderOfTheBody) {
    offerAll();
    const std::string missing = "itm_01jd9se49pj5tpbv97t342qkee";
    Json wrong = body({{"businessUnitId", "bus_01jd9fs3wy29e8s2wzebd91q7h"},
                       {"partnerId", "par_1"},
                       {"lines", Json::array({Json::object({{"itemId", missing}, {"quantity", 1}})})},
                       {"walletId", "wal_1"},
                       {"locationId", "loc_1"}});
    EXPECT_EQ(refused(wrong), "business-unit-not-found");
    wrong.remove("businessUnitId");
    EXPECT_EQ(refused(wrong), "partner-not-found");
    wrong.remove("partnerId");
    EXPECT_EQ(refused(wrong), "item-not-found:" + missing);
    wrong.set("lines", Json::array({stocked()}));
    EXPECT_EQ(refused(wrong), "wallet-not-found");
    wrong.remove("walletId");
    EXPECT_EQ(refused(wrong), "location-not-found");
}

TEST_F(Creation, archivedRecordsAndParentsAreRefused) {
    offerAll();
    partner.set("archived", true);
    EXPECT_EQ(refused(body({{"partnerId", Partner}})), "field-invalid:partnerId");
    item.set("isParent", true);
    EXPECT_EQ(refused(body({{"lines", Json::array({line("1"), stocked()})}})),
              "field-invalid:lines[1].itemId");
}

TEST_F(Creation, fieldsThatDependOnOthersAreChecked) {
    offerAll();
    const auto withLine = [&](const char* text) {
        return refused(body({{"lines", Json::array({Json::parse(text)})}}));
    };
    EXPECT_EQ(withLine(R"({"quantity":1,"unitPrice":1})"), "field-required:lines[0].label");
    EXPECT_EQ(withLine(R"({"quantity":1,"label":"A"})"), "field-required:lines[0].unitPrice");
    EXPECT_EQ(withLine(R"({"quantity":0,"label":"A","unitPrice":1})"), "field-invalid:lines[0].quantity");
    EXPECT_EQ(withLine(R"({"quantity":1,"label":"A","unitPrice":0.0000001})"),
              "field-invalid:lines[0].unitPrice");
    EXPECT_EQ(withLine(R"({"quantity":1,"label":"A","unitPrice":1,"discountPercent":1,"discountAmount":1})"),
              "field-invalid:lines[0].discountAmount");
    EXPECT_EQ(withLine(R"({"quantity":1,"label":"A","unitPrice":1,"discountAmount":0.001})"),
              "field-invalid:lines[0].discountAmount");
    EXPECT_EQ(withLine(R"({"quantity":1,"label":"A","unitPrice":1,"taxCategory":"Z","taxRate":20})"),
              "field-invalid:lines[0].taxRate");
    EXPECT_EQ(withLine(R"({"quantity":-1,"label":"A","unitPrice":1})"), "field-invalid:lines");
    EXPECT_EQ(refused(body({{"lines", Json::array({line("10"), stocked(-1)})}})),
              "field-invalid:lines[1].quantity");
    EXPECT_EQ(refused(body({{"dueDate", "2026-11-19"}})), "field-invalid:dueDate");
    EXPECT_EQ(refused(body({{"date", "2026-11-21"}})), "field-invalid:date");
    EXPECT_EQ(refused(body({{"exchangeRate", 2}})), "field-invalid:exchangeRate");
    EXPECT_EQ(refusedCommand("sales.create", body({{"currency", "ZZZ"}})), "currency-unsupported:ZZZ");
}

TEST_F(Creation, aLockedDateIsRefused) {
    offerAll();
    test.situation().facts.set("lockDate", "2026-10-31");
    EXPECT_EQ(refused(body({{"date", "2026-10-31"}})), "date-locked:2026-10-31");
}

TEST_F(Creation, paymentsAreCheckedAgainstTheTotal) {
    offerAll();
    const auto payments = [](int amount) { return Json::array({Json::object({{"amount", amount}})}); };
    EXPECT_EQ(refused(body({{"paidInFull", true}, {"payments", payments(119)}})), "payments-total-mismatch");
    EXPECT_EQ(refused(body({{"payments", payments(121)}})), "amount-above-outstanding");
    EXPECT_EQ(refused(body({{"paidInFull", true}, {"method", "card"}})), "field-invalid:method");
    EXPECT_EQ(refused(body({{"payments", Json::array({Json::object({{"amount", 1}, {"method", "card"}})})}})),
              "field-invalid:payments[0].method");
    tillNeedsSession = true;
    EXPECT_EQ(refused(body({{"paidInFull", true}})), "cash-session-required");
}

TEST_F(Creation, theCreditLimitCountsWhatIsLeftUnpaid) {
    offerAll();
    partner.set("creditLimit", 30000).set("balance", 20000);
    EXPECT_EQ(refused(body({{"partnerId", Partner}})), std::string("credit-limit:") + Partner + ":10000");
    created(body({{"partnerId", Partner}, {"payments", Json::array({Json::object({{"amount", 20}})})}}));
    created(body({{"partnerId", Partner}, {"paidInFull", true}}));
}

TEST_F(Creation, thePlanLimitsTheSalesOfAMonth) {
    offerAll();
    test.host().planLimit("sales-per-month", 2);
    created(body());
    created(body({{"date", "2026-10-30"}}));
    EXPECT_EQ(refused(body()), "plan-limit:sales-per-month:2") << "what counts is when it was recorded";
}

TEST_F(Creation, theExternalIdIsUnique) {
    offerAll();
    created(body({{"externalId", "shop-1"}}));
    EXPECT_EQ(refused(body({{"externalId", "shop-1"}})), "already-exists:externalId");
}

TEST_F(Creation, withoutTheOtherModulesFreeLinesAreStillSold) {
    const Json sale = created(body());
    EXPECT_EQ(sale["kind"].text(), "invoice");
    EXPECT_EQ(refused(body({{"lines", Json::array({stocked()})}})), std::string("item-not-found:") + Item);
    const auto paid = test.post("createSale", body({{"paidInFull", true}}));
    EXPECT_EQ(paid.status, 503);
    EXPECT_EQ(paid.code, "module-disabled:treasury");
    const auto later = pay(sale, Json::object({{"amount", 1}}));
    EXPECT_EQ(later.code, "module-disabled:treasury");
}

TEST_F(Creation, aDryRunKeepsNothing) {
    offerAll();
    test.situation().dryRun = true;
    EXPECT_EQ(created(body())["number"].text(), "DRAFT");
    test.situation().dryRun = false;
    EXPECT_EQ(test.get("listSales").header("X-Total-Count"), "0");
}

TEST_F(Creation, theCommandSellsToo) {
    offerAll();
    const Json sale = test.command("sales.create", body());
    EXPECT_EQ(test.command("sales.get", {{"id", sale["id"]}}), read(sale));
    EXPECT_TRUE(test.command("sales.get", {{"id", "sal_1"}}).isNull());
    const Json paid =
        test.command("sales.pay", {{"saleId", sale["id"]}, {"amount", 120}, {"origin", "bank_match"}});
    EXPECT_EQ(paid["sale"]["paymentStatus"].text(), "paid");
    EXPECT_EQ(test.events()[2].data["origin"].text(), "bank_match");
}

TEST_F(Creation, theCommandTellsWhereThePaymentsOfTheSaleComeFrom) {
    offerAll();
    const auto origin = [&](const char* told) {
        const std::size_t before = test.events().size();
        test.command("sales.create", body({{"paidInFull", true}, {"origin", told}}));
        for (std::size_t i = before; i < test.events().size(); ++i) {
            if (test.events()[i].type == "payment.received") {
                return test.events()[i].data["origin"].text();
            }
        }
        return std::string();
    };
    EXPECT_EQ(origin("online_order"), "online_order");
    EXPECT_EQ(origin("sale"), "sale");
}

TEST_F(Creation, thePriceListOfThePartnerComesBeforeTheItem) {
    offerAll();
    partner.set("priceListId", "prl_01jd9se49pj5tpbv97t342qked");
    Json told = Json::object({{"itemId", Item}, {"price", 9950}, {"discountPercent", nullptr}});
    test.offer("stock.prices", [&](const Json& input) {
        asked["stock.prices"].push_back(input);
        return Json::object({{"prices", Json::array({told})}});
    });
    const Json lines = Json::array({stocked(2), line("60.00")});
    const Json sale = created(body({{"partnerId", Partner}, {"lines", lines}}));
    EXPECT_EQ(sale["lines"][0]["unitPrice"].integer(), 9950);
    EXPECT_EQ(sale["lines"][1]["unitPrice"].integer(), 6000);
    ASSERT_EQ(asked["stock.prices"].at(0)["lines"].size(), 1U) << "free lines have no list price";
    EXPECT_EQ(asked["stock.prices"].at(0)["lines"][0]["quantity"].integer(), 2);
    EXPECT_EQ(asked["stock.prices"].at(0)["currency"].text(), "EUR");

    told = Json::object({{"itemId", Item}, {"price", nullptr}, {"discountPercent", 10}});
    const Json less = created(body({{"partnerId", Partner}, {"lines", lines}}));
    EXPECT_EQ(less["lines"][0]["unitPrice"].integer(), 12000);
    EXPECT_EQ(less["lines"][0]["discountPercent"].integer(), 10);
    EXPECT_EQ(less["lines"][0]["total"].integer(), 21600);

    Json priced = stocked();
    priced.set("unitPrice", 100);
    EXPECT_EQ(created(body({{"partnerId", Partner}, {"lines", Json::array({priced})}}))["total"].integer(),
              10000)
        << "a price in the body stands";
}

} // namespace
} // namespace svc::sales::testing
