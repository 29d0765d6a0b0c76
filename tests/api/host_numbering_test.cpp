// Document numbers: they follow the pattern of their kind without gaps, and no two documents share one.
#include "companies_fixture.hpp"

namespace svc::test {
namespace {

TEST_F(Companies, NumbersFollowTheirPatternWithoutGap) {
    Founder founder = found();
    const std::string sales = founder.path + "/sales";
    const std::string numbering = founder.path + "/numbering";
    const auto put = [&](const Json& body) { return founder.client.put(numbering + "/invoice", body); };
    const Answer preset =
        put(Json::object({{"pattern", "FA{YY}-{00000}"}, {"perBusinessUnit", false}, {"next", 41}}));
    ASSERT_TRUE(hasStatus(preset, 200));
    EXPECT_EQ(preset.json["next"].integer(), 41);
    const std::string year = std::to_string(preset.json["year"].integer() % 100);
    EXPECT_EQ(founder.client.post(sales, smallSale()).json.textOr("number"), "FA" + year + "-00041");
    EXPECT_EQ(founder.client.post(sales, Json::object()).status, 400);
    EXPECT_EQ(founder.client.post(sales, smallSale()).json.textOr("number"), "FA" + year + "-00042");
    EXPECT_TRUE(isRefusal(put(Json::object({{"pattern", "FA{YY}-{00000}"}, {"next", 7}})), 400,
                          "field-invalid:next"));
    EXPECT_TRUE(isRefusal(put(Json::object({{"pattern", "FA{YY}-{00000}"}, {"perBusinessUnit", true}})), 400,
                          "field-invalid:pattern"))
        << "a series per business unit must hold {BU}";
    EXPECT_TRUE(isRefusal(put(Json::object({{"pattern", "no number"}})), 400, "field-invalid:pattern"));
    EXPECT_TRUE(
        isRefusal(founder.client.put(numbering + "/poem", Json::object({{"pattern", "P{YYYY}-{000}"}})), 400,
                  "numbering-kind-unknown:poem"));
    const Answer perUnit = put(Json::object({{"pattern", "{BU}/{YYYY}/{000}"}, {"perBusinessUnit", true}}));
    ASSERT_TRUE(hasStatus(perUnit, 200));
    const std::string code = founder.client.get(founder.path + "/business-units").json[0]["code"].text();
    const std::string number = founder.client.post(sales, smallSale()).json.textOr("number");
    EXPECT_EQ(number, code + "/20" + year + "/001");
}

TEST_F(Companies, NoNumberIsThatOfAnotherSeries) {
    Founder founder = found();
    const auto put = [&](const char* kind, const std::string& pattern, bool perBusinessUnit) {
        return founder.client.put(founder.path + "/numbering/" + kind,
                                  Json::object({{"pattern", pattern}, {"perBusinessUnit", perBusinessUnit}}));
    };
    const auto credit = [&] {
        const Answer sale = founder.client.post(founder.path + "/sales", smallSale());
        return founder.client.post(founder.path + "/sales/" + sale.json.textOr("id") + "/refund",
                                   Json::object({{"amount", 1}, {"reason", "r"}}));
    };
    for (const char* pattern : {"INV-{YYYY}-{000000}", "INV-{YYYY}-{0}", "INV-20{YY}-{0000}"}) {
        for (const char* kind : {"ticket", "credit_note", "quote"}) {
            EXPECT_TRUE(isRefusal(put(kind, pattern, false), 400, "field-invalid:pattern"))
                << kind << pattern;
        }
        EXPECT_TRUE(hasStatus(put("purchase", pattern, false), 200)) << "papers of another module";
    }
    const std::string code = founder.client.get(founder.path + "/business-units").json[0]["code"].text();
    EXPECT_TRUE(hasStatus(put("credit_note", "C{BU}-{YYYY}-{000}", true), 200));
    EXPECT_TRUE(hasStatus(put("credit_note", "C{BU}-{YYYY}-{000}", false), 200)) << "it had no number yet";
    EXPECT_TRUE(hasStatus(put("credit_note", "C{BU}-{YYYY}-{0000}", true), 200));
    ASSERT_TRUE(hasStatus(credit(), 201));
    for (const std::string& pattern : {"C" + code + "-{YYYY}-{0000}", std::string("C{BU}-{YYYY}-{0000}")}) {
        EXPECT_TRUE(isRefusal(put("credit_note", pattern, false), 400, "field-invalid:pattern")) << pattern;
    }
    EXPECT_TRUE(hasStatus(put("credit_note", "C{BU}-{YYYY}-{00000}", true), 200)) << "it is the same series";
    EXPECT_TRUE(hasStatus(put("credit_note", "N{YYYY}-{0000}", false), 200));
    ASSERT_TRUE(hasStatus(credit(), 201));
    EXPECT_TRUE(isRefusal(put("ticket", "C" + code + "-{YYYY}-{000}", false), 400, "field-invalid:pattern"))
        << "credit notes were numbered like this";
}

TEST_F(Companies, NoSeriesGivesANumberTwice) {
    Founder founder = found();
    const auto put = [&](const std::string& pattern) {
        return founder.client.put(founder.path + "/numbering/invoice", Json::object({{"pattern", pattern}}));
    };
    const auto sell = [&] { return founder.client.post(founder.path + "/sales", smallSale()); };
    ASSERT_TRUE(hasStatus(put("{YYYY}-1{0}"), 200));
    ASSERT_TRUE(hasStatus(sell(), 201));
    EXPECT_TRUE(isRefusal(put("{YYYY}-{0}"), 400, "field-invalid:pattern"))
        << "its eleventh is there already";
    EXPECT_TRUE(hasStatus(put("FA{YY}{000}"), 200));
    ASSERT_TRUE(hasStatus(sell(), 201));
    EXPECT_TRUE(hasStatus(put("FA{YYYY}{000}"), 200)) << "no year is both";
    EXPECT_TRUE(hasStatus(put("{YYYY}-1{000}"), 200));
    // An old pattern, from before patterns were validated.
    service.change(founder.company.textOr("id"),
                   "UPDATE svc.number_pattern SET pattern = '{YYYY}-{0}' WHERE kind = 'invoice'");
    for (int number = 3; number <= 10; ++number) {
        ASSERT_TRUE(hasStatus(sell(), 201));
    }
    EXPECT_TRUE(isRefusal(sell(), 400, "already-exists:number"));
}

TEST_F(Companies, NoNumberIsThatOfAnotherBusinessUnit) {
    Founder founder = found();
    const std::string units = founder.path + "/business-units";
    const auto open = [&](const std::string& code) {
        return founder.client.post(units, Json::object({{"name", "Unit " + code}, {"code", code}}));
    };
    const auto put = [&](const std::string& pattern) {
        return founder.client.put(founder.path + "/numbering/ticket",
                                  Json::object({{"pattern", pattern}, {"perBusinessUnit", true}}));
    };
    const auto sell = [&](const Answer& unit) {
        Json sale = smallSale();
        sale.set("businessUnitId", unit.json["id"]);
        sale.set("paidInFull", Json(true));
        return founder.client.post(founder.path + "/sales", sale);
    };
    const auto rename = [&](const Answer& unit, const char* code) {
        return founder.client.patch(units + '/' + unit.json.textOr("id"), Json::object({{"code", code}}));
    };
    const Answer first = open("BO");
    ASSERT_TRUE(hasStatus(first, 201));
    EXPECT_TRUE(hasStatus(rename(first, "BOX"), 200));
    EXPECT_TRUE(hasStatus(rename(first, "BO"), 200));
    const Answer second = open("BOX");
    EXPECT_TRUE(hasStatus(second, 201)) << "no number had the code";
    ASSERT_TRUE(hasStatus(sell(first), 201));
    EXPECT_TRUE(hasStatus(rename(first, "BONN"), 200));
    EXPECT_TRUE(isRefusal(open("BO"), 400, "already-exists:code"));
    EXPECT_TRUE(isRefusal(rename(second, "BO"), 400, "already-exists:code"));
    EXPECT_TRUE(hasStatus(rename(first, "BO"), 200)) << "it is theirs";
    EXPECT_TRUE(hasStatus(sell(first), 201));

    EXPECT_TRUE(hasStatus(put("{YYYY}{BU}{0}"), 200));
    EXPECT_TRUE(isRefusal(open("BO1"), 400, "already-exists:code"))
        << "the first of BO1 is the eleventh of BO";
    EXPECT_TRUE(hasStatus(put("{YYYY}-{BU}-{0}"), 200));
    ASSERT_TRUE(hasStatus(open("BO1"), 201));
    EXPECT_TRUE(isRefusal(put("{YYYY}{BU}{0}"), 400, "field-invalid:pattern"));
    EXPECT_TRUE(hasStatus(put("{BU}-{YYYY}-{000000}"), 200));
    EXPECT_TRUE(isRefusal(open("INV"), 400, "already-exists:code")) << "numbers of invoices begin so";
}

} // namespace
} // namespace svc::test
