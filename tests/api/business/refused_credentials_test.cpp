// Every provider refuses invalid credentials: the error shows the provider's own code and words, and nothing
// that was typed. The providers are faked by outsideWorld().
#include <algorithm>
#include <map>

#include <gmock/gmock.h>

#include <svc/http_client.hpp>

#include "api/business/all_providers.hpp"
#include "api/business/desk.hpp"
#include "api/business/outside_story.hpp"

namespace svc::test {
namespace {

/// The connection data of a provider and its refusal.
struct Refusal {
    std::string provider;
    std::string credentials; ///< with ' for "; $1 is the address of the outside world
    int status = 401;
    std::string body;     ///< the body of all of its answers
    std::string expected; ///< the error code that is expected
    std::string settings = "{}";
    std::string type = "application/json";
};

constexpr const char* Wallet = "{'walletId':'$2'}";

/// Providers with an API key or account. The answers have the forms of their contracts.
std::vector<Refusal> refusalsOfKeys() {
    const std::string invalid = "integration-credentials-invalid:";
    return {
        {"stripe", "{'secretKey':'sk_test_geheim7'}", 401,
         R"({"error":{"type":"invalid_request_error","message":"Invalid API Key provided: sk_test_geheim7"}})",
         invalid + "invalid_request_error:Invalid API Key provided: ***", Wallet},
        {"paypal", "{'clientId':'geheim7-id','clientSecret':'geheim7-s','environment':'live'}", 401,
         R"({"error":"invalid_client","error_description":"Client Authentication failed"})",
         invalid + "invalid_client:Client Authentication failed", Wallet},
        {"mtn-momo",
         "{'apiUser':'2f3ae1c4-9c1c-4d5a-8f7f-0e6f0a0b1c2d','apiKey':'geheim7-k','subscriptionKey':'geheim7-"
         "s',"
         "'environment':'mtnbenin'}",
         401, R"({"statusCode":401,"message":"Access denied due to invalid subscription key."})",
         invalid + "http-401:Access denied due to invalid subscription key.", Wallet},
        {"wave", "{'apiKey':'wave_sn_geheim7'}", 401,
         R"({"code":"no-matching-api-key","message":"No API key matches wave_sn_geheim7"})",
         invalid + "no-matching-api-key:No API key matches ***", Wallet},
        {"cinetpay", "{'apiKey':'geheim7','siteId':'123456'}", 200,
         R"({"code":"609","message":"AUTH_NOT_FOUND","description":"API KEY doesnt exist"})",
         invalid + "609:API KEY doesnt exist", Wallet},
        {"orange-money",
         "{'clientId':'geheim7-c','clientSecret':'geheim7-s','merchantKey':'geheim7-m','environment':'dev'}",
         401, R"({"error":"invalid_client","error_description":"The client credentials are invalid"})",
         invalid + "invalid_client:The client credentials are invalid", Wallet},
        {"fedapay", "{'secretKey':'sk_live_geheim7'}", 401, R"({"message":"Erreur d'authentification"})",
         invalid + "http-401:Erreur d'authentification", Wallet},
        {"paydunya", "{'masterKey':'geheim7-m','privateKey':'live_geheim7','token':'geheim7-t'}", 200,
         R"({"response_code":"1001","response_text":"Invalid Masterkey Specified"})",
         invalid + "1001:Invalid Masterkey Specified", Wallet},
        {"dropbox-sign", "{'apiKey':'geheim7'}", 401,
         R"({"error":{"error_msg":"Unauthorized api key","error_name":"unauthorized"}})",
         invalid + "unauthorized:Unauthorized api key"},
        {"yousign", "{'apiKey':'geheim7'}", 401, R"({"detail":"Access token is not valid"})",
         invalid + "http-401:Access token is not valid"},
        {"nextcloud", "{'url':'$1','user':'anne','password':'geheim7'}", 401,
         "<d:error><s:message>Username or password does not match</s:message></d:error>",
         invalid + "http-401:Username or password does not match", "{}", "application/xml"},
        {"s3",
         "{'endpoint':'$1','region':'eu','bucket':'books','accessKey':'geheim7-a','secretKey':'geheim7-s'}",
         403,
         "<Error><Code>InvalidAccessKeyId</Code><Message>The key geheim7-a does not exist</Message></Error>",
         invalid + "InvalidAccessKeyId:The key *** does not exist", "{}", "application/xml"},
        {"toggl", "{'token':'geheim7'}", 403, "Incorrect username and/or password",
         invalid + "http-403:Incorrect username and/or password", "{}", "text/plain"},
        {"clockify", "{'apiKey':'geheim7'}", 401, R"({"message":"Api key does not exist","code":4003})",
         invalid + "http-401:Api key does not exist"},
        {"plaid", "{'clientId':'geheim7-c','secret':'geheim7-s','publicToken':'public-geheim7'}", 400,
         R"({"error_type":"INVALID_INPUT","error_code":"INVALID_API_KEYS","error_message":"invalid client_id"})",
         invalid + "INVALID_API_KEYS:invalid client_id", Wallet},
        {"gocardless-bad", "{'secretId':'geheim7-i','secretKey':'geheim7-k'}", 401,
         R"({"summary":"Authentication failed","detail":"No active account found","status_code":401})",
         invalid + "http-401:No active account found", "{'walletId':'$2','country':'BE','bank':'KBC'}"},
        {"qonto", "{'login':'geheim7-l','secretKey':'geheim7-k'}", 401,
         R"({"errors":[{"code":"unauthorized","detail":"Invalid credentials"}]})",
         invalid + "unauthorized:Invalid credentials", Wallet},
        {"woocommerce", "{'url':'$1','consumerKey':'ck_geheim7','consumerSecret':'cs_geheim7'}", 401,
         R"({"code":"woocommerce_rest_cannot_view","message":"Sorry, you cannot list resources."})",
         invalid + "woocommerce_rest_cannot_view:Sorry, you cannot list resources."},
        {"storecove", "{'apiKey':'geheim7','legalEntityId':7}", 401, R"({"error":"Unknown key geheim7"})",
         invalid + "http-401:Unknown key ***"}};
}

/// Providers with OAuth: the returned code is refused.
std::vector<Refusal> refusalsOfConsents() {
    return {{"google-drive", "", 400,
             R"({"error":"invalid_grant","error_description":"Malformed auth code."})",
             "integration-credentials-invalid:invalid_grant:Malformed auth code."},
            {"docusign", "", 400, R"({"error":"invalid_grant","error_description":"expired_client_token"})",
             "integration-credentials-invalid:invalid_grant:expired_client_token"},
            {"shopify", "?account=quais.myshopify.com", 400,
             R"({"error":"invalid_request","error_description":"The code was used"})",
             "provider-refused:invalid_request:The code was used"}};
}

/// Providers without credentials: the connection test shows the refusal.
std::vector<Refusal> refusalsOfTrials() {
    return {
        {"ecb", "", 403, "Blocked", "http-403:Blocked", "{}", "text/plain"},
        {"frankfurter", "", 403, R"({"message":"blocked"})", "http-403:blocked", "{'currencies':['USD']}"}};
}

class RefusedCredentials : public ::testing::Test {
protected:
    ~RefusedCredentials() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    void refuseLike(const Refusal& refusal) {
        outsideWorld().react([refusal](const Received&) {
            // An answer to HEAD has no body, so the connection is closed: a body must not be read as the next
            // answer.
            return Reaction::status(
                refusal.status, "Connection: close\r\nContent-Type: " + refusal.type + "\r\n", refusal.body);
        });
    }
    Answer connect(const Refusal& refusal) {
        const std::vector<std::string> values = {outsideWorld().url(""), desk.value("bankWalletId")};
        return desk.post(
            "/integrations/" + refusal.provider + "/connect",
            Json::object({{"credentials",
                           refusal.credentials.empty() ? Json::object() : js(refusal.credentials, values)},
                          {"settings", js(refusal.settings, values)}}));
    }

