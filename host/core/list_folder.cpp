#include "host/core/list_folder.hpp"

#include <exception>

#include <svc/text.hpp>

#include "host/db/transaction.hpp"

namespace svc::host {
namespace {

constexpr std::chrono::milliseconds FoldPoll{1000};
constexpr std::int64_t AtOnce = 1000;

// Takes one index look-up for each list of each company with changes.
constexpr std::string_view WithUnfoldedChanges =
    "WITH RECURSIVE waiting AS ((SELECT company_id, list FROM svc.list_change ORDER BY company_id, list "
    "LIMIT 1)"
    " UNION ALL SELECT n.company_id, n.list FROM waiting w CROSS JOIN LATERAL (SELECT company_id, list FROM"
    " svc.list_change WHERE (company_id, list) > (w.company_id, w.list) ORDER BY company_id, list LIMIT 1) n)"
    " SELECT company_id, list FROM waiting";

// The tables of changes and words grow and shrink faster than their statistics are updated. Keys are looked
// up as arrays and sequential scans are disabled, so that no plan reads all rows of the company.
constexpr std::string_view UseIndexes = "SET LOCAL enable_seqscan = off";

constexpr std::string_view FoldLock =
    "SELECT pg_try_advisory_xact_lock(hashtextextended('svc.list:' || $1 || $2, 0))";

// A list without a date is counted under the first day of the calendar, where svc::detail::ListPeriod begins.
constexpr const char* Counted = R"sql(,
 counted AS (
    INSERT INTO svc.list_count AS c (company_id, list, grain, date, filters, documents, sum1, sum2, sum3, sum4, sum5)
    SELECT $1::uuid, $2, g.grain,
           CASE g.grain WHEN 'm' THEN date_trunc('month', coalesce(t.date, '0001-01-01'))::date
                        ELSE coalesce(t.date, '0001-01-01') END AS day,
           t.filters, sum(t.sign), sum(t.sign * t.sum1), sum(t.sign * t.sum2), sum(t.sign * t.sum3),
           sum(t.sign * t.sum4), sum(t.sign * t.sum5)
    FROM taken t CROSS JOIN (VALUES ('d'::"char"), ('m'::"char")) AS g (grain)
    WHERE t.sign <> 0 GROUP BY g.grain, day, t.filters
    HAVING (sum(t.sign), sum(t.sign * t.sum1), sum(t.sign * t.sum2), sum(t.sign * t.sum3), sum(t.sign * t.sum4),
            sum(t.sign * t.sum5)) <> (0, 0, 0, 0, 0, 0)
    ON CONFLICT (company_id, list, grain, date, filters) DO UPDATE SET documents = c.documents + excluded.documents,
        sum1 = c.sum1 + excluded.sum1, sum2 = c.sum2 + excluded.sum2, sum3 = c.sum3 + excluded.sum3,
        sum4 = c.sum4 + excluded.sum4, sum5 = c.sum5 + excluded.sum5))sql";

// A deleted record has no words.
constexpr const char* Words = R"sql(,
 texts AS MATERIALIZED (SELECT * FROM svc.list_texts_among_LIST($1::uuid,
        ARRAY(SELECT DISTINCT record_id FROM taken WHERE words))),
 fresh AS MATERIALIZED (SELECT t.record_id, n.words
    FROM (SELECT DISTINCT record_id FROM taken WHERE words) t LEFT JOIN
        (SELECT x.record_id, coalesce(array_agg(DISTINCT w.word) FILTER (WHERE w.word IS NOT NULL), '{}') AS words
           FROM texts x LEFT JOIN LATERAL svc.list_word_rows(x.words, x.number) AS w (word) ON true
          GROUP BY x.record_id) n ON n.record_id = t.record_id),
 kept AS MATERIALIZED (SELECT k.record_id, k.words FROM svc.list_record k
    WHERE k.company_id = $1 AND k.list = $2 AND k.record_id = ANY (ARRAY(SELECT record_id FROM fresh))),
 gone AS (DELETE FROM svc.list_word w USING (SELECT record_id, unnest(words) AS word FROM kept
        EXCEPT SELECT record_id, unnest(words) FROM fresh) g
    WHERE w.company_id = $1 AND w.list = $2 AND w.word = g.word AND w.record_id = g.record_id),
 added AS (INSERT INTO svc.list_word (company_id, list, word, record_id) SELECT $1::uuid, $2, a.word, a.record_id
    FROM (SELECT record_id, unnest(words) AS word FROM fresh EXCEPT SELECT record_id, unnest(words) FROM kept) a),
 removed AS (DELETE FROM svc.list_record k WHERE k.company_id = $1 AND k.list = $2
    AND k.record_id = ANY (ARRAY(SELECT record_id FROM fresh WHERE words IS NULL))),
 written AS (INSERT INTO svc.list_record AS k (company_id, list, record_id, words)
    SELECT $1::uuid, $2, record_id, words FROM fresh WHERE words IS NOT NULL
    ON CONFLICT (company_id, list, record_id) DO UPDATE SET words = excluded.words WHERE k.words <> excluded.words))sql";

/// One statement, so that the changes that it deletes and the records that it reads come from one snapshot.
std::string statementOf(const ListDeclaration& list) {
    std::string sql =
        "WITH taken AS MATERIALIZED (DELETE FROM svc.list_change c WHERE c.ctid = ANY (ARRAY(SELECT ctid FROM"
        " svc.list_change WHERE company_id = $1 AND list = $2 LIMIT " +
        std::to_string(AtOnce) + ")) RETURNING c.*)";
    sql += list.isCounted() ? Counted : "";
    if (list.isSearched()) {
        std::string words = Words;
        words.replace(words.find("LIST"), 4, list.identifier());
        sql += words;
    }
    return sql + " SELECT count(*) FROM taken";
}

} // namespace

ListFolder::ListFolder(Services& services, const std::vector<ListDeclaration>& lists)
    : services_(services), loop_(FoldPoll, [this] { return runOnce(); }) {
    for (const ListDeclaration& list : lists) {
        statements_.emplace(list.name, statementOf(list));
    }
}

bool ListFolder::runOnce() {
    db::Transaction transaction(services_.pool);
    transaction.send(UseIndexes);
    const db::Rows waiting = transaction.query(WithUnfoldedChanges, {});
    transaction.endRead();
    bool more = false;
    for (std::size_t row = 0; row < waiting.count(); ++row) {
        const auto known = statements_.find(waiting.text(row, 1));
        if (known != statements_.end()) {
            more = fold(waiting.text(row, 0), known->first, known->second) == AtOnce || more;
        }
    }
    return more;
}

std::int64_t ListFolder::fold(std::string_view company, std::string_view list, const std::string& sql) {
    try {
        db::Transaction transaction(services_.pool, company);
        transaction.send(UseIndexes);
        if (transaction.query(FoldLock, {company, list}).text(0, 0) != "t") {
            return 0; // another host is folding it
        }
        const std::int64_t taken = parseInt64(transaction.query(sql, {company, list}).text(0, 0)).value_or(0);
        transaction.commit();
        return taken;
    } catch (const std::exception& error) {
        if (services_.log) {
            services_.log(3, {}, "host", "list " + std::string(list) + " is not folded: " + error.what());
        }
        return 0;
    }
}

} // namespace svc::host
