#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "receive.hpp"

namespace svc::receiving {
namespace {

/// The file name at the end of a path, without control characters; `invoice` when nothing is left.
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

commands::ReceiveOutput commands::receive(Call& call, const commands::ReceiveInput& input) {
    auto bytes = base64Decode(input.content);
    if (!bytes) {
        throw Fault("receiving.receive: content is not base 64");
    }
    const StoredInvoice stored = receiving::receive(
        call, {input.source, plainName(input.fileName), input.contentType, *std::move(bytes)});
    return {.id = stored.shown.id, .duplicateOf = stored.shown.duplicateOf};
}

} // namespace svc::receiving
