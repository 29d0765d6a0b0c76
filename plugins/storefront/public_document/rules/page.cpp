#include "public_document/rules/page.hpp"

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/markup.hpp>

#include "page/rules/page.hpp"
#include "page/rules/wording.hpp"
#include "paper/address.hpp"
#include "trade/tax.hpp"

namespace svc::storefront {
namespace {

/// The amount of a line before its share of the discount of the document, as on printed documents.
std::int64_t amountOf(const Json& line) {
    trade::Discount discount{.percent = line.optionalDecimal("discountPercent")};
    if (const std::int64_t amount = line["discountAmount"].integer(); !discount.percent && amount != 0) {
        discount.amountMinor = amount;
    }
    return trade::lineAmount(line["quantity"].decimal(), line["unitPrice"].decimal(), discount);
}

/// The states of sales and quotes.
enum class ShownStatus {
    Active,
    Open,
    Accepted,
    Signed,
    Declined,
    Expired,
    Cancelled,
    PartiallyConverted,
    Converted
};
constexpr EnumTexts<ShownStatus, 9> ShownStatusTexts{{"active", "open", "accepted", "signed", "declined",
                                                      "expired", "cancelled", "partially_converted",
                                                      "converted"}};

enum class ShownPayment { Unpaid, PartiallyPaid, Paid, PartiallyRefunded, Refunded, Cancelled };
constexpr EnumTexts<ShownPayment, 6> ShownPaymentTexts{
    {"unpaid", "partially_paid", "paid", "partially_refunded", "refunded", "cancelled"}};

/// Nothing when the member is missing or null, as quotes have no state of payment.
template <class Enum, std::size_t Count>
std::optional<Enum> valueIn(const Json& document, const char* name, const EnumTexts<Enum, Count>& texts) {
    Enum value{};
    return texts.read(document.textOr(name), value) ? std::optional(value) : std::nullopt;
}

/// Writes one document for one reader.
class DocumentPage {
public:
    DocumentPage(const Json& shown, const paper::Reader& reader)
        : shown_(shown), document_(shown["document"]), language_(reader.language),
          homeCountry_(reader.homeCountry), say_(reader.say), form_(reader.form),
          currency_(Currency::parse(document_["currency"].text()).value()) {}

    std::string title() const {
        return say_[document_.textOr("kind", toText(ShownKind::Invoice))] + ' ' + document_.textOr("number");
    }

    std::string body(std::string_view token) {
        html_ = "<p class=\"soft\">" + escapedMarkup(shown_["seller"].textOr("name")) + "</p>\n<h1>" +
                escapedMarkup(title()) + "</h1>\n";
        state();
        facts();
        lines();
        sums();
        note();
        pay(token);
        pdf(token);
        actions(token);
        seller();
        return std::move(html_);
    }

private:
    std::string word(Word word) const { return escapedMarkup(wordOf(word, language_)); }
    std::string paperWord(const char* key) const { return escapedMarkup(say_[key]); }
    std::string money(std::int64_t minor) const { return escapedMarkup(form_.money(minor, currency_)); }

    void notice(Word text) { html_ += "<p class=\"notice\" role=\"status\">" + word(text) + "</p>\n"; }

    void state() {
        switch (valueIn(document_, "status", ShownStatusTexts).value_or(ShownStatus::Active)) {
        case ShownStatus::Accepted:
        case ShownStatus::Signed:
        case ShownStatus::PartiallyConverted:
        case ShownStatus::Converted:
            notice(Word::Accepted);
            break;
        case ShownStatus::Declined:
            notice(Word::Declined);
            break;
        case ShownStatus::Expired:
            notice(Word::Expired);
            break;
        case ShownStatus::Cancelled:
            notice(Word::Cancelled);
            break;
        case ShownStatus::Active:
        case ShownStatus::Open:
            if (valueIn(document_, "paymentStatus", ShownPaymentTexts) == ShownPayment::Paid) {
                notice(Word::PaidInFull);
            }
            break;
        }
    }

