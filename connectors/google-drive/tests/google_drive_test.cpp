#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::google_drive::testing {
namespace {

using svc::testing::ConnectorCase;

class GoogleDrive : public ConnectorCase {
protected:
    GoogleDrive() : ConnectorCase("google-drive", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"clientId", "client"},
                                    {"clientSecret", "s3cret"},
                                    {"baseUrl", "https://www.googleapis.com"},
                                    {"accountsUrl", "https://accounts.google.com"},
                                    {"tokenBaseUrl", "https://oauth2.googleapis.com"}}));
        test.secret("token", "T1");
        test.secret("tokenUntil", "2026-11-20T10:00:00.000Z");
        test.secret("refreshToken", "R1");
    }
    static Json paper() { return ConnectorCase::paper("INV 1.pdf", "%PDF-1", "It's/2026"); }
    svc::testing::HttpStandIn& files() { return test.http("GET", "/drive/v3/files"); }
    svc::testing::HttpStandIn& tokens() { return test.http("POST", "/token"); }
    static std::string list(const std::string& id) {
        return id.empty() ? R"({"files":[]})"
                          : R"({"files":[{"id":")" + id + R"(","webViewLink":"https://d/)" + id + "\"}]}";
    }
    std::string bearer(std::size_t request) { return test.requests().at(request).header("Authorization"); }
};

TEST_F(GoogleDrive, SendsThePersonToGoogle) {
    const Json told =
        run("authorize", Json::object({{"redirectUri", "https://svc.example/oauth/callback/google-drive"},
                                       {"state", "com_1.s"},
                                       {"codeChallenge", "ch"}}));
    EXPECT_EQ(told["url"].text(),
              "https://accounts.google.com/o/oauth2/v2/auth?response_type=code&client_id=client"
              "&redirect_uri=https%3A%2F%2Fsvc.example%2Foauth%2Fcallback%2Fgoogle-drive"
              "&scope=https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fdrive.file&state=com_1.s&code_challenge=ch"
              "&code_challenge_method=S256&access_type=offline&prompt=consent");
}

TEST_F(GoogleDrive, AClientThatIsRefusedIsNoLossOfTheAccess) {
    test.secret("tokenUntil", "2026-11-20T09:00:00.000Z");
    tokens()
        .answers(401, R"({"error":"invalid_client","error_description":"Unauthorized"})")
        .answers(400, R"({"error":"unauthorized_client"})")
        .answers(400, R"({"error":"invalid_grant"})");
    for (const char* expected :
         {"integration-unreachable:invalid_client", "integration-unreachable:unauthorized_client",
          "integration-credentials-invalid:invalid_grant"}) {
        EXPECT_EQ(refusal("test", Json::object()), expected);
    }
}

class WithoutClient : public ConnectorCase {
protected:
    WithoutClient() : ConnectorCase("google-drive", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object());
    }
};

TEST_F(WithoutClient, NobodyCanBeSentToGoogle) {
    EXPECT_EQ(refusal("authorize", Json::object()), "provider-refused:client-not-configured");
}

TEST_F(GoogleDrive, KeepsTheTokensOnceTheAccountIsSeen) {
    const Json input =
        Json::object({{"code", "c0de"}, {"redirectUri", "https://svc.example/r"}, {"codeVerifier", "v"}});
    tokens()
        .answers(400, R"({"error":"invalid_grant"})")
        .answers(400, R"({"error":"redirect_uri_mismatch"})")
        .answers(200, R"({"access_token":"T2","expires_in":3599,"refresh_token":"R2"})");
    test.http("GET", "/drive/v3/about")
        .answers(500, "")
        .answers(200, R"({"user":{"emailAddress":"a@quais.example","displayName":"Anne"}})");
    EXPECT_EQ(refusal("finish", input), "integration-credentials-invalid:invalid_grant");
    EXPECT_EQ(refusal("finish", input), "provider-refused:redirect_uri_mismatch");
    EXPECT_EQ(refusal("finish", input), "integration-unreachable:http-500");
    EXPECT_EQ(test.secrets().at("token"), "T1");
    EXPECT_EQ(run("finish", input).dump(), R"({"account":{"id":"a@quais.example","name":"Anne"}})");
    EXPECT_EQ(
        test.requests()[0].body,
        "grant_type=authorization_code&code=c0de&redirect_uri=https%3A%2F%2Fsvc.example%2Fr&code_verifier=v");
    EXPECT_EQ(bearer(0), "Basic " + base64Encode("client:s3cret"));
    EXPECT_EQ(test.secrets().at("token"), "T2");
    EXPECT_EQ(test.secrets().at("tokenUntil"), "2026-11-20T09:59:59.000Z");
    EXPECT_EQ(test.secrets().at("refreshToken"), "R2");
}

