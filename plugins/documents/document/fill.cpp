#include "document/fill.hpp"

#include <algorithm>
#include <set>

#include "document/rules/gtin.hpp"
#include "einvoice/national.hpp"
#include "einvoice/terms.hpp"
#include "trade/tax.hpp"

namespace svc::documents {
namespace {

using Sealed = calls::sales::SealedOutput;
using Seller = calls::sales::SealedSeller;

/// An address of a record; its country is that of the party where it names none.
template <class Record>
Address addressOf(const std::optional<Record>& record, const std::optional<std::string>& country) {
    Address address;
    if (record) {
        address = {record->line1, record->line2,  record->postalCode,
                   record->city,  record->region, record->country};
    }
    if (!address.country) {
        address.country = country;
    }
    return address;
}

/// The name and brand of a business unit for documents; the company's default one when none is named.
struct Unit {
    std::string name;
    std::optional<calls::sales::SealedAddress> address;
};

std::optional<Unit> findUnit(Call& call, const std::optional<BusinessUnitId>& id) {
    const auto named = id ? std::optional(id->toString()) : std::nullopt;
    const auto record = call.businessUnit(named);
    if (!record) {
        return std::nullopt;
    }
    Unit unit{.name = record->textOr("name"), .address = {}};
    if (const Json& address = (*record)["address"]; address.isObject()) {
        read(address, bind::Place("the business unit"), unit.address.emplace());
    }
    return unit;
}

/// The current data of the company, with the business unit that issues the document.
Seller sellerNow(Call& call, const std::optional<BusinessUnitId>& unitId) {
    Seller seller;
    read(call.companyRecord(), bind::Place("the company"), seller);
    if (const auto unit = findUnit(call, unitId)) {
        seller.businessUnitName = unit->name;
    }
    return seller;
}

auto partnerNow(Call& call, const std::optional<PartnerId>& id) {
    return id ? calls::partners::get(call, {.id = *id}) : std::nullopt;
}

template <class Id>
std::optional<Sealed> sealedWith(Call& call, Id document) {
    return calls::sales::offersSealed(call) ? calls::sales::sealed(call, {.id = document.toString()})
                                            : std::nullopt;
}

void fillSeller(Call& call, const Seller& company, Invoice& invoice) {
    Party& seller = invoice.seller;
    seller.name = company.legalName.value_or(company.name);
    seller.brand = company.name;
    // Documents sealed before the business unit was part of the seal have the name of the company there.
    const std::string named = company.businessUnitName.value_or("");
    const std::string& unit = named.empty() ? seller.brand : named;
    if (!unit.empty() && unit != seller.name) {
        seller.tradingName = unit;
    }
    seller.registration = company.registrationNumber;
    seller.vatNumber = company.vatNumber;
    seller.electronicAddress = company.peppolId;
    seller.address = addressOf(company.address, company.country);
    seller.contactName = company.contactName;
    seller.phone = company.phone;
    seller.email = company.email;
    invoice.payment.iban = company.iban;
    invoice.payment.bic = company.bic;
    invoice.bookCurrency = call.company().currency;
}

/// `partner`: as sealed, or the current record.
template <class Partner>
void fillBuyer(const Partner& partner, Invoice& invoice) {
    Party& buyer = invoice.buyer;
    buyer.name = partner.name;
    buyer.registration = partner.registrationNumber;
    buyer.vatNumber = partner.vatNumber;
    buyer.electronicAddress = partner.peppolId;
    const std::optional<bool> isBusiness = partner.company;
    buyer.professional = isBusiness.value_or(false) || buyer.vatNumber || buyer.registration;
    buyer.address = addressOf(partner.address, partner.country);
    invoice.buyerReference = partner.buyerReference;
    invoice.deliverTo =
        partner.deliveryAddress ? addressOf(partner.deliveryAddress, partner.country) : buyer.address;
}

/// The parties of a document: as they were at issue if sealed, else as they are now.
void fillParties(Call& call, const std::optional<Sealed>& sealed, const std::optional<BusinessUnitId>& unitId,
                 const std::optional<PartnerId>& partnerId, Invoice& invoice) {
    fillSeller(call, sealed && sealed->seller ? *sealed->seller : sellerNow(call, unitId), invoice);
    if (sealed && sealed->buyer) {
        fillBuyer(*sealed->buyer, invoice);
    } else if (const auto partner = partnerNow(call, partnerId)) {
        fillBuyer(*partner, invoice);
    }
}

/// A line of a sale, a quote, a credit note or a purchase.
template <class Record>
Line lineOf(const Record& record) {
    Line line;
    line.name = record.label;
    line.description = record.description;
    line.quantity = record.quantity;
    line.unit = record.unit;
    line.unitPrice = record.unitPrice;
    line.discountPercent = record.discountPercent;
    line.taxCategory = record.taxCategory;
    line.taxRate = record.taxRate;
    line.exemption = record.taxExemptionReason;
    trade::Discount discount;
    if (line.discountPercent) {
        discount.percent = line.discountPercent;
    } else if (record.discountAmount != 0) {
        discount.amountMinor = record.discountAmount;
    }
    line.amount = trade::lineAmount(line.quantity, line.unitPrice, discount);
    return line;
}

/// The codes that the item of a line had when it was sold.
template <class Record>
void fillCodes(const std::vector<calls::sales::SealedOutputLinesItem>& sealed, const Record& record,
               Line& line) {
    std::optional<LineId> id;
    if constexpr (requires { record.lineId; }) {
        id = record.lineId;
    } else {
        id = record.id;
    }
    for (const auto& codes : sealed) {
        if (codes.id == id) {
            line.sellerCode = codes.sku;
            line.gtin = codes.barcode && isGtin(*codes.barcode) ? codes.barcode : std::nullopt;
        }
    }
}

/// Fills what sales, quotes, credit notes and purchases have in common. Some kinds lack some of the members.
template <class Document>
Invoice documentOf(Call& call, const std::optional<Sealed>& sealed, const Document& document,
                   std::int64_t prepaid, einvoice::Extent extent = einvoice::Extent::Whole) {
    Invoice invoice;
    fillParties(call, sealed, document.businessUnitId, document.partnerId, invoice);
    invoice.number = document.number;
    invoice.date = document.date;
    invoice.currency = document.currency;
    invoice.exchangeRate = document.exchangeRate;
    invoice.pricesIncludeTax = document.pricesIncludeTax;
    invoice.note = document.note;
    invoice.payment.reference = invoice.number;
    if constexpr (requires { document.purchaseOrderRef; }) {
        invoice.purchaseOrderRef = document.purchaseOrderRef;
    }
    if constexpr (requires { document.publicUrl; }) {
        invoice.publicUrl = document.publicUrl.value_or("");
    }
    std::int64_t agreed = 0;
    for (const auto& line : document.lines) {
        invoice.lines.push_back(lineOf(line));
        if (sealed) {
            fillCodes(sealed->lines, line, invoice.lines.back());
        }
        agreed += invoice.lines.back().amount;
    }
    std::vector<BookedGroup> groups;
    for (const auto& tax : document.taxes) {
        groups.push_back({tax.taxCategory, tax.taxRate, tax.net, tax.tax});
        agreed -= tax.net + (invoice.pricesIncludeTax ? tax.tax : 0);
    }
    invoice.documentDiscount = agreed;
    invoice.totals.prepaid = prepaid;
    deriveTerms(invoice, groups, extent);
    return invoice;
}

/// UNCL 4461 code for money received at the counter, empty where there is none to state: the codes for cards
/// and direct debits require details that are not stored.
std::string meansOf(calls::sales::SalePaymentMethod method) {
    using Method = calls::sales::SalePaymentMethod;
    switch (method) {
    case Method::Cash:
        return "10";
    case Method::Cheque:
        return "20";
    case Method::PaymentLink:
    case Method::MobileMoney:
        return "68";
    default:
        return "";
    }
}

/// A document that asks for no payment names no date for it and no account. `means`: how it was paid, as
/// meansOf() tells it.
void withoutPayment(Invoice& invoice, std::string means) {
    invoice.dueDate.reset();
    invoice.payment.iban.reset();
    invoice.payment.bic.reset();
    invoice.payment.code = einvoice::meansBetween(invoice, std::move(means));
}

/// `method`: the method of the payment made with the sale.
void fillPayment(Invoice& invoice, const std::optional<calls::sales::SalePaymentMethod>& method) {
    if (invoice.totals.due <= 0) {
        withoutPayment(invoice, method ? meansOf(*method) : "");
        return;
    }
    std::string means = "ZZZ";
    if (invoice.payment.iban) {
        means = invoice.currency == Currency::of("EUR") ? "58" : "30";
    } else {
        invoice.payment.bic.reset();
    }
    invoice.payment.code = einvoice::meansBetween(invoice, std::move(means));
}

/// The quantity of a line in a delivery.
Decimal deliveredIn(const DeliveryRecord& delivery, LineId line) {
    Decimal quantity;
    for (const auto& part : delivery.lines) {
        if (part.lineId == line) {
            quantity = quantity + part.quantity;
        }
    }
    return quantity;
}

/// The delivery place of an order: the place, at the address of its business unit or of the company.
void fillPlace(Call& call, const PurchaseRecord& purchase, Invoice& order) {
    const auto unit = findUnit(call, purchase.businessUnitId);
    order.deliverTo =
        unit && unit->address ? addressOf(unit->address, order.seller.address.country) : order.seller.address;
    if (purchase.locationId && calls::stock::offersLocation(call)) {
        const auto location = calls::stock::location(call, {.id = *purchase.locationId});
        order.deliverPlace = location ? location->name.value_or("") : std::string();
    }
}

Standing standingOf(const SaleRecord& sale) {
    if (sale.status == calls::sales::SaleStatus::Cancelled) {
        return Standing::Void;
    }
    if (sale.paymentStatus == calls::sales::SalePaymentStatus::Refunded) {
        return Standing::Credited;
    }
    return sale.balance <= 0 ? Standing::Paid : Standing::Open;
}

/// BT-72 of a document about this sale: the date of its last delivery, else that of the sale for services and
/// for goods that were taken along. Goods that wait for their delivery have none, but an intra-community
/// supply must state one (BR-IC-11): the date of the document.
std::optional<Date> deliveredOn(const SaleRecord& sale, const Invoice& document) {
    if (!sale.deliveries.empty()) {
        return sale.deliveries.back().date;
    }
    const bool waits = std::any_of(sale.lines.begin(), sale.lines.end(), [](const auto& line) {
        return !line.service && line.quantity.sign() > 0 && line.quantityDelivered.isZero();
    });
    if (!waits) {
        return sale.date;
    }
    return document.hasCategory("K") ? std::optional(document.date) : std::nullopt;
}

void fillDelivery(const SaleRecord& sale, Invoice& invoice) {
    if (!invoice.buyer.name.empty()) {
        invoice.deliveredOn = deliveredOn(sale, invoice);
    }
    for (const DeliveryRecord& delivery : sale.deliveries) {
        invoice.deliveryNotes.push_back(delivery.number);
    }
}

} // namespace

Invoice invoiceOf(Call& call, const SaleRecord& sale) {
    // Payments made with the sale are shown on its invoice; later payments do not change an issued document.
    std::int64_t prepaid = 0;
    std::optional<calls::sales::SalePaymentMethod> method;
    std::vector<Received> received;
    for (const auto& payment : sale.payments) {
        if (payment.createdAt == sale.createdAt) {
            prepaid += payment.amount;
            method = payment.method;
            received.push_back({std::string(toText(payment.method)), payment.amount});
        }
    }
    const auto sealed = sealedWith(call, sale.id);
    Invoice invoice = documentOf(call, sealed, sale, prepaid);
    if (sealed && sealed->corrects) {
        invoice.typeCode = 384;
        invoice.preceding = Preceding{sealed->corrects->number, sealed->corrects->date};
    } else if (sealed && sealed->prepayment) {
        invoice.typeCode = 386;
    }
    invoice.dueDate = sale.dueDate;
    invoice.payment.reference = sale.paymentReference;
    fillPayment(invoice, method);
    fillDelivery(sale, invoice);
    invoice.standing = standingOf(sale);
    invoice.isTicket = isTicket(sale);
    invoice.soldAt = sale.createdAt;
    invoice.timeZone = call.company().timeZone;
    invoice.received = std::move(received);
    invoice.marks = fiscalMarksOf(call, InvoiceKind::Sale, sale.id.toString());
    return invoice;
}

Invoice currentInvoiceOf(Call& call, const SaleRecord& sale) {
    Invoice invoice = invoiceOf(call, sale);
    invoice.current = CurrentState{call.today(), sale.credited, sale.paid - sale.refunded, sale.balance};
    return invoice;
}

Invoice creditNoteOf(Call& call, const CreditNoteRecord& creditNote, const SaleRecord& sale) {
    const auto extent = creditNote.total == sale.total ? einvoice::Extent::Whole : einvoice::Extent::Part;
    Invoice invoice = documentOf(call, sealedWith(call, creditNote.id), creditNote, 0, extent);
    invoice.typeCode = 381;
    withoutPayment(invoice, "");
    invoice.deliveredOn = deliveredOn(sale, invoice);
    invoice.preceding = Preceding{sale.number, sale.date};
    invoice.purchaseOrderRef = sale.purchaseOrderRef;
    invoice.marks = fiscalMarksOf(call, InvoiceKind::CreditNote, creditNote.id.toString());
    return invoice;
}

Invoice quoteOf(Call& call, const QuoteRecord& quote) {
    return documentOf(call, std::nullopt, quote, 0);
}

Invoice deliveryNoteOf(Call& call, const SaleRecord& sale, const DeliveryRecord& delivery) {
    Invoice note;
    fillParties(call, sealedWith(call, sale.id), sale.businessUnitId, sale.partnerId, note);
    note.number = delivery.number;
    note.date = delivery.date;
    note.currency = sale.currency;
    note.purchaseOrderRef = sale.purchaseOrderRef;
    note.note = delivery.note;
    for (const auto& line : sale.lines) {
        Line delivered = lineOf(line);
        delivered.remaining = delivered.quantity;
        delivered.quantity = Decimal();
        // The note shows the quantities that remained when it was written: later deliveries do not count.
        for (const DeliveryRecord& one : sale.deliveries) {
            const Decimal part = deliveredIn(one, line.id);
            delivered.remaining = delivered.remaining - part;
            if (one.id == delivery.id) {
                delivered.quantity = part;
                break;
            }
        }
        const bool owed = delivered.remaining.sign() > 0 && !line.service;
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

Invoice purchaseOrderOf(Call& call, const PurchaseRecord& purchase) {
    Invoice order = documentOf(call, std::nullopt, purchase, 0);
    order.buyerReference = purchase.supplierReference;
    fillPlace(call, purchase, order);
    return order;
}

Invoice partiesOf(Call& call, PartnerId partnerId) {
    Invoice frame;
    fillParties(call, std::nullopt, std::nullopt, partnerId, frame);
    frame.currency = frame.bookCurrency;
    frame.date = call.today();
    return frame;
}

std::optional<std::string> buyerLanguage(Call& call, const std::optional<PartnerId>& partnerId) {
    const auto partner = partnerNow(call, partnerId);
    return partner ? partner->language : std::nullopt;
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
