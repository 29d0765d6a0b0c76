#include "host/api/tests/api_kit.hpp"

#include <gmock/gmock.h>

namespace svc::host::api {
namespace {

using testing::kit;
using Parameters = testing::ApiKit::Parameters;

std::string signUpOwner(const std::string& email) {
    const Json body = Json::object({{"name", "Léa"}, {"email", email}, {"password", "bateau-lavoir-1906"}});
    return kit().call("signUp", "", {}, body).body["token"].text();
}

TEST(CompanyMaker, MakesTheDemonstrationCompanyReadyForUse) {
    const auto shop = kit().newShop("first@company.example");
    for (const char* name : {"companyId", "businessUnitId", "locationId", "cashWalletId", "bankWalletId",
                             "ownerEmail", "ownerPassword", "liveKey", "testKey", "baseUrl"}) {
        EXPECT_TRUE(shop.made[name].isString()) << name;
    }
    EXPECT_GE(kit().demonstrations, 1);
    const Json company =
        kit().call("readCompany", shop.made["liveKey"].text(), {{"companyId", shop.company}}).body;
    EXPECT_EQ(company["plan"].text(), "unlimited");
    EXPECT_EQ(company["defaultWalletId"], shop.made["cashWalletId"]);
    EXPECT_EQ(company["defaultBusinessUnitId"], shop.made["businessUnitId"]);
    const Json units = kit().call("listBusinessUnits", shop.token, {{"companyId", shop.company}}).body;
    ASSERT_EQ(units.size(), 1U);
    EXPECT_EQ(units[0]["code"].text(), "LIL");
    EXPECT_EQ(units[0]["defaultLocationId"], shop.made["locationId"]);
}

TEST(CompanyMaker, LeavesNothingWhenTheAnswerCannotBeKept) {
    Demonstration::Order order;
    order.name = "Never Made";
    order.ownerEmail = "never@company.example";
    order.beforeCommit = [](const Json&) { throw std::runtime_error("disk full"); };
    EXPECT_THROW(Demonstration(*kit().services, kit().context->maker).make(order), std::runtime_error);
    EXPECT_TRUE(
        kit().cluster.pool().acquire()->query("SELECT 1 FROM svc.company WHERE name = 'Never Made'").empty());
}

TEST(CompanyMaker, IntroducesALaterPluginToEveryCompanyOnce) {
    kit().newShop("later@company.example");
    EXPECT_EQ(kit().context->maker.initialiseCompanies(), 0U);
    // Static, because the command stays in the catalogue, which outlives this test.
    static int met = 0;
    kit().catalogue.add(Command{"late.company_created", "late", [](UnitOfWork&, std::string_view input) {
                                    EXPECT_TRUE(Json::parse(input)["businessUnitId"].isString());
                                    ++met;
                                    return std::string("{}");
                                }});
    kit().catalogue.add(Lifecycle{"late", "late.company_created", ""});
    const std::size_t count = kit().context->maker.initialiseCompanies();
    EXPECT_GE(count, 1U);
    EXPECT_EQ(static_cast<std::size_t>(met), count);
    EXPECT_EQ(kit().context->maker.initialiseCompanies(), 0U);
}

TEST(Companies, KeepTheirSettingsInTheColumnsOfTheVersionBeforeAsWell) {
    const auto shop = kit().newShop("columns@company.example");
    const std::string id = decodeId("com", shop.company)->toString();
    const auto run = [&](const std::string& sql) {
        db::Transaction transaction(kit().cluster.pool());
        const db::Rows rows = transaction.query(sql, {id});
        std::string text = rows.empty() ? "" : std::string(rows.text(0, 0));
        transaction.commit();
        return text;
    };
    const std::string columns = "SELECT stock_on_sale || ' ' || trim_scale(default_hourly_rate) || ' ' ||"
                                " public_menu FROM svc.company WHERE company_id = $1";
    const std::string settings =
        "SELECT settings ->> 'stockOnSale' || ' ' || (settings ->> 'defaultHourlyRate')"
        " || ' ' || (settings ->> 'publicMenu') FROM svc.company WHERE company_id = $1";
    EXPECT_EQ(run(settings), "at_sale 0 false");
    run("UPDATE svc.company SET stock_on_sale = 'at_delivery', default_hourly_rate = 12.5 WHERE company_id = $1");
    EXPECT_EQ(run(settings), "at_delivery 12.5 false");
    run(R"(UPDATE svc.company SET settings = settings || '{"stockOnSale": "at_sale", "publicMenu": true}')"
        " WHERE company_id = $1");
    EXPECT_EQ(run(columns), "at_sale 12.5 true");
}

TEST(Companies, AreMadeByPeopleWithTheDefaultsOfTheCountry) {
    const std::string token = signUpOwner("maker@company.example");
    const Json body = Json::object({{"name", "Boulangerie Été"}, {"country", "BE"}});
    const Json company = kit().call("createCompany", token, {}, body).body;
    EXPECT_EQ(company["slug"].text(), "boulangerie-ete");
    EXPECT_EQ(company["chart"].text(), "PCMN");
    EXPECT_EQ(company["version"].integer(), 1);
    EXPECT_EQ(company["createdBy"]["kind"].text(), "user");
    EXPECT_EQ(kit().call("createCompany", token, {}, body).body["slug"].text(), "boulangerie-ete-2");
    EXPECT_EQ(kit().call("listCompanies", token).body.size(), 2U);
    EXPECT_EQ(kit().refusal("createCompany", token, Parameters(),
                            std::optional(Json::object({{"name", "x"}, {"country", "XX"}}))),
              "400 country-unsupported:XX");
    kit().limits["companies"] = 2;
    EXPECT_EQ(kit().refusal("createCompany", token, Parameters(), std::optional(body)),
              "400 plan-limit:companies:2");
    kit().limits.clear();
}

TEST(Companies, AreChangedWithTheVersionInHand) {
    const auto shop = kit().newShop("change@company.example");
    const Parameters path{{"companyId", shop.company}};
    const Json changed =
        kit()
            .call("updateCompany", shop.token, path,
                  Json::object({{"phone", nullptr}, {"paymentTermsDays", 45}}), {}, {{"If-Match", "\"1\""}})
            .body;
    EXPECT_TRUE(changed["phone"].isNull());
    EXPECT_EQ(changed["paymentTermsDays"].integer(), 45);
    EXPECT_EQ(changed["version"].integer(), 2);
    EXPECT_EQ(changed["legalName"].text(), "Lumière SARL");
    EXPECT_EQ(kit().refusal("updateCompany", shop.token, path, std::optional(Json::object({{"phone", "1"}})),
                            Parameters(), http::Headers{{"if-match", "\"1\""}}),
              "412 version-mismatch");
    const auto history = kit()
                             .call("readHistory", shop.token,
                                   {{"companyId", shop.company}, {"kind", "company"}, {"id", shop.company}},
                                   std::nullopt, {{"limit", "1"}})
                             .body;
    EXPECT_EQ(history["data"][0]["action"].text(), "company.updated");
    EXPECT_EQ(history["data"][0]["changes"].size(), 2U);
    EXPECT_TRUE(history["hasMore"].boolean());
}

TEST(Companies, MoveTheirLockDateBackOnlyInASessionThatManagesRoles) {
    const auto shop = kit().newShop("lock@company.example");
    const Parameters path{{"companyId", shop.company}};
    const auto lock = [&](const std::string& caller, const Json& date) {
        return kit().refusal("updateCompany", caller, path,
                             std::optional(Json::object({{"lockDate", date}})));
    };
    EXPECT_EQ(lock(shop.made["liveKey"].text(), "2025-12-31"), "");
    EXPECT_EQ(lock(shop.made["liveKey"].text(), "2025-11-30"), "400 date-locked:2025-12-31");
    EXPECT_EQ(lock(shop.token, "2025-11-30"), "");
    EXPECT_EQ(lock(shop.token, "2999-01-01"), "400 field-invalid:lockDate");
}

TEST(Companies, KeepTheirCurrencyOnceADocumentExists) {
    const auto shop = kit().newShop("currency@company.example");
    const Parameters path{{"companyId", shop.company}};
    const auto change = [&](const char* code) {
        return kit().refusal("updateCompany", shop.token, path,
                             std::optional(Json::object({{"currency", code}})));
    };
    EXPECT_EQ(change("USD"), "");
    kit().emit(shop.company, "obj_1");
    EXPECT_EQ(change("USD"), "");
    EXPECT_EQ(change("EUR"), "400 field-invalid:currency");
}

TEST(BusinessUnits, HaveCodesOfTheirOwn) {
    const auto shop = kit().newShop("units@company.example");
    const Parameters path{{"companyId", shop.company}};
    const Json unit =
        kit().call("createBusinessUnit", shop.token, path, Json::object({{"name", "Roubaix"}})).body;
    EXPECT_EQ(unit["code"].text(), "ROU");
    EXPECT_EQ(kit().refusal("createBusinessUnit", shop.token, path,
                            std::optional(Json::object({{"name", "Rouen"}, {"code", "ROU"}}))),
              "400 already-exists:code");
    Parameters one = path;
    one["businessUnitId"] = unit["id"].text();
    EXPECT_TRUE(kit()
                    .call("updateBusinessUnit", shop.token, one, Json::object({{"archived", true}}))
                    .body["archived"]
                    .boolean());
    EXPECT_EQ(kit().call("listBusinessUnits", shop.token, path).body.size(), 1U);
    one["businessUnitId"] = shop.made["businessUnitId"].text();
    EXPECT_EQ(kit().refusal("updateBusinessUnit", shop.token, one,
                            std::optional(Json::object({{"archived", true}}))),
              "400 field-invalid:archived");
    one["businessUnitId"] = "bus_x";
    EXPECT_EQ(kit().refusal("updateBusinessUnit", shop.token, one, std::optional(Json::object())),
              "404 business-unit-not-found");
}

TEST(Plan, CountsWhatTheHostAndThePluginsKnow) {
    const auto shop = kit().newShop("plan@company.example");
    const Json plan = kit().call("readPlan", shop.token, {{"companyId", shop.company}}).body;
    std::map<std::string, std::int64_t> used;
    for (const Json& limit : plan["limits"].items()) {
        used[limit["key"].text()] = limit["used"].integer();
    }
    EXPECT_EQ(used["api-keys"], 2);
    EXPECT_EQ(used["companies"], 1);
    EXPECT_EQ(used["items"], 7);
    EXPECT_EQ(used.size(), 11U);
}

TEST(Numbering, FollowsItsPatternAndKeepsAUsedSeries) {
    const auto shop = kit().newShop("numbers@company.example");
    const Parameters path{{"companyId", shop.company}};
    EXPECT_EQ(kit().call("listNumbering", shop.token, path).body.size(), 2U);
    const auto put = [&](const char* kind, const Json& body) {
        Parameters one = path;
        one["kind"] = kind;
        return kit().refusal("updateNumbering", shop.token, one, std::optional(body));
    };
    EXPECT_EQ(put("invoice", Json::object({{"pattern", "FA{YY}-{00000}"}, {"next", 100}})), "");
    EXPECT_EQ(put("invoice", Json::object({{"pattern", "FA{YY}-{00000}"}, {"next", 50}})), "");
    EXPECT_EQ(put("letter", Json::object({{"pattern", "L{YY}-{00000}"}})),
              "400 numbering-kind-unknown:letter");
    EXPECT_EQ(put("invoice", Json::object({{"pattern", "FA-{00000}"}})), "400 field-invalid:pattern");
    EXPECT_EQ(put("ticket", Json::object({{"pattern", "T{YY}-{000}"}, {"perBusinessUnit", true}})),
              "400 field-invalid:pattern");
    {
        UnitOfWork::Options options;
        options.company = *kit().gatekeeper->company(*decodeId("com", shop.company));
        UnitOfWork work(*kit().services, options);
        const std::string year = std::to_string(work.today().year()).substr(2);
        EXPECT_EQ(work.takeNumber("invoice", std::nullopt, work.today()), "FA" + year + "-00050");
        work.askNumber("invoice", std::nullopt, work.today());
        EXPECT_EQ(work.takeNumber("invoice", std::nullopt, work.today()), "FA" + year + "-00051");
        work.commit();
    }
    EXPECT_EQ(put("invoice", Json::object({{"pattern", "FA{YY}-{00000}"}, {"next", 90}})),
              "400 field-invalid:next");
}

TEST(Numbering, HasNoNumberThatIsAskedForAndNotTaken) {
    const auto shop = kit().newShop("asked@company.example");
    UnitOfWork::Options options;
    options.company = *kit().gatekeeper->company(*decodeId("com", shop.company));
    const auto ask = [](UnitOfWork& work, const char* kind) {
        work.askNumber(kind, std::nullopt, work.today());
    };
    UnitOfWork left(*kit().services, options);
    ask(left, "invoice");
    EXPECT_THROW(left.commit(), Fault);
    UnitOfWork other(*kit().services, options);
    ask(other, "invoice");
    EXPECT_THROW(other.takeNumber("ticket", std::nullopt, other.today()), Fault);
    UnitOfWork twice(*kit().services, options);
    ask(twice, "invoice");
    EXPECT_THROW(ask(twice, "invoice"), Fault);
    UnitOfWork rehearsing(*kit().services, options);
    rehearsing.rehearse([&] { ask(rehearsing, "invoice"); });
    const std::string first = rehearsing.takeNumber("invoice", std::nullopt, rehearsing.today());
    rehearsing.commit();
    EXPECT_TRUE(first.ends_with("1")) << first;
    UnitOfWork next(*kit().services, options);
    const std::string second = next.takeNumber("invoice", std::nullopt, next.today());
    EXPECT_TRUE(second.ends_with("2")) << second << ": what a rehearsal asked for is not taken behind it";
}

TEST(Jobs, AreFoundByTheirCompanyOnly) {
    const auto shop = kit().newShop("jobs@company.example");
    const auto other = kit().newShop("jobs2@company.example");
    UnitOfWork::Options options;
    options.company = *kit().gatekeeper->company(*decodeId("com", shop.company));
    UnitOfWork work(*kit().services, options);
    const std::string id = encodeId("job", work.fileJob("shop", "export", work.now(), "{}", ""));
    work.commit();
    EXPECT_EQ(
        kit().call("readJob", shop.token, {{"companyId", shop.company}, {"jobId", id}}).body["status"].text(),
        "queued");
    EXPECT_EQ(kit().refusal("readJob", other.token, Parameters{{"companyId", other.company}, {"jobId", id}}),
              "404 job-not-found");
}

} // namespace
} // namespace svc::host::api
