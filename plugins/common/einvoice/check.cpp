#include "einvoice/check.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <svc/rounding.hpp>
#include <svc/text.hpp>

#include "einvoice/identifiers.hpp"
#include "einvoice/national.hpp"
#include "einvoice/terms.hpp"

namespace svc::einvoice {
namespace {

class Check {
public:
    Check(const Invoice& invoice, Profile profile, const CodeLists& lists)
        : invoice_(invoice), profile_(profile), lists_(lists) {}

    std::vector<Finding> run() {
        document();
        parties();
        categories();
        lines();
        arithmetic();
        payment();
        endpoint(invoice_.seller, "PEPPOL-EN16931-R020", "company.peppolId");
        endpoint(invoice_.buyer, "PEPPOL-EN16931-R010", "partner.peppolId");
        note();
        if (profile_ == Profile::Peppol) {
            registration(invoice_.seller, "company.registrationNumber");
            registration(invoice_.buyer, "partner.registrationNumber");
            const std::vector<Finding> national = nationalFindings(invoice_);
            findings_.insert(findings_.end(), national.begin(), national.end());
            require(has(invoice_.buyerReference) || has(invoice_.purchaseOrderRef), "PEPPOL-EN16931-R003",
                    "partner.buyerReference", "The buyer finds a reference of theirs or their order.");
        }
        if (profile_ == Profile::XRechnung) {
            germany("BR-DE-", {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "15"});
        } else if (followsGermanRules(invoice_, profile_)) {
            germany("DE-R-0", {"02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "15"});
        }
        return std::move(findings_);
    }

private:
    struct GermanRules {
        const char *contact, *city, *postalCode, *name, *phone, *email, *buyerCity, *buyerPostalCode,
            *deliveryCity, *deliveryPostalCode, *reference;
    };

    void fail(std::string rule, std::string field, std::string message) {
        findings_.push_back({std::move(rule), std::move(field), std::move(message)});
    }
    void require(bool holds, const char* rule, const char* field, const char* message) {
        if (!holds) {
            fail(rule, field, message);
        }
    }
    /// Reports a sum that is not exact. The official rules tolerate a deviation of up to one unit of the
    /// currency in tax amounts and, in UBL, in taxable amounts.
    void requireExact(std::int64_t found, std::optional<std::int64_t> exact, const std::string& rule,
                      const char* message) {
        if (found == exact) {
            return;
        }
        fail(rule, "taxes", message);
        const std::int64_t unit = Decimal(1).shifted(invoice_.currency.digits()).toInteger().value();
        findings_.back().tolerated = exact && std::abs(found - *exact) <= unit;
    }
    static bool has(const std::optional<std::string>& text) { return text && !text->empty(); }

    void document() {
        require(!invoice_.number.empty(), "BR-02", "number", "An invoice has a number.");
        require(!invoice_.lines.empty(), "BR-16", "lines", "An invoice has at least one line.");
    }

    void parties() {
        require(!invoice_.buyer.name.empty(), "BR-07", "partnerId", "The buyer has a name.");
        require(!invoice_.seller.name.empty(), "BR-06", "company.name", "The seller has a name.");
        require(known(invoice_.seller.address.country), "BR-09", "company.address.country",
                "The address of the seller has a country.");
        if (!invoice_.buyer.name.empty()) {
            require(known(invoice_.buyer.address.country), "BR-11", "partner.country",
                    "The address of the buyer has a country.");
        }
        require(has(invoice_.seller.registration) || has(invoice_.seller.identifier) ||
                    (showsVatNumbers(invoice_) && has(invoice_.seller.vatNumber)),
                "BR-CO-26", "company.registrationNumber",
                "The seller is identified by a registration number or a VAT number.");
        vatPrefix(invoice_.seller, "company.vatNumber");
        vatPrefix(invoice_.buyer, "partner.vatNumber");
    }

    bool known(const std::optional<std::string>& country) const {
        return country && lists_.countries.contains(*country);
    }

    void vatPrefix(const Party& party, const char* field) {
        if (!showsVatNumbers(invoice_) || !has(party.vatNumber)) {
            return;
        }
        const std::string prefix = vatNumberOf(party).substr(0, 2);
        require(lists_.countries.contains(prefix) || prefix == "EL" || prefix == "XI", "BR-CO-09", field,
                "A VAT number begins with the code of its country.");
    }

    void categories() {
        const bool sellerVat = has(invoice_.seller.vatNumber) || has(invoice_.seller.otherTaxNumber);
        const bool buyerVat = has(invoice_.buyer.vatNumber);
        for (const TaxGroup& group : invoice_.taxes) {
            const std::string& category = group.taxCategory;
            if (category == "S" || category == "Z" || category == "E") {
                require(sellerVat, ("BR-" + category + "-02").c_str(), "company.vatNumber",
                        "Taxed and exempt lines need the VAT number of the seller.");
            } else if (category == "AE") {
                require(sellerVat && (buyerVat || has(invoice_.buyer.registration)), "BR-AE-02",
                        sellerVat ? "partner.vatNumber" : "company.vatNumber",
                        "Reverse charge needs the VAT numbers of both parties.");
            } else if (category == "K") {
                require(sellerVat && buyerVat, "BR-IC-02",
                        sellerVat ? "partner.vatNumber" : "company.vatNumber",
                        "An intra-community supply needs the VAT numbers of both parties.");
                require(invoice_.deliveredOn.has_value(), "BR-IC-11", "deliveries",
                        "An intra-community supply needs its date of delivery.");
                require(invoice_.deliverTo && known(invoice_.deliverTo->country), "BR-IC-12",
                        "partner.deliveryAddress",
                        "An intra-community supply needs the country of delivery.");
            } else if (category == "G") {
                require(sellerVat, "BR-G-02", "company.vatNumber",
                        "An export needs the VAT number of the seller.");
            } else if (category == "O") {
                require(invoice_.taxes.size() == 1, "BR-O-11", "lines",
                        "Lines outside the scope of VAT stand on an invoice of their own.");
            }
            exemption(group);
            rate(group);
        }
    }

    void exemption(const TaxGroup& group) {
        if (group.taxCategory == "E") {
            require(group.exemptionText || group.exemptionCode, "BR-E-10", "lines[].taxExemptionReason",
                    "An exemption has its reason.");
        }
        if (group.exemptionCode) {
            require(lists_.exemptions.contains(*group.exemptionCode), "BR-CL-22",
                    "lines[].taxExemptionReason", "The code of the exemption is in the list VATEX.");
            exemptionCategory(group);
        }
    }

    void exemptionCategory(const TaxGroup& group) {
        struct Bound {
            std::string_view code;
            std::string_view category;
            const char* rule;
        };
        constexpr std::array<Bound, 8> Codes = {{{"VATEX-EU-G", "G", "PEPPOL-EN16931-P0104"},
                                                 {"VATEX-EU-O", "O", "PEPPOL-EN16931-P0105"},
                                                 {"VATEX-EU-IC", "K", "PEPPOL-EN16931-P0106"},
                                                 {"VATEX-EU-AE", "AE", "PEPPOL-EN16931-P0107"},
                                                 {"VATEX-EU-D", "E", "PEPPOL-EN16931-P0108"},
                                                 {"VATEX-EU-F", "E", "PEPPOL-EN16931-P0109"},
                                                 {"VATEX-EU-I", "E", "PEPPOL-EN16931-P0110"},
                                                 {"VATEX-EU-J", "E", "PEPPOL-EN16931-P0111"}}};
        for (const Bound& bound : Codes) {
            if (profile_ == Profile::Peppol && upperAscii(*group.exemptionCode) == bound.code) {
                require(group.taxCategory == bound.category, bound.rule, "lines[].taxExemptionReason",
                        "The code of the exemption belongs to another category of tax.");
            }
        }
    }

    void rate(const TaxGroup& group) {
        const std::string& category = group.taxCategory;
        if (category == "S") {
            require(group.taxRate.sign() > 0, "BR-S-05", "lines[].taxRate",
                    "The standard category has a rate.");
        } else if (category != "L" && category != "M" && category != "B") {
            require(group.taxRate.isZero(), category == "K" ? "BR-IC-05" : ("BR-" + category + "-05").c_str(),
                    "lines[].taxRate", "Only the standard category has a rate above zero.");
        }
    }

    void lines() {
        for (std::size_t i = 0; i < invoice_.lines.size(); ++i) {
            const Line& line = invoice_.lines[i];
            const std::string at = "lines[" + std::to_string(i) + "]";
            if (xmlBlank(line.name)) {
                fail("BR-25", at + ".label", "A line has a name.");
            }
            if (!lists_.units.contains(line.unit)) {
                fail("BR-CL-23", at + ".unit", "The unit is a code of UN/ECE Recommendation 20.");
            }
            if (!invoice_.hasCategory(line.taxCategory)) {
                const std::string category = line.taxCategory == "K" ? "IC" : line.taxCategory;
                fail("BR-" + category + "-01", "taxes", "The category of a line has its group of tax.");
            }
            if (line.netPrice.sign() < 0) {
                fail("BR-27", at + ".unitPrice", "A price is not negative.");
            }
            if (!isPriced(line.netPrice, line.quantity, line.netAmount + line.netDiscount,
                          lineTolerance(invoice_.currency))) {
                fail("PEPPOL-EN16931-R120", at, "The net amount is quantity × price less the discount.");
                // EN 16931 by itself has no such rule.
                findings_.back().tolerated = profile_ != Profile::Peppol && profile_ != Profile::XRechnung;
            }
        }
    }

    static bool xmlBlank(std::string_view text) {
        return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c <= 0x20 || c == 0x7f; });
    }

