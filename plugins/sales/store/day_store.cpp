#include "store/day_store.hpp"

#include "store/search.hpp"

namespace svc::sales {
namespace {

#define SVC_ADD_TO(TABLE, DATE)                                                                              \
    "INSERT INTO " TABLE " AS t (company_id, date, business_unit_id, kind, channel, status,"                 \
    " payment_status, delivery_status, fiscal_status, documents, subtotal, tax, total, paid, balance)"       \
    " VALUES ($1, " DATE ", $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)"                      \
    " ON CONFLICT (company_id, date, business_unit_id, kind, channel, status, payment_status,"               \
    " delivery_status, fiscal_status) DO UPDATE SET documents = t.documents + excluded.documents,"           \
    " subtotal = t.subtotal + excluded.subtotal, tax = t.tax + excluded.tax,"                                \
    " total = t.total + excluded.total, paid = t.paid + excluded.paid,"                                      \
    " balance = t.balance + excluded.balance"
// What stands in a WITH runs behind the statement itself: the month is locked before its day.
constexpr std::string_view AddToTally =
    "WITH day AS (" SVC_ADD_TO("sales.tally", "$3") ") " SVC_ADD_TO("sales.tally_month", "$2");
#undef SVC_ADD_TO

constexpr std::string_view AddRecorded =
    "INSERT INTO sales.day AS d (company_id, date, business_unit_id, recorded) VALUES ($1, $2, $3, 1)"
    " ON CONFLICT (company_id, date, business_unit_id) DO UPDATE SET recorded = d.recorded + 1";

constexpr std::string_view RecordedInMonth = "SELECT coalesce(sum(recorded), 0)::bigint FROM sales.day WHERE "
                                             "company_id = $1 AND date BETWEEN $2 AND $3";

void add(Call& call, const Tally& by) {
    // All rows are locked in the order of this key.
    const Date month = by.date.firstOfMonth();
    const std::string key = "sales.tally:" + month.toString() + ':' + by.key + ':' + by.date.toString();
    call.db().sendLate(key, AddToTally, call.companyId(), month, by.date, by.businessUnit, by.kind,
                       by.channel, by.status, by.paymentStatus, by.deliveryStatus, by.fiscalStatus,
                       by.documents, by.subtotal, by.tax, by.total, by.paid, by.balance);
}

/// Of no documents when nothing is due.
TallyRow dueRow(const Tally& tally) {
    TallyRow row;
    row.date = tally.due;
    row.by[0] = tally.businessUnit.toString();
    row.documents = tally.due ? 1 : 0;
    row.sums = {tally.subtotal, tally.tax, tally.paid, tally.balance};
    return row;
}

/// What the words of the sale find it as: see SaleTerms.
DocumentShare shareOf(const Tally& tally) {
    DocumentShare share;
    share.date = tally.date;
    share.states = {tally.businessUnit.toString(), tally.kind,           tally.channel,     tally.status,
                    tally.paymentStatus,           tally.deliveryStatus, tally.fiscalStatus};
    if (tally.status != "cancelled") {
        share.sums = {tally.subtotal, tally.tax, tally.total, tally.paid, tally.balance};
    }
    return share;
}

} // namespace

Tally tallyOf(const Sale& sale) {
    Tally tally;
    tally.date = sale.date;
    tally.businessUnit = sale.businessUnitId;
    tally.kind = sale.kind;
    tally.channel = sale.channel;
    tally.status = sale.status;
    tally.paymentStatus = sale.paymentStatus;
    tally.deliveryStatus = sale.deliveryStatus;
    tally.fiscalStatus = sale.fiscalStatus;
    tally.key = sale.businessUnitId.toString() + ':' + sale.kind + ':' + sale.channel + ':' + sale.status +
                ':' + sale.paymentStatus + ':' + sale.deliveryStatus + ':' + sale.fiscalStatus;
    tally.subtotal = sale.subtotalBase;
    tally.tax = sale.taxBase;
    tally.total = sale.totalBase;
    tally.paid = sale.paidBase;
    tally.balance = sale.receivableBase();
    tally.due = sale.balance() > 0 ? sale.dueDate : std::nullopt;
    return tally;
}

void addToDay(Call& call, const Sale& sale) {
    const Tally tally = tallyOf(sale);
    add(call, tally);
    if (tally.due) {
        DueTally.add(call, dueRow(tally));
    }
    const std::string key = "sales.day:" + call.today().toString() + ':' + sale.businessUnitId.toString();
    call.db().sendLate(key, AddRecorded, call.companyId(), call.today(), sale.businessUnitId);
}

void moveTally(Call& call, Tally before, const Sale& sale) {
    Tally after = tallyOf(sale);
    moveBetween(call, DueTally, dueRow(before), dueRow(after));
    SaleTerms.move(call, sale.id, shareOf(before), shareOf(after));
    before.documents = -before.documents;
    before.subtotal = -before.subtotal;
    before.tax = -before.tax;
    before.total = -before.total;
    before.paid = -before.paid;
    before.balance = -before.balance;
    if (before.key != after.key) {
        add(call, before);
        add(call, after);
        return;
    }
    after.documents += before.documents;
    after.subtotal += before.subtotal;
    after.tax += before.tax;
    after.total += before.total;
    after.paid += before.paid;
    after.balance += before.balance;
    add(call, after);
}

std::int64_t recordedInMonth(Call& call, Date today) {
    return call.db()
        .query(RecordedInMonth, call.companyId(), today.firstOfMonth(), today.lastOfMonth())[0]
        .integer(0);
}

} // namespace svc::sales
