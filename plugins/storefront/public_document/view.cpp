#include "public_document/view.hpp"

#include "paper/wording_book.hpp"

namespace svc::storefront {
namespace {

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
    if (record.textOr("status") != "open") {
        return false;
    }
    const auto until = Date::parse(record.textOr("validUntil"));
    return !until || *until >= call.today();
}

std::string statusOf(Call& call, const Json& record) {
    const std::string status = record.textOr("status");
    // The daily pass that marks quotes as expired may not have run yet.
    return status == "open" && !openQuote(call, record) ? "expired" : status;
}

/// Address of the PDF, below that of the page; null without the documents module.
Json pdfUrlOf(Call& call, const Json& record) {
    const auto page = record.optionalText("publicUrl");
    return page && calls::documents::offersPdf(call) ? Json(*page + "/document.pdf") : Json(nullptr);
}

/// The page where the open amount of a sale can be paid, if a provider with payment pages is connected.
Json paymentUrlOf(Call& call, const Json& record) {
    const auto page = record.optionalText("publicUrl");
    const bool due =
        record.textOr("status") != "cancelled" && record.optionalInteger("balance").value_or(0) > 0;
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

} // namespace

Json publicDocument(Call& call, std::string_view kind, const Json& record) {
    const bool quote = kind == "quote";
    const Json& partner = record["partner"];
    Json document = Json::object({{"number", record["number"]},
                                  {"kind", quote ? Json("quote") : record["kind"]},
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
    return Json::object({{"kind", kind},
                         {"seller", sellerOf(call)},
                         {"document", std::move(document)},
                         {"pdfUrl", pdfUrlOf(call, record)},
                         {"paymentUrl", quote ? Json(nullptr) : paymentUrlOf(call, record)},
                         {"actions", std::move(actions)}});
}

Json recordOfToken(Request& request) {
    const std::string_view kind = request.path("documentKind");
    const std::string_view command = kind == "sale" ? "sales.get" : kind == "quote" ? "quotes.get" : "";
    if (command.empty() || !request.offers(command)) {
        throw ApiError(404, DocumentNotFound);
    }
    Json record = request.command(command, Json::object({{"id", request.path("documentId")}}));
    if (record.isNull()) {
        throw ApiError(404, DocumentNotFound);
    }
    return record;
}

paper::Reader readerOf(Request& request, const Json& record) {
    std::string language(request.language());
    const std::string seller = countryOf(request.companyRecord());
    const auto partner = record.optionalText("partnerId");
    const Json buyer = partner && request.offers("partners.get")
                           ? request.command("partners.get", Json::object({{"id", *partner}}))
                           : Json(nullptr);
    const std::string country = buyer.isObject() ? countryOf(buyer) : std::string();
    return {.language = language,
            .homeCountry = seller,
            .say = paper::wordingBook().in(language, seller),
            .form = paper::ReaderForm::of(language, country, seller)};
}

} // namespace svc::storefront
