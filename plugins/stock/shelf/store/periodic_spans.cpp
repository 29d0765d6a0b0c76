#include "shelf/store/periodic_spans.hpp"

namespace svc::stock {
namespace {

constexpr std::string_view Begin = "INSERT INTO stock.periodic_span (company_id, since) VALUES ($1, $2)"
                                   " ON CONFLICT (company_id, since) DO UPDATE SET until = NULL";
constexpr std::string_view End =
    "UPDATE stock.periodic_span SET until = $2 WHERE company_id = $1 AND until IS NULL";
constexpr std::string_view Since =
    "SELECT max(since) FROM stock.periodic_span WHERE company_id = $1 AND until IS NULL";
constexpr std::string_view BeginAfterBooks =
    "INSERT INTO stock.periodic_span (company_id, since)"
    " SELECT $1::uuid, coalesce(max(created_at) + interval '1 microsecond', timestamptz 'epoch')"
    " FROM ledger.v1_entries WHERE company_id = $1 AND role = 'inventory' AND document_kind <> 'inventory'"
    " ON CONFLICT (company_id, since) DO UPDATE SET until = NULL RETURNING since";

} // namespace

bool isPeriodic(const Json& accounting) {
    return accounting.textOr("inventory") == "periodic";
}

void beginPeriodic(Call& call) {
    endPeriodic(call);
    call.db().query(Begin, call.companyId(), call.now());
}

void endPeriodic(Call& call) {
    call.db().query(End, call.companyId(), call.now());
}

Instant periodicSince(Call& call) {
    const Rows known = call.db().query(Since, call.companyId());
    return known[0].isNull(0) ? call.db().query(BeginAfterBooks, call.companyId())[0].instant(0)
                              : known[0].instant(0);
}

} // namespace svc::stock
