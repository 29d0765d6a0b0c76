#include "store/till_store.hpp"

namespace svc::rksv {
namespace {

#define SVC_TILL_SQL                                                                                         \
    "SELECT sequence, previous_jws, turnover, certificate, out_of_order, month, turnover_key"                \
    " FROM at_rksv.till WHERE company_id = $1"
constexpr std::string_view TillSql = SVC_TILL_SQL;
constexpr std::string_view LockSql = SVC_TILL_SQL " FOR UPDATE /* ahead */";
constexpr std::string_view AppendSql =
    "WITH till AS (UPDATE at_rksv.till SET sequence = $2, previous_jws = $5, turnover = $6, certificate = $7,"
    " out_of_order = $8, month = $9, turnover_key = $10 WHERE company_id = $1)"
    " INSERT INTO at_rksv.receipt (company_id, sequence, number, at, certificate, jws)"
    " VALUES ($1, $2, $3, $11, $4, $5)";

Till tillAt(const Row& row) {
    return {row.integer(0), std::string(row.text(1)), row.integer(2),          std::string(row.text(3)),
            row.boolean(4), std::string(row.text(5)), std::string(row.text(6))};
}

} // namespace

void askTill(Call& call) {
    call.db().send(LockSql, call.companyId());
}

Till lockTill(Call& call) {
    const auto lock = [&] { return call.db().query(LockSql, call.companyId()); };
    if (const Rows rows = lock(); !rows.empty()) {
        return tillAt(rows[0]);
    }
    call.db().send("INSERT INTO at_rksv.till (company_id, sequence, previous_jws, turnover, certificate,"
                   " out_of_order, month) VALUES ($1, 0, '', 0, '0', false, '') ON CONFLICT DO NOTHING",
                   call.companyId());
    return tillAt(lock()[0]);
}

Till readTill(Call& call) {
    const Rows rows = call.db().query(TillSql, call.companyId());
    return rows.empty() ? Till{} : tillAt(rows[0]);
}

void append(Call& call, const Till& till, const std::string& number, const std::string& certificate) {
    call.db().send(AppendSql, call.companyId(), till.sequence, number, certificate, till.previousJws,
                   till.turnover, till.certificate, till.outOfOrder, till.month, till.turnoverKey,
                   call.now());
}

void saveCertificate(Call& call, const std::string& serial, const std::string& chainPem) {
    call.db().send("INSERT INTO at_rksv.certificate (company_id, serial, chain_pem) VALUES ($1, $2, $3)"
                   " ON CONFLICT DO NOTHING",
                   call.companyId(), serial, chainPem);
}

void eachReceipt(Call& call,
                 const std::function<void(const std::string&, const std::string&, const std::string&)>& use) {
    std::int64_t behind = 0;
    for (;;) {
        const Rows rows = call.db().query(
            "SELECT r.sequence, r.certificate, coalesce(c.chain_pem, ''), r.jws FROM at_rksv.receipt r"
            " LEFT JOIN at_rksv.certificate c ON c.company_id = $1 AND c.serial = r.certificate"
            " WHERE r.company_id = $1 AND r.sequence > $2 ORDER BY r.sequence LIMIT 1000",
            call.companyId(), behind);
        for (const Row row : rows) {
            behind = row.integer(0);
            use(std::string(row.text(1)), std::string(row.text(2)), std::string(row.text(3)));
        }
        if (rows.empty()) {
            return;
        }
        call.checkDeadline();
    }
}

} // namespace svc::rksv
