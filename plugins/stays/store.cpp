#include "store.hpp"

#include <svc/list_search.hpp>

namespace svc::stays {
namespace {

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

template <class Kind>
std::optional<Kind> idOf(const Json& row, std::string_view name) {
    const auto uuid = valueOf<Uuid>(row, name);
    return uuid ? std::optional(Kind(*uuid)) : std::nullopt;
}

Stay stayFrom(const Json& row) {
    Stay stay{.id = idOf<StayId>(row, "id").value(),
              .unit = row["unit"].text(),
              .partnerId = idOf<PartnerId>(row, "partner_id"),
              .guests = row["guests"].integer(),
              .itemId = idOf<ItemId>(row, "item_id"),
              .currency = valueOf<Currency>(row, "currency").value(),
              .note = row.optionalText("note"),
              .checkedInAt = valueOf<Instant>(row, "checked_in_at"),
              .checkedOutAt = valueOf<Instant>(row, "checked_out_at"),
              .cancelledAt = valueOf<Instant>(row, "cancelled_at"),
              .saleId = idOf<SaleId>(row, "sale_id"),
              .createdAt = valueOf<Instant>(row, "created_at").value(),
              .updatedAt = valueOf<Instant>(row, "updated_at").value(),
              .version = row["version"].integer(),
              .createdBy =
                  Actor::of(row.optionalText("created_by_kind"), valueOf<Uuid>(row, "created_by_id"))};
    if (!fromText(row["status"].text(), stay.status)) {
        throw Fault("a stay has the state " + row["status"].text());
    }
    if (stay.partnerId) {
        stay.partner = api::StayPartner{.id = *stay.partnerId, .name = row.textOr("partner_name")};
    }
    setNights(stay, valueOf<Date>(row, "arrival").value(), valueOf<Date>(row, "departure").value());
    if (const auto price = row.optionalDecimal("unit_price")) {
        stay.unitPrice = MinorPrice(price->normalized());
    }
    return stay;
}

Json rowOf(const Uuid& company, const Stay& stay) {
    const auto uuid = [](const auto& id) { return id ? Json(id->uuid()) : Json(nullptr); };
    return Json::object({{"company_id", company},
                         {"id", stay.id.uuid()},
                         {"status", toText(stay.status)},
                         {"unit", stay.unit},
                         {"partner_id", uuid(stay.partnerId)},
                         {"partner_name", stay.partner ? Json(stay.partner->name) : Json(nullptr)},
                         {"arrival", stay.arrival},
                         {"departure", stay.departure},
                         {"guests", stay.guests},
                         {"item_id", uuid(stay.itemId)},
                         {"unit_price", stay.unitPrice ? Json(stay.unitPrice->minor()) : Json(nullptr)},
                         {"currency", stay.currency.code()},
                         {"note", stay.note},
                         {"checked_in_at", stay.checkedInAt},
                         {"checked_out_at", stay.checkedOutAt},
                         {"cancelled_at", stay.cancelledAt},
                         {"sale_id", uuid(stay.saleId)},
                         {"version", stay.version},
                         {"created_at", stay.createdAt},
                         {"updated_at", stay.updatedAt},
                         {"created_by_kind", stay.createdBy.kindText()},
                         {"created_by_id", stay.createdBy.optionalId()}});
}

std::optional<Stay> one(Call& call, std::string_view sql, StayId id) {
    const Rows rows = call.db().query(sql, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(stayFrom(rows[0].json(0)));
}

} // namespace

void insertStay(Call& call, const Stay& stay) {
    call.db().send(Insert, rowOf(call.companyId(), stay));
    call.db().send(InsertNights, call.companyId(), stay.unit, stay.id, stay.arrival, stay.nights);
}

std::optional<Stay> findStay(Call& call, StayId id) {
    return one(call, Select, id);
}

std::optional<Stay> lockStay(Call& call, StayId id) {
    return one(call, SelectLocked, id);
}

void updateStay(Call& call, Stay& stay) {
    stay.version += 1;
    stay.updatedAt = call.now();
    call.db().send(Update, call.companyId(), stay.id, toText(stay.status), stay.checkedInAt,
                   stay.checkedOutAt, stay.cancelledAt, stay.saleId, stay.version, stay.updatedAt);
}

void freeNights(Call& call, const Stay& stay, Date from) {
    call.db().send(FreeNights, call.companyId(), stay.id, from);
}

StayPage findStays(Call& call, const StayFilter& filter, const ArrayPage& bounds) {
    ListRequest request{{}, "stays.stay", "s", ListParams(call.companyId())};
    ListParams& params = request.params;
    request.where = params.bound("s.arrival >=", filter.from) + params.bound("s.arrival <=", filter.to);
    request.where += params.among("s.status", filter.statuses);
    request.where += params.among("s.partner_id", filter.partners);
    if (filter.unit) {
        request.where += " AND s.unit_key = lower(" + params.place(*filter.unit) + "::text)";
    }
    request.order = " ORDER BY s.arrival DESC, s.id DESC";
    request.limit = bounds.limit;
    request.offset = bounds.offset;
    StayPage page;
    page.count = readList(call, request, "row_to_json(s)", [&](const Row& row, std::uint32_t column) {
                     page.stays.push_back(stayFrom(row.json(column)));
                 }).count;
    return page;
}

} // namespace svc::stays