    /// The list of calls contains the refused call with the provider's own code (if it has one) and words.
    void expectListed(const Refusal& refusal, const std::string& told) {
        const Json calls = desk.read("/integrations/" + refusal.provider + "/calls");
        ASSERT_FALSE(calls["data"].empty());
        const Json& last = calls["data"][0];
        const std::size_t colon = told.find(':');
        EXPECT_EQ(last["status"].integer(), refusal.status);
        EXPECT_EQ(last.textOr("outcome"), "refused");
        EXPECT_EQ(last.textOr("errorMessage"), told.substr(colon + 1));
        if (!told.starts_with("http-")) {
            EXPECT_EQ(last.textOr("errorCode"), told.substr(0, colon));
        }
        EXPECT_EQ(calls.dump().find("geheim7"), std::string::npos) << "what was typed";
    }

    Desk desk{serviceWithAll()};
};

TEST_F(RefusedCredentials, AreToldInTheWordsOfEachProvider) {
    for (const Refusal& refusal : refusalsOfKeys()) {
        SCOPED_TRACE(refusal.provider);
        refuseLike(refusal);
        const Answer refused = connect(refusal);
        EXPECT_TRUE(isRefusal(refused, 400, refusal.expected));
        EXPECT_EQ(refused.body.find("geheim7"), std::string::npos) << "what was typed";
        expectListed(refusal, refusal.expected.substr(refusal.expected.find(':') + 1));
    }
    EXPECT_EQ(serviceWithAll().log().find("geheim7"), std::string::npos);
}

TEST_F(RefusedCredentials, AreToldToWhoComesBackFromAProvider) {
    const std::string page = desk.value("baseUrl") + "/console";
    for (const Refusal& refusal : refusalsOfConsents()) {
        SCOPED_TRACE(refusal.provider);
        refuseLike(refusal);
        const std::string query = refusal.credentials.empty() ? "?" : refusal.credentials + "&";
        const Answer begun =
            desk.get("/integrations/" + refusal.provider + "/authorize" + query + "returnUrl=" + page);
        ASSERT_TRUE(hasStatus(begun, 200));
        const Answer back = desk.service().anonymous().get("/oauth/callback/" + refusal.provider +
                                                           "?code=c0de&state=" + begun.json.textOr("state"));
        EXPECT_EQ(back.header("location"), page + "?error=" + percentEncode(refusal.expected));
        expectListed(refusal, refusal.expected.substr(refusal.expected.find(':') + 1));
    }
}

TEST_F(RefusedCredentials, AreNotNeededEverywhereAndATrialTells) {
    for (const Refusal& refusal : refusalsOfTrials()) {
        SCOPED_TRACE(refusal.provider);
        refuseLike(refusal);
        ASSERT_TRUE(hasStatus(connect(refusal), 201));
        const Answer tried = desk.post("/integrations/" + refusal.provider + "/test", Json::object());
        ASSERT_TRUE(hasStatus(tried, 200));
        EXPECT_FALSE(tried.json["ok"].boolean());
        EXPECT_EQ(tried.json.textOr("error"), refusal.expected);
        expectListed(refusal, refusal.expected);
        EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/" + refusal.provider)).status, 204);
    }
}

TEST_F(RefusedCredentials, ThatAProviderRepeatsLaterAreNotListed) {
    const Refusal wave{"wave", "{'apiKey':'wave_geheim'}", 200, R"({"amount":"7","currency":"XOF"})", "",
                       Wallet};
    refuseLike(wave);
    ASSERT_TRUE(hasStatus(connect(wave), 201));
    const Refusal later{"wave", "", 403,
                        R"({"code":"wrong-rights","message":"Bearer wave_geheim may not do it"})", ""};
    refuseLike(later);
    ASSERT_TRUE(hasStatus(desk.post("/integrations/wave/test", Json::object()), 200));
    const Json calls = desk.read("/integrations/wave/calls");
    EXPECT_EQ(calls["data"][0].textOr("errorMessage"), "*** may not do it");
    EXPECT_EQ(calls["data"][0].textOr("errorCode"), "wrong-rights");
    EXPECT_EQ(calls.dump().find("geheim"), std::string::npos);
    EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/wave")).status, 204);
}

/// Also checks the description of each capability, which a settings page reads.
TEST_F(RefusedCredentials, AreTriedHereForEveryConnectorThereIs) {
    std::vector<std::string> tried = {"smtp"}; // real server: tests/events/company_mail_test.cpp
    for (const auto& list : {refusalsOfKeys(), refusalsOfConsents(), refusalsOfTrials()}) {
        for (const Refusal& refusal : list) {
            tried.push_back(refusal.provider);
        }
    }
    std::vector<std::string> there;
    const Json providers = desk.read("/integrations");
    for (const Json& provider : providers.items()) {
        there.push_back(provider.textOr("provider"));
        EXPECT_FALSE(provider["capabilities"].empty()) << there.back();
        for (const Json& capability : provider["capabilities"].items()) {
            const std::string words = provider["capabilityDescriptions"].textOr(capability.text());
            EXPECT_TRUE(words.size() > 20 && words.ends_with('.'))
                << there.back() << ' ' << capability.text();
        }
    }
    EXPECT_THAT(tried, ::testing::UnorderedElementsAreArray(there));
}

} // namespace
} // namespace svc::test
