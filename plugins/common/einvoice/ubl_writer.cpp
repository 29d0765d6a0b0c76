#include "einvoice/formats.hpp"
#include "xml/xml_writer.hpp"

namespace svc::einvoice {
namespace {

using xml::Element;
using xml::XmlWriter;

/// One UBL document. The order of the elements is that of the schema.
class Ubl {
public:
    Ubl(const Invoice& invoice, Profile profile)
        : invoice_(invoice), profile_(profile), currency_(invoice.currency.code()),
          xml_(invoice.isCreditNote() ? "CreditNote" : "Invoice",
               {{"xmlns", invoice.isCreditNote() ? "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"
                                                 : "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"},
                {"xmlns:cac", "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"},
                {"xmlns:cbc", "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"}}) {}

    std::string write() {
        header();
        references();
        party("cac:AccountingSupplierParty", invoice_.seller, showsVatNumbers(invoice_));
        party("cac:AccountingCustomerParty", invoice_.buyer, showsVatNumbers(invoice_));
        delivery();
        payment();
        for (const Allowance& allowance : invoice_.allowances) {
            documentAllowance(allowance);
        }
        for (const Charge& charge : invoice_.charges) {
            documentCharge(charge);
        }
        taxes();
        totals();
        int number = 0;
        for (const Line& line : invoice_.lines) {
            writeLine(line, ++number);
        }
        xml_.close();
        return xml_.finish();
    }

private:
    void amount(const char* name, std::int64_t minor) {
        xml_.text(name, amountText(minor, invoice_.currency), {{"currencyID", currency_}});
    }

    void header() {
        xml_.text("cbc:CustomizationID", specificationOf(profile_));
        xml_.text("cbc:ProfileID", processOf(invoice_, profile_));
        xml_.text("cbc:ID", invoice_.number);
        xml_.text("cbc:IssueDate", invoice_.date.toString());
        if (invoice_.dueDate && !invoice_.isCreditNote()) {
            xml_.text("cbc:DueDate", invoice_.dueDate->toString());
        }
        xml_.text(invoice_.isCreditNote() ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode",
                  std::to_string(typeCodeOf(invoice_, profile_)));
        xml_.text("cbc:Note", invoice_.note);
        xml_.text("cbc:DocumentCurrencyCode", currency_);
        if (invoice_.bookCurrency != invoice_.currency) {
            xml_.text("cbc:TaxCurrencyCode", invoice_.bookCurrency.code());
        }
        xml_.text("cbc:BuyerReference", invoice_.buyerReference);
    }

    void reference(const char* group, const char* name, std::string_view value) {
        Element element(xml_, group);
        xml_.text(name, value);
    }

    void references() {
        if (invoice_.purchaseOrderRef) {
            reference("cac:OrderReference", "cbc:ID", *invoice_.purchaseOrderRef);
        }
        if (invoice_.preceding) {
            Element billing(xml_, "cac:BillingReference");
            Element document(xml_, "cac:InvoiceDocumentReference");
            xml_.text("cbc:ID", invoice_.preceding->number);
            xml_.text("cbc:IssueDate", invoice_.preceding->date.toString());
        }
        if (!invoice_.deliveryNotes.empty()) {
            reference("cac:DespatchDocumentReference", "cbc:ID", invoice_.deliveryNotes.back());
        }
    }

    void address(const char* name, const Address& address) {
        Element element(xml_, name);
        xml_.text("cbc:StreetName", address.line1);
        xml_.text("cbc:AdditionalStreetName", address.line2);
        xml_.text("cbc:CityName", address.city);
        xml_.text("cbc:PostalZone", address.postalCode);
        xml_.text("cbc:CountrySubentity", address.region);
        if (address.country) {
            Element country(xml_, "cac:Country");
            xml_.text("cbc:IdentificationCode", address.country);
        }
    }

    void registration(const Party& party) {
        const std::string scheme = registrationScheme(party);
        if (scheme.empty()) {
            xml_.text("cbc:CompanyID", party.registration);
        } else {
            xml_.text("cbc:CompanyID", party.registration, {{"schemeID", scheme}});
        }
    }

