#include "hook/account_orders.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view KeepSql =
    "INSERT INTO integrations.account_order AS o (company_id, provider, external_id, account)"
    " VALUES ($1, $2, $3, $4) ON CONFLICT (company_id, provider, external_id)"
    " DO UPDATE SET account = excluded.account, left_at = NULL"
    " WHERE o.account <> excluded.account OR o.left_at IS NOT NULL";
constexpr std::string_view OrdersSql =
    "SELECT external_id FROM integrations.account_order WHERE company_id = $1 AND provider = $2"
    " AND account = $3 ORDER BY external_id";
constexpr std::string_view MarkSql =
    "UPDATE integrations.account_order SET left_at = CASE WHEN account IS DISTINCT FROM $3 THEN "
    "$4::timestamptz END"
    " WHERE company_id = $1 AND provider = $2 AND (account IS DISTINCT FROM $3) <> (left_at IS NOT NULL)";
constexpr std::string_view ForgetSql =
    "DELETE FROM integrations.account_order WHERE company_id = $1 AND left_at < $2";

} // namespace

void keepAccountOrder(Call& call, std::string_view provider, std::string_view account,
                      std::string_view externalId) {
    call.db().send(KeepSql, call.companyId(), provider, externalId, account);
}

std::vector<std::string> ordersOfAccount(Call& call, std::string_view provider, std::string_view account) {
    std::vector<std::string> orders;
    for (const Row row : call.db().query(OrdersSql, call.companyId(), provider, account)) {
        orders.emplace_back(row.text(0));
    }
    return orders;
}

void markAccount(Call& call, std::string_view provider, const std::optional<std::string>& account) {
    call.db().send(MarkSql, call.companyId(), provider, account, call.now());
}

void forgetAccountOrders(Call& call, Instant before) {
    call.db().send(ForgetSql, call.companyId(), before);
}

} // namespace svc::integrations
