/// @file A list as declared under `lists:` of plugin.yaml, and the database objects that the host creates for
/// it: triggers that record each change. The test kit creates the same objects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <svc/search_text.hpp>

namespace svc {

/// The declaration of a list. Expressions are SQL over the record `r` of the table.
struct ListDeclaration {
    std::string name;                     ///< `<schema>.<list>`
    std::string table;                    ///< with its schema; must have company_id and id
    std::string date;                     ///< the day that the list is filtered by; empty: none
    std::vector<std::string> filters;     ///< text expressions by which records are counted
    std::vector<std::string> totals;      ///< expressions of whole numbers to sum, at most five
    std::string words;                    ///< the text that `q` searches for words; empty: no search
    std::string number;                   ///< the number of a document, for `q`
    std::vector<std::string> wordColumns; ///< expressions: a change of one of them updates the words

    bool isCounted() const { return !filters.empty() || !date.empty(); }
    bool isSearched() const { return !words.empty(); }
    /// The name in a form that fits into SQL identifiers.
    std::string identifier() const {
        std::string text = name;
        std::replace_if(
            text.begin(), text.end(), [](char c) { return c == '.' || c == '-'; }, '_');
        return text;
    }
};

namespace detail {

inline std::string quotedSql(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        quoted += c;
        if (c == '\'') {
            quoted += c;
        }
    }
    return quoted + '\'';
}

inline std::string joined(const std::vector<std::string>& parts, std::string_view between) {
    std::string text;
    for (const std::string& part : parts) {
        text += text.empty() ? part : std::string(between) + part;
    }
    return text;
}

/// Rewrites an expression for another record: `r.status` becomes `NEW.status`.
inline std::string ofRecord(std::string_view expression, std::string_view record) {
    std::string text;
    for (std::size_t i = 0; i < expression.size(); ++i) {
        const char before = i == 0 ? ' ' : expression[i - 1];
        const bool inName = before == '_' || before == '.' || (before >= '0' && before <= '9') ||
                            (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z');
        if (!inName && expression.substr(i, 2) == "r.") {
            text += record;
        } else {
            text += expression[i];
        }
    }
    return text;
}

/// The folding of a range of code points as arguments of translate() and calls of replace().
struct FoldedRange {
    std::string from; ///< letters that are replaced by one letter each, in the order of `to`
    std::string to;
    std::string gone;           ///< letters that are removed
    std::string replaced = "$"; ///< nested calls of replace() around `$`, for letters that become several

    FoldedRange(char32_t first, char32_t last) {
        for (char32_t value = first; value <= last; ++value) {
            take(value);
        }
    }
    /// SQL that folds the expression `text`.
    std::string of(const std::string& text) const {
        std::string calls = replaced;
        calls.replace(calls.find('$'), 1, text);
        return "translate(" + calls + ", '" + from + gone + "', '" + to + "')";
    }

private:
    void take(char32_t value) {
        std::string letter;
        std::string base;
        appendCodePoint(letter, value);
        appendFolded(base, value);
        std::string_view rest = base;
        if (base == letter) {
            return;
        }
        if (base.empty()) {
            gone += letter;
            return;
        }
        takeCodePoint(rest);
        if (rest.empty()) {
            from += letter;
            to += base;
        } else {
            replaced = "replace(" + replaced + ", '" + letter + "', '" + base + "')";
        }
    }
};

/// svc.list_folded: the SQL version of svc::folded, generated from the same table. It handles Western
/// European letters first, then the other Latin letters, then the rest, and returns as soon as the text is
/// ASCII: translate() compares every character with all of its letters, and most texts need only the first
/// step.
inline std::string foldingFunction() {
    const std::string plain = " IF octet_length(t) = length(t) THEN RETURN t; END IF;";
    return "CREATE OR REPLACE FUNCTION svc.list_folded(text) RETURNS text LANGUAGE plpgsql IMMUTABLE "
           "PARALLEL "
           "SAFE AS $f$ DECLARE t text := lower($1 COLLATE \"C\"); BEGIN" +
           plain + " t := " + FoldedRange(0x80, 0xFF).of("t") + ';' + plain +
           " t := " + FoldedRange(0x100, 0x36F).of(FoldedRange(0x1E00, 0x1EFF).of("t")) + ';' + plain +
           " RETURN " + FoldedRange(0x370, 0x587).of(FoldedRange(0x1F00, 0x1FFF).of("t")) + "; END $f$;\n";
}

/// The characters that separate words, as in svc::searchWords: the inside of a PostgreSQL bracket expression.
inline constexpr const char* BetweenWords =
    R"(\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f\ufeff)";

/// The ASCII characters among them, as an SQL literal.
inline std::string plainBetweenWords() {
    std::string text = "E'";
    for (char32_t value = 1; value < 0x80; ++value) {
        if (!isWordCharacter(value)) {
            text += R"(\x)";
            text += "0123456789abcdef"[value / 16];
            text += "0123456789abcdef"[value % 16];
        }
    }
    return text + '\'';
}

/// svc.list_word_rows: the words of a folded text and number, with repetitions; PostgreSQL inlines it into
/// the calling statement. svc.list_words: the words by which a document is found, as in svc::documentWords
/// and svc::addNumber. Regular expressions cost ten times more and are used only for texts that are not
/// ASCII.
inline std::string wordsFunctions() {
    const std::string between = BetweenWords;
    const std::string plainBetween = plainBetweenWords();
    const auto isPlain = [](const std::string& text) {
        return "octet_length(" + text + ") = length(" + text + ")";
    };
    return "CREATE OR REPLACE FUNCTION svc.list_word_rows(text, text) RETURNS SETOF text LANGUAGE sql "
           "IMMUTABLE"
           " PARALLEL SAFE ROWS 10 AS $f$ SELECT left(w.word, 60) FROM (SELECT unnest(CASE WHEN " +
           isPlain("$1") + " THEN string_to_array(translate($1, " + plainBetween + ", repeat(' ', length(" +
           plainBetween + "))), ' ') ELSE regexp_split_to_array($1, '[" + between +
           "]+') END) UNION ALL SELECT CASE WHEN " + isPlain("part") + " THEN btrim(part, " + plainBetween +
           ") ELSE regexp_replace(part, '^[" + between + "]+|[" + between +
           "]+$', '', 'g') END FROM unnest(string_to_array(translate($1, E'\\t\\r\\n', '   '), ' ')) AS part"
           " UNION ALL VALUES ($2), (substring($2 FROM '[0-9]*$')), (ltrim(substring($2 FROM '[0-9]*$'), "
           "'0')))"
           " AS w (word) WHERE w.word <> '' $f$;\n"
           // plpgsql rather than sql: an sql function would be planned again for each record of the calling
           // function.
           "CREATE OR REPLACE FUNCTION svc.list_words(text, text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE"
           " PARALLEL SAFE AS $f$ BEGIN RETURN (\n"
           "WITH f AS MATERIALIZED (SELECT svc.list_folded($1) AS words, svc.list_folded($2) AS number)"
           " SELECT coalesce(array_agg(DISTINCT w.word), '{}') FROM f,"
           " LATERAL svc.list_word_rows(f.words, f.number) AS w (word));\nEND $f$;\n";
}

/// SQL of a table with row-level security. `sees`: the condition of visible rows; `writes`: a further
/// condition of written rows, empty for none.
inline std::string companyTable(const std::string& name, const std::string& columns, const std::string& sees,
                                const std::string& comment, const std::string& writes = {}) {
    return "CREATE TABLE IF NOT EXISTS svc." + name + " (company_id uuid NOT NULL, " + columns +
           ");\nCOMMENT ON TABLE svc." + name + " IS '" + comment + "';\nALTER TABLE svc." + name +
           " ENABLE ROW LEVEL SECURITY;\nALTER TABLE svc." + name +
           " FORCE ROW LEVEL SECURITY;\nDROP POLICY IF EXISTS company ON svc." + name +
           ";\nCREATE POLICY company ON svc." + name + " USING (" + sees + ")" +
           (writes.empty() ? "" : " WITH CHECK ((" + sees + ") AND (" + writes + "))") + ";\n";
}

inline constexpr const char* SumColumns =
    "sum1 bigint NOT NULL DEFAULT 0, sum2 bigint NOT NULL DEFAULT 0, sum3 bigint NOT NULL DEFAULT 0,"
    " sum4 bigint NOT NULL DEFAULT 0, sum5 bigint NOT NULL DEFAULT 0";

} // namespace detail

/// SQL of the functions that compute the words of records. When they change, the host computes all words
/// again.
inline std::string listWordFunctions() {
    return detail::foldingFunction() + detail::wordsFunctions();
}

/// SQL of the tables and functions that all lists share.
inline std::string listTables() {
    const std::string bound = "company_id = current_setting('svc.company')::uuid";
    const std::string sums = detail::SumColumns;
    const std::string list = "list text COLLATE \"C\" NOT NULL, ";
    return "CREATE TABLE IF NOT EXISTS svc.list (name text COLLATE \"C\" PRIMARY KEY, checksum text NOT "
           "NULL);\n"
           "COMMENT ON TABLE svc.list IS 'Declared lists whose triggers are in place.';\n" +
           // No primary key: plugins only insert rows, and the host deletes them when it folds them.
           detail::companyTable(
               "list_change",
               list +
                   "record_id uuid NOT NULL, date date, filters text[] COLLATE \"C\", sign smallint NOT "
                   "NULL,"
                   " words boolean NOT NULL, " +
                   sums,
               "coalesce(current_setting('svc.company', true), '') = '' OR"
               " company_id = nullif(current_setting('svc.company', true), '')::uuid",
               "Changes of records of declared lists that are not folded yet. Look-up policy: the host looks "
               "for companies that have some.",
               // The role of a plugin is svc_p_<schema>, and the names of its lists start with its schema.
               "NOT starts_with(current_user::text, 'svc_p_') OR starts_with(list, "
               "substr(current_user::text, 7) || '.')") +
           "CREATE INDEX IF NOT EXISTS list_change_index ON svc.list_change (company_id, list);\n" +
           detail::companyTable(
               "list_count",
               list +
                   "grain \"char\" NOT NULL, date date NOT NULL, filters text[] COLLATE \"C\" NOT NULL,"
                   " documents bigint NOT NULL, " +
                   sums + ", CONSTRAINT list_count_pkey PRIMARY KEY (company_id, list, grain, date, filters)",
               bound,
               "Records and their sums by day (d) and month (m) and by the values of filters, but for "
               "list_change. Bound policy.") +
           detail::companyTable("list_word",
                                list + "word text COLLATE \"C\" NOT NULL, record_id uuid NOT NULL,"
                                       " CONSTRAINT list_word_pkey PRIMARY KEY (company_id, list, word, "
                                       "record_id)",
                                bound, "Records by their words, but for list_change. Bound policy.") +
           detail::companyTable("list_record",
                                list + "record_id uuid NOT NULL, words text[] COLLATE \"C\" NOT NULL,"
                                       " CONSTRAINT list_record_pkey PRIMARY KEY (company_id, list, "
                                       "record_id)",
                                bound, "Words by record: the rows of list_word. Bound policy.") +
           listWordFunctions();
}

/// SQL of the triggers of one list and their functions; it does not touch the host's counters. An INSERT
/// records all its rows with one statement; an UPDATE records a row only when a counted or searched column
/// has changed.
class ListTriggers {
public:
    explicit ListTriggers(const ListDeclaration& list) : list_(list), id_(list.identifier()) {}

