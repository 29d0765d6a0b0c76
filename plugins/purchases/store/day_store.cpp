#include "store/day_store.hpp"

namespace svc::purchases {
namespace {

constexpr std::string_view AddToDay =
    "INSERT INTO purchases.day AS d (company_id, date, business_unit_id, documents, subtotal, tax, "
    "total, paid)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    " ON CONFLICT (company_id, date, business_unit_id) DO UPDATE SET documents = d.documents + "
    "excluded.documents,"
    " subtotal = d.subtotal + excluded.subtotal,"
    " tax = d.tax + excluded.tax, total = d.total + excluded.total, paid = d.paid + excluded.paid";

struct Change {
    std::int64_t documents = 0;
    std::int64_t subtotal = 0;
    std::int64_t tax = 0;
    std::int64_t total = 0;
    std::int64_t paid = 0;
};

void change(Call& call, Date date, const Uuid& businessUnit, const Change& by) {
    // All locks of days are taken in the order of this key.
    const std::string key = "purchases.day:" + date.toString() + ":" + businessUnit.toString();
    call.db().sendLate(key, AddToDay, call.companyId(), date, businessUnit, by.documents, by.subtotal, by.tax,
                       by.total, by.paid);
}

} // namespace

void addToDay(Call& call, const Purchase& purchase) {
    change(call, purchase.date, purchase.businessUnitId,
           {1, purchase.subtotalBase, purchase.taxBase, purchase.totalBase, purchase.paidBase});
}

void addPaidToDay(Call& call, const Purchase& purchase, std::int64_t paidBase) {
    change(call, purchase.date, purchase.businessUnitId, {.paid = paidBase});
}

void removeFromDay(Call& call, const Purchase& purchase) {
    change(call, purchase.date, purchase.businessUnitId,
           {0, -purchase.subtotalBase, -purchase.taxBase, -purchase.totalBase, -purchase.paidBase});
}

} // namespace svc::purchases
