#include "public_document/rules/page.hpp"

#include <svc/markup.hpp>

#include "page/rules/page.hpp"
#include "page/rules/wording.hpp"
#include "paper/address.hpp"
#include "trade/tax.hpp"

namespace svc::storefront {
namespace {

/// The amount of a line before its share of the discount of the document, as on printed documents.
std::int64_t amountOf(const ShownLine& line) {
    trade::Discount discount{.percent = line.discountPercent};
    if (!discount.percent && line.discountAmount != 0) {
        discount.amountMinor = line.discountAmount;
    }
    return trade::lineAmount(line.quantity, line.unitPrice, discount);
}

/// Writes one document for one reader.
class DocumentPage {
public:
    DocumentPage(const PublicDocument& shown, const paper::Reader& reader)
        : shown_(shown), document_(shown.document), language_(reader.language),
          homeCountry_(reader.homeCountry), say_(reader.say), form_(reader.form),
          currency_(document_.currency) {}

    std::string title() const { return say_[toText(document_.kind)] + ' ' + document_.number; }

    std::string body(std::string_view token) {
        html_ = "<p class=\"soft\">" + escapedMarkup(shown_.seller.textOr("name")) + "</p>\n<h1>" +
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
        switch (document_.state) {
        case ShownState::Open:
            break;
        case ShownState::Accepted:
            notice(Word::Accepted);
            break;
        case ShownState::Declined:
            notice(Word::Declined);
            break;
        case ShownState::Expired:
            notice(Word::Expired);
            break;
        case ShownState::Cancelled:
            notice(Word::Cancelled);
            break;
        case ShownState::Paid:
            notice(Word::PaidInFull);
            break;
        }
    }

    void fact(const char* name, const std::string& value) {
        if (!value.empty()) {
            html_ += "<tr><td class=\"soft\">" + paperWord(name) + "</td><td class=\"value\">" +
                     escapedMarkup(value) + "</td></tr>\n";
        }
    }
    void fact(const char* name, const std::optional<Date>& date) {
        fact(name, date ? form_.date(*date) : std::string());
    }

    void facts() {
        html_ += "<div class=\"card\"><table>\n";
        fact(document_.kind == ShownKind::Quote ? "quoted_to" : "billed_to", document_.customer.value_or(""));
        fact("date", document_.date);
        if (document_.kind != ShownKind::Ticket) {
            fact("due_date", document_.dueDate);
        }
        fact("valid_until", document_.validUntil);
        fact("reference", document_.payments ? document_.payments->reference : std::string());
        html_ += "</table></div>\n";
    }

    std::string quantity(const ShownLine& line) const {
        return paper::quantityText(say_, form_, line.quantity, line.unit);
    }

    std::string discount(const ShownLine& line) const {
        if (line.discountPercent) {
            return paper::filled(say_["line_discount"], "percent", form_.number(*line.discountPercent));
        }
        return line.discountAmount == 0 ? std::string()
                                        : paper::filled(say_["line_discount_amount"], "amount",
                                                        form_.money(line.discountAmount, currency_));
    }

    void small(const std::string& text) {
        if (!text.empty()) {
            html_ += "<p class=\"soft text\">" + escapedMarkup(text) + "</p>";
        }
    }

    void lines() {
        html_ += "<div class=\"card\"><table>\n";
        for (const ShownLine& line : document_.lines) {
            html_ += "<tr><td>" + escapedMarkup(line.label);
            small(line.description.value_or(""));
            small(quantity(line) + " \u00D7 " + form_.moneyPrice(line.unitPrice, currency_));
            small(discount(line));
            html_ += "</td><td class=\"price\">" + money(amountOf(line)) + "</td></tr>\n";
        }
        html_ += "</table></div>\n";
    }

    void sum(const std::string& name, std::int64_t minor, bool strong = false) {
        html_ += std::string(strong ? "<tr class=\"sum\">" : "<tr>") + "<td>" + name +
                 "</td><td class=\"price\">" + money(minor) + "</td></tr>\n";
    }

    std::string taxName(const ShownTax& tax) const {
        const std::string name = paper::taxCategoryText(say_, form_, tax.category, tax.rate);
        return escapedMarkup(tax.category == "S" ? say_["total_tax"] + ' ' + name : name);
    }

    /// Shows the discount of the document: the sum of the lines less the total.
    void documentDiscount() {
        std::int64_t lines = 0;
        for (const ShownLine& line : document_.lines) {
            lines += amountOf(line);
        }
        std::int64_t asked = 0;
        for (const auto& tax : document_.taxes) {
            asked += tax.net + (document_.pricesIncludeTax ? tax.tax : 0);
        }
        if (lines != asked) {
            sum(paperWord("subtotal"), lines);
            sum(paperWord("discount"), asked - lines);
        }
    }

    void sums() {
        html_ += "<div class=\"card\"><table>\n";
        documentDiscount();
        sum(paperWord("total_net"), document_.subtotal);
        for (const auto& tax : document_.taxes) {
            sum(taxName(tax), tax.tax);
        }
        sum(paperWord("total_gross"), document_.total, true);
        if (const auto& payments = document_.payments) {
            if (payments->credited != 0) {
                sum(word(Word::Credited), payments->credited);
            }
            if (payments->refunded != 0) {
                sum(word(Word::Refunded), payments->refunded);
            }
            sum(paperWord("paid"), payments->paid);
            sum(paperWord("due"), payments->balance, true);
        }
        html_ += "</table></div>\n";
    }

    void note() {
        if (document_.note) {
            html_ += "<p class=\"card text\">" + escapedMarkup(*document_.note) + "</p>\n";
        }
    }

    void pay(std::string_view token) {
        if (shown_.onItsWay > 0) {
            html_ += "<p class=\"notice\" role=\"status\">" + word(Word::OnItsWay) + ' ' +
                     money(shown_.onItsWay) + "</p>\n";
        }
        if (shown_.paymentUrl) {
            html_ += "<p><a class=\"button\" rel=\"nofollow\" href=\"" + escapedMarkup(token) + "/pay\">" +
                     word(Word::PayNow) + "</a></p>\n";
        }
    }

    void pdf(std::string_view token) {
        if (shown_.pdfUrl) {
            link(token, "/document.pdf", Word::OpenPdf);
            // An invoice stays as it was issued; a link opens a copy that includes later changes.
            if (document_.payments) {
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
        if (const Json& given = shown_.seller["address"]; given.isObject()) {
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
        const Json& seller = shown_.seller;
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
        if (!shown_.isOpen) {
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

    const PublicDocument& shown_;
    const ShownDocument& document_;
    const std::string& language_;
    const std::string& homeCountry_;
    const paper::Wording& say_;
    const paper::ReaderForm& form_;
    Currency currency_;
    std::string html_;
};

} // namespace

std::string documentPage(const PublicDocument& shown, const paper::Reader& reader, std::string_view token) {
    DocumentPage document(shown, reader);
    const std::string body = document.body(token);
    return page(document.title(), reader.language, body);
}

} // namespace svc::storefront
