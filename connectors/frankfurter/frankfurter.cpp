// Rates that Frankfurter blends from those of central banks (API version 2).
#include <svc/connector.hpp>
#include <svc/plugin.hpp>

#include "common/exchange_rates.hpp"

namespace svc::frankfurter {
namespace {

constexpr std::int32_t MostBytes = 8 * 1024 * 1024;

Json describe(Call&, const Json&) {
    return Json::parse(R"({
        "name": "Frankfurter", "kind": "rates", "auth": "none", "capabilities": ["rates"],
        "feeds": [{ "name": "rates", "minutes": 360 }],
        "settingsSchema": { "type": "object", "required": ["currencies"], "additionalProperties": false,
            "properties": { "currencies": { "type": "array", "minItems": 1, "maxItems": 200,
                "items": { "type": "string", "pattern": "^[A-Z]{3}$" } } } } })");
}

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

Json fetch(Call& call, const Json& input) {
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

Json test(Call& call, const Json&) {
    return connector::tried(request(call).query("base", "EUR").query("quotes", "USD").send());
}

void start(Registry& registry) {
    registry.command("connector.frankfurter.describe", describe);
    registry.command("connector.frankfurter.test", test);
    registry.command("connector.frankfurter.fetch", connector::fetching<fetch>);
}

} // namespace
} // namespace svc::frankfurter

SVC_PLUGIN("frankfurter", "1.0.0", svc::frankfurter::start)
