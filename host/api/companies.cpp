#include "host/api/company_fields.hpp"
#include "host/api/context.hpp"
#include "host/auth/company_record.hpp"
#include "host/auth/roles.hpp"
#include "host/db/error.hpp"
#include "host/db/pool.hpp"

#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::api {
namespace {

constexpr std::string_view UpdateCompany =
    "UPDATE svc.company SET slug = $2, name = $3, legal_name = $4, country = $5, currency = $6, time_zone = "
    "$7,"
    " language = $8, vat_number = $9, registration_number = $10, peppol_id = $11, address = $12, email = $13,"
    " phone = $14, iban = $15, bic = $16, contact_name = $17, prices_include_tax = $18, default_tax_category "
    "= $19,"
    " default_tax_rate = $20, payment_terms_days = $21, settings = settings || $22::jsonb, chart = $23,"
    " lock_date = $24, accounting = $25, version = version + 1, updated_at = $26 WHERE company_id = $1";
constexpr std::string_view AnyEvent = "SELECT 1 FROM svc.event WHERE company_id = $1 LIMIT 1";
constexpr std::string_view LastPosition =
    "SELECT last_event_position FROM svc.company_clock WHERE company_id = $1";
constexpr std::string_view LockOwner = "SELECT pg_advisory_xact_lock(hashtextextended('owner/' || $1, 1))";
// Companies that the person owns, with their plans.
constexpr std::string_view OwnedPlans =
    "SELECT c.plan FROM svc.member m JOIN svc.role r ON r.company_id = m.company_id AND r.id = m.role_id"
    " JOIN svc.company c ON c.company_id = m.company_id"
    " WHERE m.user_id = $1 AND m.state = 'active' AND r.built_in AND r.name = 'owner'";
constexpr std::string_view SetDefaults =
    "UPDATE svc.company SET default_business_unit_id = coalesce($2, default_business_unit_id),"
    " default_wallet_id = coalesce($3, default_wallet_id) WHERE company_id = $1";
constexpr std::string_view UnitIsOpen =
    "SELECT 1 FROM svc.business_unit WHERE company_id = $1 AND id = $2 AND NOT archived";

Json readRecord(http::Exchange& exchange, ApiContext& context, bool lock) {
    static const std::string read =
        "SELECT " + std::string(auth::CompanyColumns) + " FROM svc.company c WHERE c.company_id = $1";
    static const std::string readForUpdate = read + " FOR NO KEY UPDATE";
    const db::Rows rows = exchange.work->db().query(lock ? readForUpdate : read, {companyText(exchange)});
    return auth::companyRecord(rows, 0, 0, context.options.modules,
                               context.services.catalogue.companySettings());
}

void listCompanies(http::Exchange& exchange, ApiContext& context) {
    static const std::string sql =
        "SELECT " + std::string(auth::CompanyColumns) +
        " FROM svc.member m JOIN svc.company c ON c.company_id = m.company_id"
        " WHERE m.user_id = $1 AND m.state = 'active' ORDER BY lower(c.name), c.ordinal";
    const db::Rows rows = context.services.pool.acquire()->query(sql, {exchange.caller.id.toString()});
    Json companies = Json::array();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        companies.push(auth::companyRecord(rows, row, 0, context.options.modules,
                                           context.services.catalogue.companySettings()));
    }
    replyArray(exchange, std::move(companies));
}

/// The ceiling of companies is per owner: the best of the plans that the person has. False: there is none.
bool requireBelowCeiling(ApiContext& context, const db::Rows& owned) {
    std::int64_t allowed = context.services.planLimit(context.options.standardPlan, "companies");
    for (std::size_t row = 0; row < owned.count(); ++row) {
        const std::int64_t more = context.services.planLimit(std::string(owned.text(row, 0)), "companies");
        allowed = more < 0 || allowed < 0 ? -1 : std::max(allowed, more);
    }
    if (allowed >= 0 && static_cast<std::int64_t>(owned.count()) >= allowed) {
        throw ApiError(400, "plan-limit", {"companies", std::to_string(allowed)});
    }
    return allowed >= 0;
}

/// Locks until the end of the transaction, so that concurrent creations of companies for the same person
/// wait.
void checkCompanyLimit(const http::Exchange& exchange, ApiContext& context, db::Transaction& transaction) {
    const std::string owner = exchange.caller.id.toString();
    transaction.bindTo(std::nullopt);
    if (requireBelowCeiling(context, transaction.query(OwnedPlans, {owner}))) {
        transaction.query(LockOwner, {owner});
        requireBelowCeiling(context, transaction.query(OwnedPlans, {owner}));
    }
}

void createCompany(http::Exchange& exchange, ApiContext& context) {
    const Json& body = *exchange.json;
    if (body.contains("slug") || body.contains("lockDate")) {
        // A new company gets its slug from its name, and has no lock date.
        throw fieldInvalid(body.contains("slug") ? "slug" : "lockDate");
    }
    if (context.countries.find(body.textOr("country")) == nullptr) {
        throw unknownName(400, "country-unsupported", body.textOr("country"));
    }
    CompanyMaker::Order order;
    order.body = body;
    order.plan = context.options.standardPlan;
    order.actor = exchange.caller.actor();
    order.actorLabel = exchange.caller.label;
    order.requestId = exchange.requestId;
    order.owner = exchange.caller.id;
    order.begin = [&](db::Transaction& transaction) {
        if (exchange.personKey) {
            exchange.personKey->take(transaction);
        }
        checkCompanyLimit(exchange, context, transaction);
    };
    context.maker.make(order, [&](UnitOfWork& work, const CompanyMaker::Made& made) {
        static const std::string sql =
            "SELECT " + std::string(auth::CompanyColumns) + " FROM svc.company c WHERE c.company_id = $1";
        const db::Rows rows = work.db().query(sql, {made.company.toString()});
        replyRecord(exchange, 201,
                    auth::companyRecord(rows, 0, 0, context.options.modules,
                                        context.services.catalogue.companySettings()));
        if (exchange.personKey) {
            exchange.personKey->keepAnswer(work.db());
        }
    });
}

