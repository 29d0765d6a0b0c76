#include "host/openapi/validator.hpp"
#include "sample_contract.hpp"

#include <svc/error.hpp>

#include <gmock/gmock.h>

namespace svc::host::openapi {
namespace {

using ::testing::ElementsAre;

/// The error code for a body; empty when it is valid.
std::string codeOf(std::string_view schemaName, std::string_view text) {
    static const Contract contract = testing::sampleContract();
    Json body = Json::parse(text);
    BodyValidator validator;
    try {
        validator.check(*contract.schema(schemaName), body);
        return {};
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 400);
        return std::string(error.code());
    }
}

std::string orderCode(const std::string& fields) {
    return codeOf("OrderCreate", R"({"partnerId":"par_1","lines":[{"quantity":1,"label":"Tea"}])" +
                                     (fields.empty() ? "" : "," + fields) + "}");
}

TEST(BodyValidator, AWholeBodyPasses) {
    EXPECT_EQ(orderCode(R"("date":"2026-11-20","note":null,"channel":"api","currency":"XOF","country":"SN",
        "email":"a.b+c@example.org","code":"ABC","count":1e1,"rate":19.6,"paid":true,"amount":0.01,
        "address":{"city":"Lomé","line1":null},"extra":{"a":1},"free":{"any":["thing",null]})"),
              "");
    EXPECT_EQ(orderCode(R"("address":null)"), "");
}

TEST(BodyValidator, RequiredFieldsAreAskedForInTheOrderOfTheContract) {
    EXPECT_EQ(codeOf("OrderCreate", "{}"), "field-required:partnerId");
    EXPECT_EQ(codeOf("OrderCreate", R"({"partnerId":"p"})"), "field-required:lines");
    EXPECT_EQ(codeOf("OrderCreate", R"({"partnerId":"p","lines":[{}]})"), "field-required:lines[0].quantity");
    EXPECT_EQ(
        codeOf("OrderCreate", R"({"partnerId":"p","lines":[{"quantity":1,"label":"a"},{"quantity":1}]})"),
        "field-required:lines[1].label");
}

TEST(BodyValidator, ARowOfAnImportMayLackWhatACreationNeeds) {
    static const Contract contract = testing::sampleContract();
    const auto givenCode = [&](std::string_view text) {
        Json body = Json::parse(text);
        try {
            BodyValidator().checkGiven(*contract.schema("OrderCreate"), body);
            return std::string();
        } catch (const ApiError& error) {
            return std::string(error.code());
        }
    };
    EXPECT_EQ(givenCode("{}"), "");
    EXPECT_EQ(givenCode(R"({"partnerId":" "})"), "field-required:partnerId");
    EXPECT_EQ(givenCode(R"({"lines":[{}]})"), "field-required:lines[0].quantity");
    EXPECT_EQ(givenCode(R"({"date":"nonsense"})"), "field-invalid:date");
}

TEST(BodyValidator, EveryRequiredFieldComesBeforeAnyFormat) {
    EXPECT_EQ(codeOf("OrderCreate", R"({"partnerId":5,"date":"nonsense","lines":[{"quantity":"x"}]})"),
              "field-required:lines[0].label");
    EXPECT_EQ(codeOf("OrderCreate", R"({"partnerId":5,"lines":[{"quantity":"x","label":"a"}]})"),
              "field-invalid:partnerId");
}

TEST(BodyValidator, AFieldMayBeRequiredOnlyWhereAnotherIsMissing) {
    EXPECT_EQ(codeOf("ItemOrText", R"({"quantity":1,"itemId":"itm_1"})"), "");
    EXPECT_EQ(codeOf("ItemOrText", R"({"quantity":1,"label":"Tea","price":2})"), "");
    EXPECT_EQ(codeOf("ItemOrText", R"({"quantity":"x"})"), "field-required:label");
    EXPECT_EQ(codeOf("ItemOrText", R"({"quantity":1,"itemId":null,"label":null})"), "field-required:label");
    EXPECT_EQ(codeOf("ItemOrText", R"({"quantity":1,"itemId":" ","label":"Tea"})"), "field-required:price");
    EXPECT_EQ(codeOf("ItemOrText", R"({"label":"Tea"})"), "field-required:quantity");
}

TEST(BodyValidator, NullBlankAndEmptyListCountAsMissingWhereAValueIsRequired) {
    EXPECT_EQ(codeOf("OrderCreate", R"({"partnerId":null,"lines":[]})"), "field-required:partnerId");
    EXPECT_EQ(codeOf("OrderCreate", R"({"partnerId":" \t ","lines":[]})"), "field-required:partnerId");
    EXPECT_EQ(codeOf("OrderCreate", R"({"partnerId":"p","lines":[]})"), "field-required:lines");
}

TEST(BodyValidator, NullIsInvalidWhereTheTypeDoesNotAllowIt) {
    EXPECT_EQ(orderCode(R"("channel":null)"), "field-invalid:channel");
    EXPECT_EQ(orderCode(R"("note":null)"), "");
}

TEST(BodyValidator, AnAmountThatIsMissingZeroOrNegativeIsAmountRequired) {
    EXPECT_EQ(codeOf("Payment", R"({"walletId":"w"})"), "amount-required");
    EXPECT_EQ(codeOf("Payment", R"({"walletId":"w","amount":null})"), "amount-required");
    EXPECT_EQ(codeOf("Payment", R"({"walletId":"w","amount":0.00})"), "amount-required");
    EXPECT_EQ(codeOf("Payment", R"({"walletId":"w","amount":-5})"), "amount-required");
    EXPECT_EQ(codeOf("Payment", R"({"walletId":"w","amount":"10"})"), "field-invalid:amount");
    EXPECT_EQ(codeOf("Payment", R"({"amount":0})"), "field-required:walletId");
    EXPECT_EQ(codeOf("Payment", R"({"walletId":"w","amount":1e2})"), "");
}

TEST(BodyValidator, AnOptionalAmountMayBeLeftOutButNotBeZero) {
    EXPECT_EQ(orderCode(""), "");
    EXPECT_EQ(orderCode(R"("amount":0)"), "amount-required");
    EXPECT_EQ(orderCode(R"("amount":null)"), "amount-required");
}

TEST(BodyValidator, TypesAreNotConverted) {
    EXPECT_EQ(orderCode(R"("paid":"true")"), "field-invalid:paid");
    EXPECT_EQ(orderCode(R"("count":"1")"), "field-invalid:count");
    EXPECT_EQ(orderCode(R"("note":7)"), "field-invalid:note");
    EXPECT_EQ(orderCode(R"("address":[])"), "field-invalid:address");
    EXPECT_EQ(orderCode(R"("free":[])"), "field-invalid:free");
}

TEST(BodyValidator, NumbersAreJudgedByTheirExactText) {
    EXPECT_EQ(orderCode(R"("count":1.5)"), "field-invalid:count");
    EXPECT_EQ(orderCode(R"("count":11)"), "field-invalid:count");
    EXPECT_EQ(orderCode(R"("count":-1)"), "field-invalid:count");
    EXPECT_EQ(orderCode(R"("rate":19.60001)"), "field-invalid:rate");
    EXPECT_EQ(orderCode(R"("rate":19.600000)"), "");
    EXPECT_EQ(orderCode(R"("rate":0)"), "field-invalid:rate");
    EXPECT_EQ(orderCode(R"("rate":100.0001)"), "field-invalid:rate");
    EXPECT_EQ(orderCode(R"("amount":1e999)"), "field-invalid:amount");
    EXPECT_EQ(orderCode(R"("amount":10000000000000000)"), "field-invalid:amount");
}

TEST(BodyValidator, PathsNameTheElement) {
    EXPECT_EQ(
        codeOf(
            "OrderCreate",
            R"({"partnerId":"p","lines":[{"quantity":1,"label":"a"},{"quantity":0.1234567,"label":"b"}]})"),
        "field-invalid:lines[1].quantity");
    EXPECT_EQ(orderCode(R"("extra":{"a":"x"})"), "field-invalid:extra.a");
    EXPECT_EQ(orderCode(R"("extra":{"a <b>":"x"})"), "field-invalid:extra.*");
    EXPECT_EQ(orderCode(R"("address":{"city":""})"), "field-required:address.city");
    EXPECT_EQ(orderCode(R"("address":{"city":4})"), "field-invalid:address.city");
}

TEST(BodyValidator, ListsHaveALength) {
    const std::string line = R"({"quantity":1,"label":"a"})";
    EXPECT_EQ(codeOf("OrderCreate",
                     R"({"partnerId":"p","lines":[)" + line + "," + line + "," + line + "," + line + "]}"),
              "field-invalid:lines");
}

TEST(BodyValidator, FormatsAreChecked) {
    EXPECT_EQ(orderCode(R"("date":"2026-02-30")"), "field-invalid:date");
    EXPECT_EQ(orderCode(R"("date":"")"), "field-invalid:date");
    EXPECT_EQ(orderCode(R"("channel":"API")"), "field-invalid:channel");
    EXPECT_EQ(orderCode(R"("email":"nobody")"), "field-invalid:email");
    EXPECT_EQ(orderCode(R"("code":"ABCD")"), "field-invalid:code");
    EXPECT_EQ(orderCode(R"("currency":"eur")"), "field-invalid:currency");
    EXPECT_EQ(orderCode(R"("currency":"XXY")"), "currency-unsupported:XXY");
    EXPECT_EQ(orderCode(R"("country":"France")"), "field-invalid:country");
    EXPECT_EQ(orderCode(R"("country":"XX")"), "country-unsupported:XX");
}

TEST(BodyValidator, LengthsCountCharactersAfterTrimming) {
    EXPECT_EQ(orderCode(R"("note":"  éééééééééééé  ")"), "");
    EXPECT_EQ(orderCode(R"("note":"ééééééééééééé")"), "field-invalid:note");
    EXPECT_EQ(orderCode("\"secret\":\"" + std::string(255, 'x') + '"'), "");
    EXPECT_EQ(orderCode("\"secret\":\"" + std::string(256, 'x') + '"'), "field-invalid:secret");
}

TEST(BodyValidator, StringsAreTrimmedInPlaceExceptPasswords) {
    const Contract contract = testing::sampleContract();
    Json body = Json::parse(
        R"({"partnerId":" p ","lines":[{"quantity":1,"label":" a\nb "}],"secret":" s ","free":{"x":" y "}})");
    BodyValidator validator;
    validator.check(*contract.schema("OrderCreate"), body);
    EXPECT_TRUE(validator.changed());
    EXPECT_EQ(
        body.dump(),
        R"({"partnerId":"p","lines":[{"quantity":1,"label":"a\nb"}],"secret":" s ","free":{"x":" y "}})");
}

TEST(BodyValidator, UnknownFieldsAreNamedWithTheirPathAtMostTen) {
    const Contract contract = testing::sampleContract();
    Json body = Json::parse(
        R"({"partnerId":"p","lines":[{"quantity":1,"label":"a","unitprice":3}],"extra":{"z":1},"Date":1,"address":{"city":"x","zip":"1"}})");
    BodyValidator validator;
    validator.check(*contract.schema("OrderCreate"), body);
    EXPECT_THAT(validator.ignored(), ElementsAre("lines[0].unitprice", "address.zip", "Date"));

    std::string many = R"({"partnerId":"p","lines":[{"quantity":1,"label":"a"}])";
    for (int i = 0; i < 20; ++i) {
        many += ",\"u" + std::to_string(i) + "\":1";
    }
    Json big = Json::parse(many + "}");
    BodyValidator second;
    second.check(*contract.schema("OrderCreate"), big);
    EXPECT_EQ(second.ignored().size(), 10U);
}

} // namespace
} // namespace svc::host::openapi
