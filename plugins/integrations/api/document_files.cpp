#include "api/document_files.hpp"

#include <array>

#include <openssl/evp.h>

namespace svc::integrations {

std::string sha256Hex(std::string_view bytes) {
    std::array<char, 32> digest{};
    unsigned int size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), &size,
                   EVP_sha256(), nullptr) != 1) {
        throw Fault("OpenSSL has no SHA-256");
    }
    return hexEncode({digest.data(), size});
}

void addFile(Call& call, const Attempt& attempt, Json& input) {
    if (attempt.operation != "signature" && attempt.operation != "archive") {
        return;
    }
    const Document& document = attempt.document;
    const Json file = call.transaction([&] {
        return call.command("documents.pdf", Json::object({{"kind", document.kind}, {"id", document.id}}));
    });
    const auto content = base64Decode(file["content"].text());
    input.set("file", Json::object({{"name", file["fileName"]},
                                    {"contentType", file["contentType"]},
                                    {"content", file["content"]},
                                    {"sha256", sha256Hex(content.value())}}));
}

} // namespace svc::integrations
