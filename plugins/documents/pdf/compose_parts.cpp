#include "pdf/compose_parts.hpp"
#include "document/rules/invoice.hpp"

#include "einvoice/formats.hpp"

#include <svc/text.hpp>

namespace svc::documents {
namespace {

/// The text without line breaks, which end a field of a QR code.
std::string oneLine(std::string text) {
    for (char& c : text) {
        c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return text;
}

} // namespace

std::string unbroken(const std::string& text) {
    std::string result;
    for (const char c : text) {
        result += c == ' ' ? "\u00A0" : std::string(1, c);
    }
    return result;
}

std::string grouped(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i > 0 && i % 4 == 0) {
            result += ' ';
        }
        result += text[i];
    }
    return result;
}

const char* titleKey(const Invoice& invoice, bool ticket) {
    switch (invoice.typeCode) {
    case 381:
        return "credit_note";
    case 384:
        return "corrected_invoice";
    case 386:
        return "prepayment_invoice";
    default:
        return ticket ? "ticket" : "invoice";
    }
}

std::array<std::int64_t, 5> agesOf(const Statement& account) {
    constexpr std::array<int, 4> MostDays = {0, 30, 60, 90};
    std::array<std::int64_t, 5> amounts{};
    for (const OpenItem& open : account.open) {
        const auto late = open.due ? account.aged.days() - open.due->days() : 0;
        std::size_t age = 0;
        while (age < MostDays.size() && late > MostDays[age]) {
            ++age;
        }
        amounts[age] += open.amount;
    }
    return amounts;
}

std::optional<std::string> epcPayload(const Invoice& invoice, std::int64_t due) {
    if (invoice.currency != Currency::of("EUR") || !invoice.payment.iban || due <= 0 ||
        due > 99'999'999'999) {
        return std::nullopt;
    }
    // The name has at most 70 characters; cut at a character, because cutting at a byte could split one.
    const std::string name(utf8Prefix(oneLine(invoice.seller.name), 70));
    return "BCD\n002\n1\nSCT\n" + invoice.payment.bic.value_or("") + "\n" + name + "\n" +
           *invoice.payment.iban + "\nEUR" + amountText(due, invoice.currency) + "\n\n" +
           invoice.payment.reference + "\n\n";
}

} // namespace svc::documents