TEST_F(GoogleDrive, KeepsAFileInItsFolder) {
    files().answers(200, list("f1")).answers(200, list("")).answers(200, list(""));
    test.http("POST", "/drive/v3/files").answers(200, R"({"id":"f2"})");
    test.http("POST", "/upload/drive/v3/files")
        .answers(200, R"({"id":"x1","webViewLink":"https://d/x1","sha256Checksum":"abc"})");
    EXPECT_EQ(run("archive", paper()).dump(), R"({"reference":"x1","url":"https://d/x1"})");
    EXPECT_NE(
        query(0).find(percentEncode("name = 'It\\'s' and mimeType = 'application/vnd.google-apps.folder' and "
                                    "'root' in parents and trashed = false")),
        std::string::npos)
        << query(0);
    EXPECT_EQ(test.requests()[2].body,
              R"({"name":"2026","mimeType":"application/vnd.google-apps.folder","parents":["f1"]})");
    const std::string body = test.requests()[4].body;
    EXPECT_NE(body.find(R"("parents":["f2"],"appProperties":{"sha256":"abc"})"), std::string::npos) << body;
    EXPECT_NE(body.find("\r\n\r\n%PDF-1\r\n--svc-part--\r\n"), std::string::npos);
    EXPECT_EQ(bearer(4), "Bearer T1");
}

TEST_F(GoogleDrive, SendsNothingThatTheContractDoesNotKnow) {
    files().answers(200, list("f1")).answers(200, list("")).answers(200, list(""));
    test.http("POST", "/drive/v3/files").answers(200, R"({"id":"f2"})");
    test.http("POST", "/upload/drive/v3/files")
        .answers(200, R"({"id":"x1","webViewLink":"https://d/x1","sha256Checksum":"abc"})");
    run("archive", paper());
    ASSERT_EQ(test.requests().size(), 5U);
    const Json contract = dataOf("contract.json");
    const Json& properties = contract["operations"]["POST /files"]["properties"];
    for (std::size_t request = 0; request < test.requests().size(); ++request) {
        const bool lists = test.requests()[request].method == "GET";
        const std::string known = contract["parameters"][lists ? "GET /files" : "POST /files"].dump();
        const std::string sent = query(request);
        for (const std::string_view part : split(sent, '&')) {
            const std::string name(part.substr(0, part.find('=')));
            EXPECT_NE(known.find('"' + name + '"'), std::string::npos) << name;
        }
    }
    const Json folder = checkedBody("POST /files", 2);
    EXPECT_EQ(folder["name"].text(), "2026");
    const std::string upload = test.requests()[4].body;
    const std::size_t begin = upload.find('{');
    const Json metadata = Json::parse(upload.substr(begin, upload.find("\r\n", begin) - begin));
    for (const auto& [name, value] : metadata.members()) {
        const std::string type = properties[name].textOr("type", "none");
        EXPECT_TRUE(type == "string"   ? value.isString()
                    : type == "array"  ? value.isArray()
                    : type == "object" ? value.isObject()
                                       : false)
            << name << " is " << type;
    }
    for (const char* asked : {"id", "webViewLink", "sha256Checksum"}) {
        EXPECT_TRUE(properties.contains(asked)) << asked;
    }
}

TEST_F(GoogleDrive, AddsNothingWhenTheFileIsThere) {
    files().answers(200, list("f1")).answers(200, list("f2")).answers(200, list("x1"));
    EXPECT_EQ(run("archive", paper())["reference"].text(), "x1");
    EXPECT_EQ(test.requests().size(), 3U);
}

TEST_F(GoogleDrive, TakesItsTurnWhenOthersAreLateAndEndsIt) {
    test.secret("foldersUntil", "2026-11-20T08:59:59.000Z");
    test.secret("file.abcUntil", "2026-11-20T08:59:59.000Z");
    files().answers(200, list("f1")).answers(200, list("f2")).answers(200, list("x1"));
    EXPECT_EQ(run("archive", paper())["reference"].text(), "x1");
    for (const auto& [name, value] : test.secrets()) {
        EXPECT_FALSE(name.starts_with("folders") || name.starts_with("file.")) << name;
    }
}

TEST_F(GoogleDrive, IsStillConnectedWhenItIsAskedTooOften) {
    test.http("GET", "/drive/v3/about")
        .answers(403, R"({"error":{"errors":[{"reason":"userRateLimitExceeded"}]}})");
    EXPECT_EQ(refusal("test", Json::object()), "integration-unreachable:userRateLimitExceeded");
}

TEST_F(GoogleDrive, RenewsItsTokenBeforeItEnds) {
    test.secret("tokenUntil", "2026-11-20T09:04:59.000Z");
    tokens().answers(200, R"({"access_token":"T2","expires_in":3600})");
    test.http("GET", "/drive/v3/about").answers(200, "{}");
    EXPECT_TRUE(run("test")["ok"].boolean());
    EXPECT_EQ(test.requests()[0].body, "grant_type=refresh_token&refresh_token=R1");
    EXPECT_EQ(bearer(1), "Bearer T2");
    EXPECT_EQ(test.secrets().at("refreshToken"), "R1") << "Google gives it once";
    EXPECT_EQ(test.secrets().count("turnUntil"), 0U);
}

TEST_F(GoogleDrive, RenewsATokenThatIsNotTakenOnce) {
    tokens().answers(200, R"({"access_token":"T2","expires_in":3600})");
    test.http("GET", "/drive/v3/about").answers(401, "").answers(401, "");
    EXPECT_FALSE(run("test")["ok"].boolean());
    EXPECT_EQ(test.requests().size(), 3U) << "asked, renewed, asked";
    EXPECT_EQ(bearer(2), "Bearer T2");
}

TEST_F(GoogleDrive, AnAccessThatWasTakenAwayIsTold) {
    test.secret("tokenUntil", "2026-11-20T08:00:00.000Z");
    tokens().answers(400, R"({"error":"invalid_grant"})").answers(503, "");
    EXPECT_EQ(refusal("archive", paper()), "integration-credentials-invalid:invalid_grant");
    EXPECT_EQ(refusal("archive", paper()), "integration-unreachable:http-503");
    EXPECT_EQ(test.secrets().count("turnUntil"), 0U) << "the next one may try";
}

TEST_F(GoogleDrive, TellsWhatWentWrong) {
    const auto error = [](const std::string& reason) {
        return R"({"error":{"status":"S","errors":[{"reason":")" + reason + R"("}]}})";
    };
    const std::vector<std::pair<int, std::pair<std::string, std::string>>> answers = {
        {400, {error("invalid"), "provider-refused:invalid"}},
        {403, {error("userRateLimitExceeded"), "integration-unreachable:userRateLimitExceeded"}},
        {403, {error("dailyLimitExceeded"), "integration-unreachable:dailyLimitExceeded"}},
        {403, {error("storageQuotaExceeded"), "provider-refused:storageQuotaExceeded"}},
        {403,
         {error("numChildrenInNonRootLimitExceeded"), "provider-refused:numChildrenInNonRootLimitExceeded"}},
        {403, {error("insufficientFilePermissions"), "provider-refused:insufficientFilePermissions"}},
        {403, {error("insufficientPermissions"), "integration-credentials-invalid:insufficientPermissions"}},
        {403, {error("forbidden"), "integration-credentials-invalid:forbidden"}},
        {429, {"", "integration-unreachable:http-429"}},
        {500, {"", "integration-unreachable:http-500"}},
        {200, {"<html>", "integration-unreachable:answer-unreadable"}}};
    for (const auto& [status, told] : answers) {
        files().answers(status, told.first);
    }
    for (const auto& [status, told] : answers) {
        EXPECT_EQ(refusal("archive", paper()), told.second) << status;
    }
}

TEST_F(GoogleDrive, RevokesItsAccessWhenItIsDisconnected) {
    test.http("POST", "/revoke").answers(200, "");
    run("disconnect");
    EXPECT_EQ(test.requests()[0].body, "token=R1");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(GoogleDrive, TellsEveryClassOfRefusal) {
    tokens().answers(400, R"({"error":"invalid_grant"})");
    connector::testing::expectEachClass(
        files(), [&] { return refusal("archive", paper()); },
        {.error = R"({"error":{"status":"S","errors":[{"reason":"invalid"}]}})",
         .code = "invalid",
         .other = {{401, "integration-credentials-invalid:invalid_grant"}}});
}

TEST_F(GoogleDrive, SurvivesWhatNoProviderShouldAnswer) {
    // An answer that lists no file or folder means that there is none: then it is created.
    test.http("POST", "/drive/v3/files").answers(200, R"({"id":"f2"})");
    test.http("POST", "/upload/drive/v3/files")
        .answers(200, R"({"id":"x1","webViewLink":"https://d/x1","sha256Checksum":"abc"})");
    connector::testing::expectFaultyAnswers(
        files(), list("x1"), [&] { return refusal("archive", paper()); }, [&] { return test.secrets(); });
}

} // namespace
} // namespace svc::google_drive::testing
