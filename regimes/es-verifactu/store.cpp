#include "store.hpp"

#include <algorithm>

#include <svc/nested_columns.hpp>

namespace svc::es_verifactu {
namespace {

// The date of the last invoice is NULL until there is one.
const Table Chains("es_verifactu.chain", columnWrittenOnce("sequence", &ChainEnd::sequence),
                   nestedColumns(&ChainEnd::last,
                                 nestedColumns(&Previous::invoice, column("date", &InvoiceId::date),
                                               column("issuer", &InvoiceId::issuer),
                                               column("number", &InvoiceId::number)),
                                 column("hash", &Previous::hash)),
                   column("sending_until", &ChainEnd::sendingUntil),
                   column("wait_until", &ChainEnd::waitUntil), column("message_at", &ChainEnd::messageAt));
const Table Records("es_verifactu.record", columnWrittenOnce("sequence", &Record::sequence),
                    column("document", &Record::document), column("annulment", &Record::annulment),
                    nestedColumns(&Record::invoice, column("issuer", &InvoiceId::issuer),
                                  column("number", &InvoiceId::number), column("date", &InvoiceId::date)),
                    column("total", &Record::total), column("hash", &Record::hash),
                    column("xml", &Record::xml), column("submission", &Record::submission),
                    column("state", &Record::state), column("code", &Record::code),
                    column("message", &Record::message), column("csv", &Record::csv));

constexpr std::string_view MakeChainSql =
    "INSERT INTO es_verifactu.chain (company_id, sequence, issuer, number, hash) VALUES ($1, 0, '', '', '')"
    " ON CONFLICT DO NOTHING";
const std::string LockChainSql =
    "SELECT " + Chains.select("c") + " FROM es_verifactu.chain c WHERE c.company_id = $1 FOR UPDATE";
constexpr std::string_view AppendSql =
    "WITH chain AS (UPDATE es_verifactu.chain SET sequence = $2, issuer = $5, number = $6, date = $7,"
    " hash = $9 WHERE company_id = $1) INSERT INTO es_verifactu.record (company_id, sequence, document,"
    " annulment, issuer, number, date, total, hash, xml, submission, state)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'pending')";
const std::string SelectRecords =
    "SELECT " + Records.select("r") + " FROM es_verifactu.record r WHERE r.company_id = $1";
const std::string FindSql =
    SelectRecords + " AND r.document = $2 AND r.annulment = $3 ORDER BY r.sequence DESC LIMIT 1";
const std::string PendingSql = SelectRecords + " AND r.state = 'pending' ORDER BY r.sequence LIMIT $2";

std::string twoDigits(std::int64_t number) {
    return number < 10 ? '0' + std::to_string(number) : std::to_string(number);
}

} // namespace

void askChain(Call& call) {
    call.db().askAhead(LockChainSql, call.companyId());
}

ChainEnd lockChain(Call& call) {
    Rows rows = call.db().query(LockChainSql, call.companyId());
    if (rows.empty()) {
        call.db().send(MakeChainSql, call.companyId());
        rows = call.db().query(LockChainSql, call.companyId());
    }
    return Chains.read(rows[0]);
}

void append(Call& call, const Record& record) {
    call.db().send(AppendSql, call.companyId(), record.sequence, record.document, record.annulment,
                   record.invoice.issuer, record.invoice.number, record.invoice.date, record.total,
                   record.hash, record.xml, record.submission);
}

std::optional<Record> findRecord(Call& call, std::string_view document, bool annulment) {
    const Rows rows = call.db().query(FindSql, call.companyId(), document, annulment);
    return rows.empty() ? std::nullopt : std::optional(Records.read(rows[0]));
}

void claim(Call& call, const Record& record, std::string_view submission) {
    call.db().send("UPDATE es_verifactu.record SET submission = $3 WHERE company_id = $1 AND sequence = $2",
                   call.companyId(), record.sequence, submission);
}

std::vector<Record> pendingRecords(Call& call) {
    std::vector<Record> records;
    for (const Row row : call.db().query(PendingSql, call.companyId(), MostRecords)) {
        records.push_back(Records.read(row));
    }
    return records;
}

void markSending(Call& call, Instant until) {
    call.db().send(
        "UPDATE es_verifactu.chain SET sending_until = $2, message_at = NULL WHERE company_id = $1",
        call.companyId(), until);
}

void markSent(Call& call, const std::optional<Instant>& waitUntil) {
    call.db().send("UPDATE es_verifactu.chain SET sending_until = NULL, wait_until = $2, message_at = NULL"
                   " WHERE company_id = $1",
                   call.companyId(), waitUntil);
}

void saveAnswer(Call& call, Record& record, const RecordAnswer& answer, const std::string& csv) {
    const auto orNothing = [](const std::string& text) {
        return text.empty() ? std::nullopt : std::optional(text);
    };
    record.state = answer.accepted ? RecordState::Accepted : RecordState::Rejected;
    record.code = orNothing(answer.code);
    record.message = orNothing(answer.text);
    record.csv = orNothing(csv);
    call.db().send("UPDATE es_verifactu.record SET state = $3, code = $4, message = $5, csv = $6"
                   " WHERE company_id = $1 AND sequence = $2",
                   call.companyId(), record.sequence, toText(record.state), record.code, record.message,
                   record.csv);
}

std::optional<Instant> pauseEnd(Call& call, const ChainEnd& end) {
    // Retry soon while a message is being sent: its answer may also cover records that were created
    // meanwhile.
    constexpr std::int64_t SoonAgain = 10 * Instant::Second;
    if (end.sendingUntil && *end.sendingUntil > call.now()) {
        return std::min(*end.sendingUntil, call.now() + SoonAgain);
    }
    return end.waitUntil && *end.waitUntil > call.now() ? end.waitUntil : std::nullopt;
}

std::optional<Instant> messageAt(Call& call, const ChainEnd& end) {
    constexpr std::int64_t MostLate = 2 * Instant::Minute;
    return end.messageAt && *end.messageAt + MostLate > call.now() ? end.messageAt : std::nullopt;
}

void arrangeMessage(Call& call, Instant at) {
    call.db().send("UPDATE es_verifactu.chain SET message_at = $2 WHERE company_id = $1", call.companyId(),
                   at);
}

std::string localTime(Call& call) {
    const std::int64_t minutes = call.utcOffset(call.now()) / 60;
    const std::int64_t size = minutes < 0 ? -minutes : minutes;
    return call.localTime(call.now()) + (minutes < 0 ? '-' : '+') + twoDigits(size / 60) + ':' +
           twoDigits(size % 60);
}

} // namespace svc::es_verifactu