    void party(const char* name, const Party& party, bool withVat) {
        Element role(xml_, name);
        Element element(xml_, "cac:Party");
        if (const auto endpoint = schemedId(party.electronicAddress)) {
            xml_.text("cbc:EndpointID", endpoint->value, {{"schemeID", endpoint->scheme}});
        }
        if (party.tradingName) {
            Element trading(xml_, "cac:PartyName");
            xml_.text("cbc:Name", party.tradingName);
        }
        address("cac:PostalAddress", party.address);
        if (withVat && party.vatNumber) {
            Element scheme(xml_, "cac:PartyTaxScheme");
            xml_.text("cbc:CompanyID", vatNumberOf(party));
            reference("cac:TaxScheme", "cbc:ID", "VAT");
        }
        {
            Element legal(xml_, "cac:PartyLegalEntity");
            xml_.text("cbc:RegistrationName", party.name);
            registration(party);
        }
        if (party.contactName || party.phone || party.email) {
            Element contact(xml_, "cac:Contact");
            xml_.text("cbc:Name", party.contactName);
            xml_.text("cbc:Telephone", party.phone);
            xml_.text("cbc:ElectronicMail", party.email);
        }
    }

    void delivery() {
        if (!invoice_.deliveredOn && !invoice_.deliverTo) {
            return;
        }
        Element element(xml_, "cac:Delivery");
        if (invoice_.deliveredOn) {
            xml_.text("cbc:ActualDeliveryDate", invoice_.deliveredOn->toString());
        }
        if (invoice_.deliverTo) {
            Element location(xml_, "cac:DeliveryLocation");
            address("cac:Address", *invoice_.deliverTo);
        }
    }

    void payment() {
        if (const std::string means = paymentMeansOf(invoice_, profile_); !means.empty()) {
            Element element(xml_, "cac:PaymentMeans");
            xml_.text("cbc:PaymentMeansCode", means);
            if (invoice_.isCreditNote() && invoice_.dueDate) {
                xml_.text("cbc:PaymentDueDate", invoice_.dueDate->toString());
            }
            xml_.text("cbc:PaymentID", invoice_.payment.reference);
            if (invoice_.payment.iban) {
                Element account(xml_, "cac:PayeeFinancialAccount");
                xml_.text("cbc:ID", invoice_.payment.iban);
                if (invoice_.payment.bic) {
                    reference("cac:FinancialInstitutionBranch", "cbc:ID", *invoice_.payment.bic);
                }
            }
        }
        if (invoice_.paymentTerms) {
            reference("cac:PaymentTerms", "cbc:Note", *invoice_.paymentTerms);
        }
    }

    void taxCategory(const char* name, std::string_view category, const Decimal& rate, bool inBreakdown) {
        Element element(xml_, name);
        xml_.text("cbc:ID", category);
        // No rate outside the scope of VAT, except where the German rules ask for one (BR-DE-14, DE-R-014).
        if (category != "O" || (inBreakdown && followsGermanRules(invoice_, profile_))) {
            xml_.text("cbc:Percent", rate.toString());
        }
        if (inBreakdown) {
            for (const TaxGroup& group : invoice_.taxes) {
                if (group.taxCategory == category && group.taxRate == rate) {
                    xml_.text("cbc:TaxExemptionReasonCode", group.exemptionCode);
                    xml_.text("cbc:TaxExemptionReason", group.exemptionText);
                }
            }
        }
        reference("cac:TaxScheme", "cbc:ID", "VAT");
    }

    void documentAllowance(const Allowance& allowance) {
        Element element(xml_, "cac:AllowanceCharge");
        xml_.text("cbc:ChargeIndicator", "false");
        xml_.text("cbc:AllowanceChargeReasonCode", "95");
        xml_.text("cbc:AllowanceChargeReason", "Discount");
        amount("cbc:Amount", allowance.amount);
        taxCategory("cac:TaxCategory", allowance.taxCategory, allowance.taxRate, false);
    }

