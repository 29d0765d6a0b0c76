#include "store.hpp"

#include <svc/list_search.hpp>

#include "columns.hpp"

namespace svc::stays {
namespace {

const std::string Insert = "INSERT INTO stays.stay (company_id, unit_key, " + Stays.names() +
                           ") SELECT $1, lower(n.unit), n.* FROM " + Stays.rows("n");

// Inserted in the order of the nights, so that two bookings cannot deadlock.
constexpr std::string_view InsertNights = "INSERT INTO stays.night (company_id, unit, night, stay_id)"
                                          " SELECT $1::uuid, lower($2::text), $4::date + n, $3::uuid FROM "
                                          "generate_series(0, $5::integer - 1) AS n ORDER BY n";

constexpr std::string_view FreeNights =
    "DELETE FROM stays.night WHERE company_id = $1 AND stay_id = $2 AND night >= $3";

const std::string Select =
    "SELECT " + Stays.select("s") + " FROM stays.stay s WHERE company_id = $1 AND id = $2";
const std::string SelectLocked = Select + " FOR UPDATE";

Stay stayFrom(const Row& row, std::uint32_t column = 0) {
    Stay stay = Stays.read(row, column);
    if (stay.partner) {
        stay.partnerId = stay.partner->id;
    }
    setNights(stay, stay.arrival, stay.departure);
    return stay;
}

std::optional<Stay> one(Call& call, std::string_view sql, StayId id) {
    const Rows rows = call.db().query(sql, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(stayFrom(rows[0]));
}

} // namespace

void insertStay(Call& call, const Stay& stay) {
    Stays.send(call, Insert, {stay});
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
    Stays.update(call, stay);
}

void freeNights(Call& call, const Stay& stay, Date from) {
    call.db().send(FreeNights, call.companyId(), stay.id, from);
}

StayPage findStays(Call& call, const api::ListStaysParameters& parameters) {
    ListRequest list = lists::stay(call, parameters);
    if (parameters.unit) {
        list.where += " AND r.unit_key = lower(" + list.params.place(*parameters.unit) + "::text)";
    }
    StayPage page;
    page.count = readList(call, list, Stays.select("r"), [&](const Row& row, std::uint32_t column) {
                     page.stays.push_back(stayFrom(row, column));
                 }).count;
    return page;
}

} // namespace svc::stays
