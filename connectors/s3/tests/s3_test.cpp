#include <svc/testing/connector_case.hpp>

#include "common/digest.hpp"
#include "common/faulty_answers.hpp"
#include "s3/signature.hpp"

namespace svc::s3::testing {
namespace {

using svc::testing::ConnectorCase;

/// Examples that Amazon publishes; the keys are those of its documentation.
TEST(Signature, IsThatOfThePublishedExamples) {
    const Keys keys{"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1"};
    const Instant now = Instant::parse("2013-05-24T00:00:00Z").value();
    const std::string none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    EXPECT_EQ(authorization({.method = "GET",
                             .path = "/test.txt",
                             .query = {},
                             .headers = {{"host", "examplebucket.s3.amazonaws.com"},
                                         {"range", "bytes=0-9"},
                                         {"x-amz-content-sha256", none}}},
                            keys, now),
              "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
              "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
              "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    const std::string welcome = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";
    const std::string put = authorization({.method = "PUT",
                                           .path = "/test%24file.text",
                                           .query = {},
                                           .headers = {{"host", "examplebucket.s3.amazonaws.com"},
                                                       {"date", "Fri, 24 May 2013 00:00:00 GMT"},
                                                       {"x-amz-storage-class", "REDUCED_REDUNDANCY"},
                                                       {"x-amz-content-sha256", welcome}}},
                                          keys, now);
    EXPECT_TRUE(put.ends_with("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")) << put;
}

class S3 : public ConnectorCase {
protected:
    S3() : ConnectorCase("s3", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object());
        for (const auto& [name, value] :
             std::map<std::string, std::string>{{"endpoint", "https://s3.example:9000"},
                                                {"region", "eu-west-3"},
                                                {"bucket", "books"},
                                                {"accessKey", "AK"},
                                                {"secretKey", "SK"}}) {
            test.secret(name, value);
        }
    }
    static Json paper(const std::string& content) {
        return ConnectorCase::paper("INV 1.pdf", content, "Invoices/2026");
    }
    /// Another bucket, for connect.
    static Json other() {
        return Json::object({{"credentials", Json::object({{"endpoint", "https://other.example/"},
                                                           {"region", "r"},
                                                           {"bucket", "new"},
                                                           {"accessKey", "A"},
                                                           {"secretKey", "S"}})}});
    }
    std::vector<std::string> methods() {
        std::vector<std::string> all;
        for (const auto& request : test.requests()) {
            all.push_back(request.method);
        }
        return all;
    }
    static constexpr const char* File = "/books/Invoices/2026/INV%201.pdf";
};

TEST_F(S3, KeepsAFileAndReadsItBack) {
    test.http("GET", File).answers(404, "<Error><Code>NoSuchKey</Code></Error>").answers(200, "%PDF-1");
    test.http("PUT", File).answers(200, "");
    EXPECT_EQ(run("archive", paper("%PDF-1")).dump(), std::string(R"({"reference":")") + File +
                                                          R"(","url":"https://s3.example:9000)" + File +
                                                          R"("})");
    EXPECT_EQ(methods(), (std::vector<std::string>{"GET", "PUT", "GET"}));
    const auto put = test.requests()[1];
    EXPECT_EQ(put.body, "%PDF-1");
    EXPECT_EQ(put.header("x-amz-date"), "20261120T090000Z");
    EXPECT_EQ(put.header("Authorization"),
              authorization({.method = "PUT",
                             .path = File,
                             .query = {},
                             .headers = {{"host", "s3.example:9000"},
                                         {"content-type", "application/pdf"},
                                         {"x-amz-content-sha256", put.header("x-amz-content-sha256")}}},
                            {"AK", "SK", "eu-west-3"}, test.situation().now));
}

TEST_F(S3, AddsNothingWhenTheFileIsThere) {
    test.http("GET", File).answers(200, "%PDF-1");
    run("archive", paper("%PDF-1"));
    EXPECT_EQ(methods(), (std::vector<std::string>{"GET"}));
}

TEST_F(S3, LeavesTheFileOfAnotherDocumentAsItIs) {
    const std::string beside = "/books/Invoices/2026/INV%201-4kbbd12h.pdf";
    Json input = paper("%PDF-2");
    input.set("document", Json::object({{"kind", "sale"}, {"id", "sal_01jd9mqbxd3vx3vyj58v4kbbd12h"}}));
    test.http("GET", File).answers(200, "%PDF-other");
    test.http("GET", beside).answers(404, "").answers(200, "%PDF-2");
    test.http("PUT", beside).answers(200, "");
    EXPECT_EQ(run("archive", input)["reference"].text(), beside);
    EXPECT_EQ(methods(), (std::vector<std::string>{"GET", "GET", "PUT", "GET"}));
    EXPECT_EQ(test.requests()[2].header("If-None-Match"), "*");
}

TEST_F(S3, ReplacesWhatTheDocumentWasKeptAs) {
    Json input = paper("%PDF-2");
    Json archived = Json::array();
    archived.push(connector::sha256Hex("%PDF-1"));
    input.set("archived", archived);
    test.http("GET", File).answers(200, "%PDF-1").answers(200, "%PDF-2");
    test.http("PUT", File).answers(200, "");
    EXPECT_EQ(run("archive", input)["reference"].text(), File);
    EXPECT_EQ(test.requests()[1].header("If-None-Match"), "");
}

TEST_F(S3, GivesWayToWhoeverWritesAtTheSameTime) {
    const std::string beside = "/books/Invoices/2026/INV%201-sal_1.pdf";
    Json input = paper("%PDF-2");
    input.set("document", Json::object({{"kind", "sale"}, {"id", "sal_1"}}));
    test.http("GET", File).answers(404, "").answers(200, "%PDF-other");
    test.http("PUT", File).answers(412, "<Error><Code>PreconditionFailed</Code></Error>");
    test.http("GET", beside).answers(404, "").answers(200, "%PDF-2");
    test.http("PUT", beside).answers(501, "<Error><Code>NotImplemented</Code></Error>").answers(200, "");
    EXPECT_EQ(run("archive", input)["reference"].text(), beside);
    EXPECT_EQ(test.requests()[5].header("If-None-Match"), "") << "the server knows no conditions";
}

TEST_F(S3, TellsWhatWentWrong) {
    const std::string error = "<Error><Code>NoSuchBucket</Code><Message>The bucket</Message></Error>";
    const auto ask = [&] { return refusal("archive", paper("%PDF-1")); };
    const connector::testing::Classes classes{.error = error, .code = "NoSuchBucket", .reads = false};
    auto& read = test.http("GET", File);
    auto& written = test.http("PUT", File);
    read.answers(404, "<Error><Code>NoSuchKey</Code></Error>");
    connector::testing::expectEachClass(written, ask, classes);
    written = {};
    written.answers(200, "");
    EXPECT_EQ(ask(), "provider-refused:NoSuchKey") << "it is not there afterwards";
    connector::testing::expectEachClass(read, ask, classes);
    for (const char* other : {"%PDF-cut", "<html>Please log in</html>"}) {
        read = {};
        read.answers(404, error).answers(200, other);
        EXPECT_EQ(ask(), "provider-refused:content-differs") << other;
    }
}

TEST_F(S3, IsToldInNoXmlThatDoesHarm) {
    test.http("GET", File).answers(404, "<Error><Code>NoSuchKey</Code></Error>");
    connector::testing::expectFaultyXml(
        test.http("PUT", File),
        "<Error><Code>NoSuchBucket</Code><Message>The "
        "bucket</Message><RequestId>4442587FB7D0A2F9</RequestId></Error>",
        [&] { return refusal("archive", paper("%PDF-1")); }, [&] { return test.secrets(); });
}

TEST_F(S3, AWrongClockIsNoLossOfTheAccess) {
    const std::string skewed = "<Error><Code>RequestTimeTooSkewed</Code></Error>";
    test.http("GET", File).answers(403, skewed);
    EXPECT_EQ(refusal("archive", paper("%PDF-1")), "integration-unreachable:RequestTimeTooSkewed");
    test.http("HEAD", "/new").answers(403, "");
    test.http("GET", "/new").answers(403, skewed);
    EXPECT_EQ(refusal("connect", other()), "integration-unreachable:RequestTimeTooSkewed");
}

TEST_F(S3, TellsWhatWentWrongWithABucket) {
    const auto ask = [&] { return refusal("connect", other()); };
    auto& looked = test.http("HEAD", "/new");
    test.http("GET", "/new").answers(404, "");
    connector::testing::expectEachClass(looked, ask, {.error = "", .reads = false});
    looked = {};
    looked.answers(200, "", {{"Content-Type", "text/html; charset=utf-8"}});
    EXPECT_EQ(ask(), "integration-unreachable:answer-unreadable") << "a page, and no bucket";
    EXPECT_EQ(test.secrets().at("bucket"), "books");
    test.http("HEAD", "/books").answers(200, "", {{"Content-Type", "text/html"}});
    EXPECT_EQ(run("test")["error"].text(), "answer-unreadable");
}

TEST_F(S3, OfAPrivateServerOnlyTheNamedBucketIsOpen) {
    test.settings(Json::object({{"privateUrl", "https://other.example:443/mine"}}));
    EXPECT_EQ(refusal("connect", other()), "integration-unreachable:permission-refused");
    EXPECT_TRUE(test.requests().empty());
}

TEST_F(S3, APrivateServerIsClosedWhenTheSettingChanges) {
    test.settings(Json::object({{"privateUrl", "https://s3.example:9000/mine"}}));
    const std::string closed = "integration-unreachable:permission-refused";
    EXPECT_EQ(refusal("test", Json::object()), closed);
    EXPECT_EQ(refusal("archive", paper("%PDF-1")), closed);
    EXPECT_TRUE(test.requests().empty());
}

TEST_F(S3, ABucketOfAPrivateServerMayBeNamed) {
    test.settings(Json::object({{"privateUrl", "https://other.example/new"}}));
    test.http("HEAD", "/new").answers(200, "");
    EXPECT_EQ(refusal("connect", other()), "none");
}

TEST_F(S3, AFolderCannotLeaveTheBucket) {
    test.http("GET", "/books/x/INV%201.pdf").answers(200, "%PDF-1");
    Json input = paper("%PDF-1");
    input.set("folder", "../../x/./..");
    EXPECT_EQ(run("archive", input)["reference"].text(), "/books/x/INV%201.pdf");
}

TEST_F(S3, KeysThatAreRefusedLeaveThoseThatWork) {
    const Json input = other();
    test.http("HEAD", "/new").answers(403, "").answers(404, "").answers(200, "").answers(403, "");
    test.http("GET", "/new")
        .answers(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>")
        .answers(404, "<Error><Code>NoSuchBucket</Code></Error>")
        .answers(403, "<Error><Code>RequestTimeTooSkewed</Code></Error>");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid:SignatureDoesNotMatch");
    EXPECT_EQ(refusal("connect", input), "provider-refused:NoSuchBucket");
    EXPECT_EQ(test.secrets().at("bucket"), "books");
    EXPECT_EQ(run("connect", input).dump(),
              R"({"account":{"id":"https://other.example/new","name":"https://other.example/new"}})");
    EXPECT_EQ(refusal("test", Json::object()), "integration-unreachable:RequestTimeTooSkewed")
        << "the keys are good";
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

} // namespace
} // namespace svc::s3::testing
