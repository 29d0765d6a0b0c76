// A service with few modules: requests that need another module get a clear error, everything else works.
#include "support/checks.hpp"

namespace svc::test {
namespace {

TEST(SalesAlone, SellsFreeLinesOnCreditAndRefusesMoneyAndGoods) {
    ServiceOptions options;
    options.plugins = {"partners", "sales"};
    RunningService service(options);
    HttpClient live = service.live();
    const std::string sales = service.company("/sales");
    const Answer partner = live.post(service.company("/partners"), Json::object({{"name", "Hotel"}}));
    ASSERT_TRUE(hasStatus(partner, 201));
    Json order = smallSale();
    order.set("partnerId", partner.json["id"]);
    const Answer sale = live.post(sales, order);
    ASSERT_TRUE(hasStatus(sale, 201));
    EXPECT_EQ(sale.json["paymentStatus"].text(), "unpaid");
    EXPECT_EQ(sale.json["balance"].integer(), 1200);
    EXPECT_TRUE(hasStatus(live.get(sales + '/' + sale.json.textOr("id")), 200));
    EXPECT_EQ(live.get(sales).json.size(), 1U);

    order.set("paidInFull", Json(true));
    EXPECT_TRUE(isRefusal(live.post(sales, order), 503, "module-disabled:treasury"));
    EXPECT_TRUE(isRefusal(
        live.post(sales + '/' + sale.json.textOr("id") + "/payments", Json::object({{"amount", 1}})), 503,
        "module-disabled:treasury"));
    EXPECT_TRUE(isRefusal(live.get(service.company("/wallets")), 503, "module-disabled:treasury"));
    EXPECT_TRUE(isRefusal(live.get(service.company("/items")), 503, "module-disabled:stock"));
    const Json stocked = Json::object(
        {{"lines",
          Json::array({Json::object(
              {{"itemId", "itm_01jd9se49pj5tpbv97t342qked"}, {"quantity", 1}, {"unitPrice", 1}})})}});
    EXPECT_TRUE(isRefusal(live.post(sales, stocked), 404, "item-not-found:itm_01jd9se49pj5tpbv97t342qked"));
    EXPECT_TRUE(hasStatus(live.post(sales + '/' + sale.json.textOr("id") + "/cancel", Json::object()), 200));
    const Json modules = live.get(service.company()).json["modules"];
    EXPECT_EQ(modules.dump(), R"(["partners","sales"])");
}

TEST(SalesAlone, KeepsTheSettingsOfModulesThatAreAbsent) {
    ServiceOptions options;
    options.plugins = {"partners", "sales"};
    RunningService service(options);
    HttpClient owner = service.owner();
    const Json company = owner.get(service.company()).json;
    EXPECT_EQ(company["defaultHourlyRate"].integer(), 0);
    const bool isOpen = company["publicMenu"].boolean();
    const Answer changed =
        owner.patch(service.company(), Json::object({{"defaultHourlyRate", 45}, {"publicMenu", !isOpen}}));
    ASSERT_TRUE(hasStatus(changed, 200));
    EXPECT_EQ(changed.json["defaultHourlyRate"].integer(), 4500);
    EXPECT_EQ(changed.json["publicMenu"].boolean(), !isOpen);
    for (const char* key : {"defaultHourlyRate", "publicMenu", "stockOnSale", "quotesRequireAcceptance"}) {
        EXPECT_TRUE(isRefusal(owner.patch(service.company(), Json::object({{key, "x"}})), 400,
                              std::string("field-invalid:") + key));
    }
    EXPECT_TRUE(isRefusal(owner.patch(service.company(), Json::parse(R"({"defaultHourlyRate": 0.1234567})")),
                          400, "field-invalid:defaultHourlyRate"));
    const Json schemas = service.anonymous().get("/openapi.json").json["components"]["schemas"];
    EXPECT_TRUE(schemas["CompanyChange"]["properties"].contains("publicMenu"));
}

TEST(DocumentsAlone, ServeWhatTheirModulesHaveAndNameTheOneThatIsAbsent) {
    ServiceOptions options;
    options.plugins = {"partners", "sales", "documents"};
    RunningService service(options);
    HttpClient live = service.live();
    EXPECT_TRUE(hasStatus(live.get(service.company("/document-settings")), 200));
    EXPECT_TRUE(isRefusal(live.get(service.company("/purchases/pur_01jd9se49pj5tpbv97t342qked/order.pdf")),
                          503, "module-disabled:purchases"));
    const Json paths = live.get("/openapi.json").json["paths"];
    EXPECT_TRUE(paths.contains("/companies/{companyId}/sales/{saleId}/invoice.pdf"));
    EXPECT_FALSE(paths.contains("/companies/{companyId}/purchases/{purchaseId}/order.pdf"));
}

} // namespace
} // namespace svc::test
