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
#include <svc/contracts/chart.hpp>
#include <svc/period.hpp>

namespace svc::contracts {

/// The customer or supplier of a line.
struct BookPartner {
    std::string id;           ///< par_…
    std::string name;         ///< as the books knew it at the end of the period
    std::int64_t ordinal = 0; ///< place among the customers or the suppliers, from 1; 0: neither
};

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
    std::optional<BookPartner> partner;
    std::string_view taxCategory; ///< empty: none
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
    std::string_view role;   ///< customer or supplier for claims and debts; else empty
    std::int64_t amount = 0; ///< positive: debit
    std::optional<BookPartner> partner;
    std::string_view openItem;
    std::string_view openItemNumber;
    std::optional<Lettering> lettering;
};

/// The books of a company in a period. All that it gives follows from what is dated up to the end of the
/// period: once that is locked, it gives the same for ever.
class Books {
public:
    Books(Call& call, ChartOfAccounts chart, Period period)
        : call_(call), chart_(std::move(chart)), period_(period) {}

    const ChartOfAccounts& chart() const noexcept { return chart_; }
    const Period& period() const noexcept { return period_; }
    /// The fiscal year of the company that holds a date.
    Period yearOf(Date date) {
        return fiscalYearOf(date, call_.company().accounting.textOr("fiscalYearStart", "01-01"));
    }

