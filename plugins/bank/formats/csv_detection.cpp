#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>

#include <svc/text.hpp>

#include "formats/amount_marks.hpp"
#include "formats/csv.hpp"
#include "rules/text.hpp"

namespace svc::bank {

namespace {

struct Word {
    std::string_view column;
    std::string_view text; ///< folded; a header cell is it, or begins with it
};

/// Column titles used by banks. Earlier titles of a column take precedence.
constexpr Word Words[] = {
    {"bookingDate", "buchungstag"},
    {"bookingDate", "boekdatum"},
    {"bookingDate", "completed date"},
    {"bookingDate", "booking date"},
    {"bookingDate", "date operation"},
    {"bookingDate", "date de l operation"},
    {"bookingDate", "transaction date"},
    {"bookingDate", "transactiedatum"},
    {"bookingDate", "bokforingsdag"},
    {"bookingDate", "buchungsdatum"},
    {"bookingDate", "datum"},
    {"bookingDate", "fecha"},
    {"bookingDate", "data"},
    {"bookingDate", "date"},
    {"valueDate", "valutadatum"},
    {"valueDate", "valutadate"},
    {"valueDate", "value date"},
    {"valueDate", "date valeur"},
    {"valueDate", "date de valeur"},
    {"valueDate", "valuta"},
    {"valueDate", "wertstellung"},
    {"valueDate", "wert"},
    {"debit", "debit"},
    {"debit", "soll"},
    {"debit", "lastschrift"},
    {"debit", "sortie"},
    {"debit", "paid out"},
    {"debit", "belastung"},
    {"debit", "withdrawal"},
    {"credit", "credit"},
    {"credit", "haben"},
    {"credit", "gutschrift"},
    {"credit", "entree"},
    {"credit", "paid in"},
    {"credit", "deposit"},
    {"direction", "af bij"},
    {"direction", "creditdebet"},
    {"direction", "soll haben"},
    {"direction", "debit credit"},
    {"direction", "sens"},
    {"amount", "betrag"},
    {"amount", "bedrag"},
    {"amount", "belopp"},
    {"amount", "montant"},
    {"amount", "importe"},
    {"amount", "importo"},
    {"amount", "umsatz"},
    {"amount", "amount"},
    {"balance", "saldo"},
    {"balance", "solde"},
    {"balance", "balance"},
    {"balance", "running bal"},
    {"currency", "wahrung"},
    {"currency", "waehrung"},
    {"currency", "valutacode"},
    {"currency", "devise"},
    {"currency", "currency"},
    {"currency", "valuta"},
    {"counterpartyName", "beguenstigter"},
    {"counterpartyName", "begunstigter"},
    {"counterpartyName", "auftraggeber"},
    {"counterpartyName", "name zahlungsbeteiligter"},
    {"counterpartyName", "naam omschrijving"},
    {"counterpartyName", "tegenrekeninghouder"},
    {"counterpartyName", "partner name"},
    {"counterpartyName", "merchantname"},
    {"counterpartyName", "correspondant"},
    {"counterpartyName", "namn"},
    {"counterpartyName", "payee"},
    {"counterpartyName", "name"},
    {"counterpartyIban", "kontonummer iban"},
    {"counterpartyIban", "tegenrekeningnummer"},
    {"counterpartyIban", "tegenrekening"},
    {"counterpartyIban", "bank account"},
    {"counterpartyIban", "iban zahlungsbeteiligter"},
    {"counterpartyIban", "counterparty account"},
    {"account", "auftragskonto"},
    {"account", "rekeningnummer"},
    {"account", "rekening"},
    {"account", "kontonummer"},
    {"account", "account number"},
    {"account", "account"},
    {"remittance", "verwendungszweck"},
    {"remittance", "mededelingen"},
    {"remittance", "omschrijving"},
    {"remittance", "libelle"},
    {"remittance", "transaction description"},
    {"remittance", "description"},
    {"remittance", "avisierungstext"},
    {"remittance", "rubrik"},
    {"remittance", "label"},
    {"remittance", "details"},
    {"remittance", "text"},
    {"remittance", "type"},
    {"bankReference", "transactionid"},
    {"bankReference", "bank reference"},
    {"bankReference", "referentie"},
    {"bankReference", "reference"},
    {"endToEndId", "kundenreferenz end to end"},
    {"endToEndId", "end to end"},
    {"mandateId", "mandatsreferenz"},
    {"status", "state"},
    {"status", "statetype"},
    {"status", "status"},
    {"status", "info"},
    {"fee", "fee"},
};

std::string foldedHead(std::string_view text) {
    return folded(oneLine(text));
}

/// The delimiter that occurs equally often in most lines.
char delimiterOf(std::string_view text) {
    char best = ';';
    int bestScore = 0;
    for (const char candidate : {';', ',', '\t', '|'}) {
        std::map<int, int> lines;
        int count = 0;
        int seen = 0;
        bool quoted = false;
        for (std::size_t at = 0; at <= text.size() && seen < 20; ++at) {
            const char c = at < text.size() ? text[at] : '\n';
            quoted = c == '"' ? !quoted : quoted;
            if (!quoted && c == candidate) {
                ++count;
            } else if (!quoted && c == '\n') {
                lines[count] += count > 0 ? 1 : 0;
                count = 0;
                ++seen;
            }
        }
        for (const auto& [delimiters, times] : lines) {
            const int score = delimiters > 0 ? times * 100 + std::min(delimiters, 20) : 0;
            if (score > bestScore) {
                bestScore = score;
                best = candidate;
            }
        }
    }
    return best;
}

std::map<std::string, int> columnsOf(const CsvRow& header) {
    std::map<std::string, int> columns;
    std::set<int> used;
    for (const bool exact : {true, false}) {
        for (const Word& word : Words) {
            for (std::size_t i = 0; i < header.cells.size(); ++i) {
                const std::string cell = foldedHead(header.cells[i]);
                const bool fits = exact ? cell == word.text : cell.starts_with(word.text);
                if (fits && used.count(static_cast<int>(i)) == 0 &&
                    columns.count(std::string(word.column)) == 0) {
                    columns[std::string(word.column)] = static_cast<int>(i);
                    used.insert(static_cast<int>(i));
                }
            }
        }
    }
    return columns;
}

/// The header is searched among this many first rows.
constexpr std::size_t HeadRows = 30;

constexpr std::string_view DateFormats[] = {
    "YYYY-MM-DD", "YYYY/MM/DD", "YYYY.MM.DD", "YYYYMMDD",   "DD.MM.YYYY", "DD/MM/YYYY", "DD-MM-YYYY",
    "DD.MM.YY",   "DD/MM/YY",   "DD-MM-YY",   "MM/DD/YYYY", "MM-DD-YYYY", "MM/DD/YY"};

bool looksLikeAmount(std::string_view cell) {
    const bool plain = cell.find_first_not_of("0123456789+-.,' ()") == std::string_view::npos;
    return plain && cell.find_first_of("0123456789") != std::string_view::npos &&
           cell.find_first_of("+-.,") != std::string_view::npos;
}

/// Facts about a column, collected row by row; empty cells are skipped.
struct ColumnFacts {
    bool any = false;
    std::string first;
    std::size_t length = 0;
    bool allDates = true;
    bool allCurrencies = true;
    bool allAmounts = true;
    bool allSame = true;
    std::array<std::size_t, std::size(DateFormats)> dates{}; ///< cells that follow each format
    AmountMarks marks;

