#include <algorithm>
#include <array>
#include <cctype>

#include "einvoice/fields.hpp"
#include "einvoice/formats.hpp"

namespace svc::einvoice {
namespace {

bool isBillingProcess(std::string_view process) {
    constexpr std::array<std::string_view, 4> Known = {
        "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0", "urn:peppol:france:billing:regulated",
        "urn:peppol:france:billing:non-regulated", "urn:peppol:bis:billing_with_response"};
    return std::find(Known.begin(), Known.end(), process) != Known.end();
}

/// Document type codes that Peppol accepts in its billing process.
bool isBillingType(int code, bool creditNote) {
    constexpr std::array<int, 26> Invoices = {71,  80,  82,  84,  102, 218, 219, 326, 331,
                                              380, 382, 383, 384, 386, 388, 393, 395, 553,
                                              575, 623, 780, 817, 870, 875, 876, 877};
    constexpr std::array<int, 5> CreditNotes = {81, 83, 381, 396, 532};
    return creditNote ? std::find(CreditNotes.begin(), CreditNotes.end(), code) != CreditNotes.end()
                      : std::find(Invoices.begin(), Invoices.end(), code) != Invoices.end();
}

/// UNCL 4461.
bool isPaymentMeans(const std::string& code) {
    if (code == "ZZZ") {
        return true;
    }
    if (code.size() > 2 || code[0] == '0' || code.find_first_not_of("0123456789") != std::string::npos) {
        return false;
    }
    const int number = std::stoi(code);
    return number <= 70 || (number >= 74 && number <= 78) || (number >= 91 && number <= 98);
}

/// Collects findings, each rule once: a file may break one in every line.
class Findings {
public:
    void require(bool holds, const char* rule, const char* field, const char* message) {
        const bool told = std::any_of(found_.begin(), found_.end(),
                                      [&](const Finding& finding) { return finding.rule == rule; });
        if (!holds && !told) {
            found_.push_back({.rule = rule, .field = field, .message = message});
        }
    }
    /// `rule`: the one on the decimals of the amount; none when it is null.
    void decimals(const Node& amount, const char* rule) {
        if (amount && rule != nullptr) {
            const std::string text = amount->text();
            const std::size_t point = text.find('.');
            require(point == std::string::npos || text.size() - point - 1 <= std::size_t{MostDecimals}, rule,
                    "currency", "An amount has at most two decimals.");
        }
    }
    void reason(bool given, bool charge, bool ofLine) {
        const char* rule = ofLine ? (charge ? "BR-CO-24" : "BR-CO-23") : (charge ? "BR-CO-22" : "BR-CO-21");
        require(given, rule, charge ? "charges" : "discounts",
                "A discount and a charge have a reason, or the code of one.");
    }
    void process(const std::string& process, std::string_view profile) {
        const bool peppol = profile == "peppol-bis-3";
        require(!process.empty() || !(peppol || profile == "xrechnung"), "PEPPOL-EN16931-R001", "process",
                "The business process is named.");
        require(isBillingProcess(process) || !peppol, "PEPPOL-EN16931-R007", "process",
                "The business process is one of those of Peppol.");
    }
    void paymentMeans(const std::string& code) {
        require(code.empty() || isPaymentMeans(code), "BR-CL-16", "payment",
                "The means of payment is a code of UNCL 4461.");
    }
    /// The number as it stands in the file; the check of the invoice puts the code of the country before it.
    void vatNumber(const Party& party, const char* field) {
        const std::string number = party.vatNumber.value_or("AA");
        const auto isLetter = [&](std::size_t at) {
            return at < number.size() && std::isalpha(static_cast<unsigned char>(number[at])) != 0;
        };
        require(isLetter(0) && isLetter(1), "BR-CO-09", field,
                "A VAT number begins with the code of its country.");
    }
    void germanPayment(bool told, std::string_view profile) {
        require(told, profile == "xrechnung" ? "BR-DE-1" : "DE-R-001", "payment",
                "The invoice tells how it is paid.");
    }
    void germanRate(const std::string& rate, std::string_view profile) {
        require(!rate.empty(), profile == "xrechnung" ? "BR-DE-14" : "DE-R-014", "taxes",
                "A group of tax tells its rate, also when it is 0.");
    }
    void lineNumber(const std::string& number) {
        require(!number.empty(), "BR-21", "lines", "A line has an identifier.");
    }

    std::vector<Finding> take() { return std::move(found_); }

private:
    std::vector<Finding> found_;
};

class UblFile {
public:
    UblFile(xml::XmlNode root, const ReceivedInvoice& received)
        : root_(root), invoice_(received.invoice), profile_(profileName(received.specification)),
          german_(followsGermanRules(received.invoice, profileOfReceived(received.specification))) {}

