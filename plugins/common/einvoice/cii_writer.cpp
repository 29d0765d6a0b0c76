#include "einvoice/formats.hpp"
#include "xml/xml_writer.hpp"

namespace svc::einvoice {
namespace {

using xml::Element;
using xml::xmlText;
using xml::XmlWriter;

std::string dateText(Date date) {
    std::string text = date.toString();
    std::erase(text, '-');
    return text;
}

/// One CII document. The order of the elements is that of the schema: lines, agreement, delivery, settlement.
class Cii {
public:
    Cii(const Invoice& invoice, Profile profile)
        : invoice_(invoice), profile_(profile), currency_(invoice.currency.code()),
          xml_("rsm:CrossIndustryInvoice",
               {{"xmlns:rsm", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"},
                {"xmlns:qdt", "urn:un:unece:uncefact:data:standard:QualifiedDataType:100"},
                {"xmlns:ram",
                 "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"},
                {"xmlns:udt", "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"}}) {}

    std::string write() {
        context();
        document();
        {
            Element transaction(xml_, "rsm:SupplyChainTradeTransaction");
            int number = 0;
            for (const Line& line : invoice_.lines) {
                writeLine(line, ++number);
            }
            agreement();
            delivery();
            settlement();
        }
        xml_.close();
        return xml_.finish();
    }

private:
    void amount(const char* name, std::int64_t minor) {
        xml_.text(name, amountText(minor, invoice_.currency));
    }
    void group(const char* name, const char* child, std::string_view value) {
        Element element(xml_, name);
        xml_.text(child, value);
    }
    void date(const char* name, const char* child, Date date) {
        Element element(xml_, name);
        xml_.text(child, dateText(date), {{"format", "102"}});
    }
    void indicator(bool value) {
        Element element(xml_, "ram:ChargeIndicator");
        xml_.text("udt:Indicator", value ? "true" : "false");
    }

    void context() {
        Element element(xml_, "rsm:ExchangedDocumentContext");
        if (!processOf(invoice_, profile_).empty()) {
            group("ram:BusinessProcessSpecifiedDocumentContextParameter", "ram:ID",
                  processOf(invoice_, profile_));
        }
        group("ram:GuidelineSpecifiedDocumentContextParameter", "ram:ID", specificationOf(profile_));
    }

    void document() {
        Element element(xml_, "rsm:ExchangedDocument");
        xml_.text("ram:ID", invoice_.number);
        xml_.text("ram:TypeCode", std::to_string(typeCodeOf(invoice_, profile_)));
        date("ram:IssueDateTime", "udt:DateTimeString", invoice_.date);
        if (invoice_.note && !xmlText(*invoice_.note).empty()) {
            group("ram:IncludedNote", "ram:Content", *invoice_.note);
        }
    }

    void tax(const char* name, std::string_view category, const Decimal& rate) {
        Element element(xml_, name);
        xml_.text("ram:TypeCode", "VAT");
        xml_.text("ram:CategoryCode", category);
        if (category != "O") {
            xml_.text("ram:RateApplicablePercent", rate.toString());
        }
    }

    void allowance(std::int64_t minor, const Allowance* ofDocument) {
        Element element(xml_, "ram:SpecifiedTradeAllowanceCharge");
        indicator(false);
        amount("ram:ActualAmount", minor);
        xml_.text("ram:ReasonCode", "95");
        xml_.text("ram:Reason", "Discount");
        if (ofDocument != nullptr) {
            tax("ram:CategoryTradeTax", ofDocument->taxCategory, ofDocument->taxRate);
        }
    }

    void charge(const Charge& entry) {
        Element element(xml_, "ram:SpecifiedTradeAllowanceCharge");
        indicator(true);
        amount("ram:ActualAmount", entry.amount);
        xml_.text("ram:ReasonCode", entry.reasonCode);
        xml_.text("ram:Reason", entry.reason);
        tax("ram:CategoryTradeTax", entry.taxCategory, entry.taxRate);
    }

    void writeLine(const Line& line, int number) {
        Element element(xml_, "ram:IncludedSupplyChainTradeLineItem");
        group("ram:AssociatedDocumentLineDocument", "ram:LineID", std::to_string(number));
        {
            Element product(xml_, "ram:SpecifiedTradeProduct");
            xml_.text("ram:GlobalID", line.gtin, {{"schemeID", "0160"}});
            xml_.text("ram:SellerAssignedID", line.sellerCode);
            xml_.text("ram:Name", line.name);
            xml_.text("ram:Description", line.description);
        }
        {
            Element agreement(xml_, "ram:SpecifiedLineTradeAgreement");
            group("ram:NetPriceProductTradePrice", "ram:ChargeAmount",
                  priceText(line.netPrice, invoice_.currency));
        }
        {
            Element delivery(xml_, "ram:SpecifiedLineTradeDelivery");
            xml_.text("ram:BilledQuantity", line.quantity.toString(), {{"unitCode", line.unit}});
        }
        Element settlement(xml_, "ram:SpecifiedLineTradeSettlement");
        tax("ram:ApplicableTradeTax", line.taxCategory, line.taxRate);
        if (line.netDiscount != 0) {
            allowance(line.netDiscount, nullptr);
        }
        group("ram:SpecifiedTradeSettlementLineMonetarySummation", "ram:LineTotalAmount",
              amountText(line.netAmount, invoice_.currency));
    }

    void address(const Address& address) {
        if (address.empty() && !address.country) {
            return;
        }
        Element element(xml_, "ram:PostalTradeAddress");
        xml_.text("ram:PostcodeCode", address.postalCode);
        xml_.text("ram:LineOne", address.line1);
        xml_.text("ram:LineTwo", address.line2);
        xml_.text("ram:CityName", address.city);
        xml_.text("ram:CountryID", address.country);
        xml_.text("ram:CountrySubDivisionName", address.region);
    }

    void contact(const Party& party) {
        if (!party.contactName && !party.phone && !party.email) {
            return;
        }
        Element element(xml_, "ram:DefinedTradeContact");
        xml_.text("ram:PersonName", party.contactName);
        if (party.phone) {
            group("ram:TelephoneUniversalCommunication", "ram:CompleteNumber", *party.phone);
        }
        if (party.email) {
            group("ram:EmailURIUniversalCommunication", "ram:URIID", *party.email);
        }
    }

    void party(const char* name, const Party& party) {
        Element element(xml_, name);
        xml_.text("ram:Name", party.name);
        if (party.registration || party.tradingName) {
            Element legal(xml_, "ram:SpecifiedLegalOrganization");
            xml_.text("ram:ID", party.registration);
            xml_.text("ram:TradingBusinessName", party.tradingName);
        }
        contact(party);
        address(party.address);
        if (const auto endpoint = schemedId(party.electronicAddress)) {
            Element communication(xml_, "ram:URIUniversalCommunication");
            xml_.text("ram:URIID", endpoint->value, {{"schemeID", endpoint->scheme}});
        }
        if (showsVatNumbers(invoice_) && party.vatNumber) {
            Element registration(xml_, "ram:SpecifiedTaxRegistration");
            xml_.text("ram:ID", vatNumberOf(party), {{"schemeID", "VA"}});
        }
    }

    void agreement() {
        Element element(xml_, "ram:ApplicableHeaderTradeAgreement");
        xml_.text("ram:BuyerReference", invoice_.buyerReference);
        party("ram:SellerTradeParty", invoice_.seller);
        party("ram:BuyerTradeParty", invoice_.buyer);
        if (invoice_.purchaseOrderRef) {
            group("ram:BuyerOrderReferencedDocument", "ram:IssuerAssignedID", *invoice_.purchaseOrderRef);
        }
    }

    void delivery() {
        Element element(xml_, "ram:ApplicableHeaderTradeDelivery");
        if (invoice_.deliverTo) {
            Element party(xml_, "ram:ShipToTradeParty");
            address(*invoice_.deliverTo);
        }
        if (invoice_.deliveredOn) {
            Element event(xml_, "ram:ActualDeliverySupplyChainEvent");
            date("ram:OccurrenceDateTime", "udt:DateTimeString", *invoice_.deliveredOn);
        }
        if (!invoice_.deliveryNotes.empty()) {
            group("ram:DespatchAdviceReferencedDocument", "ram:IssuerAssignedID",
                  invoice_.deliveryNotes.back());
        }
    }

    void breakdown(const TaxGroup& entry) {
        Element element(xml_, "ram:ApplicableTradeTax");
        amount("ram:CalculatedAmount", entry.tax);
        xml_.text("ram:TypeCode", "VAT");
        xml_.text("ram:ExemptionReason", entry.exemptionText);
        amount("ram:BasisAmount", entry.taxable);
        xml_.text("ram:CategoryCode", entry.taxCategory);
        xml_.text("ram:ExemptionReasonCode", entry.exemptionCode);
        if (entry.taxCategory != "O" || followsGermanRules(invoice_, profile_)) {
            xml_.text("ram:RateApplicablePercent", entry.taxRate.toString());
        }
    }

    void settlement() {
        Element element(xml_, "ram:ApplicableHeaderTradeSettlement");
        xml_.text("ram:PaymentReference", invoice_.payment.reference);
        if (invoice_.bookCurrency != invoice_.currency) {
            xml_.text("ram:TaxCurrencyCode", invoice_.bookCurrency.code());
        }
        xml_.text("ram:InvoiceCurrencyCode", currency_);
        paymentMeans();
        for (const TaxGroup& entry : invoice_.taxes) {
            breakdown(entry);
        }
        for (const Allowance& entry : invoice_.allowances) {
            allowance(entry.amount, &entry);
        }
        for (const Charge& entry : invoice_.charges) {
            charge(entry);
        }
        if (invoice_.paymentTerms || invoice_.dueDate) {
            Element terms(xml_, "ram:SpecifiedTradePaymentTerms");
            xml_.text("ram:Description", invoice_.paymentTerms);
            if (invoice_.dueDate) {
                date("ram:DueDateDateTime", "udt:DateTimeString", *invoice_.dueDate);
            }
        }
        summation();
        if (invoice_.preceding) {
            Element preceding(xml_, "ram:InvoiceReferencedDocument");
            xml_.text("ram:IssuerAssignedID", invoice_.preceding->number);
            date("ram:FormattedIssueDateTime", "qdt:DateTimeString", invoice_.preceding->date);
        }
    }

    void paymentMeans() {
        const std::string code = paymentMeansOf(invoice_, profile_);
        if (code.empty()) {
            return;
        }
        Element means(xml_, "ram:SpecifiedTradeSettlementPaymentMeans");
        xml_.text("ram:TypeCode", code);
        if (invoice_.payment.iban) {
            group("ram:PayeePartyCreditorFinancialAccount", "ram:IBANID", *invoice_.payment.iban);
            if (invoice_.payment.bic) {
                group("ram:PayeeSpecifiedCreditorFinancialInstitution", "ram:BICID", *invoice_.payment.bic);
            }
        }
    }

    void summation() {
        const Totals& totals = invoice_.totals;
        Element element(xml_, "ram:SpecifiedTradeSettlementHeaderMonetarySummation");
        amount("ram:LineTotalAmount", totals.lines);
        if (!invoice_.charges.empty()) {
            amount("ram:ChargeTotalAmount", totals.charges);
        }
        if (!invoice_.allowances.empty()) {
            amount("ram:AllowanceTotalAmount", totals.allowances);
        }
        amount("ram:TaxBasisTotalAmount", totals.withoutTax);
        xml_.text("ram:TaxTotalAmount", amountText(totals.tax, invoice_.currency),
                  {{"currencyID", currency_}});
        if (invoice_.bookCurrency != invoice_.currency) {
            xml_.text("ram:TaxTotalAmount", bookTaxText(invoice_),
                      {{"currencyID", invoice_.bookCurrency.code()}});
        }
        if (totals.rounding != 0) {
            amount("ram:RoundingAmount", totals.rounding);
        }
        amount("ram:GrandTotalAmount", totals.withTax);
        if (totals.prepaid != 0) {
            amount("ram:TotalPrepaidAmount", totals.prepaid);
        }
        amount("ram:DuePayableAmount", totals.due);
    }

    const Invoice& invoice_;
    Profile profile_;
    std::string_view currency_;
    XmlWriter xml_;
};

} // namespace

std::string writeCii(const Invoice& invoice, Profile profile) {
    return Cii(invoice, profile).write();
}

} // namespace svc::einvoice
