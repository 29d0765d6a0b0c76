#include "api/business/desk.hpp"

#include <map>
#include <stdexcept>

namespace svc::test {
namespace {

/// A key is limited to 600 requests per minute; it is replaced before that.
constexpr int KeyUses = 500;

struct UsedKey {
    std::string key;
    int uses = 0;
};

/// The current key of a company for all desks of this program, found by the company's first key.
UsedKey& keyFor(const std::string& firstKey) {
    static std::map<std::string, UsedKey> keys;
    return keys.try_emplace(firstKey, UsedKey{firstKey}).first->second;
}

/// Reads the fields of one line of CSV (RFC 4180) from `at`, and moves `at` behind the line.
std::vector<std::string> fieldsOf(const std::string& text, std::size_t& at) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (; at < text.size(); ++at) {
        const char sign = text[at];
        if (quoted && sign == '"' && at + 1 < text.size() && text[at + 1] == '"') {
            fields.back() += text[++at];
        } else if (sign == '"') {
            quoted = !quoted;
        } else if (sign == ',' && !quoted) {
            fields.emplace_back();
        } else if (sign == '\n' && !quoted) {
            ++at;
            break;
        } else if (sign != '\r' || quoted) {
            fields.back() += sign;
        }
    }
    return fields;
}

} // namespace

Json js(std::string_view pattern, const std::vector<std::string>& values) {
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '$') {
            text += values.at(static_cast<std::size_t>(pattern[++i] - '1'));
        } else {
            text += pattern[i] == '\'' ? '"' : pattern[i];
        }
    }
    return Json::parse(text);
}

Desk::Desk(RunningService& service) : service_(service), facts_(service.firstRun()) {
    events();
}

Desk::Desk(RunningService& service, const std::string& name, const std::string& country)
    : service_(service), facts_(service.foundCompany(name, country)) {
    events();
}

HttpClient& Desk::client() {
    UsedKey& used = keyFor(value("liveKey"));
    if (++used.uses > KeyUses) {
        used = {newKey()};
    }
    if (!client_ || key_ != used.key) {
        key_ = used.key;
        client_ = std::make_unique<HttpClient>(service_.client(key_));
    }
    return *client_;
}

HttpClient Desk::owner() {
    HttpClient client = service_.anonymous();
    const Json session =
        expected(client.post("/auth/login", js("{'email':'$1','password':'$2'}",
                                               {value("ownerEmail"), value("ownerPassword")})),
                 200, "log-in");
    client.setCredential(session.textOr("token"));
    return client;
}

std::string Desk::newKey() {
    HttpClient person = owner();
    const Json scopes = expected(person.get(path("/api-keys")), 200, "api-keys")["scopes"];
    Json wanted = Json::array();
    for (const Json& scope : scopes.items()) {
        wanted.push(scope);
    }
    const Json body =
        Json::object({{"name", unique("Desk")}, {"mode", "live"}, {"scopes", std::move(wanted)}});
    return expected(person.post(path("/api-keys"), body), 201, "api-keys").textOr("key");
}

Answer Desk::get(const std::string& below, const HeaderList& headers) {
    return client().get(path(below), headers);
}

Answer Desk::post(const std::string& below, const Json& body, const HeaderList& headers) {
    return client().post(path(below), body, headers);
}

Answer Desk::patch(const std::string& below, const Json& body, const HeaderList& headers) {
    return client().patch(path(below), body, headers);
}

Answer Desk::put(const std::string& below, const Json& body, const HeaderList& headers) {
    return client().put(path(below), body, headers);
}

Json Desk::make(const std::string& below, const Json& body) {
    return expected(post(below, body), 201, "POST " + below + ' ' + body.dump());
}

Json Desk::read(const std::string& below) {
    return expected(get(below), 200, "GET " + below);
}

Json Desk::change(const std::string& below, const Json& body) {
    return expected(patch(below, body), 200, "PATCH " + below + ' ' + body.dump());
}

std::vector<Json> Desk::events() {
    std::vector<Json> found;
    for (bool more = true; more;) {
        const Json page = read("/events?limit=200" + (cursor_.empty() ? "" : "&cursor=" + cursor_));
        for (const Json& event : page["data"].items()) {
            found.push_back(event);
        }
        cursor_ = page.textOr("nextCursor");
        more = page["hasMore"].boolean();
    }
    return found;
}

std::vector<BookLine> Desk::books(const std::string& chart) {
    const std::string year = today().substr(0, 4);
    const Answer answer = get("/reports/exports/ledger?from=" + year + "-01-01&to=" + year + "-12-31" +
                              (chart.empty() ? "" : "&chart=" + chart));
    if (answer.status != 200) {
        throw std::runtime_error("the ledger export answers " + answer.body);
    }
    std::size_t at = 0;
    const std::vector<std::string> names = fieldsOf(answer.body, at);
    std::vector<BookLine> lines;
    while (at < answer.body.size()) {
        const std::vector<std::string> fields = fieldsOf(answer.body, at);
        BookLine line;
        for (std::size_t i = 0; i < names.size(); ++i) {
            line[names[i]] = fields.at(i);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<std::string> Desk::postings(const std::string& sourceId, const std::string& chart) {
    std::vector<std::string> found;
    for (const BookLine& line : books(chart)) {
        if (line.at("source_id") == sourceId) {
            found.push_back(line.at("account") + ' ' + line.at("debit") + ' ' + line.at("credit"));
        }
    }
    return found;
}

std::string Desk::today() {
    // A dry run leaves nothing behind and returns the business date.
    const Answer answer = post("/sales", smallSale(), {{"Svc-Dry-Run", "true"}});
    return expected(answer, 200, "dry run")["result"].textOr("date");
}

std::vector<std::string> typesOf(const std::vector<Json>& events) {
    std::vector<std::string> types;
    for (const Json& event : events) {
        types.push_back(event.textOr("type"));
    }
    return types;
}

Json money(std::int64_t minor, const std::string& currency) {
    return Json::object({{"amount", minor}, {"currency", currency}});
}

std::vector<std::string> textsOf(const Json& array, const std::string& field) {
    std::vector<std::string> texts;
    for (const Json& one : array.items()) {
        texts.push_back(one.textOr(field));
    }
    return texts;
}

::testing::AssertionResult same(const Json& got, const Json& wanted) {
    return got == wanted
               ? ::testing::AssertionSuccess()
               : ::testing::AssertionFailure() << "got    " << got.dump() << "\nwanted " << wanted.dump();
}

} // namespace svc::test
