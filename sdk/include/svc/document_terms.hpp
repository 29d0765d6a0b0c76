/// @file The words of the documents of a list, for the filter `q`.
///
/// A word that many documents have is not gathered: the list is walked in its order and each document is
/// asked, until the page is full. A rare word is gathered.
///
/// The table of a plugin is `<schema>.list_term (company_id uuid, list text, term text, document_id uuid)`,
/// all of them its key: the range of a prefix is one look at it. An index begins with company, list and
/// document. Beside it lies `<schema>.list_word` (svc/word_counts.hpp), and the plugin offers the job that
/// counts.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>
#include <svc/list_query.hpp>
#include <svc/search_text.hpp>
#include <svc/word_counts.hpp>

namespace svc {

/// A list in which documents are searched by a text.
struct SearchedList {
    ListParams params;       ///< of `rows`
    std::string rows;        ///< `FROM table alias WHERE …` by the filters other than the text
    std::string_view alias;  ///< of the table
    std::string_view order;  ///< of the list
    std::string_view newest; ///< the order that has the newest first
    std::int64_t limit = 0;  ///< of the page
    /// The filters other than the text, when the words are counted by all of them.
    std::optional<CountedFilter> counted = {};
};

/// A statement of a search: reads the rows of the page, or what all documents are together, or both.
struct FoundDocuments {
    ListParams params;
    std::string from; ///< `FROM … WHERE …`, under the alias of the list
    bool rows = true;
    bool summary = true;
    std::optional<FoundSums> kept = {}; ///< the summary, when it is kept
};

/// The rows of a page of what is found, of the columns of `alias`, for a statement that has the summary as
/// `summary`, with its number as `documents`: no more rows are looked for than there are. Few records, or
/// none, may have what two filters ask for, each of which many have.
inline std::string pageOf(FoundDocuments& found, const std::string& alias, const std::string& order,
                          std::int64_t limit, std::int64_t offset) {
    const std::string skipped = found.params.place(offset);
    std::string rows = "SELECT " + alias + ".*" + found.from + order + " LIMIT " +
                       found.params.place(found.rows ? limit : 0) + " OFFSET " + skipped;
    if (!found.summary) {
        return rows;
    }
    return "SELECT " + alias + ".* FROM (" + rows + ") " + alias +
           " LIMIT greatest((SELECT documents FROM summary) - " + skipped + "::bigint, 0)";
}

/// A table of words as a search reads it.
class TermTable {
public:
    explicit TermTable(TermRows rows) : rows_(std::move(rows)) {}

    const std::string& list() const noexcept { return rows_.list; }
    WordCounts counts() const { return WordCounts(rows_); }

    /// Conditions on the column `id` for the words of a search: each begins a word of the document.
    struct Search {
        std::string all;  ///< of every document that is found
        std::string walk; ///< the same for a list that is walked in its order; empty when a word is rare
    };

    /// Parameters `$<from>` and `$<to>` of the conditions are wordList and wordEnds of the words, `$1` is the
    /// company. A rare word is gathered, and the documents it finds are asked for the common ones.
    Search search(Database& db, const Uuid& company, const std::vector<std::string>& words,
                  std::string_view id, int from, int to) const {
        std::string look = "SELECT ";
        for (std::size_t i = 1; i <= words.size(); ++i) {
            look += i == 1 ? "" : ", ";
            look += "coalesce(" + counts().kept("($2::text[])[" + std::to_string(i) + ']') +
                    ", (SELECT count(*) FROM (SELECT" + rows() + range(i, 2, 3) + " LIMIT " +
                    std::to_string(Common) + ") n))";
        }
        const Rows found = db.query(look, company, wordList(words), wordEnds(words));
        Search search;
        std::string gathered;
        bool rare = false;
        for (std::size_t i = 1; i <= words.size(); ++i) {
            const std::string in = " AND " + std::string(id) + " IN (SELECT w." + rows_.document + rows() +
                                   range(i, from, to) + ')';
            const std::string asked = this->asked(id, i, from, to);
            const bool common = found[0].integer(static_cast<std::uint32_t>(i - 1)) >= Common;
            rare = rare || !common;
            gathered += in;
            search.walk += asked;
            search.all += common ? asked : in;
        }
        if (rare) {
            search.walk.clear();
        } else {
            search.all = gathered;
        }
        return search;
    }

    /// The page of the documents that `text` finds. `read(page, found)` reads what it is asked for into the
    /// page, which has `rows` and their `count` without the bounds of the page.
    ///
    /// Rare words are gathered. Of common words alone the list is walked in its order until the page is full,
    /// and only the summary is gathered, unless it is kept. Where no word begins so, the newest documents are
    /// looked through for words that have it anywhere.
    template <class Page, class Read>
    Page find(Call& call, const std::string& text, const SearchedList& list, Read read) const {
        Database& db = call.db();
        const Uuid company = call.companyId();
        Page page;
        const std::vector<std::string> words = searchTokens(text);
        if (words.empty()) {
            return page; // signs alone
        }
        FoundDocuments all{list.params, list.rows};
        const int begins = all.params.number(wordList(words));
        const int ends = all.params.number(wordEnds(words));
        const std::string id = std::string(list.alias) + ".id";
        const Search look = search(db, company, words, id, begins, ends);
        all.from += look.all;
        if (!look.walk.empty()) {
            FoundDocuments walked = all;
            walked.from = first(list.alias, list.rows, list.order, Walk) + look.walk;
            walked.summary = false;
            read(page, walked);
            if (static_cast<std::int64_t>(page.rows.size()) == list.limit) {
                if (words.size() == 1 && list.counted) {
                    all.kept = counts().found(db, company, words.front(), *list.counted);
                }
                all.rows = false;
                read(page, all);
                return page;
            }
        }
        read(page, all);
        if (page.count > 0) {
            return page;
        }
        FoundDocuments newest{list.params, first(list.alias, list.rows, list.newest, Newest)};
        newest.from += anywhere(id, words.size(), newest.params.number(wordList(words)));
        read(page, newest);
        return page;
    }

