/// @file Reading the books line by line, in the accounts of a chart: what every accounting export begins
/// with.
///
/// A plugin that uses it requires `ledger` and names `ledger.chart` under `commands.uses` of its plugin.yaml
/// (and `partners.names`, optional, for books that are older than their names).
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
#include <svc/contracts/book_partners.hpp>
#include <svc/contracts/chart.hpp>
#include <svc/period.hpp>

namespace svc::contracts {

/// Code and date of an open item that was settled by the end of the period. The code is in small letters when
/// the file does not hold all of its lines.
struct Lettering {
    std::string code;
    Date date;
};

/// A line of an entry. Texts live until the next line is read.
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
    std::string_view openItem;       ///< the sale or purchase of a claim or debt; empty: none
    std::string_view openItemNumber; ///< its number
    std::optional<Lettering> lettering;
};

/// A line of the opening of a fiscal year.
struct OpeningLine {
    ChartAccount account;
    std::string_view role;                ///< customer or supplier for claims and debts; else empty
    std::int64_t amount = 0;              ///< positive: debit
    const BookPartner* partner = nullptr; ///< null: none
    std::string_view openItem;
    std::string_view openItemNumber;
    std::optional<Lettering> lettering;
};

/// The books of a company in a period. All that it gives follows from what is dated up to the end of the
/// period: once that is locked, it gives the same for ever.
class Books {
public:
    Books(Call& call, ChartOfAccounts chart, Period period)
        : call_(call), chart_(std::move(chart)), period_(period), partners_(call, period.to),
          startOfYears_(call.company().accounting.textOr("fiscalYearStart", "01-01")) {}

    const ChartOfAccounts& chart() const noexcept { return chart_; }
    const Period& period() const noexcept { return period_; }
    /// The fiscal year of the company that holds a date.
    Period yearOf(Date date) {
        // Line after line asks for the same year.
        if (date < lastYear_.from || date > lastYear_.to) {
            lastYear_ = fiscalYearOf(date, startOfYears_);
        }
        return lastYear_;
    }

    /// Calls `use(const BookLine&)` for the lines in the order of the numbers of their entries. Which items
    /// are settled costs a look at each claim and debt: only on request.
    template <typename Use>
    void eachLine(Use use, bool withLettering = false) {
        static const std::string brief = pageOf("(fiscal_year, number) > ($4, $5)", "fiscal_year, number");
        // Most of a year is walked by the numbers alone. Left to itself the planner may read the dates of the
        // whole period again for each page; a date that is the result of an addition has no index.
        static const std::string wide =
            pageOf("(fiscal_year, number) > ($4, $5)", "fiscal_year, number", "date + 0");
        const bool isWide = period_.to.days() - period_.from.days() > HalfAYear;
        const std::string& sql = isWide ? wide : brief;
        // A fiscal year has the number of the year in which it begins, or of the next.
        std::int64_t year = std::stoll(period_.from.toString().substr(0, 4)) - 2;
        std::int64_t number = 0;
        for (;;) {
            const Rows rows =
                call_.db().query(sql, call_.companyId(), period_.from, period_.to, year, number);
            if (rows.empty()) {
                return;
            }
            letterings_.clear();
            if (withLettering) {
                readLetterings(rows, ItemColumn);
            }
            useAll(rows, use);
            const Row last = rows[rows.size() - 1];
            year = last.integer(1);
            number = last.integer(2);
        }
    }

    /// The same by date; on a day in the order of their numbers.
    template <typename Use>
    void eachLineByDate(Use use) {
        static const std::string sql =
            pageOf("(date, fiscal_year, number) > ($4, $5, $6)", "date, fiscal_year, number");
        letterings_.clear();
        Date date = period_.from;
        std::int64_t year = 0;
        std::int64_t number = 0;
        for (;;) {
            const Rows rows =
                call_.db().query(sql, call_.companyId(), period_.from, period_.to, date, year, number);
            if (rows.empty()) {
                return;
            }
            useAll(rows, use);
            const Row last = rows[rows.size() - 1];
            date = last.date(4);
            year = last.integer(1);
            number = last.integer(2);
        }
    }

