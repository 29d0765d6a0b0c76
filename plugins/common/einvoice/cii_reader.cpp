#include "einvoice/fields.hpp"

namespace svc::einvoice {
namespace {

/// UN/CEFACT Cross Industry Invoice D16B.
class CiiReader {
public:
    explicit CiiReader(xml::XmlNode root)
        : root_(root), trade_(root.child("SupplyChainTradeTransaction")),
          agreement_(at(trade_, {"ApplicableHeaderTradeAgreement"})),
          delivery_(at(trade_, {"ApplicableHeaderTradeDelivery"})),
          settlement_(at(trade_, {"ApplicableHeaderTradeSettlement"})) {}

    ReceivedInvoice read() {
        received_.syntax = Syntax::Cii;
        received_.specification =
            textAt(root_, {"ExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"});
        invoice_.currency = currencyOf(textAt(settlement_, {"InvoiceCurrencyCode"}), "BT-5");
        const auto bookCurrency = textAt(settlement_, {"TaxCurrencyCode"});
        invoice_.bookCurrency = bookCurrency.empty() ? invoice_.currency : currencyOf(bookCurrency, "BT-6");
        head();
        invoice_.seller = party(at(agreement_, {"SellerTradeParty"}));
        invoice_.buyer = party(at(agreement_, {"BuyerTradeParty"}));
        if (!invoice_.seller.otherTaxNumber) {
            invoice_.seller.otherTaxNumber = optionalTextAt(
                agreement_, {"SellerTaxRepresentativeTradeParty", "SpecifiedTaxRegistration", "ID"});
        }
        delivery();
        payment();
        each(settlement_, "SpecifiedTradeAllowanceCharge",
             [&](xml::XmlNode node) { allowanceOrCharge(node); });
        each(settlement_, "ApplicableTradeTax", [&](xml::XmlNode node) { tax(node); });
        totals();
        each(trade_, "IncludedSupplyChainTradeLineItem", [&](xml::XmlNode node) { line(node); });
        return std::move(received_);
    }

private:
    static void each(const Node& parent, std::string_view name,
                     const std::function<void(xml::XmlNode)>& use) {
        if (parent) {
            parent->eachChild(name, use);
        }
    }

    void head() {
        const Node document = root_.child("ExchangedDocument");
        invoice_.number = requiredText(textAt(document, {"ID"}), "BT-1");
        invoice_.typeCode = typeCodeOf(textAt(document, {"TypeCode"}));
        invoice_.date = dateOf(textAt(document, {"IssueDateTime", "DateTimeString"}), "BT-2");
        invoice_.dueDate = optionalDateOf(
            textAt(settlement_, {"SpecifiedTradePaymentTerms", "DueDateDateTime", "DateTimeString"}), "BT-9");
        invoice_.note = optionalTextAt(document, {"IncludedNote", "Content"});
        invoice_.buyerReference = optionalTextAt(agreement_, {"BuyerReference"});
        invoice_.purchaseOrderRef =
            optionalTextAt(agreement_, {"BuyerOrderReferencedDocument", "IssuerAssignedID"});
        const Node preceding = at(settlement_, {"InvoiceReferencedDocument"});
        const auto date =
            optionalDateOf(textAt(preceding, {"FormattedIssueDateTime", "DateTimeString"}), "BT-26");
        if (const auto number = optionalTextAt(preceding, {"IssuerAssignedID"})) {
            invoice_.preceding = Preceding{*number, date.value_or(invoice_.date)};
        }
        if (const auto note =
                optionalTextAt(delivery_, {"DespatchAdviceReferencedDocument", "IssuerAssignedID"})) {
            invoice_.deliveryNotes.push_back(*note);
        }
    }

    static Address address(const Node& node) {
        return {.line1 = optionalTextAt(node, {"LineOne"}),
                .line2 = optionalTextAt(node, {"LineTwo"}),
                .postalCode = optionalTextAt(node, {"PostcodeCode"}),
                .city = optionalTextAt(node, {"CityName"}),
                .region = optionalTextAt(node, {"CountrySubDivisionName"}),
                .country = optionalTextAt(node, {"CountryID"})};
    }

