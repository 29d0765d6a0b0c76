/// @file The filter `q` of a declared list: each word of `q` must be the beginning of a word of the record.
///
/// When even the rarest word is common, the statement walks the list in its order and tests each record until
/// the page is full. Otherwise it collects the records of the rarest word from the index and tests those.
/// When no record matches, it searches the newest records for words that contain the text anywhere.
#pragma once

#include <svc/list.hpp>

namespace svc {

namespace detail {

/// The words of one request and how many records have each.
class ListSearch {
public:
    /// Reads how many records have each word, and which records are not folded yet.
    ListSearch(Call& call, const ListStatements& list, const std::vector<std::string>& words)
        : list_(list), wordsOf_("svc.list_words_of_" + identifier(list.request().list)),
          textsAmong_("svc.list_texts_among_" + identifier(list.request().list)),
          newest_(list.request().params), texts_(words) {
        const Rows rows =
            call.db().query(probe(words.size()), call.companyId(), wordList(words), wordEnds(words));
        const Row row = rows[0];
        if (!row.isNull(0)) {
            pending_ = newest_.place(row.text(0)) + "::uuid[]";
            changed_ = row.integer(1);
        }
        const std::string from = newest_.place(wordList(words)) + "::text[]";
        asking_ = newest_;
        const std::string end = asking_.place(wordEnds(words)) + "::text[]";
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string at = ")[" + std::to_string(i + 1) + ']';
            words_.push_back({'(' + from + at, '(' + end + at, row.integer(columnOf(i))});
            rarest_ = words_[i].records < words_[rarest_].records ? i : rarest_;
        }
        gathering_ = asking_;
        if (!row.isNull(columnOf(rarest_) + 1)) {
            found_ = gathering_.place(row.text(columnOf(rarest_) + 1)) + "::uuid[]";
        }
    }

    /// Does even the rarest word occur in at least Common records?
    bool isCommon() const { return words_[rarest_].records >= Common; }

    // Each statement has only the parameters that its conditions use.
    const ListParams& askingParams() const { return asking_; }
    const ListParams& gatheringParams() const { return gathering_; }
    const ListParams& newestParams() const { return newest_; }

