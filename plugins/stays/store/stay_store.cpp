#include "store/stay_store.hpp"

namespace svc::stays {
namespace {

constexpr std::string_view Insert =
    "INSERT INTO stays.stay SELECT * FROM jsonb_populate_record(NULL::stays.stay, $1::jsonb)";

// In the order of the nights: two bookings wait for each other instead of both for ever.
constexpr std::string_view InsertNights = "INSERT INTO stays.night (company_id, unit, night, stay_id)"
                                          " SELECT $1::uuid, lower($2::text), $4::date + n, $3::uuid FROM "
                                          "generate_series(0, $5::integer - 1) AS n ORDER BY n";

constexpr std::string_view FreeNights =
    "DELETE FROM stays.night WHERE company_id = $1 AND stay_id = $2 AND night >= $3";

constexpr std::string_view Update = "UPDATE stays.stay SET status = $3, checked_in_at = $4, checked_out_at = "
                                    "$5, cancelled_at = $6, sale_id = $7,"
                                    " version = $8, updated_at = $9 WHERE company_id = $1 AND id = $2";

constexpr std::string_view Select =
    "SELECT row_to_json(s) FROM stays.stay s WHERE company_id = $1 AND id = $2";
constexpr std::string_view SelectLocked =
    "SELECT row_to_json(s) FROM stays.stay s WHERE company_id = $1 AND id = $2 FOR UPDATE";

constexpr std::string_view Count =
    "INSERT INTO stays.day AS d (company_id, arrival, status, stays) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (company_id, arrival, status) DO UPDATE SET stays = d.stays + excluded.stays";

template <class Value>
std::optional<Value> valueOf(const Json& row, std::string_view name) {
    const auto text = row.optionalText(name);
    return text ? Value::parse(*text) : std::nullopt;
}

Stay stayFrom(const Json& row) {
    Stay stay;
    stay.id = valueOf<Uuid>(row, "id").value();
    stay.status = row["status"].text();
    stay.unit = row["unit"].text();
    stay.partnerId = valueOf<Uuid>(row, "partner_id");
    stay.partnerName = row.textOr("partner_name");
    stay.arrival = valueOf<Date>(row, "arrival").value();
    stay.departure = valueOf<Date>(row, "departure").value();
    stay.guests = row["guests"].integer();
    stay.itemId = valueOf<Uuid>(row, "item_id");
    if (const auto price = row.optionalDecimal("unit_price")) {
        stay.unitPrice = price->normalized();
    }
    stay.currency = valueOf<Currency>(row, "currency").value();
    stay.note = row.optionalText("note");
    stay.checkedInAt = valueOf<Instant>(row, "checked_in_at");
    stay.checkedOutAt = valueOf<Instant>(row, "checked_out_at");
    stay.cancelledAt = valueOf<Instant>(row, "cancelled_at");
    stay.saleId = valueOf<Uuid>(row, "sale_id");
    stay.version = row["version"].integer();
    stay.createdAt = valueOf<Instant>(row, "created_at").value();
    stay.updatedAt = valueOf<Instant>(row, "updated_at").value();
    stay.createdByKind = row.optionalText("created_by_kind");
    stay.createdById = valueOf<Uuid>(row, "created_by_id");
    return stay;
}

Json rowOf(const Uuid& company, const Stay& stay) {
    return Json::object({{"company_id", company},
                         {"id", stay.id},
                         {"status", stay.status},
                         {"unit", stay.unit},
                         {"partner_id", stay.partnerId},
                         {"partner_name", stay.partnerId ? Json(stay.partnerName) : Json(nullptr)},
                         {"arrival", stay.arrival},
                         {"departure", stay.departure},
                         {"guests", stay.guests},
                         {"item_id", stay.itemId},
                         {"unit_price", stay.unitPrice},
                         {"currency", stay.currency.code()},
                         {"note", stay.note},
                         {"checked_in_at", stay.checkedInAt},
                         {"checked_out_at", stay.checkedOutAt},
                         {"cancelled_at", stay.cancelledAt},
                         {"sale_id", stay.saleId},
                         {"version", stay.version},
                         {"created_at", stay.createdAt},
                         {"updated_at", stay.updatedAt},
                         {"created_by_kind", stay.createdByKind},
                         {"created_by_id", stay.createdById}});
}

void count(Call& call, const Stay& stay, std::string_view status, std::int64_t by) {
    // Locks of days are taken in the order of this key.
    const std::string key = "stays.day:" + stay.arrival.toString() + ':' + std::string(status);
    call.db().sendLate(key, Count, call.companyId(), stay.arrival, status, by);
}

template <class Value>
Param arrayOf(const std::optional<std::vector<Value>>& values) {
    if (!values) {
        return nullptr;
    }
    ArrayParam array;
    for (const Value& value : *values) {
        array.add(value);
    }
    return array;
}

std::optional<Stay> one(Call& call, std::string_view sql, const Uuid& id) {
    const Rows rows = call.db().query(sql, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(stayFrom(rows[0].json(0)));
}

/// Every combination of filters has the same parameters; one that is not there is mentioned with its type.
std::string condition(bool active, std::string_view sql, std::string_view absent) {
    return " AND " + std::string(active ? sql : absent);
}

} // namespace

void insertStay(Call& call, const Stay& stay) {
    call.db().send(Insert, rowOf(call.companyId(), stay));
    call.db().send(InsertNights, call.companyId(), stay.unit, stay.id, stay.arrival, stay.nights());
    count(call, stay, stay.status, 1);
}

std::optional<Stay> findStay(Call& call, const Uuid& id) {
    return one(call, Select, id);
}

std::optional<Stay> lockStay(Call& call, const Uuid& id) {
    return one(call, SelectLocked, id);
}

void updateStay(Call& call, Stay& stay, const std::string& before) {
    stay.version += 1;
    stay.updatedAt = call.now();
    call.db().send(Update, call.companyId(), stay.id, stay.status, stay.checkedInAt, stay.checkedOutAt,
                   stay.cancelledAt, stay.saleId, stay.version, stay.updatedAt);
    count(call, stay, before, -1);
    count(call, stay, stay.status, 1);
}

void freeNights(Call& call, const Stay& stay, Date from) {
    call.db().send(FreeNights, call.companyId(), stay.id, from);
}

StayPage listStays(Call& call, const StayFilter& filter, std::int64_t limit, std::int64_t offset) {
    const std::string onDays =
        condition(filter.from.has_value(), "arrival >= $2", "$2::date IS NULL") +
        condition(filter.to.has_value(), "arrival <= $3", "$3::date IS NULL") +
        condition(filter.statuses.has_value(), "status = ANY ($4)", "$4::text[] IS NULL");
    const std::string others =
        condition(filter.partners.has_value(), "partner_id = ANY ($5)", "$5::uuid[] IS NULL") +
        condition(filter.unit.has_value(), "lower(unit) = lower($6)", "$6::text IS NULL");
    const bool daysSuffice = !filter.partners && !filter.unit;
    const std::string sql =
        "WITH summary AS (SELECT " +
        (daysSuffice
             ? "coalesce(sum(stays), 0)::bigint AS stays FROM stays.day WHERE company_id = $1" + onDays
             : "count(*) AS stays FROM stays.stay WHERE company_id = $1" + onDays + others) +
        "), page AS MATERIALIZED (SELECT * FROM stays.stay WHERE company_id = $1" + onDays + others +
        " ORDER BY arrival DESC, id DESC LIMIT $7 OFFSET $8)"
        " SELECT summary.stays, s.id, row_to_json(s) FROM summary LEFT JOIN page s ON true"
        " ORDER BY s.arrival DESC, s.id DESC";
    const Rows rows = call.db().query(sql, call.companyId(), filter.from, filter.to, arrayOf(filter.statuses),
                                      arrayOf(filter.partners), filter.unit, limit, offset);
    StayPage page;
    page.count = rows[0].integer(0);
    for (const Row row : rows) {
        // The number comes alone when the page is empty.
        if (!row.isNull(1)) {
            page.stays.push_back(stayFrom(row.json(2)));
        }
    }
    return page;
}

} // namespace svc::stays
