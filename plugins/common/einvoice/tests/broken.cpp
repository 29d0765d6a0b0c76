#include "einvoice/tests/broken.hpp"

#include "einvoice/tests/samples.hpp"

namespace svc::einvoice::samples {
namespace {

using Change = void (*)(Invoice&);

Broken broken(std::string rule, Profile profile, std::string field, Change change, const Agreed& line = {}) {
    return {std::move(rule), profile, std::move(field), [change, line] {
                Invoice spoilt = invoice({line, {.name = "Installation"}});
                change(spoilt);
                return spoilt;
            }};
}

/// Seller and buyer of one country, with numbers of its registers.
void settle(Invoice& invoice, const char* country, const char* registration, const char* vatNumber) {
    for (Party* party : {&invoice.seller, &invoice.buyer}) {
        party->address.country = country;
        party->registration = registration;
        party->vatNumber = vatNumber;
    }
    invoice.deliverTo = invoice.buyer.address;
}

const Agreed ReverseCharge{.taxCategory = "AE", .taxRate = Decimal(0)};
const Agreed IntraCommunity{.taxCategory = "K", .taxRate = Decimal(0)};
const Agreed Exported{.taxCategory = "G", .taxRate = Decimal(0)};
const Agreed ZeroRated{.taxCategory = "Z", .taxRate = Decimal(0)};
const Agreed Exempt{.taxCategory = "E", .taxRate = Decimal(0)};

} // namespace

std::vector<Broken> brokenInvoices() {
    using enum Profile;
    return {
        broken("BR-02", En16931, "number", [](Invoice& i) { i.number.clear(); }),
        broken("BR-06", En16931, "company.name", [](Invoice& i) { i.seller.name.clear(); }),
        broken("BR-07", En16931, "partnerId", [](Invoice& i) { i.buyer.name.clear(); }),
        broken("BR-09", En16931, "company.address.country",
               [](Invoice& i) { i.seller.address.country.reset(); }),
        broken("BR-11", En16931, "partner.country", [](Invoice& i) { i.buyer.address.country.reset(); }),
        broken("BR-16", En16931, "lines", [](Invoice& i) { i.lines.clear(); }),
        broken("BR-25", En16931, "lines[0].label", [](Invoice& i) { i.lines[0].name.clear(); }),
        broken("BR-27", En16931, "lines[0].unitPrice",
               [](Invoice& i) {
                   i.lines[0].netPrice = -i.lines[0].netPrice;
                   i.lines[0].quantity = -i.lines[0].quantity;
               }),
        broken("BR-61", En16931, "company.iban", [](Invoice& i) { i.payment.iban.reset(); }),
        broken("BR-S-02", En16931, "company.vatNumber", [](Invoice& i) { i.seller.vatNumber.reset(); }),
        broken(
            "BR-AE-02", En16931, "partner.vatNumber", [](Invoice& i) { i.buyer.vatNumber.reset(); },
            ReverseCharge),
        broken(
            "BR-IC-02", En16931, "partner.vatNumber", [](Invoice& i) { i.buyer.vatNumber.reset(); },
            IntraCommunity),
        broken(
            "BR-IC-11", En16931, "deliveries", [](Invoice& i) { i.deliveredOn.reset(); }, IntraCommunity),
        broken(
            "BR-IC-12", En16931, "partner.deliveryAddress", [](Invoice& i) { i.deliverTo.reset(); },
            IntraCommunity),
        broken(
            "BR-G-02", En16931, "company.vatNumber", [](Invoice& i) { i.seller.vatNumber.reset(); },
            Exported),
        broken(
            "BR-E-10", En16931, "lines[].taxExemptionReason", [](Invoice&) {}, Exempt),
        broken("BR-CO-09", En16931, "company.vatNumber",
               [](Invoice& i) { i.seller.vatNumber = "4030326504"; }),
        broken("BR-CO-10", En16931, "subtotal", [](Invoice& i) { i.totals.lines += 500; }),
        broken("BR-CO-11", En16931, "discountTotal",
               [](Invoice& i) {
                   i.allowances.push_back({1000, "S", Decimal(20)});
                   i.totals.allowances = 500;
               }),
        broken("BR-CO-12", En16931, "charges",
               [](Invoice& i) {
                   i.charges.push_back({1000, "S", Decimal(20)});
                   i.totals.charges = 500;
               }),
        broken("BR-CO-13", En16931, "subtotal", [](Invoice& i) { i.totals.withoutTax += 500; }),
        broken("BR-CO-14", En16931, "taxTotal", [](Invoice& i) { i.totals.tax += 500; }),
        broken("BR-CO-15", En16931, "total", [](Invoice& i) { i.totals.withTax += 500; }),
        broken("BR-CO-16", En16931, "balance", [](Invoice& i) { i.totals.due += 500; }),
        broken("BR-CO-17", En16931, "taxes", [](Invoice& i) { i.taxes[0].tax += 500; }),
        broken("BR-S-08", En16931, "taxes", [](Invoice& i) { i.taxes[0].taxable += 500; }),
        broken(
            "BR-Z-01", En16931, "taxes",
            [](Invoice& i) {
                std::erase_if(i.taxes, [](const TaxGroup& group) { return group.taxCategory == "Z"; });
            },
            ZeroRated),
        broken("BR-CL-23", En16931, "lines[0].unit", [](Invoice& i) { i.lines[0].unit = "PCE"; }),
        broken("BR-CL-25", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "1234:5678"; }),
        broken("BR-CL-25", FacturX, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "9999:1"; }),
        broken("BR-CL-25", En16931, "company.peppolId",
               [](Invoice& i) { i.seller.electronicAddress = "9999:1"; }),
        broken("PEPPOL-EN16931-CL008", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "0205:ABCDEF1"; }),
        broken("PEPPOL-EN16931-CL008", Peppol, "company.peppolId",
               [](Invoice& i) { i.seller.electronicAddress = "EM:bonjour@lumiere.example"; }),
        broken("PEPPOL-EN16931-R003", Peppol, "partner.buyerReference",
               [](Invoice& i) {
                   i.buyerReference.reset();
                   i.purchaseOrderRef.reset();
               }),
        broken("PEPPOL-EN16931-R010", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress.reset(); }),
        broken("PEPPOL-EN16931-R020", Peppol, "company.peppolId",
               [](Invoice& i) { i.seller.electronicAddress.reset(); }),
        broken("PEPPOL-EN16931-R120", Peppol, "lines[0]",
               [](Invoice& i) { i.lines[0].netPrice = Decimal(1); }),
        broken("PEPPOL-COMMON-R040", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "0088:7300010000002"; }),
        broken("PEPPOL-COMMON-R043", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "0208:0123456789"; }),
        broken("PEPPOL-COMMON-R041", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "0192:123456789"; }),
        broken("PEPPOL-COMMON-R042", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "0184:DK1234567"; }),
        broken("PEPPOL-COMMON-R049", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "0007:5560000000"; }),
        broken("PEPPOL-COMMON-R050", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "0151:12345678901"; }),
        broken("PEPPOL-COMMON-R052", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "0096:123"; }),
        broken("PEPPOL-COMMON-R053", Peppol, "partner.peppolId",
               [](Invoice& i) { i.buyer.electronicAddress = "0198:12345678"; }),
        broken("DK-R-014", Peppol, "company.registrationNumber",
               [](Invoice& i) { settle(i, "DK", "12 34 56 78", "DK12345678"); }),
        broken(
            "PEPPOL-EN16931-P0106", Peppol, "lines[].taxExemptionReason",
            [](Invoice& i) { i.taxes[0].exemptionCode = "VATEX-EU-IC"; }, ReverseCharge),
        broken("BR-CL-08", Peppol, "note", [](Invoice& i) { i.note = "#VAT# paid by the buyer"; }),
        broken("DK-R-002", Peppol, "company.registrationNumber",
               [](Invoice& i) {
                   settle(i, "DK", "12345678", "DK12345678");
                   i.seller.registration.reset();
               }),
        broken("DK-R-005", Peppol, "company.iban",
               [](Invoice& i) {
                   settle(i, "DK", "12345678", "DK12345678");
                   i.payment.code = "30";
               }),
        broken("GR-R-001-1", Peppol, "number",
               [](Invoice& i) { settle(i, "GR", "123456789000", "EL094259216"); }),
        broken("IS-R-002", Peppol, "company.registrationNumber",
               [](Invoice& i) {
                   settle(i, "IS", "4501052780", "IS12345");
                   i.seller.registration.reset();
               }),
        broken("IS-R-004", Peppol, "partner.registrationNumber",
               [](Invoice& i) {
                   settle(i, "IS", "4501052780", "IS12345");
                   i.buyer.registration.reset();
               }),
        broken("IT-R-002", Peppol, "company.address.line1",
               [](Invoice& i) {
                   settle(i, "IT", "12345678901", "IT12345678903");
                   i.seller.address.line1.reset();
               }),
        broken("NL-R-002", Peppol, "company.address",
               [](Invoice& i) {
                   settle(i, "NL", "12345678", "NL123456789B12");
                   i.seller.address.city.reset();
               }),
        broken("DE-R-010", Peppol, "partner.deliveryAddress.city",
               [](Invoice& i) {
                   settle(i, "DE", "HRB 12345", "DE987654321");
                   i.deliverTo->city.reset();
               }),
        broken("DE-R-011", Peppol, "partner.deliveryAddress.postalCode",
               [](Invoice& i) {
                   settle(i, "DE", "HRB 12345", "DE987654321");
                   i.deliverTo->postalCode.reset();
               }),
        broken("NL-R-007", Peppol, "company.iban",
               [](Invoice& i) {
                   settle(i, "NL", "12345678", "NL123456789B12");
                   i.payment.code.clear();
               }),
        broken("NL-R-008", Peppol, "company.iban",
               [](Invoice& i) {
                   settle(i, "NL", "12345678", "NL123456789B12");
                   i.payment.code = "ZZZ";
               }),
        broken("NO-R-001", Peppol, "company.vatNumber",
               [](Invoice& i) { settle(i, "NO", "923609016", "NO923609016"); }),
        broken("SE-R-006", Peppol, "lines[].taxRate",
               [](Invoice& i) { settle(i, "SE", "5560125790", "SE556012579001"); }),
        broken("SE-R-013", Peppol, "company.registrationNumber",
               [](Invoice& i) { settle(i, "SE", "5560125791", "SE556012579001"); }),
        broken("BR-DE-10", XRechnung, "partner.deliveryAddress.city",
               [](Invoice& i) { i.deliverTo->city.reset(); }),
        broken("BR-DE-11", XRechnung, "partner.deliveryAddress.postalCode",
               [](Invoice& i) { i.deliverTo->postalCode.reset(); }),
        broken("BR-DE-3", XRechnung, "company.address.city",
               [](Invoice& i) { i.seller.address.city.reset(); }),
        broken("BR-DE-4", XRechnung, "company.address.postalCode",
               [](Invoice& i) { i.seller.address.postalCode.reset(); }),
        broken("BR-DE-5", XRechnung, "company.contactName", [](Invoice& i) { i.seller.contactName.reset(); }),
        broken("BR-DE-6", XRechnung, "company.phone", [](Invoice& i) { i.seller.phone.reset(); }),
        broken("BR-DE-7", XRechnung, "company.email", [](Invoice& i) { i.seller.email.reset(); }),
        broken("BR-DE-8", XRechnung, "partner.address.city",
               [](Invoice& i) { i.buyer.address.city.reset(); }),
        broken("BR-DE-9", XRechnung, "partner.address.postalCode",
               [](Invoice& i) { i.buyer.address.postalCode.reset(); }),
        broken("BR-DE-15", XRechnung, "partner.buyerReference", [](Invoice& i) { i.buyerReference.reset(); }),
    };
}

} // namespace svc::einvoice::samples
