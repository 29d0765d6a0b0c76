/// @file The lettering of the books: which receivables and payables are settled.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <svc/call.hpp>
#include <svc/period.hpp>

namespace svc::accounting {

/// Code and date of an open item that was settled by the end of the period. The code is in lower case when
/// the file does not hold all lines of the item.
struct Lettering {
    std::string code;
    Date date;
};

/// Reads the letterings of open items in batches, as of the last day of a period.
class BookLetterings {
public:
    /// `wholeYear`: the file begins with a fiscal year, so its opening entry represents the earlier lines.
    BookLetterings(Call& call, const Period& period, bool wholeYear)
        : call_(call), period_(period), wholeYear_(wholeYear) {}

    /// Loads the letterings of these items and drops those loaded before.
    void read(const std::set<std::string_view>& items) {
        settled_.clear();
        if (items.empty()) {
            return;
        }
        ArrayParam list;
        for (const std::string_view item : items) {
            list.add(item);
        }
        for (const Row row : call_.db().query(
                 "SELECT role, partner_id, open_item, min(fiscal_year * 10000000000::bigint + number), "
                 "max(date),"
                 " coalesce(sum(debit - credit) FILTER (WHERE date >= $2), 0)::bigint FROM ledger.v1_claims"
                 " WHERE company_id = $1 AND date <= $3 AND open_item = ANY($4::text[])"
                 " GROUP BY 1, 2, 3 HAVING sum(debit - credit) = 0",
                 call_.companyId(), period_.from, period_.to, list)) {
            settled_[std::string(row.text(2))].push_back(
                {std::string(row.text(0)),
                 std::string(row.optionalText(1).value_or("")),
                 {codeOf(row.integer(3), row.integer(5) == 0), row.date(4)}});
        }
    }
    void clear() { settled_.clear(); }

    /// The lettering of a line of this role (`customer`, `supplier`), partner and open item; null: not
    /// settled.
    const Lettering* find(std::string_view role, std::optional<std::string_view> partner,
                          std::string_view item) const {
        if (settled_.empty() || item.empty()) {
            return nullptr;
        }
        const auto found = settled_.find(item);
        if (found == settled_.end()) {
            return nullptr;
        }
        for (const Settled& settled : found->second) {
            if (settled.role == role && settled.partner == partner.value_or("")) {
                return &settled.lettering;
            }
        }
        return nullptr;
    }

private:
    struct Settled {
        std::string role;
        std::string partner;
        Lettering lettering;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    /// The code of an item: the number of its first entry in letters, then the year of that entry.
    std::string codeOf(std::int64_t first, bool isWithin) const {
        constexpr std::int64_t NumbersOfAYear = 10000000000;
        const char letter = isWithin || wholeYear_ ? 'A' : 'a';
        std::string code;
        for (std::int64_t rest = first % NumbersOfAYear; rest > 0; rest = (rest - 1) / 26) {
            code.insert(code.begin(), static_cast<char>(letter + (rest - 1) % 26));
        }
        return code + std::to_string(first / NumbersOfAYear % 100);
    }

    Call& call_;
    Period period_;
    bool wholeYear_;
    std::unordered_map<std::string, std::vector<Settled>, Hash, std::equal_to<>> settled_;
};

} // namespace svc::accounting