    void fact(const char* name, const Json& value) {
        if (!value.isString() || value.text().empty()) {
            return;
        }
        const auto date = Date::parse(value.text());
        html_ += "<tr><td class=\"soft\">" + paperWord(name) + "</td><td class=\"value\">" +
                 escapedMarkup(date ? form_.date(*date) : value.text()) + "</td></tr>\n";
    }

    void facts() {
        const auto kind = valueIn(document_, "kind", ShownKindTexts);
        html_ += "<div class=\"card\"><table>\n";
        fact(kind == ShownKind::Quote ? "quoted_to" : "billed_to", document_["customer"]);
        fact("date", document_["date"]);
        if (kind != ShownKind::Ticket) {
            fact("due_date", document_["dueDate"]);
        }
        fact("valid_until", document_["validUntil"]);
        fact("reference", document_["paymentReference"]);
        html_ += "</table></div>\n";
    }

    std::string quantity(const Json& line) const {
        return paper::quantityText(say_, form_, line["quantity"].decimal(), line.textOr("unit"));
    }

    std::string discount(const Json& line) const {
        if (const auto percent = line.optionalDecimal("discountPercent")) {
            return paper::filled(say_["line_discount"], "percent", form_.number(*percent));
        }
        const std::int64_t amount = line["discountAmount"].integer();
        return amount == 0
                   ? std::string()
                   : paper::filled(say_["line_discount_amount"], "amount", form_.money(amount, currency_));
    }

    void small(const std::string& text) {
        if (!text.empty()) {
            html_ += "<p class=\"soft text\">" + escapedMarkup(text) + "</p>";
        }
    }

    void lines() {
        html_ += "<div class=\"card\"><table>\n";
        for (const Json& line : document_["lines"].items()) {
            html_ += "<tr><td>" + escapedMarkup(line.textOr("label"));
            small(line.textOr("description"));
            small(quantity(line) + " \u00D7 " + form_.moneyPrice(line["unitPrice"].decimal(), currency_));
            small(discount(line));
            html_ += "</td><td class=\"price\">" + money(amountOf(line)) + "</td></tr>\n";
        }
        html_ += "</table></div>\n";
    }

    void sum(const std::string& name, std::int64_t minor, bool strong = false) {
        html_ += std::string(strong ? "<tr class=\"sum\">" : "<tr>") + "<td>" + name +
                 "</td><td class=\"price\">" + money(minor) + "</td></tr>\n";
    }

    std::string taxName(const Json& tax) const {
        const std::string category = tax.textOr("taxCategory");
        const std::string name = paper::taxCategoryText(say_, form_, category, tax["taxRate"].decimal());
        return escapedMarkup(category == "S" ? say_["total_tax"] + ' ' + name : name);
    }

    /// Shows the discount of the document: the sum of the lines less the total.
    void documentDiscount() {
        const bool withTax = document_["pricesIncludeTax"].boolean();
        std::int64_t lines = 0;
        for (const Json& line : document_["lines"].items()) {
            lines += amountOf(line);
        }
        std::int64_t asked = 0;
        for (const Json& tax : document_["taxes"].items()) {
            asked += tax["net"].integer() + (withTax ? tax["tax"].integer() : 0);
        }
        if (lines != asked) {
            sum(paperWord("subtotal"), lines);
            sum(paperWord("discount"), asked - lines);
        }
    }

    void sums() {
        html_ += "<div class=\"card\"><table>\n";
        documentDiscount();
        sum(paperWord("total_net"), document_["subtotal"].integer());
        for (const Json& tax : document_["taxes"].items()) {
            sum(taxName(tax), tax["tax"].integer());
        }
        sum(paperWord("total_gross"), document_["total"].integer(), true);
        if (document_["balance"].isNumber()) {
            for (const auto& [name, field] :
                 {std::pair(Word::Credited, "credited"), std::pair(Word::Refunded, "refunded")}) {
                if (document_[field].integer() != 0) {
                    sum(word(name), document_[field].integer());
                }
            }
            sum(paperWord("paid"), document_["paid"].integer());
            sum(paperWord("due"), document_["balance"].integer(), true);
        }
        html_ += "</table></div>\n";
    }