    /// Conditions for a walk: the record has all words.
    std::string asked() const { return askedBut(words_.size()); }
    /// Conditions for a lookup: the record is among those of the rarest word and has the other words.
    std::string gathered() const {
        return " AND " + list_.record() + ".id IN (" + ofRarest("") + ')' + askedBut(rarest_);
    }
    /// Conditions: each word of `q` is contained in some word of the record.
    std::string anywhere() const {
        std::string sql;
        for (const Word& word : words_) {
            sql += " AND EXISTS (SELECT FROM unnest(" + wordsOfRecord() + ") AS w WHERE strpos(w, " +
                   word.from + ") > 0)";
        }
        return sql;
    }
    /// The number of matches when the rarest word is common, at most ListMost + 1. Usually the first Looked
    /// records of that word already contain more than ListMost matches; only otherwise all of them are
    /// counted.
    std::string countOfCommon(ListParams& params) const {
        const std::string most = std::to_string(ListMost + 1);
        const std::string& where = list_.request().where;
        const std::string& rowsCounted = list_.request().rowsCounted;
        const bool alone = where.empty() && rowsCounted.empty() && words_.size() == 1;
        const std::string looked = std::to_string(Looked);
        const std::string some =
            "SELECT DISTINCT record_id FROM (" + ofRarest(" LIMIT " + looked) + ") AS d (record_id)";
        const std::string found =
            alone ? " FROM (" + some + ") d"
                  : " FROM (" + some + ") d JOIN " + std::string(list_.request().table) + ' ' +
                        list_.record() + " ON " + list_.record() + ".company_id = $1 AND " + list_.record() +
                        ".id = d.record_id" + rowsCounted + " WHERE true" + where + askedBut(rarest_);
        return "SELECT CASE WHEN f.n >= " + most + " OR " + bounded(words_[rarest_]) + " < " + looked +
               " THEN f.n ELSE (SELECT count(*) FROM (SELECT" + list_.gatheredToCount(gathered()) +
               " LIMIT " + most + ") a) END FROM (SELECT count(*) AS n FROM (SELECT" + found + " LIMIT " +
               most + ") b) f WHERE " + plannedForValues(params);
    }
    /// A search for one word: do at least `most` records have it, whatever the filters are? Records that are
    /// not folded are taken for records without it.
    bool isWordOf(Call& call, std::int64_t most) const {
        const std::int64_t needed = most + changed_;
        ListParams params(call.companyId());
        const std::string rows = params.place(needed) + "::bigint";
        const std::string word = params.place(texts_.front());
        const auto count = [&](const std::string& from) {
            const std::string sql = "SELECT count(*) FROM (" + from + " LIMIT " + rows + ") n";
            return call.db().query(sql, params.values())[0].integer(0);
        };
        // Usually it is a whole word. Only of several words that begin with it can a record have more than
        // one.
        if (count("SELECT FROM svc.list_word w WHERE w.company_id = $1 AND w.list = " + list_.listText() +
                  " AND w.word = " + word) >= needed) {
            return true;
        }
        const std::string end = '(' + params.place(wordEnds(texts_)) + "::text[])[1]";
        return count("SELECT DISTINCT record_id FROM (SELECT w.record_id" + folded(word, end) +
                     " LIMIT 2 * " + rows + ") w") >= needed;
    }
    /// The number of matches among the first `records` records that pass the filters, at most ListMost + 1.
    std::string countOfFiltered(int records, ListParams& params) const {
        return "SELECT count(*) FROM (SELECT" + list_.firstToCount("", records) + asked() + " LIMIT " +
               std::to_string(ListMost + 1) + ") n WHERE " + plannedForValues(params);
    }
    bool hasOneWord() const { return words_.size() == 1; }
    /// The number of records that are not folded.
    std::int64_t changed() const { return changed_; }

    static constexpr int Walk = 5000;     ///< records tested before those of the rarest word are collected
    static constexpr int Newest = 1000;   ///< newest records searched for a text anywhere
    static constexpr int Looked = 30'000; ///< records of a common word that are tested for the filters

private:
    static constexpr int Common = 2000;

    struct Word {
        std::string from;
        std::string end; ///< upper bound of the words with this prefix
        std::int64_t records = 0;
    };

    /// The column in the result of probe() that counts the folded records with a word; the next column holds
    /// those that are not folded.
    static std::uint32_t columnOf(std::size_t word) { return static_cast<std::uint32_t>(2 + 2 * word); }

