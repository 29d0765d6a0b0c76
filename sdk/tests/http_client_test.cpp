#include <svc/http_client.hpp>
#include <svc/settings_check.hpp>

#include <gtest/gtest.h>

namespace svc {
namespace {

const Instant Now = *Instant::parse("2026-11-20T09:00:00.000Z");

TEST(HttpClient, EncodesWhatFormsAndAddressesHold) {
    EXPECT_EQ(percentEncode("a b&é~"), "a%20b%26%C3%A9~");
    EXPECT_EQ(formEncode({{"line_items[0][quantity]", "1"}, {"mode", "payment"}}),
              "line_items%5B0%5D%5Bquantity%5D=1&mode=payment");
}

TEST(HttpClient, ReadsRetryAfterInSecondsAndAsADate) {
    EXPECT_EQ(retryAfter("120", Now), Now + 2 * Instant::Minute);
    EXPECT_EQ(retryAfter("Fri, 20 Nov 2026 09:05:00 GMT", Now), Now + 5 * Instant::Minute);
    EXPECT_EQ(retryAfter("99999999999999", Now), Now + 366 * Instant::Day) << "it is bounded";
    for (const char* wrong :
         {"", "-1", "soon", "Fri, 20 Xxx 2026 09:05:00 GMT", "20 Nov 2026 09:05:00 GMT"}) {
        EXPECT_FALSE(retryAfter(wrong, Now)) << wrong;
    }
}

TEST(HttpClient, FindsHeadersWithoutCase) {
    HttpReply reply;
    reply.headerLines = "Content-Type: text/plain\r\nretry-after:  7 \r\n";
    EXPECT_EQ(reply.header("Retry-After"), "7");
    EXPECT_FALSE(reply.header("Location"));
    EXPECT_EQ(reply.retryAfter(Now), Now + 7 * Instant::Second);
}

/// The error code with which the settings are refused; empty when they are valid.
std::string codeOf(const char* schema, const char* value, const std::string& path = "settings",
                   SettingsCheck::Required required = SettingsCheck::Required::All) {
    try {
        SettingsCheck(required).check(Json::parse(schema), Json::parse(value), path);
        return {};
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 400);
        return std::string(error.code());
    }
}

TEST(SettingsCheck, TellsTheFirstThatDoesNotFit) {
    constexpr const char* Schema = R"({"type":"object","required":["mode"],"additionalProperties":false,
        "properties":{"mode":{"enum":["live","test"]},"count":{"type":"integer","minimum":1,"maximum":9},
        "name":{"type":["string","null"],"minLength":2,"maxLength":3,"pattern":"^[a-zé]+$"},
        "since":{"type":"string","format":"date"},"url":{"format":"uri"},
        "tags":{"type":"array","maxItems":2,"items":{"type":"string"}},"inner":{"type":"object","required":["a"]}}})";
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","count":9,"name":"zéa","tags":["a","b"],"inner":{"a":1},)"
                             R"("since":"2026-01-01","url":"https://a.example/"})"),
              "");
    EXPECT_EQ(codeOf(Schema, "{}"), "field-required:settings.mode");
    EXPECT_EQ(codeOf(Schema, "{}", "settings", SettingsCheck::Required::Partial), "");
    EXPECT_EQ(codeOf(Schema, R"({"mode":1})"), "field-invalid:settings.mode");
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","x":1})"), "field-invalid:settings.x");
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","x":1})", ""), "field-invalid:x");
    for (const char* wrong :
         {R"("count":0)", R"("count":10)", R"("count":1.5)", R"("count":"1")", R"("count":1e400)"}) {
        EXPECT_EQ(codeOf(Schema, (std::string(R"({"mode":"live",)") + wrong + '}').c_str()),
                  "field-invalid:settings.count")
            << wrong;
    }
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","name":null})"), "");
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","name":"a"})"), "field-invalid:settings.name");
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","name":"A1"})"), "field-invalid:settings.name");
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","since":"2026-02-30"})"), "field-invalid:settings.since");
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","url":"file:///x"})"), "field-invalid:settings.url");
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","tags":["a",1]})"), "field-invalid:settings.tags[1]");
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","tags":["a","b","c"]})"), "field-invalid:settings.tags");
    EXPECT_EQ(codeOf(Schema, R"({"mode":"live","inner":{}})"), "field-required:settings.inner.a");
}

} // namespace
} // namespace svc