    /// Calls `use(const OpeningLine&)` for what stood on the accounts before the first day of the period:
    /// claims and debts one by one, the other accounts, then the result of the years before. Nothing where
    /// nothing stood.
    template <typename Use>
    void eachOpeningLine(Use use) {
        std::int64_t result = 0;
        const Sums sums = sumsBefore(period_.from, result);
        const std::string sql =
            "SELECT i.role, i.partner_id, i.item, i.number, i.amount FROM (SELECT role,"
            " partner_id, coalesce(open_item, '') AS item, max(open_item_number) AS number,"
            " sum(debit - credit)::bigint AS amount FROM ledger.v1_entries"
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
            letterings_.clear();
            readLetterings(rows, 2);
            partners_.read(rows, 1);
            for (const Row row : rows) {
                OpeningLine line;
                line.role = row.text(0);
                line.account = chart_.account({line.role, {}, {}, {}});
                line.partner = partners_.find(row.optionalText(1), line.role);
                line.openItem = row.text(2);
                line.openItemNumber = row.optionalText(3).value_or("");
                line.amount = row.integer(4);
                line.lettering = lettering(line.role, row, 1, line.openItem);
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
        rest(chart_.account({result < 0 ? "retained_earnings" : "retained_loss", {}, {}, {}}), result);
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
                     .query("SELECT 1 FROM ledger.v1_entries WHERE company_id = $1 AND date < $2"
                            " AND role IN ('customer', 'supplier')"
                            " GROUP BY role, partner_id, open_item HAVING sum(debit - credit) <> 0"
                            " LIMIT 1",
                            call_.companyId(), start)
                     .empty();
        }
        return found->second;
    }

private:
    // Rows come some at a time, by the key of the last one: memory does not grow with their number.
    static constexpr std::size_t PageRows = 5000;
    static constexpr std::size_t PageEntries = 2000;
    static constexpr std::int32_t HalfAYear = 180; ///< days
    static constexpr std::uint32_t PartnerColumn = 14;
    static constexpr std::uint32_t ItemColumn = 22;

    using Sums = std::map<std::string, std::int64_t, std::less<>>;

    /// The lines of the next entries behind a place in an order.
    static std::string pageOf(const std::string& behind, const std::string& order,
                              const std::string& date = "date") {
        return "WITH e AS MATERIALIZED (SELECT entry_id, fiscal_year, number, journal, date, created_at,"
               " document_kind, document_id, document_number, document_date, business_unit_id, label,"
               " CASE WHEN document_kind IN ('sale', 'purchase') THEN document_id END AS item,"
               " CASE WHEN document_kind IN ('sale', 'purchase') THEN document_number END AS item_number"
               " FROM ledger.v1_journal WHERE company_id = $1 AND " +
               date + " BETWEEN $2 AND $3 AND " + behind + " ORDER BY " + order + " LIMIT " +
               std::to_string(PageEntries) +
               ") SELECT e.entry_id, e.fiscal_year, e.number, e.journal, e.date, e.created_at,"
               " e.document_kind, e.document_id, e.document_number, e.document_date, e.business_unit_id,"
               " l.role, l.debit, l.credit, l.partner_id, l.tax_category, l.tax_rate, l.foreign_amount,"
               " l.foreign_currency, l.exchange_rate, coalesce(l.label, e.label), l.accounts::text,"
               " CASE WHEN l.role IN ('customer', 'supplier') THEN coalesce(l.open_item, e.item) END,"
               " CASE WHEN l.role NOT IN ('customer', 'supplier') THEN NULL"
               " WHEN l.open_item IS NOT NULL THEN l.open_item_number ELSE e.item_number END"
               " FROM e JOIN ledger.v1_lines l ON l.company_id = $1 AND l.entry_id = e.entry_id ORDER BY " +
               order + ", l.line_number";
    }

    template <typename Use>
    void useAll(const Rows& rows, Use& use) {
        partners_.read(rows, PartnerColumn);
        for (const Row row : rows) {
            use(line(row));
        }
    }

    /// Which of the open items of these rows are settled at the end of the period.
    void readLetterings(const Rows& rows, std::uint32_t column) {
        ArrayParam items;
        std::set<std::string_view> known;
        for (const Row row : rows) {
            const auto item = row.optionalText(column);
            if (item && !item->empty() && known.insert(*item).second) {
                items.add(*item);
            }
        }
        if (known.empty()) {
            return;
        }
        for (const Row row : call_.db().query(
                 "SELECT role, partner_id, open_item, min(fiscal_year * 10000000000::bigint + number), "
                 "max(date),"
                 " coalesce(sum(debit - credit) FILTER (WHERE date >= $2), 0)::bigint FROM ledger.v1_claims"
                 " WHERE company_id = $1 AND date <= $3 AND open_item = ANY($4::text[])"
                 " GROUP BY 1, 2, 3 HAVING sum(debit - credit) = 0",
                 call_.companyId(), period_.from, period_.to, items)) {
            letterings_.emplace(itemKey(row.text(0), row, 1, row.text(2)),
                                Lettering{codeOf(row.integer(3), row.integer(5)), row.date(4)});
        }
    }
    static std::string itemKey(std::string_view role, const Row& row, std::uint32_t partner,
                               std::string_view item) {
        std::string key(role);
        key += ' ';
        key += row.optionalText(partner).value_or("");
        key += ' ';
        key += item;
        return key;
    }
    std::optional<Lettering> lettering(std::string_view role, const Row& row, std::uint32_t partner,
                                       std::string_view item) const {
        if (letterings_.empty() || item.empty()) {
            return std::nullopt;
        }
        const auto found = letterings_.find(itemKey(role, row, partner, item));
        return found == letterings_.end() ? std::nullopt : std::optional(found->second);
    }

