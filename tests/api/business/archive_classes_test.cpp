// How each class of provider refusal affects an archived document and the connection: retried, refused, held
// for a person, or access lost. WebDAV and S3 are faked by a server of the test, because a real server cannot
// be made to send these answers.
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include <unistd.h>

#include <gtest/gtest.h>

#include "api/business/desk.hpp"
#include "support/https_receiver.hpp"

namespace svc::test {
namespace {

/// Fakes the provider of both protocols: stores the files that it receives unless answerWith() is set.
class ArchiveStandIn {
public:
    ArchiveStandIn()
        : folder_(std::filesystem::temp_directory_path() / ("svc-archive-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(folder_);
        receiver_ = std::make_unique<HttpsReceiver>(folder_);
        receiver_->react([this](const Received& request) { return answer(request); });
    }
    ~ArchiveStandIn() {
        receiver_.reset();
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    const HttpsReceiver& receiver() const { return *receiver_; }

    /// Sets the answer to uploads; without a value files are stored.
    void answerWith(std::optional<Reaction> reaction) {
        const std::lock_guard lock(mutex_);
        refusal_ = std::move(reaction);
    }
    std::size_t files() {
        const std::lock_guard lock(mutex_);
        return kept_.size();
    }

private:
    Reaction answer(const Received& request) {
        const std::lock_guard lock(mutex_);
        if (request.method == "PROPFIND") {
            return Reaction::status(207, "Content-Type: application/xml\r\n", "<d:multistatus/>");
        }
        if (request.method == "PUT") {
            if (refusal_) {
                return *refusal_;
            }
            kept_[request.path] = request.body;
            return Reaction::status(201);
        }
        const auto found = kept_.find(request.path);
        return request.method == "HEAD" ? Reaction::status(200)
               : found == kept_.end()
                   ? Reaction::status(404)
                   : Reaction::status(200, "Content-Type: application/pdf\r\n", found->second);
    }

    std::filesystem::path folder_;
    std::unique_ptr<HttpsReceiver> receiver_;
    std::mutex mutex_;
    std::optional<Reaction> refusal_;
    std::map<std::string, std::string> kept_;
};

ArchiveStandIn& standIn() {
    static ArchiveStandIn one;
    return one;
}

/// The service for all tests here; they move its clock.
RunningService& standInService() {
    static RunningService running([] {
        ServiceOptions options;
        for (const char* archive : {"nextcloud", "s3"}) {
            options.plugins.emplace_back(archive);
            options.settings[archive] = "{ privateUrl: \"" + standIn().receiver().url("") + "\" }";
        }
        options.extra = "webhooks: { caFile: \"" + standIn().receiver().certificate().string() + "\" }\n";
        return options;
    }());
    return running;
}

enum class End { Again = 1, Refused, NoAccess };

/// A provider's answer to an upload, and the expected error.
struct Class {
    Reaction answer;
    End end = End::Refused;
    std::string told;
};

Reaction answered(int status, const std::string& headers = {}) {
    return Reaction::status(
        status, headers + "Content-Type: application/xml\r\n",
        "<d:error><Code>X</Code><s:message>No</s:message><Message>No</Message></d:error>");
}

/// The connection ends in the middle of the answer.
Reaction halfAnAnswer() {
    Reaction half;
    half.text = "HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n<half";
    half.ends = true;
    return half;
}

/// A refusal in XML with an entity that expands a billion times or reads a local file.
Reaction hostile(int status, const std::string& entity) {
    return Reaction::status(
        status, "Content-Type: application/xml\r\n",
        "<!DOCTYPE d [" + entity +
            "]><d:error><Code>X</Code><s:message>&x;</s:message><Message>&x;</Message></d:error>");
}

std::string growing() {
    std::string entities = "<!ENTITY x0 \"lol\">";
    std::string before = "x0";
    for (int i = 1; i < 20; ++i) {
        const std::string name = i == 19 ? "x" : "x" + std::to_string(i);
        entities += "<!ENTITY " + name + " \"&" + before + ";&" + before + ";&" + before + ";\">";
        before = name;
    }
    return entities;
}

struct Protocol {
    std::string id;
    std::string credentials;
    std::string code; ///< the provider's code in refusals; empty: only the status
};

std::vector<Class> classesOf(const Protocol& protocol) {
    const auto refused = [&](int status, const std::string& begin) {
        const std::string code = protocol.code.empty() ? "http-" + std::to_string(status) : protocol.code;
        return begin + ':' + code + ":No";
    };
    std::vector<Class> classes;
    for (const int status : {302, 400, 404, 409, 413, 422}) {
        classes.push_back({answered(status), End::Refused, refused(status, "provider-refused")});
    }
    for (const int status : {500, 502, 503}) {
        classes.push_back(
            {answered(status), End::Again, "integration-unreachable:http-" + std::to_string(status)});
    }
    if (protocol.id == "nextcloud") {
        classes.push_back({answered(507), End::Refused, refused(507, "provider-refused")});
    }
    classes.push_back(
        {answered(429, "Retry-After: 600\r\n"), End::Again, "integration-unreachable:http-429"});
    classes.push_back({halfAnAnswer(), End::Again, "integration-unreachable:"});
    classes.push_back({Reaction::status(200, "Content-Type: text/html\r\n", "<html>Please log in</html>"),
                       End::Refused, "provider-refused:"});
    classes.push_back({hostile(400, growing()), End::Refused, "provider-refused:"});
    classes.push_back(
        {hostile(409, "<!ENTITY x SYSTEM \"file:///etc/passwd\">"), End::Refused, "provider-refused:"});
    classes.push_back(
        {Reaction::status(503, "Content-Type: application/xml\r\n", std::string(8'000'000, '<')), End::Again,
         "integration-unreachable:"});
    for (const int status : {401, 403}) {
        classes.push_back(
            {answered(status), End::NoAccess, refused(status, "integration-credentials-invalid")});
    }
    return classes;
}

class ArchiveClasses : public ::testing::TestWithParam<Protocol> {
protected:
    ~ArchiveClasses() override {
        standIn().answerWith(std::nullopt);
        EXPECT_EQ(standInService().live().remove(desk.path("/integrations/" + GetParam().id)).status, 204);
    }
    void connect() {
        ASSERT_TRUE(hasStatus(desk.post("/integrations/" + GetParam().id + "/connect",
                                        Json::object({{"credentials", js(GetParam().credentials,
                                                                         {standIn().receiver().url("")})},
                                                      {"settings", Json::object()}})),
                              201));
    }
    std::string sale() {
        return desk
            .make("/sales", js("{'partnerId':'$1','lines':[{'label':'Coffee','quantity':1,'unitPrice':120}]}",
                               {partner}))
            .textOr("id");
    }
    Answer archive(const std::string& sale) {
        return desk.post("/integrations/documents/sale/" + sale + "/archive", Json::object());
    }
    std::string connection() {
        const Json all = desk.read("/integrations");
        for (const Json& one : all.items()) {
            if (one.textOr("provider") == GetParam().id) {
                return one.textOr("state");
            }
        }
        return {};
    }
    /// State and error of the last attempt to archive this sale: `failed provider-refused:http-404:No`.
    static std::string attemptFor(const std::string& sale) {
        return standInService()
            .sql("SELECT state || ' ' || coalesce(error, '') FROM integrations.attempt"
                 " WHERE document_id = '" +
                 sale + "' ORDER BY number DESC LIMIT 1")
            .at(0);
    }
    static bool becomes(const std::string& sale, const std::string& begin) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (!attemptFor(sale).starts_with(begin) && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return attemptFor(sale).starts_with(begin);
    }
    static void advance(const std::string& duration) {
        EXPECT_TRUE(hasStatus(
            standInService().anonymous().post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
    /// Checks the state of the attempt, and what happens to it after the provider works again.
    void expectEnd(const Class& one) {
        const std::string id = sale();
        const std::size_t files = standIn().files();
        standIn().answerWith(one.answer);
        const Answer refused = archive(id);
        EXPECT_EQ(refused.status, 400);
        EXPECT_TRUE(refused.code().starts_with(one.told)) << refused.code() << ", not " << one.told;
        EXPECT_EQ(refused.code().find("root:"), std::string::npos) << "a file of the machine";
        EXPECT_EQ(refused.code().find("lollol"), std::string::npos) << "an entity is not followed";
        EXPECT_EQ(attemptFor(id), (one.end == End::Again ? "called " : "failed ") + refused.code());
        EXPECT_EQ(connection(), one.end == End::NoAccess ? "expired" : "connected");
        standIn().answerWith(std::nullopt);
        if (one.end == End::NoAccess) {
            EXPECT_TRUE(isRefusal(archive(id), 400, "integration-not-connected"));
            connect();
        }
        if (one.end == End::Again) {
            advance("PT11M");
            EXPECT_TRUE(becomes(id, "done ")) << attemptFor(id) << ": by itself";
        } else {
            EXPECT_EQ(standIn().files(), files) << "not by itself";
            EXPECT_TRUE(hasStatus(archive(id), 201)) << "a person asks again";
        }
        EXPECT_EQ(standIn().files(), files + 1);
    }

    Desk desk{standInService()};
    std::string partner = desk.make("/partners", js("{'name':'Hotel'}")).textOr("id");
};

TEST_P(ArchiveClasses, EndWhereTheyBelong) {
    connect();
    for (const Class& one : classesOf(GetParam())) {
        SCOPED_TRACE(one.answer.text.substr(0, 20));
        expectEnd(one);
    }
}

TEST_P(ArchiveClasses, AfterADayWithoutAnAnswerAPersonIsAsked) {
    connect();
    const std::string id = sale();
    standIn().answerWith(answered(500));
    EXPECT_TRUE(isRefusal(archive(id), 400, "integration-unreachable:http-500"));
    advance("PT25H");
    EXPECT_TRUE(becomes(id, "held integration-unreachable:http-500")) << attemptFor(id);
    EXPECT_NE(desk.read("/history/sale/" + id).dump().find("archive.held"), std::string::npos);
    const std::size_t files = standIn().files();
    standIn().answerWith(std::nullopt);
    EXPECT_TRUE(hasStatus(archive(id), 201));
    EXPECT_EQ(standIn().files(), files + 1);
}

INSTANTIATE_TEST_SUITE_P(
    Protocols, ArchiveClasses,
    ::testing::Values(
        Protocol{"nextcloud", "{'url':'$1','user':'books','password':'pw'}", ""},
        Protocol{"s3", "{'endpoint':'$1','region':'eu','bucket':'books','accessKey':'A','secretKey':'S'}",
                 "X"}),
    [](const auto& one) { return one.param.id; });

} // namespace
} // namespace svc::test
