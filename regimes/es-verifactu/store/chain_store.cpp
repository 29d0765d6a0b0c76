#include "store/chain_store.hpp"

#include <algorithm>
#include <array>

namespace svc::verifactu {
namespace {

#define SVC_RECORD_COLUMNS                                                                                   \
    "sequence, document, annulment, issuer, number, date, total, hash, xml, submission, state, code, "       \
    "message, csv"

constexpr std::string_view MakeChainSql =
    "INSERT INTO es_verifactu.chain (company_id, sequence, issuer, number, hash) VALUES ($1, 0, '', '', '')"
    " ON CONFLICT DO NOTHING";
constexpr std::string_view LockChainSql =
    "SELECT sequence, issuer, number, date, hash, sending_until, wait_until FROM es_verifactu.chain"
    " WHERE company_id = $1 FOR UPDATE /* ahead */";
constexpr std::string_view AppendSql =
    "WITH chain AS (UPDATE es_verifactu.chain SET sequence = $2, issuer = $5, number = $6, date = $7,"
    " hash = $9 WHERE company_id = $1) INSERT INTO es_verifactu.record (company_id, " SVC_RECORD_COLUMNS
    ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'pending', NULL, NULL, NULL)";
constexpr std::string_view FindSql =
    "SELECT " SVC_RECORD_COLUMNS " FROM es_verifactu.record WHERE company_id = $1 AND document = $2"
    " AND annulment = $3 ORDER BY sequence DESC LIMIT 1";
constexpr std::string_view PendingSql =
    "SELECT " SVC_RECORD_COLUMNS " FROM es_verifactu.record WHERE company_id = $1 AND state = 'pending'"
    " ORDER BY sequence LIMIT $2";

constexpr std::array<std::string_view, 3> States = {"pending", "accepted", "rejected"};

RecordState stateOf(std::string_view text) {
    return text == States[0]   ? RecordState::Pending
           : text == States[1] ? RecordState::Accepted
                               : RecordState::Rejected;
}

Record recordAt(const Row& row) {
    std::uint32_t at = 0;
    Record record;
    record.sequence = row.integer(at++);
    record.document = row.text(at++);
    record.annulment = row.boolean(at++);
    record.invoice.issuer = row.text(at++);
    record.invoice.number = row.text(at++);
    record.invoice.date = row.date(at++);
    record.total = row.text(at++);
    record.hash = row.text(at++);
    record.xml = row.text(at++);
    record.submission = row.optionalString(at++);
    record.state = stateOf(row.text(at++));
    record.code = row.optionalString(at++);
    record.message = row.optionalString(at++);
    record.csv = row.optionalString(at);
    return record;
}

std::string twoDigits(std::int64_t number) {
    return number < 10 ? '0' + std::to_string(number) : std::to_string(number);
}

} // namespace

void askChain(Call& call) {
    call.db().send(LockChainSql, call.companyId());
}

ChainEnd lockChain(Call& call) {
    Rows rows = call.db().query(LockChainSql, call.companyId());
    if (rows.empty()) {
        call.db().send(MakeChainSql, call.companyId());
        rows = call.db().query(LockChainSql, call.companyId());
    }
    const Row row = rows[0];
    std::uint32_t at = 0;
    ChainEnd end;
    end.sequence = row.integer(at++);
    if (end.sequence > 0) {
        Previous last;
        last.invoice.issuer = row.text(at);
        last.invoice.number = row.text(at + 1);
        last.invoice.date = row.date(at + 2);
        last.hash = row.text(at + 3);
        end.last = std::move(last);
    }
    at += 4;
    end.sendingUntil = row.optionalInstant(at++);
    end.waitUntil = row.optionalInstant(at);
    return end;
}

void append(Call& call, const Record& record) {
    call.db().send(AppendSql, call.companyId(), record.sequence, record.document, record.annulment,
                   record.invoice.issuer, record.invoice.number, record.invoice.date, record.total,
                   record.hash, record.xml, record.submission);
}

std::optional<Record> findRecord(Call& call, std::string_view document, bool annulment) {
    const Rows rows = call.db().query(FindSql, call.companyId(), document, annulment);
    return rows.empty() ? std::nullopt : std::optional(recordAt(rows[0]));
}

void claim(Call& call, const Record& record, std::string_view submission) {
    call.db().send("UPDATE es_verifactu.record SET submission = $3 WHERE company_id = $1 AND sequence = $2",
                   call.companyId(), record.sequence, submission);
}

std::vector<Record> pendingRecords(Call& call) {
    std::vector<Record> records;
    for (const Row row : call.db().query(PendingSql, call.companyId(), MostRecords)) {
        records.push_back(recordAt(row));
    }
    return records;
}

void markSending(Call& call, Instant until) {
    call.db().send("UPDATE es_verifactu.chain SET sending_until = $2 WHERE company_id = $1", call.companyId(),
                   until);
}

void markSent(Call& call, const std::optional<Instant>& waitUntil) {
    call.db().send(
        "UPDATE es_verifactu.chain SET sending_until = NULL, wait_until = $2 WHERE company_id = $1",
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
                   call.companyId(), record.sequence, States[answer.accepted ? 1 : 2], record.code,
                   record.message, record.csv);
}

std::optional<Instant> pauseEnd(Call& call, const ChainEnd& end) {
    // While a message is under way: its answer may be about records that are made meanwhile, too.
    constexpr std::int64_t SoonAgain = 10 * Instant::Second;
    if (end.sendingUntil && *end.sendingUntil > call.now()) {
        return std::min(*end.sendingUntil, call.now() + SoonAgain);
    }
    return end.waitUntil && *end.waitUntil > call.now() ? end.waitUntil : std::nullopt;
}

std::string localTime(Call& call) {
    const std::int64_t minutes = call.utcOffset(call.now()) / 60;
    const std::int64_t size = minutes < 0 ? -minutes : minutes;
    return call.localTime(call.now()) + (minutes < 0 ? '-' : '+') + twoDigits(size / 60) + ':' +
           twoDigits(size % 60);
}

} // namespace svc::verifactu
