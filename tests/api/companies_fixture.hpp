// A person with their own company and its members.
#pragma once

#include "support/checks.hpp"

namespace svc::test {

class Companies : public ::testing::Test {
protected:
    RunningService& service = sharedService();
    HttpClient owner = service.owner();
    const std::string password = "correct horse battery";

    struct Person {
        std::string email;
        HttpClient client;
    };
    Person newPerson() {
        Person person{unique("member") + "@example.test", service.anonymous()};
        const Answer answer = person.client.post(
            "/auth/signup", Json::object({{"name", "Tom"}, {"email", person.email}, {"password", password}}));
        EXPECT_TRUE(hasStatus(answer, 201));
        person.client.setCredential(answer.json.textOr("token"));
        return person;
    }
    std::string roleId(HttpClient& client, const std::string& company, const std::string& name) {
        for (const Json& role : rowsOf(client.get(company + "/roles").json)) {
            if (role["name"].text() == name) {
                return role["id"].text();
            }
        }
        return {};
    }
    /// A person with their own company, created through the API with the standard plan.
    struct Founder {
        HttpClient client;
        std::string path;
        Json company;
    };
    Founder found(const std::string& country = "FR") {
        Person person = newPerson();
        const Answer made = person.client.post(
            "/companies", Json::object({{"name", unique("Café Élan")}, {"country", country}}));
        EXPECT_TRUE(hasStatus(made, 201));
        return {std::move(person.client), "/companies/" + made.json.textOr("id"), made.json};
    }
    /// The path of the member with this address.
    std::string memberOf(HttpClient& client, const std::string& company, const std::string& email) {
        for (const Json& member : rowsOf(client.get(company + "/members").json)) {
            if (member["email"].text() == email) {
                return company + "/members/" + member["id"].text();
            }
        }
        return {};
    }
    /// A member of the company with this role, who has accepted the invitation.
    Person join(HttpClient& host, const std::string& company, const std::string& role) {
        Person person = newPerson();
        const Answer invited =
            host.post(company + "/members",
                      Json::object({{"email", person.email}, {"roleId", roleId(host, company, role)}}));
        EXPECT_TRUE(hasStatus(invited, 201));
        const std::string url = invited.json.textOr("invitationUrl");
        const Answer accepted =
            service.anonymous().post("/auth/invitations/" + url.substr(url.rfind('/') + 1) + "/accept",
                                     Json::object({{"password", password}}));
        EXPECT_TRUE(hasStatus(accepted, 200));
        return person;
    }
};

} // namespace svc::test
