#include "public_document/view.hpp"

#include "paper/wording_book.hpp"

namespace svc::storefront {
namespace {

using calls::sales::QuoteStatus;
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

Json linesOf(const Json& record) {
    Json lines = Json::array();
    for (const Json& line : record["lines"].items()) {
        Json shown = Json::object();
        for (const char* name : {"label", "description", "quantity", "unit", "unitPrice", "discountPercent",
                                 "discountAmount", "taxCategory", "taxRate", "total"}) {
            shown.add(name, line[name]);
        }
        lines.push(std::move(shown));
    }
    return lines;
}

bool openQuote(Call& call, const Json& record) {
    if (record.textOr("status") != toText(QuoteStatus::Open)) {
        return false;
    }
    const auto until = Date::parse(record.textOr("validUntil"));
    return !until || *until >= call.today();
}

std::string statusOf(Call& call, const Json& record) {
    QuoteStatus status{};
    const std::string text = record.textOr("status");
    // The daily pass that marks quotes as expired may not have run yet.
    const bool late = fromText(text, status) && status == QuoteStatus::Open && !openQuote(call, record);
    return late ? std::string(toText(QuoteStatus::Expired)) : text;
}

/// Address of the PDF, below that of the page; null without the documents module.
Json pdfUrlOf(Call& call, const Json& record) {
    const auto page = record.optionalText("publicUrl");
    return page && calls::documents::offersPdf(call) ? Json(*page + "/document.pdf") : Json(nullptr);
}

/// The page where the open amount of a sale can be paid, if a provider with payment pages is connected.
Json paymentUrlOf(Call& call, const Json& record) {
    const auto page = record.optionalText("publicUrl");
    const bool due = record.textOr("status") != toText(SaleStatus::Cancelled) &&
                     record.optionalInteger("balance").value_or(0) > 0;
    if (!page || !due || !calls::integrations::offersPaymentPage(call)) {
        return nullptr;
    }
    return calls::integrations::paymentPage(call).offered ? Json(*page + "/pay") : Json(nullptr);
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

Json publicDocument(Call& call, PublicKind kind, const Json& record) {
    const bool quote = kind == PublicKind::Quote;
    const Json& partner = record["partner"];
    Json document = Json::object({{"number", record["number"]},
                                  {"kind", quote ? Json(toText(ShownKind::Quote)) : record["kind"]},
                                  {"status", quote ? Json(statusOf(call, record)) : record["status"]},
                                  {"paymentStatus", record["paymentStatus"]},
                                  {"date", record["date"]},
                                  {"dueDate", record["dueDate"]},
                                  {"validUntil", record["validUntil"]},
                                  {"customer", partner.isObject() ? partner["name"] : Json(nullptr)},
                                  {"currency", record["currency"]},
                                  {"pricesIncludeTax", record["pricesIncludeTax"]},
                                  {"lines", linesOf(record)},
                                  {"taxes", record["taxes"]}});
    for (const char* name : {"subtotal", "discountTotal", "taxTotal", "total", "credited", "paid", "refunded",
                             "balance", "paymentReference", "note"}) {
        document.add(name, record[name]);
    }
    Json actions = Json::array();
    if (quote && openQuote(call, record)) {
        actions.push("accept");
        actions.push("decline");
    }
    return Json::object({{"kind", toText(kind)},
                         {"seller", sellerOf(call)},
                         {"document", std::move(document)},
                         {"pdfUrl", pdfUrlOf(call, record)},
                         {"paymentUrl", quote ? Json(nullptr) : paymentUrlOf(call, record)},
                         {"actions", std::move(actions)}});
}

std::optional<PublicKind> publicKind(const Request& request) {
    PublicKind kind{};
    return PublicKindTexts.read(request.path("documentKind"), kind) ? std::optional(kind) : std::nullopt;
}

Json recordOfToken(Request& request) {
    const auto kind = publicKind(request);
    if (!kind || (*kind == PublicKind::Quote && !calls::sales::offersQuotesGet(request))) {
        throw ApiError(404, DocumentNotFound);
    }
    // What the reader is shown is taken from the record as it is, so it is not read into a type.
    const std::string_view command = *kind == PublicKind::Sale ? "sales.get" : "quotes.get";
    Json record = request.command(command, Json::object({{"id", request.path("documentId")}}));
    if (record.isNull()) {
        throw ApiError(404, DocumentNotFound);
    }
    return record;
}

paper::Reader readerOf(Request& request, const Json& record) {
    std::string language(request.language());
    const std::string seller = countryOf(request.companyRecord());
    const auto partner = PartnerId::parse(record.textOr("partnerId"));
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
