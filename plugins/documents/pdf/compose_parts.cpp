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

/// `132-1B` as "132 (1) (b)": an article of the directive, its paragraph and point.
std::string europeanArticle(std::string_view code) {
    const std::size_t dash = code.find('-');
    std::string article(code.substr(0, dash));
    std::string part(dash == std::string_view::npos ? "" : code.substr(dash + 1));
    while (!part.empty()) {
        const bool number = isDigit(part.front());
        std::size_t end = 1;
        while (end < part.size() && isDigit(part[end]) == number) {
            ++end;
        }
        article += " (" + lowerAscii(part.substr(0, end)) + ")";
        part.erase(0, end);
    }
    return article;
}

/// `261C-1` as "261 C-1": an article of the French tax code.
std::string frenchArticle(std::string_view code) {
    std::string article;
    for (const char c : code) {
        article += !article.empty() && isDigit(article.back()) && !isDigit(c) && c != '-' ? " " : "";
        article += c;
    }
    return article;
}

/// The article that a code of the list VATEX stands for; the code itself where it names none.
std::string lawOf(std::string_view code, const Wording& say) {
    constexpr std::string_view Europe = "VATEX-EU-";
    constexpr std::string_view France = "VATEX-FR-CGI";
    if (code.starts_with(Europe) && code.size() > Europe.size() && isDigit(code[Europe.size()])) {
        return filled(say["exempt_EU"], "article", europeanArticle(code.substr(Europe.size())));
    }
    if (code.starts_with(France)) {
        return filled(say["exempt_FR"], "article", frenchArticle(code.substr(France.size())));
    }
    return std::string(code);
}

} // namespace

bool tellsEveryDelivery(const Invoice& invoice) {
    const std::string country = invoice.seller.address.country.value_or("");
    return country == "DE" || country == "AT";
}

std::string exemptionNote(const TaxGroup& group, const Wording& say) {
    const std::string code = group.exemptionCode.value_or("");
    if (const std::string own = "note_" + code; say.has(own)) {
        return say[own];
    }
    if (group.taxCategory == "E") {
        std::string reason = code.empty() ? "" : lawOf(code, say);
        if (group.exemptionText) {
            reason += (reason.empty() ? "" : "; ") + *group.exemptionText;
        }
        return filled(say["note_E"], "reason", reason);
    }
    const std::string ofCategory = "note_" + group.taxCategory;
    return say.has(ofCategory) ? say[ofCategory] : std::string();
}

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
