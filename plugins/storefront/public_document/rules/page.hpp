#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/enum_texts.hpp>
#include <svc/json.hpp>

#include "paper/reader.hpp"

namespace svc::storefront {

/// Which records have a public page.
enum class PublicKind { Sale, Quote };
inline constexpr EnumTexts<PublicKind, 2> PublicKindTexts{{"sale", "quote"}};
constexpr std::string_view toText(PublicKind value) {
    return PublicKindTexts.textOf(value);
}

/// What a page calls its document.
enum class ShownKind { Invoice, Ticket, Quote };
inline constexpr EnumTexts<ShownKind, 3> ShownKindTexts{{"invoice", "ticket", "quote"}};
constexpr std::string_view toText(ShownKind value) {
    return ShownKindTexts.textOf(value);
}

/// What a page says of the state of its document.
enum class ShownState { Open, Accepted, Declined, Expired, Cancelled, Paid };

struct ShownLine {
    std::string label;
    std::optional<std::string> description{};
    Decimal quantity;
    std::string unit;
    Decimal unitPrice; ///< minor units
    std::optional<Decimal> discountPercent{};
    std::int64_t discountAmount = 0;
    std::string taxCategory;
    Decimal taxRate;
    std::int64_t total = 0;
};

struct ShownTax {
    std::string category;
    Decimal rate;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

/// What has become of the total of a sale.
struct ShownPayments {
    std::string status{}; ///< as the API has it
    std::int64_t credited = 0;
    std::int64_t paid = 0;
    std::int64_t refunded = 0;
    std::int64_t balance = 0;
    std::string reference{};
};

/// What is printed on a sale or a quote. Amounts are minor units.
struct ShownDocument {
    std::string number;
    ShownKind kind{};
    ShownState state{};
    std::string status{}; ///< as the API has it
    Date date;
    std::optional<Date> dueDate{};
    std::optional<Date> validUntil{};
    std::optional<std::string> customer{};
    Currency currency;
    bool pricesIncludeTax = false;
    std::vector<ShownLine> lines{};
    std::vector<ShownTax> taxes{};
    std::int64_t subtotal = 0;
    std::int64_t discountTotal = 0;
    std::int64_t taxTotal = 0;
    std::int64_t total = 0;
    std::optional<ShownPayments> payments{}; ///< nothing: of a quote
    std::optional<std::string> note{};
};

/// A document as its reader sees it.
struct PublicDocument {
    PublicKind kind{};
    Json seller; ///< the members of the company that PublicDocument of openapi.yaml names
    ShownDocument document;
    std::optional<std::string> pdfUrl{};
    std::optional<std::string> paymentUrl{};
    std::int64_t onItsWay = 0; ///< what was paid and has not come in yet, in minor units
    bool isOpen = false;       ///< a quote that can be accepted or declined
};

/// The HTML page of a document, with buttons for the actions open to the reader.
std::string documentPage(const PublicDocument& shown, const paper::Reader& reader, std::string_view token);

} // namespace svc::storefront
