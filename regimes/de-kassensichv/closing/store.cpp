#include "closing/store.hpp"

#include <svc/columns.hpp>

namespace svc::de_kassensichv {
namespace {

const svc::Table Closings("closings", columnWrittenOnce("number", &Closing::number),
                          column("closed_at", &Closing::closedAt),
                          column("closed_local", &Closing::closedLocal), column("date", &Closing::date),
                          column("first_sequence", &Closing::first), column("last_sequence", &Closing::last),
                          column("session", &Closing::session), column("master", &Closing::master));
const std::string ClosingsSql =
    "SELECT " + Closings.select("x") +
    " FROM (SELECT number, closed_at, to_char(closed_at AT TIME ZONE $2, 'YYYY-MM-DD\"T\"HH24:MI:SS')"
    " AS closed_local, date, first_sequence, last_sequence, session, master FROM de_kassensichv.closing"
    " WHERE company_id = $1 AND date BETWEEN $3 AND $4) x ORDER BY x.number";

} // namespace

void insertClosing(Call& call, const Closing& closing) {
    call.db().send("INSERT INTO de_kassensichv.closing (company_id, number, closed_at, date, first_sequence,"
                   " last_sequence, session, master) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                   call.companyId(), closing.number, closing.closedAt, closing.date, closing.first,
                   closing.last, closing.session, closing.master);
}

std::vector<Closing> closingsOf(Call& call, Date from, Date to) {
    std::vector<Closing> all;
    for (const Row row : call.db().query(ClosingsSql, call.companyId(), call.company().timeZone, from, to)) {
        all.push_back(Closings.read(row));
    }
    return all;
}

std::optional<std::int64_t> lastOpenBefore(Call& call, Instant before, std::int64_t closedTo) {
    return call.db()
        .query("SELECT max(sequence) FROM de_kassensichv.receipt"
               " WHERE company_id = $1 AND sequence > $2 AND recorded_at < $3",
               call.companyId(), closedTo, before)[0]
        .optionalInteger(0);
}

Instant recordedAt(Call& call, std::int64_t sequence) {
    return call.db()
        .query("SELECT recorded_at FROM de_kassensichv.receipt WHERE company_id = $1 AND sequence = $2",
               call.companyId(), sequence)[0]
        .instant(0);
}

} // namespace svc::de_kassensichv