    void arithmetic() {
        const Totals& totals = invoice_.totals;
        std::int64_t lines = 0;
        for (const Line& line : invoice_.lines) {
            lines += line.netAmount;
        }
        std::int64_t allowances = 0;
        for (const Allowance& allowance : invoice_.allowances) {
            allowances += allowance.amount;
        }
        std::int64_t charges = 0;
        for (const Charge& charge : invoice_.charges) {
            charges += charge.amount;
        }
        std::int64_t tax = 0;
        for (const TaxGroup& group : invoice_.taxes) {
            tax += group.tax;
            if (!group.isShare) {
                requireExact(group.tax, roundedMinor((Decimal(group.taxable) * group.taxRate).shifted(-2)),
                             "BR-CO-17", "The tax of a group is its base times its rate.");
            }
            requireExact(group.taxable, taxableOf(group),
                         group.taxCategory == "K" ? "BR-IC-08" : "BR-" + group.taxCategory + "-08",
                         "The base of a group is the sum of its lines less its discounts, with its charges.");
        }
        require(totals.lines == lines, "BR-CO-10", "subtotal",
                "The sum of the lines is the sum of the lines.");
        require(totals.allowances == allowances, "BR-CO-11", "discountTotal", "The discounts add up.");
        require(totals.charges == charges, "BR-CO-12", "charges", "The charges add up.");
        require(totals.withoutTax == totals.lines - totals.allowances + totals.charges, "BR-CO-13",
                "subtotal",
                "The total without tax is that of the lines less the discounts, with the charges.");
        require(totals.tax == tax, "BR-CO-14", "taxTotal", "The tax is that of the groups.");
        require(totals.withTax == totals.withoutTax + totals.tax, "BR-CO-15", "total",
                "The total with tax is that without tax and the tax.");
        require(totals.due == totals.withTax - totals.prepaid + totals.rounding, "BR-CO-16", "balance",
                "What is due is the total less what is paid.");
    }