    std::vector<Finding> findings() {
        found_.process(root_.textOf("ProfileID"), profile_);
        if (profile_ == "peppol-bis-3") {
            peppol();
        }
        if (german_) {
            found_.germanPayment(root_.child("PaymentMeans").has_value(), profile_);
        }
        found_.vatNumber(invoice_.seller, "company.vatNumber");
        found_.vatNumber(invoice_.buyer, "partner.vatNumber");
        name("AccountingSupplierParty", "BR-06", "The seller has a name.");
        name("AccountingCustomerParty", "BR-07", "The buyer has a name.");
        root_.eachChild("PaymentMeans",
                        [&](xml::XmlNode means) { found_.paymentMeans(means.textOf("PaymentMeansCode")); });
        root_.eachChild("AllowanceCharge", [&](xml::XmlNode one) { allowance(one, false); });
        taxes();
        totals();
        for (const char* kind : {"InvoiceLine", "CreditNoteLine"}) {
            root_.eachChild(kind, [&](xml::XmlNode one) { line(one); });
        }
        return found_.take();
    }

private:
    void peppol() {
        int notes = 0;
        root_.eachChild("Note", [&](xml::XmlNode) { ++notes; });
        found_.require(notes <= 1 || german_, "PEPPOL-EN16931-R002", "note", "There is one note at most.");
        const bool credit = root_.name() == "CreditNote";
        found_.require(isBillingType(invoice_.typeCode, credit),
                       credit ? "PEPPOL-EN16931-P0101" : "PEPPOL-EN16931-P0100", "kind",
                       "The type of the document is one of the billing process.");
        found_.require((invoice_.typeCode != 326 && invoice_.typeCode != 384) || german_,
                       "PEPPOL-EN16931-P0112", "kind",
                       "Partial and corrected invoices are for German parties alone.");
    }

    /// The trading name is used in place of the registered name, which is mandatory.
    void name(const char* role, const char* rule, const char* message) {
        const bool named = !textAt(root_, {role, "Party", "PartyLegalEntity", "RegistrationName"}).empty();
        found_.require(named, rule, "name", message);
    }

    /// `decimals`: the rule on the decimals of the amount, if there is one.
    void amount(const Node& node, const char* decimals) {
        if (node) {
            const std::string currency = node->attribute("currencyID");
            found_.require(currency == invoice_.currency.code(), "PEPPOL-EN16931-R051", "currency",
                           "All amounts are in the currency of the invoice.");
            found_.decimals(node, decimals);
        }
    }

    void allowance(xml::XmlNode one, bool ofLine) {
        const bool charge = isTrue(one.textOf("ChargeIndicator"));
        amount(one.child("Amount"),
               ofLine ? (charge ? "BR-DEC-27" : "BR-DEC-24") : (charge ? "BR-DEC-05" : "BR-DEC-01"));
        found_.reason(one.child("AllowanceChargeReason") || one.child("AllowanceChargeReasonCode"), charge,
                      ofLine);
    }

    void taxes() {
        bool own = false;
        bool any = false;
        root_.eachChild("TaxTotal", [&](xml::XmlNode total) {
            const Node tax = total.child("TaxAmount");
            any = true;
            own = own || (tax && tax->attribute("currencyID") == invoice_.currency.code());
            if (total.child("TaxSubtotal")) {
                amount(tax, nullptr);
            }
            total.eachChild("TaxSubtotal", [&](xml::XmlNode group) {
                amount(group.child("TaxableAmount"), "BR-DEC-19");
                amount(group.child("TaxAmount"), "BR-DEC-20");
                if (german_) {
                    found_.germanRate(textAt(group, {"TaxCategory", "Percent"}), profile_);
                }
            });
        });
        found_.require(own || !any, "BR-CO-15", "taxTotal",
                       "There is a total of the tax in the currency of the invoice.");
    }

    void totals() {
        const Node totals = root_.child("LegalMonetaryTotal");
        constexpr std::array<std::pair<const char*, const char*>, 8> Amounts = {
            {{"LineExtensionAmount", "BR-DEC-09"},
             {"AllowanceTotalAmount", "BR-DEC-10"},
             {"ChargeTotalAmount", "BR-DEC-11"},
             {"TaxExclusiveAmount", "BR-DEC-12"},
             {"TaxInclusiveAmount", "BR-DEC-14"},
             {"PrepaidAmount", "BR-DEC-16"},
             {"PayableRoundingAmount", "BR-DEC-17"},
             {"PayableAmount", "BR-DEC-18"}}};
        for (const auto& [name, rule] : Amounts) {
            amount(at(totals, {name}), rule);
        }
    }

    void line(xml::XmlNode one) {
        found_.lineNumber(one.textOf("ID"));
        amount(one.child("LineExtensionAmount"), "BR-DEC-23");
        one.eachChild("AllowanceCharge", [&](xml::XmlNode inner) { allowance(inner, true); });
        amount(at(one, {"Price", "PriceAmount"}), nullptr);
    }

    xml::XmlNode root_;
    const Invoice& invoice_;
    std::string_view profile_;
    bool german_;
    Findings found_;
};

class CiiFile {
public:
    CiiFile(xml::XmlNode root, const ReceivedInvoice& received)
        : root_(root), received_(received), trade_(root.child("SupplyChainTradeTransaction")),
          settlement_(at(trade_, {"ApplicableHeaderTradeSettlement"})) {}

