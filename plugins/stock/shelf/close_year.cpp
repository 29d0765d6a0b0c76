#include <bindings.hpp>

#include "document/rules/wording.hpp"
#include "shelf/store/periodic_spans.hpp"

namespace svc::stock {
namespace {

constexpr std::string_view ValueAt =
    "SELECT coalesce(sum(value), 0)::bigint FROM stock.movement WHERE company_id = $1 AND at < $2";
constexpr std::string_view BookedUntil =
    "SELECT coalesce(sum(debit - credit), 0)::bigint FROM ledger.v1_entries"
    " WHERE company_id = $1 AND role = 'inventory' AND date <= $2";
// Each closing reads what the books hold and corrects it: two at once would both correct the same.
constexpr std::string_view LockClosing =
    "SELECT pg_advisory_xact_lock(hashtextextended('stock.close_periodic ' || $1::uuid::text, 0))";
// Waits for movements in progress.
constexpr std::string_view LockedValue =
    "SELECT coalesce(sum(c.value), 0)::bigint FROM (SELECT value FROM stock.item_cost WHERE company_id = $1"
    " ORDER BY item_id FOR NO KEY UPDATE) c";
constexpr std::string_view Booked = "SELECT coalesce(sum(balance), 0)::bigint FROM ledger.v1_balances"
                                    " WHERE company_id = $1 AND role = 'inventory'";

/// Posts one entry between `inventory` and `inventory_variation`.
void post(Call& call, Date date, std::string_view label, std::string_view debit, std::string_view credit,
          std::int64_t amount) {
    if (amount == 0) {
        return;
    }
    const std::string number = "STOCK-" + date.toString();
    calls::ledger::PostInput entry;
    entry.journal = "OD";
    entry.date = date;
    entry.label = label;
    entry.documentKind = "inventory";
    entry.documentId = number;
    entry.documentNumber = number;
    entry.documentDate = date;
    entry.lines.resize(2);
    entry.lines[0].role = debit;
    entry.lines[0].debit = amount;
    entry.lines[1].role = credit;
    entry.lines[1].credit = amount;
    calls::ledger::post(call, entry);
}

/// Writes nothing when closed again with unchanged stock.
void postClosing(Call& call, Date date, std::int64_t opening, std::int64_t closing) {
    if (opening == closing) {
        return;
    }
    const std::string_view language = call.company().language;
    post(call, date, wording(Text::OpeningStock, language), "inventory_variation", "inventory", opening);
    post(call, date, wording(Text::ClosingStock, language), "inventory", "inventory_variation", closing);
}

constexpr std::string_view MarkClosed = "INSERT INTO stock.year_closing (company_id, ends_on, closed_at) "
                                        "VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
                                        " RETURNING ends_on";

/// The last day of the fiscal year before that of `today`; `start` is the first day of fiscal years, as
/// MM-DD.
Date lastYearEnd(Date today, const std::string& start) {
    const auto startIn = [&](int year) {
        const auto date = Date::parse(Date::of(year, 1, 1).value().toString().substr(0, 5) + start);
        return date.value_or(Date::of(year, 1, 1).value());
    };
    const Date thisYear = startIn(today.year());
    return (thisYear <= today ? thisYear : startIn(today.year() - 1)).addDays(-1);
}

/// Is the inventory of the company periodic, and was it at the end of the day?
bool wasPeriodic(Call& call, Date date) {
    return isPeriodic(call.company().accounting) && calls::ledger::offersPost(call) &&
           date >= call.dateOf(periodicSince(call));
}

/// Adjusts the ledger to the stock value when the inventory becomes perpetual.
void openPerpetual(Call& call) {
    if (!calls::ledger::offersPost(call)) {
        return;
    }
    call.db().query(LockClosing, call.companyId());
    periodicSince(call); // records the start of the periodic inventory if it was not recorded yet
    const std::int64_t closing = call.db().query(LockedValue, call.companyId())[0].integer(0);
    const std::int64_t opening = call.db().query(Booked, call.companyId())[0].integer(0);
    if (opening != closing) {
        call.checkDate(call.today());
    }
    postClosing(call, call.today(), opening, closing);
}

} // namespace

std::optional<commands::ClosePeriodicOutput>
commands::closePeriodic(Call& call, const commands::ClosePeriodicInput& input) {
    call.checkDate(input.date);
    if (!wasPeriodic(call, input.date)) {
        return std::nullopt;
    }
    call.db().query(LockClosing, call.companyId());
    const std::int64_t opening = call.db().query(BookedUntil, call.companyId(), input.date)[0].integer(0);
    const std::int64_t closing =
        call.db().query(ValueAt, call.companyId(), call.startOf(input.date.addDays(1)))[0].integer(0);
    postClosing(call, input.date, opening, closing);
    return commands::ClosePeriodicOutput{.opening = MinorAmount(opening), .closing = MinorAmount(closing)};
}

void commands::accountingChanged(Call& call, const commands::AccountingChangedInput& input) {
    if (isPeriodic(input.before) == isPeriodic(input.after)) {
        return;
    }
    if (isPeriodic(input.after)) {
        beginPeriodic(call);
    } else {
        openPerpetual(call);
        endPeriodic(call);
    }
}

/// Closes the last fiscal year of a company with periodic inventory, once, when the next one has begun.
void jobs::closeYear(Call& call, const Json&) {
    const Date date = lastYearEnd(call.today(), call.company().accounting.textOr("fiscalYearStart", "01-01"));
    // A year whose ledger is locked was already closed by the user who locked it.
    const bool locked = call.company().lockDate && date <= *call.company().lockDate;
    if (!wasPeriodic(call, date) || locked ||
        call.db().query(MarkClosed, call.companyId(), date, call.now()).empty()) {
        return;
    }
    commands::closePeriodic(call, {.date = date});
}

} // namespace svc::stock