    static Party party(const Node& node) {
        Party party;
        party.name = textAt(node, {"Name"});
        party.tradingName = optionalTextAt(node, {"SpecifiedLegalOrganization", "TradingBusinessName"});
        party.registration = optionalTextAt(node, {"SpecifiedLegalOrganization", "ID"});
        party.identifier = optionalTextAt(node, {"ID"});
        if (!party.identifier) {
            party.identifier = optionalTextAt(node, {"GlobalID"});
        }
        each(node, "SpecifiedTaxRegistration", [&](xml::XmlNode registration) {
            const Node id = registration.child("ID");
            const bool vat = id && id->attribute("schemeID") == "VA";
            (vat ? party.vatNumber : party.otherTaxNumber) = given(textAt(id, {}));
        });
        if (const Node endpoint = at(node, {"URIUniversalCommunication", "URIID"})) {
            party.electronicAddress = endpoint->attribute("schemeID") + ':' + endpoint->text();
        }
        party.address = address(at(node, {"PostalTradeAddress"}));
        const Node contact = at(node, {"DefinedTradeContact"});
        party.contactName = optionalTextAt(contact, {"PersonName"});
        party.phone = optionalTextAt(contact, {"TelephoneUniversalCommunication", "CompleteNumber"});
        party.email = optionalTextAt(contact, {"EmailURIUniversalCommunication", "URIID"});
        party.professional = true;
        return party;
    }

    void delivery() {
        invoice_.deliveredOn = optionalDateOf(
            textAt(delivery_, {"ActualDeliverySupplyChainEvent", "OccurrenceDateTime", "DateTimeString"}),
            "BT-72");
        if (const Node place = at(delivery_, {"ShipToTradeParty", "PostalTradeAddress"})) {
            invoice_.deliverTo = address(place);
        }
    }

    void payment() {
        const Node means = at(settlement_, {"SpecifiedTradeSettlementPaymentMeans"});
        invoice_.payment.code = textAt(means, {"TypeCode"});
        invoice_.payment.text = optionalTextAt(means, {"Information"});
        invoice_.payment.reference = textAt(settlement_, {"PaymentReference"});
        const Node account = at(means, {"PayeePartyCreditorFinancialAccount"});
        invoice_.payment.iban = optionalTextAt(account, {"IBANID"});
        if (!invoice_.payment.iban) {
            invoice_.payment.iban = optionalTextAt(account, {"ProprietaryID"});
        }
        invoice_.payment.bic = optionalTextAt(means, {"PayeeSpecifiedCreditorFinancialInstitution", "BICID"});
        invoice_.paymentTerms = optionalTextAt(settlement_, {"SpecifiedTradePaymentTerms", "Description"});
    }

    static Decimal rate(const Node& tax, const char* term) {
        const std::string percent = textAt(tax, {"RateApplicablePercent"});
        return percent.empty() ? Decimal() : decimalOf(percent, term).normalized();
    }

    std::int64_t amount(std::string_view text, const char* term) const {
        return amountOf(text, invoice_.currency, term);
    }

    void allowanceOrCharge(xml::XmlNode node) {
        const Node tax = node.child("CategoryTradeTax");
        const std::string code = textAt(tax, {"CategoryCode"});
        if (isTrue(textAt(node, {"ChargeIndicator", "Indicator"}))) {
            invoice_.charges.push_back({.amount = amount(node.textOf("ActualAmount"), "BT-99"),
                                        .taxCategory = code,
                                        .taxRate = rate(tax, "BT-103"),
                                        .reasonCode = node.textOf("ReasonCode"),
                                        .reason = node.textOf("Reason")});
        } else {
            invoice_.allowances.push_back({.amount = amount(node.textOf("ActualAmount"), "BT-92"),
                                           .taxCategory = code,
                                           .taxRate = rate(tax, "BT-96")});
        }
    }

