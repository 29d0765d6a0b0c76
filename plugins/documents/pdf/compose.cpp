#include "pdf/compose.hpp"
#include "document/rules/invoice.hpp"

#include <algorithm>

#include <svc/money.hpp>

#include "einvoice/formats.hpp"
#include "einvoice/terms.hpp"
#include "paper/reader.hpp"
#include "pdf/compose_parts.hpp"

namespace svc::documents {
namespace {

/// Composes one document; its parts are independent of one another.
class Composer {
public:
    Composer(const Invoice& invoice, const Wording& wording, std::string_view language, const Look& look)
        : invoice_(invoice), say_(wording), language_(language),
          form_(ReaderForm::of(language, invoice.buyer.address.country.value_or(""),
                               invoice.seller.address.country.value_or(""))) {
        paper_.language = language;
        paper_.size = invoice.seller.address.country == "US" ? PaperSize::Letter : PaperSize::A4;
        paper_.number = invoice.number;
        paper_.madeAt = Instant::startOf(invoice.date);
        paper_.accent = look.accent;
        paper_.logo = look.logo;
        paper_.introduction = look.introduction;
        paper_.carried = say_["carried"];
        paper_.brought = say_["brought"];
        paper_.pageOf = say_["page_of"];
        sender(look);
        // The window of a French envelope is at the right, that of a German or British one at the left.
        paper_.recipientAtEnd = invoice.seller.address.country == "FR";
    }

    Paper invoice(bool roll) {
        const bool ticket = roll && invoice_.isTicket;
        paper_.title = say_[titleKey(invoice_, ticket)];
        if (!ticket) {
            paper_.recipientLabel = say_["billed_to"];
            recipient(invoice_.buyer);
        }
        fact("date", form_.date(invoice_.date));
        if (roll && invoice_.soldAt) {
            fact("time", form_.time(*invoice_.soldAt, invoice_.timeZone));
        }
        if (invoice_.dueDate && due() > 0 && !invoice_.isCreditNote() && !ticket) {
            fact("due_date", form_.date(*invoice_.dueDate));
        }
        if (invoice_.deliveredOn &&
            (*invoice_.deliveredOn != invoice_.date || tellsEveryDelivery(invoice_))) {
            fact("delivered_on", form_.date(*invoice_.deliveredOn));
        }
        references();
        standing(ticket);
        priceTable();
        if (roll) {
            shortenDetails();
        }
        amounts(roll && due() > 0);
        for (const Received& money : invoice_.received) {
            if (roll) {
                total(("method_" + money.method).c_str(), money.amount);
            }
        }
        exemptions();
        remark(invoice_.note);
        for (const FiscalMark& mark : invoice_.marks) {
            paper_.marks.push_back(
                {mark.lines, mark.qr.empty() ? std::nullopt
                                             : std::optional(QrCode{mark.qr, filled(say_["fiscal_code"],
                                                                                    "name", mark.caption)})});
        }
        if (invoice_.isCreditNote()) {
            return std::move(paper_);
        }
        if (ticket) {
            paper_.remarks.push_back(say_["thanks"]);
        } else {
            latePayment();
            payment();
        }
        return std::move(paper_);
    }

    Paper other(const OtherFacts& facts) {
        const bool note = facts.kind == Kind::DeliveryNote;
        const bool order = facts.kind == Kind::PurchaseOrder;
        paper_.title = say_[note ? "delivery_note" : order ? "purchase_order" : "quote"];
        paper_.recipientLabel = say_[note ? "delivered_to" : order ? "ordered_from" : "quoted_to"];
        Party recipientParty = invoice_.buyer;
        if (note && invoice_.deliverTo) {
            recipientParty.address = *invoice_.deliverTo;
        }
        recipient(recipientParty);
        fact("date", form_.date(invoice_.date));
        if (!facts.invoiceNumber.empty()) {
            fact("invoice", facts.invoiceNumber);
        }
        if (facts.until) {
            fact(order ? "expected_on" : "valid_until", form_.date(*facts.until));
        }
        references(!note);
        if (order && invoice_.deliverTo) {
            deliveryPlace();
        }
        if (facts.carrier) {
            fact("carrier", *facts.carrier);
        }
        if (facts.tracking) {
            fact("tracking", *facts.tracking);
        }
        if (note) {
            quantityTable();
        } else {
            priceTable();
            amounts();
            exemptions();
        }
        remark(invoice_.note);
        if (!order) {
            paper_.agreement = say_[note ? "received" : "agreed"];
            paper_.signature = {say_["date"], say_["name"], say_["signature"]};
        }
        return std::move(paper_);
    }

