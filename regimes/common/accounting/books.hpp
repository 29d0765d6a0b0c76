/// @file Reading the books line by line, in the accounts of a chart: what every accounting export begins
/// with.
///
/// A plugin that uses it requires `ledger` and names `ledger.chart` under `commands.uses` of its plugin.yaml
/// (and `partners.names`, optional, for books whose entries are older than the partner names in them).
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <svc/call.hpp>
#include <svc/period.hpp>

#include "accounting/book_letterings.hpp"
#include "accounting/book_page.hpp"
#include "accounting/book_partners.hpp"
#include "accounting/get_chart.hpp"

namespace svc::accounting {

/// A line of an entry. Its texts are valid until the next line is read.
struct BookLine {
    Uuid entry;
    int fiscalYear = 0;      ///< the year in which it begins
    std::int64_t number = 0; ///< of the entry in the fiscal year; the opening of a year is number 1
    std::string_view journal;
    std::string_view journalLabel;
    Date date;
    Date recordedOn; ///< not before `date`
    std::string_view documentKind;
    std::string_view documentId;
    std::string_view documentNumber; ///< the id where the document has none
    Date documentDate;
    std::optional<Uuid> businessUnitId;
    std::string_view role;
    ChartAccount account;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
    const BookPartner* partner = nullptr; ///< null: none
    std::string_view taxCategory;         ///< empty: none
    std::optional<Decimal> taxRate;
    std::optional<std::int64_t> foreignAmount;
    std::optional<Currency> foreignCurrency;
    std::optional<Decimal> exchangeRate;
    std::string_view label;
    std::string_view openItem;            ///< the sale or purchase of a receivable or payable; empty: none
    std::string_view openItemNumber;      ///< number of that document
    const Lettering* lettering = nullptr; ///< null: not settled, or not asked for
};

/// A line of the opening of a fiscal year.
struct OpeningLine {
    ChartAccount account;
    std::string_view role;                ///< customer or supplier for receivables and payables; else empty
    std::int64_t amount = 0;              ///< positive: debit
    const BookPartner* partner = nullptr; ///< null: none
    std::string_view openItem;
    std::string_view openItemNumber;
    const Lettering* lettering = nullptr; ///< null: not settled, or not asked for
};

/// The books of a company in a period. The output depends only on entries dated up to the end of the period:
/// once the period is locked, it never changes.
class Books {
public:
    Books(Call& call, ChartOfAccounts chart, Period period, NameToday nameToday)
        : call_(call), chart_(std::move(chart)), period_(period),
          partners_(call, period.to, std::move(nameToday)),
          startOfYears_(call.company().accounting.textOr("fiscalYearStart", "01-01")),
          letterings_(call, period, yearOf(period.from).from == period.from) {}

    const ChartOfAccounts& chart() const noexcept { return chart_; }
    const Period& period() const noexcept { return period_; }
    /// The fiscal year of the company that holds a date.
    Period yearOf(Date date) {
        // Consecutive lines mostly ask for the same year.
        if (date < lastYear_.from || date > lastYear_.to) {
            lastYear_ = fiscalYearOf(date, startOfYears_);
        }
        return lastYear_;
    }

    /// Calls `use(const BookLine&)` for the lines in the order of their entry numbers. Letterings cost a
    /// query for each page of entries, so they are read on request only.
    template <typename Use>
    void eachLine(Use use, bool withLettering = false) {
        static const std::string brief =
            BookPage::entriesSql("(fiscal_year, number) > ($4, $5)", "fiscal_year, number");
        // For more than half a year, `date + 0` makes the planner walk the entries by their numbers: no index
        // serves the result of an addition. Left to itself the planner may read the dates of the whole period
        // again for each page.
        static const std::string wide =
            BookPage::entriesSql("(fiscal_year, number) > ($4, $5)", "fiscal_year, number", "date + 0");
        const bool isWide = period_.to.days() - period_.from.days() > HalfAYear;
        const std::string& sql = isWide ? wide : brief;
        // The number of a fiscal year is the calendar year in which it begins, or the next one.
        std::int64_t year = std::stoll(period_.from.toString().substr(0, 4)) - 2;
        std::int64_t number = 0;
        letterings_.clear();
        for (bool scattered = false;;) {
            const BookPage page(
                call_, call_.db().query(sql, call_.companyId(), period_.from, period_.to, year, number),
                scattered);
            if (page.empty()) {
                return;
            }
            if (withLettering) {
                readLetterings(page);
            }
            useAll(page, use);
            year = page.lastEntry().integer(EntryColumn::FiscalYear);
            number = page.lastEntry().integer(EntryColumn::Number);
        }
    }

