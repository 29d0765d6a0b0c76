#include "store/day_store.hpp"

namespace svc::sales {
namespace {

constexpr std::string_view AddToDay =
    "INSERT INTO sales.day AS d (company_id, date, business_unit_id, documents, recorded, subtotal, tax, "
    "total, paid, credited, refunded)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
    " ON CONFLICT (company_id, date, business_unit_id) DO UPDATE SET documents = d.documents + "
    "excluded.documents,"
    " recorded = d.recorded + excluded.recorded, subtotal = d.subtotal + excluded.subtotal,"
    " tax = d.tax + excluded.tax, total = d.total + excluded.total, paid = d.paid + excluded.paid,"
    " credited = d.credited + excluded.credited, refunded = d.refunded + excluded.refunded";

constexpr std::string_view RecordedInMonth = "SELECT coalesce(sum(recorded), 0)::bigint FROM sales.day WHERE "
                                             "company_id = $1 AND date BETWEEN $2 AND $3";

struct Change {
    std::int64_t documents = 0;
    std::int64_t recorded = 0;
    std::int64_t subtotal = 0;
    std::int64_t tax = 0;
    std::int64_t total = 0;
    std::int64_t paid = 0;
    std::int64_t credited = 0;
    std::int64_t refunded = 0;
};

void change(Call& call, Date date, const Uuid& businessUnit, const Change& by) {
    // All locks of days are taken in the order of this key.
    const std::string key = "sales.day:" + date.toString() + ":" + businessUnit.toString();
    call.db().sendLate(key, AddToDay, call.companyId(), date, businessUnit, by.documents, by.recorded,
                       by.subtotal, by.tax, by.total, by.paid, by.credited, by.refunded);
}

} // namespace

void addToDay(Call& call, const Sale& sale) {
    const bool today = sale.date == call.today();
    change(call, sale.date, sale.businessUnitId,
           {1, today ? 1 : 0, sale.subtotalBase, sale.taxBase, sale.totalBase, sale.paidBase});
    if (!today) {
        change(call, call.today(), sale.businessUnitId, {.recorded = 1});
    }
}

void addPaidToDay(Call& call, const Sale& sale, std::int64_t paidBase) {
    change(call, sale.date, sale.businessUnitId, {.paid = paidBase});
}

void addCreditToDay(Call& call, const Sale& sale, std::int64_t creditedBase, std::int64_t refundedBase) {
    change(call, sale.date, sale.businessUnitId, {.credited = creditedBase, .refunded = refundedBase});
}

void removeFromDay(Call& call, const Sale& sale) {
    change(call, sale.date, sale.businessUnitId,
           {0, 0, -sale.subtotalBase, -sale.taxBase, -sale.totalBase, -sale.paidBase, -sale.creditedBase,
            -sale.refundedBase});
}

std::int64_t recordedInMonth(Call& call, Date today) {
    return call.db()
        .query(RecordedInMonth, call.companyId(), today.firstOfMonth(), today.lastOfMonth())[0]
        .integer(0);
}

} // namespace svc::sales
