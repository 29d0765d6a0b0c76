/// @file How many documents of a list a search finds, and their sums: kept for the beginnings of words that
/// very many documents have, by the states that the list is filtered by and by day, so that they cost the
/// same at any size of a company.
///
/// Two tables of a plugin, both with `company_id uuid, list text`, then:
/// - `<schema>.list_word`: `word text, date date, states text[]`, all five of them its key, and `documents
///   bigint, sum1 bigint … sum5 bigint`: what is counted, once by states (of the date -infinity) and once by
///   days (of no states);
/// - `<schema>.list_change`: `document_id uuid, date date, states text[]` and the same numbers, with an index
///   of company and list: changes of documents that are not counted yet.
/// A new document writes neither: a row of its words with an empty term marks it, and it counts as it is when
/// somebody asks. A job takes marked documents and changes into the counts by the hundred. What is found is
/// that of the counts, the marked documents and the changes together, so it is exact at any moment.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <svc/call.hpp>
#include <svc/counted_by.hpp>
#include <svc/list_query.hpp>
#include <svc/search_text.hpp>
#include <svc/word_statements.hpp>

namespace svc {

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

class WordCounts : private detail::WordStatements {
public:
    /// The term that marks a document as not counted yet: written with the words of a new one.
    static constexpr std::string_view Mark = "";
    /// The job of a plugin that counts; its payload is `{ "list" }`, or that with the words that it begins to
    /// count.
    static constexpr std::string_view Job = "count-words";

    explicit WordCounts(const TermRows& rows) : WordStatements(rows) {}

    /// Files the job now and then, so that never many documents are marked: one of so many new documents
    /// does.
    void added(Call& call, const Uuid& document) const {
        constexpr std::uint8_t Often = 128;
        if (document.bytes().back() % Often == 0) {
            fileJob(call, document);
        }
    }

    /// Queues that a document has other words than before.
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
        // What is counted of it moves. A marked document will be counted with the words that it has then.
        const std::string key = "words:" + rows_.schema + ':' + rows_.list;
        call.db().sendLate(key + ":1", LockSql, lockName(call));
        call.db().sendLate(key + ":2:" + document.toString(),
                           intoCounts("SELECT n.word" + keyOf("s") + multiplied("n.change", "s") +
                                      " FROM unnest($3::text[], $4::bigint[]) AS n (word, change), (" +
                                      byKeys(counted("SELECT $2::uuid AS document WHERE NOT" + isMarked("$2"),
                                                     " AND k.document_id = $2")) +
                                      ") s WHERE EXISTS (SELECT FROM " + counts() +
                                      " c WHERE c.company_id = $1 AND c.list = '" + rows_.list +
                                      "' AND c.word = n.word)"),
                           call.companyId(), document, words, changes);
    }

    /// Queues that a document has other states or sums than before.
    void moved(Call& call, const Uuid& document, const DocumentShare& before,
               const DocumentShare& after) const {
        if (before.states != after.states || before.date != after.date) {
            change(call, document, {before.date, before.states, negated(before.sums)}, -1);
            change(call, document, after, 1);
        } else if (before.sums != after.sums) {
            DocumentShare difference = after;
            for (std::size_t i = 0; i < difference.sums.size(); ++i) {
                difference.sums[i] -= before.sums[i];
            }
            change(call, document, difference, 0);
        }
    }