// The look-up of the caller has read the company's record already.
void readCompany(http::Exchange& exchange) {
    exchange.answer = exchange.company->json;
    exchange.answerHeaders.emplace_back("Content-Type", "application/json");
    exchange.answerHeaders.emplace_back("ETag", '"' + std::to_string(exchange.company->version) + '"');
}

void checkCurrency(http::Exchange& exchange, const Json& before, const Json& after) {
    if (before["currency"] == after["currency"]) {
        return;
    }
    // Every document leaves an event and positions never decrease, so events count even when they have been
    // deleted by age.
    const db::Rows position = exchange.work->db().query(LastPosition, {companyText(exchange)});
    const bool used = !position.empty() && position.text(0, 0) != "0";
    if (used || !exchange.work->db().query(AnyEvent, {companyText(exchange)}).empty()) {
        throw fieldInvalid("currency");
    }
}

void checkLockDate(const http::Exchange& exchange, const Json& before, const Json& after) {
    const auto old = before.optionalText("lockDate");
    const auto next = after.optionalText("lockDate");
    if (next && Date::parse(*next) > exchange.work->today()) {
        throw fieldInvalid("lockDate");
    }
    const bool back = old && (!next || *next < *old);
    const bool mayGoBack = exchange.caller.kind == http::Caller::Kind::Session &&
                           auth::holds(exchange.caller.scopes, "settings:roles");
    if (back && !mayGoBack) {
        throw ApiError(400, "date-locked", {*old});
    }
}

/// Tells the accounting plugins the lock date, in the transaction that sets it.
void lockPeriod(http::Exchange& exchange, const Json& after) {
    const std::string input = Json::object({{"lockDate", after["lockDate"]}}).dump();
    for (const Lifecycle& lifecycle : exchange.work->services().catalogue.lifecycles()) {
        if (!lifecycle.periodLocked.empty()) {
            exchange.work->command(lifecycle.periodLocked, input);
        }
    }
}

/// Tells the accounting and stock plugins the new accounting settings, in the transaction that sets them; a
/// plugin may refuse.
void changeAccounting(http::Exchange& exchange, const Json& before, const Json& after) {
    if (before["accounting"] == after["accounting"]) {
        return;
    }
    const std::string input =
        Json::object({{"before", before["accounting"]}, {"after", after["accounting"]}}).dump();
    for (const Lifecycle& lifecycle : exchange.work->services().catalogue.lifecycles()) {
        if (!lifecycle.accountingChanged.empty()) {
            exchange.work->command(lifecycle.accountingChanged, input);
        }
    }
}

/// defaultBusinessUnitId and defaultWalletId; a wallet is checked by its own module when it is used.
void applyDefaults(http::Exchange& exchange, const Json& body) {
    std::optional<std::string> unit;
    std::optional<std::string> wallet;
    if (const auto id = body.optionalText("defaultBusinessUnitId")) {
        const auto uuid = decodeId("bus", *id);
        if (!uuid ||
            exchange.work->db().query(UnitIsOpen, {companyText(exchange), uuid->toString()}).empty()) {
            throw ApiError(404, "business-unit-not-found");
        }
        unit = uuid->toString();
    }
    if (const auto id = body.optionalText("defaultWalletId")) {
        const auto uuid = decodeId("wal", *id);
        const bool offered = exchange.work->services().catalogue.command("treasury.wallet") != nullptr;
        const Json input = Json::object({{"id", *id}, {"businessUnitId", nullptr}});
        const std::string found =
            uuid && offered ? exchange.work->command("treasury.wallet", input.dump()) : "";
        if (found.empty() || found == "null") {
            throw ApiError(404, "wallet-not-found");
        }
        wallet = uuid->toString();
    }
    if (unit || wallet) {
        exchange.work->db().send(SetDefaults, {companyText(exchange), unit, wallet});
    }
}

void updateCompany(http::Exchange& exchange, ApiContext& context) {
    const Json& body = *exchange.json;
    const Json before = readRecord(exchange, context, true);
    checkVersion(exchange, before["version"].integer());
    const CompanySettings& settings = context.services.catalogue.companySettings();
    Json after = before;
    applyCompanyFields(after, body, context.countries, settings);
    checkCurrency(exchange, before, after);
    checkLockDate(exchange, before, after);
    applyDefaults(exchange, body);
    changeAccounting(exchange, before, after);
    SqlArgs args;
    args.add(exchange.work->company().id);
    addCompanyFields(args, after, settings);
    args.add(exchange.work->now());
    exchange.work->db().send(UpdateCompany, args);
    if (before["lockDate"] != after["lockDate"]) {
        lockPeriod(exchange, after);
    }
    const Json answer = readRecord(exchange, context, false);
    exchange.work->history("company", answer["id"].text(), "company.updated",
                           changesBetween(before, answer).dump());
    replyRecord(exchange, 200, answer);
}

} // namespace

void addCompanyHandlers(Handlers& handlers, ApiContext& context) {
    handlers["listCompanies"] = [&context](http::Exchange& exchange) { listCompanies(exchange, context); };
    handlers["createCompany"] = [&context](http::Exchange& exchange) { createCompany(exchange, context); };
    handlers["readCompany"] = readCompany;
    handlers["updateCompany"] = [&context](http::Exchange& exchange) { updateCompany(exchange, context); };
}

} // namespace svc::host::api
