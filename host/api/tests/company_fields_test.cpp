#include "host/api/company_fields.hpp"
#include "host/api/company_maker.hpp"

#include <svc/error.hpp>

#include <gtest/gtest.h>

namespace svc::host::api {
namespace {

const config::Countries& countries() {
    static const config::Countries all = config::Countries::load(SVC_CONFIG_FOLDER "/countries.yaml");
    return all;
}

/// As the modules declare them.
const CompanySettings& settings() {
    static const Json money = Json::object({{"type", "number"}, {"x-money", true}});
    static const Json flag = Json::object({{"type", "boolean"}});
    static const CompanySettings all = {
        {"defaultHourlyRate", {"defaultHourlyRate", "timesheets", money, Json(0)}},
        {"publicMenu", {"publicMenu", "storefront", flag, Json(false)}}};
    return all;
}

std::string refusal(const Json& body) {
    Json record = newCompanyRecord(countries(), "FR", settings());
    try {
        applyCompanyFields(record, body, countries(), settings());
        return "";
    } catch (const ApiError& error) {
        return std::string(error.code());
    }
}

TEST(Slug, IsMadeOfSmallLettersDigitsAndHyphens) {
    EXPECT_EQ(slugOf("Café Lumière"), "cafe-lumiere");
    EXPECT_EQ(slugOf("ÉTÉ & Fils 2000"), "ete-fils-2000");
    EXPECT_EQ(slugOf("Bäckerei Groß"), "baeckerei-gross");
    EXPECT_EQ(slugOf("  --  "), "company");
    EXPECT_EQ(slugOf("東京"), "company");
    EXPECT_EQ(slugOf("Documents"), "documents-1") << "/public/documents is taken by links of documents";
}

TEST(UnitCode, IsTheFirstThreeLettersOfTheName) {
    EXPECT_EQ(unitCodeOf("Lille"), "LIL");
    EXPECT_EQ(unitCodeOf("Écully"), "ECU");
    EXPECT_EQ(unitCodeOf("A B"), "AB");
}

TEST(Iban, IsAcceptedWithTheRightCheckDigitsOnly) {
    EXPECT_TRUE(isIban("FR7630006000011234567890189"));
    EXPECT_TRUE(isIban("DE89370400440532013000"));
    EXPECT_FALSE(isIban("FR7630006000011234567890188"));
    EXPECT_FALSE(isIban("FR76 3000 6000 0112 3456 7890 189"));
    EXPECT_FALSE(isIban(""));
}

TEST(NewCompany, TakesItsDefaultsFromTheCountry) {
    const Json french = newCompanyRecord(countries(), "FR", settings());
    EXPECT_EQ(french["currency"].text(), "EUR");
    EXPECT_EQ(french["timeZone"].text(), "Europe/Paris");
    EXPECT_EQ(french["language"].text(), "fr");
    EXPECT_EQ(french["defaultTaxRate"].numberText(), "20");
    EXPECT_EQ(french["chart"].text(), "PCG");
    const Json senegal = newCompanyRecord(countries(), "SN", settings());
    EXPECT_EQ(senegal["currency"].text(), "XOF");
    EXPECT_EQ(senegal["chart"].text(), "SYSCOHADA");
}

TEST(NewCompany, OfALanguageWithoutWordingSpeaksEnglish) {
    EXPECT_EQ(newCompanyRecord(countries(), "ES", settings())["language"].text(), "en");
}

TEST(CompanyFields, AreRefusedWithTheCodeOfTheField) {
    EXPECT_EQ(refusal(Json::object({{"country", "XX"}})), "country-unsupported:XX");
    EXPECT_EQ(refusal(Json::object({{"currency", "EUX"}})), "currency-unsupported:EUX");
    EXPECT_EQ(refusal(Json::object({{"timeZone", "Europe/Nowhere"}})), "field-invalid:timeZone");
    EXPECT_EQ(refusal(Json::object({{"name", nullptr}})), "field-invalid:name");
    EXPECT_EQ(refusal(Json::object({{"slug", "Café"}})), "field-invalid:slug");
    EXPECT_EQ(refusal(Json::object({{"slug", "documents"}})), "field-invalid:slug");
    EXPECT_EQ(refusal(Json::object({{"chart", "GAAP"}})), "chart-unknown:GAAP");
    EXPECT_EQ(refusal(Json::object({{"iban", "FR00"}})), "field-invalid:iban");
    EXPECT_EQ(refusal(Json::object({{"bic", "AGRIFR"}})), "field-invalid:bic");
    EXPECT_EQ(refusal(Json::object({{"lockDate", "2026-02-30"}})), "field-invalid:lockDate");
    EXPECT_EQ(refusal(Json::object({{"accounting", Json::object({{"siren", "12"}})}})),
              "field-invalid:accounting.siren");
}

TEST(CompanyFields, GiveNoRateToAnUntaxedCategory) {
    Json record = newCompanyRecord(countries(), "FR", settings());
    applyCompanyFields(record, Json::object({{"defaultTaxCategory", "O"}}), countries(), settings());
    EXPECT_EQ(record["defaultTaxRate"].numberText(), "0");
    EXPECT_EQ(refusal(Json::object({{"defaultTaxCategory", "G"}, {"defaultTaxRate", 20}})),
              "field-invalid:defaultTaxRate");
}

TEST(CompanyFields, KeepTheHourlyRateInMinorUnitsWithFourMoreDecimals) {
    Json record = newCompanyRecord(countries(), "FR", settings());
    applyCompanyFields(record, Json::parse(R"({"defaultHourlyRate": 45.505})"), countries(), settings());
    EXPECT_EQ(record["defaultHourlyRate"].numberText(), "4550.5");
    EXPECT_EQ(refusal(Json::parse(R"({"defaultHourlyRate": 0.1234567})")), "field-invalid:defaultHourlyRate");
    EXPECT_EQ(refusal(Json::parse(R"({"publicMenu": 1})")), "field-invalid:publicMenu");
    EXPECT_EQ(newCompanyRecord(countries(), "FR", settings())["publicMenu"], Json(false));
}

} // namespace
} // namespace svc::host::api
