#include "host/api/context.hpp"
#include "host/api/number_clashes.hpp"
#include "host/core/number_format.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::string_view WholeCompany = "00000000-0000-0000-0000-000000000000";
/// A number has at most 18 digits, so a counter that is set by hand must leave room for further numbers.
constexpr std::int64_t LargestNext = 999'999'999'999;

constexpr std::string_view ReadSeries =
    "SELECT kind, business_unit_id, last FROM svc.number_series WHERE company_id = $1 AND year = $2"
    " ORDER BY kind, business_unit_id";
constexpr std::string_view WritePattern =
    "INSERT INTO svc.number_pattern (company_id, kind, pattern, per_business_unit, updated_at)"
    " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (company_id, kind) DO UPDATE"
    " SET pattern = excluded.pattern, per_business_unit = excluded.per_business_unit, updated_at = "
    "excluded.updated_at";
constexpr std::string_view OpenUnits =
    "SELECT id FROM svc.business_unit WHERE company_id = $1 AND NOT archived ORDER BY id";
// A series is unused while the last number is the one set by hand. No row comes back when it is used.
constexpr std::string_view PresetSeries =
    "INSERT INTO svc.number_series (company_id, kind, business_unit_id, year, last, preset)"
    " VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (company_id, kind, business_unit_id, year) DO UPDATE"
    " SET last = excluded.last, preset = excluded.preset"
    " WHERE svc.number_series.last = svc.number_series.preset RETURNING last";

std::string yearOf(const http::Exchange& exchange) {
    return std::to_string(exchange.work->today().year());
}

/// The numbering of every kind that an enabled plugin declares, with the next number of this year's series.
Json readNumbering(http::Exchange& exchange) {
    const db::Rows series = exchange.work->db().query(ReadSeries, {companyText(exchange), yearOf(exchange)});
    Json list = Json::array();
    for (const NumberRule& rule : numberRules(exchange)) {
        Json units = Json::array();
        std::int64_t next = 1;
        for (std::size_t row = 0; row < series.count(); ++row) {
            if (series.text(row, 0) != rule.kind) {
                continue;
            }
            const std::int64_t following = integerOf(series.text(row, 2)) + 1;
            if (series.text(row, 1) == WholeCompany) {
                next = following;
            } else if (rule.perBusinessUnit) {
                units.push(Json::object(
                    {{"businessUnitId", idJson("bus", series.cell(row, 1))}, {"next", following}}));
            }
        }
        list.push(Json::object({{"kind", rule.kind},
                                {"pattern", rule.pattern},
                                {"perBusinessUnit", rule.perBusinessUnit},
                                {"year", exchange.work->today().year()},
                                {"next", rule.perBusinessUnit ? Json(nullptr) : Json(next)},
                                {"series", std::move(units)}}));
    }
    return list;
}

void presetSeries(http::Exchange& exchange, const std::string& kind, bool perBusinessUnit,
                  std::int64_t next) {
    db::Transaction& transaction = exchange.work->db();
    std::vector<std::string> units;
    if (perBusinessUnit) {
        const db::Rows rows = transaction.query(OpenUnits, {companyText(exchange)});
        for (std::size_t row = 0; row < rows.count(); ++row) {
            units.emplace_back(rows.text(row, 0));
        }
    } else {
        units.emplace_back(WholeCompany);
    }
    const std::string last = std::to_string(next - 1);
    for (const std::string& unit : units) {
        if (transaction.query(PresetSeries, {companyText(exchange), kind, unit, yearOf(exchange), last})
                .empty()) {
            throw fieldInvalid("next");
        }
    }
}

/// The entry of one kind; every declared kind has one.
Json entryOf(const Json& list, std::string_view kind) {
    for (const Json& entry : list.items()) {
        if (entry["kind"].text() == kind) {
            return entry;
        }
    }
    return Json::object();
}

void updateNumbering(http::Exchange& exchange) {
    const Json& body = *exchange.json;
    UnitOfWork& work = *exchange.work;
    const std::string& kind = exchange.parameters.find("kind")->second;
    const NumberKind* declared = work.services().catalogue.numberKind(kind);
    if (declared == nullptr) {
        throw unknownName(400, "numbering-kind-unknown", kind);
    }
    const bool perBusinessUnit = body.optionalBool("perBusinessUnit").value_or(declared->perBusinessUnit);
    const std::string pattern = body.textOr("pattern");
    if (!isNumberPattern(pattern, perBusinessUnit) || !holdsYear(pattern)) {
        throw fieldInvalid("pattern");
    }
    const auto next = body.optionalInteger("next");
    if (next && (*next < 1 || *next > LargestNext)) {
        throw fieldInvalid("next");
    }
    lockCompany(exchange);
    const Json before = entryOf(readNumbering(exchange), kind);
    const bool changed =
        before["pattern"].text() != pattern || before["perBusinessUnit"].boolean() != perBusinessUnit;
    if (changed && clashes(exchange, NumberRule{kind, pattern, perBusinessUnit})) {
        throw fieldInvalid("pattern");
    }
    work.db().send(WritePattern,
                   {companyText(exchange), kind, pattern, perBusinessUnit ? "t" : "f", work.now().toSql()});
    if (next) {
        presetSeries(exchange, kind, perBusinessUnit, *next);
    }
    const Json after = entryOf(readNumbering(exchange), kind);
    work.history("numbering", kind, "numbering.updated", changesBetween(before, after).dump());
    exchange.reply(200, after);
}

} // namespace

void addNumberingHandlers(Handlers& handlers) {
    handlers["listNumbering"] = [](http::Exchange& exchange) {
        replyArray(exchange, readNumbering(exchange));
    };
    handlers["updateNumbering"] = updateNumbering;
}

} // namespace svc::host::api
