#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>
#include <svc/period.hpp>

namespace svc::reports {

/// What a report is narrowed down to.
struct Scope {
    Period period;
    std::optional<Uuid> businessUnit;
};

/// Amounts are minor units of the currency of the company.
struct SalesFigures {
    std::int64_t count = 0;
    std::int64_t subtotal = 0; ///< sales less credit notes
    std::int64_t tax = 0;
    std::int64_t total = 0;
    std::int64_t costOfGoods = 0; ///< role inventory_variation of the books
};
SalesFigures salesFigures(Call& call, const Scope& scope);

struct DayFigures {
    Date date;
    std::int64_t total = 0;
    std::int64_t count = 0;
};
std::vector<DayFigures> byDay(Call& call, const Scope& scope);

struct ItemFigures {
    std::optional<Uuid> item;
    std::string label;
    Decimal quantity;
    std::int64_t total = 0;
};
std::vector<ItemFigures> topItems(Call& call, const Scope& scope);

/// One open document: what is still owed, in its own currency and in that of the company.
struct OpenDocument {
    std::optional<Uuid> partner;
    std::string partnerName;
    std::string currency;
    Uuid document;
    std::string number;
    Date dueDate;
    std::int64_t balance = 0;
    std::int64_t balanceBase = 0;
};
/// Sales that were open at the end of a day, the oldest first.
std::vector<OpenDocument> openSales(Call& call, Date at, const std::optional<Uuid>& partner);
/// Purchases whose received goods were not paid at the end of a day.
std::vector<OpenDocument> openPurchases(Call& call, Date at, const std::optional<Uuid>& partner);

/// What is owed now, and how much of it is late.
struct DebtFigures {
    std::int64_t total = 0;
    std::int64_t overdue = 0;
    std::int64_t count = 0;
};
DebtFigures receivables(Call& call, const std::optional<Uuid>& businessUnit);
DebtFigures payables(Call& call, const std::optional<Uuid>& businessUnit);

Json stockFigures(Call& call);
Json walletFigures(Call& call);

/// Tax of the books by category and rate. `collected`: of sales, else of purchases and expenses.
Json taxFigures(Call& call, const Period& period, bool collected);

/// Lines of the books that touch a partner, with the balance before the period.
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
PartnerAccount partnerAccount(Call& call, const Uuid& partner, const Period& period);

} // namespace svc::reports