    Paper statement(const Statement& account) {
        paper_.title = say_["statement"];
        paper_.number = invoice_.buyer.name;
        paper_.recipientLabel = say_["statement_of"];
        recipient(invoice_.buyer);
        fact("period", form_.date(account.from) + " – " + form_.date(account.to));
        paper_.columns = {{say_["date"], 1.2, Align::Start},     {say_["document"], 3, Align::Start},
                          {say_["due_date"], 1.2, Align::Start}, {say_["debit"], 1.3, Align::End},
                          {say_["credit"], 1.3, Align::End},     {say_["balance"], 1.5, Align::End}};
        const auto amount = [&](std::int64_t minor) {
            return minor == 0 ? std::string() : form_.amount(minor, invoice_.currency);
        };
        paper_.rows.push_back({{form_.date(account.from), say_["opening"], "", "", "",
                                form_.amount(account.opening, invoice_.currency)},
                               "",
                               form_.amount(account.opening, invoice_.currency)});
        for (const StatementLine& line : account.lines) {
            const std::string kind = "statement_" + line.kind;
            std::string document = say_.has(kind) ? say_[kind] : std::string();
            document += (document.empty() || line.document.empty() ? "" : " ") + line.document;
            paper_.rows.push_back(
                {{form_.date(line.date), document, dueDate(account, line), amount(line.debit),
                  amount(line.credit), form_.amount(line.balance, invoice_.currency)},
                 "",
                 form_.amount(line.balance, invoice_.currency)});
        }
        total("closing", account.closing, true);
        ageing(account);
        if (account.closing > 0 && invoice_.payment.iban) {
            paper_.payment.emplace_back(say_["pay_to"], say_["pay_statement"]);
            bankAccount();
            if (auto payload = epcPayload(invoice_, account.closing)) {
                paper_.qr = QrCode{std::move(*payload), say_["scan_sepa"]};
            }
        }
        return std::move(paper_);
    }

private:
    /// The due date of a line of the account that is not paid yet.
    std::string dueDate(const Statement& account, const StatementLine& line) const {
        for (const OpenItem& open : account.open) {
            if (line.kind == "invoice" && open.document == line.document && open.due) {
                return form_.date(*open.due);
            }
        }
        return {};
    }

    void ageing(const Statement& account) {
        if (account.open.empty()) {
            return;
        }
        paper_.taxColumns = {{say_["ageing"], 2.2, Align::Start}, {say_["due"], 1.2, Align::End}};
        const std::array<const char*, 5> labels = {"age_current", "age_30", "age_60", "age_90", "age_older"};
        const std::array<std::int64_t, 5> amounts = agesOf(account);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            paper_.taxRows.push_back(
                {{say_[labels[i]], form_.amount(amounts[i], invoice_.currency)}, "", ""});
        }
    }

    void sender(const Look& look) {
        const Party& seller = invoice_.seller;
        paper_.senderName = seller.brand.empty() ? seller.name : seller.brand;
        if (paper_.senderName != seller.name) {
            paper_.senderLines.push_back(seller.name);
        }
        if (seller.tradingName && *seller.tradingName != paper_.senderName &&
            *seller.tradingName != seller.name) {
            paper_.senderLines.push_back(*seller.tradingName);
        }
        for (std::string& line : addressLines(seller.address, language_, std::nullopt)) {
            paper_.senderLines.push_back(std::move(line));
        }
        std::string reach = seller.phone.value_or("");
        if (seller.email) {
            reach += (reach.empty() ? "" : " · ") + *seller.email;
        }
        if (!reach.empty()) {
            paper_.senderLines.push_back(reach);
        }
        std::string identity = seller.name;
        if (seller.registration) {
            identity += " · " + unbroken(filled(say_["our_registration"], "number", *seller.registration));
        }
        if (seller.vatNumber && showsVatNumbers(invoice_)) {
            identity += " · " + unbroken(filled(say_["our_vat"], "number", *seller.vatNumber));
        }
        paper_.footer.push_back(identity);
        if (!look.footer.empty()) {
            paper_.footer.push_back(look.footer);
        }
    }

    void recipient(const Party& party) {
        if (party.name.empty()) {
            paper_.recipientLabel.clear();
            return;
        }
        paper_.recipientLines.push_back(party.name);
        for (std::string& line : addressLines(party.address, language_, invoice_.seller.address.country)) {
            paper_.recipientLines.push_back(std::move(line));
        }
    }

    void fact(const char* label, const std::string& value) { paper_.facts.emplace_back(say_[label], value); }

    /// The amount that the document still requests from the buyer.
    std::int64_t due() const {
        return invoice_.standing != Standing::Open ? 0
               : invoice_.current                  ? invoice_.current->due
                                                   : invoice_.totals.due;
    }

