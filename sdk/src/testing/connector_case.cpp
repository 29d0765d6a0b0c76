#include <svc/testing/connector_case.hpp>

#include <fstream>
#include <regex>
#include <sstream>
#include <utility>

#include <svc/connector.hpp>

namespace svc::testing {

ConnectorCase::ConnectorCase(std::string provider, const std::string& plugin, std::string data)
    : test(plugin), provider_(std::move(provider)), data_(std::move(data)) {}

ConnectorCase::~ConnectorCase() = default;

std::string ConnectorCase::textOfData(const std::string& file) const {
    std::ifstream stream(data_ + '/' + file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

Json ConnectorCase::dataOf(const std::string& file) const {
    return Json::parse(textOfData(file));
}

std::string ConnectorCase::query(std::size_t request) {
    const std::string url = test.requests().at(request).url;
    const std::size_t mark = url.find('?');
    return mark == std::string::npos ? "" : url.substr(mark + 1);
}

Json ConnectorCase::fetchInput(const std::string& feed, const Json& cursor, const Json& settings,
                               const std::string& currency, const Json& since) {
    return Json::object({{"feed", feed},
                         {"cursor", cursor},
                         {"since", since},
                         {"today", "2026-11-20"},
                         {"currency", currency},
                         {"settings", settings}});
}

Json ConnectorCase::order(std::int64_t minor, const std::string& currency) {
    return Json::object({{"key", "k-1"},
                         {"amount", minor},
                         {"currency", currency},
                         {"company", "Café"},
                         {"document", Json::object({{"kind", "sale"}, {"id", "sal_1"}, {"number", "F-7"}})},
                         {"hookUrl", "https://svc.example/hooks/com_1"},
                         {"settings", Json::object()},
                         {"returnUrl", "https://shop.example/back"},
                         {"plannedAt", "2026-11-20T09:00:00.000Z"},
                         {"expiresAt", nullptr}});
}

Json ConnectorCase::fileOf(const std::string& name, const std::string& content) {
    return Json::object({{"name", name},
                         {"contentType", "application/pdf"},
                         {"content", base64Encode(content)},
                         {"sha256", "abc"}});
}

Json ConnectorCase::paper(const std::string& name, const std::string& content, const std::string& folder) {
    return Json::object({{"key", "k-1"},
                         {"plannedAt", "2026-11-20T09:00:00.000Z"},
                         {"document", Json::object({{"kind", "sale"}, {"id", "sal_1"}, {"number", "F-7"}})},
                         {"company", "Café"},
                         {"hookUrl", "https://svc.example/hooks/com_1"},
                         {"settings", Json::object()},
                         {"folder", folder},
                         {"file", fileOf(name, content)},
                         {"archived", Json::array()}});
}

Json ConnectorCase::run(const std::string& verb, const Json& input) {
    return test.command("connector." + provider_ + '.' + verb, input);
}

Json ConnectorCase::stateOf(const std::string& reference, const std::string& currency) {
    Json input = order(5000, currency);
    input.set("reference", reference);
    return run("payment_state", input);
}

std::string ConnectorCase::refusal(const std::string& verb, const Json& input) {
    try {
        run(verb, input);
    } catch (const ApiError& error) {
        return std::string(error.code());
    }
    return "none";
}

void ConnectorCase::expectEachRefusal(HttpStandIn& asked, const Json& input, const std::string& error,
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

Json ConnectorCase::checkedBody(const std::string& operation, std::size_t request) {
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
            EXPECT_TRUE(std::regex_search(value.text(), std::regex(*pattern))) << name << ' ' << value.dump();
        }
    }
    for (const Json& required : schema["required"].items()) {
        EXPECT_TRUE(body.contains(required.text())) << required.text();
    }
    return body;
}

Json ConnectorCase::called(const std::string& header, const std::string& value, const std::string& body) {
    return Json::object({{"headers", Json::object({{header, value}})}, {"body", base64Encode(body)}});
}

} // namespace svc::testing
