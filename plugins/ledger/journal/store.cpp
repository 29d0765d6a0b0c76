#include "journal/store.hpp"

#include <svc/columns.hpp>

namespace svc::ledger {
namespace {

const Table Checkpoints("ledger.checkpoint", columnWrittenOnce("fiscal_year", &Checkpoint::fiscalYear),
                        columnWrittenOnce("number", &Checkpoint::number),
                        columnWrittenOnce("digest", &Checkpoint::digest),
                        columnWrittenOnce("signed_at", &Checkpoint::signedAt),
                        columnWrittenOnce("public_key", &Checkpoint::publicKey),
                        columnWrittenOnce("signature", &Checkpoint::signature));
const std::string FromSql =
    "SELECT " + Checkpoints.select("c") + " FROM ledger.checkpoint c WHERE c.company_id = $1 AND ";
const std::string OfYearSql = FromSql + "c.fiscal_year = $2 AND c.number BETWEEN $3 AND $4 ORDER BY c.number";
const std::string ListSql = FromSql + "($2::integer IS NULL OR c.fiscal_year = $2)"
                                      " ORDER BY c.fiscal_year DESC, c.number DESC LIMIT $3 OFFSET $4";

const Table UnsealedYears("years", columnWrittenOnce("fiscal_year", &Unsealed::fiscalYear),
                          column("last", &Unsealed::last), column("sealed", &Unsealed::sealed),
                          column("digest", &Unsealed::digest));
const std::string UnsealedSql =
    "SELECT " + UnsealedYears.select("x") +
    " FROM (SELECT n.fiscal_year, n.last, coalesce(c.number, 0) AS sealed, coalesce(c.digest, '') AS digest"
    " FROM ledger.entry_number n LEFT JOIN LATERAL (SELECT k.number, k.digest FROM ledger.checkpoint k"
    " WHERE k.company_id = $1 AND k.fiscal_year = n.fiscal_year ORDER BY k.number DESC LIMIT 1) c ON true"
    " WHERE n.company_id = $1 AND n.last > coalesce(c.number, 0)) x ORDER BY x.fiscal_year";

std::vector<Checkpoint> read(const Rows& rows) {
    std::vector<Checkpoint> checkpoints;
    for (const Row row : rows) {
        checkpoints.push_back(Checkpoints.read(row));
        checkpoints.back().algorithm = api::CheckpointAlgorithm::Ed25519;
    }
    return checkpoints;
}

} // namespace

void writeCheckpoint(Call& call, const Checkpoint& checkpoint) {
    Checkpoints.insertMissing(call, {checkpoint});
}

std::vector<Unsealed> unsealedYears(Call& call) {
    std::vector<Unsealed> years;
    for (const Row row : call.db().query(UnsealedSql, call.companyId())) {
        years.push_back(UnsealedYears.read(row));
    }
    return years;
}

std::vector<Checkpoint> checkpointsOf(Call& call, int fiscalYear, std::int64_t first, std::int64_t last) {
    return read(call.db().query(OfYearSql, call.companyId(), fiscalYear, first, last));
}

std::vector<Checkpoint> checkpointPage(Call& call, std::optional<int> fiscalYear, std::int64_t limit,
                                       std::int64_t offset) {
    return read(call.db().query(ListSql, call.companyId(), fiscalYear, limit, offset));
}

std::int64_t countCheckpoints(Call& call, std::optional<int> fiscalYear) {
    return call.db()
        .query("SELECT count(*) FROM ledger.checkpoint WHERE company_id = $1"
               " AND ($2::integer IS NULL OR fiscal_year = $2)",
               call.companyId(), fiscalYear)[0]
        .integer(0);
}

std::vector<int> sealedYears(Call& call) {
    std::vector<int> years;
    for (const Row row : call.db().query("SELECT DISTINCT fiscal_year FROM ledger.checkpoint"
                                         " WHERE company_id = $1 ORDER BY fiscal_year",
                                         call.companyId())) {
        years.push_back(static_cast<int>(row.integer(0)));
    }
    return years;
}

} // namespace svc::ledger
