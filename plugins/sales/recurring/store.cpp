#include "recurring/store.hpp"

#include <svc/list_search.hpp>

#include "recurring/columns.hpp"

namespace svc::sales {
namespace {

const std::string SelectRecurring =
    "SELECT " + RecurringSales.select("s") + " FROM sales.recurring s WHERE s.company_id = $1 AND s.id = $2";
const std::string LockRecurring = SelectRecurring + " FOR UPDATE";
constexpr std::string_view DueRecurring =
    "SELECT id, next_on FROM sales.recurring WHERE company_id = $1 AND state = 'active' AND next_on <= $2"
    " ORDER BY next_on, id";

std::optional<RecurringSale> firstRecurring(Call& call, std::string_view sql, RecurringSaleId id) {
    const Rows rows = call.db().query(sql, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(RecurringSales.read(rows[0]));
}

} // namespace

RecurringPage findRecurring(Call& call, const api::ListRecurringSalesParameters& parameters) {
    const ListRequest list = lists::recurring(call, parameters);
    RecurringPage page;
    page.count = readList(call, list, RecurringSales.select("r"), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(RecurringSales.read(row, column));
                 }).count;
    return page;
}

std::optional<RecurringSale> findRecurring(Call& call, RecurringSaleId id) {
    return firstRecurring(call, SelectRecurring, id);
}

std::optional<RecurringSale> lockRecurring(Call& call, RecurringSaleId id) {
    return firstRecurring(call, LockRecurring, id);
}

void insertRecurring(Call& call, const RecurringSale& sale) {
    RecurringSales.insert(call, {sale});
}

void updateRecurring(Call& call, RecurringSale& sale) {
    sale.version += 1;
    sale.updatedAt = call.now();
    RecurringSales.update(call, sale);
}

std::vector<std::pair<RecurringSaleId, Date>> dueRecurring(Call& call, Date today) {
    std::vector<std::pair<RecurringSaleId, Date>> due;
    for (const Row row : call.db().query(DueRecurring, call.companyId(), today)) {
        due.emplace_back(row.id<RecurringSaleId>(0), row.date(1));
    }
    return due;
}

} // namespace svc::sales