    /// Calls `use(const BookLine&)` for the lines in the order of the numbers of their entries. Which items
    /// are settled costs a look at each claim and debt: only on request.
    template <typename Use>
    void eachLine(Use use, bool withLettering = false) {
        // Pages of whole entries, found by the index of their numbers.
        const std::string sql =
            "WITH page AS MATERIALIZED (SELECT entry_id FROM ledger.v1_journal WHERE company_id = $1"
            " AND date BETWEEN $2 AND $3 AND (fiscal_year, number) > ($4, $5)"
            " ORDER BY fiscal_year, number LIMIT " +
            std::to_string(PageEntries) + ") SELECT " + columns() +
            " FROM page JOIN ledger.v1_entries e ON e.company_id = $1 AND e.entry_id = page.entry_id " +
            joins("e") + " ORDER BY e.fiscal_year, e.number, e.line_number";
        std::int64_t year = 0;
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
            for (const Row row : rows) {
                use(line(row));
            }
            const Row last = rows[rows.size() - 1];
            year = last.integer(1);
            number = last.integer(2);
        }
    }

    /// The same account by account, by date in each.
    template <typename Use>
    void eachLineByAccount(Use use) {
        letterings_.clear();
        Slice together;
        for (const auto& [code, account] : accountKeys()) {
            if (together.lines + account.total > PageRows) {
                eachLineOf(together, use);
                together = {};
            }
            if (account.total <= PageRows) {
                // Small accounts are read together: each slice costs a look at all entries of its days.
                together.add(account.keys, account.total, period_.from, period_.to);
                continue;
            }
            // Days that have a page of lines at most; a day that has more takes several pages.
            Slice days;
            for (const auto& [day, lines] : account.days) {
                if (days.lines + lines > PageRows) {
                    eachLineOf(days, use);
                    days = {};
                }
                days.add(days.lines == 0 ? account.keys : std::set<std::string>(), lines, day, day);
            }
            eachLineOf(days, use);
        }
        eachLineOf(together, use);
    }

    /// Calls `use(const OpeningLine&)` for what stood on the accounts before the first day of the period:
    /// claims and debts one by one, the other accounts, then the result of the years before. Nothing where
    /// nothing stood.
    template <typename Use>
    void eachOpeningLine(Use use) {
        std::int64_t result = 0;
        const Sums sums = sumsBefore(period_.from, result);
        const std::string sql =
            "SELECT i.role, i.partner_id, n.name, a.ordinal, i.item, i.number, i.amount FROM (SELECT role,"
            " partner_id, coalesce(open_item, '') AS item, max(open_item_number) AS number,"
            " sum(debit - credit)::bigint AS amount FROM ledger.v1_entries"
            " WHERE company_id = $1 AND date < $2 AND role IN ('customer', 'supplier')"
            " GROUP BY 1, 2, 3 HAVING sum(debit - credit) <> 0) i " +
            joins("i") +
            " WHERE (i.role, i.item, coalesce(i.partner_id::text, '')) > ($4, $5, $6)"
            " ORDER BY i.role, i.item, coalesce(i.partner_id::text, '') LIMIT " +
            std::to_string(PageRows);
        std::string role;
        std::string item;
        std::string owner;
        for (bool more = true; more;) {
            const Rows rows =
                call_.db().query(sql, call_.companyId(), period_.from, period_.to, role, item, owner);
            letterings_.clear();
            readLetterings(rows, 4);
            for (const Row row : rows) {
                OpeningLine line;
                line.role = row.text(0);
                line.account = chart_.account({line.role, {}, {}, {}});
                line.partner = partner(row, 1);
                line.openItem = row.text(4);
                line.openItemNumber = row.optionalText(5).value_or("");
                line.amount = row.integer(6);
                line.lettering = lettering(line.role, row, 1, line.openItem);
                use(std::as_const(line));
            }
            more = rows.size() == PageRows;
            if (more) {
                const Row last = rows[rows.size() - 1];
                role = last.text(0);
                item = last.text(4);
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
    static constexpr std::uint32_t ItemColumn = 24;
    static constexpr std::uint32_t PlaceColumn = 26;

    using Sums = std::map<std::string, std::int64_t, std::less<>>;

    static std::string columns() {
        return "e.entry_id, e.fiscal_year, e.number, e.journal, e.date, e.created_at, e.document_kind,"
               " e.document_id, e.document_number, e.document_date, e.business_unit_id, e.role, e.debit, "
               "e.credit,"
               " e.partner_id, n.name, a.ordinal, e.tax_category, e.tax_rate, e.foreign_amount,"
               " e.foreign_currency, e.exchange_rate, e.label, e.accounts::text, e.open_item, "
               "e.open_item_number, e.line_number";
    }
    static std::string joins(const std::string& of) {
        return "LEFT JOIN LATERAL (SELECT p.name FROM ledger.v1_partner_names p WHERE p.company_id = $1"
               " AND p.partner_id = " +
               of + ".partner_id AND p.since <= $3 ORDER BY p.since DESC LIMIT 1) n ON " + of +
               ".partner_id IS NOT NULL LEFT JOIN ledger.v1_partner_accounts a ON a.company_id = $1 AND "
               "a.side = " +
               of + ".role AND a.partner_id = " + of + ".partner_id ";
    }

    // What of a line makes out its account. An expression, so that lines are found by their entries, and
    // these by the index of dates: the index of roles would read all lines of an account for each of its
    // pages.
    static constexpr const char* KeyOfLine =
        "e.role || E'\\n' || coalesce(e.tax_category, '') || E'\\n' || coalesce(e.tax_rate::text, '')"
        " || E'\\n' || coalesce(e.accounts::text, '')";

    /// The keys of an account with lines in the period, and how many lines a day has.
    struct AccountKeys {
        std::set<std::string> keys;
        std::map<Date, std::size_t> days;
        std::size_t total = 0;
    };
    std::map<std::string, AccountKeys, std::less<>> accountKeys() {
        std::map<std::string, AccountKeys, std::less<>> found;
        const std::string sql = "SELECT e.role, coalesce(e.tax_category, ''), coalesce(e.tax_rate::text, ''),"
                                " coalesce(e.accounts::text, ''), " +
                                std::string(KeyOfLine) +
                                ", e.date, count(*) FROM ledger.v1_entries e WHERE e.company_id = $1"
                                " AND e.date BETWEEN $2 AND $3 GROUP BY 1, 2, 3, 4, 5, 6";
        for (const Row row : call_.db().query(sql, call_.companyId(), period_.from, period_.to)) {
            const ChartAccount account = chart_.account({row.text(0), row.text(1), row.text(2), row.text(3)});
            AccountKeys& keys = found[std::string(account.code)];
            const auto lines = static_cast<std::size_t>(row.integer(6));
            keys.keys.emplace(row.text(4));
            keys.days[row.date(5)] += lines;
            keys.total += lines;
        }
        return found;
    }

    /// Lines of some accounts on some days.
    struct Slice {
        ArrayParam keys;
        std::size_t lines = 0;
        Date from;
        Date until;

        void add(const std::set<std::string>& more, std::size_t count, Date first, Date last) {
            for (const std::string& key : more) {
                keys.add(key);
            }
            from = lines == 0 ? first : from;
            until = last;
            lines += count;
        }
    };
    /// Account by account. A slice with more than a page of lines is one account on one day.
    template <typename Use>
    void eachLineOf(const Slice& slice, const Use& use) {
        const std::string sql =
            "SELECT " + columns() + " FROM ledger.v1_entries e " + joins("e") +
            " WHERE e.company_id = $1 AND e.date BETWEEN $4 AND $2"
            " AND (e.date, e.fiscal_year, e.number, e.line_number) > ($4, $5, $6, $7) AND " +
            KeyOfLine +
            " = ANY($8::text[]) ORDER BY e.date, e.fiscal_year, e.number, e.line_number"
            " LIMIT " +
            std::to_string(PageRows);
        Date day = slice.from;
        std::int64_t year = 0;
        std::int64_t number = 0;
        std::int64_t place = 0;
        for (std::size_t left = slice.lines; left != 0;) {
            const Rows rows = call_.db().query(sql, call_.companyId(), slice.until, period_.to, day, year,
                                               number, place, slice.keys);
            std::vector<BookLine> lines;
            lines.reserve(rows.size());
            for (const Row row : rows) {
                lines.push_back(line(row));
            }
            std::stable_sort(lines.begin(), lines.end(), [](const BookLine& one, const BookLine& other) {
                return one.account.code < other.account.code;
            });
            for (const BookLine& each : lines) {
                use(each);
            }
            left = rows.size() < PageRows ? 0 : left - std::min(left, rows.size());
            if (left != 0) {
                const Row last = rows[rows.size() - 1];
                day = last.date(4);
                year = last.integer(1);
                number = last.integer(2);
                place = last.integer(PlaceColumn);
            }
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
        line.recordedOn = std::max(call_.dateOf(row.instant(5)), line.date);
        line.documentKind = row.text(6);
        line.documentId = row.text(7);
        line.documentNumber = row.optionalText(8).value_or(line.documentId);
        line.documentDate = row.date(9);
        line.businessUnitId = row.optionalUuid(10);
        line.role = row.text(11);
        line.debit = row.integer(12);
        line.credit = row.integer(13);
        line.partner = partner(row, 14);
        line.taxCategory = row.optionalText(17).value_or("");
        line.taxRate = row.optionalDecimal(18);
        line.foreignAmount = row.optionalInteger(19);
        if (const auto currency = row.optionalText(20)) {
            line.foreignCurrency = Currency::parse(*currency);
        }
        line.exchangeRate = row.optionalDecimal(21);
        line.label = row.text(22);
        line.account = chart_.account({line.role, line.taxCategory, row.optionalText(18).value_or(""),
                                       row.optionalText(23).value_or("")});
        line.openItem = row.optionalText(24).value_or("");
        line.openItemNumber = row.optionalText(25).value_or("");
        line.lettering = lettering(line.role, row, 14, line.openItem);
        return line;
    }

    /// Partner, name and place, from this column on.
    std::optional<BookPartner> partner(const Row& row, std::uint32_t column) {
        const auto id = row.optionalUuid(column);
        if (!id) {
            return std::nullopt;
        }
        BookPartner partner;
        partner.id = encodeId("par", *id);
        const auto name = row.optionalText(column + 1);
        partner.name = name ? std::string(*name) : nameToday(partner.id);
        partner.ordinal = row.optionalInteger(column + 2).value_or(0);
        return partner;
    }

    /// Of partners whose entries are older than the names in the books.
    const std::string& nameToday(const std::string& id) {
        const auto [found, isNew] = names_.emplace(id, std::string());
        if (isNew && call_.offers("partners.names")) {
            const Json answer =
                call_.command("partners.names", Json::object({{"ids", Json::array({Json(id)})}}));
            for (const Json& known : answer["partners"].items()) {
                found->second = known.textOr("name");
            }
        }
        return found->second;
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
    std::map<Date, bool> opens_;
    std::map<std::string, Lettering, std::less<>> letterings_; ///< of the rows that are being read
    std::map<std::string, std::string, std::less<>> names_;
};

} // namespace svc::contracts
