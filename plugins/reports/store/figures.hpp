#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/period.hpp>

#include "bindings.hpp"
#include "rules/aging.hpp"

namespace svc::reports {

/// The filters of a report.
struct Scope {
    Period period;
    std::optional<BusinessUnitId> businessUnit;
};

/// Amounts are minor units of the currency of the company.
struct SalesFigures {
    std::int64_t count = 0;
    std::int64_t subtotal = 0; ///< sales less credit notes
    std::int64_t tax = 0;
    std::int64_t total = 0;
    std::int64_t costOfGoods = 0; ///< role inventory_variation of the ledger
};
SalesFigures salesFigures(Call& call, const Scope& scope);

std::vector<api::ReportDay> byDay(Call& call, const Scope& scope);
std::vector<api::ReportItem> topItems(Call& call, const Scope& scope);

/// Sales that were open at the end of a day, the oldest first.
std::vector<OpenDocument> openSales(Call& call, Date at, const std::optional<PartnerId>& partner);
/// Purchases whose received goods were not paid at the end of a day.
std::vector<OpenDocument> openPurchases(Call& call, Date at, const std::optional<PartnerId>& partner);

/// The current debt, and the overdue part of it.
api::ReportDebt receivables(Call& call, const std::optional<BusinessUnitId>& businessUnit);
api::ReportDebt payables(Call& call, const std::optional<BusinessUnitId>& businessUnit);

api::ReportStock stockFigures(Call& call, const std::optional<BusinessUnitId>& businessUnit);
/// The wallets of a business unit, and those shared by the whole company.
std::vector<api::ReportWallet> walletFigures(Call& call, const std::optional<BusinessUnitId>& businessUnit);

/// Tax from the ledger by category and rate. `collected`: of sales, else of purchases and expenses.
std::vector<api::ReportTaxGroup> taxFigures(Call& call, const Period& period, bool collected);

/// Ledger lines of a partner, with the balance before the period.
struct PartnerLine {
    Date date;
    std::string journal; ///< VE sales, AC purchases, CA, BQ, MM money, OD others
    std::string number;
    std::string document;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
};
struct PartnerAccount {
    std::int64_t opening = 0;
    std::vector<PartnerLine> lines;
};
PartnerAccount partnerAccount(Call& call, PartnerId partner, const Period& period);

} // namespace svc::reports
