#include "formats/mapping.hpp"

#include <set>

#include <svc/error.hpp>
#include <svc/text.hpp>

namespace svc::bank {

namespace {

std::vector<std::string> textsAt(const Json& given, const char* name) {
    std::vector<std::string> texts;
    if (given[name].isArray()) {
        for (const Json& text : given[name].items()) {
            if (!text.isString()) {
                throw fieldInvalid(std::string("csv.") + name);
            }
            texts.push_back(text.text());
        }
    }
    return texts;
}

int countAt(const Json& given, const char* name, int fallback) {
    if (given[name].isNull()) {
        return fallback;
    }
    const auto value = given.optionalInteger(name);
    if (!value || *value < 0 || *value > 1000) {
        throw fieldInvalid(std::string("csv.") + name);
    }
    return static_cast<int>(*value);
}

char characterAt(const Json& given, const char* name, char fallback) {
    const auto text = given[name].isString() ? std::optional(given[name].text()) : std::nullopt;
    if (!text) {
        return fallback;
    }
    if (*text == "tab" || *text == "\\t" || *text == "\t") {
        return '\t';
    }
    if (text->size() != 1) {
        throw fieldInvalid(std::string("csv.") + name);
    }
    return text->front();
}

const std::set<std::string, std::less<>> Columns = {
    "bookingDate", "valueDate", "remittance",       "bankReference",    "debit",    "credit",
    "balance",     "amount",    "counterpartyName", "counterpartyIban", "account",  "status",
    "fee",         "currency",  "direction",        "endToEndId",       "mandateId"};

} // namespace

CsvMapping mappingOf(const Json& given) {
    CsvMapping mapping;
    mapping.delimiter = characterAt(given, "delimiter", mapping.delimiter);
    mapping.decimal = characterAt(given, "decimal", mapping.decimal);
    if (mapping.decimal != '.' && mapping.decimal != ',') {
        throw fieldInvalid("csv.decimal");
    }
    mapping.dateFormat = given.textOr("dateFormat", mapping.dateFormat);
    if (mapping.dateFormat.find("YY") == std::string::npos ||
        mapping.dateFormat.find("MM") == std::string::npos ||
        mapping.dateFormat.find("DD") == std::string::npos) {
        throw fieldInvalid("csv.dateFormat");
    }
    mapping.encoding = given.textOr("encoding");
    static const std::set<std::string, std::less<>> known = {
        "", "utf-8", "utf-16", "utf-16le", "utf-16be", "iso-8859-1", "windows-1252", "cp850"};
    if (known.count(lowerAscii(mapping.encoding)) == 0) {
        throw fieldInvalid("csv.encoding");
    }
    mapping.skipLines = countAt(given, "skipLines", 0);
    mapping.headerRows = countAt(given, "headerRows", 1);
    mapping.footerRows = countAt(given, "footerRows", 0);
    mapping.invertSign = given.optionalBool("invertSign").value_or(false);
    mapping.currency = given.textOr("currency");
    mapping.account = given.textOr("account");
    mapping.debitValues = textsAt(given, "debitValues");
    mapping.pendingValues = textsAt(given, "pendingValues");
    if (!given["columns"].isObject()) {
        throw fieldInvalid("csv.columns");
    }
    for (const Json::Member& column : given["columns"].members()) {
        if (Columns.count(column.name) == 0) {
            continue;
        }
        if (column.value.isString()) {
            mapping.namedColumns[column.name] = column.value.text();
        } else if (column.value.isNumber() && column.value.integer() >= 0 && column.value.integer() < 1000) {
            mapping.columns[column.name] = static_cast<int>(column.value.integer());
        } else if (!column.value.isNull()) {
            throw fieldInvalid("csv.columns." + column.name);
        }
    }
    return mapping;
}

} // namespace svc::bank
