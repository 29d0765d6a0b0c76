#include <svc/document_input.hpp>

#include <gtest/gtest.h>

namespace svc {
namespace {

/// The code with its path that `act` is refused with; nothing when it is taken.
template <class Act>
std::string refusalOf(Act act) {
    try {
        act();
    } catch (const ApiError& error) {
        return std::string(error.code());
    }
    return {};
}

LineInput lineOf(const char* json) {
    return readLineInput(Json::parse(json));
}

TEST(DocumentInput, ADateThatNoCalendarHasIsRefusedWithItsPath) {
    const Json body = Json::parse(R"({"date": "2026-02-30", "dueDate": "2028-02-29"})");
    EXPECT_EQ(refusalOf([&] { dateIn(body, "date", "payments[1]."); }), "field-invalid:payments[1].date");
    EXPECT_EQ(dateIn(body, "dueDate"), Date::parse("2028-02-29"));
    EXPECT_EQ(dateIn(body, "expectedAt"), std::nullopt);
}

TEST(DocumentInput, ACurrencyIsOneOfIso4217) {
    EXPECT_EQ(currencyIn(Json::parse(R"({"currency": "TND"})")), Currency::of("TND"));
    EXPECT_EQ(currencyIn(Json::parse("{}")), std::nullopt);
    EXPECT_EQ(refusalOf([] { currencyIn(Json::parse(R"({"currency": "ZZZ"})")); }),
              "currency-unsupported:ZZZ");
}

TEST(DocumentInput, AFreeLineHasALabelAndAPrice) {
    EXPECT_EQ(refusalOf([] { requireLineFields(lineOf(R"({"quantity": 1})"), 2); }),
              "field-required:lines[2].label");
    EXPECT_EQ(refusalOf([] { requireLineFields(lineOf(R"({"label": "Tea"})"), 0); }),
              "field-required:lines[0].unitPrice");
    EXPECT_EQ(refusalOf([] { requireLineFields(lineOf(R"({"itemId": "itm_1"})"), 0); }), "");
    EXPECT_EQ(refusalOf([] { requireLineFields(lineOf(R"({"label": "Tea", "unitPrice": 0})"), 0); }), "");
}

TEST(DocumentInput, QuantityDiscountAndRateFitOneAnother) {
    const auto refusal = [](const char* json) {
        return refusalOf([json] { checkLineFormats(lineOf(json), 1); });
    };
    EXPECT_EQ(refusal(R"({"quantity": 0})"), "field-invalid:lines[1].quantity");
    EXPECT_EQ(refusal(R"({"quantity": 0.0000001})"), "field-invalid:lines[1].quantity");
    EXPECT_EQ(refusal(R"({"quantity": -0.000001})"), "");
    EXPECT_EQ(refusal(R"({"quantity": 1, "discountPercent": 5, "discountAmount": 1})"),
              "field-invalid:lines[1].discountAmount");
    EXPECT_EQ(refusal(R"({"quantity": 1, "taxCategory": "AE", "taxRate": 20})"),
              "field-invalid:lines[1].taxRate");
    EXPECT_EQ(refusal(R"({"quantity": 1, "taxCategory": "L", "taxRate": 7})"), "");
}

TEST(DocumentInput, AmountsHaveTheDecimalsOfTheCurrency) {
    const auto refusal = [](const char* json, const char* currency) {
        return refusalOf([=] { checkLineAmounts(lineOf(json), 0, Currency::of(currency)); });
    };
    EXPECT_EQ(refusal(R"({"discountAmount": 0.5})", "XOF"), "field-invalid:lines[0].discountAmount");
    EXPECT_EQ(refusal(R"({"discountAmount": 0.125})", "TND"), "");
    EXPECT_EQ(refusal(R"({"discountAmount": 0.125})", "EUR"), "field-invalid:lines[0].discountAmount");
}

TEST(DocumentInput, APaymentIsAboveZero) {
    EXPECT_EQ(refusalOf([] { readPaymentInput(Json::parse("{}")); }), "amount-required");
    EXPECT_EQ(refusalOf([] { readPaymentInput(Json::parse(R"({"amount": -1})")); }), "amount-required");
    const PaymentInput payment = readPaymentInput(Json::parse(R"({"amount": 12.5, "method": "card"})"));
    EXPECT_EQ(payment.amount, Decimal::parse("12.5"));
    EXPECT_EQ(payment.method, "card");
}

} // namespace
} // namespace svc
