#include "journal/store/records.hpp"

#include <svc/nested_columns.hpp>

namespace svc::compliance {
namespace {

const Table
    Entries("compliance.journal_entry", columnWrittenOnce("sequence", &JournalEntry::sequence),
            nestedColumns(&JournalEntry::record, column("at", &JournalRecord::at),
                          column("kind", &JournalRecord::kind), column("document", &JournalRecord::document),
                          column("number", &JournalRecord::number), column("data", &JournalRecord::data)),
            column("previous_hash", &JournalEntry::previousHash), column("hash", &JournalEntry::hash));
const Table Heads("head", columnWrittenOnce("sequence", &JournalHead::sequence),
                  column("hash", &JournalHead::hash), column("last_entry", &JournalHead::lastEntry),
                  column("sealing", &JournalHead::sealing), column("training", &JournalHead::training));
const Table Seals("compliance.journal_seal", columnWrittenOnce("sequence", &JournalSeal::sequence),
                  columnWrittenOnce("hash", &JournalSeal::hash),
                  columnWrittenOnce("signed_at", &JournalSeal::signedAt),
                  columnWrittenOnce("public_key", &JournalSeal::publicKey),
                  columnWrittenOnce("signature", &JournalSeal::signature));

constexpr std::string_view ShareJournalSql =
    "SELECT pg_advisory_xact_lock_shared(hashtextextended('compliance.journal ' || $1::text, 0))";
constexpr std::string_view LockJournalSql =
    "SELECT pg_advisory_xact_lock(hashtextextended('compliance.journal ' || $1::text, 0))";

// One statement takes the next place in the chain and writes the record. PostgreSQL computes the hash,
// because the previous one is known only once the row of the head is locked.
constexpr std::string_view AppendSql =
    "WITH head AS (UPDATE compliance.journal_head SET sequence = sequence + 1, previous_hash = hash,"
    " hash = encode(sha256(convert_to($7::text || hash || '\",\"sequence\":' || (sequence + 1)::text || '}',"
    " 'UTF8')), 'hex') WHERE company_id = $1 RETURNING sequence, previous_hash, hash)"
    " INSERT INTO compliance.journal_entry (company_id, sequence, at, kind, document, number, data,"
    " previous_hash, hash) SELECT $1, sequence, $2::timestamptz, $3, $4, $5, $6, previous_hash, hash"
    " FROM head";

const std::string PageSql = "SELECT " + Entries.select("e") +
                            " FROM compliance.journal_entry e WHERE e.company_id = $1 AND e.sequence > $2"
                            " AND e.sequence <= $3 ORDER BY e.sequence LIMIT $4";
const std::string HeadSql =
    "SELECT " + Heads.select("x") +
    " FROM (SELECT h.sequence, h.hash, (SELECT coalesce(max(sequence), 0) FROM compliance.journal_entry"
    " WHERE company_id = $1) AS last_entry, h.sealing, h.training FROM compliance.journal_head h"
    " WHERE h.company_id = $1) x";
const std::string SealsSql = "SELECT " + Seals.select("s") +
                             " FROM compliance.journal_seal s WHERE s.company_id = $1 AND s.sequence > $2"
                             " ORDER BY s.sequence";

std::vector<JournalEntry> readPage(Call& call, std::int64_t behind, std::int64_t last, std::int64_t limit) {
    std::vector<JournalEntry> entries;
    for (const Row row : call.db().query(PageSql, call.companyId(), behind, last, limit)) {
        entries.push_back(Entries.read(row));
    }
    return entries;
}

} // namespace

void shareJournal(Call& call) {
    call.db().send(ShareJournalSql, call.companyId());
}

void lockJournal(Call& call) {
    call.db().query(LockJournalSql, call.companyId());
}

JournalHead journalHead(Call& call) {
    const Rows rows = call.db().query(HeadSql, call.companyId());
    return rows.empty() ? JournalHead{} : Heads.read(rows[0]);
}

void setSealing(Call& call, bool sealing, bool training) {
    call.db().send("INSERT INTO compliance.journal_head (company_id, sequence, previous_hash, hash, sealing,"
                   " training) VALUES ($1, 0, '', $2, $3, $4) ON CONFLICT (company_id) DO UPDATE SET"
                   " sealing = excluded.sealing, training = excluded.training",
                   call.companyId(), beginningOfChain(), sealing, training);
}

void appendLate(Call& call, const JournalRecord& record) {
    call.db().sendLate("zz:journal", AppendSql, call.companyId(), record.at, record.kind, record.document,
                       record.number, record.data, beginningOfSealed(record));
}

void appendNow(Call& call, const JournalRecord& record) {
    call.db().query(AppendSql, call.companyId(), record.at, record.kind, record.document, record.number,
                    record.data, beginningOfSealed(record));
}

std::vector<JournalEntry> journalEntries(Call& call, std::int64_t behind, std::int64_t limit) {
    return readPage(call, behind, INT64_MAX, limit);
}

void eachJournalPage(Call& call, std::int64_t behind, std::int64_t last,
                     const std::function<bool(const std::vector<JournalEntry>&)>& use) {
    constexpr std::int64_t AtOnce = 2000;
    while (behind < last) {
        const std::vector<JournalEntry> page = readPage(call, behind, last, AtOnce);
        if (page.empty() || !use(page)) {
            return;
        }
        behind = page.back().sequence;
        call.checkDeadline();
    }
}

std::optional<JournalRange> journalRange(Call& call, const std::optional<Instant>& from,
                                         const std::optional<Instant>& to) {
    const Rows rows =
        call.db().query("SELECT min(sequence), max(sequence) FROM compliance.journal_entry"
                        " WHERE company_id = $1 AND at >= coalesce($2, '-infinity'::timestamptz)"
                        " AND at <= coalesce($3, 'infinity'::timestamptz)",
                        call.companyId(), from, to);
    return rows[0].isNull(0) ? std::nullopt
                             : std::optional(JournalRange{rows[0].integer(0), rows[0].integer(1)});
}

void writeSeal(Call& call, const JournalSeal& seal) {
    Seals.insertMissing(call, {seal});
}

std::vector<JournalSeal> sealsBehind(Call& call, std::int64_t sequence) {
    std::vector<JournalSeal> seals;
    for (const Row row : call.db().query(SealsSql, call.companyId(), sequence)) {
        seals.push_back(Seals.read(row));
    }
    return seals;
}

std::int64_t lastSealed(Call& call) {
    return call.db()
        .query("SELECT coalesce(max(sequence), 0) FROM compliance.journal_seal WHERE company_id = $1",
               call.companyId())[0]
        .integer(0);
}

} // namespace svc::compliance
