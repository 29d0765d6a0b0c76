#include "receipt/store.hpp"

#include <svc/nested_columns.hpp>

#include "till/store.hpp"
#include "tse/store.hpp"

namespace svc::de_kassensichv {
namespace {

const svc::Table Receipts("receipts", columnWrittenOnce("sequence", &Receipt::sequence),
                          column("id", &Receipt::id), column("document", &Receipt::document),
                          column("recorded_at", &Receipt::recordedAt),
                          column("recorded_local", &Receipt::recordedLocal), column("type", &Receipt::type),
                          column("process_data", &Receipt::processData),
                          column("content", &Receipt::content));
const svc::Table Signatures(
    "signatures", columnWrittenOnce("tse", &Signed::tse),
    nestedColumns(&Signed::signature, column("transaction", &TseSignature::transaction),
                  column("counter", &TseSignature::counter), column("started_at", &TseSignature::startedAt),
                  column("logged_at", &TseSignature::loggedAt), column("signature", &TseSignature::signature),
                  column("signed_data", &TseSignature::processData), column("qr", &TseSignature::qr),
                  column("serial", &TseSignature::tseSerial), column("algorithm", &TseSignature::algorithm),
                  column("time_format", &TseSignature::timeFormat),
                  column("public_key", &TseSignature::publicKey)),
    column("started_local", &Signed::startedLocal), column("logged_local", &Signed::loggedLocal));

/// Selects receipts with their signature, whether there is a result, and the error in place of a signature.
std::string receiptsSql(const std::string& condition) {
    return "SELECT " + Receipts.select("x") + ", " + Signatures.select("x") +
           R"(, x.has_result, x.error FROM (
SELECT r.sequence, r.id, r.document, r.recorded_at,
       to_char(r.recorded_at AT TIME ZONE $2, 'YYYY-MM-DD"T"HH24:MI:SS') AS recorded_local,
       r.type, r.process_data, r.content, s.tse, s.transaction, s.counter, s.started_at, s.logged_at,
       s.signature, s.process_data AS signed_data, s.qr, t.serial, t.algorithm, t.time_format, t.public_key,
       to_char(s.started_at::timestamptz AT TIME ZONE $2, 'YYYY-MM-DD"T"HH24:MI:SS') AS started_local,
       to_char(s.logged_at::timestamptz AT TIME ZONE $2, 'YYYY-MM-DD"T"HH24:MI:SS') AS logged_local,
       s.sequence IS NOT NULL AS has_result, s.error
FROM de_kassensichv.receipt r
LEFT JOIN de_kassensichv.signature s ON s.company_id = $1 AND s.sequence = r.sequence
LEFT JOIN de_kassensichv.tse t ON t.company_id = $1 AND t.number = s.tse
WHERE r.company_id = $1 AND )" +
           condition + ") x ORDER BY x.sequence";
}

const std::string ByIdSql = receiptsSql("r.id = $3");
const std::string ByDocumentSql = receiptsSql("r.document = $3");
const std::string RangeSql = receiptsSql("r.sequence > $3 AND r.sequence <= $4") + " LIMIT 500";
const std::string UnsignedSql = receiptsSql("s.error IS NOT NULL AND s.recorded_at >= $3");

constexpr std::string_view IsRecordedSql =
    "SELECT 1 FROM de_kassensichv.receipt WHERE company_id = $1 AND document = $2";
constexpr std::string_view AppendSql =
    "WITH till AS (UPDATE de_kassensichv.till SET sequence = $2 WHERE company_id = $1)"
    " INSERT INTO de_kassensichv.receipt (company_id, sequence, id, document, recorded_at, type,"
    " process_data, content) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
constexpr std::string_view ResultSql =
    "INSERT INTO de_kassensichv.signature (company_id, sequence, tse, transaction, counter, started_at,"
    " logged_at, signature, process_data, qr, error, recorded_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING";

Receipt receiptAt(const Row& row) {
    Receipt receipt = Receipts.read(row);
    const std::uint32_t behind = Receipts.width() + Signatures.width();
    if (row.boolean(behind)) {
        const auto error = row.optionalString(behind + 1);
        receipt.result = error ? Signed() : Signatures.read(row, Receipts.width());
        receipt.result->error = error;
    }
    return receipt;
}

} // namespace

void askForReceipt(Call& call, std::string_view document) {
    askForTill(call);
    call.db().askAhead(IsRecordedSql, call.companyId(), document);
}

bool isRecorded(Call& call, std::string_view document) {
    return !call.db().query(IsRecordedSql, call.companyId(), document).empty();
}

void appendReceipt(Call& call, const Receipt& receipt) {
    call.db().send(AppendSql, call.companyId(), receipt.sequence, receipt.id, receipt.document, call.now(),
                   receipt.type, receipt.processData, receipt.content);
}

std::optional<Receipt> findReceipt(Call& call, const Uuid& id) {
    const Rows rows = call.db().query(ByIdSql, call.companyId(), call.company().timeZone, id);
    return rows.empty() ? std::nullopt : std::optional(receiptAt(rows[0]));
}

std::optional<Receipt> findReceiptOf(Call& call, std::string_view document) {
    const Rows rows = call.db().query(ByDocumentSql, call.companyId(), call.company().timeZone, document);
    return rows.empty() ? std::nullopt : std::optional(receiptAt(rows[0]));
}

void eachReceipt(Call& call, std::int64_t first, std::int64_t last,
                 const std::function<void(const Receipt&)>& use) {
    for (std::int64_t behind = first - 1;;) {
        const Rows rows = call.db().query(RangeSql, call.companyId(), call.company().timeZone, behind, last);
        for (const Row row : rows) {
            const Receipt receipt = receiptAt(row);
            behind = receipt.sequence;
            use(receipt);
        }
        if (rows.empty()) {
            return;
        }
        call.checkDeadline();
    }
}

Signed keepResult(Call& call, const Receipt& receipt, const Signed& result) {
    const TseSignature& one = result.signature;
    const bool isSigned = !result.error;
    const auto orNothing = [isSigned](const auto& value) {
        return isSigned ? std::optional(value) : std::nullopt;
    };
    const auto device = isSigned ? std::optional(deviceNumber(call, one)) : std::nullopt;
    call.db().send(ResultSql, call.companyId(), receipt.sequence, device, orNothing(one.transaction),
                   orNothing(one.counter), orNothing(one.startedAt), orNothing(one.loggedAt),
                   orNothing(one.signature), orNothing(one.processData), orNothing(one.qr), result.error,
                   call.now());
    return findReceipt(call, receipt.id).value().result.value();
}

std::vector<Receipt> unsignedSince(Call& call, Instant since) {
    std::vector<Receipt> all;
    for (const Row row : call.db().query(UnsignedSql, call.companyId(), call.company().timeZone, since)) {
        all.push_back(receiptAt(row));
    }
    return all;
}

} // namespace svc::de_kassensichv