    static std::string identifier(std::string_view list) {
        std::string text(list);
        std::replace(text.begin(), text.end(), '.', '_');
        return text;
    }
    std::string folded(const std::string& from, const std::string& end) const {
        return " FROM svc.list_word w WHERE w.company_id = $1 AND w.list = " + list_.listText() +
               " AND w.word >= " + from + " AND w.word < " + end;
    }
    std::string bounded(const Word& word) const {
        return "(SELECT count(*) FROM (SELECT" + folded(word.from, word.end) + " LIMIT " +
               std::to_string(Looked) + ") n)";
    }
    static std::string begins(const std::string& words, const std::string& from, const std::string& end) {
        return "EXISTS (SELECT FROM unnest(" + words + ") AS w WHERE w COLLATE \"C\" >= " + from +
               " AND w COLLATE \"C\" < " + end + ')';
    }
    /// First columns: all records that are not folded, and their number. Then for each word: the number of
    /// folded records that have it, at most Common, and the unfolded records that have it.
    std::string probe(std::size_t words) const {
        std::string sql =
            "WITH changed AS MATERIALIZED (SELECT DISTINCT record_id FROM svc.list_change WHERE company_id = "
            "$1 AND list = " +
            list_.listText() +
            " AND words), pending AS MATERIALIZED (SELECT record_id, ' ' || words AS words,"
            " coalesce(number, '') AS number FROM " +
            textsAmong_ +
            "($1::uuid, ARRAY(SELECT record_id FROM changed)))"
            " SELECT (SELECT array_agg(record_id) FROM changed), (SELECT count(*) FROM changed)";
        for (std::size_t i = 1; i <= words; ++i) {
            const std::string at = "::text[])[" + std::to_string(i) + ']';
            const std::string word = "($2" + at;
            const std::string end = "($3" + at;
            sql += ", (SELECT count(*) FROM (SELECT" + folded(word, end) + " LIMIT " +
                   std::to_string(Common) + ") n), (SELECT array_agg(p.record_id) FROM pending p WHERE " +
                   begun(word, end) + ')';
        }
        return sql;
    }
    /// Does a word of an unfolded text begin with `word`? Cheap tests come first: most texts do not contain
    /// it at all; where it follows a space, it begins a word; only the others are split into words.
    static std::string begun(const std::string& word, const std::string& end) {
        return "(strpos(p.words, ' ' || " + word + ") > 0 OR (strpos(p.words, " + word +
               ") > 0 OR strpos(p.number, " + word +
               ") > 0) AND EXISTS (SELECT FROM svc.list_word_rows(p.words, p.number) AS w (word) WHERE "
               "w.word COLLATE \"C\" >= " +
               word + " AND w.word COLLATE \"C\" < " + end + "))";
    }
    /// Query of the identifiers of the records that have the rarest word, with repetitions.
    std::string ofRarest(const std::string& limit) const {
        const Word& word = words_[rarest_];
        const std::string sql = "(SELECT w.record_id" + folded(word.from, word.end) +
                                (pending_.empty() ? "" : " AND w.record_id <> ALL (" + pending_ + ')') +
                                limit + ')';
        return found_.empty() ? sql : sql + " UNION ALL SELECT unnest(" + found_ + ')';
    }
    std::string wordsOfRecord() const {
        const std::string id = list_.record() + ".id";
        const std::string folded =
            "(SELECT k.words FROM svc.list_record k WHERE k.company_id = $1 AND k.list = " +
            list_.listText() + " AND k.record_id = " + id + ')';
        return pending_.empty() ? folded
                                : "CASE WHEN " + id + " = ANY (" + pending_ + ") THEN " + wordsOf_ +
                                      "($1::uuid, " + id + ") ELSE " + folded + " END";
    }
    std::string askedBut(std::size_t left) const {
        std::string sql;
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if (i != left) {
                sql += " AND " + begins(wordsOfRecord(), words_[i].from, words_[i].end);
            }
        }
        return sql;
    }

    const ListStatements& list_;
    std::string wordsOf_;    ///< SQL function that returns the words of one record
    std::string textsAmong_; ///< SQL function that returns the texts of many records
    ListParams newest_;      ///< parameters of anywhere()
    ListParams asking_{newest_};
    ListParams gathering_{newest_};
    // Array parameters; empty when there are no such records.
    std::string pending_; ///< records that are not folded
    std::string found_;   ///< unfolded records that have the rarest word
    std::vector<Word> words_;
    std::vector<std::string> texts_; ///< the words themselves
    std::int64_t changed_ = 0;
    std::size_t rarest_ = 0;
};

/// Counts the matches of a search whose rarest word is common, at most ListMost + 1.
class CommonCount {
public:
    CommonCount(Call& call, const ListStatements& list, const ListSearch& search)
        : call_(call), list_(list), search_(search) {}

    std::int64_t count() {
        const bool isFiltered = !list_.request().where.empty();
        if (isFiltered && list_.request().counted) {
            readCounters();
        }
        if (hasMore(isFiltered)) {
            return ListMost + 1;
        }
        // In a long list of which few records pass the filters, these are tested for the words. Otherwise the
        // records with the word are tested for the filters.
        if (passing_ && records_ > ListSearch::Looked && *passing_ < records_ / 2) {
            ListParams params = search_.askingParams();
            const std::string sql = search_.countOfFiltered(Tested, params);
            const std::int64_t found = call_.db().query(sql, params.values())[0].integer(0);
            if (found > ListMost || *passing_ <= Tested) {
                return found;
            }
        }
        ListParams params = search_.gatheringParams();
        const std::string sql = search_.countOfCommon(params);
        return call_.db().query(sql, params.values())[0].integer(0);
    }

private:
    static constexpr int Tested = 20'000;                ///< records that are tested for their words
    static constexpr std::int64_t MostWithWord = 40'000; ///< records that are counted by their word alone