    std::string script() const {
        std::string sql;
        if (list_.isSearched()) {
            const std::string number = list_.number.empty() ? "NULL" : list_.number;
            sql += "CREATE OR REPLACE FUNCTION svc.list_words_of_" + id_ +
                   "(uuid, uuid) RETURNS text[] LANGUAGE sql STABLE AS $f$ SELECT svc.list_words(" +
                   list_.words + ", " + number + ") FROM " + list_.table +
                   " r WHERE r.company_id = $1 AND r.id = $2 $f$;\n";
            // Returns the folded text and number of many records. It joins with unnest(), so that the plan is
            // the same for any number of records.
            sql +=
                "CREATE OR REPLACE FUNCTION svc.list_texts_among_" + id_ +
                "(uuid, uuid[]) RETURNS TABLE (record_id uuid, words text, number text) LANGUAGE sql STABLE"
                " AS $f$ SELECT r.id, svc.list_folded(" +
                list_.words + "), svc.list_folded(" + number + ") FROM unnest($2) AS n (id) JOIN " +
                list_.table + " r ON r.company_id = $1 AND r.id = n.id $f$;\n";
        }
        sql += function("added", noted("r", "FROM rows_now r", "1", searched()));
        sql += trigger("added", "INSERT", "REFERENCING NEW TABLE AS rows_now FOR EACH STATEMENT", "");
        sql += function("removed", noted("r", "FROM rows_before r", "-1", searched()));
        sql += trigger("removed", "DELETE", "REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT", "");
        sql += function("changed", changed());
        sql += trigger("changed", "UPDATE", "FOR EACH ROW", "WHEN (" + anyDiffers() + ')');
        return sql;
    }
    /// SQL that drops the functions and with them the triggers. Uses only the name of the list.
    std::string dropScript() const {
        std::string sql;
        for (const char* what : {"added", "removed", "changed"}) {
            sql += "DROP FUNCTION IF EXISTS svc.list_" + std::string(what) + '_' + id_ + "() CASCADE;\n";
        }
        return sql + "DROP FUNCTION IF EXISTS svc.list_words_of_" + id_ +
               "(uuid, uuid);\nDROP FUNCTION IF EXISTS svc.list_texts_among_" + id_ + "(uuid, uuid[]);\n";
    }
    /// SQL that records all records of the session's company as new.
    std::string noteAll() const { return noted("r", "FROM " + list_.table + " r", "1", searched()); }

