#include "store/recurring_store.hpp"

#include <svc/list_search.hpp>

namespace svc::sales {
namespace {

constexpr std::string_view InsertRecurring =
    "INSERT INTO sales.recurring SELECT * FROM jsonb_populate_record(NULL::sales.recurring, $1::jsonb)";

constexpr std::string_view UpdateRecurring =
    "UPDATE sales.recurring s SET state = r.state, template = r.template, partner_id = r.partner_id,"
    " every = r.every, every_interval = r.every_interval, day_of_month = r.day_of_month,"
    " starts_on = r.starts_on, ends_on = r.ends_on, max_count = r.max_count, send = r.send,"
    " next_on = r.next_on, last_on = r.last_on, last_sale_id = r.last_sale_id, count = r.count,"
    " last_error_at = r.last_error_at, last_error = r.last_error, version = r.version, updated_at = "
    "r.updated_at"
    " FROM jsonb_populate_record(NULL::sales.recurring, $3::jsonb) r WHERE s.company_id = $1 AND s.id = $2";

constexpr std::string_view Select =
    "SELECT row_to_json(s) FROM sales.recurring s WHERE s.company_id = $1 AND s.id = $2";
constexpr std::string_view SelectLocked =
    "SELECT row_to_json(s) FROM sales.recurring s WHERE s.company_id = $1 AND s.id = $2 FOR UPDATE";

constexpr std::string_view Due =
    "SELECT id, next_on FROM sales.recurring WHERE company_id = $1 AND state = 'active' AND next_on <= $2"
    " ORDER BY next_on, id";

template <class Value>
std::optional<Value> valueOf(const Json& row, std::string_view name) {
    const auto text = row.optionalText(name);
    return text ? Value::parse(*text) : std::nullopt;
}

RecurringSale saleFrom(const Json& row) {
    RecurringSale sale;
    sale.id = valueOf<Uuid>(row, "id").value();
    sale.state = row["state"].text();
    sale.body = row["template"];
    sale.partnerId = valueOf<Uuid>(row, "partner_id");
    sale.recurrence.every = row["every"].text();
    sale.recurrence.interval = static_cast<int>(row["every_interval"].integer());
    sale.recurrence.dayOfMonth = static_cast<int>(row["day_of_month"].integer());
    sale.recurrence.startsOn = valueOf<Date>(row, "starts_on").value();
    sale.recurrence.endsOn = valueOf<Date>(row, "ends_on");
    if (const auto most = row.optionalInteger("max_count")) {
        sale.maxCount = static_cast<int>(*most);
    }
    sale.send = row["send"].boolean();
    sale.nextOn = valueOf<Date>(row, "next_on");
    sale.lastOn = valueOf<Date>(row, "last_on");
    sale.lastSaleId = valueOf<Uuid>(row, "last_sale_id");
    sale.count = static_cast<int>(row["count"].integer());
    if (const auto code = row.optionalText("last_error")) {
        sale.lastError = {valueOf<Instant>(row, "last_error_at").value(), *code};
    }
    sale.version = row["version"].integer();
    sale.createdAt = valueOf<Instant>(row, "created_at").value();
    sale.updatedAt = valueOf<Instant>(row, "updated_at").value();
    sale.createdByKind = row.optionalText("created_by_kind");
    sale.createdById = valueOf<Uuid>(row, "created_by_id");
    return sale;
}

Json rowOf(const Uuid& company, const RecurringSale& sale) {
    return Json::object({{"company_id", company},
                         {"id", sale.id},
                         {"state", sale.state},
                         {"template", sale.body},
                         {"partner_id", sale.partnerId},
                         {"every", sale.recurrence.every},
                         {"every_interval", sale.recurrence.interval},
                         {"day_of_month", sale.recurrence.dayOfMonth},
                         {"starts_on", sale.recurrence.startsOn},
                         {"ends_on", sale.recurrence.endsOn},
                         {"max_count", sale.maxCount},
                         {"send", sale.send},
                         {"next_on", sale.nextOn},
                         {"last_on", sale.lastOn},
                         {"last_sale_id", sale.lastSaleId},
                         {"count", sale.count},
                         {"last_error_at", sale.lastError ? Json(sale.lastError->at) : Json(nullptr)},
                         {"last_error", sale.lastError ? Json(sale.lastError->code) : Json(nullptr)},
                         {"version", sale.version},
                         {"created_at", sale.createdAt},
                         {"updated_at", sale.updatedAt},
                         {"created_by_kind", sale.createdByKind},
                         {"created_by_id", sale.createdById}});
}

std::optional<RecurringSale> one(Call& call, std::string_view sql, const Uuid& id) {
    const Rows rows = call.db().query(sql, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(saleFrom(rows[0].json(0)));
}

} // namespace

std::pair<std::vector<RecurringSale>, std::int64_t> listRecurring(Call& call, const RecurringFilter& filter,
                                                                  std::int64_t limit, std::int64_t offset) {
    ListRequest request{{}, "sales.recurring", "s", ListParams(call.companyId())};
    request.where = request.params.among("s.state", filter.states);
    request.where += request.params.among("s.partner_id", filter.partners);
    request.order = " ORDER BY s.created_at DESC, s.id DESC";
    request.limit = limit;
    request.offset = offset;
    std::vector<RecurringSale> sales;
    const ListSummary summary =
        readList(call, request, "row_to_json(s)",
                 [&](const Row& row, std::uint32_t column) { sales.push_back(saleFrom(row.json(column))); });
    return {std::move(sales), summary.count};
}

std::optional<RecurringSale> findRecurring(Call& call, const Uuid& id) {
    return one(call, Select, id);
}

std::optional<RecurringSale> lockRecurring(Call& call, const Uuid& id) {
    return one(call, SelectLocked, id);
}

void insertRecurring(Call& call, const RecurringSale& sale) {
    call.db().send(InsertRecurring, rowOf(call.companyId(), sale));
}

void updateRecurring(Call& call, RecurringSale& sale) {
    sale.version += 1;
    sale.updatedAt = call.now();
    call.db().send(UpdateRecurring, call.companyId(), sale.id, rowOf(call.companyId(), sale));
}

std::vector<std::pair<Uuid, Date>> dueRecurring(Call& call, Date today) {
    std::vector<std::pair<Uuid, Date>> due;
    for (const Row row : call.db().query(Due, call.companyId(), today)) {
        due.emplace_back(row.uuid(0), row.date(1));
    }
    return due;
}

} // namespace svc::sales