    /// The job: takes marked documents and changes into the counts, and begins to count what many documents
    /// have.
    void count(Call& call) const {
        Database& db = call.db();
        const Uuid company = call.companyId();
        // Counting and changing of words take turns; writing of documents waits for neither.
        db.query(LockSql, lockName(call));
        const ArrayParam fresh = takeMarked(db, company);
        std::vector<Taken> taken = takenOf(
            db.query(counted("SELECT unnest($2::uuid[]) AS document", " AND k.document_id = ANY ($2)"),
                     company, fresh));
        const std::size_t documents = taken.size();
        const std::vector<Taken> moves = takenOf(
            db.query("DELETE FROM " + changes() + " k WHERE k.ctid = ANY (ARRAY(SELECT k.ctid FROM " +
                         changes() + " k WHERE k.company_id = $1 AND k.list = '" + rows_.list + "' AND NOT" +
                         isMarked("k.document_id") +
                         " LIMIT $2)) AND k.company_id = $1 RETURNING k.document_id" + keyOf("k") + sums("k"),
                     company, AtOnce));
        taken.insert(taken.end(), moves.begin(), moves.end());
        if (taken.empty()) {
            return;
        }
        const std::map<std::string, std::set<std::string>> beginnings = beginningsIn(db, company, taken);
        std::map<std::string, std::int64_t> times;
        for (std::size_t i = 0; i < documents; ++i) {
            for (const std::string& word : beginnings.at(taken[i].document)) {
                ++times[word];
            }
        }
        const std::set<std::string> known = keptOf(db, company, beginnings);
        add(db, company, taken, beginnings, known);
        std::vector<std::pair<std::int64_t, std::string>> others;
        for (const auto& [word, found] : times) {
            if (found >= Repeated && known.count(word) == 0) {
                others.emplace_back(found, word);
            }
        }
        std::sort(others.rbegin(), others.rend());
        others.resize(std::min(others.size(), Candidates));
        fileBegin(call, worthOf(db, company, others));
        const auto all = static_cast<std::size_t>(AtOnce);
        if (documents >= all || moves.size() >= all) {
            fileJob(call, call.newUuid());
        }
    }

    /// The job that the job above files: begins to keep the counts of these words.
    void begin(Call& call, const Json& words) const {
        Database& db = call.db();
        db.query(LockSql, lockName(call));
        const auto began = std::chrono::steady_clock::now();
        Json left = Json::array();
        for (const Json& word : words.items()) {
            if (std::chrono::steady_clock::now() - began < BeginsFor) {
                begin(db, call.companyId(), word.text());
            } else {
                left.push(word);
            }
        }
        fileBegin(call, left);
    }

    /// About how many documents a word has, as a part of a statement: null when that is not kept.
    std::string kept(const std::string& word) const {
        return "(SELECT sum(c.documents)::bigint FROM " + counts() +
               " c WHERE c.company_id = $1 AND c.list = '" + rows_.list + "' AND c.word = " + word +
               " AND c.date = " + OfStates + ')';
    }

    /// What a search for this word finds, when it is kept: by states, or by days, but not by both.
    std::optional<FoundSums> found(Database& db, const Uuid& company, const std::string& word,
                                   const CountedFilter& filter) const {
        if (filter.byDays() && filter.byStates()) {
            return std::nullopt;
        }
        ListParams params(company);
        const std::string from = params.place(word);
        const std::string to = params.place(Param::owning(endOf(word)));
        const std::string days =
            params.bound("t.date >=", filter.from) + params.bound("t.date <=", filter.to);
        std::string states;
        for (std::size_t i = 0; i < filter.states.size(); ++i) {
            states += params.among("t.states[" + std::to_string(i + 1) + ']', filter.states[i]);
        }
        const std::string ofWord = " FROM " + counts() + " t WHERE t.company_id = $1 AND t.list = '" +
                                   rows_.list + "' AND t.word = " + from;
        const std::string ofKeys = filter.byDays() ? days + " AND t.date > " + OfStates
                                                   : " AND t.date = " + std::string(OfStates) + states;
        const Rows rows = db.query(
            "WITH marked AS MATERIALIZED (" + marked() + " LIMIT " + std::to_string(MostMarked + 1) +
                ") SELECT EXISTS (SELECT" + ofWord + "), (SELECT count(*) FROM marked)" + summed("f") +
                " FROM (SELECT NULL" + sums("t") + ofWord + ofKeys + " UNION ALL SELECT NULL" + sums("t") +
                " FROM (" + shares("SELECT document FROM marked") + ") t WHERE" +
                hasWord("t.document", from, to) + days + states + " UNION ALL SELECT NULL" + sums("t") +
                " FROM " + changes() + " t WHERE t.company_id = $1 AND t.list = '" + rows_.list +
                "' AND t.document_id NOT IN (SELECT document FROM marked) AND" +
                hasWord("t.document_id", from, to) + days + states + ") f",
            params.values());
        const Row row = rows[0];
        if (!row.boolean(0) || row.integer(1) > MostMarked) {
            return std::nullopt;
        }
        return sumsFrom(row, 2);
    }

private:
    /// What a document, or a change of one, adds to the counts of its words.
    struct Taken {
        std::string document;
        std::string date;
        std::string states; ///< as an array is written
        FoundSums sums;
    };

