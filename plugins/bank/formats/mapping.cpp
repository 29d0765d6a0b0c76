#include "formats/mapping.hpp"

#include <set>

#include <svc/decimal.hpp>
#include <svc/error.hpp>
#include <svc/text.hpp>

namespace svc::bank {

namespace {

/// The members of a mapping; one of the wrong form is refused with its path.
class Fields {
public:
    Fields(const Json& given, std::string_view path) : given_(given), path_(path) {}

    ApiError invalid(std::string_view name) const { return fieldInvalid(path_ + std::string(name)); }

    std::string textAt(const char* name, std::string_view fallback = {}) const {
        if (!given_[name].isNull() && !given_[name].isString()) {
            throw invalid(name);
        }
        return given_.textOr(name, fallback);
    }

    std::vector<std::string> textsAt(const char* name) const {
        const Json& list = given_[name];
        if (!list.isNull() && !list.isArray()) {
            throw invalid(name);
        }
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!list.at(i).isString()) {
                throw invalid(name);
            }
            texts.push_back(list.at(i).text());
        }
        return texts;
    }

    int countAt(const char* name, int fallback) const {
        return given_[name].isNull() ? fallback : countOf(given_[name], name, 1000);
    }

    bool boolAt(const char* name) const {
        if (!given_[name].isNull() && !given_[name].isBoolean()) {
            throw invalid(name);
        }
        return given_.optionalBool(name).value_or(false);
    }

    char characterAt(const char* name, char fallback) const {
        if (given_[name].isNull()) {
            return fallback;
        }
        if (!given_[name].isString()) {
            throw invalid(name);
        }
        const std::string& text = given_[name].text();
        if (text == "tab" || text == "\\t" || text == "\t") {
            return '\t';
        }
        if (text.size() != 1) {
            throw invalid(name);
        }
        return text.front();
    }

    /// A whole number from 0 to `most`. A fraction, or a number that no integer holds, is refused too.
    int countOf(const Json& value, const std::string& name, int most) const {
        const auto number = value.isNumber() ? Decimal::parse(value.numberText()) : std::nullopt;
        const auto count = number ? number->toInteger() : std::nullopt;
        if (!count || *count < 0 || *count > most) {
            throw invalid(name);
        }
        return static_cast<int>(*count);
    }

private:
    const Json& given_;
    std::string path_;
};

const std::set<std::string, std::less<>> Columns = {
    "bookingDate", "valueDate", "remittance",       "bankReference",    "debit",    "credit",
    "balance",     "amount",    "counterpartyName", "counterpartyIban", "account",  "status",
    "fee",         "currency",  "direction",        "endToEndId",       "mandateId"};

} // namespace

CsvMapping mappingWithoutColumns(const Json& given, std::string_view path) {
    const Fields fields(given, path);
    CsvMapping mapping;
    mapping.delimiter = fields.characterAt("delimiter", mapping.delimiter);
    mapping.decimal = fields.characterAt("decimal", mapping.decimal);
    if (mapping.decimal != '.' && mapping.decimal != ',') {
        throw fields.invalid("decimal");
    }
    mapping.dateFormat = fields.textAt("dateFormat", mapping.dateFormat);
    if (mapping.dateFormat.find("YY") == std::string::npos ||
        mapping.dateFormat.find("MM") == std::string::npos ||
        mapping.dateFormat.find("DD") == std::string::npos) {
        throw fields.invalid("dateFormat");
    }
    mapping.encoding = fields.textAt("encoding");
    static const std::set<std::string, std::less<>> known = {
        "", "utf-8", "utf-16", "utf-16le", "utf-16be", "iso-8859-1", "windows-1252", "cp850"};
    if (known.count(lowerAscii(mapping.encoding)) == 0) {
        throw fields.invalid("encoding");
    }
    mapping.skipLines = fields.countAt("skipLines", 0);
    mapping.headerRows = fields.countAt("headerRows", 1);
    mapping.footerRows = fields.countAt("footerRows", 0);
    mapping.invertSign = fields.boolAt("invertSign");
    mapping.currency = fields.textAt("currency");
    mapping.account = fields.textAt("account");
    mapping.debitValues = fields.textsAt("debitValues");
    mapping.pendingValues = fields.textsAt("pendingValues");
    return mapping;
}

CsvMapping mappingOf(const Json& given, std::string_view path) {
    const Fields fields(given, path);
    CsvMapping mapping = mappingWithoutColumns(given, path);
    if (!given["columns"].isObject()) {
        throw fields.invalid("columns");
    }
    for (const Json::Member& column : given["columns"].members()) {
        if (Columns.count(column.name) == 0) {
            continue;
        }
        if (column.value.isString()) {
            mapping.namedColumns[column.name] = column.value.text();
        } else if (!column.value.isNull()) {
            mapping.columns[column.name] = fields.countOf(column.value, "columns." + column.name, 999);
        }
    }
    return mapping;
}

} // namespace svc::bank