    /// A condition on the column `id`: each of so many texts, of the list that is parameter `$<from>`, stands
    /// somewhere in a word of the document. For few documents.
    std::string anywhere(std::string_view id, std::size_t words, int from) const {
        std::string sql;
        for (std::size_t i = 1; i <= words; ++i) {
            sql += " AND (SELECT true" + rows() + " AND w." + rows_.document + " = " + std::string(id) +
                   " AND strpos(w.term, ($" + std::to_string(from) + "::text[])[" + std::to_string(i) +
                   "]) > 0 LIMIT 1)";
        }
        return sql;
    }

    /// The first rows of `from` (`FROM table alias WHERE …`) in their order, again under their alias.
    static std::string first(std::string_view alias, const std::string& from, std::string_view order,
                             int rows) {
        const std::string name(alias);
        return " FROM (SELECT " + name + ".*" + from + std::string(order) + " LIMIT " + std::to_string(rows) +
               ") " + name + " WHERE true";
    }
    /// How many documents are asked before the word is gathered after all.
    static constexpr int Walk = 5000;
    /// How many of the newest are looked through for a text that begins no word.
    static constexpr int Newest = 1000;

private:
    static constexpr int Common = 2000;

    /// Has the document a word that begins so?
    std::string asked(std::string_view id, std::size_t word, int from, int to) const {
        return " AND (SELECT true" + rows() + " AND w." + rows_.document + " = " + std::string(id) +
               range(word, from, to) + " LIMIT 1)";
    }

    std::string rows() const { return rows_.from(); }
    static std::string range(std::size_t word, int from, int to) {
        const std::string at = "::text[])[" + std::to_string(word) + ']';
        return " AND w.term >= ($" + std::to_string(from) + at + " AND w.term < ($" + std::to_string(to) + at;
    }

    TermRows rows_;
};

/// One list of a plugin; `schema`, `list` and what it is counted by are constants of the code.
class DocumentTerms {
public:
    constexpr DocumentTerms(std::string_view schema, std::string_view list, const CountedBy& by)
        : schema_(schema), list_(list), by_(by) {}

    /// Queues the words of a new document.
    void add(Call& call, const Uuid& document, std::vector<std::string> words) const {
        words.emplace_back(WordCounts::Mark);
        insert(call, document, words, "");
        this->words().counts().added(call, document);
    }

    /// Queues that a document is found by other words than before.
    void change(Call& call, const Uuid& document, const std::vector<std::string>& before,
                const std::vector<std::string>& after) const {
        const auto without = [](const std::vector<std::string>& words,
                                const std::vector<std::string>& others) {
            std::vector<std::string> left;
            std::copy_if(words.begin(), words.end(), std::back_inserter(left), [&](const std::string& word) {
                return std::find(others.begin(), others.end(), word) == others.end();
            });
            return left;
        };
        if (const auto gone = without(before, after); !gone.empty()) {
            call.db().send(
                "DELETE FROM " + table() +
                    " WHERE company_id = $1 AND list = $2 AND document_id = $3 AND term = ANY ($4::text[])",
                call.companyId(), list_, document, wordList(gone));
        }
        insert(call, document, without(after, before), " ON CONFLICT DO NOTHING");
        words().counts().changed(call, document, before, after);
    }

    /// Queues that a document has other states or sums than before.
    void move(Call& call, const Uuid& document, const DocumentShare& before,
              const DocumentShare& after) const {
        words().counts().moved(call, document, before, after);
    }

    /// The words as a search reads them.
    TermTable words() const {
        return TermTable(TermRows{std::string(schema_), std::string(list_), table(),
                                  " AND w.list = '" + std::string(list_) + '\'', "document_id", by_});
    }

private:
    // A check for conflicts costs as much as the row: only where there may be one.
    void insert(Call& call, const Uuid& document, const std::vector<std::string>& words,
                std::string_view conflict) const {
        if (!words.empty()) {
            std::vector<std::string> once = words;
            std::sort(once.begin(), once.end());
            once.erase(std::unique(once.begin(), once.end()), once.end());
            call.db().send("INSERT INTO " + table() +
                               " (company_id, list, term, document_id) SELECT $1::uuid, $2::text, t, $3::uuid"
                               " FROM unnest($4::text[]) AS t" +
                               std::string(conflict),
                           call.companyId(), list_, document, wordList(once));
        }
    }

    std::string table() const { return std::string(schema_) + ".list_term"; }

    std::string_view schema_;
    std::string_view list_;
    CountedBy by_;
};

/// The job WordCounts::Job of a plugin with these lists.
inline void countWords(Call& call, const Json& payload, const std::vector<TermTable>& lists) {
    const std::string list = payload.textOr("list");
    for (const TermTable& terms : lists) {
        if (terms.list() != list) {
            continue;
        }
        if (payload.contains("words")) {
            terms.counts().begin(call, payload["words"]);
        } else {
            terms.counts().count(call);
        }
    }
}

} // namespace svc
