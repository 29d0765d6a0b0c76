#include "api/fill.hpp"

#include <set>

#include "einvoice/terms.hpp"
#include "trade/tax.hpp"

namespace svc::documents {
namespace {

Address addressOf(const Json& json, const std::optional<std::string>& country) {
    Address address;
    if (json.isObject()) {
        address = {json.optionalText("line1"), json.optionalText("line2"),  json.optionalText("postalCode"),
                   json.optionalText("city"),  json.optionalText("region"), json.optionalText("country")};
    }
    if (!address.country) {
        address.country = country;
    }
    return address;
}

/// The parties and codes of a document: as they were when it was issued, else as they are.
struct Known {
    Json company;
    Json partner;
    Json lines = Json::array(); ///< what was sealed with the lines of a sale
};

Json partnerNow(Call& call, const Json& document) {
    const auto id = document.optionalText("partnerId");
    return id ? call.command("partners.get", Json::object({{"id", *id}})) : Json(nullptr);
}

/// The company with the business unit that issues the document.
Json sellerNow(Call& call, const Json& document) {
    Json seller = call.companyRecord();
    const auto id = document.optionalText("businessUnitId");
    if (const auto unit = call.businessUnit(id ? std::optional<std::string_view>(*id) : std::nullopt)) {
        seller.add("businessUnitName", unit->textOr("name"));
    }
    return seller;
}

Known knownNow(Call& call, const Json& document) {
    return {sellerNow(call, document), partnerNow(call, document), Json::array()};
}

Json sealedWith(Call& call, const Json& document) {
    return call.offers("sales.sealed") ? call.command("sales.sealed", Json::object({{"id", document["id"]}}))
                                       : Json(nullptr);
}

Known knownThen(Call& call, const Json& sealed, const Json& document) {
    if (sealed.isNull()) {
        return knownNow(call, document);
    }
    return {sealed["seller"].isNull() ? sellerNow(call, document) : sealed["seller"],
            sealed["buyer"].isNull() ? partnerNow(call, document) : sealed["buyer"], sealed["lines"]};
}

void fillSeller(Call& call, const Json& company, Invoice& invoice) {
    Party& seller = invoice.seller;
    seller.name = company.optionalText("legalName").value_or(company.textOr("name"));
    seller.brand = company.textOr("name");
    // Documents that were sealed before units were sealed with them have the name of the company there.
    const std::string unit = company.textOr("businessUnitName", seller.brand);
    if (!unit.empty() && unit != seller.name) {
        seller.tradingName = unit;
    }
    seller.registration = company.optionalText("registrationNumber");
    seller.vatNumber = company.optionalText("vatNumber");
    seller.electronicAddress = company.optionalText("peppolId");
    seller.address = addressOf(company["address"], company.optionalText("country"));
    seller.contactName = company.optionalText("contactName");
    seller.phone = company.optionalText("phone");
    seller.email = company.optionalText("email");
    invoice.payment.iban = company.optionalText("iban");
    invoice.payment.bic = company.optionalText("bic");
    invoice.bookCurrency = call.company().currency;
}

void fillBuyer(const Json& partner, Invoice& invoice) {
    if (partner.isNull()) {
        return;
    }
    Party& buyer = invoice.buyer;
    const auto country = partner.optionalText("country");
    buyer.name = partner.textOr("name");
    buyer.registration = partner.optionalText("registrationNumber");
    buyer.vatNumber = partner.optionalText("vatNumber");
    buyer.electronicAddress = partner.optionalText("peppolId");
    buyer.professional = partner.optionalBool("company").value_or(false) || buyer.vatNumber.has_value() ||
                         buyer.registration.has_value();
    buyer.address = addressOf(partner["address"], country);
    invoice.buyerReference = partner.optionalText("buyerReference");
    const Json& elsewhere = partner["deliveryAddress"];
    invoice.deliverTo = elsewhere.isObject() ? addressOf(elsewhere, country) : buyer.address;
}

std::optional<Date> dateIn(const Json& json, std::string_view field) {
    const auto text = json.optionalText(field);
    return text ? Date::parse(*text) : std::nullopt;
}

Line lineOf(const Json& json) {
    Line line;
    line.name = json.textOr("label");
    line.description = json.optionalText("description");
    line.quantity = json["quantity"].decimal();
    line.unit = json.textOr("unit", "C62");
    line.unitPrice = json["unitPrice"].decimal();
    line.discountPercent = json.optionalDecimal("discountPercent");
    line.taxCategory = json.textOr("taxCategory", "S");
    line.taxRate = json["taxRate"].decimal();
    line.exemption = json.optionalText("taxExemptionReason");
    trade::Discount discount;
    if (line.discountPercent) {
        discount.percent = line.discountPercent;
    } else if (const auto amount = json.optionalInteger("discountAmount").value_or(0); amount != 0) {
        discount.amountMinor = amount;
    }
    line.amount = trade::lineAmount(line.quantity, line.unitPrice, discount);
    return line;
}

/// A GTIN of 8, 12, 13 or 14 digits with its check digit; other bar codes are not of scheme 0160.
bool isGtin(const std::string& code) {
    if (code.size() != 8 && (code.size() < 12 || code.size() > 14)) {
        return false;
    }
    int sum = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const char digit = code[code.size() - 1 - i];
        if (digit < '0' || digit > '9') {
            return false;
        }
        sum += (digit - '0') * (i % 2 == 1 ? 3 : 1);
    }
    return sum % 10 == 0;
}

void fillCodes(const Json& sealed, const Json& id, Line& line) {
    for (const Json& codes : sealed.items()) {
        if (!id.isNull() && codes["id"] == id) {
            line.sellerCode = codes.optionalText("sku");
            const auto barcode = codes.optionalText("barcode");
            line.gtin = barcode && isGtin(*barcode) ? barcode : std::nullopt;
        }
    }
}

/// Everything that a sale, a quote and a credit note have in common.
Invoice documentOf(Call& call, const Known& known, const Json& json, std::int64_t prepaid) {
    Invoice invoice;
    fillSeller(call, known.company, invoice);
    fillBuyer(known.partner, invoice);
    invoice.number = json.textOr("number");
    invoice.date = dateIn(json, "date").value_or(call.today());
    invoice.dueDate = dateIn(json, "dueDate");
    invoice.currency = Currency::of(json["currency"].text());
    invoice.exchangeRate = json.optionalDecimal("exchangeRate").value_or(Decimal(1));
    invoice.pricesIncludeTax = json.optionalBool("pricesIncludeTax").value_or(false);
    invoice.purchaseOrderRef = json.optionalText("purchaseOrderRef");
    invoice.note = json.optionalText("note");
    invoice.publicUrl = json.textOr("publicUrl");
    invoice.payment.reference = json.optionalText("paymentReference").value_or(invoice.number);
    std::int64_t agreed = 0;
    for (const Json& line : json["lines"].items()) {
        invoice.lines.push_back(lineOf(line));
        fillCodes(known.lines, line[line["lineId"].isNull() ? "id" : "lineId"], invoice.lines.back());
        agreed += invoice.lines.back().amount;
    }
    std::vector<BookedGroup> groups;
    for (const Json& tax : json["taxes"].items()) {
        groups.push_back({tax.textOr("taxCategory"), tax["taxRate"].decimal(), tax["net"].integer(),
                          tax["tax"].integer()});
        agreed -= groups.back().net + (invoice.pricesIncludeTax ? groups.back().tax : 0);
    }
    invoice.documentDiscount = agreed;
    invoice.totals.prepaid = prepaid;
    deriveTerms(invoice, groups);
    return invoice;
}

/// UNCL 4461 for money that was received at the counter; cards and debits would need details that nobody
/// keeps.
std::string meansOf(std::string_view method) {
    if (method == "cash") {
        return "10";
    }
    if (method == "cheque") {
        return "20";
    }
    return method == "payment_link" || method == "mobile_money" ? "68" : "ZZZ";
}

void fillPayment(Invoice& invoice, const std::string& method) {
    const bool settled = invoice.totals.due <= 0 && !method.empty();
    if (settled || !invoice.payment.iban) {
        invoice.payment.code = settled ? meansOf(method) : "ZZZ";
        invoice.payment.iban.reset();
        invoice.payment.bic.reset();
    } else {
        invoice.payment.code = invoice.currency == Currency::of("EUR") ? "58" : "30";
    }
}

/// The quantity of a line that a delivery holds.
Decimal deliveredIn(const Json& delivery, const Json& lineId) {
    Decimal quantity;
    for (const Json& part : delivery["lines"].items()) {
        if (part["lineId"] == lineId) {
            quantity = quantity + part["quantity"].decimal();
        }
    }
    return quantity;
}

/// Where the goods of an order are wanted: the place, at the address of its business unit or of the company.
void fillPlace(Call& call, const Json& purchase, Invoice& order) {
    const auto unitId = purchase.optionalText("businessUnitId");
    const auto unit = call.businessUnit(unitId ? std::optional<std::string_view>(*unitId) : std::nullopt);
    order.deliverTo = unit && (*unit)["address"].isObject()
                          ? addressOf((*unit)["address"], order.seller.address.country)
                          : order.seller.address;
    const auto place = LocationId::parse(purchase.textOr("locationId"));
    if (place && calls::stock::offersLocation(call)) {
        const auto location = calls::stock::location(call, {.id = *place});
        order.deliverPlace = location ? location->name.value_or("") : std::string();
    }
}

Standing standingOf(const Json& sale) {
    if (sale.textOr("status") == "cancelled") {
        return Standing::Void;
    }
    if (sale.textOr("paymentStatus") == "paid") {
        return Standing::Paid;
    }
    return sale["balance"].integer() <= 0 ? Standing::Credited : Standing::Open;
}

/// The goods were handed over on the day of the last delivery; what nobody delivers, on the day of the
/// document.
void fillDelivery(const Json& sale, Invoice& invoice) {
    if (!invoice.buyer.name.empty()) {
        invoice.deliveredOn = invoice.date;
    }
    for (const Json& delivery : sale["deliveries"].items()) {
        if (const auto date = dateIn(delivery, "date")) {
            invoice.deliveredOn = *date;
        }
        invoice.deliveryNotes.push_back(delivery.textOr("number"));
    }
}

} // namespace

