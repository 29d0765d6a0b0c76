#include <map>

#include <gtest/gtest.h>

#include <svc/connector.hpp>

namespace svc::connector {
namespace {

HttpReply reply(int status, const std::string& body, const std::string& type = "application/json") {
    HttpReply made;
    made.status = status;
    made.body = body;
    made.headerLines = "Content-Type: " + type + "\n";
    return made;
}

/// As the bindings make it of the verb test.
struct Tried {
    bool ok{};
    std::int64_t durationMs{};
    std::optional<std::string> error{};
};

TEST(ProviderWords, AreFoundInTheFormsOfProviders) {
    const std::map<std::string, std::string> forms = {
        {R"({"error":{"type":"invalid_request_error","code":"api_key_expired","message":"Expired key"}})",
         "Expired key"},
        {R"({"error":"invalid_client","error_description":"Client Authentication failed"})",
         "Client Authentication failed"},
        {R"({"error":{"error_msg":"Unauthorized user","error_name":"unauthorized"}})", "Unauthorized user"},
        {R"({"errors":[{"code":"unauthorized","detail":"Wrong login"}]})", "Wrong login"},
        {R"({"errors":"[API] Invalid API key or access token"})", "[API] Invalid API key or access token"},
        {R"([{"source":"document","details":"no such entity"}])", "no such entity"},
        {R"({"response_code":"1001","response_text":"Invalid Masterkey"})", "Invalid Masterkey"},
        {R"("Incorrect username and/or password")", "Incorrect username and/or password"},
        {"<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>", "Access Denied"},
        {"<d:error><s:message>No such user</s:message></d:error>", "No such user"},
        {"<html><title>Unauthorized</title></html>", ""},
        {R"({"message":7,"error":{}})", ""},
        {R"({"error":{"error":{"error":{"error":{"message":"deep"}}}}})", ""},
        {"", ""}};
    for (const auto& [body, words] : forms) {
        EXPECT_EQ(wordsOf(reply(401, body)), words) << body;
    }
    EXPECT_EQ(wordsOf(reply(401, "Invalid token\n", "text/plain; charset=utf-8")), "Invalid token");
}

TEST(ProviderWords, StandBesideTheCodeOfTheProvider) {
    const std::map<std::string, std::string> forms = {
        {R"({"error":{"type":"invalid_request_error","code":"api_key_expired"}})", "api_key_expired"},
        {R"({"error":{"type":"invalid_request_error","message":"No"}})", "invalid_request_error"},
        {R"({"error":"invalid_client","error_description":"No"})", "invalid_client"},
        {R"({"name":"UNPROCESSABLE_ENTITY","details":[{"issue":"ORDER_NOT_APPROVED"}]})",
         "ORDER_NOT_APPROVED"},
        {R"({"name":"RESOURCE_NOT_FOUND","message":"No"})", "RESOURCE_NOT_FOUND"},
        {R"({"error":{"code":404,"errors":[{"reason":"notFound"}],"status":"NOT_FOUND"}})", "notFound"},
        {R"({"error":{"code":404,"status":"NOT_FOUND"}})", "NOT_FOUND"},
        {R"({"error":{"error_msg":"No","error_name":"not_found"}})", "not_found"},
        {R"({"error_type":"INVALID_INPUT","error_code":"INVALID_API_KEYS"})", "INVALID_API_KEYS"},
        {R"({"errorCode":"ENVELOPE_DOES_NOT_EXIST","message":"No"})", "ENVELOPE_DOES_NOT_EXIST"},
        {R"({"errors":[{"code":"unauthorized","detail":"No"}]})", "unauthorized"},
        {R"({"code":4003,"message":"No"})", "4003"},
        {R"({"type":"https://errors.example/no","title":"No","status":404})", ""},
        {R"({"error":"There is no such thing"})", ""},
        {"<Error><Code>NoSuchBucket</Code><Message>No</Message></Error>", "NoSuchBucket"},
        {"<html><title>Unauthorized</title></html>", ""},
        {R"({"code":"sk_live_4eC39HqLyjWDarjtT1zdp7dc"})", "***"},
        {R"({"code":{},"error":[]})", ""},
        {R"({"error":{"error":{"error":{"error":{"code":"deep"}}}}})", ""},
        {"", ""}};
    for (const auto& [body, code] : forms) {
        EXPECT_EQ(codeOf(reply(404, body)), code) << body;
    }
}

TEST(ProviderWords, LeaveSecretsOutAlsoWhereTheyAreCutOff) {
    EXPECT_EQ(withoutSecret("key passe-partout, again passe-partout", "passe-partout"), "key ***, again ***");
    EXPECT_EQ(withoutSecret("the key passe-par", "passe-partout"), "the key ***") << "cut";
    EXPECT_EQ(withoutSecret("the key pas", "passe-partout"), "the key pas") << "too short to tell anything";
    EXPECT_EQ(withoutSecret("live", "liv"), "live") << "no secret is so short";
    EXPECT_EQ(withoutSecret("", "passe-partout"), "");
}

TEST(ProviderWords, AreOneShortLineWithoutKeys) {
    EXPECT_EQ(fitForRefusal("Invalid API Key:\r\n\tsk_live_4eC39HqLyjWDarjtT1zdp7dc!", 200),
              "Invalid API Key: ***!");
    EXPECT_EQ(fitForRefusal("[PEPPOL-EN16931-R010] for AKIAIOSFODNN7EXAMPLE", 200),
              "[PEPPOL-EN16931-R010] for ***")
        << "the name of a rule, and a key";
    EXPECT_EQ(fitForRefusal("a plain-and-rather-long-word stays, and 2026 too", 200),
              "a plain-and-rather-long-word stays, and 2026 too");
    EXPECT_EQ(fitForRefusal(std::string("\0\x01 \x7f", 4), 200), "");
    EXPECT_EQ(fitForRefusal("caf\xc3\xa9 cr\xc3\xa8me", 4), "caf\xc3\xa9") << "four characters";
    EXPECT_EQ(fitForRefusal("cl\xe9 inconnue", 200), "cl inconnue") << "not UTF-8";
    EXPECT_EQ(wordsOf(reply(400, R"({"message":")" + std::string(100'000, 'x') + "\"}")), "");
    EXPECT_EQ(wordsOf(reply(400, R"({"message":")" + std::string(1'000, 'x') + "\"}")).size(), 200U);
}

TEST(ProviderWords, StandInTheRefusalBehindTheCode) {
    const auto told = [](const HttpReply& answer, std::string_view code) {
        try {
            accepted(answer, code);
        } catch (const ApiError& refusal) {
            return std::string(refusal.code());
        }
        return std::string("none");
    };
    const std::string body = R"({"code":"expired","message":"It has expired."})";
    EXPECT_EQ(told(reply(401, body), "expired"), "integration-credentials-invalid:expired:It has expired.");
    EXPECT_EQ(told(reply(403, body), ""), "integration-credentials-invalid:http-403:It has expired.");
    EXPECT_EQ(told(reply(401, "{}"), "expired"), "integration-credentials-invalid:expired");
    EXPECT_EQ(told(reply(401, "{}"), ""), "integration-credentials-invalid");
    EXPECT_EQ(told(reply(422, body), "expired"), "provider-refused:expired:It has expired.");
    EXPECT_EQ(told(reply(404, ""), ""), "provider-refused:http-404");
    EXPECT_EQ(told(reply(409, R"({"error":"conflict"})"), "conflict"), "provider-refused:conflict")
        << "said once";
    EXPECT_EQ(told(reply(500, body), "expired"), "integration-unreachable:http-500");
    EXPECT_TRUE(isCredentialsRefusal("integration-credentials-invalid"));
    EXPECT_TRUE(isCredentialsRefusal("integration-credentials-invalid:http-401:No"));
    EXPECT_FALSE(isCredentialsRefusal("integration-credentials-invalidated"));
    EXPECT_EQ(tried<Tried>(reply(401, body), "expired").error, "expired:It has expired.");
}

} // namespace
} // namespace svc::connector