    /// Reads how many records the list has and how many of them pass the filters.
    void readCounters() {
        ListParams params(call_.companyId());
        const auto sum = [&](const ListCounted& counted) {
            return "(SELECT coalesce(sum(t.sign * t.documents), 0)::bigint FROM (" +
                   listCounts(params, list_.request().list, counted) + ") t)";
        };
        const std::string sql = "SELECT " + sum({}) + ", " + sum(*list_.request().counted);
        const Rows rows = call_.db().query(sql, params.values());
        records_ = rows[0].integer(0);
        passing_ = rows[0].integer(1);
    }
    /// Is it certain, without reading a record, that more than ListMost match? It is when more records have
    /// the word than there are records that do not pass the filters, by more than ListMost.
    bool hasMore(bool isFiltered) {
        if (!search_.hasOneWord() || !list_.request().rowsCounted.empty() || (isFiltered && !passing_)) {
            return false;
        }
        const std::int64_t needed = ListMost + 1 + (passing_ ? records_ - *passing_ : 0);
        return needed + search_.changed() <= MostWithWord && search_.isWordOf(call_, needed);
    }

    Call& call_;
    const ListStatements& list_;
    const ListSearch& search_;
    std::int64_t records_ = 0;
    std::optional<std::int64_t> passing_; ///< known when the host counts by all filters of the request
};

/// Reads the summary for a page that was found by walking the list.
inline ListSummary summaryOfCommon(Call& call, const ListStatements& list, const ListSearch& search) {
    ListSummary summary;
    summary.count = CommonCount(call, list, search).count();
    summary.exact = summary.count <= ListMost;
    if (summary.exact && !list.request().totals.empty()) {
        ListParams params = search.gatheringParams();
        const std::string found = list.records(search.gathered()) + " AND " + plannedForValues(params);
        return ListRows(call.db().query(list.summed(found), params.values())).summary();
    }
    return summary;
}

} // namespace detail

/// Reads a page of a list, with or without `q`. Calls `take(row, column)` for each row; the requested
/// `columns` begin at `column`.
template <class Take>
ListSummary readList(Call& call, const ListRequest& request, const std::string& columns, Take take) {
    const detail::ListStatements list(request);
    if (!request.text) {
        return detail::readFiltered(call, list, columns, take);
    }
    const std::vector<std::string> words = searchTokens(*request.text);
    if (words.empty()) {
        return {}; // `q` holds no letter or digit
    }
    const detail::ListSearch search(call, list, words);
    const auto read = [&](ListParams params, const std::string& summary, const std::string& from) {
        const std::string sql = list.page(params, summary, from, columns);
        return detail::ListRows(call.db().query(sql, params.values()));
    };
    if (search.isCommon()) {
        const auto walked = read(search.askingParams(), detail::ListStatements::unknown(),
                                 list.first(request.order, search.Walk) + search.asked());
        if (walked.count() == request.limit) {
            walked.giveTo(take);
            return detail::summaryOfCommon(call, list, search);
        }
    }
    const std::string gathered = list.records(search.gathered());
    const auto found = read(search.gatheringParams(),
                            list.boundedWithTotals(list.gatheredToCount(search.gathered())), gathered);
    if (found.summary().count > 0) {
        found.giveTo(take);
        return found.summary();
    }
    const std::string_view newest = request.newest.empty() ? request.order : request.newest;
    const auto anywhere =
        read(search.newestParams(),
             list.boundedWithTotals(list.firstToCount(newest, search.Newest) + search.anywhere()),
             list.first(newest, search.Newest) + search.anywhere());
    anywhere.giveTo(take);
    return anywhere.summary();
}

} // namespace svc
