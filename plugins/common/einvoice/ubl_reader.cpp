#include "einvoice/fields.hpp"

namespace svc::einvoice {
namespace {

/// UBL 2.1, Invoice or CreditNote.
class UblReader {
public:
    explicit UblReader(xml::XmlNode root) : root_(root), credit_(root.name() == "CreditNote") {}

    ReceivedInvoice read() {
        received_.syntax = Syntax::Ubl;
        received_.specification = root_.textOf("CustomizationID");
        invoice_.currency = currencyOf(root_.textOf("DocumentCurrencyCode"), "BT-5");
        const auto bookCurrency = root_.textOf("TaxCurrencyCode");
        invoice_.bookCurrency = bookCurrency.empty() ? invoice_.currency : currencyOf(bookCurrency, "BT-6");
        head();
        invoice_.seller = party(at(root_, {"AccountingSupplierParty", "Party"}));
        invoice_.buyer = party(at(root_, {"AccountingCustomerParty", "Party"}));
        if (!invoice_.seller.otherTaxNumber) {
            invoice_.seller.otherTaxNumber =
                optionalTextAt(root_, {"TaxRepresentativeParty", "PartyTaxScheme", "CompanyID"});
        }
        delivery();
        payment();
        root_.eachChild("AllowanceCharge", [&](xml::XmlNode node) { allowanceOrCharge(node); });
        taxes();
        totals();
        root_.eachChild(credit_ ? "CreditNoteLine" : "InvoiceLine", [&](xml::XmlNode node) { line(node); });
        return std::move(received_);
    }

private:
    void head() {
        invoice_.number = requiredText(root_.textOf("ID"), "BT-1");
        invoice_.typeCode = typeCodeOf(root_.textOf(credit_ ? "CreditNoteTypeCode" : "InvoiceTypeCode"));
        invoice_.date = dateOf(root_.textOf("IssueDate"), "BT-2");
        const std::string due = root_.textOf("DueDate");
        invoice_.dueDate =
            optionalDateOf(due.empty() ? textAt(root_, {"PaymentMeans", "PaymentDueDate"}) : due, "BT-9");
        invoice_.note = given(root_.textOf("Note"));
        invoice_.buyerReference = given(root_.textOf("BuyerReference"));
        invoice_.purchaseOrderRef = optionalTextAt(root_, {"OrderReference", "ID"});
        const Node preceding = at(root_, {"BillingReference", "InvoiceDocumentReference"});
        const auto date = optionalDateOf(textAt(preceding, {"IssueDate"}), "BT-26");
        if (const auto number = optionalTextAt(preceding, {"ID"})) {
            invoice_.preceding = Preceding{*number, date.value_or(invoice_.date)};
        }
        if (const auto note = optionalTextAt(root_, {"DespatchDocumentReference", "ID"})) {
            invoice_.deliveryNotes.push_back(*note);
        }
    }

    static Address address(const Node& node) {
        return {.line1 = optionalTextAt(node, {"StreetName"}),
                .line2 = optionalTextAt(node, {"AdditionalStreetName"}),
                .postalCode = optionalTextAt(node, {"PostalZone"}),
                .city = optionalTextAt(node, {"CityName"}),
                .region = optionalTextAt(node, {"CountrySubentity"}),
                .country = optionalTextAt(node, {"Country", "IdentificationCode"})};
    }

    static Party party(const Node& node) {
        Party party;
        party.tradingName = optionalTextAt(node, {"PartyName", "Name"});
        party.name = textAt(node, {"PartyLegalEntity", "RegistrationName"});
        if (party.name.empty()) {
            party.name = party.tradingName.value_or("");
        }
        if (const Node registration = at(node, {"PartyLegalEntity", "CompanyID"})) {
            party.registration = given(registration->text());
            party.registrationScheme = registration->attribute("schemeID");
        }
        party.identifier = optionalTextAt(node, {"PartyIdentification", "ID"});
        if (node) {
            node->eachChild("PartyTaxScheme", [&](xml::XmlNode scheme) {
                const bool vat = textAt(scheme, {"TaxScheme", "ID"}) == "VAT";
                (vat ? party.vatNumber : party.otherTaxNumber) = given(scheme.textOf("CompanyID"));
            });
        }
        if (const Node endpoint = at(node, {"EndpointID"})) {
            party.electronicAddress = endpoint->attribute("schemeID") + ':' + endpoint->text();
        }
        party.address = address(at(node, {"PostalAddress"}));
        party.contactName = optionalTextAt(node, {"Contact", "Name"});
        party.phone = optionalTextAt(node, {"Contact", "Telephone"});
        party.email = optionalTextAt(node, {"Contact", "ElectronicMail"});
        party.professional = true;
        return party;
    }

    void delivery() {
        const Node node = root_.child("Delivery");
        invoice_.deliveredOn = optionalDateOf(textAt(node, {"ActualDeliveryDate"}), "BT-72");
        if (const Node place = at(node, {"DeliveryLocation", "Address"})) {
            invoice_.deliverTo = address(place);
        }
    }

    void payment() {
        const Node means = root_.child("PaymentMeans");
        invoice_.payment.code = textAt(means, {"PaymentMeansCode"});
        if (const Node code = at(means, {"PaymentMeansCode"})) {
            invoice_.payment.text = given(code->attribute("name"));
        }
        invoice_.payment.reference = textAt(means, {"PaymentID"});
        const Node account = at(means, {"PayeeFinancialAccount"});
        invoice_.payment.iban = optionalTextAt(account, {"ID"});
        invoice_.payment.bic = optionalTextAt(account, {"FinancialInstitutionBranch", "ID"});
        invoice_.paymentTerms = optionalTextAt(root_, {"PaymentTerms", "Note"});
    }

