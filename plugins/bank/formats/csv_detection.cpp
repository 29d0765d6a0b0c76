#include <algorithm>
#include <array>
#include <set>

#include <svc/text.hpp>

#include "domain/text.hpp"
#include "formats/csv.hpp"

namespace svc::bank {

namespace {

struct Word {
    std::string_view column;
    std::string_view text; ///< folded; a header cell is it, or begins with it
};

/// What banks write above their columns. Earlier words of a column win.
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

std::string fold(std::string_view text) {
    return folded(oneLine(text));
}

/// The delimiter that most lines have, and have as often.
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
                const std::string cell = fold(header.cells[i]);
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

constexpr std::string_view DateFormats[] = {
    "YYYY-MM-DD", "YYYY/MM/DD", "YYYY.MM.DD", "YYYYMMDD",   "DD.MM.YYYY", "DD/MM/YYYY", "DD-MM-YYYY",
    "DD.MM.YY",   "DD/MM/YY",   "DD-MM-YY",   "MM/DD/YYYY", "MM-DD-YYYY", "MM/DD/YY"};

std::vector<std::string> columnOf(const std::vector<CsvRow>& rows, std::size_t from, int column) {
    std::vector<std::string> cells;
    for (std::size_t i = from; i < rows.size(); ++i) {
        if (column >= 0 && static_cast<std::size_t>(column) < rows[i].cells.size()) {
            const std::string cell(trim(rows[i].cells[static_cast<std::size_t>(column)]));
            if (!cell.empty()) {
                cells.push_back(cell);
            }
        }
    }
    return cells;
}

/// The format that all dates of the column follow; the last rows may be junk.
std::string dateFormatOf(const std::vector<std::string>& cells, bool monthFirst,
                         std::vector<std::string>& warnings) {
    std::vector<std::string_view> fitting;
    std::size_t most = 0;
    for (const std::string_view format : DateFormats) {
        std::size_t good = 0;
        for (const std::string& cell : cells) {
            good += csvDate(cell, format) ? 1U : 0U;
        }
        if (good > most) {
            most = good;
            fitting.clear();
        }
        if (good == most && good > 0) {
            fitting.push_back(format);
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

/// The last separator before one or two digits is that of the decimals; over the whole column.
char decimalOf(const std::vector<std::string>& cells) {
    int point = 0;
    int comma = 0;
    bool allThree = !cells.empty();
    char three = 0;
    for (const std::string& cell : cells) {
        const std::size_t last = cell.find_last_of(".,");
        if (last == std::string::npos) {
            allThree = false;
            continue;
        }
        std::size_t digits = 0;
        while (last + 1 + digits < cell.size() && cell[last + 1 + digits] >= '0' &&
               cell[last + 1 + digits] <= '9') {
            ++digits;
        }
        if (digits == 3) {
            three = cell[last];
        } else {
            allThree = false;
            (cell[last] == '.' ? point : comma) += 1;
        }
    }
    if (point == 0 && comma == 0) {
        // Thousands would leave some amounts below them without separator.
        return three == 0 ? '.' : allThree ? three : three == '.' ? ',' : '.';
    }
    return point >= comma ? '.' : ',';
}

bool looksLikeAmount(const std::string& cell) {
    const bool plain = cell.find_first_not_of("0123456789+-.,' ()") == std::string::npos;
    return plain && cell.find_first_of("0123456789") != std::string::npos &&
           cell.find_first_of("+-.,") != std::string::npos;
}

/// Columns of a file without header, by what stands in them.
std::map<std::string, int> columnsByContent(const std::vector<CsvRow>& rows) {
    std::map<std::string, int> columns;
    std::size_t width = 0;
    for (const CsvRow& row : rows) {
        width = std::max(width, row.cells.size());
    }
    int longest = -1;
    std::size_t length = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const std::vector<std::string> cells = columnOf(rows, 0, static_cast<int>(i));
        const auto all = [&](auto fits) {
            return !cells.empty() && std::all_of(cells.begin(), cells.end(), fits);
        };
        const int column = static_cast<int>(i);
        const auto isDate = [](const std::string& cell) {
            return std::any_of(std::begin(DateFormats), std::end(DateFormats),
                               [&](std::string_view format) { return csvDate(cell, format).has_value(); });
        };
        if (all(isDate)) {
            columns.emplace(columns.count("bookingDate") == 0 ? "bookingDate" : "valueDate", column);
        } else if (all([](const std::string& cell) { return Currency::parse(cell).has_value(); })) {
            columns.emplace("currency", column);
        } else if (all(looksLikeAmount)) {
            columns.emplace(columns.count("amount") == 0 ? "amount" : "balance", column);
        } else if (i == 0 && all([&](const std::string& cell) { return cell == cells.front(); })) {
            columns.emplace("account", column);
        } else {
            std::size_t sum = 0;
            for (const std::string& cell : cells) {
                sum += cell.size();
            }
            if (sum > length) {
                length = sum;
                longest = column;
            }
        }
    }
    if (longest >= 0) {
        columns.emplace("remittance", longest);
    }
    return columns;
}

/// A currency in the names of the amounts: `Saldo in CHF`.
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

CsvMapping detectCsv(std::string_view text, bool monthFirst, std::vector<std::string>& warnings) {
    if (text.find('\0') != std::string_view::npos || trim(text).starts_with('<') || trim(text).empty()) {
        throw FileError::unknown("no CSV");
    }
    CsvMapping mapping;
    mapping.delimiter = delimiterOf(text);
    mapping.footerIsJunk = true;
    const std::vector<CsvRow> rows = csvRows(text, mapping.delimiter);
    std::size_t header = rows.size();
    for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), 30); ++i) {
        const std::map<std::string, int> columns = columnsOf(rows[i]);
        if (columns.count("bookingDate") != 0 && columns.size() >= 3) {
            header = i;
            mapping.columns = columns;
            break;
        }
    }
    std::size_t first = 0;
    if (header < rows.size()) {
        mapping.skipLines = rows[header].line - 1;
        mapping.headerRows = 1;
        mapping.currency = currencyInHeader(rows[header], mapping.columns);
        first = header + 1;
        // Lines above the header tell whose account it is.
        for (std::size_t i = 0; i < header; ++i) {
            for (const std::string& cell : rows[i].cells) {
                mapping.account = isIban(squashed(cell)) ? squashed(cell) : mapping.account;
            }
        }
    } else {
        mapping.headerRows = 0;
        mapping.columns = columnsByContent(rows);
        if (mapping.columns.count("bookingDate") == 0) {
            throw FileError::unknown("no CSV with dates");
        }
    }
    const auto column = [&](const char* name) {
        const auto found = mapping.columns.find(name);
        return columnOf(rows, first, found == mapping.columns.end() ? -1 : found->second);
    };
    mapping.dateFormat = dateFormatOf(column("bookingDate"), monthFirst, warnings);
    if (mapping.dateFormat.empty()) {
        mapping.dateFormat = "YYYY-MM-DD";
    }
    // `Valuta` is the date of the value for some banks and the currency for others.
    const std::vector<std::string> values = column("valueDate");
    if (!values.empty() && !csvDate(values.front(), mapping.dateFormat)) {
        if (Currency::parse(values.front())) {
            mapping.columns.emplace("currency", mapping.columns["valueDate"]);
        }
        mapping.columns.erase("valueDate");
    }
    std::vector<std::string> amounts = column("amount");
    for (const char* name : {"debit", "credit"}) {
        const std::vector<std::string> more = column(name);
        amounts.insert(amounts.end(), more.begin(), more.end());
    }
    mapping.decimal = decimalOf(amounts);
    mapping.debitValues = {"Af", "D", "DBIT", "DR", "Debit", "Debet", "S", "Soll", "Out"};
    mapping.pendingValues = {"PENDING", "Umsatz vorgemerkt", "vorgemerkt", "PDNG", "en attente"};
    return mapping;
}

} // namespace svc::bank
