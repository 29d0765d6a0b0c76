#include "host/api/tests/api_kit.hpp"

#include "host/auth/totp.hpp"

#include <gmock/gmock.h>

namespace svc::host::api {
namespace {

using ::testing::HasSubstr;
using testing::kit;

constexpr const char* Password = "bateau-lavoir-1906";

Json credentials(const std::string& email, const std::string& password) {
    return Json::object({{"email", email}, {"password", password}});
}

std::string signUp(const std::string& email) {
    const Json body = Json::object({{"name", "Léa Simon"}, {"email", email}, {"password", Password}});
    return kit().call("signUp", "", {}, body).body["token"].text();
}

std::string tokenOf(const std::string& mail) {
    const std::string_view text = std::string_view(mail).substr(0, mail.find_last_not_of('\n') + 1);
    return std::string(text.substr(text.rfind('/') + 1));
}

TEST(People, SignUpLogInAndLogOut) {
    const std::string token = signUp("lea@people.example");
    EXPECT_EQ(kit().call("readMe", token).body["user"]["name"].text(), "Léa Simon");
    EXPECT_EQ(kit().refusal("signUp", "", testing::ApiKit::Parameters(),
                            std::optional(Json::object(
                                {{"name", "x"}, {"email", "LEA@people.example"}, {"password", Password}}))),
              "400 email-taken");
    const std::string second = kit().logIn("Lea@People.example", Password);
    EXPECT_EQ(kit().call("listSessions", second).body.size(), 2U);
    kit().call("logOut", token);
    EXPECT_EQ(kit().refusal("readMe", token), "401 session-invalid");
    EXPECT_EQ(kit().call("listSessions", second).body.size(), 1U);
}

TEST(People, AreLockedOutAfterTenFailures) {
    signUp("lock@people.example");
    const auto attempt = [](const char* password) {
        return kit().refusal("logIn", "", testing::ApiKit::Parameters(),
                             std::optional(credentials("lock@people.example", password)));
    };
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(attempt("wrong-password"), "401 credentials-invalid") << i;
    }
    EXPECT_EQ(attempt(Password), "403 account-locked");
    kit().clock.setOffset(16 * Instant::Minute);
    EXPECT_EQ(attempt(Password), "");
    kit().clock.setOffset(0);
}

TEST(People, AreNotGivenAwayByALock) {
    const auto attempt = [] {
        return kit().refusal("logIn", "", testing::ApiKit::Parameters(),
                             std::optional(credentials("No.Account@people.example", "wrong-password")));
    };
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(attempt(), "401 credentials-invalid") << i;
    }
    EXPECT_EQ(attempt(), "403 account-locked");
    kit().clock.setOffset(31 * Instant::Minute);
    EXPECT_EQ(attempt(), "401 credentials-invalid");
    kit().clock.setOffset(0);
}

TEST(People, AreLockedOutByWrongCurrentPasswordsToo) {
    const std::string token = signUp("current@people.example");
    const auto change = [&](const char* current) {
        return kit().refusal("changePassword", token, testing::ApiKit::Parameters(),
                             std::optional(Json::object(
                                 {{"currentPassword", current}, {"newPassword", "quite another secret"}})));
    };
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(change("wrong-password"), "401 credentials-invalid") << i;
    }
    EXPECT_EQ(change(Password), "403 account-locked");
}

/// A valid code now, or `later` in the future: each works once, and the clock advances by itself.
std::string codeOf(const std::string& secret, std::int64_t later = 0) {
    return auth::totpCode(*auth::base32Decode(secret), auth::totpStep(kit().clock.now()) + later);
}

struct Codes {
    std::string secret;
    Json recovery;
};
/// Switches one-time codes on; the code of now is used up.
Codes switchOn(const std::string& token) {
    const std::string secret =
        kit().call("updateMe", token, {}, Json::object({{"otpEnabled", true}})).body["otpSecret"].text();
    const Json me =
        kit()
            .call("updateMe", token, {}, Json::object({{"otpEnabled", true}, {"otp", codeOf(secret, -1)}}))
            .body;
    return {secret, me["recoveryCodes"]};
}

