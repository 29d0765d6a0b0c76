#include "till/store.hpp"

namespace svc::de_kassensichv {
namespace {

constexpr std::string_view LockTillSql =
    "SELECT sequence, closing, closed_to FROM de_kassensichv.till WHERE company_id = $1 FOR UPDATE";
constexpr std::string_view MakeTillSql =
    "INSERT INTO de_kassensichv.till (company_id, sequence, closing, closed_to) VALUES ($1, 0, 0, 0)"
    " ON CONFLICT DO NOTHING";

} // namespace

void askForTill(Call& call) {
    call.db().askAhead(LockTillSql, call.companyId());
}

Till lockTill(Call& call) {
    const auto lock = [&] { return call.db().query(LockTillSql, call.companyId()); };
    Rows rows = lock();
    if (rows.empty()) {
        call.db().send(MakeTillSql, call.companyId());
        rows = lock();
    }
    return {rows[0].integer(0), rows[0].integer(1), rows[0].integer(2)};
}

void saveTill(Call& call, const Till& till) {
    call.db().send(
        "UPDATE de_kassensichv.till SET sequence = $2, closing = $3, closed_to = $4 WHERE company_id = $1",
        call.companyId(), till.sequence, till.closing, till.closedTo);
}

} // namespace svc::de_kassensichv
