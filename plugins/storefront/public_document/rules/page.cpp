#include "public_document/rules/page.hpp"

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/markup.hpp>

#include "page/rules/page.hpp"
#include "page/rules/text.hpp"
#include "page/rules/wording.hpp"

namespace svc::storefront {
namespace {

/// Writes one document in one language.
class DocumentPage {
public:
    DocumentPage(const Json& shown, std::string_view language)
        : shown_(shown), document_(shown["document"]), language_(language),
          currency_(Currency::parse(document_["currency"].text()).value()) {}

    std::string title() const {
        return std::string(wordOf(kindWord(), language_)) + ' ' + document_.textOr("number");
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
    Word kindWord() const {
        const std::string kind = document_.textOr("kind");
        return kind == "quote" ? Word::Quote : kind == "ticket" ? Word::Receipt : Word::Invoice;
    }
    std::string word(Word word) const { return escapedMarkup(wordOf(word, language_)); }
    std::string money(const Json& minor) const {
        return escapedMarkup(moneyText(minor.decimal(), currency_, language_));
    }

    void notice(Word text) { html_ += "<p class=\"notice\" role=\"status\">" + word(text) + "</p>\n"; }

    void state() {
        const std::string status = document_.textOr("status");
        const std::string payment = document_.textOr("paymentStatus");
        if (status == "accepted" || status == "signed" || status == "partially_converted" ||
            status == "converted") {
            notice(Word::Accepted);
        } else if (status == "declined") {
            notice(Word::Declined);
        } else if (status == "expired") {
            notice(Word::Expired);
        } else if (status == "cancelled") {
            notice(Word::Cancelled);
        } else if (payment == "paid") {
            notice(Word::PaidInFull);
        }
    }

    void fact(Word name, const Json& value, bool date) {
        if (!value.isString() || value.text().empty()) {
            return;
        }
        const auto parsed = date ? Date::parse(value.text()) : std::nullopt;
        html_ += "<tr><td class=\"soft\">" + word(name) + "</td><td class=\"value\">" +
                 escapedMarkup(parsed ? dateText(*parsed, language_) : value.text()) + "</td></tr>\n";
    }

    void facts() {
        html_ += "<div class=\"card\"><table>\n";
        fact(Word::For, document_["customer"], false);
        fact(Word::Date, document_["date"], true);
        fact(Word::DueDate, document_["dueDate"], true);
        fact(Word::ValidUntil, document_["validUntil"], true);
        fact(Word::Reference, document_["paymentReference"], false);
        html_ += "</table></div>\n";
    }

    void lines() {
        html_ += "<div class=\"card\"><table>\n";
        for (const Json& line : document_["lines"].items()) {
            html_ += "<tr><td>" + escapedMarkup(line.textOr("label"));
            if (const auto description = line.optionalText("description")) {
                html_ += "<p class=\"soft\">" + escapedMarkup(*description) + "</p>";
            }
            html_ += "<p class=\"soft\">" + escapedMarkup(numberText(line["quantity"].decimal(), language_)) +
                     " \u00D7 " + money(line["unitPrice"]) + "</p></td><td class=\"price\">" +
                     money(line["total"]) + "</td></tr>\n";
        }
        html_ += "</table></div>\n";
    }

    void sum(const std::string& name, const Json& minor, bool strong) {
        html_ += std::string(strong ? "<tr class=\"sum\">" : "<tr>") + "<td>" + name +
                 "</td><td class=\"price\">" + money(minor) + "</td></tr>\n";
    }

    void sums() {
        html_ += "<div class=\"card\"><table>\n";
        sum(word(Word::Subtotal), document_["subtotal"], false);
        for (const Json& tax : document_["taxes"].items()) {
            sum(word(Word::Tax) + ' ' + escapedMarkup(numberText(tax["taxRate"].decimal(), language_)) +
                    "\u00A0%",
                tax["tax"], false);
        }
        sum(word(Word::Total), document_["total"], true);
        if (document_["balance"].isNumber()) {
            for (const auto& [name, field] :
                 {std::pair(Word::Credited, "credited"), std::pair(Word::Refunded, "refunded")}) {
                if (document_[field].integer() != 0) {
                    sum(word(name), document_[field], false);
                }
            }
            sum(word(Word::Paid), document_["paid"], false);
            sum(word(Word::Balance), document_["balance"], true);
        }
        html_ += "</table></div>\n";
    }

    void note() {
        if (const auto text = document_.optionalText("note")) {
            html_ += "<p class=\"card\">" + escapedMarkup(*text) + "</p>\n";
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
            // An invoice stays as it was issued; what happened since stands in a copy.
            if (document_["balance"].isNumber()) {
                link(token, "/document.pdf?state=current", Word::OpenCurrentPdf);
            }
        }
    }

    void link(std::string_view token, const char* path, Word text) {
        html_ += "<p><a class=\"button quiet\" href=\"" + escapedMarkup(token) + path + "\">" + word(text) +
                 "</a></p>\n";
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
        if (const Json& address = seller["address"]; address.isObject()) {
            add(escapedMarkup(address.textOr("line1")));
            add(escapedMarkup(address.textOr("postalCode") + ' ' + address.textOr("city")));
        }
        if (const auto number = seller.optionalText("vatNumber")) {
            add(word(Word::VatNumber) + ' ' + escapedMarkup(*number));
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
    std::string_view language_;
    Currency currency_;
    std::string html_;
};

} // namespace

std::string documentPage(const Json& shown, std::string_view language, std::string_view token) {
    DocumentPage document(shown, language);
    const std::string body = document.body(token);
    return page(document.title(), language, body);
}

} // namespace svc::storefront