    /// `isDate`: the column is known to hold dates; even so, its last rows may be junk.
    void add(std::string_view cell, bool isDate) {
        if (!any) {
            first = cell;
        }
        any = true;
        length += cell.size();
        allSame = allSame && cell == first;
        allCurrencies = allCurrencies && Currency::parse(cell).has_value();
        allAmounts = allAmounts && looksLikeAmount(cell);
        marks.add(cell);
        if (isDate || allDates) {
            bool fits = false;
            for (std::size_t i = 0; i < dates.size(); ++i) {
                const bool good = csvDate(cell, DateFormats[i]).has_value();
                dates[i] += good ? 1U : 0U;
                fits = fits || good;
            }
            allDates = allDates && fits;
        }
    }
};

/// All columns of a file. `dateColumn`: -1 where it is not known.
class Facts {
public:
    explicit Facts(int dateColumn) : dateColumn_(dateColumn) {}

    void add(const CsvRow& row) {
        if (columns_.size() < row.cells.size()) {
            columns_.resize(row.cells.size());
        }
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (const std::string_view cell = trim(row.cells[i]); !cell.empty()) {
                columns_[i].add(cell, static_cast<int>(i) == dateColumn_);
            }
        }
    }
    const std::vector<ColumnFacts>& columns() const { return columns_; }
    ColumnFacts of(const std::map<std::string, int>& names, const char* name) const {
        const auto found = names.find(name);
        const bool known = found != names.end() && found->second >= 0 &&
                           static_cast<std::size_t>(found->second) < columns_.size();
        return known ? columns_[static_cast<std::size_t>(found->second)] : ColumnFacts();
    }

private:
    int dateColumn_;
    std::vector<ColumnFacts> columns_;
};

/// The format that most dates of the column follow; the last rows may be junk.
std::string dateFormatOf(const ColumnFacts& column, bool monthFirst, std::vector<std::string>& warnings) {
    const std::size_t most = *std::max_element(column.dates.begin(), column.dates.end());
    std::vector<std::string_view> fitting;
    for (std::size_t i = 0; i < column.dates.size(); ++i) {
        if (most > 0 && column.dates[i] == most) {
            fitting.push_back(DateFormats[i]);
        }
    }
    if (fitting.empty()) {
        return {};
    }
    if (fitting.size() > 1) {
        warnings.push_back(monthFirst ? "dates-ambiguous:MM/DD" : "dates-ambiguous:DD/MM");
        for (const std::string_view format : fitting) {
            if (format.starts_with(monthFirst ? "MM" : "DD")) {
                return std::string(format);
            }
        }
    }
    return std::string(fitting.front());
}

/// The decimal separator. If the amounts do not prove it, fees and balances may.
char decimalOf(const Facts& facts, const CsvMapping& mapping, Currency fallback,
               std::vector<std::string>& warnings) {
    AmountMarks marks;
    for (const char* name : {"amount", "debit", "credit"}) {
        marks.add(facts.of(mapping.columns, name).marks);
    }
    for (const char* name : {"fee", "balance"}) {
        if (const AmountMarks other = facts.of(mapping.columns, name).marks;
            !marks.isCertain() && other.isCertain()) {
            marks.add(other);
        }
    }
    const auto inRows = Currency::parse(facts.of(mapping.columns, "currency").first);
    const auto inHeader = Currency::parse(mapping.currency);
    const AmountMarks::Decimal decimal = marks.decimal(inRows ? *inRows : inHeader ? *inHeader : fallback);
    if (decimal.ambiguous) {
        warnings.push_back(std::string("amounts-ambiguous:") + decimal.sign);
    }
    return decimal.sign;
}

/// Columns of a file without header, recognized by their content.
std::map<std::string, int> columnsByContent(const std::vector<ColumnFacts>& facts) {
    std::map<std::string, int> columns;
    int longest = -1;
    std::size_t length = 0;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const ColumnFacts& one = facts[i];
        const int column = static_cast<int>(i);
        if (one.any && one.allDates) {
            columns.emplace(columns.count("bookingDate") == 0 ? "bookingDate" : "valueDate", column);
        } else if (one.any && one.allCurrencies) {
            columns.emplace("currency", column);
        } else if (one.any && one.allAmounts) {
            columns.emplace(columns.count("amount") == 0 ? "amount" : "balance", column);
        } else if (i == 0 && one.any && one.allSame) {
            columns.emplace("account", column);
        } else if (one.length > length) {
            length = one.length;
            longest = column;
        }
    }
    if (longest >= 0) {
        columns.emplace("remittance", longest);
    }
    return columns;
}