Invoice invoiceOf(Call& call, const Json& sale) {
    // What was paid with the sale stands on its invoice; a later payment does not change an issued document.
    std::int64_t prepaid = 0;
    std::string method;
    std::vector<Received> received;
    for (const Json& payment : sale["payments"].items()) {
        if (payment["createdAt"] == sale["createdAt"]) {
            prepaid += payment["amount"].integer();
            method = payment.textOr("method");
            received.push_back({method, payment["amount"].integer()});
        }
    }
    const Json sealed = sealedWith(call, sale);
    Invoice invoice = documentOf(call, knownThen(call, sealed, sale), sale, prepaid);
    if (const Json& first = sealed["corrects"]; first.isObject()) {
        invoice.typeCode = 384;
        invoice.preceding = Preceding{first.textOr("number"), dateIn(first, "date").value_or(invoice.date)};
    } else if (sealed["prepayment"].isBoolean() && sealed["prepayment"].boolean()) {
        invoice.typeCode = 386;
    }
    fillPayment(invoice, method);
    fillDelivery(sale, invoice);
    invoice.standing = standingOf(sale);
    invoice.soldAt = Instant::parse(sale.textOr("createdAt"));
    invoice.timeZone = call.company().timeZone;
    invoice.received = std::move(received);
    invoice.marks = fiscalMarksOf(call, InvoiceKind::Sale, sale.textOr("id"));
    return invoice;
}

