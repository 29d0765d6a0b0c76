#include "host/api/context.hpp"
#include "host/db/pool.hpp"

#include <array>

namespace svc::host::api {
namespace {

constexpr std::array<std::string_view, 11> LimitKeys = {
    "companies",       "business-units", "members",  "wallets",      "items",         "partners",
    "sales-per-month", "api-keys",       "webhooks", "integrations", "attachments-mb"};

constexpr std::string_view OwnUse =
    "SELECT (SELECT count(*) FROM svc.business_unit WHERE company_id = $1 AND NOT archived),"
    " (SELECT count(*) FROM svc.member WHERE company_id = $1),"
    " (SELECT count(*) FROM svc.api_key WHERE company_id = $1 AND revoked_at IS NULL),"
    " (SELECT count(*) FROM svc.webhook WHERE company_id = $1),"
    // A started megabyte counts as a whole one.
    " coalesce((SELECT (bytes + 1048575) / 1048576 FROM svc.attachment_use WHERE company_id = $1), 0)";
constexpr std::string_view OwnedCompanies =
    "SELECT count(*) FROM svc.member m JOIN svc.role r ON r.company_id = m.company_id AND r.id = m.role_id"
    " WHERE m.user_id = $1 AND m.state = 'active' AND r.built_in AND r.name = 'owner'";

/// Usage by limit: the host's own counters, and the answer of each plugin that owns limited records.
std::map<std::string, std::int64_t, std::less<>> usedOf(http::Exchange& exchange, ApiContext& context) {
    UnitOfWork& work = *exchange.work;
    std::map<std::string, std::int64_t, std::less<>> used;
    // Row-level security hides other companies in this company's transaction, so a separate connection counts
    // them. The transaction has not begun yet, so this request never holds two connections.
    used["companies"] = integerOf(
        context.services.pool.acquire()->query(OwnedCompanies, {exchange.caller.id.toString()}).text(0, 0));
    const db::Rows own = work.db().query(OwnUse, {companyText(exchange)});
    used["business-units"] = integerOf(own.text(0, 0));
    used["members"] = integerOf(own.text(0, 1));
    used["api-keys"] = integerOf(own.text(0, 2));
    used["webhooks"] = integerOf(own.text(0, 3));
    used["attachments-mb"] = integerOf(own.text(0, 4));
    for (const std::string& plugin : context.options.modules) {
        const std::string command = plugin + ".plan_use";
        if (work.services().catalogue.command(command) == nullptr) {
            continue;
        }
        const Json answer = Json::parse(work.command(command, "{}"));
        for (const Json::Member& entry : answer.members()) {
            used[entry.name] += entry.value.integer();
        }
    }
    return used;
}

void readPlan(http::Exchange& exchange, ApiContext& context) {
    const auto used = usedOf(exchange, context);
    const std::string& plan = exchange.work->company().plan;
    Json limits = Json::array();
    for (const std::string_view key : LimitKeys) {
        const auto found = used.find(key);
        limits.push(Json::object({{"key", key},
                                  {"allowed", context.services.planLimit(plan, std::string(key))},
                                  {"used", found == used.end() ? 0 : found->second}}));
    }
    exchange.reply(200, Json::object({{"plan", plan}, {"limits", std::move(limits)}}));
}

} // namespace

void addPlanHandlers(Handlers& handlers, ApiContext& context) {
    handlers["readPlan"] = [&context](http::Exchange& exchange) { readPlan(exchange, context); };
}

} // namespace svc::host::api