    static constexpr std::string_view LockSql = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
    static constexpr std::int64_t AtOnce = 1000;     ///< documents, and changes, in one job
    static constexpr std::int64_t MostMarked = 2000; ///< of more, the words are counted one by one
    static constexpr std::int64_t Repeated = 2;      ///< in how many documents of a job a word is looked at
    static constexpr std::size_t Candidates = 200;   ///< words that are looked at in a job
    static constexpr int Worth = 500; ///< documents that a word has when its count is worth keeping
    static constexpr std::chrono::milliseconds BeginsFor{500}; ///< before another job goes on

    std::string lockName(Call& call) const {
        return "list_word:" + rows_.schema + ':' + rows_.list + ':' + call.companyId().toString();
    }
    void fileJob(Call& call, const Uuid& key) const {
        call.fileJob(Job, call.now(), Json::object({{"list", rows_.list}}),
                     rows_.list + ':' + key.toString());
    }
    static std::string endOf(const std::string& word) { return word + detail::WordEnd; }

    static std::array<std::int64_t, 5> negated(std::array<std::int64_t, 5> sums) {
        for (std::int64_t& sum : sums) {
            sum = -sum;
        }
        return sums;
    }
    static FoundSums sumsFrom(const Row& row, std::uint32_t column) {
        FoundSums found;
        found.documents = row.integer(column);
        for (std::int64_t& sum : found.sums) {
            sum = row.integer(++column);
        }
        return found;
    }
    static std::vector<Taken> takenOf(const Rows& rows) {
        std::vector<Taken> taken;
        for (const Row row : rows) {
            taken.push_back({std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2)),
                             sumsFrom(row, 3)});
        }
        return taken;
    }

    void change(Call& call, const Uuid& document, const DocumentShare& share, int documents) const {
        ArrayParam states;
        for (const std::string& state : share.states) {
            states.add(state);
        }
        call.db().send("INSERT INTO " + changes() +
                           " (company_id, list, document_id, date, states, documents, sum1, sum2, sum3, sum4,"
                           " sum5) VALUES ($1, $2, $3, coalesce($4, " +
                           OfStates + "), $5, $6, $7, $8, $9, $10, $11)",
                       call.companyId(), rows_.list, document, share.date, states, documents, share.sums[0],
                       share.sums[1], share.sums[2], share.sums[3], share.sums[4]);
        added(call, call.newUuid());
    }

    /// From now on whoever changes the words of one of these finds it counted.
    ArrayParam takeMarked(Database& db, const Uuid& company) const {
        ArrayParam documents;
        const Rows rows = db.query("DELETE FROM " + rows_.table + " w WHERE w.company_id = $1" + rows_.where +
                                       " AND w.term = '' AND w." + rows_.document + " IN (" + marked() +
                                       " ORDER BY 1 LIMIT $2) RETURNING w." + rows_.document,
                                   company, AtOnce);
        for (const Row row : rows) {
            documents.add(row.uuid(0));
        }
        return documents;
    }

    /// What the words of each of these documents begin with.
    std::map<std::string, std::set<std::string>> beginningsIn(Database& db, const Uuid& company,
                                                              const std::vector<Taken>& taken) const {
        ArrayParam documents;
        std::map<std::string, std::set<std::string>> beginnings;
        for (const Taken& one : taken) {
            if (beginnings.try_emplace(one.document).second) {
                documents.add(one.document);
            }
        }
        const std::string id = "w." + rows_.document;
        std::vector<std::string> words;
        std::string document;
        const auto finish = [&] {
            if (!words.empty()) {
                beginnings[document] = detail::beginningsOf(words);
            }
            words.clear();
        };
        const Rows rows =
            db.query("SELECT " + id + ", w.term" + rows_.from() + " AND " + id + " = ANY ($2) ORDER BY 1",
                     company, documents);
        for (const Row row : rows) {
            if (row.text(0) != document) {
                finish();
                document = row.text(0);
            }
            words.emplace_back(row.text(1));
        }
        finish();
        return beginnings;
    }

    /// Which of these are counted.
    std::set<std::string> keptOf(Database& db, const Uuid& company,
                                 const std::map<std::string, std::set<std::string>>& beginnings) const {
        std::set<std::string> all;
        for (const auto& [document, words] : beginnings) {
            all.insert(words.begin(), words.end());
        }
        ArrayParam words;
        for (const std::string& word : all) {
            words.add(word);
        }
        std::set<std::string> known;
        const Rows rows =
            db.query("SELECT DISTINCT c.word FROM " + counts() + " c WHERE c.company_id = $1 AND c.list = '" +
                         rows_.list + "' AND c.word = ANY ($2)",
                     company, words);
        for (const Row row : rows) {
            known.emplace(row.text(0));
        }
        return known;
    }

    void add(Database& db, const Uuid& company, const std::vector<Taken>& taken,
             const std::map<std::string, std::set<std::string>>& beginnings,
             const std::set<std::string>& known) const {
        // A row for each word, day and states, which the statement adds up to those of states and of days.
        std::map<std::tuple<std::string, std::string, std::string>, FoundSums> added;
        for (const Taken& one : taken) {
            for (const std::string& word : beginnings.at(one.document)) {
                if (known.count(word) > 0) {
                    FoundSums& sums = added[{word, one.date, one.states}];
                    sums.documents += one.sums.documents;
                    for (std::size_t i = 0; i < sums.sums.size(); ++i) {
                        sums.sums[i] += one.sums.sums[i];
                    }
                }
            }
        }
        if (added.empty()) {
            return;
        }
        ArrayParam words;
        ArrayParam dates;
        ArrayParam states;
        ArrayParam documents;
        std::array<ArrayParam, 5> sums;
        for (const auto& [key, found] : added) {
            words.add(std::get<0>(key));
            dates.add(std::get<1>(key));
            states.add(std::get<2>(key));
            documents.add(found.documents);
            for (std::size_t i = 0; i < sums.size(); ++i) {
                sums[i].add(found.sums[i]);
            }
        }
        const std::string days = rows_.by.date.empty() ? "" : ", (n.word, n.date)";
        db.send(intoCounts("SELECT n.word, " + dayOf("n") + ", coalesce(n.states, '{}')" + summed("n") +
                           " FROM (SELECT w.word, w.date, w.states::text[] AS states" + columns("w.", "") +
                           " FROM unnest($2::text[], $3::date[], $4::text[], $5::bigint[], $6::bigint[],"
                           " $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])"
                           " AS w (word, date, states, documents, sum1, sum2, sum3, sum4, sum5)) n"
                           " GROUP BY GROUPING SETS ((n.word, n.states)" +
                           days + ')'),
                company, words, dates, states, documents, sums[0], sums[1], sums[2], sums[3], sums[4]);
    }

    /// Those of which so many documents have one that their counts are worth keeping.
    Json worthOf(Database& db, const Uuid& company,
                 const std::vector<std::pair<std::int64_t, std::string>>& candidates) const {
        Json worth = Json::array();
        if (candidates.empty()) {
            return worth;
        }
        ArrayParam words;
        ArrayParam ends;
        for (const auto& [times, word] : candidates) {
            words.add(word);
            ends.add(Param::owning(endOf(word)));
        }
        const Rows rows = db.query("SELECT n.word FROM unnest($2::text[], $3::text[]) AS n (word, behind)"
                                   " WHERE (SELECT count(*) FROM (SELECT" +
                                       inRange("n.word", "n.behind") + " LIMIT " + std::to_string(Worth) +
                                       ") counted) = " + std::to_string(Worth),
                                   company, words, ends);
        for (const Row row : rows) {
            worth.push(row.text(0));
        }
        return worth;
    }

    void fileBegin(Call& call, const Json& words) const {
        if (!words.empty()) {
            call.fileJob(Job, call.now(), Json::object({{"list", rows_.list}, {"words", words}}),
                         rows_.list + ":begin:" + call.newUuid().toString());
        }
    }

    void begin(Database& db, const Uuid& company, const std::string& word) const {
        // Not yet, unless another job was faster; one by one, so that each is planned for as many documents
        // as it has.
        db.query(intoCounts("SELECT $2::text, s.* FROM (" +
                            byKeys(counted("SELECT w." + rows_.document + " AS document" +
                                               inRange("$2", "$3") + " EXCEPT " + marked(),
                                           " AND" + hasWord("k.document_id", "$2", "$3"))) +
                            ") s WHERE NOT EXISTS (SELECT FROM " + counts() +
                            " c WHERE c.company_id = $1 AND c.list = '" + rows_.list + "' AND c.word = $2)"),
                 company, word, endOf(word));
    }
};

} // namespace svc
