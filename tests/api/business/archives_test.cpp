// Documents archived at real file servers, which the test starts: WebDAV in Nextcloud's form, and S3.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/business/desk.hpp"
#include "api/business/outside_story.hpp"
#include "support/file_servers.hpp"

namespace svc::test {
namespace {

constexpr const char* Password = "Of the archive 1";

/// The servers whose packages are installed.
struct Servers {
    std::unique_ptr<FileServer> webdav;
    std::unique_ptr<FileServer> s3;

    Servers() {
        if (WebDavServer::missing().empty()) {
            webdav = std::make_unique<WebDavServer>(Password);
        }
        if (S3Server::missing().empty()) {
            s3 = std::make_unique<S3Server>(Password);
        }
    }
};

Servers& servers() {
    static Servers all;
    return all;
}

/// The service for all tests here, which may call both servers.
RunningService& service() {
    static RunningService running([] {
        ServiceOptions options;
        options.plugins.insert(options.plugins.end(), {"nextcloud", "s3"});
        const auto allowed = [](const std::unique_ptr<FileServer>& server) {
            return server ? "{ privateUrl: \"" + server->url() + "\" }" : std::string("{}");
        };
        options.settings = {{"nextcloud", allowed(servers().webdav)}, {"s3", allowed(servers().s3)}};
        return options;
    }());
    return running;
}

/// The differences between the two providers.
struct Provider {
    std::string id;
    std::string wrongPassword; ///< the error for a wrong password, in the provider's words
    std::string names;         ///< credentials without the password
    std::string passwordName;
};

class Archives : public ::testing::TestWithParam<Provider> {
protected:
    void SetUp() override {
        const bool webdav = GetParam().id == "nextcloud";
        server = webdav ? servers().webdav.get() : servers().s3.get();
        if (server == nullptr) {
            GTEST_SKIP() << "no server here: install "
                         << (webdav ? WebDavServer::missing() : S3Server::missing());
        }
        desk = std::make_unique<Desk>(service());
        server->setPassword(Password);
        desk->events();
    }
    void TearDown() override {
        if (desk) {
            desk->service().live().remove(desk->path("/integrations/" + GetParam().id));
        }
    }

    Answer connect(const std::string& password, const std::string& changed = {},
                   const std::string& value = {}) {
        Json credentials = js(GetParam().names, {server->url()});
        credentials.set(GetParam().passwordName, password);
        if (!changed.empty()) {
            credentials.set(changed, value);
        }
        return desk->post(
            "/integrations/" + GetParam().id + "/connect",
            Json::object({{"credentials", credentials}, {"settings", js("{'folder':'papers'}")}}));
    }
    /// The error code begins like this; its rest is the server's own text.
    static ::testing::AssertionResult isRefusedLike(const Answer& answer, const std::string& begin) {
        return isRefusal(answer, 400, answer.code().starts_with(begin) ? answer.code() : begin + "...");
    }
    std::string sale() {
        const std::string partner = desk->make("/partners", js("{'name':'Hotel'}")).textOr("id");
        return desk
            ->make(
                "/sales",
                js("{'partnerId':'$1','lines':[{'label':'Coffee','quantity':1,'unitPrice':120}]}", {partner}))
            .textOr("id");
    }
    Answer archive(const std::string& sale, const std::string& body = "{}") {
        return desk->post("/integrations/documents/sale/" + sale + "/archive", js(body));
    }
    /// The number of uploads, counted in the list of provider calls.
    int written() {
        int count = 0;
        const Json calls = desk->read("/integrations/" + GetParam().id + "/calls?limit=100");
        const Json& items = calls.isArray() ? calls : calls["data"];
        for (const Json& call : items.items()) {
            // The first upload is refused when the server does not support conditional requests.
            const bool taken = call["status"].isNumber() && call["status"].integer() < 300;
            count += call.textOr("method") == "PUT" && taken ? 1 : 0;
        }
        return count;
    }
    Json integration() {
        const Json all = desk->read("/integrations");
        for (const Json& one : all.items()) {
            if (one.textOr("provider") == GetParam().id) {
                return one;
            }
        }
        return nullptr;
    }