    /// The same in the order of dates, and of entry numbers within a day.
    template <typename Use>
    void eachLineByDate(Use use) {
        static const std::string sql =
            BookPage::entriesSql("(date, fiscal_year, number) > ($4, $5, $6)", "date, fiscal_year, number");
        letterings_.clear();
        Date date = period_.from;
        std::int64_t year = 0;
        std::int64_t number = 0;
        for (bool scattered = false;;) {
            const BookPage page(
                call_, call_.db().query(sql, call_.companyId(), period_.from, period_.to, date, year, number),
                scattered);
            if (page.empty()) {
                return;
            }
            useAll(page, use);
            date = page.lastEntry().date(EntryColumn::Date);
            year = page.lastEntry().integer(EntryColumn::FiscalYear);
            number = page.lastEntry().integer(EntryColumn::Number);
        }
    }

    /// Calls `use(const OpeningLine&)` for the balances before the first day of the period: receivables and
    /// payables one by one, then the other accounts, then the retained result of earlier years. No calls when
    /// all balances are zero.
    template <typename Use>
    void eachOpeningLine(Use use) {
        std::int64_t result = 0;
        const Sums sums = sumsBefore(period_.from, result);
        const std::string sql =
            "SELECT i.role, i.partner_id, i.item, i.number, i.amount FROM (SELECT role,"
            " partner_id, coalesce(open_item, '') AS item, max(open_item_number) AS number,"
            " sum(debit - credit)::bigint AS amount FROM ledger.v1_period_entries"
            " WHERE company_id = $1 AND date < $2 AND role IN ('customer', 'supplier')"
            " GROUP BY 1, 2, 3 HAVING sum(debit - credit) <> 0) i"
            " WHERE (i.role, i.item, coalesce(i.partner_id::text, '')) > ($3, $4, $5)"
            " ORDER BY i.role, i.item, coalesce(i.partner_id::text, '') LIMIT " +
            std::to_string(PageRows);
        std::string role;
        std::string item;
        std::string owner;
        for (bool more = true; more;) {
            const Rows rows = call_.db().query(sql, call_.companyId(), period_.from, role, item, owner);
            std::set<std::string_view> items;
            for (const Row row : rows) {
                if (!row.text(2).empty()) {
                    items.insert(row.text(2));
                }
            }
            letterings_.read(items);
            partners_.read(rows, 1);
            for (const Row row : rows) {
                OpeningLine line;
                line.role = row.text(0);
                line.account = chart_.account({line.role, {}, {}, {}});
                line.partner = partners_.find(row.optionalText(1), line.role);
                line.openItem = row.text(2);
                line.openItemNumber = row.optionalText(3).value_or("");
                line.amount = row.integer(4);
                line.lettering = letterings_.find(line.role, row.optionalText(1), line.openItem);
                use(std::as_const(line));
            }
            more = rows.size() == PageRows;
            if (more) {
                const Row last = rows[rows.size() - 1];
                role = last.text(0);
                item = last.text(2);
                owner = last.optionalText(1).value_or("");
            }
        }
        const auto rest = [&](ChartAccount account, std::int64_t amount) {
            if (amount != 0) {
                OpeningLine line;
                line.account = account;
                line.amount = amount;
                use(std::as_const(line));
            }
        };
        for (const auto& [code, sum] : sums) {
            rest(chart_.account(std::string_view(code)), sum);
        }
        rest(chart_.carriedTo(result), result);
    }

    /// Whether the fiscal year that begins on this day has an opening entry, which then is its number 1.
    bool opens(Date start) {
        const auto [found, isNew] = opens_.emplace(start, false);
        if (isNew) {
            std::int64_t result = 0;
            for (const auto& [code, sum] : sumsBefore(start, result)) {
                found->second = found->second || sum != 0;
            }
            found->second =
                found->second ||
                !call_.db()
                     .query("SELECT 1 FROM ledger.v1_period_entries WHERE company_id = $1 AND date < $2"
                            " AND role IN ('customer', 'supplier')"
                            " GROUP BY role, partner_id, open_item HAVING sum(debit - credit) <> 0"
                            " LIMIT 1",
                            call_.companyId(), start)
                     .empty();
        }
        return found->second;
    }

private:
    // Rows are read in pages, each from the key of the last row on, so memory does not grow with their
    // number.
    static constexpr std::size_t PageRows = 5000;
    static constexpr std::int32_t HalfAYear = 180; ///< days

    using EntryColumn = BookPage::EntryColumn;
    using LineColumn = BookPage::LineColumn;
    using Sums = std::map<std::string, std::int64_t, std::less<>>;

    template <typename Use>
    void useAll(const BookPage& page, Use& use) {
        partners_.read(page.lines(), LineColumn::Partner);
        BookLine line;
        page.each([&](const Row& entry) { fillEntry(line, entry); },
                  [&](const Row& entry, const Row& row) {
                      fillLine(line, entry, row);
                      use(std::as_const(line));
                  });
    }

    static bool isClaim(std::string_view role) { return role == "customer" || role == "supplier"; }

    /// The sale or purchase that a line settles or opens: the one that the line names, else the document of
    /// its entry; empty: none.
    static std::string_view openItem(const Row& entry, const Row& line) {
        if (!isClaim(line.text(LineColumn::Role))) {
            return {};
        }
        if (const auto named = line.optionalText(LineColumn::OpenItem)) {
            return *named;
        }
        const std::string_view kind = entry.text(EntryColumn::DocumentKind);
        return kind == "sale" || kind == "purchase" ? entry.text(EntryColumn::DocumentId)
                                                    : std::string_view();
    }

