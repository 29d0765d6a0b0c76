/// @file A page of entries of the books with their lines: the unit in which exports read them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <svc/call.hpp>

namespace svc::accounting {

/// Consecutive entries of an order, and their lines. The columns of an entry come once, not with each of its
/// lines. Entries are written one after another, so the lines of a page mostly have neighbouring identifiers
/// and are read as one range. Where entries of other pages lie between them, the lines are read entry by
/// entry.
class BookPage {
public:
    /// Columns of an entry.
    struct EntryColumn {
        static constexpr std::uint32_t Id = 0;
        static constexpr std::uint32_t FiscalYear = 1;
        static constexpr std::uint32_t Number = 2;
        static constexpr std::uint32_t LineCount = 3;
        static constexpr std::uint32_t Journal = 4;
        static constexpr std::uint32_t Date = 5;
        static constexpr std::uint32_t RecordedAt = 6;
        static constexpr std::uint32_t DocumentKind = 7;
        static constexpr std::uint32_t DocumentId = 8;
        static constexpr std::uint32_t DocumentNumber = 9;
        static constexpr std::uint32_t DocumentDate = 10;
        static constexpr std::uint32_t BusinessUnit = 11;
        static constexpr std::uint32_t Label = 12;
    };
    /// Columns of a line.
    struct LineColumn {
        static constexpr std::uint32_t Entry = 0; ///< only in the first line of an entry
        static constexpr std::uint32_t Role = 1;
        static constexpr std::uint32_t Debit = 2;
        static constexpr std::uint32_t Credit = 3;
        static constexpr std::uint32_t Partner = 4;
        static constexpr std::uint32_t TaxCategory = 5;
        static constexpr std::uint32_t TaxRate = 6;
        static constexpr std::uint32_t ForeignAmount = 7;
        static constexpr std::uint32_t ForeignCurrency = 8;
        static constexpr std::uint32_t ExchangeRate = 9;
        static constexpr std::uint32_t Label = 10;
        static constexpr std::uint32_t Accounts = 11;
        static constexpr std::uint32_t OpenItem = 12;
        static constexpr std::uint32_t OpenItemNumber = 13;
    };

    /// The statement that reads the entries of a period that follow `behind` in an order. Parameters:
    /// company, first and last day, and those of `behind`.
    static std::string entriesSql(const std::string& behind, const std::string& order,
                                  const std::string& date = "date") {
        return "SELECT entry_id, fiscal_year, number, line_count, journal, date, created_at, document_kind,"
               " document_id, document_number, document_date, business_unit_id, label"
               " FROM ledger.v1_journal WHERE company_id = $1 AND " +
               date + " BETWEEN $2 AND $3 AND " + behind + " ORDER BY " + order + " LIMIT " +
               std::to_string(Entries);
    }

    /// Reads the lines of these entries. Sets `scattered` once the lines are no single range: the next pages
    /// of the same walk then read them entry by entry right away.
    BookPage(Call& call, Rows entries, bool& scattered) : entries_(std::move(entries)) {
        if (entries_.empty()) {
            return;
        }
        if (!scattered) {
            readRange(call);
            scattered = !isComplete();
        }
        if (scattered) {
            readEach(call);
        }
    }

    bool empty() const noexcept { return entries_.empty(); }
    /// The lines, unordered; lines of other entries may be among them.
    const Rows& lines() const noexcept { return lines_; }
    Row lastEntry() const { return entries_[entries_.size() - 1]; }

    /// Calls `begin(entry)` for each entry in the order of the page, then `use(entry, line)` for its lines.
    template <typename Begin, typename Use>
    void each(Begin begin, Use use) const {
        for (const Row entry : entries_) {
            begin(entry);
            const std::size_t first = places_.at(entry.text(EntryColumn::Id));
            const auto count = static_cast<std::size_t>(entry.integer(EntryColumn::LineCount));
            for (std::size_t i = first; i < first + count; ++i) {
                use(entry, lines_[i]);
            }
        }
    }

private:
    static constexpr std::size_t Entries = 2000;

    void readRange(Call& call) {
        static const std::string sql = linesSql("entry_id BETWEEN $2 AND $3") + " LIMIT $4";
        std::string_view least = entries_[0].text(EntryColumn::Id);
        std::string_view most = least;
        std::int64_t lines = 0;
        for (const Row entry : entries_) {
            least = std::min(least, entry.text(EntryColumn::Id));
            most = std::max(most, entry.text(EntryColumn::Id));
            lines += entry.integer(EntryColumn::LineCount);
        }
        // Lines of the neighbouring pages may lie in between.
        keep(call.db().query(sql, call.companyId(), least, most, 2 * lines));
    }
    void readEach(Call& call) {
        static const std::string sql = linesSql("entry_id = ANY($2::uuid[])");
        ArrayParam ids;
        for (const Row entry : entries_) {
            ids.add(entry.text(EntryColumn::Id));
        }
        keep(call.db().query(sql, call.companyId(), ids));
    }
    static std::string linesSql(const std::string& which) {
        return "SELECT CASE WHEN line_number = 1 THEN entry_id END, role, debit, credit, partner_id,"
               " tax_category, tax_rate, foreign_amount, foreign_currency, exchange_rate, label,"
               " accounts::text, open_item, open_item_number"
               " FROM ledger.v1_lines WHERE company_id = $1 AND " +
               which + " ORDER BY entry_id, line_number";
    }

    void keep(Rows lines) {
        lines_ = std::move(lines);
        places_.clear();
        places_.reserve(entries_.size());
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            if (const auto entry = lines_[i].optionalText(LineColumn::Entry)) {
                places_.emplace(*entry, i);
            }
        }
    }
    bool isComplete() const {
        for (const Row entry : entries_) {
            const auto found = places_.find(entry.text(EntryColumn::Id));
            if (found == places_.end() ||
                found->second + static_cast<std::size_t>(entry.integer(EntryColumn::LineCount)) >
                    lines_.size()) {
                return false;
            }
        }
        return true;
    }

    Rows entries_;
    Rows lines_;
    std::unordered_map<std::string_view, std::size_t> places_; ///< index of the first line of each entry
};

} // namespace svc::accounting
