/// @file Parts of the statements that count what words find (svc/word_counts.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <svc/counted_by.hpp>

namespace svc {

/// Where the words of the documents of one list lie.
struct TermRows {
    std::string schema;   ///< of the plugin
    std::string list;     ///< a constant of the code
    std::string table;    ///< of the words: company_id, term and the next two
    std::string where;    ///< what narrows its rows `w` to the list: ` AND w.list = 'sale'`, or nothing
    std::string document; ///< its column of what is found
    CountedBy by;

    /// The words of the company, as ` FROM … WHERE …`.
    std::string from() const { return " FROM " + table + " w WHERE w.company_id = $1" + where; }
};

namespace detail {

/// In all of them `$1` is the company, and documents stand in a column `document`.
class WordStatements {
protected:
    explicit WordStatements(const TermRows& rows) : rows_(rows) {}

    /// The day of what is counted by states.
    static constexpr const char* OfStates = "date '-infinity'";

    std::string counts() const { return rows_.schema + ".list_word"; }
    std::string changes() const { return rows_.schema + ".list_change"; }

    /// `, t.documents AS documents, t.sum1 AS sum1, …`, each column between `before` and `behind`.
    static std::string columns(const std::string& before, const std::string& behind) {
        std::string list;
        for (const char* name : {"documents", "sum1", "sum2", "sum3", "sum4", "sum5"}) {
            list += ", " + before + name + behind + " AS " + name;
        }
        return list;
    }
    static std::string keyOf(const std::string& alias) {
        return ", " + alias + ".date, " + alias + ".states";
    }
    static std::string sums(const std::string& alias) { return columns(alias + '.', ""); }
    static std::string multiplied(const std::string& factor, const std::string& alias) {
        return columns(factor + " * " + alias + '.', "");
    }
    static std::string summed(const std::string& alias) {
        return columns("coalesce(sum(" + alias + '.', "), 0)::bigint");
    }

    /// Documents that are not counted yet, by name `document`.
    std::string marked() const {
        return "SELECT w." + rows_.document + " AS document" + rows_.from() + " AND w.term = ''";
    }
    std::string isMarked(const std::string& document) const {
        return " EXISTS (SELECT" + rows_.from() + " AND w.term = '' AND w." + rows_.document + " = " +
               document + ')';
    }
    /// What these are as they are now: document, date, states, documents, sum1, …
    std::string shares(const std::string& documents) const {
        const std::string date(rows_.by.date.empty() ? OfStates : rows_.by.date);
        std::string sql = "SELECT u.document, " + date + " AS date, ARRAY[" + std::string(rows_.by.states) +
                          "]::text[] AS states, 1::bigint AS documents";
        for (std::size_t i = 0; i < rows_.by.sums.size(); ++i) {
            const std::string_view sum = rows_.by.sums[i];
            sql += ", (" + std::string(sum.empty() ? "0" : sum) + ")::bigint AS sum" + std::to_string(i + 1);
        }
        return sql + " FROM (" + documents + ") u JOIN " + std::string(rows_.by.records) +
               " d ON d.company_id = $1 AND d.id = u.document";
    }
    /// What these are to the counts: as they are now, without the changes `k` of them that are not counted
    /// yet.
    std::string counted(const std::string& documents, const std::string& of) const {
        return "SELECT t.document" + keyOf("t") + summed("t") + " FROM (" + shares(documents) +
               " UNION ALL SELECT k.document_id" + keyOf("k") + multiplied("-1", "k") + " FROM " + changes() +
               " k WHERE k.company_id = $1 AND k.list = '" + rows_.list + "' AND NOT" +
               isMarked("k.document_id") + of + ") t GROUP BY t.document, t.date, t.states";
    }
    std::string dayOf(const std::string& alias) const {
        return rows_.by.date.empty() ? OfStates : "coalesce(" + alias + ".date, " + OfStates + ')';
    }
    /// These together as they are counted: once by states, once by days.
    std::string byKeys(const std::string& rows) const {
        return "SELECT " + dayOf("t") + " AS date, coalesce(t.states, '{}') AS states" + summed("t") +
               " FROM (" + rows + ") t GROUP BY GROUPING SETS ((t.states)" +
               (rows_.by.date.empty() ? ")" : ", (t.date))");
    }
    std::string inRange(const std::string& from, const std::string& to) const {
        return rows_.from() + " AND w.term >= " + from + " AND w.term < " + to;
    }
    /// Has the document a word in this range?
    std::string hasWord(const std::string& document, const std::string& from, const std::string& to) const {
        return " EXISTS (SELECT" + rows_.from() + " AND w." + rows_.document + " = " + document +
               " AND w.term >= " + from + " AND w.term < " + to + ')';
    }
    /// Adds rows of word, date, states, documents, sum1, …
    std::string intoCounts(const std::string& rows) const {
        return "INSERT INTO " + counts() +
               " AS c (company_id, list, word, date, states, documents, sum1, sum2, sum3, sum4, sum5)"
               " SELECT $1::uuid, '" +
               rows_.list + "', r.* FROM (" + rows +
               ") r ON CONFLICT (company_id, list, word, date, states) DO UPDATE SET"
               " documents = c.documents + excluded.documents, sum1 = c.sum1 + excluded.sum1,"
               " sum2 = c.sum2 + excluded.sum2, sum3 = c.sum3 + excluded.sum3,"
               " sum4 = c.sum4 + excluded.sum4, sum5 = c.sum5 + excluded.sum5";
    }

    const TermRows& rows_;
};

} // namespace detail

} // namespace svc
