// Rates that Frankfurter blends from those of central banks (API version 2).
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/exchange_rates.hpp"

namespace svc::frankfurter {
namespace {

constexpr std::int32_t MostBytes = 8 * 1024 * 1024;

HttpCall request(Call& call) {
    return call.http().get(Call::settings().textOr("baseUrl", "https://api.frankfurter.dev/v2") + "/rates");
}

/// The currencies to request. The dollar has a rate on every day, so the answer has days even when all wanted
/// currencies have fixed rates.
std::string quotesOf(const Json& input) {
    std::set<std::string> asked = connector::wantedCurrencies(input);
    asked.insert(input.textOr("currency"));
    asked.insert("USD");
    std::string text;
    for (const std::string& currency : asked) {
        if (currency != "EUR" && currency != "XOF" && currency != "XAF") {
            text += (text.empty() ? "" : ",") + currency;
        }
    }
    return text;
}

connector::EuroRates readRates(const Json& answer) {
    connector::EuroRates days;
    for (const Json& rate : answer.items()) {
        const Decimal units = rate["rate"].decimal();
        const std::string date = connector::textOf(rate, "date");
        if (units.sign() <= 0 || !Date::parse(date) || connector::textOf(rate, "base") != "EUR") {
            throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
        }
        days[date][connector::textOf(rate, "quote")] = units;
    }
    return days;
}

Json fetchPage(Call& call, const Json& input) {
    constexpr int NoData = 404;
    const auto window = connector::RateWindow::of(input);
    const HttpReply reply = request(call)
                                .query("base", "EUR")
                                .query("quotes", quotesOf(input))
                                .query("from", window.from.toString())
                                .query("to", window.to.toString())
                                .most(MostBytes)
                                .send();
    if (reply.status == NoData) {
        return connector::ratesPage(input, window, {});
    }
    const Json answer = connector::jsonOf(connector::fetched(call, reply));
    return connector::ratesPage(input, window, readRates(answer));
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "Frankfurter", "kind": "rates", "auth": "none", "capabilities": ["rates"],
        "feeds": [{ "name": "rates", "minutes": 360 }],
        "settingsSchema": { "type": "object", "required": ["currencies"], "additionalProperties": false,
            "properties": { "currencies": { "type": "array", "minItems": 1, "maxItems": 200,
                "items": { "type": "string", "pattern": "^[A-Z]{3}$" } } } } })");
}

Json commands::fetch(Call& call, const Json& input) {
    return connector::fetching<fetchPage>(call, input);
}

commands::TestOutput commands::test(Call& call) {
    return connector::tried<TestOutput>(request(call).query("base", "EUR").query("quotes", "USD").send());
}

} // namespace svc::frankfurter