Invoice currentInvoiceOf(Call& call, const Json& sale) {
    Invoice invoice = invoiceOf(call, sale);
    invoice.current =
        CurrentState{call.today(), sale["credited"].integer(),
                     sale["paid"].integer() - sale["refunded"].integer(), sale["balance"].integer()};
    return invoice;
}

Invoice creditNoteOf(Call& call, const Json& creditNote, const Json& sale) {
    Invoice invoice =
        documentOf(call, knownThen(call, sealedWith(call, creditNote), creditNote), creditNote, 0);
    invoice.typeCode = 381;
    invoice.dueDate.reset();
    invoice.payment.code = "ZZZ";
    invoice.payment.iban.reset();
    invoice.payment.bic.reset();
    invoice.deliveredOn = invoice.date;
    invoice.preceding = Preceding{sale.textOr("number"), dateIn(sale, "date").value_or(invoice.date)};
    invoice.purchaseOrderRef = sale.optionalText("purchaseOrderRef");
    invoice.marks = fiscalMarksOf(call, InvoiceKind::CreditNote, creditNote.textOr("id"));
    return invoice;
}

Invoice quoteOf(Call& call, const Json& quote) {
    Invoice invoice = documentOf(call, knownNow(call, quote), quote, 0);
    invoice.dueDate.reset();
    return invoice;
}