    /// SQL of the values `company_id, id, date, filters, sum1 … sum5` of a record.
    std::string values(const std::string& record) const {
        std::string text = record + ".company_id, " + detail::quotedSql(list_.name) + ", " + record +
                           ".id, " + (list_.date.empty() ? "NULL::date" : of(list_.date, record)) + ", ";
        std::vector<std::string> filters;
        for (const std::string& filter : list_.filters) {
            filters.push_back('(' + of(filter, record) + ")::text");
        }
        text += list_.isCounted() ? "ARRAY[" + detail::joined(filters, ", ") + "]::text[]" : "NULL::text[]";
        for (std::size_t i = 0; i < 5; ++i) {
            text += i < list_.totals.size() ? ", (" + of(list_.totals[i], record) + ")::bigint" : ", 0";
        }
        return text;
    }

private:
    static std::string of(const std::string& expression, const std::string& record) {
        return detail::ofRecord(expression, record);
    }
    const char* searched() const { return list_.isSearched() ? "true" : "false"; }

    std::string noted(const std::string& record, const std::string& from, const std::string& sign,
                      const std::string& words) const {
        return "INSERT INTO svc.list_change (company_id, list, record_id, date, filters, sum1, sum2, sum3, "
               "sum4,"
               " sum5, sign, words) SELECT " +
               values(record) + ", " + (list_.isCounted() ? sign : "0") + ", " + words + ' ' + from + ";\n";
    }
    std::string changed() const {
        const std::string words = list_.isSearched() ? differ(list_.wordColumns) : "false";
        const std::string wordsAlone = noted("NEW", "", "0", "true");
        if (!list_.isCounted()) {
            return wordsAlone;
        }
        return "IF " + differ(counted()) + " THEN\n" + noted("OLD", "", "-1", "false") +
               noted("NEW", "", "1", words) + "ELSE\n" + wordsAlone + "END IF;\n";
    }
    std::vector<std::string> counted() const {
        std::vector<std::string> all = list_.filters;
        all.insert(all.end(), list_.totals.begin(), list_.totals.end());
        if (!list_.date.empty()) {
            all.push_back(list_.date);
        }
        return all;
    }
    std::string anyDiffers() const {
        std::vector<std::string> all = counted();
        all.insert(all.end(), list_.wordColumns.begin(), list_.wordColumns.end());
        return differ(all);
    }
    static std::string differ(const std::vector<std::string>& expressions) {
        if (expressions.empty()) {
            return "false";
        }
        std::vector<std::string> before;
        std::vector<std::string> after;
        for (const std::string& expression : expressions) {
            before.push_back(of(expression, "OLD"));
            after.push_back(of(expression, "NEW"));
        }
        return "ROW(" + detail::joined(before, ", ") + ") IS DISTINCT FROM ROW(" +
               detail::joined(after, ", ") + ')';
    }
    std::string function(const std::string& what, const std::string& body) const {
        return "CREATE OR REPLACE FUNCTION svc.list_" + what + '_' + id_ +
               "() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN\n" + body + "RETURN NULL;\nEND $f$;\n";
    }
    std::string trigger(const std::string& what, const std::string& event, const std::string& rows,
                        const std::string& when) const {
        return "CREATE OR REPLACE TRIGGER list_" + what + '_' + id_ + " AFTER " + event + " ON " +
               list_.table + ' ' + rows + ' ' + when + " EXECUTE FUNCTION svc.list_" + what + '_' + id_ +
               "();\n";
    }

    const ListDeclaration& list_;
    std::string id_;
};

} // namespace svc
