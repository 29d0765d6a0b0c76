#include "host/api/company_fields.hpp"
#include "host/api/context.hpp"
#include "host/api/number_clashes.hpp"

#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::api {
namespace {

constexpr std::string_view UnitColumns = "id, name, code, address, default_location_id, default_wallet_id, "
                                         "archived, version, created_at, updated_at,"
                                         " created_by_kind, created_by_id";
constexpr std::string_view CountUnits =
    "SELECT count(*) FROM svc.business_unit WHERE company_id = $1 AND NOT archived";
constexpr std::string_view CodeIsTaken =
    "SELECT 1 FROM svc.business_unit WHERE company_id = $1 AND code = $2 AND id <> $3";
constexpr std::string_view InsertUnit = "INSERT INTO svc.business_unit (company_id, id, name, code, address, "
                                        "default_location_id, default_wallet_id,"
                                        " archived, created_at, updated_at, created_by_kind, created_by_id)"
                                        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)";
constexpr std::string_view UpdateUnit =
    "UPDATE svc.business_unit SET name = $3, code = $4, address = $5, default_location_id = $6,"
    " default_wallet_id = $7, archived = $8, version = version + 1, updated_at = $9"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view IsDefault =
    "SELECT 1 FROM svc.company WHERE company_id = $1 AND default_business_unit_id = $2";

Json unitRecord(const db::Rows& rows, std::size_t row) {
    Json unit = Json::object({{"id", idJson("bus", rows.cell(row, 0))},
                              {"name", textJson(rows.cell(row, 1))},
                              {"code", textJson(rows.cell(row, 2))},
                              {"address", parsedJson(rows.cell(row, 3))},
                              {"defaultLocationId", idJson("loc", rows.cell(row, 4))},
                              {"defaultWalletId", idJson("wal", rows.cell(row, 5))},
                              {"archived", boolJson(rows.text(row, 6))}});
    addCommon(unit, rows, row, 7);
    return unit;
}

Json readUnit(http::Exchange& exchange, const Uuid& id) {
    static const std::string sql =
        "SELECT " + std::string(UnitColumns) +
        " FROM svc.business_unit WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE";
    const db::Rows rows = exchange.work->db().query(sql, {companyText(exchange), id.toString()});
    if (rows.empty()) {
        throw ApiError(404, "business-unit-not-found");
    }
    return unitRecord(rows, 0);
}

bool isCode(std::string_view code) {
    return !code.empty() && code.size() <= 10 &&
           code.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == std::string_view::npos;
}

/// Only its own module knows whether a location or a wallet exists, so its command is called.
void checkOwned(http::Exchange& exchange, const Json& unit, const char* field, const char* command,
                const char* error) {
    const auto id = unit.optionalText(field);
    if (!id) {
        return;
    }
    if (exchange.work->services().catalogue.command(command) == nullptr) {
        throw ApiError(404, error);
    }
    const Json input = Json::object({{"id", *id}, {"businessUnitId", unit["id"]}});
    if (exchange.work->command(command, input.dump()) == "null") {
        throw ApiError(404, error);
    }
}

/// Is the code used by another unit, or could documents already have a number with it?
bool isTaken(http::Exchange& exchange, const std::string& code, const Uuid& unit) {
    return !exchange.work->db().query(CodeIsTaken, {companyText(exchange), code, unit.toString()}).empty() ||
           clashes(exchange, unit, code);
}

/// Makes a code from the name, with a number behind it when the code is taken. Returns a taken code when no
/// number helps (patterns like {BU}{0}).
std::string freeCode(http::Exchange& exchange, const Uuid& unit) {
    constexpr int MostTries = 99;
    const std::string stem = unitCodeOf(exchange.json->textOr("name"));
    std::string code = stem;
    for (int number = 2; number <= MostTries && isTaken(exchange, code, unit); ++number) {
        code = stem + std::to_string(number);
    }
    return code;
}

