/// @file How many documents of a list a search finds: kept for the beginnings of words that very many
/// documents have, so that their number costs the same at any size of a company.
///
/// The table of a plugin is `<schema>.list_word (company_id uuid, list text, word text, documents bigint)`,
/// the first three of them its key. Nothing of it is written with a document: a row of its words with an
/// empty term marks it as not counted yet, and a job takes such documents into the counts by the hundred. A
/// number is that of the counts and of the marked documents together, so it is exact at any moment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/call.hpp>
#include <svc/search_text.hpp>

namespace svc {

/// Where the words of the documents of one list lie.
struct TermRows {
    std::string schema;   ///< of the plugin
    std::string list;     ///< a constant of the code
    std::string table;    ///< of the words: company_id, term and the next two
    std::string where;    ///< what narrows its rows `w` to the list: ` AND w.list = 'sale'`, or nothing
    std::string document; ///< its column of what is found
    /// ` AND …`, a condition on that column of `u`: what the list shows unless it is filtered otherwise, such
    /// as documents that are not archived. Others are not counted. Nothing: it shows all.
    std::string shown = {};

    /// The words of the company, as ` FROM … WHERE …`.
    std::string from() const { return " FROM " + table + " w WHERE w.company_id = $1" + where; }
};

namespace detail {

/// Everything that a search may ask for to find one of these words: what each begins with.
inline std::set<std::string> beginningsOf(const std::vector<std::string>& words) {
    std::set<std::string> beginnings;
    for (const std::string& word : words) {
        for (std::size_t end = 1; end <= word.size(); ++end) {
            const bool whole = end == word.size() || (static_cast<unsigned char>(word[end]) & 0xC0U) != 0x80U;
            if (whole) {
                beginnings.insert(word.substr(0, end));
            }
        }
    }
    return beginnings;
}

} // namespace detail

class WordCounts {
public:
    /// The term that marks a document as not counted yet: written with the words of a new one.
    static constexpr std::string_view Mark = "";
    /// The job of a plugin that counts; its payload is `{ "list" }`.
    static constexpr std::string_view Job = "count-words";

    explicit WordCounts(const TermRows& rows) : rows_(rows) {}

    /// Files the job now and then, so that never many documents are marked: one of so many new documents
    /// does.
    void added(Call& call, const Uuid& document) const {
        constexpr std::uint8_t Often = 128;
        if (document.bytes().back() % Often == 0) {
            fileJob(call, document);
        }
    }

    /// Queues that a document which was there has other words than before; one that is not shown has none.
    void changed(Call& call, const Uuid& document, const std::vector<std::string>& before,
                 const std::vector<std::string>& after) const {
        const std::set<std::string> lost = detail::beginningsOf(before);
        const std::set<std::string> won = detail::beginningsOf(after);
        ArrayParam words;
        ArrayParam changes;
        const auto add = [&](const std::set<std::string>& some, const std::set<std::string>& others,
                             int change) {
            for (const std::string& word : some) {
                if (others.count(word) == 0) {
                    words.add(word);
                    changes.add(change);
                }
            }
        };
        add(lost, won, -1);
        add(won, lost, 1);
        if (lost == won) {
            return;
        }
        // A marked document will be counted with the words that it has then.
        const std::string key = "words:" + rows_.schema + ':' + rows_.list;
        call.db().sendLate(key + ":1", LockSql, lockName(call));
        call.db().sendLate(
            key + ":2:" + document.toString(),
            "UPDATE " + counts() +
                " c SET documents = c.documents + n.change FROM unnest($3::text[], $4::bigint[])"
                " AS n (word, change) WHERE c.company_id = $1 AND c.list = '" +
                rows_.list + "' AND c.word = n.word AND NOT EXISTS (SELECT" + rows_.from() +
                " AND w.term = '' AND w." + rows_.document + " = $2)",
            call.companyId(), document, words, changes);
    }

    /// The job: takes marked documents into the counts, and begins to count what many documents have.
    void count(Call& call) const {
        Database& db = call.db();
        // Counting and changing of words take turns; writing of new documents waits for neither.
        db.query(LockSql, lockName(call));
        const std::string id = "w." + rows_.document;
        ArrayParam documents;
        const Rows marked =
            db.query("DELETE FROM " + rows_.table + " w WHERE w.company_id = $1" + rows_.where +
                         " AND w.term = '' AND " + id + " IN (SELECT " + id + rows_.from() +
                         " AND w.term = '' ORDER BY 1 LIMIT $2) RETURNING " + id,
                     call.companyId(), AtOnce);
        for (const Row row : marked) {
            documents.add(row.uuid(0));
        }
        if (marked.empty()) {
            return;
        }
        const std::map<std::string, std::int64_t> found = beginningsIn(db, call.companyId(), documents);
        const std::set<std::string> known = addTo(db, call.companyId(), found);
        std::vector<std::pair<std::int64_t, std::string>> others;
        for (const auto& [word, times] : found) {
            if (times >= Repeated && known.count(word) == 0) {
                others.emplace_back(times, word);
            }
        }
        std::sort(others.rbegin(), others.rend());
        others.resize(std::min(others.size(), Candidates));
        begin(db, call.companyId(), others);
        if (static_cast<std::int64_t>(marked.size()) == AtOnce) {
            fileJob(call, call.newUuid());
        }
    }

    /// About how many documents a word has, as a part of a statement: null when that is not kept.
    std::string kept(const std::string& word) const {
        return "(SELECT c.documents FROM " + counts() + " c WHERE c.company_id = $1 AND c.list = '" +
               rows_.list + "' AND c.word = " + word + ')';
    }