    FileServer* server = nullptr;
    std::unique_ptr<Desk> desk;
};

TEST_P(Archives, KeepAPaperOnceAndNoticeWhatBecameOfIt) {
    ASSERT_TRUE(hasStatus(connect(Password), 201));
    EXPECT_TRUE(desk->post("/integrations/" + GetParam().id + "/test", Json::object()).json["ok"].boolean());
    const std::string id = sale();
    const std::string pdf = desk->get("/sales/" + id + "/invoice.pdf").body;
    const int before = written();
    const Answer first = archive(id);
    ASSERT_TRUE(hasStatus(first, 201));
    const std::string reference = first.json.textOr("reference");
    EXPECT_EQ(first.json.textOr("sha256"), sha256(pdf));
    EXPECT_EQ(server->content(reference), pdf) << reference;
    EXPECT_EQ(written(), before + 1);

    const Answer again = archive(id);
    ASSERT_TRUE(hasStatus(again, 201));
    EXPECT_EQ(again.json.textOr("reference"), reference);
    EXPECT_EQ(written(), before + 1) << "the same file adds nothing";

    server->replace(reference, "%PDF-1.7 of somebody else");
    const Answer beside = archive(id);
    ASSERT_TRUE(hasStatus(beside, 201));
    EXPECT_EQ(server->content(reference), "%PDF-1.7 of somebody else") << "nobody's paper is replaced";
    EXPECT_NE(beside.json.textOr("reference"), reference);
    EXPECT_EQ(server->content(beside.json.textOr("reference")), pdf);
    server->remove(reference);
    EXPECT_EQ(server->content(reference), std::nullopt);
    ASSERT_TRUE(hasStatus(archive(id), 201));
    EXPECT_EQ(server->content(reference), pdf) << "what is gone is kept anew";
    EXPECT_EQ(written(), before + 3);

    const Answer elsewhere = archive(id, "{'folder':'Rechnungen 2026/März & Söhne/50% +1'}");
    ASSERT_TRUE(hasStatus(elsewhere, 201));
    EXPECT_NE(elsewhere.json.textOr("reference"), reference);
    EXPECT_EQ(server->content(elsewhere.json.textOr("reference")), pdf);
}

TEST_P(Archives, TellWhyAPasswordIsRefused) {
    const std::string refused = "integration-credentials-invalid:" + GetParam().wrongPassword;
    EXPECT_TRUE(isRefusedLike(connect("wrong"), refused));
    EXPECT_EQ(integration().textOr("state"), "available");
    ASSERT_TRUE(hasStatus(connect(Password), 201));
    const std::string id = sale();
    ASSERT_TRUE(hasStatus(archive(id), 201));
    const int before = written();

    server->setPassword("changed at the provider");
    const Json tried = desk->post("/integrations/" + GetParam().id + "/test", Json::object()).json;
    EXPECT_FALSE(tried["ok"].boolean());
    EXPECT_TRUE(tried.textOr("error").starts_with(GetParam().wrongPassword)) << tried.dump();
    EXPECT_EQ(integration()["lastError"].dump(), tried["error"].dump());
    EXPECT_EQ(integration().textOr("state"), "expired");
    EXPECT_TRUE(isRefusal(archive(id), 400, "integration-not-connected"));
    EXPECT_THAT(typesOf(desk->events()), ::testing::Contains("integration.disconnected"));

    ASSERT_TRUE(hasStatus(connect("changed at the provider"), 201));
    ASSERT_TRUE(hasStatus(archive(id), 201));
    EXPECT_EQ(written(), before) << "it is still there";
}

TEST_P(Archives, TellWhatTheProviderDoesNotHave) {
    if (GetParam().id == "s3") {
        EXPECT_TRUE(isRefusedLike(connect(Password, "bucket", "none"), "provider-refused:NoSuchBucket:"));
        EXPECT_TRUE(isRefusedLike(connect(Password, "region", "us-east-1"),
                                  "provider-refused:AuthorizationHeaderMalformed:"));
    } else {
        EXPECT_TRUE(
            isRefusedLike(connect(Password, "user", "nobody"), "integration-credentials-invalid:http-403:"));
    }
    EXPECT_EQ(integration().textOr("state"), "available");
}

INSTANTIATE_TEST_SUITE_P(
    Servers, Archives,
    ::testing::Values(Provider{"nextcloud", "http-401:Username or password does not match",
                               "{'url':'$1','user':'books'}", "password"},
                      Provider{"s3", "SignatureDoesNotMatch:",
                               "{'endpoint':'$1','region':'eu','bucket':'books','accessKey':'company:books'}",
                               "secretKey"}),
    [](const auto& one) { return one.param.id; });

} // namespace
} // namespace svc::test
