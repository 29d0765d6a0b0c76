#include "store/journal.hpp"

namespace svc::compliance {
namespace {

#define SVC_JOURNAL_COLUMNS "sequence, at, kind, document, number, data, previous_hash, hash"

constexpr std::string_view ShareJournalSql =
    "SELECT pg_advisory_xact_lock_shared(hashtextextended('compliance.journal ' || $1::text, 0))";
constexpr std::string_view LockJournalSql =
    "SELECT pg_advisory_xact_lock(hashtextextended('compliance.journal ' || $1::text, 0))";

// One statement gives the next place in the chain and writes the record: PostgreSQL computes the hash, since
// nobody else knows the one before until the row of the head is locked.
constexpr std::string_view AppendSql =
    "WITH head AS (UPDATE compliance.journal_head SET sequence = sequence + 1, previous_hash = hash,"
    " hash = encode(sha256(convert_to($7::text || hash || '\",\"sequence\":' || (sequence + 1)::text || '}',"
    " 'UTF8')), 'hex') WHERE company_id = $1 RETURNING sequence, previous_hash, hash)"
    " INSERT INTO compliance.journal_entry (company_id, " SVC_JOURNAL_COLUMNS
    ") SELECT $1, sequence, $2::timestamptz, $3, $4, $5, $6, previous_hash, hash FROM head";

constexpr std::string_view PageSql =
    "SELECT " SVC_JOURNAL_COLUMNS " FROM compliance.journal_entry WHERE company_id = $1 AND sequence > $2"
    " AND sequence <= $3 ORDER BY sequence LIMIT $4";

std::vector<JournalEntry> readPage(Call& call, std::int64_t behind, std::int64_t last, std::int64_t limit) {
    std::vector<JournalEntry> entries;
    for (const Row row : call.db().query(PageSql, call.companyId(), behind, last, limit)) {
        entries.push_back({row.integer(0),
                           {row.instant(1), std::string(row.text(2)), std::string(row.text(3)),
                            row.optionalString(4), std::string(row.text(5))},
                           std::string(row.text(6)),
                           std::string(row.text(7))});
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
    const Rows rows = call.db().query(
        "SELECT sequence, hash, (SELECT coalesce(max(sequence), 0) FROM compliance.journal_entry"
        " WHERE company_id = $1), sealing, training FROM compliance.journal_head WHERE company_id = $1",
        call.companyId());
    return rows.empty() ? JournalHead{}
                        : JournalHead{rows[0].integer(0), std::string(rows[0].text(1)), rows[0].integer(2),
                                      rows[0].boolean(3), rows[0].boolean(4)};
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
    call.db().send("INSERT INTO compliance.journal_seal (company_id, sequence, hash, signed_at, public_key,"
                   " signature) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                   call.companyId(), seal.sequence, seal.hash, seal.signedAt, seal.publicKey, seal.signature);
}

std::vector<JournalSeal> sealsBehind(Call& call, std::int64_t sequence) {
    std::vector<JournalSeal> seals;
    for (const Row row : call.db().query(
             "SELECT sequence, hash, signed_at, public_key, signature FROM compliance.journal_seal"
             " WHERE company_id = $1 AND sequence > $2 ORDER BY sequence",
             call.companyId(), sequence)) {
        seals.push_back({row.integer(0), std::string(row.text(1)), std::string(row.text(2)),
                         std::string(row.text(3)), std::string(row.text(4))});
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
