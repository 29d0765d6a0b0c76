#include "store/figures.hpp"

namespace svc::reports {

Json stockFigures(Call& call) {
    if (!call.offers("stock.items")) {
        return Json::object({{"value", 0}, {"low", 0}, {"out", 0}});
    }
    const Rows rows =
        call.db().query("SELECT coalesce(round(sum(value)), 0)::bigint, count(*) FILTER (WHERE low),"
                        " count(*) FILTER (WHERE quantity <= 0) FROM stock.v1_stock WHERE company_id = $1",
                        call.companyId());
    const Row row = rows[0];
    return Json::object({{"value", row.integer(0)}, {"low", row.integer(1)}, {"out", row.integer(2)}});
}

Json walletFigures(Call& call) {
    Json wallets = Json::array();
    if (!call.offers("treasury.wallet")) {
        return wallets;
    }
    const Rows rows = call.db().query("SELECT id, name, balance, currency FROM treasury.v1_wallets"
                                      " WHERE company_id = $1 AND NOT archived ORDER BY name, id",
                                      call.companyId());
    for (const Row row : rows) {
        wallets.push(Json::object({{"walletId", encodeId("wal", row.uuid(0))},
                                   {"name", row.text(1)},
                                   {"balance", row.integer(2)},
                                   {"currency", row.text(3)}}));
    }
    return wallets;
}

Json taxFigures(Call& call, const Period& period, bool collected) {
    // Sales and what is collected are credits, purchases and what is deductible debits.
    const Rows rows = call.db().query(
        "SELECT coalesce(tax_category, 'S'), coalesce(tax_rate, 0),"
        " coalesce(sum(CASE WHEN role LIKE 'vat_%' THEN 0 ELSE amount END), 0)::bigint,"
        " coalesce(sum(CASE WHEN role LIKE 'vat_%' THEN amount ELSE 0 END), 0)::bigint"
        " FROM (SELECT role, tax_category, tax_rate, CASE WHEN $4 THEN credit - debit ELSE debit - credit "
        "END AS amount"
        "       FROM ledger.v1_entries WHERE company_id = $1 AND date BETWEEN $2 AND $3"
        "       AND (CASE WHEN $4 THEN role LIKE 'sales\\_%' OR role LIKE 'vat\\_collected\\_%'"
        "                 ELSE role LIKE 'vat\\_deductible\\_%' OR (tax_category IS NOT NULL"
        "                      AND role NOT LIKE 'sales\\_%' AND role NOT LIKE 'vat\\_collected\\_%') END)) l"
        " GROUP BY 1, 2 HAVING sum(abs(amount)) <> 0 ORDER BY 1, 2 DESC",
        call.companyId(), period.from, period.to, collected);
    Json groups = Json::array();
    for (const Row row : rows) {
        groups.push(Json::object({{"taxCategory", row.text(0)},
                                  {"taxRate", row.decimal(1)},
                                  {"net", row.integer(2)},
                                  {"tax", row.integer(3)}}));
    }
    return groups;
}

} // namespace svc::reports