    std::int64_t taxableOf(const TaxGroup& group) const {
        std::int64_t sum = 0;
        for (const Line& line : invoice_.lines) {
            if (line.taxCategory == group.taxCategory && line.taxRate == group.taxRate) {
                sum += line.netAmount;
            }
        }
        for (const Allowance& allowance : invoice_.allowances) {
            if (allowance.taxCategory == group.taxCategory && allowance.taxRate == group.taxRate) {
                sum -= allowance.amount;
            }
        }
        for (const Charge& charge : invoice_.charges) {
            if (charge.taxCategory == group.taxCategory && charge.taxRate == group.taxRate) {
                sum += charge.amount;
            }
        }
        return sum;
    }

    void payment() {
        const std::string& code = invoice_.payment.code;
        if (code == "30" || code == "58") {
            require(has(invoice_.payment.iban), profile_ == Profile::XRechnung ? "BR-DE-23-a" : "BR-61",
                    "company.iban", "A credit transfer needs the account of the seller.");
        }
    }

    /// Peppol and XRechnung require electronic addresses; every profile requires that the scheme of a given
    /// address is in the code list.
    void endpoint(const Party& party, const char* rule, const char* field) {
        const auto id = schemedId(party.electronicAddress);
        if (!id) {
            require(profile_ != Profile::Peppol && profile_ != Profile::XRechnung, rule, field,
                    "Both parties have an electronic address.");
            return;
        }
        require(lists_.addressSchemes.contains(id->scheme), "BR-CL-25", field,
                "The scheme of an electronic address is in the list EAS.");
        require(profile_ != Profile::Peppol || lists_.peppolSchemes.contains(id->scheme),
                "PEPPOL-EN16931-CL008", field, "Peppol delivers to the scheme of an electronic address.");
        form(id->scheme, id->value, field);
    }

