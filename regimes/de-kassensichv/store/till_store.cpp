#include "store/till_store.hpp"

#include <svc/nested_columns.hpp>

namespace svc::kassensichv {
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

/// A receipt, its signature, whether there is a result, and the error that stands in place of a signature.
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

const svc::Table Devices("de_kassensichv.tse", columnWrittenOnce("number", &Device::number),
                         column("serial", &Device::serial), column("algorithm", &Device::algorithm),
                         column("time_format", &Device::timeFormat),
                         column("public_key", &Device::publicKey));
const std::string DevicesSql =
    "SELECT " + Devices.select("t") +
    " FROM de_kassensichv.tse t WHERE t.company_id = $1 AND EXISTS (SELECT FROM de_kassensichv.signature s"
    " WHERE s.company_id = $1 AND s.tse = t.number AND s.sequence BETWEEN $2 AND $3) ORDER BY t.number";

constexpr std::string_view LockTillSql =
    "SELECT sequence, closing, closed_to FROM de_kassensichv.till WHERE company_id = $1 FOR UPDATE";
constexpr std::string_view MakeTillSql =
    "INSERT INTO de_kassensichv.till (company_id, sequence, closing, closed_to) VALUES ($1, 0, 0, 0)"
    " ON CONFLICT DO NOTHING";
constexpr std::string_view ResultSql =
    "INSERT INTO de_kassensichv.signature (company_id, sequence, tse, transaction, counter, started_at,"
    " logged_at, signature, process_data, qr, error, recorded_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING";
constexpr std::string_view NewTseSql =
    "INSERT INTO de_kassensichv.tse (company_id, number, serial, algorithm, time_format, public_key)"
    " SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5 FROM de_kassensichv.tse WHERE company_id = $1";
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

/// The number of the device; the till is locked, so that two do not make it at once.
std::int64_t deviceNumber(Call& call, const TseSignature& one) {
    const auto find = [&] {
        return call.db().query("SELECT number FROM de_kassensichv.tse WHERE company_id = $1 AND serial = $2",
                               call.companyId(), one.tseSerial);
    };
    Rows rows = find();
    if (rows.empty()) {
        lockTill(call);
        rows = find();
    }
    if (rows.empty()) {
        call.db().send(NewTseSql, call.companyId(), one.tseSerial, one.algorithm, one.timeFormat,
                       one.publicKey);
        rows = find();
    }
    return rows[0].integer(0);
}

} // namespace

void askForReceipt(Call& call, std::string_view document) {
    call.db().askAhead(LockTillSql, call.companyId());
    call.db().askAhead(ByDocumentSql, call.companyId(), call.company().timeZone, document);
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

void insertReceipt(Call& call, const Receipt& receipt) {
    call.db().send("INSERT INTO de_kassensichv.receipt (company_id, sequence, id, document, recorded_at,"
                   " type, process_data, content) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                   call.companyId(), receipt.sequence, receipt.id, receipt.document, call.now(), receipt.type,
                   receipt.processData, receipt.content);
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

void beginOutage(Call& call, const std::string& reason) {
    call.db().send("INSERT INTO de_kassensichv.outage (company_id, id, started_at, reason)"
                   " VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                   call.companyId(), call.newUuid(), call.now(), reason);
}

std::optional<Instant> endOutage(Call& call) {
    const Rows rows = call.db().query("UPDATE de_kassensichv.outage SET ended_at = $2"
                                      " WHERE company_id = $1 AND ended_at IS NULL RETURNING started_at",
                                      call.companyId(), call.now());
    return rows.empty() ? std::nullopt : std::optional(rows[0].instant(0));
}

std::vector<Receipt> unsignedSince(Call& call, Instant since) {
    std::vector<Receipt> all;
    for (const Row row : call.db().query(UnsignedSql, call.companyId(), call.company().timeZone, since)) {
        all.push_back(receiptAt(row));
    }
    return all;
}

std::vector<Outage> outages(Call& call) {
    std::vector<Outage> all;
    for (const Row row :
         call.db().query("SELECT started_at, ended_at, reason FROM de_kassensichv.outage"
                         " WHERE company_id = $1 ORDER BY started_at DESC, id DESC LIMIT 1000",
                         call.companyId())) {
        all.push_back({row.instant(0), row.optionalInstant(1), std::string(row.text(2))});
    }
    return all;
}

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

std::vector<Device> devicesOf(Call& call, std::int64_t first, std::int64_t last) {
    std::vector<Device> all;
    for (const Row row : call.db().query(DevicesSql, call.companyId(), first, last)) {
        all.push_back(Devices.read(row));
    }
    return all;
}

} // namespace svc::kassensichv