    void note() {
        if (const auto text = document_.optionalText("note")) {
            html_ += "<p class=\"card text\">" + escapedMarkup(*text) + "</p>\n";
        }
    }

    void pay(std::string_view token) {
        if (shown_["paymentUrl"].isString()) {
            html_ += "<p><a class=\"button\" rel=\"nofollow\" href=\"" + escapedMarkup(token) + "/pay\">" +
                     word(Word::PayNow) + "</a></p>\n";
        }
    }

    void pdf(std::string_view token) {
        if (shown_["pdfUrl"].isString()) {
            link(token, "/document.pdf", Word::OpenPdf);
            // An invoice stays as it was issued; a link opens a copy that includes later changes.
            if (document_["balance"].isNumber()) {
                link(token, "/document.pdf?state=current", Word::OpenCurrentPdf);
            }
        }
    }

    void link(std::string_view token, const char* path, Word text) {
        html_ += "<p><a class=\"button quiet\" href=\"" + escapedMarkup(token) + path + "\">" + word(text) +
                 "</a></p>\n";
    }

    std::vector<std::string> address() const {
        einvoice::Address address;
        if (const Json& given = shown_["seller"]["address"]; given.isObject()) {
            address = {given.optionalText("line1"),      given.optionalText("line2"),
                       given.optionalText("postalCode"), given.optionalText("city"),
                       given.optionalText("region"),     given.optionalText("country")};
        }
        if (!address.country && !homeCountry_.empty()) {
            address.country = homeCountry_;
        }
        return paper::addressLines(address, language_, std::nullopt);
    }

    void seller() {
        const Json& seller = shown_["seller"];
        std::string text;
        const auto add = [&](const std::string& part) {
            if (!part.empty()) {
                text += (text.empty() ? "" : " \u00B7 ") + part;
            }
        };
        add(escapedMarkup(seller.textOr("legalName", seller.textOr("name"))));
        for (const std::string& line : address()) {
            add(escapedMarkup(line));
        }
        if (const auto number = seller.optionalText("vatNumber")) {
            add(escapedMarkup(paper::filled(say_["our_vat"], "number", *number)));
        }
        add(escapedMarkup(seller.textOr("email")));
        add(escapedMarkup(seller.textOr("phone")));
        html_ += "<p class=\"soft\">" + text + "</p>\n";
    }

    void actions(std::string_view token) {
        if (shown_["actions"].size() == 0) {
            return;
        }
        const std::string base = escapedMarkup(token);
        html_ += "<div class=\"card\"><form method=\"post\" action=\"" + base +
                 "/accept\">\n<label for=\"name\">" + word(Word::YourName) +
                 "</label><input id=\"name\" name=\"name\" maxlength=\"255\" "
                 "autocomplete=\"name\">\n<p></p><button>" +
                 word(Word::Accept) +
                 "</button>\n</form></div>\n<div class=\"card\"><form method=\"post\" action=\"" + base +
                 "/decline\">\n<label for=\"reason\">" + word(Word::Reason) +
                 "</label><input id=\"reason\" name=\"reason\" maxlength=\"255\">\n<p></p><button "
                 "class=\"quiet\">" +
                 word(Word::Decline) + "</button>\n</form></div>\n";
    }

    const Json& shown_;
    const Json& document_;
    const std::string& language_;
    const std::string& homeCountry_;
    const paper::Wording& say_;
    const paper::ReaderForm& form_;
    Currency currency_;
    std::string html_;
};

} // namespace

std::string documentPage(const Json& shown, const paper::Reader& reader, std::string_view token) {
    DocumentPage document(shown, reader);
    const std::string body = document.body(token);
    return page(document.title(), reader.language, body);
}

} // namespace svc::storefront