void applyUnitFields(http::Exchange& exchange, Json& unit, const Uuid& id) {
    const Json& body = *exchange.json;
    const auto codeBefore = unit.contains("version") ? unit.optionalText("code") : std::nullopt;
    if (body.contains("name")) {
        unit.set("name", Json(body.optionalText("name")));
    }
    if (unit["name"].isNull()) {
        throw fieldInvalid("name");
    }
    if (body.contains("code")) {
        unit.set("code", Json(body.optionalText("code")));
    }
    if (!unit["code"].isString() || !isCode(unit["code"].text())) {
        throw fieldInvalid("code");
    }
    if (body.contains("address")) {
        unit.set("address", addressRecord(body["address"]));
    }
    if (const Json* archived = body.find("archived")) {
        unit.set("archived", Json(archived->isBoolean() && archived->boolean()));
    }
    for (const auto& [field, command, error] :
         {std::tuple{"defaultLocationId", "stock.location", "location-not-found"},
          std::tuple{"defaultWalletId", "treasury.wallet", "wallet-not-found"}}) {
        if (body.contains(field)) {
            unit.set(field, Json(body.optionalText(field)));
            checkOwned(exchange, unit, field, command, error);
        }
    }
    if (codeBefore != unit["code"].text() && isTaken(exchange, unit["code"].text(), id)) {
        throw ApiError(400, "already-exists", {"code"});
    }
    if (unit["archived"].boolean() &&
        !exchange.work->db().query(IsDefault, {companyText(exchange), id.toString()}).empty()) {
        throw fieldInvalid("archived");
    }
}

void addUnitFields(SqlArgs& args, const Json& unit) {
    const auto id = [&](const char* field, const char* prefix) {
        const auto text = unit.optionalText(field);
        args.add(text ? decodeId(prefix, *text) : std::nullopt);
    };
    args.add(unit["name"].text()).add(unit["code"].text()).add(unit["address"]);
    id("defaultLocationId", "loc");
    id("defaultWalletId", "wal");
    args.add(unit["archived"].boolean());
}

void listUnits(http::Exchange& exchange) {
    static const std::string sql = "SELECT " + std::string(UnitColumns) +
                                   " FROM svc.business_unit WHERE company_id = $1 AND archived = $2"
                                   " ORDER BY lower(name), id";
    const bool archived = exchange.queryValue("archived") == "true";
    const db::Rows rows = exchange.work->db().query(sql, {companyText(exchange), archived ? "t" : "f"});
    Json units = Json::array();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        units.push(unitRecord(rows, row));
    }
    replyArray(exchange, std::move(units));
}

void createUnit(http::Exchange& exchange) {
    UnitOfWork& work = *exchange.work;
    lockCompany(exchange);
    work.checkPlan("business-units",
                   integerOf(work.db().query(CountUnits, {companyText(exchange)}).text(0, 0)));
    const Uuid id = work.newId();
    Json unit =
        Json::object({{"id", encodeId("bus", id)},
                      {"name", nullptr},
                      {"code", exchange.json->contains("code") ? Json() : Json(freeCode(exchange, id))},
                      {"address", nullptr},
                      {"defaultLocationId", nullptr},
                      {"defaultWalletId", nullptr},
                      {"archived", false}});
    applyUnitFields(exchange, unit, id);
    const Actor& actor = work.actor();
    SqlArgs args;
    args.add(work.company().id).add(id);
    addUnitFields(args, unit);
    args.add(work.now()).add(actor.kindText());
    args.add(actor.kind == Actor::Kind::None ? std::nullopt : std::optional(actor.id));
    work.db().send(InsertUnit, args);
    work.history("business_unit", encodeId("bus", id), "business_unit.created", "[]");
    replyRecord(exchange, 201, readUnit(exchange, id));
}

void updateUnit(http::Exchange& exchange) {
    UnitOfWork& work = *exchange.work;
    const Uuid id = pathId(exchange, "businessUnitId", "bus", "business-unit-not-found");
    lockCompany(exchange);
    const Json before = readUnit(exchange, id);
    checkVersion(exchange, before["version"].integer());
    Json unit = before;
    applyUnitFields(exchange, unit, id);
    if (before["archived"].boolean() && !unit["archived"].boolean()) {
        work.checkPlan("business-units",
                       integerOf(work.db().query(CountUnits, {companyText(exchange)}).text(0, 0)));
    }
    SqlArgs args;
    args.add(work.company().id).add(id);
    addUnitFields(args, unit);
    args.add(work.now());
    work.db().send(UpdateUnit, args);
    work.history("business_unit", encodeId("bus", id), "business_unit.updated",
                 changesBetween(before, unit).dump());
    replyRecord(exchange, 200, readUnit(exchange, id));
}

} // namespace

void addBusinessUnitHandlers(Handlers& handlers) {
    handlers["listBusinessUnits"] = listUnits;
    handlers["createBusinessUnit"] = createUnit;
    handlers["updateBusinessUnit"] = updateUnit;
}

} // namespace svc::host::api
