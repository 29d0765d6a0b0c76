#include "host/api/company_maker.hpp"

#include "host/api/company_fields.hpp"
#include "host/auth/company_record.hpp"
#include "host/auth/roles.hpp"
#include "host/auth/sql.hpp"
#include "host/db/error.hpp"
#include "host/db/pool.hpp"

#include <svc/error.hpp>
#include <svc/text.hpp>

#include <algorithm>
#include <set>

namespace svc::host::api {
namespace {

using auth::SqlArgs;

constexpr std::string_view InsertCompany =
    "INSERT INTO svc.company (company_id, slug, name, legal_name, country, currency, time_zone, language, "
    "vat_number,"
    " registration_number, peppol_id, address, email, phone, iban, bic, contact_name, prices_include_tax,"
    " default_tax_category, default_tax_rate, payment_terms_days, settings, chart, lock_date,"
    " accounting, plan, default_business_unit_id, created_at, updated_at, created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, "
    "$21, $22, $23, $24, $25, $26, $27, $28, $28, $29, $30)";
constexpr std::string_view InsertClock = "INSERT INTO svc.company_clock (company_id) VALUES ($1)";
constexpr std::string_view InsertFirstUnit =
    "INSERT INTO svc.business_unit (company_id, id, name, code, address, "
    "created_at, updated_at, created_by_kind,"
    " created_by_id) VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)";
constexpr std::string_view InsertOwnerRole =
    "INSERT INTO svc.role (company_id, id, name, built_in, created_at, "
    "updated_at) VALUES ($1, $2, $3, true, $4, $4)";
constexpr std::string_view InsertOwnerAccount =
    "INSERT INTO svc.user_account (id, email, name, language, password_hash, created_at, updated_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $6)";
constexpr std::string_view InsertOwner = "INSERT INTO svc.member (company_id, id, user_id, email, state, "
                                         "role_id, invited_at, accepted_at, created_at,"
                                         " updated_at, created_by_kind, created_by_id) SELECT $1, $2, id, "
                                         "email, 'active', $4, $5, $5, $5, $5, $6, $7"
                                         " FROM svc.user_account WHERE id = $3";
constexpr std::string_view FindOwner = "SELECT id FROM svc.user_account WHERE lower(email) = lower($1)";
constexpr std::string_view MarkPlugin =
    "INSERT INTO svc.company_plugin (company_id, plugin, initialised_at) VALUES ($1, $2, $3)"
    " ON CONFLICT (company_id, plugin) DO NOTHING";
// Sets only the defaults that no earlier plugin has set.
constexpr std::string_view SetUnitDefaults =
    "UPDATE svc.business_unit SET default_location_id = coalesce(default_location_id, $3),"
    " default_wallet_id = coalesce(default_wallet_id, $4) WHERE company_id = $1 AND id = $2";
constexpr std::string_view SetCompanyWallet =
    "UPDATE svc.company SET default_wallet_id = coalesce(default_wallet_id, $2) WHERE company_id = $1";
constexpr std::string_view TakenSlugs =
    "SELECT slug FROM svc.company WHERE slug = $1 OR slug LIKE $1 || '-%'";
constexpr std::string_view CompaniesWithout =
    "SELECT c.company_id FROM svc.company c WHERE NOT EXISTS (SELECT 1 FROM svc.company_plugin p"
    " WHERE p.company_id = c.company_id AND p.plugin = $1) ORDER BY c.ordinal";

std::optional<std::string> uuidText(std::string_view prefix, const std::optional<std::string>& id) {
    const auto uuid = id ? decodeId(prefix, *id) : std::nullopt;
    return uuid ? std::optional(uuid->toString()) : std::nullopt;
}

/// Takes the identifiers that a plugin answered; of two plugins that answer the same one, the first wins.
void takeAnswer(CompanyMaker::Made& made, const std::string& output) {
    if (output.empty()) {
        return;
    }
    const Json answer = Json::parse(output);
    const auto take = [&](std::optional<std::string>& target, std::initializer_list<const char*> names) {
        for (const char* name : names) {
            target = target ? target : answer.optionalText(name);
        }
    };
    take(made.locationId, {"defaultLocationId", "locationId"});
    take(made.walletId, {"defaultWalletId", "cashWalletId", "bankWalletId"});
    take(made.cashWalletId, {"cashWalletId"});
    take(made.bankWalletId, {"bankWalletId"});
}

std::string freeSlug(db::Pool& pool, const std::string& wanted) {
    std::set<std::string, std::less<>> taken;
    const db::Rows rows = pool.acquire()->query(TakenSlugs, {wanted});
    for (std::size_t row = 0; row < rows.count(); ++row) {
        taken.insert(std::string(rows.text(row, 0)));
    }
    std::string slug = wanted;
    for (int n = 2; taken.count(slug) != 0; ++n) {
        slug = wanted + "-" + std::to_string(n);
    }
    return slug;
}

} // namespace

std::string unitCodeOf(std::string_view name) {
    std::string code;
    for (const char c : slugOf(name)) {
        if (c != '-' && code.size() < 3) {
            code += c;
        }
    }
    return upperAscii(code);
}

CompanyMaker::Made CompanyMaker::make(const Order& order,
                                      const std::function<void(UnitOfWork&, const Made&)>& more) {
    const CompanySettings& settings = services_.catalogue.companySettings();
    Json record = newCompanyRecord(countries_, order.body.textOr("country"), settings);
    applyCompanyFields(record, order.body, countries_, settings);
    const std::string wanted = order.body.textOr("slug", slugOf(record["name"].text()));
    constexpr int Attempts = 3;
    for (int attempt = 1;; ++attempt) {
        record.set("slug", Json(freeSlug(services_.pool, wanted)));
        try {
            return makeOnce(order, record, more);
        } catch (const db::Error& error) {
            // A concurrent request took the slug: try again with another one.
            if (error.constraint() != "company_slug_key" || attempt == Attempts) {
                throw;
            }
        }
    }
}

CompanyMaker::Made CompanyMaker::makeOnce(const Order& order, Json record,
                                          const std::function<void(UnitOfWork&, const Made&)>& more) {
    const Instant start = services_.clock.now();
    Made made;
    made.company = newUuid(start);
    made.businessUnit = newUuid(start);
    record.set("id", Json(encodeId("com", made.company)));
    record.set("plan", Json(order.plan));
    record.set("modules", Json(modules_));
    record.set("defaultBusinessUnitId", Json(encodeId("bus", made.businessUnit)));

    UnitOfWork::Options options;
    options.company = {made.company,
                       Currency::of(record["currency"].text()),
                       record["timeZone"].text(),
                       record["language"].text(),
                       order.plan,
                       1,
                       record.dump()};
    options.actor = order.actor;
    options.actorLabel = order.actorLabel;
    options.requestId = order.requestId;
    options.language = record["language"].text();
    UnitOfWork work(services_, std::move(options));
    if (order.begin) {
        order.begin(work.db());
        work.db().bindTo(made.company.toString());
    }

    const std::optional<std::string> actorId =
        order.actor.kind == Actor::Kind::None ? std::nullopt : std::optional(order.actor.id.toString());
    SqlArgs company;
    company.add(made.company);
    addCompanyFields(company, record, services_.catalogue.companySettings());
    company.add(order.plan).add(made.businessUnit).add(work.now()).add(order.actor.kindText()).add(actorId);
    work.db().query(InsertCompany, company);

    const std::string companyId = made.company.toString();
    const std::string now = work.now().toSql();
    work.db().send(InsertClock, {companyId});
    const std::string unitName = record["address"].isObject()
                                     ? record["address"].textOr("city", record["name"].text())
                                     : record["name"].text();
    SqlArgs unit;
    unit.add(made.company).add(made.businessUnit).add(unitName).add(unitCodeOf(unitName));
    unit.add(record["address"]).add(work.now()).add(order.actor.kindText()).add(actorId);
    work.db().send(InsertFirstUnit, unit);

    std::string ownerRole;
    for (const std::string_view role : auth::BuiltInRoles) {
        const std::string id = work.newId().toString();
        ownerRole = role == auth::OwnerRole ? id : ownerRole;
        work.db().send(InsertOwnerRole, {companyId, id, role, now});
    }
    if (order.owner) {
        made.owner = *order.owner;
    } else if (const db::Rows user = work.db().query(FindOwner, {order.ownerEmail}); !user.empty()) {
        made.owner = Uuid::parse(user.text(0, 0)).value_or(Uuid());
    } else {
        made.owner = work.newId();
        made.ownerIsNew = true;
        work.db().send(InsertOwnerAccount, {made.owner.toString(), order.ownerEmail, order.ownerName,
                                            record["language"].text(), order.ownerPasswordHash, now});
    }
    work.db().send(InsertOwner, {companyId, work.newId().toString(), made.owner.toString(), ownerRole, now,
                                 order.actor.kindText(), actorId});
    meetPlugins(work, made, record);
    work.history("company", record["id"].text(), "company.created", "[]");
    if (more) {
        more(work, made);
        work.db().bindTo(made.company.toString());
    }
    work.commit();
    return made;
}

void CompanyMaker::meetPlugins(UnitOfWork& work, Made& made, const Json& record) {
    const std::string companyId = made.company.toString();
    const Json input = Json::object({{"businessUnitId", encodeId("bus", made.businessUnit)},
                                     {"language", record["language"]},
                                     {"country", record["country"]},
                                     {"currency", record["currency"]}});
    for (const Lifecycle& lifecycle : services_.catalogue.lifecycles()) {
        if (lifecycle.companyCreated.empty()) {
            continue;
        }
        takeAnswer(made, work.command(lifecycle.companyCreated, input.dump()));
        work.db().send(MarkPlugin, {companyId, lifecycle.plugin, work.now().toSql()});
    }
    const auto location = uuidText("loc", made.locationId);
    const auto wallet = uuidText("wal", made.walletId);
    work.db().send(SetUnitDefaults, {companyId, made.businessUnit.toString(), location, wallet});
    work.db().send(SetCompanyWallet, {companyId, wallet});
}

std::size_t CompanyMaker::initialiseCompanies() {
    std::size_t count = 0;
    for (const Lifecycle& lifecycle : services_.catalogue.lifecycles()) {
        if (lifecycle.companyCreated.empty()) {
            continue;
        }
        const db::Rows rows = services_.pool.acquire()->query(CompaniesWithout, {lifecycle.plugin});
        for (std::size_t row = 0; row < rows.count(); ++row) {
            count += meetPlugin(lifecycle, std::string(rows.text(row, 0))) ? 1U : 0U;
        }
    }
    return count;
}

bool CompanyMaker::meetPlugin(const Lifecycle& lifecycle, const std::string& companyId) {
    const std::string select =
        "SELECT " + std::string(auth::CompanyColumns) + " FROM svc.company c WHERE c.company_id = $1";
    const db::Rows rows = services_.pool.acquire()->query(select, {companyId});
    if (rows.empty()) {
        return false;
    }
    UnitOfWork::Options options;
    options.company = auth::companyFacts(rows, 0, 0, modules_, services_.catalogue.companySettings());
    options.language = options.company.language;
    const Json record = Json::parse(options.company.json);
    UnitOfWork work(services_, std::move(options));
    // Two hosts that start together: the second waits here, then finds the row of the first.
    if (work.db().query(MarkPlugin, {companyId, lifecycle.plugin, work.now().toSql()}).affected() == 0) {
        work.rollback();
        return false;
    }
    const Json input = Json::object({{"businessUnitId", record["defaultBusinessUnitId"]},
                                     {"language", record["language"]},
                                     {"country", record["country"]},
                                     {"currency", record["currency"]}});
    Made made;
    takeAnswer(made, work.command(lifecycle.companyCreated, input.dump()));
    const auto wallet = uuidText("wal", made.walletId);
    work.db().send(SetUnitDefaults, {companyId, uuidText("bus", record.optionalText("defaultBusinessUnitId")),
                                     uuidText("loc", made.locationId), wallet});
    work.db().send(SetCompanyWallet, {companyId, wallet});
    work.commit();
    return true;
}

} // namespace svc::host::api
