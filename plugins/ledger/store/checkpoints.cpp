#include "store/checkpoints.hpp"

namespace svc::ledger {
namespace {

#define SVC_CHECKPOINT_COLUMNS "fiscal_year, number, digest, signed_at, public_key, signature"

std::vector<Checkpoint> read(const Rows& rows) {
    std::vector<Checkpoint> checkpoints;
    for (const Row row : rows) {
        checkpoints.push_back({static_cast<int>(row.integer(0)), row.integer(1), std::string(row.text(2)),
                               std::string(row.text(3)), std::string(row.text(4)), std::string(row.text(5))});
    }
    return checkpoints;
}

} // namespace

void writeCheckpoint(Call& call, const Checkpoint& checkpoint) {
    call.db().send("INSERT INTO ledger.checkpoint (company_id, " SVC_CHECKPOINT_COLUMNS
                   ") VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                   call.companyId(), checkpoint.fiscalYear, checkpoint.number, checkpoint.digest,
                   checkpoint.signedAt, checkpoint.publicKey, checkpoint.signature);
}

std::vector<Unsealed> unsealedYears(Call& call) {
    std::vector<Unsealed> years;
    for (const Row row :
         call.db().query("SELECT n.fiscal_year, n.last, coalesce(c.number, 0), coalesce(c.digest, '')"
                         " FROM ledger.entry_number n LEFT JOIN LATERAL (SELECT k.number, k.digest FROM"
                         " ledger.checkpoint k WHERE k.company_id = $1 AND k.fiscal_year = n.fiscal_year"
                         " ORDER BY k.number DESC LIMIT 1) c ON true"
                         " WHERE n.company_id = $1 AND n.last > coalesce(c.number, 0) ORDER BY n.fiscal_year",
                         call.companyId())) {
        years.push_back(
            {static_cast<int>(row.integer(0)), row.integer(1), row.integer(2), std::string(row.text(3))});
    }
    return years;
}

std::vector<Checkpoint> checkpointsOf(Call& call, int fiscalYear, std::int64_t first, std::int64_t last) {
    return read(call.db().query("SELECT " SVC_CHECKPOINT_COLUMNS
                                " FROM ledger.checkpoint WHERE company_id = $1"
                                " AND fiscal_year = $2 AND number BETWEEN $3 AND $4 ORDER BY number",
                                call.companyId(), fiscalYear, first, last));
}

std::vector<Checkpoint> listCheckpoints(Call& call, std::optional<int> fiscalYear, std::int64_t limit,
                                        std::int64_t offset) {
    return read(call.db().query("SELECT " SVC_CHECKPOINT_COLUMNS
                                " FROM ledger.checkpoint WHERE company_id = $1"
                                " AND ($2::integer IS NULL OR fiscal_year = $2)"
                                " ORDER BY fiscal_year DESC, number DESC LIMIT $3 OFFSET $4",
                                call.companyId(), fiscalYear, limit, offset));
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