    /// What stood on each account that is not of customers or suppliers; `result`: what the years gave.
    Sums sumsBefore(Date start, std::int64_t& result) {
        Sums sums;
        for (const Row row : call_.db().query(
                 "SELECT role, tax_category, tax_rate, accounts::text, sum(debit - credit)::bigint"
                 " FROM ledger.v1_entries WHERE company_id = $1 AND date < $2"
                 " AND role NOT IN ('customer', 'supplier') GROUP BY 1, 2, 3, 4",
                 call_.companyId(), start)) {
            const ChartAccount account =
                chart_.account({row.text(0), row.optionalText(1).value_or(""),
                                row.optionalText(2).value_or(""), row.optionalText(3).value_or("")});
            if (chart_.isOfTheYear(account.code) || row.text(0) == "opening_balance") {
                result += row.integer(4);
            } else {
                sums[std::string(account.code)] += row.integer(4);
            }
        }
        return sums;
    }

    BookLine line(const Row& row) {
        BookLine line;
        line.entry = row.uuid(0);
        line.fiscalYear = static_cast<int>(row.integer(1));
        line.journal = row.text(3);
        line.journalLabel = chart_.journalLabel(line.journal);
        line.date = row.date(4);
        line.number = row.integer(2) + (opens(yearOf(line.date).from) ? 1 : 0);
        line.recordedOn = std::max(dayOf(row.instant(5)), line.date);
        line.documentKind = row.text(6);
        line.documentId = row.text(7);
        line.documentNumber = row.optionalText(8).value_or(line.documentId);
        line.documentDate = row.date(9);
        line.businessUnitId = row.optionalUuid(10);
        line.role = row.text(11);
        line.debit = row.integer(12);
        line.credit = row.integer(13);
        line.partner = partners_.find(row.optionalText(PartnerColumn), line.role);
        line.taxCategory = row.optionalText(15).value_or("");
        line.taxRate = row.optionalDecimal(16);
        line.foreignAmount = row.optionalInteger(17);
        if (const auto currency = row.optionalText(18)) {
            line.foreignCurrency = Currency::parse(*currency);
        }
        line.exchangeRate = row.optionalDecimal(19);
        line.label = row.text(20);
        line.account = chart_.account({line.role, line.taxCategory, row.optionalText(16).value_or(""),
                                       row.optionalText(21).value_or("")});
        line.openItem = row.optionalText(ItemColumn).value_or("");
        line.openItemNumber = row.optionalText(23).value_or("");
        line.lettering = lettering(line.role, row, PartnerColumn, line.openItem);
        return line;
    }

    /// The business date of an instant. Entries follow one another, so it mostly is that of the one before.
    Date dayOf(Instant instant) {
        if (instant < dayStart_ || instant >= dayEnd_) {
            day_ = call_.dateOf(instant);
            dayStart_ = call_.startOf(day_);
            dayEnd_ = call_.startOf(day_.addDays(1));
        }
        return day_;
    }

    /// The code is the number in letters and the year of the entry that began the item.
    std::string codeOf(std::int64_t first, std::int64_t inside) {
        constexpr std::int64_t NumbersOfAYear = 10000000000;
        std::string code;
        for (std::int64_t rest = first % NumbersOfAYear; rest > 0; rest = (rest - 1) / 26) {
            code.insert(code.begin(), static_cast<char>('A' + (rest - 1) % 26));
        }
        code += std::to_string(first / NumbersOfAYear % 100);
        if (inside != 0 && yearOf(period_.from).from != period_.from) {
            for (char& c : code) {
                c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            }
        }
        return code;
    }

    Call& call_;
    ChartOfAccounts chart_;
    Period period_;
    BookPartners partners_;
    std::string startOfYears_;
    Period lastYear_{Date(1), Date(0)}; ///< what yearOf gave last; at first no day is in it
    Date day_;
    Instant dayStart_;
    Instant dayEnd_;
    std::map<Date, bool> opens_;
    std::map<std::string, Lettering, std::less<>> letterings_; ///< of the rows that are being read
};

} // namespace svc::contracts