    void readLetterings(const BookPage& page) {
        std::set<std::string_view> items;
        page.each([](const Row&) {},
                  [&](const Row& entry, const Row& line) {
                      if (const std::string_view item = openItem(entry, line); !item.empty()) {
                          items.insert(item);
                      }
                  });
        letterings_.read(items);
    }

    /// Balances of all accounts except those of customers and suppliers; `result`: sum of the
    /// accounts that are carried forward.
    Sums sumsBefore(Date start, std::int64_t& result) {
        Sums sums;
        for (const Row row : call_.db().query(
                 "SELECT role, tax_category, tax_rate, accounts::text, sum(debit - credit)::bigint"
                 " FROM ledger.v1_period_entries WHERE company_id = $1 AND date < $2"
                 " AND role NOT IN ('customer', 'supplier') GROUP BY 1, 2, 3, 4",
                 call_.companyId(), start)) {
            const ChartAccount account =
                chart_.account({row.text(0), row.optionalText(1).value_or(""),
                                row.optionalText(2).value_or(""), row.optionalText(3).value_or("")});
            if (chart_.isCarried(row.text(0), account.code)) {
                result += row.integer(4);
            } else {
                sums[std::string(account.code)] += row.integer(4);
            }
        }
        return sums;
    }

    /// Fills the fields that all lines of an entry share.
    void fillEntry(BookLine& line, const Row& entry) {
        line.entry = entry.uuid(EntryColumn::Id);
        line.fiscalYear = static_cast<int>(entry.integer(EntryColumn::FiscalYear));
        line.journal = entry.text(EntryColumn::Journal);
        line.journalLabel = chart_.journalLabel(line.journal);
        line.date = entry.date(EntryColumn::Date);
        line.number = entry.integer(EntryColumn::Number) + (opens(yearOf(line.date).from) ? 1 : 0);
        line.recordedOn = std::max(dayOf(entry.instant(EntryColumn::RecordedAt)), line.date);
        line.documentKind = entry.text(EntryColumn::DocumentKind);
        line.documentId = entry.text(EntryColumn::DocumentId);
        line.documentNumber = entry.optionalText(EntryColumn::DocumentNumber).value_or(line.documentId);
        line.documentDate = entry.date(EntryColumn::DocumentDate);
        line.businessUnitId = entry.optionalUuid(EntryColumn::BusinessUnit);
    }

    void fillLine(BookLine& line, const Row& entry, const Row& row) {
        const auto partner = row.optionalText(LineColumn::Partner);
        line.role = row.text(LineColumn::Role);
        line.debit = row.integer(LineColumn::Debit);
        line.credit = row.integer(LineColumn::Credit);
        line.partner = partners_.find(partner, line.role);
        line.taxCategory = row.optionalText(LineColumn::TaxCategory).value_or("");
        line.taxRate = row.optionalDecimal(LineColumn::TaxRate);
        line.foreignAmount = row.optionalInteger(LineColumn::ForeignAmount);
        const auto currency = row.optionalText(LineColumn::ForeignCurrency);
        line.foreignCurrency = currency ? Currency::parse(*currency) : std::nullopt;
        line.exchangeRate = row.optionalDecimal(LineColumn::ExchangeRate);
        line.label = row.optionalText(LineColumn::Label).value_or(entry.text(EntryColumn::Label));
        line.account =
            chart_.account({line.role, line.taxCategory, row.optionalText(LineColumn::TaxRate).value_or(""),
                            row.optionalText(LineColumn::Accounts).value_or("")});
        line.openItem = openItem(entry, row);
        line.openItemNumber = {};
        if (!line.openItem.empty()) {
            line.openItemNumber = row.isNull(LineColumn::OpenItem)
                                      ? entry.optionalText(EntryColumn::DocumentNumber).value_or("")
                                      : row.optionalText(LineColumn::OpenItemNumber).value_or("");
        }
        line.lettering = letterings_.find(line.role, partner, line.openItem);
    }

    /// The business date of an instant, cached: consecutive entries mostly have the same one.
    Date dayOf(Instant instant) {
        if (instant < dayStart_ || instant >= dayEnd_) {
            day_ = call_.dateOf(instant);
            dayStart_ = call_.startOf(day_);
            dayEnd_ = call_.startOf(day_.addDays(1));
        }
        return day_;
    }

    Call& call_;
    ChartOfAccounts chart_;
    Period period_;
    BookPartners partners_;
    std::string startOfYears_;
    Period lastYear_{Date(1), Date(0)}; ///< last answer of yearOf; initially a period that contains no day
    Date day_;
    Instant dayStart_;
    Instant dayEnd_;
    std::map<Date, bool> opens_;
    BookLetterings letterings_; ///< of the page that is being read
};

} // namespace svc::accounting