    /// The number of documents that a search for this word alone finds, when it is kept.
    std::optional<std::int64_t> documents(Database& db, const Uuid& company, const std::string& word) const {
        const Rows rows = db.query(
            "SELECT c.documents + n.found, n.marked FROM " + counts() +
                " c, LATERAL (SELECT count(*) AS marked, count(*) FILTER (WHERE m.has) AS found FROM "
                "(SELECT" +
                hasWord("$2", "$3") + rows_.shown + " AS has FROM (SELECT w." + rows_.document +
                rows_.from() + " AND w.term = '' LIMIT " + std::to_string(MostMarked + 1) +
                ") u) m) n WHERE c.company_id = $1 AND c.list = '" + rows_.list + "' AND c.word = $2",
            company, word, endOf(word));
        if (rows.empty() || rows[0].integer(1) > MostMarked) {
            return std::nullopt;
        }
        return rows[0].integer(0);
    }

private:
    static constexpr std::string_view LockSql = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
    static constexpr std::int64_t AtOnce = 1000;     ///< documents in one job
    static constexpr std::int64_t MostMarked = 2000; ///< of more, the words are counted one by one
    static constexpr std::int64_t Repeated = 2;      ///< in how many documents of a job a word is looked at
    static constexpr std::size_t Candidates = 200;   ///< words that are looked at in a job
    static constexpr int Worth = 500; ///< documents that a word has when its count is worth keeping
    static constexpr int Begun = 20;  ///< counts that a job begins

    std::string counts() const { return rows_.schema + ".list_word"; }
    std::string lockName(Call& call) const {
        return "list_word:" + rows_.schema + ':' + rows_.list + ':' + call.companyId().toString();
    }
    void fileJob(Call& call, const Uuid& key) const {
        call.fileJob(Job, call.now(), Json::object({{"list", rows_.list}}),
                     rows_.list + ':' + key.toString());
    }
    static std::string endOf(const std::string& word) { return word + detail::WordEnd; }

    /// Has the document of `u` a word in this range?
    std::string hasWord(const std::string& from, const std::string& to) const {
        return " EXISTS (SELECT" + rows_.from() + " AND w." + rows_.document + " = u." + rows_.document +
               " AND w.term >= " + from + " AND w.term < " + to + ')';
    }

    /// How many of these documents have a word that begins so. The mark was deleted before: whoever changes
    /// the words of one of them from now on finds it counted.
    std::map<std::string, std::int64_t> beginningsIn(Database& db, const Uuid& company,
                                                     const ArrayParam& documents) const {
        std::map<std::string, std::int64_t> found;
        std::vector<std::string> words;
        std::optional<Uuid> document;
        const auto finish = [&] {
            for (const std::string& word : detail::beginningsOf(words)) {
                ++found[word];
            }
            words.clear();
        };
        const std::string id = "w." + rows_.document;
        const Rows rows = db.query("SELECT u.* FROM (SELECT " + id + ", w.term" + rows_.from() + " AND " +
                                       id + " = ANY ($2)) u WHERE true" + rows_.shown + " ORDER BY 1",
                                   company, documents);
        for (const Row row : rows) {
            if (document != row.uuid(0)) {
                finish();
                document = row.uuid(0);
            }
            words.emplace_back(row.text(1));
        }
        finish();
        return found;
    }

    /// Adds to the counts that are kept, and tells which.
    std::set<std::string> addTo(Database& db, const Uuid& company,
                                const std::map<std::string, std::int64_t>& found) const {
        ArrayParam words;
        ArrayParam documents;
        for (const auto& [word, times] : found) {
            words.add(word);
            documents.add(times);
        }
        std::set<std::string> known;
        const Rows rows = db.query("UPDATE " + counts() +
                                       " c SET documents = c.documents + n.documents FROM"
                                       " unnest($2::text[], $3::bigint[]) AS n (word, documents)"
                                       " WHERE c.company_id = $1 AND c.list = '" +
                                       rows_.list + "' AND c.word = n.word RETURNING c.word",
                                   company, words, documents);
        for (const Row row : rows) {
            known.emplace(row.text(0));
        }
        return known;
    }

    /// Begins to keep the counts of those that are worth it. Documents that are marked by now count apart.
    void begin(Database& db, const Uuid& company,
               const std::vector<std::pair<std::int64_t, std::string>>& candidates) const {
        ArrayParam words;
        ArrayParam ends;
        for (const auto& [times, word] : candidates) {
            words.add(word);
            ends.add(Param::owning(endOf(word)));
        }
        const std::string inRange = rows_.from() + " AND w.term >= n.word AND w.term < n.behind";
        db.send("INSERT INTO " + counts() + " (company_id, list, word, documents) SELECT $1::uuid, '" +
                    rows_.list + "', n.word, (SELECT count(*) FROM (SELECT DISTINCT w." + rows_.document +
                    inRange + ") u WHERE true" + rows_.shown + ") - (SELECT count(*) FROM (SELECT w." +
                    rows_.document + rows_.from() + " AND w.term = '') u WHERE" +
                    hasWord("n.word", "n.behind") + rows_.shown +
                    ") FROM (SELECT * FROM unnest($2::text[], $3::text[]) AS n (word, behind) WHERE (SELECT"
                    " count(*) FROM (SELECT" +
                    inRange + " LIMIT " + std::to_string(Worth) + ") counted) = " + std::to_string(Worth) +
                    " LIMIT " + std::to_string(Begun) + ") n ON CONFLICT DO NOTHING",
                company, words, ends);
    }

    const TermRows& rows_;
};

} // namespace svc
