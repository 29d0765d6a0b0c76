// Sets of bank lines with the match that each means: how often the first suggestion is right, and that lines
// without a matching document get no suggestion.
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <svc/json.hpp>

#include "match/rules/matching.hpp"

namespace svc::bank {
namespace {

using Ids = std::set<std::string>;

class MatchingSet {
public:
    explicit MatchingSet(const std::string& name) {
        std::ifstream file(std::string(SVC_TEST_STATEMENTS) + "/matching/" + name, std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        set_ = Json::parse(text.str());
        for (const Json& partner : set_["partners"].items()) {
            names_[partner.textOr("id")] = partner.textOr("name");
        }
    }

    struct Result {
        int lines = 0;
        int right = 0;
        int nothing = 0;  ///< lines without a matching document
        int invented = 0; ///< of them, those that got a suggestion
    };

    Result judge() const {
        Result result;
        std::map<std::string, std::pair<int, int>> categories;
        const auto& lines = set_["lines"].items();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const Json& truth = truthOf(lines[i].textOr("id"));
            Ids wanted;
            for (const Json& match : truth["matches"].items()) {
                wanted.insert(match.textOr("invoiceId"));
            }
            const Ids first = firstFor(lines[i]);
            const bool good = first == wanted;
            ++result.lines;
            result.right += good ? 1 : 0;
            result.nothing += wanted.empty() ? 1 : 0;
            result.invented += wanted.empty() && !good ? 1 : 0;
            auto& [right, all] = categories[truth.textOr("category")];
            right += good ? 1 : 0;
            ++all;
            if (!good) {
                std::cout << "missed: " << lines[i].dump() << " got";
                for (const std::string& id : first) {
                    std::cout << ' ' << id;
                }
                std::cout << " wanted " << truth["matches"].dump() << '\n';
            }
        }
        for (const auto& [category, counts] : categories) {
            std::cout << std::left << std::setw(32) << category << counts.first << " of " << counts.second
                      << '\n';
        }
        std::cout << result.right << " of " << result.lines << " first suggestions are right\n";
        return result;
    }

private:
    const Json& truthOf(const std::string& line) const {
        for (const Json& one : set_["truth"].items()) {
            if (one.textOr("lineId") == line) {
                return one;
            }
        }
        throw std::runtime_error("no truth about " + line);
    }

    /// Open documents of the direction of the line.
    std::vector<OpenDocument> documents(bool in) const {
        std::vector<OpenDocument> found;
        for (const Json& given : set_["invoices"].items()) {
            if ((given.textOr("kind") == "sale") == in) {
                found.push_back({given.textOr("id"), given.textOr("number"), "",
                                 given.textOr("structuredReference"), given.textOr("partnerId"),
                                 names_.at(given.textOr("partnerId")),
                                 *Date::parse(given.textOr("issueDate")),
                                 *Date::parse(given.textOr("dueDate")), given["openMinor"].integer()});
            }
        }
        return found;
    }

    Ids firstFor(const Json& line) const {
        const std::int64_t amount = line["amountMinor"].integer();
        const std::vector<OpenDocument> open = documents(amount > 0);
        Payment payment;
        payment.amount = amount < 0 ? -amount : amount;
        payment.date = *Date::parse(line.textOr("bookingDate"));
        payment.text = line.textOr("remittance") + '\n' + line.textOr("endToEndId") + '\n' +
                       line.textOr("creditorReference");
        payment.name = line.textOr("counterpartyName");
        for (const Json& before : set_["history"].items()) {
            if (!line.textOr("counterpartyIban").empty() &&
                before.textOr("counterpartyIban") == line.textOr("counterpartyIban")) {
                payment.knownPartners.push_back(before.textOr("partnerId"));
            }
        }
        Ids ids;
        const std::vector<Suggestion> suggestions = suggest(payment, open);
        if (!suggestions.empty()) {
            for (const SuggestedPart& part : suggestions.front().parts) {
                ids.insert(open[part.document].id);
            }
        }
        return ids;
    }

    Json set_;
    std::map<std::string, std::string> names_;
};

class MatchingSets : public ::testing::TestWithParam<const char*> {};

TEST_P(MatchingSets, FirstSuggestionsAreRightAndNothingIsInvented) {
    const MatchingSet::Result result = MatchingSet(GetParam()).judge();
    EXPECT_GE(result.lines, 20);
    EXPECT_GE(result.right * 100, result.lines * 90);
    EXPECT_GE(result.nothing, 3);
    EXPECT_EQ(result.invented, 0);
}

INSTANTIATE_TEST_SUITE_P(Suggestions, MatchingSets,
                         ::testing::Values("dev-set.json", "hard-set.json", "held-out-set.json"));

} // namespace
} // namespace svc::bank
