#include "store.hpp"

#include <svc/columns.hpp>

namespace svc::at_rksv {
namespace {

const Table Tills("at_rksv.till", columnWrittenOnce("sequence", &Till::sequence),
                  column("previous_jws", &Till::previousJws), column("turnover", &Till::turnover),
                  column("certificate", &Till::certificate), column("out_of_order", &Till::outOfOrder),
                  column("month", &Till::month), column("turnover_key", &Till::turnoverKey),
                  column("at", &Till::at));
const std::string TillSql = "SELECT " + Tills.select("t") + " FROM at_rksv.till t WHERE t.company_id = $1";
const std::string LockTillSql = TillSql + " FOR UPDATE";
constexpr std::string_view AppendSql =
    "WITH till AS (UPDATE at_rksv.till SET sequence = $2, previous_jws = $5, turnover = $6, certificate = $7,"
    " out_of_order = $8, month = $9, turnover_key = $10, at = $11 WHERE company_id = $1)"
    " INSERT INTO at_rksv.receipt (company_id, sequence, number, at, certificate, jws)"
    " VALUES ($1, $2, $3, $11, $4, $5)";

struct SignedReceipt {
    std::int64_t sequence = 0;
    std::string certificate;
    std::string chainPem;
    std::string jws;
};
const Table SignedReceipts("receipts", columnWrittenOnce("sequence", &SignedReceipt::sequence),
                           column("certificate", &SignedReceipt::certificate),
                           column("chain_pem", &SignedReceipt::chainPem), column("jws", &SignedReceipt::jws));
const std::string SignedReceiptsSql =
    "SELECT " + SignedReceipts.select("x") +
    " FROM (SELECT r.sequence, r.certificate, coalesce(c.chain_pem, '') AS chain_pem, r.jws"
    " FROM at_rksv.receipt r"
    " LEFT JOIN at_rksv.certificate c ON c.company_id = $1 AND c.serial = r.certificate"
    " WHERE r.company_id = $1 AND r.sequence > $2) x ORDER BY x.sequence LIMIT 1000";

} // namespace

void askTill(Call& call) {
    call.db().askAhead(LockTillSql, call.companyId());
}

Till lockTill(Call& call) {
    const auto lock = [&] { return call.db().query(LockTillSql, call.companyId()); };
    if (const Rows rows = lock(); !rows.empty()) {
        return Tills.read(rows[0]);
    }
    call.db().send("INSERT INTO at_rksv.till (company_id, sequence, previous_jws, turnover, certificate,"
                   " out_of_order, month) VALUES ($1, 0, '', 0, '0', false, '') ON CONFLICT DO NOTHING",
                   call.companyId());
    return Tills.read(lock()[0]);
}

Till readTill(Call& call) {
    const Rows rows = call.db().query(TillSql, call.companyId());
    return rows.empty() ? Till{} : Tills.read(rows[0]);
}

std::optional<std::string> findJws(Call& call, const std::string& number) {
    const Rows rows = call.db().query("SELECT jws FROM at_rksv.receipt WHERE company_id = $1 AND number = $2",
                                      call.companyId(), number);
    return rows.empty() ? std::nullopt : std::optional(std::string(rows[0].text(0)));
}

void append(Call& call, const Till& till, const std::string& number, const std::string& certificate) {
    call.db().send(AppendSql, call.companyId(), till.sequence, number, certificate, till.previousJws,
                   till.turnover, till.certificate, till.outOfOrder, till.month, till.turnoverKey, till.at);
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
        const Rows rows = call.db().query(SignedReceiptsSql, call.companyId(), behind);
        for (const Row row : rows) {
            const SignedReceipt receipt = SignedReceipts.read(row);
            behind = receipt.sequence;
            use(receipt.certificate, receipt.chainPem, receipt.jws);
        }
        if (rows.empty()) {
            return;
        }
        call.checkDeadline();
    }
}

} // namespace svc::at_rksv
