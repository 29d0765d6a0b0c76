#include "store/figures.hpp"

namespace svc::reports {
namespace {

// Sales and what is collected are credits, purchases and what is deductible debits. The base of a movement
// without a document stands under the role of its category: the tax line of its entry tells the side.
constexpr std::string_view TaxGroups = R"(
SELECT coalesce(tax_category, 'S'), coalesce(tax_rate, 0),
       coalesce(sum(CASE WHEN role LIKE 'vat\_%' THEN 0 ELSE amount END), 0)::bigint,
       coalesce(sum(CASE WHEN role LIKE 'vat\_%' THEN amount ELSE 0 END), 0)::bigint
FROM (SELECT e.role, e.tax_category, e.tax_rate,
             CASE WHEN $4 THEN e.credit - e.debit ELSE e.debit - e.credit END AS amount
      FROM ledger.v1_entries e
      WHERE e.company_id = $1 AND e.date BETWEEN $2 AND $3
        AND (e.tax_category IS NOT NULL OR e.role LIKE 'sales\_%' OR e.role LIKE 'vat\_%')
        AND $4 = (e.role LIKE 'sales\_%' OR e.role LIKE 'vat\_collected\_%'
                  OR (e.document_kind = 'transaction' AND e.role NOT LIKE 'vat\_%' AND EXISTS (
                      SELECT 1 FROM ledger.v1_entries t
                      WHERE t.company_id = e.company_id AND t.fiscal_year = e.fiscal_year
                        AND t.number = e.number AND t.role LIKE 'vat\_collected\_%')))) l
GROUP BY 1, 2 HAVING sum(abs(amount)) <> 0 ORDER BY 1, 2 DESC)";

} // namespace

api::ReportStock stockFigures(Call& call) {
    if (!calls::stock::offersItems(call)) {
        return {};
    }
    const Rows rows =
        call.db().query("SELECT coalesce(round(sum(value)), 0)::bigint, count(*) FILTER (WHERE low),"
                        " count(*) FILTER (WHERE quantity <= 0) FROM stock.v1_stock WHERE company_id = $1",
                        call.companyId());
    const Row row = rows[0];
    return {.value = MinorAmount(row.integer(0)), .low = row.integer(1), .out = row.integer(2)};
}

std::vector<api::ReportWallet> walletFigures(Call& call) {
    std::vector<api::ReportWallet> wallets;
    if (!calls::treasury::offersWallet(call)) {
        return wallets;
    }
    const Rows rows = call.db().query("SELECT id, name, balance, currency FROM treasury.v1_wallets"
                                      " WHERE company_id = $1 AND NOT archived ORDER BY name, id",
                                      call.companyId());
    for (const Row row : rows) {
        wallets.push_back({.walletId = row.id<WalletId>(0),
                           .name = std::string(row.text(1)),
                           .balance = MinorAmount(row.integer(2)),
                           .currency = row.currency(3)});
    }
    return wallets;
}

std::vector<api::ReportTaxGroup> taxFigures(Call& call, const Period& period, bool collected) {
    std::vector<api::ReportTaxGroup> groups;
    for (const Row row : call.db().query(TaxGroups, call.companyId(), period.from, period.to, collected)) {
        groups.push_back({.taxCategory = std::string(row.text(0)),
                          .taxRate = row.decimal(1),
                          .net = MinorAmount(row.integer(2)),
                          .tax = MinorAmount(row.integer(3))});
    }
    return groups;
}

} // namespace svc::reports
