#include <svc/columns.hpp>

#include "store/figures.hpp"

namespace svc::reports {
namespace {

const Table Wallets("treasury.v1_wallets", columnWrittenOnce("id", &api::ReportWallet::walletId),
                    column("name", &api::ReportWallet::name), column("balance", &api::ReportWallet::balance),
                    column("currency", &api::ReportWallet::currency));
const std::string WalletsSql =
    "SELECT " + Wallets.select("w") +
    " FROM treasury.v1_wallets w WHERE w.company_id = $1 AND NOT w.archived"
    " AND ($2::uuid IS NULL OR w.business_unit_id = $2 OR w.business_unit_id IS NULL)"
    " ORDER BY w.name, w.id";

const Table TaxGroups("groups", columnWrittenOnce("tax_category", &api::ReportTaxGroup::taxCategory),
                      column("tax_rate", &api::ReportTaxGroup::taxRate),
                      column("net", &api::ReportTaxGroup::net), column("tax", &api::ReportTaxGroup::tax));

// Sales and collected tax are credits; purchases and deductible tax are debits. The taxable amount of a
// movement without document is posted to the role of its category: the tax line of its entry gives the side.
// A cost is not a taxable amount if its entry deducts no tax although that would be at least half a minor
// unit: its tax is part of the cost.
const std::string TaxGroupsSql = "SELECT " + TaxGroups.select("x") + R"( FROM (
SELECT coalesce(tax_category, 'S') AS tax_category, coalesce(tax_rate, 0) AS tax_rate,
       coalesce(sum(CASE WHEN role LIKE 'vat\_%' THEN 0 ELSE amount END), 0)::bigint AS net,
       coalesce(sum(CASE WHEN role LIKE 'vat\_%' THEN amount ELSE 0 END), 0)::bigint AS tax
FROM (SELECT e.role, e.tax_category, e.tax_rate,
             CASE WHEN $4 THEN e.credit - e.debit ELSE e.debit - e.credit END AS amount
      FROM ledger.v1_entries e
      WHERE e.company_id = $1 AND e.date BETWEEN $2 AND $3
        AND (e.tax_category IS NOT NULL OR e.role LIKE 'sales\_%' OR e.role LIKE 'vat\_%')
        AND $4 = (e.role LIKE 'sales\_%' OR e.role LIKE 'vat\_collected\_%'
                  OR (e.document_kind = 'transaction' AND e.role NOT LIKE 'vat\_%' AND EXISTS (
                      SELECT 1 FROM ledger.v1_entries t
                      WHERE t.company_id = e.company_id AND t.fiscal_year = e.fiscal_year
                        AND t.number = e.number AND t.role LIKE 'vat\_collected\_%')))
        AND ($4 OR e.role LIKE 'vat\_%' OR (e.debit + e.credit) * coalesce(e.tax_rate, 0) < 50 OR EXISTS (
                SELECT 1 FROM ledger.v1_entries t
                WHERE t.company_id = e.company_id AND t.fiscal_year = e.fiscal_year
                  AND t.number = e.number AND t.role LIKE 'vat\_deductible\_%'))) l
GROUP BY 1, 2 HAVING sum(abs(amount)) <> 0) x ORDER BY x.tax_category, x.tax_rate DESC)";

} // namespace

api::ReportStock stockFigures(Call& call, const std::optional<BusinessUnitId>& businessUnit) {
    if (!calls::stock::offersItems(call)) {
        return {};
    }
    const std::string figures = "SELECT coalesce(round(sum(value)), 0)::bigint,"
                                " count(*) FILTER (WHERE low AND NOT archived),"
                                " count(*) FILTER (WHERE quantity <= 0 AND NOT archived) FROM ";
    const Rows rows =
        businessUnit ? call.db().query(figures + "stock.v1_unit_stock WHERE company_id = $1"
                                                 " AND business_unit_id = $2",
                                       call.companyId(), *businessUnit)
                     : call.db().query(figures + "stock.v1_stock WHERE company_id = $1", call.companyId());
    const Row row = rows[0];
    return {.value = MinorAmount(row.integer(0)), .low = row.integer(1), .out = row.integer(2)};
}

std::vector<api::ReportWallet> walletFigures(Call& call, const std::optional<BusinessUnitId>& businessUnit) {
    std::vector<api::ReportWallet> wallets;
    if (!calls::treasury::offersWallet(call)) {
        return wallets;
    }
    for (const Row row : call.db().query(WalletsSql, call.companyId(), businessUnit)) {
        wallets.push_back(Wallets.read(row));
    }
    return wallets;
}

std::vector<api::ReportTaxGroup> taxFigures(Call& call, const Period& period, bool collected) {
    std::vector<api::ReportTaxGroup> groups;
    for (const Row row : call.db().query(TaxGroupsSql, call.companyId(), period.from, period.to, collected)) {
        groups.push_back(TaxGroups.read(row));
    }
    return groups;
}

} // namespace svc::reports