TEST(People, SwitchOneTimeCodesOnWithACodeAndOffWithAProof) {
    const std::string token = signUp("switch@people.example");
    const auto change = [&](const Json& body) {
        return kit().refusal("updateMe", token, testing::ApiKit::Parameters(), std::optional(body));
    };
    const auto isOn = [&] { return kit().call("readMe", token).body["user"]["otpEnabled"].boolean(); };
    EXPECT_EQ(change(Json::object({{"otpEnabled", true}, {"otp", "123456"}})), "401 otp-invalid");
    kit().call("updateMe", token, {}, Json::object({{"otpEnabled", true}}));
    EXPECT_FALSE(isOn()) << "the application must have the secret first";
    EXPECT_EQ(change(Json::object({{"otpEnabled", true}, {"otp", "000000"}})), "401 otp-invalid");
    const Codes codes = switchOn(token);
    EXPECT_TRUE(isOn());
    EXPECT_EQ(codes.recovery.size(), 10U);
    EXPECT_THAT(kit().mailTo("switch@people.example"), HasSubstr("switched on"));
    EXPECT_EQ(change(Json::object({{"otpEnabled", false}})), "400 field-required:currentPassword");
    Json off = Json::object({{"otpEnabled", false}, {"currentPassword", "wrong-password"}});
    EXPECT_EQ(change(off), "401 credentials-invalid");
    off.set("otp", Json(codeOf(codes.secret)));
    EXPECT_EQ(change(off), "401 credentials-invalid") << "both are given, so both must be right";
    off.set("currentPassword", Json(Password));
    off.set("otp", Json("000000"));
    EXPECT_EQ(change(off), "401 otp-invalid");
    EXPECT_EQ(change(Json::object({{"otpEnabled", false}, {"otp", "000000"}})), "401 otp-invalid");
    EXPECT_TRUE(isOn());
    EXPECT_EQ(change(Json::object({{"otpEnabled", false}, {"otp", codeOf(codes.secret)}})), "");
    EXPECT_FALSE(isOn());
    EXPECT_THAT(kit().mailTo("switch@people.example"), HasSubstr("switched off"));
}

TEST(People, SwitchOffAndChangeThePasswordByPasswordOrCode) {
    const std::string token = signUp("either@people.example");
    const auto refusal = [&](const char* operation, const Json& body) {
        return kit().refusal(operation, token, testing::ApiKit::Parameters(), std::optional(body));
    };
    const std::string second = std::string(Password) + "-2";
    EXPECT_EQ(refusal("changePassword", Json::object({{"newPassword", second}})),
              "400 field-required:currentPassword");
    EXPECT_EQ(refusal("changePassword", Json::object({{"newPassword", second}, {"otp", "000000"}})),
              "401 otp-invalid")
        << "the account has no codes";
    const Codes codes = switchOn(token);
    EXPECT_EQ(refusal("changePassword", Json::object({{"newPassword", second}, {"otp", "000000"}})),
              "401 otp-invalid");
    EXPECT_EQ(
        refusal("changePassword", Json::object({{"newPassword", second}, {"otp", codeOf(codes.secret)}})),
        "");
    EXPECT_EQ(refusal("updateMe", Json::object({{"otpEnabled", false}, {"currentPassword", second}})), "");
    EXPECT_FALSE(kit().call("readMe", token).body["user"]["otpEnabled"].boolean());
}

TEST(People, GetInWithARecoveryCodeOnce) {
    const std::string token = signUp("recovery@people.example");
    const Codes codes = switchOn(token);
    Json body = credentials("recovery@people.example", Password);
    const auto attempt = [&](const std::string& code) {
        body.set("otp", Json(code));
        return kit().refusal("logIn", "", testing::ApiKit::Parameters(), std::optional(body));
    };
    EXPECT_EQ(attempt(codes.recovery[0].text()), "");
    EXPECT_EQ(attempt(codes.recovery[0].text()), "401 otp-invalid");
    EXPECT_EQ(attempt("aaaaa-bbbbb-ccccc-ddddd"), "401 otp-invalid");
    EXPECT_THAT(kit().mailTo("recovery@people.example"), HasSubstr("recovery code was used"));
    const Json renewed =
        kit()
            .call("renewRecoveryCodes", token, {},
                  Json::object({{"currentPassword", Password}, {"otp", codeOf(codes.secret)}}))
            .body["recoveryCodes"];
    EXPECT_EQ(attempt(codes.recovery[1].text()), "401 otp-invalid") << "those of before";
    EXPECT_EQ(attempt(renewed[0].text()), "");
}