/// A currency in the titles of amount columns: `Saldo in CHF`.
std::string currencyInHeader(const CsvRow& header, const std::map<std::string, int>& columns) {
    for (const char* column : {"amount", "credit", "debit", "balance"}) {
        const auto found = columns.find(column);
        if (found == columns.end()) {
            continue;
        }
        std::string word;
        for (const char c : header.cells[static_cast<std::size_t>(found->second)] + ' ') {
            if (c >= 'A' && c <= 'Z') {
                word += c;
                continue;
            }
            if (word.size() == 3 && Currency::parse(word)) {
                return word;
            }
            word.clear();
        }
    }
    return {};
}

} // namespace

CsvMapping detectCsv(std::string_view text, bool monthFirst, Currency fallback,
                     std::vector<std::string>& warnings) {
    if (text.find('\0') != std::string_view::npos || trim(text).starts_with('<') || trim(text).empty()) {
        throw FileError::unknown("no CSV");
    }
    CsvMapping mapping;
    mapping.delimiter = delimiterOf(text);
    mapping.footerIsJunk = true;
    // The header is among the first rows; the content of the columns is analysed while the other rows are
    // read.
    std::vector<CsvRow> head;
    std::optional<Facts> facts;
    const auto begin = [&] {
        std::size_t header = head.size();
        for (std::size_t i = 0; i < head.size(); ++i) {
            const std::map<std::string, int> columns = columnsOf(head[i]);
            if (columns.count("bookingDate") != 0 && columns.size() >= 3) {
                header = i;
                mapping.columns = columns;
                break;
            }
        }
        std::size_t first = 0;
        if (header < head.size()) {
            mapping.skipLines = head[header].line - 1;
            mapping.headerRows = 1;
            mapping.currency = currencyInHeader(head[header], mapping.columns);
            first = header + 1;
            // Lines above the header may name the account.
            for (std::size_t i = 0; i < header; ++i) {
                for (const std::string& cell : head[i].cells) {
                    mapping.account = isIban(squashed(cell)) ? squashed(cell) : mapping.account;
                }
            }
        } else {
            mapping.headerRows = 0;
        }
        facts.emplace(mapping.headerRows == 0 ? -1 : mapping.columns.at("bookingDate"));
        for (std::size_t i = first; i < head.size(); ++i) {
            facts->add(head[i]);
        }
        head.clear();
    };
    eachCsvRow(text, mapping.delimiter, [&](CsvRow&& row) {
        if (facts) {
            facts->add(row);
            return;
        }
        head.push_back(std::move(row));
        if (head.size() == HeadRows) {
            begin();
        }
    });
    if (!facts) {
        begin();
    }
    if (mapping.headerRows == 0) {
        mapping.columns = columnsByContent(facts->columns());
        mapping.balancesAreGuessed = true;
        if (mapping.columns.count("bookingDate") == 0) {
            throw FileError::unknown("no CSV with dates");
        }
    }
    mapping.dateFormat = dateFormatOf(facts->of(mapping.columns, "bookingDate"), monthFirst, warnings);
    if (mapping.dateFormat.empty()) {
        mapping.dateFormat = "YYYY-MM-DD";
    }
    // `Valuta` is the value date for some banks and the currency for others.
    const std::string value = facts->of(mapping.columns, "valueDate").first;
    if (!value.empty() && !csvDate(value, mapping.dateFormat)) {
        if (Currency::parse(value)) {
            mapping.columns.emplace("currency", mapping.columns["valueDate"]);
        }
        mapping.columns.erase("valueDate");
    }
    mapping.decimal = decimalOf(*facts, mapping, fallback, warnings);
    mapping.debitValues = {"Af", "D", "DBIT", "DR", "Debit", "Debet", "S", "Soll", "Out"};
    mapping.pendingValues = {"PENDING", "Umsatz vorgemerkt", "vorgemerkt", "PDNG", "en attente"};
    return mapping;
}

} // namespace svc::bank