    /// Prints the mark of a settled, void or credited document, else the amount due and the date.
    void standing(bool ticket) {
        if (invoice_.current) {
            paper_.notice = filled(say_["current_copy"], "date", form_.date(invoice_.current->asOf));
        }
        if (invoice_.standing == Standing::Void) {
            paper_.mark = say_["mark_void"];
        } else if (invoice_.standing == Standing::Paid && !ticket) {
            paper_.mark = say_["mark_paid"];
        } else if (invoice_.standing == Standing::Credited) {
            paper_.mark = say_["mark_credited"];
        } else if (const std::int64_t asked = due(); asked > 0 && !ticket && !invoice_.isCreditNote()) {
            paper_.headline = filled(say_[invoice_.dueDate ? "due_on" : "due_now"], "amount",
                                     form_.money(asked, invoice_.currency));
            if (invoice_.dueDate) {
                paper_.headline = filled(paper_.headline, "date", form_.date(*invoice_.dueDate));
            }
        }
    }

    /// Articles L441-10 and D441-5 of the French commercial code require both sentences between
    /// professionals.
    void latePayment() {
        if (invoice_.seller.address.country == "FR" && invoice_.buyer.professional) {
            paper_.remarks.push_back(say_["late_penalty_FR"]);
            paper_.remarks.push_back(say_["late_indemnity_FR"]);
        }
    }

    void remark(const std::optional<std::string>& text) {
        if (text && !text->empty()) {
            paper_.remarks.push_back(*text);
        }
    }

    void deliveryPlace() {
        std::string place = invoice_.deliverPlace;
        for (const std::string& line :
             addressLines(*invoice_.deliverTo, language_, invoice_.seller.address.country)) {
            place += (place.empty() ? "" : "\n") + line;
        }
        if (!place.empty()) {
            fact("deliver_to", place);
        }
    }

    void references(bool withTaxNumber = true) {
        if (invoice_.preceding) {
            fact(invoice_.isCreditNote() ? "credits" : "replaces",
                 invoice_.preceding->number + " " +
                     unbroken(filled(say_["of_date"], "date", form_.date(invoice_.preceding->date))));
        }
        if (invoice_.purchaseOrderRef) {
            fact("order_reference", *invoice_.purchaseOrderRef);
        }
        if (invoice_.buyerReference) {
            fact("buyer_reference", *invoice_.buyerReference);
        }
        if (withTaxNumber && invoice_.buyer.vatNumber && showsVatNumbers(invoice_)) {
            fact("your_vat", *invoice_.buyer.vatNumber);
        }
    }

    std::string category(std::string_view code, const Decimal& rate) const {
        return paper::taxCategoryText(say_, form_, code, rate);
    }

    std::string discountText(const Line& line) const {
        if (line.discountPercent) {
            return filled(say_["line_discount"], "percent", form_.number(*line.discountPercent));
        }
        const std::int64_t amount = discountOf(line);
        return amount == 0
                   ? std::string()
                   : filled(say_["line_discount_amount"], "amount", form_.money(amount, invoice_.currency));
    }

    std::string detail(const Line& line) const {
        std::string text = line.description.value_or("");
        if (const std::string off = discountText(line); !off.empty()) {
            text += (text.empty() ? "" : "\n") + off;
        }
        return text;
    }

    /// The quantity, with its unit unless that is "one".
    std::string quantity(const Line& line, const Decimal& value) const {
        return paper::quantityText(say_, form_, value, line.unit);
    }

    static std::int64_t discountOf(const Line& line) {
        return roundedMinor(line.quantity * line.unitPrice).value() - line.amount;
    }

    /// A ticket shows the discount of a line, not its description.
    void shortenDetails() {
        for (std::size_t i = 0; i < invoice_.lines.size(); ++i) {
            paper_.rows[i].detail = discountText(invoice_.lines[i]);
        }
    }

    void priceTable() {
        const bool taxed = std::any_of(invoice_.lines.begin(), invoice_.lines.end(),
                                       [](const Line& line) { return !line.taxRate.isZero(); });
        const bool incl = invoice_.pricesIncludeTax && taxed;
        paper_.columns = {{say_["description"], 4.4, Align::Start},
                          {say_["quantity"], 1.1, Align::End},
                          {say_[incl ? "unit_price_incl" : "unit_price"], 1.6, Align::End},
                          {say_["tax_rate"], 1.3, Align::End},
                          {say_[incl ? "amount_incl" : "amount"], 1.6, Align::End}};
        std::int64_t running = 0;
        for (const Line& line : invoice_.lines) {
            running += line.amount;
            paper_.rows.push_back(
                {{line.name, quantity(line, line.quantity), form_.price(line.unitPrice, invoice_.currency),
                  category(line.taxCategory, line.taxRate), form_.amount(line.amount, invoice_.currency)},
                 detail(line),
                 form_.amount(running, invoice_.currency)});
        }
    }

