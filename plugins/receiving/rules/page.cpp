#include "rules/page.hpp"

#include <svc/markup.hpp>

#include "paper/address.hpp"
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
    Page(const einvoice::ReceivedInvoice& received, const paper::Reader& reader)
        : received_(received), invoice_(received.invoice), reader_(reader), say_(reader.say),
          form_(reader.form) {}

    std::string write(const std::vector<einvoice::Finding>& findings) {
        const std::string title =
            word(received_.creditNote ? "credit_note" : "invoice") + ' ' + escapedMarkup(invoice_.number);
        html_ = "<!doctype html>\n<html lang=\"" + escapedMarkup(reader_.language) +
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
    std::string word(Word one) const { return escapedMarkup(wordIn(reader_.language, one)); }
    std::string word(const char* key) const { return escapedMarkup(say_[key]); }
    std::string money(std::int64_t minor) const { return form_.money(minor, invoice_.currency); }
    std::string tax(const std::string& category, const Decimal& rate) const {
        return paper::taxCategoryText(say_, form_, category, rate);
    }

    void line(const std::optional<std::string>& text) {
        if (text && !text->empty()) {
            html_ += "<br>" + escapedMarkup(*text);
        }
    }

    void party(Word role, const einvoice::Party& party) {
        html_ += "<p><strong>" + word(role) + "</strong><br>" + escapedMarkup(party.name);
        for (const std::string& part :
             paper::addressLines(party.address, reader_.language, reader_.homeCountry)) {
            line(part);
        }
        line(party.vatNumber);
        line(party.registration);
        html_ += "</p>";
    }

    void fact(const char* name, std::string_view value) {
        if (!value.empty()) {
            html_ += "<tr><th>" + word(name) + "</th><td>" + escapedMarkup(value) + "</td></tr>\n";
        }
    }

    void facts() {
        html_ += "<table>\n";
        fact("date", form_.date(invoice_.date));
        fact("due_date", invoice_.dueDate ? form_.date(*invoice_.dueDate) : "");
        fact("purchase_order", invoice_.purchaseOrderRef.value_or(""));
        fact("iban", invoice_.payment.iban.value_or(""));
        html_ += "</table>\n";
    }

    void heading(std::initializer_list<const char*> names) {
        html_ += "<thead><tr>";
        bool first = true;
        for (const char* name : names) {
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

    void lines() {
        html_ += "<table>";
        heading({"description", "quantity", "unit_price", "tax_rate", "amount"});
        for (const einvoice::Line& one : invoice_.lines) {
            std::string label = escapedMarkup(one.name);
            if (one.description && !one.description->empty()) {
                label += "<br><small>" + escapedMarkup(*one.description) + "</small>";
            }
            row(label, {paper::quantityText(say_, form_, one.quantity, one.unit),
                        form_.price(one.netPrice, invoice_.currency), tax(one.taxCategory, one.taxRate),
                        money(one.netAmount)});
        }
        for (const einvoice::Charge& charge : invoice_.charges) {
            row(charge.reason.empty() ? word(Word::Charge) : escapedMarkup(charge.reason),
                {"", "", tax(charge.taxCategory, charge.taxRate), money(charge.amount)});
        }
        for (const einvoice::Allowance& allowance : invoice_.allowances) {
            row(word("discount"),
                {"", "", tax(allowance.taxCategory, allowance.taxRate), money(-allowance.amount)});
        }
        html_ += "</tbody></table>\n";
    }

    void taxes() {
        html_ += "<table>";
        heading({"tax_rate", "tax_base", "tax_amount"});
        for (const einvoice::TaxGroup& group : invoice_.taxes) {
            std::string label = escapedMarkup(tax(group.taxCategory, group.taxRate));
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
        row(word("total_net"), {money(totals.withoutTax)});
        row(word("total_tax"), {money(totals.tax)});
        row(word("total_gross"), {money(totals.withTax)});
        if (totals.prepaid != 0) {
            row(word("paid"), {money(-totals.prepaid)});
        }
        if (totals.rounding != 0) {
            row(word("rounding"), {money(totals.rounding)});
        }
        row("<strong>" + word("due") + "</strong>", {money(totals.due)});
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

    const einvoice::ReceivedInvoice& received_;
    const einvoice::Invoice& invoice_;
    const paper::Reader& reader_;
    const paper::Wording& say_;
    const paper::ReaderForm& form_;
    std::string html_;
};

} // namespace

std::string invoicePage(const einvoice::ReceivedInvoice& received,
                        const std::vector<einvoice::Finding>& findings, const paper::Reader& reader) {
    return Page(received, reader).write(findings);
}

} // namespace svc::receiving