    void registration(const Party& party, const char* field) {
        if (has(party.registration)) {
            form(registrationScheme(party), *party.registration, field);
        }
    }

    void form(std::string_view scheme, std::string_view value, const char* field) {
        if (const auto broken = brokenForm(scheme, value); broken && profile_ == Profile::Peppol) {
            fail(broken->rule, field, broken->message);
            findings_.back().tolerated = broken->tolerated;
        }
    }

    /// In UBL, the text between the first two # of a note is read as its subject code.
    void note() {
        constexpr std::size_t CodeLength = 3;
        const std::string text = invoice_.note.value_or("");
        const std::size_t first = text.find('#');
        const std::size_t second = first == std::string::npos ? first : text.find('#', first + 1);
        if (profile_ == Profile::FacturX || second == std::string::npos) {
            return;
        }
        const std::string subject = text.substr(first + 1, second - first - 1);
        if (utf8Length(subject) == CodeLength) {
            require(lists_.noteSubjects.contains(subject), "BR-CL-08", "note",
                    "Three letters between two # are the subject of the note, a code of UNCL 4451.");
        }
    }

    void germany(const std::string& prefix, const GermanRules& rules) {
        const Party& seller = invoice_.seller;
        const Party& buyer = invoice_.buyer;
        const auto need = [&](bool holds, const char* rule, const char* field, const char* message) {
            require(holds, (prefix + rule).c_str(), field, message);
        };
        need(has(seller.contactName) || has(seller.phone) || has(seller.email), rules.contact,
             "company.contactName", "The seller names a contact.");
        need(has(seller.address.city), rules.city, "company.address.city", "The seller has a city.");
        need(has(seller.address.postalCode), rules.postalCode, "company.address.postalCode",
             "The seller has a post code.");
        need(has(seller.contactName), rules.name, "company.contactName",
             "The contact of the seller has a name.");
        need(has(seller.phone), rules.phone, "company.phone",
             "The contact of the seller has a telephone number.");
        need(has(seller.email), rules.email, "company.email",
             "The contact of the seller has an e-mail address.");
        need(has(buyer.address.city), rules.buyerCity, "partner.address.city", "The buyer has a city.");
        need(has(buyer.address.postalCode), rules.buyerPostalCode, "partner.address.postalCode",
             "The buyer has a post code.");
        need(!invoice_.deliverTo || has(invoice_.deliverTo->city), rules.deliveryCity,
             "partner.deliveryAddress.city", "The address of delivery has a city.");
        need(!invoice_.deliverTo || has(invoice_.deliverTo->postalCode), rules.deliveryPostalCode,
             "partner.deliveryAddress.postalCode", "The address of delivery has a post code.");
        need(has(invoice_.buyerReference), rules.reference, "partner.buyerReference",
             "The buyer has a reference (Leitweg-ID).");
    }

    const Invoice& invoice_;
    Profile profile_;
    const CodeLists& lists_;
    std::vector<Finding> findings_;
};

} // namespace

std::vector<Finding> checkInvoice(const Invoice& invoice, Profile profile, const CodeLists& lists) {
    return Check(invoice, profile, lists).run();
}

} // namespace svc::einvoice
