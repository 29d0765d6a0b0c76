// The reference rates that the European Central Bank publishes on working days at about 16:00 in Frankfurt.
#include <svc/connector.hpp>

#include "bindings.hpp"
#include "common/exchange_rates.hpp"

namespace svc::ecb {
namespace {

constexpr std::int32_t MostBytes = 8 * 1024 * 1024;

HttpReply ask(Call& call, Date from, Date to) {
    const std::string base = Call::settings().textOr("baseUrl", "https://data-api.ecb.europa.eu");
    return call.http()
        .get(base + "/service/data/EXR/D..EUR.SP00.A")
        .query("format", "csvdata")
        .query("startPeriod", from.toString())
        .query("endPeriod", to.toString())
        .most(MostBytes)
        .send();
}

/// The cells of a CSV line; cells with commas are quoted.
std::vector<std::string> cellsOf(std::string_view line) {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else if (c != '\r') {
            cells.back() += c;
        }
    }
    return cells;
}

[[noreturn]] void unreadable() {
    throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
}

std::size_t columnOf(const std::vector<std::string>& header, std::string_view name) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found == header.end()) {
        unreadable();
    }
    return static_cast<std::size_t>(found - header.begin());
}

connector::EuroRates readRates(std::string_view csv) {
    connector::EuroRates days;
    const auto lines = split(csv, '\n');
    const std::vector<std::string> header = cellsOf(lines.front());
    const std::size_t frequency = columnOf(header, "FREQ");
    const std::size_t currency = columnOf(header, "CURRENCY");
    const std::size_t day = columnOf(header, "TIME_PERIOD");
    const std::size_t value = columnOf(header, "OBS_VALUE");
    for (std::size_t i = 1; i < lines.size(); ++i) {
        if (trim(lines[i]).empty()) {
            continue;
        }
        const std::vector<std::string> cells = cellsOf(lines[i]);
        if (cells.size() != header.size() || !Date::parse(cells[day])) {
            unreadable(); // the answer is truncated
        }
        // A day without a rate has an empty value.
        if (cells[frequency] != "D" || cells[value].empty() || cells[value] == "NaN") {
            continue;
        }
        const auto rate = Decimal::parse(cells[value]);
        if (!rate || rate->sign() <= 0) {
            unreadable();
        }
        days[cells[day]][cells[currency]] = *rate;
    }
    return days;
}

Json fetchPage(Call& call, const Json& input) {
    constexpr int NoResults = 404; // the SDMX status for days without any rate
    const auto window = connector::RateWindow::of(input);
    const HttpReply reply = ask(call, window.from, window.to);
    if (reply.status == NoResults) {
        return connector::ratesPage(input, window, {});
    }
    return connector::ratesPage(input, window, readRates(connector::fetched(call, reply).body));
}

} // namespace

Json commands::describe(Call&) {
    return Json::parse(R"({
        "name": "European Central Bank", "kind": "rates", "auth": "none", "capabilities": ["rates"],
        "feeds": [{ "name": "rates", "minutes": 360 }],
        "settingsSchema": { "type": "object", "additionalProperties": false, "properties": {
            "currencies": { "type": "array", "minItems": 1, "maxItems": 200,
                "items": { "type": "string", "pattern": "^[A-Z]{3}$" } } } } })");
}

Json commands::fetch(Call& call, const Json& input) {
    return connector::fetching<fetchPage>(call, input);
}

commands::TestOutput commands::test(Call& call) {
    constexpr int LongestBreak = 7; // days without a rate
    const Date today = call.today();
    return connector::tried<TestOutput>(ask(call, today.addDays(-LongestBreak), today));
}

} // namespace svc::ecb