    void quantityTable() {
        paper_.columns = {{say_["description"], 6, Align::Start},
                          {say_["quantity"], 1.4, Align::End},
                          {say_["remaining"], 1.6, Align::End}};
        for (const Line& line : invoice_.lines) {
            paper_.rows.push_back({{line.name, quantity(line, line.quantity), quantity(line, line.remaining)},
                                   line.description.value_or(""),
                                   ""});
        }
    }

    void total(const char* label, std::int64_t minor, bool strong = false) {
        paper_.totals.push_back({say_[label], form_.money(minor, invoice_.currency), strong});
    }

    void amounts(bool alwaysDue = false) {
        const Totals& totals = invoice_.totals;
        if (invoice_.documentDiscount != 0 || !invoice_.charges.empty()) {
            std::int64_t lines = 0;
            for (const Line& line : invoice_.lines) {
                lines += line.amount;
            }
            total("subtotal", lines);
        }
        if (invoice_.documentDiscount != 0) {
            total("discount", -invoice_.documentDiscount);
        }
        for (const Charge& charge : invoice_.charges) {
            paper_.totals.push_back({charge.reason, form_.money(charge.amount, invoice_.currency)});
        }
        total("total_net", totals.withoutTax);
        total("total_tax", totals.tax);
        if (totals.rounding != 0) {
            total("rounding", totals.rounding);
        }
        total("total_gross", totals.withTax + totals.rounding, true);
        if (invoice_.current) {
            if (invoice_.current->credited != 0) {
                total("credit_note", -invoice_.current->credited);
            }
            total("paid", invoice_.current->paid);
            total("due", invoice_.current->due, true);
        } else if (totals.prepaid != 0 || alwaysDue) {
            if (totals.prepaid != 0) {
                total("paid", totals.prepaid);
            }
            total("due", totals.due, true);
        }
        if (invoice_.bookCurrency != invoice_.currency) {
            paper_.totals.push_back(
                {filled(say_["book_tax"], "currency", std::string(invoice_.bookCurrency.code())),
                 form_.money(invoice_.bookTax, invoice_.bookCurrency)});
        }
        paper_.taxColumns = {{say_["tax_rate"], 2.2, Align::Start},
                             {say_["tax_base"], 1.2, Align::End},
                             {say_["tax_amount"], 1.2, Align::End}};
        for (const TaxGroup& group : invoice_.taxes) {
            paper_.taxRows.push_back(
                {{category(group.taxCategory, group.taxRate), form_.amount(group.taxable, invoice_.currency),
                  form_.amount(group.tax, invoice_.currency)},
                 "",
                 ""});
        }
    }

    void exemptions() {
        for (const TaxGroup& group : invoice_.taxes) {
            remark(exemptionNote(group, say_));
        }
    }

    void bankAccount() {
        if (invoice_.payment.iban) {
            paper_.payment.emplace_back(say_["iban"], grouped(*invoice_.payment.iban));
        }
        if (invoice_.payment.bic) {
            paper_.payment.emplace_back(say_["bic"], *invoice_.payment.bic);
        }
    }

    void payment() {
        if (due() <= 0) {
            return;
        }
        if (invoice_.dueDate) {
            paper_.payment.emplace_back(say_["pay_to"],
                                        filled(say_["pay_by"], "date", form_.date(*invoice_.dueDate)));
        }
        bankAccount();
        if (!invoice_.payment.reference.empty()) {
            paper_.payment.emplace_back(say_["reference"], grouped(invoice_.payment.reference));
        }
        if (auto payload = epcPayload(invoice_, due())) {
            paper_.qr = QrCode{std::move(*payload), say_["scan_sepa"]};
        } else if (!invoice_.publicUrl.empty()) {
            paper_.qr = QrCode{invoice_.publicUrl, say_["scan_link"]};
        }
    }

    const Invoice& invoice_;
    const Wording& say_;
    std::string language_;
    const ReaderForm& form_;
    Paper paper_;
};

} // namespace

Paper composeInvoice(const Invoice& invoice, const Wording& wording, std::string_view language,
                     const Look& look, bool roll) {
    return Composer(invoice, wording, language, look).invoice(roll);
}

Paper composeOther(const Invoice& document, const OtherFacts& facts, const Wording& wording,
                   std::string_view language, const Look& look) {
    const Invoice booked = withBookedAmounts(document);
    return Composer(booked, wording, language, look).other(facts);
}

Paper composeStatement(const Invoice& parties, const Statement& statement, const Wording& wording,
                       std::string_view language, const Look& look) {
    return Composer(parties, wording, language, look).statement(statement);
}

} // namespace svc::documents