Invoice deliveryNoteOf(Call& call, const Json& sale, const Json& delivery) {
    Invoice note;
    const Known known = knownThen(call, sealedWith(call, sale), sale);
    fillSeller(call, known.company, note);
    fillBuyer(known.partner, note);
    note.number = delivery.textOr("number");
    note.date = dateIn(delivery, "date").value_or(call.today());
    note.currency = Currency::of(sale["currency"].text());
    note.purchaseOrderRef = sale.optionalText("purchaseOrderRef");
    note.note = delivery.optionalText("note");
    for (const Json& line : sale["lines"].items()) {
        Line delivered = lineOf(line);
        delivered.remaining = delivered.quantity;
        delivered.quantity = Decimal();
        // The note tells what was still to come when it was written: later deliveries do not count.
        for (const Json& one : sale["deliveries"].items()) {
            const Decimal part = deliveredIn(one, line["id"]);
            delivered.remaining = delivered.remaining - part;
            if (one["id"] == delivery["id"]) {
                delivered.quantity = part;
                break;
            }
        }
        const bool owed = delivered.remaining.sign() > 0 && !line.optionalBool("service").value_or(false);
        if (!delivered.quantity.isZero() || owed) {
            note.lines.push_back(std::move(delivered));
        }
    }
    return note;
}

std::vector<FiscalMark> fiscalMarksOf(Call& call, InvoiceKind kind, const std::string& id) {
    using Marked = calls::compliance::FiscalMarksInputKind;
    std::vector<FiscalMark> marks;
    if (!calls::compliance::offersFiscalMarks(call)) {
        return marks;
    }
    const Marked marked = kind == InvoiceKind::Sale ? Marked::Sale : Marked::CreditNote;
    for (const auto& mark : calls::compliance::fiscalMarks(call, {.kind = marked, .id = id}).marks) {
        marks.push_back({mark.regime, mark.lines, mark.qr.value_or(""), mark.caption.value_or("")});
    }
    return marks;
}

Invoice purchaseOrderOf(Call& call, const Json& purchase) {
    Invoice order = documentOf(call, knownNow(call, purchase), purchase, 0);
    order.dueDate.reset();
    order.buyerReference = purchase.optionalText("supplierReference");
    fillPlace(call, purchase, order);
    return order;
}

Invoice partiesOf(Call& call, PartnerId partnerId) {
    Invoice frame;
    const Known known = knownNow(call, Json::object({{"partnerId", partnerId}}));
    fillSeller(call, known.company, frame);
    fillBuyer(known.partner, frame);
    frame.currency = frame.bookCurrency;
    frame.date = call.today();
    return frame;
}

std::optional<std::string> buyerLanguage(Call& call, const Json& document) {
    const Json partner = partnerNow(call, document);
    return partner.isNull() ? std::nullopt : partner.optionalText("language");
}

bool isEuropean(const std::optional<std::string>& country) {
    static const std::set<std::string, std::less<>> countries = {
        "AD", "AL", "AT", "AX", "BA", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES",
        "FI", "FO", "FR", "GB", "GF", "GI", "GP", "GR", "HR", "HU", "IE", "IS", "IT", "LI",
        "LT", "LU", "LV", "MC", "MD", "ME", "MF", "MK", "MQ", "MT", "NL", "NO", "PL", "PT",
        "RE", "RO", "RS", "SE", "SI", "SK", "SM", "UA", "VA", "XK", "YT"};
    return country && countries.contains(*country);
}

} // namespace svc::documents