TEST(People, MayAskForOneTimeCodes) {
    const std::string token = signUp("otp@people.example");
    const std::string secret = switchOn(token).secret;
    const auto attempt = [](const Json& otp) {
        Json body = credentials("otp@people.example", Password);
        body.set("otp", otp);
        return kit().refusal("logIn", "", testing::ApiKit::Parameters(), std::optional(body));
    };
    EXPECT_EQ(attempt(Json(nullptr)), "401 otp-required");
    EXPECT_EQ(attempt("000000"), "401 otp-invalid");
    const std::string code = codeOf(secret);
    EXPECT_EQ(attempt(code), "");
    EXPECT_EQ(attempt(code), "401 otp-invalid");
}

TEST(People, SetANewPasswordWithALinkThatWorksOnce) {
    const std::string token = signUp("reset@people.example");
    kit().call("forgotPassword", "", {}, Json::object({{"email", "nobody@people.example"}}));
    kit().call("forgotPassword", "", {}, Json::object({{"email", "reset@people.example"}}));
    const std::string link = tokenOf(kit().mailTo("reset@people.example"));
    const auto reset = [&](const char* password) {
        return kit().refusal("resetPassword", "", testing::ApiKit::Parameters(),
                             std::optional(Json::object({{"token", link}, {"newPassword", password}})));
    };
    EXPECT_EQ(reset("short"), "400 password-too-weak");
    EXPECT_EQ(reset("another-fine-password"), "");
    EXPECT_EQ(reset("another-fine-password"), "400 token-invalid");
    EXPECT_EQ(kit().refusal("readMe", token), "401 session-invalid");
    kit().logIn("reset@people.example", "another-fine-password");
}

TEST(People, KeepPreferencesOfAnApplication) {
    const std::string token = signUp("views@people.example");
    EXPECT_EQ(kit().call("readPreferences", token).body, Json::object());
    const Json views = Json::object({{"views", Json::array({1, 2})}});
    EXPECT_EQ(kit().call("writePreferences", token, {}, views).body, views);
    EXPECT_EQ(kit().call("readPreferences", token).body, views);
    EXPECT_EQ(kit().refusal("writePreferences", token, testing::ApiKit::Parameters(),
                            std::optional(Json::object({{"x", std::string(33000, 'x')}}))),
              "413 body-too-large");
}

class Members : public ::testing::Test {
protected:
    std::string roleId(const testing::ApiKit::Shop& shop, const std::string& name) {
        const Json roles = kit().call("listRoles", shop.token, {{"companyId", shop.company}}).body;
        for (const Json& role : roles.items()) {
            if (role["name"].text() == name) {
                return role["id"].text();
            }
        }
        return "";
    }
    Json invite(const testing::ApiKit::Shop& shop, const std::string& email, const std::string& role) {
        return kit()
            .call("inviteMember", shop.token, {{"companyId", shop.company}},
                  Json::object({{"email", email}, {"roleId", roleId(shop, role)}}))
            .body;
    }
    std::string accept(const std::string& token, const Json& body) {
        return kit().call("acceptInvitation", "", {{"token", token}}, body).body["token"].text();
    }
};

