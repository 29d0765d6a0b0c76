#include "rules/page.hpp"

#include <svc/markup.hpp>

#include "einvoice/formats.hpp"
#include "rules/words.hpp"

namespace svc::receiving {
namespace {

constexpr std::string_view Style =
    "body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;"
    "background:#fff}h1{font-size:1.5rem}table{border-collapse:collapse;width:100%;margin:1rem 0}"
    "th,td{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #ddd;vertical-align:top}"
    ".n{text-align:right;white-space:nowrap}.parties{display:flex;gap:3rem;flex-wrap:wrap}"
    "ul.findings li.error{color:#a40000}tfoot td{border:0}"
    "@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}th,td{border-color:#444}"
    "ul.findings li.error{color:#ff8a80}}";

class Page {
public:
    Page(const einvoice::ReceivedInvoice& received, std::string_view language)
        : invoice_(received.invoice), language_(language) {}

    std::string write(const std::vector<einvoice::Finding>& findings) {
        const std::string title =
            word(einvoice::isCreditNoteCode(invoice_.typeCode) ? Word::CreditNote : Word::Invoice) + ' ' +
            escapedMarkup(invoice_.number);
        html_ = "<!doctype html>\n<html lang=\"" + escapedMarkup(language_) +
                "\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
                "<title>" +
                title + "</title><style>" + std::string(Style) + "</style></head>\n<body>\n<h1>" + title +
                "</h1>\n";
        html_ += "<div class=\"parties\">";
        party(Word::Seller, invoice_.seller);
        party(Word::Buyer, invoice_.buyer);
        html_ += "</div>\n";
        facts();
        lines();
        taxes();
        totals();
        note(invoice_.note);
        note(invoice_.paymentTerms);
        found(findings);
        return std::move(html_ += "</body>\n</html>\n");
    }

private:
    std::string word(Word one) const { return escapedMarkup(wordIn(language_, one)); }
    std::string money(std::int64_t minor) const {
        return einvoice::amountText(minor, invoice_.currency) + ' ' + std::string(invoice_.currency.code());
    }

    void line(const std::optional<std::string>& text) {
        if (text && !text->empty()) {
            html_ += "<br>" + escapedMarkup(*text);
        }
    }

    void party(Word role, const einvoice::Party& party) {
        html_ += "<p><strong>" + word(role) + "</strong><br>" + escapedMarkup(party.name);
        line(party.address.line1);
        line(party.address.line2);
        std::string place = party.address.postalCode.value_or("");
        place += place.empty() ? "" : " ";
        line(place + party.address.city.value_or(""));
        line(party.address.country);
        line(party.vatNumber);
        line(party.registration);
        html_ += "</p>";
    }

    void fact(Word name, std::string_view value) {
        if (!value.empty()) {
            html_ += "<tr><th>" + word(name) + "</th><td>" + escapedMarkup(value) + "</td></tr>\n";
        }
    }

    void facts() {
        html_ += "<table>\n";
        fact(Word::IssuedOn, invoice_.date.toString());
        fact(Word::DueOn, invoice_.dueDate ? invoice_.dueDate->toString() : "");
        fact(Word::Order, invoice_.purchaseOrderRef.value_or(""));
        fact(Word::PayTo, invoice_.payment.iban.value_or(""));
        html_ += "</table>\n";
    }

    void heading(std::initializer_list<Word> names) {
        html_ += "<thead><tr>";
        bool first = true;
        for (const Word name : names) {
            html_ += (first ? "<th>" : "<th class=\"n\">") + word(name) + "</th>";
            first = false;
        }
        html_ += "</tr></thead>\n<tbody>\n";
    }

    void row(const std::string& label, std::initializer_list<std::string> numbers) {
        html_ += "<tr><td>" + label + "</td>";
        for (const std::string& number : numbers) {
            html_ += "<td class=\"n\">" + escapedMarkup(number) + "</td>";
        }
        html_ += "</tr>\n";
    }

    static std::string rateText(const std::string& category, const Decimal& rate) {
        return category + ' ' + rate.toString() + " %";
    }

    void lines() {
        html_ += "<table>";
        heading({Word::Label, Word::Quantity, Word::Price, Word::TaxRate, Word::Net});
        for (const einvoice::Line& one : invoice_.lines) {
            std::string label = escapedMarkup(one.name);
            if (one.description && !one.description->empty()) {
                label += "<br><small>" + escapedMarkup(*one.description) + "</small>";
            }
            row(label, {one.quantity.toString() + ' ' + one.unit,
                        einvoice::priceText(one.netPrice, invoice_.currency),
                        rateText(one.taxCategory, one.taxRate), money(one.netAmount)});
        }
        for (const einvoice::Charge& charge : invoice_.charges) {
            row(charge.reason.empty() ? word(Word::Charge) : escapedMarkup(charge.reason),
                {"", "", rateText(charge.taxCategory, charge.taxRate), money(charge.amount)});
        }
        for (const einvoice::Allowance& allowance : invoice_.allowances) {
            row(word(Word::Discount),
                {"", "", rateText(allowance.taxCategory, allowance.taxRate), money(-allowance.amount)});
        }
        html_ += "</tbody></table>\n";
    }

    void taxes() {
        html_ += "<table>";
        heading({Word::TaxRate, Word::Base, Word::Tax});
        for (const einvoice::TaxGroup& group : invoice_.taxes) {
            std::string label = escapedMarkup(rateText(group.taxCategory, group.taxRate));
            if (group.exemptionText) {
                label += "<br><small>" + escapedMarkup(*group.exemptionText) + "</small>";
            }
            row(label, {money(group.taxable), money(group.tax)});
        }
        html_ += "</tbody></table>\n";
    }

    void totals() {
        const einvoice::Totals& totals = invoice_.totals;
        html_ += "<table><tbody>\n";
        row(word(Word::Subtotal), {money(totals.withoutTax)});
        row(word(Word::TaxTotal), {money(totals.tax)});
        row(word(Word::Total), {money(totals.withTax)});
        if (totals.prepaid != 0) {
            row(word(Word::Prepaid), {money(-totals.prepaid)});
        }
        row("<strong>" + word(Word::Payable) + "</strong>", {money(totals.due)});
        html_ += "</tbody></table>\n";
    }

    void note(const std::optional<std::string>& text) {
        if (text && !text->empty()) {
            html_ += "<p>" + escapedMarkup(*text) + "</p>\n";
        }
    }

    void found(const std::vector<einvoice::Finding>& findings) {
        if (findings.empty()) {
            return;
        }
        html_ += "<h2>" + word(Word::Findings) + "</h2>\n<ul class=\"findings\">\n";
        for (const einvoice::Finding& finding : findings) {
            html_ += std::string(finding.tolerated ? "<li>" : "<li class=\"error\">") +
                     escapedMarkup(finding.rule) + ": " + escapedMarkup(finding.message) + "</li>\n";
        }
        html_ += "</ul>\n";
    }

    const einvoice::Invoice& invoice_;
    std::string_view language_;
    std::string html_;
};

} // namespace

std::string invoicePage(const einvoice::ReceivedInvoice& received,
                        const std::vector<einvoice::Finding>& findings, std::string_view language) {
    return Page(received, language).write(findings);
}

} // namespace svc::receiving
