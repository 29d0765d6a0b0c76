#include "store/till_store.hpp"

namespace svc::rksv {
namespace {

constexpr std::string_view TillSql =
    "SELECT sequence, previous_jws, turnover, certificate, out_of_order, month, turnover_key"
    " FROM at_rksv.till WHERE company_id = $1";

Till tillAt(const Row& row) {
    return {row.integer(0), std::string(row.text(1)), row.integer(2),          std::string(row.text(3)),
            row.boolean(4), std::string(row.text(5)), std::string(row.text(6))};
}

} // namespace

Till lockTill(Call& call) {
    const auto lock = [&] { return call.db().query(std::string(TillSql) + " FOR UPDATE", call.companyId()); };
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

void saveTill(Call& call, const Till& till) {
    call.db().send(
        "UPDATE at_rksv.till SET sequence = $2, previous_jws = $3, turnover = $4, certificate = $5,"
        " out_of_order = $6, month = $7, turnover_key = $8 WHERE company_id = $1",
        call.companyId(), till.sequence, till.previousJws, till.turnover, till.certificate, till.outOfOrder,
        till.month, till.turnoverKey);
}

void saveReceipt(Call& call, std::int64_t sequence, const std::string& number, const std::string& certificate,
                 const std::string& jws) {
    call.db().send("INSERT INTO at_rksv.receipt (company_id, sequence, number, at, certificate, jws)"
                   " VALUES ($1, $2, $3, $4, $5, $6)",
                   call.companyId(), sequence, number, call.now(), certificate, jws);
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