TEST_F(Members, AreInvitedAcceptAndGetTheirRole) {
    const auto shop = kit().newShop("boss@members.example");
    const Json member = invite(shop, "tom@members.example", "cashier");
    EXPECT_EQ(member["state"].text(), "invited");
    EXPECT_THAT(member["invitationUrl"].text(), HasSubstr("http://svc.test/console/invite/"));
    const std::string link = tokenOf(member["invitationUrl"].text());
    const std::string token = accept(link, Json::object({{"name", "Tom"}, {"password", Password}}));
    const auto entrance = kit().gatekeeper->enter("Bearer " + token, shop.company, "203.0.113.7");
    EXPECT_EQ(entrance.caller.scopes, (std::vector<std::string>{"sales:view", "sales:create"}));
    EXPECT_EQ(kit().refusal("acceptInvitation", "", testing::ApiKit::Parameters{{"token", link}},
                            std::optional(Json::object())),
              "400 token-invalid");
    // A suspended member no longer sees the company.
    const testing::ApiKit::Parameters path{{"companyId", shop.company}, {"memberId", member["id"].text()}};
    kit().call("updateMember", shop.token, path, Json::object({{"state", "suspended"}}));
    EXPECT_FALSE(kit().gatekeeper->enter("Bearer " + token, shop.company, "203.0.113.7").company);
    kit().call("removeMember", shop.token, path);
    EXPECT_EQ(kit().refusal("removeMember", shop.token, path), "404 member-not-found");
}

TEST_F(Members, WithAnAccountProveItAsAtLogIn) {
    const auto shop = kit().newShop("chief@members.example");
    signUp("anne@members.example");
    const std::string link = tokenOf(invite(shop, "anne@members.example", "viewer")["invitationUrl"].text());
    const auto refusal = [&](const Json& body) {
        return kit().refusal("acceptInvitation", "", testing::ApiKit::Parameters{{"token", link}},
                             std::optional(body));
    };
    EXPECT_EQ(refusal(Json::object()), "401 credentials-invalid");
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(refusal(Json::object({{"password", "wrong-password"}})), "401 credentials-invalid") << i;
    }
    EXPECT_EQ(refusal(Json::object({{"password", Password}})), "403 account-locked");
    EXPECT_EQ(kit().refusal("logIn", "", testing::ApiKit::Parameters(),
                            std::optional(credentials("anne@members.example", Password))),
              "403 account-locked")
        << "one counter for both ways";
    kit().clock.setOffset(16 * Instant::Minute);
    EXPECT_FALSE(accept(link, Json::object({{"password", Password}})).empty());
    kit().clock.setOffset(0);
}

TEST_F(Members, WithOneTimeCodesNeedOneToAccept) {
    const auto shop = kit().newShop("head@members.example");
    const std::string session = signUp("coded@members.example");
    const std::string secret = switchOn(session).secret;
    const std::string link = tokenOf(invite(shop, "coded@members.example", "viewer")["invitationUrl"].text());
    Json body = Json::object({{"password", Password}});
    EXPECT_EQ(kit().refusal("acceptInvitation", "", testing::ApiKit::Parameters{{"token", link}},
                            std::optional(body)),
              "401 otp-required");
    body.set("otp", codeOf(secret));
    EXPECT_FALSE(accept(link, body).empty());
}

TEST_F(Members, AreInvitedAgainWithANewLink) {
    const auto shop = kit().newShop("inviter@members.example");
    const Json member = invite(shop, "late@members.example", "viewer");
    const std::string before = tokenOf(member["invitationUrl"].text());
    const std::string first = kit().mailTo("late@members.example");
    EXPECT_THAT(first, HasSubstr("vous invite à rejoindre"));
    EXPECT_THAT(first, HasSubstr("valable jusqu'au"));
    const testing::ApiKit::Parameters path{{"companyId", shop.company}, {"memberId", member["id"].text()}};
    kit().clock.setOffset(6 * Instant::Day);
    const std::string owner = kit().logIn("inviter@members.example", shop.made["ownerPassword"].text());
    const std::string link =
        tokenOf(kit().call("resendInvitation", owner, path).body["invitationUrl"].text());
    EXPECT_EQ(tokenOf(kit().mailTo("late@members.example")), link);
    kit().clock.setOffset(8 * Instant::Day);
    const Json body = Json::object({{"name", "Late"}, {"password", Password}});
    EXPECT_EQ(kit().refusal("acceptInvitation", "", testing::ApiKit::Parameters{{"token", before}},
                            std::optional(body)),
              "400 token-invalid");
    EXPECT_FALSE(accept(link, body).empty());
    EXPECT_THAT(kit().mailTo("inviter@members.example"), HasSubstr("late@members.example"))
        << "the owner is told who has joined";
    const std::string again = kit().logIn("inviter@members.example", shop.made["ownerPassword"].text());
    EXPECT_EQ(kit().refusal("resendInvitation", again, path), "400 member-exists");
    kit().clock.setOffset(0);
}

