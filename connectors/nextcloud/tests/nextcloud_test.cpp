#include <svc/testing/connector_case.hpp>

#include "common/digest.hpp"
#include "common/faulty_answers.hpp"

namespace svc::nextcloud::testing {
namespace {

using svc::testing::ConnectorCase;

class Nextcloud : public ConnectorCase {
protected:
    Nextcloud() : ConnectorCase("nextcloud", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object());
        test.secret("url", "https://cloud.example/");
        test.secret("user", "books of us");
        test.secret("password", "app-password");
    }
    static Json paper(const std::string& content) {
        return ConnectorCase::paper("INV 1.pdf", content, "Invoices/2026");
    }
    static std::string below(const std::string& path) {
        return "/remote.php/dav/files/books%20of%20us" + path;
    }
    /// Answers as if the folders existed.
    void answerFolders() {
        test.http("MKCOL", below("/Invoices")).answers(405, "");
        test.http("MKCOL", below("/Invoices/2026")).answers(201, "");
    }
    std::vector<std::string> methods() {
        std::vector<std::string> all;
        for (const auto& request : test.requests()) {
            all.push_back(request.method);
        }
        return all;
    }
};

TEST_F(Nextcloud, KeepsAFileAndReadsItBack) {
    answerFolders();
    const std::string file = below("/Invoices/2026/INV%201.pdf");
    test.http("GET", file).answers(404, "").answers(200, "%PDF-1");
    test.http("PUT", file).answers(201, "");
    EXPECT_EQ(run("archive", paper("%PDF-1")).dump(),
              R"({"reference":"/Invoices/2026/INV%201.pdf","url":"https://cloud.example)" + file + R"("})");
    EXPECT_EQ(methods(), (std::vector<std::string>{"MKCOL", "MKCOL", "GET", "PUT", "GET"}));
    EXPECT_EQ(test.requests()[3].body, "%PDF-1");
    EXPECT_EQ(test.requests()[3].header("Content-Type"), "application/pdf");
    EXPECT_EQ(test.requests()[3].header("Authorization"),
              "Basic " + base64Encode("books of us:app-password"));
}

TEST_F(Nextcloud, AddsNothingWhenTheFileIsThere) {
    answerFolders();
    test.http("GET", below("/Invoices/2026/INV%201.pdf")).answers(200, "%PDF-1");
    run("archive", paper("%PDF-1"));
    EXPECT_EQ(methods(), (std::vector<std::string>{"MKCOL", "MKCOL", "GET"}));
}

TEST_F(Nextcloud, LeavesTheFileOfAnotherDocumentAsItIs) {
    answerFolders();
    const std::string file = below("/Invoices/2026/INV%201.pdf");
    const std::string beside = below("/Invoices/2026/INV%201-sal_1.pdf");
    Json input = paper("%PDF-2");
    input.set("document", Json::object({{"kind", "sale"}, {"id", "sal_1"}}));
    test.http("GET", file).answers(404, "").answers(200, "%PDF-other");
    test.http("PUT", file).answers(412, "");
    test.http("GET", beside).answers(404, "").answers(200, "%PDF-2");
    test.http("PUT", beside).answers(201, "");
    EXPECT_EQ(run("archive", input)["reference"].text(), "/Invoices/2026/INV%201-sal_1.pdf");
    EXPECT_EQ(test.requests()[3].header("If-None-Match"), "*") << "somebody may write at the same time";
}

TEST_F(Nextcloud, ReplacesWhatTheDocumentWasKeptAs) {
    answerFolders();
    const std::string file = below("/Invoices/2026/INV%201.pdf");
    Json input = paper("%PDF-2");
    Json archived = Json::array();
    archived.push("2c2a3a2e0c1fd5b9");
    archived.push(connector::sha256Hex("%PDF-1"));
    input.set("archived", archived);
    test.http("GET", file).answers(200, "%PDF-1").answers(200, "%PDF-2");
    test.http("PUT", file).answers(204, "");
    EXPECT_EQ(run("archive", input)["reference"].text(), "/Invoices/2026/INV%201.pdf");
}

TEST_F(Nextcloud, TellsWhatWentWrong) {
    Json input = paper("%PDF-1");
    input.set("folder", "Invoices");
    const auto ask = [&] { return refusal("archive", input); };
    const connector::testing::Classes classes{
        .error = "<d:error><s:exception>E</s:exception><s:message>Not here</s:message></d:error>",
        .reads = false};
    auto& folder = test.http("MKCOL", below("/Invoices"));
    auto& read = test.http("GET", below("/Invoices/INV%201.pdf"));
    auto& written = test.http("PUT", below("/Invoices/INV%201.pdf"));
    connector::testing::expectEachClass(folder, ask, classes);
    folder = {};
    folder.answers(405, "");
    read.answers(404, "");
    connector::testing::expectEachClass(written, ask, classes);
    for (const int status : {423, 507}) {
        written = {};
        written.answers(status, classes.error);
        EXPECT_EQ(ask(), "provider-refused:http-" + std::to_string(status) + ":Not here") << "for a person";
    }
    written = {};
    written.answers(201, "");
    connector::testing::expectEachClass(read, ask, classes); // the file may be stored, and is read back
    for (const char* other : {"%PDF-cut", "<html>Please log in</html>"}) {
        read = {};
        read.answers(404, "").answers(200, other);
        EXPECT_EQ(ask(), "provider-refused:content-differs") << other;
    }
}

TEST_F(Nextcloud, IsToldInNoXmlThatDoesHarm) {
    Json input = paper("%PDF-1");
    input.set("folder", "");
    test.http("GET", below("/INV%201.pdf")).answers(404, "");
    connector::testing::expectFaultyXml(
        test.http("PUT", below("/INV%201.pdf")),
        "<d:error "
        "xmlns:d=\"DAV:\"><s:exception>Sabre\\DAV\\Exception</s:exception><s:message>No</s:message></"
        "d:error>",
        [&] { return refusal("archive", input); }, [&] { return test.secrets(); });
}

TEST_F(Nextcloud, TellsWhatWentWrongWithAnAccount) {
    const Json input = Json::object(
        {{"credentials",
          Json::object({{"url", "https://other.example"}, {"user", "new"}, {"password", "p"}})}});
    connector::testing::expectEachClass(test.http("PROPFIND", "/remote.php/dav/files/new/"),
                                        [&] { return refusal("connect", input); },
                                        {.error = "<d:error><s:message>Not here</s:message></d:error>"});
    EXPECT_EQ(test.secrets().at("user"), "books of us");
    test.http("PROPFIND", below("/")).answers(200, "<html>Please log in</html>");
    EXPECT_EQ(run("test")["error"].text(), "answer-unreadable") << "a page, and no folder";
}

TEST_F(Nextcloud, AFolderCannotLeaveTheAccount) {
    test.http("MKCOL", below("/x")).answers(201, "");
    test.http("GET", below("/x/INV%201.pdf")).answers(200, "%PDF-1");
    Json input = paper("%PDF-1");
    input.set("folder", "../../x/./..");
    EXPECT_EQ(run("archive", input)["reference"].text(), "/x/INV%201.pdf");
}

TEST_F(Nextcloud, OfAPrivateServerOnlyTheNamedAddressIsOpen) {
    test.settings(Json::object({{"privateUrl", "http://10.0.0.7/cloud/"}}));
    test.http("PROPFIND", "/cloud/remote.php/dav/files/new/").answers(207, "<d:multistatus/>");
    test.http("PROPFIND", "/cloud/b/remote.php/dav/files/new/").answers(207, "<d:multistatus/>");
    test.http("PROPFIND", "/other/remote.php/dav/files/new/").answers(207, "<d:multistatus/>");
    const auto connecting = [&](const std::string& url) {
        return refusal("connect",
                       Json::object({{"credentials",
                                      Json::object({{"url", url}, {"user", "new"}, {"password", "p"}})}}));
    };
    for (const char* address :
         {"http://10.0.0.7/cloud", "HTTP://10.0.0.7:080/cloud//", "http://10.0.0.7/cloud/b"}) {
        EXPECT_EQ(connecting(address), "none") << address;
    }
    for (const char* address : {"http://10.0.0.7", "http://10.0.0.7/other", "http://10.0.0.7/cloudy",
                                "http://10.0.0.7:80/", "http://10.0.0.7:0080/other", "http://10.0.0.7?/cloud",
                                "http://10.0.0.7/cloud?a=", "http://10.0.0.7/cloud/../other",
                                "http://10.0.0.7/cloud/..%2Fother", "http://10.0.0.7/cloud/..%5Cother",
                                "http://10.0.0.7/cloud/%2E%2e/other", "http://10.0.0.7/cloud/..\\a"}) {
        EXPECT_EQ(connecting(address), "integration-unreachable:permission-refused") << address;
    }
    EXPECT_EQ(connecting("https://cloud.example/other"), "none") << "of a public server the host decides";
}

TEST_F(Nextcloud, APrivateServerIsClosedWhenTheSettingChanges) {
    test.settings(Json::object({{"privateUrl", "https://cloud.example/other"}}));
    const std::string closed = "integration-unreachable:permission-refused";
    EXPECT_EQ(refusal("test", Json::object()), closed);
    EXPECT_EQ(refusal("archive", paper("%PDF-1")), closed);
    EXPECT_TRUE(test.requests().empty());
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Nextcloud, AnAccountThatIsRefusedLeavesTheOneThatWorks) {
    const Json input = Json::object(
        {{"credentials",
          Json::object({{"url", "https://other.example"}, {"user", "new"}, {"password", "p"}})}});
    EXPECT_EQ(refusal("connect", Json::object({{"credentials", Json::object()}})),
              "integration-credentials-invalid");
    test.http("PROPFIND", "/remote.php/dav/files/new/")
        .answers(401, "")
        .answers(207, "<d:multistatus/>")
        .answers(207, "<d:multistatus/>")
        .fails("resolve")
        .answers(401, "<d:error><s:exception>E</s:exception><s:message>No, it is wrong</s:message></d:error>")
        .answers(401, "<s:message>cut");
    EXPECT_EQ(refusal("connect", input), "integration-credentials-invalid");
    EXPECT_EQ(test.secrets().at("user"), "books of us");
    EXPECT_EQ(run("connect", input)["account"]["id"].text(), "https://other.example/remote.php/dav/files/new")
        << "other servers have users of this name";
    EXPECT_EQ(test.secrets().at("url"), "https://other.example");
    EXPECT_TRUE(run("test")["ok"].boolean());
    EXPECT_EQ(run("test")["error"].text(), "resolve");
    EXPECT_EQ(run("test")["error"].text(), "http-401:No, it is wrong");
    EXPECT_EQ(run("test")["error"].text(), "http-401");
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

} // namespace
} // namespace svc::nextcloud::testing
