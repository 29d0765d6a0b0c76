#include "names.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

namespace svc::bindgen {
namespace {

constexpr std::string_view Keywords[] = {
    "and",      "auto",     "bool",      "break",  "case",     "catch",    "char",    "class",    "const",
    "continue", "default",  "delete",    "do",     "double",   "else",     "enum",    "explicit", "export",
    "extern",   "false",    "float",     "for",    "friend",   "goto",     "if",      "inline",   "int",
    "long",     "mutable",  "namespace", "new",    "not",      "operator", "or",      "private",  "protected",
    "public",   "register", "requires",  "return", "short",    "signed",   "sizeof",  "static",   "struct",
    "switch",   "template", "this",      "throw",  "true",     "try",      "typedef", "typename", "union",
    "unsigned", "using",    "virtual",   "void",   "volatile", "while"};

/// Enumeration values that are punctuation, such as the separators of a file.
constexpr std::pair<std::string_view, std::string_view> Signs[] = {
    {",", "Comma"}, {".", "Point"},      {";", "Semicolon"}, {"\t", "Tab"},
    {"|", "Bar"},   {"'", "Apostrophe"}, {" ", "Space"}};

bool isLetter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}
char upper(char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

} // namespace

std::string upperCamel(std::string_view text) {
    std::string name;
    bool begins = true;
    for (const char c : text) {
        if (!isLetter(c)) {
            begins = true;
            continue;
        }
        name += begins ? upper(c) : c;
        begins = false;
    }
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) {
        name.insert(name.begin(), 'V');
    }
    return name;
}

std::string memberName(std::string_view text) {
    std::string name;
    for (const char c : text) {
        name += isLetter(c) ? c : '_';
    }
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) {
        name.insert(name.begin(), '_');
    }
    return std::find(std::begin(Keywords), std::end(Keywords), name) == std::end(Keywords) ? name
                                                                                           : name + '_';
}

std::string lowerCamel(std::string_view text) {
    std::string name = upperCamel(text);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    return memberName(name);
}

std::string namespaceName(std::string_view pluginId) {
    std::string name(pluginId);
    std::replace(name.begin(), name.end(), '-', '_');
    return memberName(name);
}

std::string enumeratorName(std::string_view value) {
    const auto sign = std::find_if(std::begin(Signs), std::end(Signs),
                                   [&](const auto& known) { return known.first == value; });
    if (sign != std::end(Signs)) {
        return std::string(sign->second);
    }
    return upperCamel(value) + (value.size() > 1 && value[0] == '-' ? "Descending" : "");
}

bool isColumnName(std::string_view column) {
    return std::all_of(column.begin(), column.end(), [](char c) {
        return c == '_' || c == '.' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
    });
}

std::string literal(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += c == '\n' ? ' ' : c;
    }
    return result + '"';
}

const std::map<std::string, std::string, std::less<>>& knownIdentifiers() {
    static const std::map<std::string, std::string, std::less<>> known = {
        {"com", "CompanyId"},
        {"bus", "BusinessUnitId"},
        {"loc", "LocationId"},
        {"usr", "UserId"},
        {"mem", "MemberId"},
        {"rol", "RoleId"},
        {"sal", "SaleId"},
        {"lin", "LineId"},
        {"pay", "PaymentId"},
        {"rfd", "RefundId"},
        {"crn", "CreditNoteId"},
        {"dlv", "DeliveryId"},
        {"quo", "QuoteId"},
        {"pur", "PurchaseId"},
        {"rcv", "ReceiptId"},
        {"exp", "ExpenseId"},
        {"itm", "ItemId"},
        {"prl", "PriceListId"},
        {"mov", "StockMovementId"},
        {"adj", "AdjustmentId"},
        {"str", "StockTransferId"},
        {"cnt", "CountId"},
        {"par", "PartnerId"},
        {"wal", "WalletId"},
        {"txn", "TransactionId"},
        {"rec", "RecurringSaleId"},
        {"ses", "SessionId"},
        {"trf", "TransferId"},
        {"csh", "CashSessionId"},
        {"stm", "StatementId"},
        {"bnk", "BankLineId"},
        {"tim", "TimeEntryId"},
        {"fsc", "FiscalSubmissionId"},
        {"fsj", "SealedEntryId"},
        {"plk", "PaymentLinkId"},
        {"sig", "SignatureRequestId"},
        {"key", "ApiKeyId"},
        {"whk", "WebhookId"},
        {"whd", "WebhookDeliveryId"},
        {"sty", "StayId"},
        {"ord", "OrderRequestId"},
        {"att", "AttachmentId"},
        {"job", "JobId"},
        {"sin", "SupplierInvoiceId"},
    };
    return known;
}

} // namespace svc::bindgen