TEST_F(Members, JoinWithTheirSession) {
    const auto shop = kit().newShop("host@members.example");
    const std::string invited = signUp("guest@members.example");
    const std::string stranger = signUp("stranger@members.example");
    const testing::ApiKit::Parameters link{
        {"token", tokenOf(invite(shop, "guest@members.example", "viewer")["invitationUrl"].text())}};
    EXPECT_EQ(kit().refusal("acceptInvitation", "", link), "401 credentials-invalid");
    EXPECT_EQ(kit().refusal("acceptInvitation", stranger, link), "403 forbidden");
    const testing::ApiKit::Answer joined = kit().call("acceptInvitation", invited, link);
    EXPECT_EQ(joined.status, 200);
    EXPECT_FALSE(joined.body.textOr("token").empty());
    EXPECT_EQ(joined.body["companies"].size(), 1U);
    EXPECT_EQ(kit().refusal("acceptInvitation", invited, link), "400 token-invalid");
}

TEST_F(Members, LeaveOneOwnerAtLeast) {
    const auto shop = kit().newShop("last@members.example");
    const Json members = kit().call("listMembers", shop.token, {{"companyId", shop.company}}).body;
    ASSERT_EQ(members.size(), 1U);
    const testing::ApiKit::Parameters path{{"companyId", shop.company},
                                           {"memberId", members[0]["id"].text()}};
    EXPECT_EQ(kit().refusal("removeMember", shop.token, path), "400 last-owner");
    EXPECT_EQ(kit().refusal("updateMember", shop.token, path,
                            std::optional(Json::object({{"roleId", roleId(shop, "viewer")}}))),
              "400 last-owner");
}

TEST_F(Members, CannotGiveMoreThanTheyHold) {
    const auto shop = kit().newShop("top@members.example");
    const Json manager = invite(shop, "manager@members.example", "manager");
    const std::string token = accept(tokenOf(manager["invitationUrl"].text()),
                                     Json::object({{"name", "Max"}, {"password", Password}}));
    const testing::ApiKit::Parameters path{{"companyId", shop.company}};
    const Json asOwner =
        Json::object({{"email", "friend@members.example"}, {"roleId", roleId(shop, "owner")}});
    EXPECT_EQ(kit().refusal("inviteMember", token, path, std::optional(asOwner)), "403 missing-permission");
    const Json again =
        Json::object({{"email", "manager@members.example"}, {"roleId", roleId(shop, "viewer")}});
    EXPECT_EQ(kit().refusal("inviteMember", shop.token, path, std::optional(again)), "400 member-exists");
}

TEST_F(Members, HaveRolesOfTheCompanyToo) {
    const auto shop = kit().newShop("roles@members.example");
    const testing::ApiKit::Parameters path{{"companyId", shop.company}};
    const Json role =
        kit()
            .call("createRole", shop.token, path,
                  Json::object({{"name", "Shop"}, {"permissions", Json::array({"sales:view"})}}))
            .body;
    EXPECT_EQ(
        kit().refusal("createRole", shop.token, path,
                      std::optional(Json::object({{"name", "X"}, {"permissions", Json::array({"x:y"})}}))),
        "400 scope-unknown:x:y");
    EXPECT_EQ(kit().refusal("createRole", shop.token, path,
                            std::optional(Json::object({{"name", "shop"}, {"permissions", Json::array()}}))),
              "400 already-exists:name");
    testing::ApiKit::Parameters one = path;
    one["roleId"] = role["id"].text();
    invite(shop, "clerk@members.example", "Shop");
    EXPECT_EQ(kit().refusal("deleteRole", shop.token, one), "400 role-in-use");
    one["roleId"] = roleId(shop, "owner");
    EXPECT_EQ(kit().refusal("deleteRole", shop.token, one), "400 role-built-in");
}

} // namespace
} // namespace svc::host::api