    static Decimal rate(const Node& category, const char* term) {
        const std::string percent = textAt(category, {"Percent"});
        return percent.empty() ? Decimal() : decimalOf(percent, term).normalized();
    }

    std::int64_t amount(std::string_view text, const char* term) const {
        return amountOf(text, invoice_.currency, term);
    }

    void allowanceOrCharge(xml::XmlNode node) {
        const Node category = node.child("TaxCategory");
        const std::string code = textAt(category, {"ID"});
        if (isTrue(node.textOf("ChargeIndicator"))) {
            invoice_.charges.push_back({.amount = amount(node.textOf("Amount"), "BT-99"),
                                        .taxCategory = code,
                                        .taxRate = rate(category, "BT-103"),
                                        .reasonCode = node.textOf("AllowanceChargeReasonCode"),
                                        .reason = node.textOf("AllowanceChargeReason")});
        } else {
            invoice_.allowances.push_back({.amount = amount(node.textOf("Amount"), "BT-92"),
                                           .taxCategory = code,
                                           .taxRate = rate(category, "BT-96")});
        }
    }

    /// One TaxTotal is in the document currency and has the tax groups; the other is in the accounting
    /// currency.
    void taxes() {
        root_.eachChild("TaxTotal", [&](xml::XmlNode total) {
            const Node tax = total.child("TaxAmount");
            const std::string currency = tax ? tax->attribute("currencyID") : "";
            if (currency != invoice_.currency.code() && currency == invoice_.bookCurrency.code()) {
                invoice_.bookTax = amountOf(tax->text(), invoice_.bookCurrency, "BT-111");
                return;
            }
            invoice_.totals.tax = amount(textAt(tax, {}), "BT-110");
            total.eachChild("TaxSubtotal", [&](xml::XmlNode group) {
                const Node category = group.child("TaxCategory");
                invoice_.taxes.push_back(
                    {.taxCategory = textAt(category, {"ID"}),
                     .taxRate = rate(category, "BT-119"),
                     .taxable = amount(group.textOf("TaxableAmount"), "BT-116"),
                     .tax = amount(group.textOf("TaxAmount"), "BT-117"),
                     .exemptionText = optionalTextAt(category, {"TaxExemptionReason"}),
                     .exemptionCode = optionalTextAt(category, {"TaxExemptionReasonCode"})});
            });
        });
    }

    void totals() {
        const Node node = root_.child("LegalMonetaryTotal");
        Totals& totals = invoice_.totals;
        totals.lines = amount(textAt(node, {"LineExtensionAmount"}), "BT-106");
        totals.allowances = amount(textAt(node, {"AllowanceTotalAmount"}), "BT-107");
        totals.charges = amount(textAt(node, {"ChargeTotalAmount"}), "BT-108");
        totals.withoutTax = amount(requiredText(textAt(node, {"TaxExclusiveAmount"}), "BT-109"), "BT-109");
        totals.withTax = amount(requiredText(textAt(node, {"TaxInclusiveAmount"}), "BT-112"), "BT-112");
        totals.prepaid = amount(textAt(node, {"PrepaidAmount"}), "BT-113");
        totals.rounding = amount(textAt(node, {"PayableRoundingAmount"}), "BT-114");
        totals.due = amount(requiredText(textAt(node, {"PayableAmount"}), "BT-115"), "BT-115");
    }

    void line(xml::XmlNode node) {
        Line line;
        const Node quantity = node.child(credit_ ? "CreditedQuantity" : "InvoicedQuantity");
        line.quantity = decimalOf(textAt(quantity, {}), "BT-129").normalized();
        line.unit = quantity ? quantity->attribute("unitCode") : "";
        line.netAmount = amount(requiredText(node.textOf("LineExtensionAmount"), "BT-131"), "BT-131");
        node.eachChild("AllowanceCharge", [&](xml::XmlNode one) {
            const std::int64_t value = amount(one.textOf("Amount"), "BT-136");
            line.netDiscount += isTrue(one.textOf("ChargeIndicator")) ? -value : value;
        });
        const Node item = node.child("Item");
        line.name = textAt(item, {"Name"});
        line.description = optionalTextAt(item, {"Description"});
        line.sellerCode = optionalTextAt(item, {"SellersItemIdentification", "ID"});
        line.gtin = optionalTextAt(item, {"StandardItemIdentification", "ID"});
        const Node category = at(item, {"ClassifiedTaxCategory"});
        line.taxCategory = textAt(category, {"ID"});
        line.taxRate = rate(category, "BT-152");
        const Node price = node.child("Price");
        line.netPrice =
            priceOf(textAt(price, {"PriceAmount"}), textAt(price, {"BaseQuantity"}), invoice_.currency);
        line.unitPrice = line.netPrice;
        line.amount = line.netAmount;
        invoice_.lines.push_back(std::move(line));
    }

    xml::XmlNode root_;
    bool credit_;
    ReceivedInvoice received_;
    Invoice& invoice_ = received_.invoice;
};

} // namespace

ReceivedInvoice readUbl(xml::XmlNode root) {
    return UblReader(root).read();
}

} // namespace svc::einvoice
