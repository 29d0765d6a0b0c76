/// @file The words of the documents of a list, for the filter `q`.
///
/// The table of a plugin is `<schema>.list_term (company_id uuid, list text, term text, document_id uuid)`,
/// all of them its key: the range of a prefix is one look at it.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>
#include <svc/search_text.hpp>

namespace svc {

/// One list of a plugin; `schema` and `list` are constants of the code.
class DocumentTerms {
public:
    constexpr DocumentTerms(std::string_view schema, std::string_view list) : schema_(schema), list_(list) {}

    /// Queues the words of a new document.
    void add(Call& call, const Uuid& document, const std::vector<std::string>& words) const {
        if (!words.empty()) {
            call.db().send("INSERT INTO " + table() +
                               " (company_id, list, term, document_id) SELECT $1::uuid, $2::text, t, $3::uuid"
                               " FROM unnest($4::text[]) AS t ON CONFLICT DO NOTHING",
                           call.companyId(), list_, document, wordList(words));
        }
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
        add(call, document, without(after, before));
    }

    /// A condition on the column `id` for so many words of a search: each begins a word of the document.
    /// Parameters `$<from>` and `$<to>` are wordList and wordEnds of the words.
    std::string condition(std::string_view id, std::size_t words, int from, int to) const {
        std::string sql;
        for (std::size_t i = 1; i <= words; ++i) {
            const std::string at = "::text[])[" + std::to_string(i) + ']';
            sql += " AND " + std::string(id) + " IN (SELECT w.document_id FROM " + table() +
                   " w WHERE w.company_id = $1 AND w.list = '" + std::string(list_) + "' AND w.term >= ($" +
                   std::to_string(from) + at + " AND w.term < ($" + std::to_string(to) + at + ')';
        }
        return sql;
    }

private:
    std::string table() const { return std::string(schema_) + ".list_term"; }

    std::string_view schema_;
    std::string_view list_;
};

} // namespace svc
