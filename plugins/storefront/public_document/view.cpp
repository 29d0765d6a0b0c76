#include "public_document/view.hpp"

#include "paper/wording_book.hpp"

namespace svc::storefront {
namespace {

using calls::sales::Quote;
using calls::sales::QuoteStatus;
using calls::sales::Sale;
using calls::sales::SaleStatus;

constexpr std::string_view DocumentNotFound = "document-not-found";

Json sellerOf(Call& call) {
    const Json company = call.companyRecord();
    Json seller = Json::object();
    for (const char* name :
         {"name", "legalName", "address", "vatNumber", "registrationNumber", "email", "phone"}) {
        seller.add(name, company[name]);
    }
    return seller;
}

ShownKind kindOf(const Sale& sale) {
    return sale.kind == calls::sales::SaleKind::Ticket ? ShownKind::Ticket : ShownKind::Invoice;
}

ShownState stateOf(const Sale& sale) {
    if (sale.status == SaleStatus::Cancelled) {
        return ShownState::Cancelled;
    }
    return sale.paymentStatus == calls::sales::SalePaymentStatus::Paid ? ShownState::Paid : ShownState::Open;
}

ShownState stateOf(QuoteStatus status) {
    switch (status) {
    case QuoteStatus::Open:
        break;
    case QuoteStatus::Accepted:
    case QuoteStatus::Signed:
    case QuoteStatus::PartiallyConverted:
    case QuoteStatus::Converted:
        return ShownState::Accepted;
    case QuoteStatus::Declined:
        return ShownState::Declined;
    case QuoteStatus::Expired:
        return ShownState::Expired;
    case QuoteStatus::Cancelled:
        return ShownState::Cancelled;
    }
    return ShownState::Open;
}

/// What sales and quotes have in common.
template <class Record>
ShownDocument documentOf(const Record& record) {
    ShownDocument document{.number = record.number,
                           .date = record.date,
                           .currency = record.currency,
                           .pricesIncludeTax = record.pricesIncludeTax,
                           .subtotal = record.subtotal,
                           .discountTotal = record.discountTotal,
                           .taxTotal = record.taxTotal,
                           .total = record.total,
                           .note = record.note};
    if (record.partner) {
        document.customer = record.partner->name;
    }
    for (const auto& tax : record.taxes) {
        document.taxes.push_back(
            {.category = tax.taxCategory, .rate = tax.taxRate, .net = tax.net, .tax = tax.tax});
    }
    for (const auto& line : record.lines) {
        document.lines.push_back({.label = line.label,
                                  .description = line.description,
                                  .quantity = line.quantity,
                                  .unit = line.unit,
                                  .unitPrice = line.unitPrice,
                                  .discountPercent = line.discountPercent,
                                  .discountAmount = line.discountAmount,
                                  .taxCategory = line.taxCategory,
                                  .taxRate = line.taxRate,
                                  .total = line.total});
    }
    return document;
}

/// Address of the PDF, below that of the page; nothing without the documents module.
std::optional<std::string> pdfUrlOf(Call& call, const std::optional<std::string>& page) {
    return page && calls::documents::offersPdf(call) ? std::optional(*page + "/document.pdf") : std::nullopt;
}

/// Shows the page where the sale can be paid, if a provider with payment pages is connected, and what is on
/// its way: as long as that is all that is due, nobody should pay it again.
void showPayment(Call& call, const Sale& sale, PublicDocument& shown) {
    if (!calls::integrations::offersPaymentPage(call)) {
        return;
    }
    const auto page = calls::integrations::paymentPage(call, {.saleId = sale.id, .quoteId = sale.quoteId});
    shown.onItsWay = page.onItsWay.minor();
    const bool isDue = sale.status != SaleStatus::Cancelled && sale.balance > shown.onItsWay;
    if (sale.publicUrl && isDue && page.offered) {
        shown.paymentUrl = *sale.publicUrl + "/pay";
    }
}

PublicDocument documentShown(Call& call, const Sale& sale) {
    PublicDocument shown{.kind = PublicKind::Sale,
                         .seller = sellerOf(call),
                         .document = documentOf(sale),
                         .pdfUrl = pdfUrlOf(call, sale.publicUrl)};
    showPayment(call, sale, shown);
    ShownDocument& document = shown.document;
    document.kind = kindOf(sale);
    document.state = stateOf(sale);
    document.status = toText(sale.status);
    document.dueDate = sale.dueDate;
    document.payments = ShownPayments{.status = std::string(toText(sale.paymentStatus)),
                                      .credited = sale.credited,
                                      .paid = sale.paid,
                                      .refunded = sale.refunded,
                                      .balance = sale.balance,
                                      .reference = sale.paymentReference};
    return shown;
}

PublicDocument documentShown(Call& call, const Quote& quote) {
    // The daily pass that marks quotes as expired may not have run yet.
    const bool isLate = quote.status == QuoteStatus::Open && quote.validUntil < call.today();
    const QuoteStatus status = isLate ? QuoteStatus::Expired : quote.status;
    PublicDocument shown{.kind = PublicKind::Quote,
                         .seller = sellerOf(call),
                         .document = documentOf(quote),
                         .pdfUrl = pdfUrlOf(call, quote.publicUrl),
                         .isOpen = status == QuoteStatus::Open};
    shown.document.kind = ShownKind::Quote;
    shown.document.state = stateOf(status);
    shown.document.status = toText(status);
    shown.document.validUntil = quote.validUntil;
    return shown;
}

Json linesJson(const std::vector<ShownLine>& lines) {
    Json list = Json::array();
    for (const ShownLine& line : lines) {
        list.push(Json::object({{"label", line.label},
                                {"description", line.description},
                                {"quantity", line.quantity},
                                {"unit", line.unit},
                                {"unitPrice", line.unitPrice},
                                {"discountPercent", line.discountPercent},
                                {"discountAmount", line.discountAmount},
                                {"taxCategory", line.taxCategory},
                                {"taxRate", line.taxRate},
                                {"total", line.total}}));
    }
    return list;
}

Json taxesJson(const std::vector<ShownTax>& taxes) {
    Json list = Json::array();
    for (const auto& tax : taxes) {
        list.push(Json::object(
            {{"taxCategory", tax.category}, {"taxRate", tax.rate}, {"net", tax.net}, {"tax", tax.tax}}));
    }
    return list;
}

Json documentJson(const ShownDocument& document) {
    const auto& payments = document.payments;
    const auto ofPayments = [&](std::int64_t ShownPayments::*member) {
        return payments ? Json((*payments).*member) : Json(nullptr);
    };
    return Json::object({{"number", document.number},
                         {"kind", toText(document.kind)},
                         {"status", document.status},
                         {"paymentStatus", payments ? Json(payments->status) : Json(nullptr)},
                         {"date", document.date},
                         {"dueDate", document.dueDate},
                         {"validUntil", document.validUntil},
                         {"customer", document.customer},
                         {"currency", document.currency.code()},
                         {"pricesIncludeTax", document.pricesIncludeTax},
                         {"lines", linesJson(document.lines)},
                         {"taxes", taxesJson(document.taxes)},
                         {"subtotal", document.subtotal},
                         {"discountTotal", document.discountTotal},
                         {"taxTotal", document.taxTotal},
                         {"total", document.total},
                         {"credited", ofPayments(&ShownPayments::credited)},
                         {"paid", ofPayments(&ShownPayments::paid)},
                         {"refunded", ofPayments(&ShownPayments::refunded)},
                         {"balance", ofPayments(&ShownPayments::balance)},
                         {"paymentReference", payments ? Json(payments->reference) : Json(nullptr)},
                         {"note", document.note}});
}

std::string countryOf(const Json& party) {
    const Json& address = party["address"];
    const auto own = address.isObject() ? address.optionalText("country") : std::nullopt;
    return own ? *own : party.textOr("country");
}

std::string countryOf(const calls::partners::GetOutput& party) {
    const auto& own = party.address ? party.address->country : std::nullopt;
    return own ? *own : party.country.value_or("");
}

} // namespace

PublicDocument publicDocument(Call& call, const PublicRecord& record) {
    return std::visit([&](const auto& one) { return documentShown(call, one); }, record);
}

Json publicJson(const PublicDocument& shown) {
    Json actions = Json::array();
    if (shown.isOpen) {
        actions.push("accept");
        actions.push("decline");
    }
    return Json::object({{"kind", toText(shown.kind)},
                         {"seller", shown.seller},
                         {"document", documentJson(shown.document)},
                         {"pdfUrl", shown.pdfUrl},
                         {"paymentUrl", shown.paymentUrl},
                         {"onItsWay", shown.onItsWay},
                         {"actions", std::move(actions)}});
}

std::optional<PublicKind> publicKind(const Request& request) {
    PublicKind kind{};
    return PublicKindTexts.read(request.path("documentKind"), kind) ? std::optional(kind) : std::nullopt;
}

PublicRecord recordOfToken(Request& request) {
    const auto kind = publicKind(request);
    const std::string_view id = request.path("documentId");
    if (kind == PublicKind::Sale) {
        if (auto sale = calls::sales::get(request, {.id = SaleId::parseOrNil(id)})) {
            return *std::move(sale);
        }
    } else if (kind == PublicKind::Quote && calls::sales::offersQuotesGet(request)) {
        if (auto quote = calls::sales::quotesGet(request, {.id = QuoteId::parseOrNil(id)})) {
            return *std::move(quote);
        }
    }
    throw ApiError(404, DocumentNotFound);
}

paper::Reader readerOf(Request& request, const PublicRecord& record) {
    std::string language(request.language());
    const std::string seller = countryOf(request.companyRecord());
    const auto partner = std::visit([](const auto& one) { return one.partnerId; }, record);
    const auto buyer = partner && calls::partners::offersGet(request)
                           ? calls::partners::get(request, {.id = *partner})
                           : std::nullopt;
    const std::string country = buyer ? countryOf(*buyer) : std::string();
    return {.language = language,
            .homeCountry = seller,
            .say = paper::wordingBook().in(language, seller),
            .form = paper::ReaderForm::of(language, country, seller)};
}

} // namespace svc::storefront