    void tax(xml::XmlNode node) {
        invoice_.taxes.push_back({.taxCategory = node.textOf("CategoryCode"),
                                  .taxRate = rate(node, "BT-119"),
                                  .taxable = amount(node.textOf("BasisAmount"), "BT-116"),
                                  .tax = amount(node.textOf("CalculatedAmount"), "BT-117"),
                                  .exemptionText = given(node.textOf("ExemptionReason")),
                                  .exemptionCode = given(node.textOf("ExemptionReasonCode"))});
    }

    void totals() {
        const Node node = at(settlement_, {"SpecifiedTradeSettlementHeaderMonetarySummation"});
        Totals& totals = invoice_.totals;
        totals.lines = amount(textAt(node, {"LineTotalAmount"}), "BT-106");
        totals.allowances = amount(textAt(node, {"AllowanceTotalAmount"}), "BT-107");
        totals.charges = amount(textAt(node, {"ChargeTotalAmount"}), "BT-108");
        totals.withoutTax = amount(requiredText(textAt(node, {"TaxBasisTotalAmount"}), "BT-109"), "BT-109");
        each(node, "TaxTotalAmount", [&](xml::XmlNode tax) {
            const std::string currency = tax.attribute("currencyID");
            if (currency == invoice_.bookCurrency.code() && currency != invoice_.currency.code()) {
                invoice_.bookTax = amountOf(tax.text(), invoice_.bookCurrency, "BT-111");
            } else {
                totals.tax = amount(tax.text(), "BT-110");
            }
        });
        totals.withTax = amount(requiredText(textAt(node, {"GrandTotalAmount"}), "BT-112"), "BT-112");
        totals.prepaid = amount(textAt(node, {"TotalPrepaidAmount"}), "BT-113");
        totals.rounding = amount(textAt(node, {"RoundingAmount"}), "BT-114");
        totals.due = amount(requiredText(textAt(node, {"DuePayableAmount"}), "BT-115"), "BT-115");
    }

    void line(xml::XmlNode node) {
        Line line;
        const Node product = node.child("SpecifiedTradeProduct");
        line.name = textAt(product, {"Name"});
        line.description = optionalTextAt(product, {"Description"});
        line.sellerCode = optionalTextAt(product, {"SellerAssignedID"});
        line.gtin = optionalTextAt(product, {"GlobalID"});
        const Node quantity = at(node, {"SpecifiedLineTradeDelivery", "BilledQuantity"});
        line.quantity = decimalOf(textAt(quantity, {}), "BT-129").normalized();
        line.unit = quantity ? quantity->attribute("unitCode") : "";
        const Node price = at(node, {"SpecifiedLineTradeAgreement", "NetPriceProductTradePrice"});
        line.netPrice =
            priceOf(textAt(price, {"ChargeAmount"}), textAt(price, {"BasisQuantity"}), invoice_.currency);
        const Node settlement = node.child("SpecifiedLineTradeSettlement");
        const Node tax = at(settlement, {"ApplicableTradeTax"});
        line.taxCategory = textAt(tax, {"CategoryCode"});
        line.taxRate = rate(tax, "BT-152");
        each(settlement, "SpecifiedTradeAllowanceCharge", [&](xml::XmlNode one) {
            const std::int64_t value = amount(one.textOf("ActualAmount"), "BT-136");
            line.netDiscount += isTrue(textAt(one, {"ChargeIndicator", "Indicator"})) ? -value : value;
        });
        line.netAmount =
            amount(requiredText(textAt(settlement,
                                       {"SpecifiedTradeSettlementLineMonetarySummation", "LineTotalAmount"}),
                                "BT-131"),
                   "BT-131");
        line.unitPrice = line.netPrice;
        line.amount = line.netAmount;
        invoice_.lines.push_back(std::move(line));
    }

    xml::XmlNode root_;
    Node trade_;
    Node agreement_;
    Node delivery_;
    Node settlement_;
    ReceivedInvoice received_;
    Invoice& invoice_ = received_.invoice;
};

} // namespace

ReceivedInvoice readCii(xml::XmlNode root) {
    return CiiReader(root).read();
}

} // namespace svc::einvoice
