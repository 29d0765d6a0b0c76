#include "einvoice/tests/samples.hpp"

#include <svc/rounding.hpp>

#include "trade/tax.hpp"

namespace svc::einvoice::samples {
namespace {

Party seller() {
    Party party;
    party.name = "Lumière SARL";
    party.brand = "Café Lumière";
    party.tradingName = "Boutique Vieux-Lille";
    party.registration = "30326504500017";
    party.vatNumber = "FR40303265045";
    party.electronicAddress = "0002:303265045";
    party.address = {"3 rue du Port", std::nullopt, "59800", "Lille", std::nullopt, "FR"};
    party.contactName = "Léa Simon";
    party.phone = "+33320000000";
    party.email = "bonjour@lumiere.example";
    return party;
}

Party buyer() {
    Party party;
    party.name = "Hôtel des Quais";
    party.vatNumber = "DE123456789";
    party.electronicAddress = "9930:DE123456789";
    party.address = {"Am Kai 12", "Hinterhaus", "20457", "Hamburg", std::nullopt, "DE"};
    return party;
}

} // namespace

Invoice invoice(const std::vector<Agreed>& lines, const Terms& terms) {
    Invoice invoice;
    invoice.number = "INV-2026-000123";
    invoice.typeCode = terms.credit ? 381 : terms.typeCode;
    invoice.date = Date::of(2026, 11, 20).value();
    invoice.dueDate = Date::of(2026, 12, 20).value();
    invoice.deliveredOn = Date::of(2026, 11, 20).value();
    invoice.currency = terms.currency;
    invoice.bookCurrency = Currency::of("EUR");
    invoice.exchangeRate = terms.exchangeRate;
    invoice.pricesIncludeTax = terms.pricesIncludeTax;
    invoice.buyerReference = "04011000-12345-03";
    invoice.purchaseOrderRef = "BC-5521";
    invoice.note = "Deliver at the back door";
    if (terms.credit || terms.typeCode == 384) {
        invoice.preceding = Preceding{"INV-2026-000100", Date::of(2026, 11, 1).value()};
    }
    invoice.seller = seller();
    invoice.buyer = buyer();
    if (terms.german) {
        invoice.seller.registration = "HRB 12345";
        invoice.seller.vatNumber = "DE987654321";
        invoice.seller.electronicAddress = "9930:DE987654321";
        invoice.seller.address = {"Hafenstr. 3", std::nullopt, "28195", "Bremen", std::nullopt, "DE"};
    }
    invoice.deliverTo = invoice.buyer.address;
    invoice.payment.code = "58";
    invoice.payment.iban = "FR7630006000011234567890189";
    invoice.payment.bic = "AGRIFRPP";
    invoice.payment.reference = "RF40INV2026000123";
    if (terms.currency != Currency::of("EUR")) {
        invoice.publicUrl = "https://shop.example/public/documents/pQ3v8s1kXo2mTz7b";
    }
    invoice.documentDiscount = terms.discount;

    std::vector<trade::DocumentLine> inputs;
    for (const Agreed& agreed : lines) {
        Line line;
        line.name = agreed.name;
        line.quantity = agreed.quantity;
        line.unitPrice = agreed.unitPrice;
        line.amount = roundedMinor(agreed.quantity * agreed.unitPrice).value() - agreed.discount;
        line.taxCategory = agreed.taxCategory;
        line.taxRate = agreed.taxRate;
        line.exemption = agreed.exemption;
        inputs.push_back({line.amount, line.taxCategory, line.taxRate});
        invoice.lines.push_back(std::move(line));
    }
    if (terms.freight != 0) {
        invoice.charges.push_back({terms.freight, "S", Decimal(20)});
        inputs.push_back({terms.freight, "S", Decimal(20)});
    }
    trade::Discount discount;
    if (terms.discount != 0) {
        discount.amountMinor = terms.discount;
    }
    const trade::PricedDocument priced = trade::priceDocument(inputs, terms.pricesIncludeTax, discount);
    std::vector<BookedGroup> groups;
    for (const trade::TaxGroup& group : priced.groups) {
        groups.push_back({group.taxCategory, group.taxRate, group.net, group.tax});
    }
    invoice.totals.prepaid = terms.paid ? priced.total : 0;
    deriveTerms(invoice, groups);
    return invoice;
}

Invoice randomInvoice(std::mt19937_64& random) {
    const auto between = [&random](std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
    };
    const char* const rates[] = {"20", "10", "5.5", "2.1", "19", "7", "21", "8.1"};
    std::vector<Agreed> lines(static_cast<std::size_t>(between(1, 12)));
    std::int64_t sum = 0;
    for (Agreed& line : lines) {
        line.quantity = Decimal(between(1, 50'000), static_cast<int>(between(0, 3)));
        line.unitPrice = Decimal(between(1, 5'000'000), static_cast<int>(between(0, 4)));
        const std::int64_t amount = roundedMinor(line.quantity * line.unitPrice).value();
        line.discount = between(0, 3) == 0 ? between(0, amount) : 0;
        if (between(0, 9) == 0) {
            line.taxCategory = "Z";
            line.taxRate = Decimal(0);
        } else {
            line.taxRate = Decimal::parse(rates[between(0, 7)]).value();
        }
        if (between(0, 19) == 0) {
            line.quantity = -line.quantity;
            line.unitPrice = Decimal(1);
            line.discount = 0;
        }
        sum += roundedMinor(line.quantity * line.unitPrice).value() - line.discount;
    }
    Terms terms;
    terms.pricesIncludeTax = between(0, 1) == 1;
    terms.discount = between(0, 2) == 0 && sum > 0 ? between(0, sum) : 0;
    terms.freight = !terms.pricesIncludeTax && between(0, 2) == 0 ? between(1, 50'000) : 0;
    terms.paid = between(0, 3) == 0;
    terms.credit = between(0, 4) == 0;
    if (const std::int64_t abroad = between(0, 9); abroad == 0) {
        terms.currency = Currency::of("USD");
        terms.exchangeRate = Decimal(10842, 4);
    } else if (abroad == 1) {
        terms.currency = Currency::of("XOF");
        terms.exchangeRate = Decimal(655957, 3);
    }
    return invoice(lines, terms);
}

} // namespace svc::einvoice::samples
