// People: sign-up, log-in, sessions, passwords, one-time codes.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "host/auth/totp.hpp"
#include "support/checks.hpp"

namespace svc::test {
namespace {

class Identity : public ::testing::Test {
protected:
    RunningService& service = sharedService();
    HttpClient anybody = service.anonymous();
    const std::string password = "correct horse battery";

    std::string address() const { return unique("person") + "@example.test"; }
    Answer signUp(const std::string& email) {
        return anybody.post(
            "/auth/signup",
            Json::object({{"name", "Ada"}, {"email", email}, {"password", password}, {"language", "de"}}));
    }
    Answer logIn(const std::string& email, const std::string& with, const Json& otp = nullptr) {
        return anybody.post("/auth/login",
                            Json::object({{"email", email}, {"password", with}, {"otp", otp}}));
    }
    void advance(const std::string& duration) {
        ASSERT_TRUE(hasStatus(anybody.post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
    /// The newest message to this address; empty while it is still `previous`.
    std::string mailTo(const std::string& email, const std::string& previous = {}) const {
        return mailOf(service, email, previous);
    }
    static std::string mailOf(const RunningService& sender, const std::string& email,
                              const std::string& previous = {}) {
        std::string mail = newestMail(sender, email);
        for (int i = 0; i < 400 && (mail.empty() || mail == previous); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(25));
            mail = newestMail(sender, email);
        }
        return mail;
    }
    static std::string newestMail(const RunningService& sender, const std::string& email) {
        std::string newest;
        std::filesystem::path last;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(
                 sender.dataFolder(), std::filesystem::directory_options::skip_permission_denied)) {
            if (entry.path().extension() != ".eml") {
                continue;
            }
            std::ifstream in(entry.path());
            std::ostringstream text;
            text << in.rdbuf();
            // Notices contain no link.
            const bool isLink = text.str().find("/console/") != std::string::npos;
            if (isLink && text.str().find("To: " + email) != std::string::npos && entry.path() > last) {
                last = entry.path();
                newest = text.str();
            }
        }
        return newest;
    }
    static std::string lastWord(const std::string& url) {
        const std::string trimmed = url.substr(0, url.find_last_not_of("\r\n ") + 1);
        return trimmed.substr(trimmed.rfind('/') + 1);
    }
};

TEST_F(Identity, ANewPersonIsSignedUpAndIn) {
    const std::string email = address();
    const Answer answer = signUp(email);
    ASSERT_TRUE(hasStatus(answer, 201));
    EXPECT_EQ(answer.json["token"].text().rfind("svc_sess_", 0), 0U);
    EXPECT_EQ(answer.json["token"].text().size(), 49U);
    EXPECT_EQ(answer.json["user"]["email"].text(), email);
    EXPECT_EQ(answer.json["user"]["language"].text(), "de");
    EXPECT_FALSE(answer.json["user"]["otpEnabled"].boolean());
    EXPECT_TRUE(answer.json["companies"].empty());
    HttpClient person = service.client(answer.json.textOr("token"));
    EXPECT_EQ(person.get("/auth/me").json["user"]["email"].text(), email);
    EXPECT_TRUE(isRefusal(signUp(email), 400, "email-taken"));
    std::string upper = email;
    upper[0] = 'P';
    EXPECT_TRUE(isRefusal(signUp(upper), 400, "email-taken"));
}

TEST_F(Identity, WeakPasswordsAreRefused) {
    for (const char* weak : {"short", "elevenchars", "password1234", "123456789012"}) {
        EXPECT_TRUE(
            isRefusal(anybody.post("/auth/signup",
                                   Json::object({{"name", "Ada"}, {"email", address()}, {"password", weak}})),
                      400, "password-too-weak"))
            << weak;
    }
    EXPECT_TRUE(isRefusal(anybody.post("/auth/signup", Json::object()), 400, "field-required:name"));
    EXPECT_TRUE(
        isRefusal(anybody.post("/auth/signup",
                               Json::object({{"name", "A"}, {"email", "nowhere"}, {"password", password}})),
                  400, "field-invalid:email"));
}

TEST_F(Identity, OnlyTheDigestOfATokenIsStored) {
    const std::string token = signUp(address()).json.textOr("token");
    EXPECT_TRUE(
        service.sql("SELECT 1 FROM svc.session s WHERE s::text LIKE '%" + token.substr(9) + "%'").empty());
    EXPECT_EQ(
        service.sql("SELECT 1 FROM svc.session WHERE token_digest = sha256('" + token + "'::bytea)").size(),
        1U);
}

TEST_F(Identity, AWrongPasswordAndAnUnknownAddressLookTheSame) {
    const std::string email = address();
    signUp(email);
    EXPECT_TRUE(isRefusal(logIn(email, "wrong horse battery"), 401, "credentials-invalid"));
    EXPECT_TRUE(isRefusal(logIn(address(), password), 401, "credentials-invalid"));
    EXPECT_TRUE(hasStatus(logIn(email, password), 200));
}

TEST_F(Identity, TenFailuresLockTheAccountForFifteenMinutes) {
    const std::string email = address();
    signUp(email);
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(isRefusal(logIn(email, "wrong horse battery"), 401, "credentials-invalid")) << i;
    }
    EXPECT_TRUE(isRefusal(logIn(email, password), 403, "account-locked"));
    advance("PT14M");
    EXPECT_TRUE(isRefusal(logIn(email, password), 403, "account-locked"));
    advance("PT2M");
    EXPECT_TRUE(hasStatus(logIn(email, password), 200));
}

TEST_F(Identity, FailuresOlderThanFifteenMinutesAreForgotten) {
    const std::string email = address();
    signUp(email);
    for (int i = 0; i < 9; ++i) {
        logIn(email, "wrong horse battery");
    }
    advance("PT16M");
    EXPECT_EQ(logIn(email, "wrong horse battery").status, 401);
    EXPECT_TRUE(hasStatus(logIn(email, password), 200));
}

TEST_F(Identity, SessionsAreListedAndEnded) {
    const std::string email = address();
    HttpClient one = service.client(signUp(email).json.textOr("token"));
    const Answer second = anybody.post(
        "/auth/login",
        Json::object({{"email", email}, {"password", password}, {"device", "Firefox on Linux"}}));
    HttpClient two = service.client(second.json.textOr("token"));
    const Answer list = one.get("/auth/sessions");
    ASSERT_EQ(list.json.size(), 2U);
    std::string other;
    for (const Json& session : list.json.items()) {
        if (!session["current"].boolean()) {
            other = session["id"].text();
            EXPECT_EQ(session["device"].text(), "Firefox on Linux");
            EXPECT_EQ(session["address"].text(), "127.0.0.1");
        }
    }
    EXPECT_TRUE(hasStatus(one.remove("/auth/sessions/" + other), 204));
    EXPECT_TRUE(isRefusal(two.get("/auth/me"), 401, "session-invalid"));
    EXPECT_TRUE(isRefusal(one.remove("/auth/sessions/" + other), 404, "session-not-found"));
    HttpClient stranger = service.client(signUp(address()).json.textOr("token"));
    const std::string mine = one.get("/auth/sessions").json[0]["id"].text();
    EXPECT_TRUE(isRefusal(stranger.remove("/auth/sessions/" + mine), 404, "session-not-found"));
    EXPECT_TRUE(hasStatus(one.post("/auth/logout", Json::object()), 204));
    EXPECT_TRUE(isRefusal(one.get("/auth/me"), 401, "session-invalid"));
}

TEST_F(Identity, ASessionEndsTwelveHoursAfterItsLastUseAndAfterThirtyDays) {
    const std::string email = address();
    HttpClient person = service.client(signUp(email).json.textOr("token"));
    advance("PT11H");
    EXPECT_EQ(person.get("/auth/me").status, 200);
    advance("PT11H");
    EXPECT_EQ(person.get("/auth/me").status, 200) << "each use makes it live on";
    advance("PT12H1M");
    EXPECT_TRUE(isRefusal(person.get("/auth/me"), 401, "session-invalid"));
    HttpClient diligent = service.client(logIn(email, password).json.textOr("token"));
    int uses = 0;
    while (uses < 70 && diligent.get("/auth/me").status == 200) {
        advance("PT11H30M");
        ++uses;
    }
    EXPECT_GE(uses, 62);
    EXPECT_LE(uses, 63) << "30 days at most";
}

TEST_F(Identity, AKeyHasNoSession) {
    HttpClient live = service.live();
    for (const char* path : {"/auth/me", "/auth/sessions", "/companies"}) {
        EXPECT_TRUE(isRefusal(live.get(path), 403, "forbidden")) << path;
    }
    EXPECT_TRUE(isRefusal(live.get(service.company("/api-keys")), 403, "forbidden"));
}

TEST_F(Identity, APasswordIsChangedByWhoKnowsIt) {
    const std::string email = address();
    HttpClient one = service.client(signUp(email).json.textOr("token"));
    HttpClient two = service.client(logIn(email, password).json.textOr("token"));
    const std::string fresh = "quite another secret";
    EXPECT_TRUE(isRefusal(
        one.post("/auth/password", Json::object({{"currentPassword", "no"}, {"newPassword", fresh}})), 401,
        "credentials-invalid"));
    EXPECT_TRUE(isRefusal(
        one.post("/auth/password", Json::object({{"currentPassword", password}, {"newPassword", "no"}})), 400,
        "password-too-weak"));
    EXPECT_TRUE(hasStatus(
        one.post("/auth/password", Json::object({{"currentPassword", password}, {"newPassword", fresh}})),
        204));
    EXPECT_EQ(logIn(email, password).status, 401);
    EXPECT_EQ(logIn(email, fresh).status, 200);
    EXPECT_EQ(one.get("/auth/me").status, 200);
    EXPECT_EQ(two.get("/auth/me").status, 401) << "other sessions end";
}

TEST_F(Identity, AForgottenPasswordIsResetThroughALinkThatWorksOnce) {
    const std::string email = address();
    HttpClient person = service.client(signUp(email).json.textOr("token"));
    EXPECT_EQ(anybody.post("/auth/password/forgot", Json::object({{"email", address()}})).status, 202);
    EXPECT_EQ(anybody.post("/auth/password/forgot", Json::object({{"email", email}})).status, 202);
    const std::string mail = mailTo(email);
    ASSERT_NE(mail, "");
    const std::string token = lastWord(mail);
    const std::string fresh = "quite another secret";
    const auto reset = [&](const std::string& with, const std::string& to) {
        return anybody.post("/auth/password/reset", Json::object({{"token", with}, {"newPassword", to}}));
    };
    EXPECT_TRUE(isRefusal(reset("nonsense", fresh), 400, "token-invalid"));
    EXPECT_TRUE(isRefusal(reset(token, "weak"), 400, "password-too-weak"));
    EXPECT_TRUE(hasStatus(reset(token, fresh), 204));
    EXPECT_TRUE(isRefusal(reset(token, fresh), 400, "token-invalid"));
    EXPECT_EQ(person.get("/auth/me").status, 401) << "a reset ends all sessions";
    EXPECT_EQ(logIn(email, fresh).status, 200);
    EXPECT_TRUE(
        service.sql("SELECT 1 FROM svc.password_reset p WHERE p::text LIKE '%" + token + "%'").empty());
    anybody.post("/auth/password/forgot", Json::object({{"email", email}}));
    const std::string late = lastWord(mailTo(email, mail));
    EXPECT_NE(late, token);
    advance("PT1H1M");
    EXPECT_TRUE(isRefusal(reset(late, password), 400, "token-invalid"));
}

TEST_F(Identity, OneTimeCodesGuardAnAccount) {
    const std::string email = address();
    HttpClient person = service.client(signUp(email).json.textOr("token"));
    const Answer enabled = person.patch("/auth/me", Json::object({{"otpEnabled", true}}));
    ASSERT_TRUE(hasStatus(enabled, 200));
    const std::string secret = host::auth::base32Decode(enabled.json.textOr("otpSecret")).value();
    EXPECT_EQ(logIn(email, password).status, 200) << "not before the first code";
    const auto codeNow = [&] {
        const Answer clock = anybody.post("/testing/clock", Json::object({{"advance", "PT1M"}}));
        return host::auth::totpCode(secret,
                                    host::auth::totpStep(Instant::parse(clock.json.textOr("now")).value()));
    };
    ASSERT_TRUE(hasStatus(
        person.patch("/auth/me", Json::object({{"otpEnabled", true}, {"otp", Json(codeNow())}})), 200));
    EXPECT_EQ(enabled.json.textOr("otpUri").rfind("otpauth://totp/", 0), 0U);
    EXPECT_FALSE(person.get("/auth/me").json.contains("otpSecret"));
    EXPECT_TRUE(isRefusal(logIn(email, password), 401, "otp-required"));
    EXPECT_TRUE(isRefusal(logIn(email, password, Json("000000")), 401, "otp-invalid"));
    EXPECT_TRUE(isRefusal(logIn(email, "wrong horse battery", Json("000000")), 401, "credentials-invalid"));
    const std::string code = codeNow();
    EXPECT_TRUE(hasStatus(logIn(email, password, Json(code)), 200));
    EXPECT_TRUE(isRefusal(logIn(email, password, Json(code)), 401, "otp-invalid")) << "no code works twice";
    EXPECT_FALSE(person
                     .patch("/auth/me", Json::object({{"otpEnabled", false},
                                                      {"currentPassword", password},
                                                      {"otp", Json(codeNow())}}))
                     .json["user"]["otpEnabled"]
                     .boolean());
    EXPECT_EQ(logIn(email, password).status, 200);
}

TEST_F(Identity, ALinkOfAMailOpensAFormThatNeedsNoScript) {
    const std::string email = address();
    signUp(email);
    anybody.post("/auth/password/forgot", Json::object({{"email", email}}));
    const std::string page = "/console/reset/" + lastWord(mailTo(email));
    const Answer shown = anybody.get(page);
    ASSERT_TRUE(hasStatus(shown, 200));
    EXPECT_EQ(shown.header("content-type"), "text/html; charset=utf-8");
    EXPECT_NE(shown.header("content-security-policy").find("default-src 'none'; style-src 'sha256-"),
              std::string::npos);
    EXPECT_NE(shown.body.find("<form method=\"post\">"), std::string::npos);
    EXPECT_EQ(shown.body.find("<script"), std::string::npos);
    const auto submit = [&](const std::string& to, const std::string& fields) {
        return anybody.send("POST", to, fields, {{"Content-Type", "application/x-www-form-urlencoded"}});
    };
    EXPECT_NE(submit(page, "newPassword=short").body.find("12 characters"), std::string::npos);
    const Answer changed = submit(page, "newPassword=quite+another+secret");
    EXPECT_TRUE(hasStatus(changed, 200));
    const std::string wayIn = R"(<a href="/console/login">Log in</a>)";
    EXPECT_NE(changed.body.find(wayIn), std::string::npos) << changed.body;
    EXPECT_EQ(logIn(email, "quite another secret").status, 200);
    EXPECT_NE(submit(page, "newPassword=once+more+a+secret").body.find("expired"), std::string::npos);

    HttpClient owner = service.owner();
    const std::string invited = address();
    std::string viewer;
    for (const Json& role : rowsOf(owner.get(service.company("/roles")).json)) {
        viewer = role["name"].text() == "viewer" ? role["id"].text() : viewer;
    }
    const Answer member =
        owner.post(service.company("/members"), Json::object({{"email", invited}, {"roleId", viewer}}));
    ASSERT_TRUE(hasStatus(member, 201));
    const std::string invitation = "/console/invite/" + lastWord(member.json.textOr("invitationUrl"));
    EXPECT_NE(anybody.get(invitation).body.find(invited), std::string::npos);
    const std::string joined = submit(invitation, "name=Eva&password=correct+horse+battery").body;
    EXPECT_NE(joined.find("You are a member now"), std::string::npos);
    EXPECT_NE(joined.find(wayIn), std::string::npos) << joined;
    EXPECT_EQ(logIn(invited, "correct horse battery").status, 200);
    EXPECT_NE(anybody.get(invitation).body.find("expired"), std::string::npos);
}

TEST_F(Identity, ABrowserIsToldWhatTheAddressIs) {
    const Answer page = anybody.get("/", {{"Accept", "text/html,*/*;q=0.8"}});
    ASSERT_TRUE(hasStatus(page, 200));
    EXPECT_NE(page.body.find("/openapi.json"), std::string::npos);
    EXPECT_NE(page.body.find(R"(<a href="/console">)"), std::string::npos);
    EXPECT_TRUE(isRefusal(anybody.get("/"), 404, "not-found"));
    EXPECT_TRUE(isRefusal(anybody.get("//"), 404, "not-found"));
}

TEST_F(Identity, AnIdentifierWithANulIsUnknownAsAnyOther) {
    EXPECT_TRUE(isRefusal(service.live().get(service.company("/partners/par_01jd9g7xgyhg8nf9cxzb8b548w%00")),
                          404, "partner-not-found"));
}

TEST_F(Identity, ProfileAndPreferencesAreOnesOwn) {
    HttpClient person = service.client(signUp(address()).json.textOr("token"));
    const Answer me = person.patch("/auth/me", Json::object({{"name", "Ada L."}, {"language", "fr"}}));
    EXPECT_EQ(me.json["user"]["name"].text(), "Ada L.");
    EXPECT_EQ(me.json["user"]["language"].text(), "fr");
    EXPECT_TRUE(isRefusal(person.patch("/auth/me", Json::object({{"language", "xx"}})), 400,
                          "field-invalid:language"));
    EXPECT_EQ(person.get("/auth/me/preferences").json, Json::object());
    const Json views = Json::object({{"sales", Json::object({{"sort", "-date"}})}});
    EXPECT_TRUE(hasStatus(person.put("/auth/me/preferences", views), 200));
    EXPECT_EQ(person.get("/auth/me/preferences").json, views);
    const Json large = Json::object({{"x", std::string(33 * 1024, 'x')}});
    EXPECT_TRUE(isRefusal(person.put("/auth/me/preferences", large), 413, "body-too-large"));
}

TEST_F(Identity, AConfirmedSignUpTellsNothingAboutTheAddress) {
    ServiceOptions options;
    options.plugins = {};
    options.extra = "security: { signup: confirmed }\n";
    const RunningService confirmed(options);
    const std::string email = address();
    const auto ask = [&](const std::string& chosen) {
        return confirmed.anonymous().post(
            "/auth/signup", Json::object({{"name", "Ada"}, {"email", email}, {"password", chosen}}));
    };
    const auto logIn = [&](const std::string& chosen) {
        return confirmed.anonymous().post("/auth/login",
                                          Json::object({{"email", email}, {"password", chosen}}));
    };
    EXPECT_TRUE(isRefusal(ask("short"), 400, "password-too-weak"));
    const Answer first = ask(password);
    EXPECT_TRUE(hasStatus(first, 202));
    EXPECT_NE(confirmed.log().find("security.signup: found confirmed without mail.smtp"), std::string::npos);
    EXPECT_TRUE(isRefusal(logIn(password), 401, "credentials-invalid")) << "not confirmed";
    const std::string welcome = mailOf(confirmed, email);
    const std::string token = lastWord(welcome);
    const std::string chosen = "another long pass phrase";
    EXPECT_TRUE(
        hasStatus(confirmed.anonymous().post("/auth/password/reset",
                                             Json::object({{"token", token}, {"newPassword", chosen}})),
                  204));
    EXPECT_TRUE(hasStatus(logIn(chosen), 200));

    const Answer again = ask(password);
    EXPECT_EQ(again.status, first.status);
    EXPECT_EQ(again.body, first.body);
    EXPECT_TRUE(hasStatus(logIn(chosen), 200)) << "the account is as it was";
    EXPECT_NE(mailOf(confirmed, email, welcome).find("Subject: You have an account already"),
              std::string::npos);
}

// Also in the smallest service: no plugin is enabled.
TEST_F(Identity, SignUpCanBeClosed) {
    ServiceOptions options;
    options.plugins = {};
    options.extra = "security: { signup: false }\n";
    const RunningService closed(options);
    EXPECT_TRUE(hasStatus(closed.live().get(closed.company()), 200));
    EXPECT_TRUE(isRefusal(closed.live().get(closed.company("/history/company/x")), 403, "forbidden"));
    EXPECT_TRUE(isRefusal(
        closed.anonymous().post(
            "/auth/signup", Json::object({{"name", "Ada"}, {"email", address()}, {"password", password}})),
        403, "signup-disabled"));
}

} // namespace
} // namespace svc::test