    void documentCharge(const Charge& charge) {
        Element element(xml_, "cac:AllowanceCharge");
        xml_.text("cbc:ChargeIndicator", "true");
        xml_.text("cbc:AllowanceChargeReasonCode", charge.reasonCode);
        xml_.text("cbc:AllowanceChargeReason", charge.reason);
        amount("cbc:Amount", charge.amount);
        taxCategory("cac:TaxCategory", charge.taxCategory, charge.taxRate, false);
    }

    void taxes() {
        {
            Element element(xml_, "cac:TaxTotal");
            amount("cbc:TaxAmount", invoice_.totals.tax);
            for (const TaxGroup& group : invoice_.taxes) {
                Element subtotal(xml_, "cac:TaxSubtotal");
                amount("cbc:TaxableAmount", group.taxable);
                amount("cbc:TaxAmount", group.tax);
                taxCategory("cac:TaxCategory", group.taxCategory, group.taxRate, true);
            }
        }
        if (invoice_.bookCurrency != invoice_.currency) {
            Element element(xml_, "cac:TaxTotal");
            xml_.text("cbc:TaxAmount", bookTaxText(invoice_), {{"currencyID", invoice_.bookCurrency.code()}});
        }
    }

    void totals() {
        const Totals& totals = invoice_.totals;
        Element element(xml_, "cac:LegalMonetaryTotal");
        amount("cbc:LineExtensionAmount", totals.lines);
        amount("cbc:TaxExclusiveAmount", totals.withoutTax);
        amount("cbc:TaxInclusiveAmount", totals.withTax);
        if (!invoice_.allowances.empty()) {
            amount("cbc:AllowanceTotalAmount", totals.allowances);
        }
        if (!invoice_.charges.empty()) {
            amount("cbc:ChargeTotalAmount", totals.charges);
        }
        if (totals.prepaid != 0) {
            amount("cbc:PrepaidAmount", totals.prepaid);
        }
        if (totals.rounding != 0) {
            amount("cbc:PayableRoundingAmount", totals.rounding);
        }
        amount("cbc:PayableAmount", totals.due);
    }

    void writeLine(const Line& line, int number) {
        const bool credit = invoice_.isCreditNote();
        Element element(xml_, credit ? "cac:CreditNoteLine" : "cac:InvoiceLine");
        xml_.text("cbc:ID", std::to_string(number));
        xml_.text(credit ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity", line.quantity.toString(),
                  {{"unitCode", line.unit}});
        amount("cbc:LineExtensionAmount", line.netAmount);
        if (line.netDiscount != 0) {
            Element allowance(xml_, "cac:AllowanceCharge");
            xml_.text("cbc:ChargeIndicator", "false");
            xml_.text("cbc:AllowanceChargeReasonCode", "95");
            xml_.text("cbc:AllowanceChargeReason", "Discount");
            amount("cbc:Amount", line.netDiscount);
        }
        {
            Element item(xml_, "cac:Item");
            xml_.text("cbc:Description", line.description);
            xml_.text("cbc:Name", line.name);
            if (line.sellerCode) {
                reference("cac:SellersItemIdentification", "cbc:ID", *line.sellerCode);
            }
            if (line.gtin) {
                Element standard(xml_, "cac:StandardItemIdentification");
                xml_.text("cbc:ID", line.gtin, {{"schemeID", "0160"}});
            }
            taxCategory("cac:ClassifiedTaxCategory", line.taxCategory, line.taxRate, false);
        }
        Element price(xml_, "cac:Price");
        xml_.text("cbc:PriceAmount", priceText(line.netPrice, invoice_.currency),
                  {{"currencyID", currency_}});
    }

    const Invoice& invoice_;
    Profile profile_;
    std::string_view currency_;
    XmlWriter xml_;
};

} // namespace

std::string writeUbl(const Invoice& invoice, Profile profile) {
    return Ubl(invoice, profile).write();
}

} // namespace svc::einvoice