    std::vector<Finding> findings() {
        const std::string_view profile = profileName(received_.specification);
        const bool german = followsGermanRules(received_.invoice, profileOfReceived(received_.specification));
        found_.process(textAt(root_, {"ExchangedDocumentContext",
                                      "BusinessProcessSpecifiedDocumentContextParameter", "ID"}),
                       profile);
        found_.vatNumber(received_.invoice.seller, "company.vatNumber");
        found_.vatNumber(received_.invoice.buyer, "partner.vatNumber");
        if (german) {
            found_.germanPayment(at(settlement_, {"SpecifiedTradeSettlementPaymentMeans"}).has_value(),
                                 profile);
        }
        each(settlement_, "SpecifiedTradeSettlementPaymentMeans",
             [&](xml::XmlNode means) { found_.paymentMeans(means.textOf("TypeCode")); });
        each(settlement_, "SpecifiedTradeAllowanceCharge", [&](xml::XmlNode one) { allowance(one, false); });
        each(settlement_, "ApplicableTradeTax", [&](xml::XmlNode group) {
            amount(group.child("BasisAmount"), "BR-DEC-19");
            amount(group.child("CalculatedAmount"), "BR-DEC-20");
            if (german) {
                found_.germanRate(group.textOf("RateApplicablePercent"), profile);
            }
        });
        totals();
        each(trade_, "IncludedSupplyChainTradeLineItem", [&](xml::XmlNode one) { line(one); });
        return found_.take();
    }

private:
    static void each(const Node& parent, std::string_view name,
                     const std::function<void(xml::XmlNode)>& use) {
        if (parent) {
            parent->eachChild(name, use);
        }
    }

    /// CII requires the currency only on the tax total; an amount that states a currency must use that of the
    /// invoice.
    void amount(const Node& node, const char* decimals) {
        if (node) {
            const std::string currency = node->attribute("currencyID");
            found_.require(currency.empty() || currency == received_.invoice.currency.code(), "CII-DT-031",
                           "currency", "All amounts are in the currency of the invoice.");
            found_.decimals(node, decimals);
        }
    }

    void allowance(xml::XmlNode one, bool ofLine) {
        const bool charge = isTrue(textAt(one, {"ChargeIndicator", "Indicator"}));
        amount(one.child("ActualAmount"),
               ofLine ? (charge ? "BR-DEC-27" : "BR-DEC-24") : (charge ? "BR-DEC-05" : "BR-DEC-01"));
        found_.reason(one.child("Reason") || one.child("ReasonCode"), charge, ofLine);
    }

    void totals() {
        const Node totals = at(settlement_, {"SpecifiedTradeSettlementHeaderMonetarySummation"});
        constexpr std::array<std::pair<const char*, const char*>, 8> Amounts = {
            {{"LineTotalAmount", "BR-DEC-09"},
             {"AllowanceTotalAmount", "BR-DEC-10"},
             {"ChargeTotalAmount", "BR-DEC-11"},
             {"TaxBasisTotalAmount", "BR-DEC-12"},
             {"GrandTotalAmount", "BR-DEC-14"},
             {"TotalPrepaidAmount", "BR-DEC-16"},
             {"RoundingAmount", "BR-DEC-17"},
             {"DuePayableAmount", "BR-DEC-18"}}};
        for (const auto& [name, rule] : Amounts) {
            amount(at(totals, {name}), rule);
        }
        bool own = false;
        bool foreign = false;
        each(totals, "TaxTotalAmount", [&](xml::XmlNode tax) {
            const bool named = tax.attribute("currencyID") == received_.invoice.currency.code();
            own = own || named;
            foreign = foreign || !named;
        });
        found_.require(own || !foreign, "BR-CO-15", "taxTotal",
                       "There is a total of the tax in the currency of the invoice.");
    }

    void line(xml::XmlNode one) {
        found_.lineNumber(textAt(one, {"AssociatedDocumentLineDocument", "LineID"}));
        const Node settlement = one.child("SpecifiedLineTradeSettlement");
        amount(at(settlement, {"SpecifiedTradeSettlementLineMonetarySummation", "LineTotalAmount"}),
               "BR-DEC-23");
        each(settlement, "SpecifiedTradeAllowanceCharge",
             [&](xml::XmlNode inner) { allowance(inner, true); });
    }

    xml::XmlNode root_;
    const ReceivedInvoice& received_;
    Node trade_;
    Node settlement_;
    Findings found_;
};

} // namespace

std::vector<Finding> ublFindings(xml::XmlNode root, const ReceivedInvoice& received) {
    return UblFile(root, received).findings();
}

std::vector<Finding> ciiFindings(xml::XmlNode root, const ReceivedInvoice& received) {
    return CiiFile(root, received).findings();
}

} // namespace svc::einvoice
