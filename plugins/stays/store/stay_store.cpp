#include "store/stay_store.hpp"

#include <svc/list_query.hpp>
#include <svc/tally.hpp>

namespace svc::stays {
namespace {

/// By day of arrival and state: see migration 0002.
constexpr ListTally StayTally("stays", "stay");

constexpr std::string_view Insert =
    "INSERT INTO stays.stay SELECT * FROM jsonb_populate_record(NULL::stays.stay, $1::jsonb"
    " || jsonb_build_object('unit_key', lower($1::jsonb ->> 'unit')))";

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

TallyRow tallyRow(const Stay& stay, const std::string& status) {
    TallyRow row;
    row.date = stay.arrival;
    row.by = {status, "", "", "", ""};
    return row;
}

std::optional<Stay> one(Call& call, std::string_view sql, const Uuid& id) {
    const Rows rows = call.db().query(sql, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(stayFrom(rows[0].json(0)));
}

} // namespace

void insertStay(Call& call, const Stay& stay) {
    call.db().send(Insert, rowOf(call.companyId(), stay));
    call.db().send(InsertNights, call.companyId(), stay.unit, stay.id, stay.arrival, stay.nights());
    StayTally.add(call, tallyRow(stay, stay.status));
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
    StayTally.move(call, tallyRow(stay, before), tallyRow(stay, stay.status));
}

void freeNights(Call& call, const Stay& stay, Date from) {
    call.db().send(FreeNights, call.companyId(), stay.id, from);
}

StayPage listStays(Call& call, const StayFilter& filter, std::int64_t limit, std::int64_t offset) {
    Database& db = call.db();
    ListParams params(call.companyId());
    std::string where = " FROM stays.stay s WHERE company_id = $1";
    where += params.bound("arrival >=", filter.from);
    where += params.bound("arrival <=", filter.to);
    where += params.among("status", filter.statuses);
    where += params.among("partner_id", filter.partners);
    if (filter.unit) {
        where += " AND unit_key = lower(" + params.place(*filter.unit) + "::text)";
    }
    ListParams bounded = params;
    const std::string bounds = " LIMIT " + bounded.place(limit) + " OFFSET " + bounded.place(offset);
    StayPage page;
    for (const Row row :
         db.query("SELECT row_to_json(s)" + where + " ORDER BY arrival DESC, id DESC" + bounds,
                  bounded.values())) {
        page.stays.push_back(stayFrom(row.json(0)));
    }
    const auto read = static_cast<std::int64_t>(page.stays.size());
    // The page itself tells the number when it is the last one.
    if (read < limit && (read > 0 || offset == 0)) {
        page.count = offset + read;
    } else if (filter.partners || filter.unit) {
        page.count = db.query("SELECT count(*)" + where, params.values())[0].integer(0);
    } else {
        TallyFilter counted{filter.from, filter.to, {}};
        counted.by[0] = filter.statuses;
        page.count = StayTally.read(db, call.companyId(), counted).documents;
    }
    return page;
}

} // namespace svc::stays
