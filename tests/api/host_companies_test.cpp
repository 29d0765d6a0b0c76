// Companies, business units, members, roles, plans; and a company never sees data of another.
#include "companies_fixture.hpp"

#include <atomic>
#include <thread>

#include "host/auth/totp.hpp"

namespace svc::test {
namespace {

TEST_F(Companies, ANewCompanyHasAllThatItNeeds) {
    Founder founder = found("FR");
    const Json& company = founder.company;
    EXPECT_EQ(company["currency"].text(), "EUR");
    EXPECT_EQ(company["timeZone"].text(), "Europe/Paris");
    EXPECT_EQ(company["chart"].text(), "PCG");
    EXPECT_EQ(company["plan"].text(), "standard");
    EXPECT_EQ(company["stockOnSale"].text(), "at_sale");
    EXPECT_TRUE(company["pricesIncludeTax"].boolean());
    EXPECT_FALSE(company["publicMenu"].boolean());
    EXPECT_TRUE(company["lockDate"].isNull());
    EXPECT_EQ(company["version"].integer(), 1);
    EXPECT_EQ(company["slug"].text().rfind("cafe-elan", 0), 0U);
    const Json units = founder.client.get(founder.path + "/business-units").json;
    ASSERT_EQ(units.size(), 1U);
    EXPECT_EQ(units[0]["id"], company["defaultBusinessUnitId"]);
    EXPECT_TRUE(units[0]["defaultLocationId"].isString());
    EXPECT_EQ(founder.client.get(founder.path + "/locations").json.size(), 1U);
    EXPECT_EQ(founder.client.get(founder.path + "/wallets").json.size(), 2U);
    EXPECT_TRUE(company["defaultWalletId"].isString());
    const Json me = founder.client.get("/auth/me").json;
    ASSERT_EQ(me["companies"].size(), 1U);
    EXPECT_EQ(me["companies"][0]["role"]["name"].text(), "owner");
    EXPECT_GT(me["companies"][0]["permissions"].size(), 10U);
    EXPECT_TRUE(isRefusal(founder.client.post("/companies", Json::object({{"name", "X"}})), 400,
                          "field-required:country"));
    EXPECT_TRUE(isRefusal(founder.client.post("/companies", Json::object({{"name", "X"}, {"country", "ZZ"}})),
                          400, "country-unsupported:ZZ"));
    EXPECT_EQ(founder.client.get("/companies").json.size(), 1U);
}

TEST_F(Companies, OneIsInvisibleToAnother) {
    Founder founder = found();
    EXPECT_TRUE(isRefusal(founder.client.get(service.company()), 404, "company-not-found"));
    EXPECT_TRUE(isRefusal(owner.get(founder.path), 404, "company-not-found"));
    EXPECT_TRUE(isRefusal(service.live().get(founder.path), 404, "company-not-found"));
    EXPECT_TRUE(
        isRefusal(owner.patch(founder.path, Json::object({{"name", "Mine"}})), 404, "company-not-found"));
}

TEST_F(Companies, ThePlanLimitsCompaniesAndKeysOfAStandardOne) {
    Founder founder = found();
    for (int i = 2; i <= 3; ++i) {
        EXPECT_TRUE(hasStatus(
            founder.client.post("/companies", Json::object({{"name", "More"}, {"country", "BE"}})), 201));
    }
    EXPECT_TRUE(
        isRefusal(founder.client.post("/companies", Json::object({{"name", "More"}, {"country", "BE"}})), 400,
                  "plan-limit:companies:3"));
    const Json key = Json::object({{"name", "K"}, {"mode", "live"}, {"scopes", Json::array({"sales:view"})}});
    std::string last;
    for (int i = 0; i < 10; ++i) {
        const Answer made = founder.client.post(founder.path + "/api-keys", key);
        ASSERT_TRUE(hasStatus(made, 201));
        last = made.json.textOr("id");
    }
    EXPECT_TRUE(
        isRefusal(founder.client.post(founder.path + "/api-keys", key), 400, "plan-limit:api-keys:10"));
    const Json plan = founder.client.get(founder.path + "/plan").json;
    EXPECT_EQ(plan["plan"].text(), "standard");
    for (const Json& limit : plan["limits"].items()) {
        if (limit["key"].text() == "api-keys") {
            EXPECT_EQ(limit["allowed"].integer(), 10);
            EXPECT_EQ(limit["used"].integer(), 10);
        }
    }
    EXPECT_EQ(founder.client.remove(founder.path + "/api-keys/" + last).status, 204);
    EXPECT_EQ(founder.client.post(founder.path + "/api-keys", key).status, 201)
        << "revoked keys do not count";
    for (int i = 2; i <= 5; ++i) {
        EXPECT_EQ(founder.client
                      .post(founder.path + "/business-units",
                            Json::object({{"name", "U"}, {"code", "U" + std::to_string(i)}}))
                      .status,
                  201);
    }
    EXPECT_TRUE(isRefusal(
        founder.client.post(founder.path + "/business-units", Json::object({{"name", "U"}, {"code", "U6"}})),
        400, "plan-limit:business-units:5"));
    EXPECT_EQ(owner.get(service.company("/plan")).json["plan"].text(), "unlimited");
}

TEST_F(Companies, HaveNoAddressThatMeansSomethingElse) {
    for (const char* slug : {"documents", "hooks", "oauth", "console", "companies", "public", "auth"}) {
        EXPECT_TRUE(isRefusal(owner.patch(service.company(""), Json::object({{"slug", slug}})), 400,
                              "field-invalid:slug"))
            << slug;
    }
    const auto country = [](const char* code) {
        return Json::object({{"address", Json::object({{"city", "Lille"}, {"country", code}})}});
    };
    for (const char* code : {"fr", "QQ", "FRA"}) {
        EXPECT_TRUE(isRefusal(owner.patch(service.company(""), country(code)), 400,
                              "country-unsupported:" + std::string(code)));
    }
    Json unit = country("zz");
    unit.set("name", "Harbour").set("code", "HRX");
    EXPECT_TRUE(
        isRefusal(owner.post(service.company("/business-units"), unit), 400, "country-unsupported:zz"));
}

TEST_F(Companies, ABusinessUnitWithoutCodeGetsOneThatIsFree) {
    Founder founder = found();
    const auto codeOf = [&](const char* name) {
        return founder.client.post(founder.path + "/business-units", Json::object({{"name", name}}))
            .json.textOr("code");
    };
    EXPECT_EQ(codeOf("Vannes"), "VAN");
    EXPECT_EQ(codeOf("Vannes port"), "VAN2");
    EXPECT_EQ(codeOf("Vanves"), "VAN3");
    const Json sent = Json::object({{"name", "Vannes"}, {"code", "VAN"}});
    EXPECT_TRUE(
        isRefusal(founder.client.post(founder.path + "/business-units", sent), 400, "already-exists:code"));
}

TEST_F(Companies, BusinessUnitsAreMadeChangedAndArchived) {
    const std::string units = service.company("/business-units");
    const Answer made = owner.post(units, Json::object({{"name", "Harbour shop"}, {"code", "HRB"}}));
    ASSERT_TRUE(hasStatus(made, 201));
    EXPECT_FALSE(made.json["archived"].boolean());
    EXPECT_TRUE(isRefusal(owner.post(units, Json::object({{"name", "Again"}, {"code", "HRB"}})), 400,
                          "already-exists:code"));
    EXPECT_TRUE(isRefusal(owner.post(units, Json::object()), 400, "field-required:name"));
    EXPECT_TRUE(isRefusal(owner.post(units, Json::object({{"name", "Low"}, {"code", "low"}})), 400,
                          "field-invalid:code"));
    const std::string path = units + '/' + made.json.textOr("id");
    EXPECT_EQ(owner.patch(path, Json::object({{"name", "Old harbour"}})).json["name"].text(), "Old harbour");
    EXPECT_TRUE(hasStatus(owner.patch(path, Json::object({{"archived", true}})), 200));
    for (const Json& unit : rowsOf(owner.get(units).json)) {
        EXPECT_NE(unit["id"], made.json["id"]);
    }
    bool hidden = false;
    for (const Json& unit : rowsOf(owner.get(units + "?archived=true").json)) {
        hidden = hidden || unit["id"] == made.json["id"];
    }
    EXPECT_TRUE(hidden);
    EXPECT_TRUE(isRefusal(
        owner.patch(units + '/' + service.value("businessUnitId"), Json::object({{"archived", true}})), 400,
        "field-invalid:archived"));
    EXPECT_TRUE(isRefusal(owner.patch(units + "/bus_01jd9fs3wy29e8s2wzebd91q7g", Json::object()), 404,
                          "business-unit-not-found"));
    Json sale = smallSale();
    sale.set("businessUnitId", made.json["id"]);
    EXPECT_TRUE(isRefusal(owner.post(service.company("/sales"), sale), 400, "field-invalid:businessUnitId"));
}

TEST_F(Companies, FieldsAreChangedOneByOne) {
    Founder founder = found();
    const Answer changed = founder.client.patch(
        founder.path, Json::object({{"legalName", "Élan SARL"}, {"paymentTermsDays", 45}}),
        {{"If-Match", "\"1\""}});
    ASSERT_TRUE(hasStatus(changed, 200));
    EXPECT_EQ(changed.json["legalName"].text(), "Élan SARL");
    EXPECT_EQ(changed.json["paymentTermsDays"].integer(), 45);
    EXPECT_EQ(changed.json["name"], founder.company["name"]);
    EXPECT_EQ(changed.json["version"].integer(), 2);
    EXPECT_TRUE(
        isRefusal(founder.client.patch(founder.path, Json::object({{"phone", "1"}}), {{"If-Match", "\"1\""}}),
                  412, "version-mismatch"));
    EXPECT_TRUE(founder.client.patch(founder.path, Json::object({{"legalName", nullptr}}))
                    .json["legalName"]
                    .isNull());
    EXPECT_TRUE(isRefusal(founder.client.patch(founder.path, Json::object({{"timeZone", "Mars/Base"}})), 400,
                          "field-invalid:timeZone"));
    EXPECT_TRUE(isRefusal(founder.client.patch(founder.path, Json::object({{"currency", "XXY"}})), 400,
                          "currency-unsupported:XXY"));
    const Json history =
        founder.client.get(founder.path + "/history/company/" + founder.company["id"].text()).json;
    ASSERT_GE(history["data"].size(), 2U);
    EXPECT_EQ(history["data"][0]["action"].text(), "company.updated");
    EXPECT_EQ(history["data"][0]["actor"]["kind"].text(), "user");
    EXPECT_EQ(history["data"][0]["changes"][0]["field"].text(), "legalName");
}

TEST_F(Companies, TheCurrencyIsFixedByTheFirstDocument) {
    Founder founder = found();
    EXPECT_EQ(founder.client.patch(founder.path, Json::object({{"currency", "XOF"}})).json["currency"].text(),
              "XOF");
    EXPECT_EQ(founder.client.patch(founder.path, Json::object({{"currency", "EUR"}})).json["currency"].text(),
              "EUR");
    ASSERT_TRUE(hasStatus(founder.client.post(founder.path + "/sales", smallSale()), 201));
    EXPECT_TRUE(isRefusal(founder.client.patch(founder.path, Json::object({{"currency", "XOF"}})), 400,
                          "field-invalid:currency"));
}

TEST_F(Companies, TheLockDateClosesTheBooksAndOnlyAnOwnerMovesItBack) {
    Founder founder = found();
    const Answer locked = founder.client.patch(founder.path, Json::object({{"lockDate", "2026-06-30"}}));
    EXPECT_EQ(locked.json["lockDate"].text(), "2026-06-30");
    Json sale = smallSale();
    sale.set("date", Json("2026-06-30"));
    EXPECT_TRUE(isRefusal(founder.client.post(founder.path + "/sales", sale), 400, "date-locked:2026-06-30"));
    sale.set("date", Json("2026-07-01"));
    EXPECT_TRUE(hasStatus(founder.client.post(founder.path + "/sales", sale), 201));
    sale.set("date", Json("2199-01-01"));
    EXPECT_TRUE(isRefusal(founder.client.post(founder.path + "/sales", sale), 400, "field-invalid:date"));
    Person manager = join(founder.client, founder.path, "manager");
    EXPECT_TRUE(isRefusal(manager.client.patch(founder.path, Json::object({{"lockDate", "2026-05-31"}})), 400,
                          "date-locked:2026-06-30"));
    EXPECT_TRUE(isRefusal(manager.client.patch(founder.path, Json::object({{"lockDate", nullptr}})), 400,
                          "date-locked:2026-06-30"));
    EXPECT_EQ(manager.client.patch(founder.path, Json::object({{"lockDate", "2026-07-31"}})).status, 200);
    EXPECT_TRUE(
        founder.client.patch(founder.path, Json::object({{"lockDate", nullptr}})).json["lockDate"].isNull());
}

TEST_F(Companies, MembersAreInvitedAcceptSuspendedAndRemoved) {
    Founder founder = found();
    const std::string members = founder.path + "/members";
    const std::string cashier = roleId(founder.client, founder.path, "cashier");
    const std::string email = unique("new") + "@example.test";
    const Json order = Json::object({{"email", email}, {"roleId", cashier}});
    const Answer invited = founder.client.post(members, order);
    ASSERT_TRUE(hasStatus(invited, 201));
    EXPECT_EQ(invited.json["state"].text(), "invited");
    EXPECT_EQ(invited.json["role"]["name"].text(), "cashier");
    EXPECT_TRUE(isRefusal(founder.client.post(members, order), 400, "member-exists"));
    EXPECT_TRUE(
        isRefusal(founder.client.post(members, Json::object({{"email", "x@example.test"},
                                                             {"roleId", "rol_01jd9dzft1wjtsyj2tqzjsy61n"}})),
                  404, "role-not-found"));
    const std::string url = invited.json.textOr("invitationUrl");
    const std::string accept = "/auth/invitations/" + url.substr(url.rfind('/') + 1) + "/accept";
    EXPECT_TRUE(isRefusal(service.anonymous().post("/auth/invitations/nonsense/accept", Json::object()), 400,
                          "token-invalid"));
    EXPECT_TRUE(isRefusal(service.anonymous().post(accept, Json::object({{"name", "New"}})), 400,
                          "field-required:password"));
    const Answer accepted =
        service.anonymous().post(accept, Json::object({{"name", "New"}, {"password", password}}));
    ASSERT_TRUE(hasStatus(accepted, 200));
    EXPECT_TRUE(isRefusal(service.anonymous().post(accept, Json::object()), 400, "token-invalid"));
    HttpClient member = service.client(accepted.json.textOr("token"));
    EXPECT_TRUE(hasStatus(member.post(founder.path + "/sales", smallSale()), 201));
    EXPECT_TRUE(isRefusal(member.get(members), 403, "forbidden"));
    const std::string path = members + '/' + invited.json.textOr("id");
    EXPECT_EQ(founder.client.patch(path, Json::object({{"state", "suspended"}})).json["state"].text(),
              "suspended");
    EXPECT_TRUE(isRefusal(member.get(founder.path), 404, "company-not-found"));
    EXPECT_EQ(founder.client.patch(path, Json::object({{"state", "active"}})).status, 200);
    EXPECT_EQ(member.get(founder.path).status, 200);
    EXPECT_EQ(
        founder.client.patch(path, Json::object({{"roleId", roleId(founder.client, founder.path, "viewer")}}))
            .status,
        200);
    EXPECT_TRUE(isRefusal(member.post(founder.path + "/sales", smallSale()), 403, "missing-permission"));
    EXPECT_TRUE(hasStatus(founder.client.remove(path), 204));
    EXPECT_TRUE(isRefusal(member.get(founder.path), 404, "company-not-found"));
    EXPECT_TRUE(isRefusal(founder.client.remove(path), 404, "member-not-found"));
}

TEST_F(Companies, TheCeilingHoldsForCompaniesThatAreMadeAtTheSameTime) {
    constexpr int Clients = 12;
    Person person = newPerson();
    const std::string token =
        person.client.post("/auth/login", Json::object({{"email", person.email}, {"password", password}}))
            .json.textOr("token");
    std::atomic<int> made{0};
    std::atomic<int> refused{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < Clients; ++i) {
        threads.emplace_back([&] {
            HttpClient client = service.client(token);
            const Answer answer =
                client.post("/companies", Json::object({{"name", "Together"}, {"country", "FR"}}));
            ++(answer.status == 201 ? made : refused);
            EXPECT_TRUE(answer.status == 201 || answer.code() == "plan-limit:companies:3") << answer.body;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(made, 3);
    EXPECT_EQ(refused, Clients - 3);
    EXPECT_EQ(person.client.get("/companies").json.size(), 3U);
}

TEST_F(Companies, OneOwnerIsKept) {
    Founder founder = found();
    const std::string members = founder.path + "/members";
    const std::string self = members + '/' + founder.client.get(members).json[0]["id"].text();
    EXPECT_TRUE(isRefusal(founder.client.remove(self), 400, "last-owner"));
    EXPECT_TRUE(
        isRefusal(founder.client.patch(self, Json::object({{"state", "suspended"}})), 400, "last-owner"));
    EXPECT_TRUE(
        isRefusal(founder.client.patch(
                      self, Json::object({{"roleId", roleId(founder.client, founder.path, "viewer")}})),
                  400, "last-owner"));
    const Json limit =
        Json::object({{"businessUnitIds", Json::array({founder.company.textOr("defaultBusinessUnitId")})}});
    EXPECT_TRUE(isRefusal(founder.client.patch(self, limit), 400, "last-owner"));
    Person second = join(founder.client, founder.path, "owner");
    const std::string other = memberOf(founder.client, founder.path, second.email);
    EXPECT_TRUE(hasStatus(founder.client.patch(other, limit), 200));
    EXPECT_TRUE(isRefusal(founder.client.remove(self), 400, "last-owner"))
        << "who is limited to business units is no owner of all";
    EXPECT_TRUE(isRefusal(founder.client.patch(self, limit), 400, "last-owner"));
    EXPECT_TRUE(
        hasStatus(founder.client.patch(other, Json::object({{"businessUnitIds", Json::array()}})), 200));
    EXPECT_TRUE(hasStatus(second.client.remove(self), 204));
    EXPECT_TRUE(isRefusal(founder.client.get(founder.path), 404, "company-not-found"));
}

TEST_F(Companies, TheSecurityLogTellsOfMembersSettingsAndCodes) {
    Founder founder = found();
    const auto newest = [&] { return founder.client.get(founder.path + "/security-log").json["data"][0]; };
    const auto told = [&](const std::string& action, const std::string& field) {
        const Json line = newest();
        EXPECT_EQ(line["action"].text(), action);
        EXPECT_EQ(line["changes"].size() == 0 ? "" : line["changes"][0].textOr("field"), field);
    };
    Person clerk = join(founder.client, founder.path, "viewer");
    const std::string unit = founder.company.textOr("defaultBusinessUnitId");
    EXPECT_TRUE(hasStatus(founder.client.patch(memberOf(founder.client, founder.path, clerk.email),
                                               Json::object({{"businessUnitIds", Json::array({unit})}})),
                          200));
    told("member.updated", "businessUnitIds");
    EXPECT_TRUE(hasStatus(founder.client.patch(founder.path, Json::object({{"phone", "+33 1 23"}})), 200));
    told("company.updated", "phone");
    EXPECT_TRUE(hasStatus(
        founder.client.put(founder.path + "/numbering/quote", Json::object({{"pattern", "Q{YYYY}-{0000}"}})),
        200));
    told("numbering.updated", "pattern");
    const Json secret = founder.client.patch("/auth/me", Json::object({{"otpEnabled", true}})).json;
    const Answer clock = founder.client.post("/testing/clock", Json::object({{"advance", "PT1M"}}));
    const std::string code =
        host::auth::totpCode(host::auth::base32Decode(secret.textOr("otpSecret")).value(),
                             host::auth::totpStep(Instant::parse(clock.json.textOr("now")).value()));
    EXPECT_TRUE(hasStatus(
        founder.client.patch("/auth/me", Json::object({{"otpEnabled", true}, {"otp", code}})), 200));
    told("member.codes_enabled", "otpEnabled");
    EXPECT_EQ(newest()["objectId"].text(),
              founder.client.get(founder.path + "/members").json[0].textOr("id"));
    const Answer key = founder.client.post(
        founder.path + "/api-keys",
        Json::object({{"name", "Auditor"}, {"mode", "live"}, {"scopes", Json::array({"settings:company"})}}));
    EXPECT_TRUE(hasStatus(service.client(key.json.textOr("key")).get(founder.path + "/security-log"), 200));
    EXPECT_TRUE(isRefusal(clerk.client.get(founder.path + "/security-log"), 403, "forbidden"));
}

TEST_F(Companies, NobodyGivesMoreThanTheyHold) {
    Founder founder = found();
    Person manager = join(founder.client, founder.path, "manager");
    EXPECT_TRUE(isRefusal(manager.client.get(founder.path + "/roles"), 403, "missing-permission"));
    EXPECT_TRUE(isRefusal(manager.client.get(founder.path + "/plan"), 403, "missing-permission"));
    EXPECT_TRUE(isRefusal(
        manager.client.post(founder.path + "/members",
                            Json::object({{"email", unique("x") + "@example.test"},
                                          {"roleId", roleId(founder.client, founder.path, "owner")}})),
        403, "missing-permission"));
    const Answer role = founder.client.post(
        founder.path + "/roles",
        Json::object({{"name", "Clerk"}, {"permissions", Json::array({"sales:view", "developers:manage"})}}));
    ASSERT_TRUE(hasStatus(role, 201));
    Person clerk = join(founder.client, founder.path, "Clerk");
    const auto key = [&](const char* scope) {
        return clerk.client.post(
            founder.path + "/api-keys",
            Json::object({{"name", "K"}, {"mode", "live"}, {"scopes", Json::array({scope})}}));
    };
    EXPECT_TRUE(hasStatus(key("sales:view"), 201));
    EXPECT_TRUE(hasStatus(key("events:read"), 201)) << "developers:manage stands for it";
    EXPECT_TRUE(isRefusal(key("sales:create"), 403, "missing-permission"));
    EXPECT_EQ(clerk.client.get(founder.path + "/events").status, 200);
}

TEST_F(Companies, RolesAreMadeChangedAndDeleted) {
    const std::string roles = service.company("/roles");
    std::vector<std::string> builtIn;
    for (const Json& role : rowsOf(owner.get(roles).json)) {
        if (role["builtIn"].boolean()) {
            builtIn.push_back(role["name"].text());
            const std::string path = roles + '/' + role["id"].text();
            EXPECT_TRUE(isRefusal(owner.patch(path, Json::object({{"name", "x"}})), 400, "role-built-in"));
            EXPECT_TRUE(isRefusal(owner.remove(path), 400, "role-built-in"));
        }
    }
    EXPECT_EQ(builtIn.size(), 5U);
    const std::string name = unique("Clerk");
    const Answer made =
        owner.post(roles, Json::object({{"name", name}, {"permissions", Json::array({"sales:view"})}}));
    ASSERT_TRUE(hasStatus(made, 201));
    EXPECT_TRUE(isRefusal(owner.post(roles, Json::object({{"name", name}, {"permissions", Json::array()}})),
                          400, "already-exists:name"));
    for (const char* scope : {"sales:fly", "events:read"}) {
        EXPECT_TRUE(isRefusal(
            owner.post(roles, Json::object({{"name", unique("R")}, {"permissions", Json::array({scope})}})),
            400, std::string("scope-unknown:") + scope));
    }
    const std::string path = roles + '/' + made.json.textOr("id");
    EXPECT_EQ(owner.patch(path, Json::object({{"permissions", Json::array({"partners:view"})}}))
                  .json["permissions"]
                  .dump(),
              R"(["partners:view"])");
    const Answer invited =
        owner.post(service.company("/members"),
                   Json::object({{"email", unique("r") + "@example.test"}, {"roleId", made.json["id"]}}));
    EXPECT_TRUE(isRefusal(owner.remove(path), 400, "role-in-use"));
    owner.remove(service.company("/members/" + invited.json.textOr("id")));
    EXPECT_TRUE(hasStatus(owner.remove(path), 204));
    EXPECT_TRUE(isRefusal(owner.remove(path), 404, "role-not-found"));
}

} // namespace
} // namespace svc::test
