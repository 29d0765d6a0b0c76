#include <svc/contracts/attachments.hpp>
#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "api/receive.hpp"
#include "domain/page.hpp"

namespace svc::receiving {
namespace {

/// The page has its own style, and nothing else may run or be loaded.
constexpr std::string_view PagePolicy =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'";

/// The last part of a path without control characters; `invoice` when nothing is left.
std::string plainName(std::string_view name) {
    std::string plain(name.substr(name.find_last_of("/\\") + 1));
    std::erase_if(plain, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
    return plain.empty() || plain == "." || plain == ".." ? "invoice" : plain;
}

std::string mediaTypeOf(const Request& request) {
    const std::string_view type = request.header("Content-Type").value_or("application/json");
    return lowerAscii(trim(type.substr(0, type.find(';'))));
}

IncomingFile jsonUpload(Request& request) {
    const Json& body = request.body();
    auto bytes = base64Decode(body["content"].text());
    if (!bytes || bytes->empty()) {
        throw fieldInvalid("content");
    }
    return {"upload", plainName(body.textOr("fileName")), body.textOr("contentType"), *std::move(bytes)};
}

} // namespace

Answer<201, api::SupplierInvoice> createSupplierInvoice(Request& request,
                                                        const api::CreateSupplierInvoiceParameters& given) {
    const std::string type = mediaTypeOf(request);
    const IncomingFile file = type == "application/json"
                                  ? jsonUpload(request)
                                  : IncomingFile{"upload", plainName(given.fileName.value_or("")), type,
                                                 std::string(request.rawInput())};
    return receive(request, file).shown;
}

Answer<200, api::SupplierInvoice> getSupplierInvoice(Request& request,
                                                     const api::GetSupplierInvoiceParameters& parameters) {
    return requireInvoice(findInvoice(request, parameters.supplierInvoiceId)).shown;
}

Response getSupplierInvoiceFile(Request& request, const api::GetSupplierInvoiceFileParameters& parameters) {
    const StoredInvoice found = requireInvoice(findInvoice(request, parameters.supplierInvoiceId));
    const std::string name = found.contentType == "application/pdf" ? "invoice.pdf" : "invoice.xml";
    return Response::streamed(200, found.contentType,
                              [&request, id = found.shown.attachmentIds.at(0)](BodyWriter& out) {
                                  contracts::readFile(request, id,
                                                      [&](std::string_view part) { out.write(part); });
                              })
        .header("ETag", '"' + found.shown.sha256 + '"')
        .header("Content-Disposition", "attachment; filename=\"" + name + '"');
}

Response viewSupplierInvoice(Request& request, const api::ViewSupplierInvoiceParameters& parameters) {
    const StoredInvoice found = requireInvoice(findInvoice(request, parameters.supplierInvoiceId));
    const einvoice::ReceivedInvoice received = readStored(request, found);
    return Response::bytes(200, "text/html; charset=utf-8",
                           invoicePage(received, einvoice::checkReceived(received), request.language()))
        .header("Content-Security-Policy", PagePolicy)
        .header("Vary", "Accept-Language");
}

commands::ReceiveOutput commands::receive(Call& call, const commands::ReceiveInput& input) {
    auto bytes = base64Decode(input.content);
    if (!bytes) {
        throw Fault("receiving.receive: content is not base 64");
    }
    const StoredInvoice stored = receiving::receive(
        call, {input.source, plainName(input.fileName), input.contentType, *std::move(bytes)});
    return {.id = stored.shown.id, .duplicateOf = stored.shown.duplicateOf};
}

std::optional<commands::DocumentSupplierInvoiceOutput>
commands::documentSupplierInvoice(Call& call, const commands::DocumentSupplierInvoiceInput& input) {
    const auto found = findInvoice(call, input.id);
    if (!found) {
        return std::nullopt;
    }
    const api::SupplierInvoice& shown = found->shown;
    return commands::DocumentSupplierInvoiceOutput{.id = shown.id,
                                                   .number = shown.number,
                                                   .date = shown.issueDate,
                                                   .partnerId = shown.partnerId,
                                                   .label = shown.number + ' ' + shown.seller.textOr("name")};
}

} // namespace svc::receiving
