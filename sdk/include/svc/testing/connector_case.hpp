/// @file What tests of connectors share: a plugin with its provider stood in for, and the contract of the
/// provider (docs/sdk/first-connector.md).
#pragma once

#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <svc/connector.hpp>
#include <svc/testing/plugin_test.hpp>

namespace svc::testing {

/// A test of a connector. `plugin` and `data` are the folders that svc_add_plugin_test tells:
///
///     struct Acme : svc::testing::ConnectorCase {
///         Acme() : ConnectorCase("acme", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {}
///     };
class ConnectorCase : public ::testing::Test {
protected:
    ConnectorCase(std::string provider, const std::string& plugin, std::string data)
        : test(plugin), provider_(std::move(provider)), data_(std::move(data)) {}

    /// The text of a file of the folder `data`.
    std::string textOfData(const std::string& file) const {
        std::ifstream stream(data_ + '/' + file);
        std::ostringstream text;
        text << stream.rdbuf();
        return text.str();
    }
    Json dataOf(const std::string& file) const { return Json::parse(textOfData(file)); }
    /// The query string of a request that was sent, without the question mark.
    std::string query(std::size_t request) {
        const std::string url = test.requests().at(request).url;
        const std::size_t mark = url.find('?');
        return mark == std::string::npos ? "" : url.substr(mark + 1);
    }
    /// The input of fetch, on 2026-11-20.
    static Json fetchInput(const std::string& feed, const Json& cursor, const Json& settings,
                           const std::string& currency = "EUR", const Json& since = nullptr) {
        return Json::object({{"feed", feed},
                             {"cursor", cursor},
                             {"since", since},
                             {"today", "2026-11-20"},
                             {"currency", currency},
                             {"settings", settings}});
    }
    /// The input of payment_link for a sale.
    static Json order(std::int64_t minor, const std::string& currency) {
        return Json::object(
            {{"key", "k-1"},
             {"amount", minor},
             {"currency", currency},
             {"company", "Café"},
             {"document", Json::object({{"kind", "sale"}, {"id", "sal_1"}, {"number", "F-7"}})},
             {"returnUrl", "https://shop.example/back"},
             {"plannedAt", "2026-11-20T09:00:00.000Z"},
             {"expiresAt", nullptr}});
    }
    Json run(const std::string& verb, const Json& input = Json::object()) {
        return test.command("connector." + provider_ + '.' + verb, input);
    }
    Json stateOf(const std::string& reference, const std::string& currency = "XOF") {
        Json input = order(5000, currency);
        input.set("reference", reference);
        return run("payment_state", input);
    }
    /// The code and what follows it; none when it was not refused.
    std::string refusal(const std::string& verb, const Json& input) {
        try {
            run(verb, input);
        } catch (const ApiError& error) {
            return std::string(error.code());
        }
        return "none";
    }
    /// Every class of answers that a provider may give to payment_link; `error`: the body of a refusal,
    /// `code` what is told of it, before its words.
    void expectEachRefusal(HttpStandIn& asked, const Json& input, const std::string& error,
                           const std::string& code) {
        const auto reply = [&](int status) {
            HttpReply one;
            one.status = status;
            one.body = error;
            return one;
        };
        const auto told = [&](int status) {
            return std::string(connector::refusedBy(reply(status), code).code());
        };
        const auto lost = [&](int status) {
            return std::string(connector::credentialsRefused(reply(status), code).code());
        };
        const std::vector<std::pair<int, std::string>> answers = {{400, told(400)},
                                                                  {401, lost(401)},
                                                                  {403, lost(403)},
                                                                  {404, told(404)},
                                                                  {409, told(409)},
                                                                  {422, told(422)},
                                                                  {429, "integration-unreachable:http-429"},
                                                                  {500, "integration-unreachable:http-500"},
                                                                  {302, told(302)}};
        for (const auto& [status, expected] : answers) {
            asked.answers(status, error);
        }
        asked.fails("timeout")
            .answers(200, R"({"id":"1","ur)")
            .answers(200, "<html>")
            .answers(200, R"({"id":{},"links":7})")
            .answers(200, "[]")
            .answers(404, "<html>");
        for (const auto& [status, expected] : answers) {
            EXPECT_EQ(refusal("payment_link", input), expected) << status;
        }
        const std::string unreadable = "integration-unreachable:answer-unreadable";
        for (const std::string& expected :
             {std::string("integration-unreachable:timeout"), unreadable, unreadable, unreadable, unreadable,
              std::string("provider-refused:http-404")}) {
            EXPECT_EQ(refusal("payment_link", input), expected);
        }
    }
    /// The JSON body of a request that was sent, checked against the schema of its operation in
    /// contract.json: a field that the provider does not know, one that is missing, a wrong form are
    /// failures.
    Json checkedBody(const std::string& operation, std::size_t request) {
        const Json schema = dataOf("contract.json")["operations"][operation];
        Json body = Json::parse(test.requests().at(request).body);
        for (const auto& [name, value] : body.members()) {
            EXPECT_TRUE(schema["properties"].contains(name)) << name;
            const Json& property = schema["properties"][name];
            const std::string type = property.textOr("type");
            EXPECT_TRUE(type == "string"    ? value.isString()
                        : type == "integer" ? value.isNumber()
                        : type == "array"   ? value.isArray()
                                            : value.isObject())
                << name;
            if (const auto pattern = property.optionalText("pattern")) {
                EXPECT_TRUE(std::regex_search(value.text(), std::regex(*pattern)))
                    << name << ' ' << value.dump();
            }
        }
        for (const Json& required : schema["required"].items()) {
            EXPECT_TRUE(body.contains(required.text())) << required.text();
        }
        return body;
    }
    /// A call of the provider as the verb hook is given it.
    static Json called(const std::string& header, const std::string& value, const std::string& body) {
        return Json::object({{"headers", Json::object({{header, value}})}, {"body", base64Encode(body)}});
    }

    PluginTest test;

private:
    std::string provider_;
    std::string data_;
};

} // namespace svc::testing
