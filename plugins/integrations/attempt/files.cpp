#include "attempt/files.hpp"

#include <array>

#include <openssl/evp.h>

#include <svc/file_parts.hpp>

#include "provider/calls.hpp"
#include "provider/provider.hpp"

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

verbs::File fileOf(Call& call, const Document& document) {
    auto file = call.transaction(
        [&] { return calls::documents::pdf(call, {.kind = kindOf(document), .id = document.id}); });
    std::string sha256 = sha256Hex(base64Decode(file.content).value());
    return {.name = std::move(file.fileName),
            .contentType = std::move(file.contentType),
            .content = std::move(file.content),
            .sha256 = std::move(sha256)};
}

std::optional<std::string> fetchSigned(Call& call, const Attempt& attempt) {
    if (!verbs::offersSignedFile(call, attempt.provider)) {
        return std::nullopt;
    }
    const auto answer = ask(call, verbs::signedFile, attempt.provider,
                            {.key = attempt.key, .reference = attempt.reference.value()});
    auto bytes = base64Decode(answer.content);
    if (!bytes || bytes->empty()) {
        throw ApiError(400, "integration-unreachable", {"answer-unreadable"});
    }
    return bytes;
}

void keepSigned(Call& call, const Attempt& attempt, std::string_view bytes) {
    const Document& document = attempt.document;
    const std::string name = attempt.request["document"].textOr("number", document.id);
    const AttachmentId id =
        calls::host::attachmentsKeep(call, {.kind = document.kind,
                                            .documentId = document.id,
                                            .fileName = name + "-signed.pdf",
                                            .contentType = "application/pdf",
                                            .size = static_cast<std::int64_t>(bytes.size()),
                                            .sha256 = sha256Hex(bytes)})
            .id;
    eachFilePart(bytes, [&](std::int64_t number, const std::string& content) {
        calls::host::attachmentsPart(call, {.id = id, .number = number, .content = content});
    });
}

} // namespace svc::integrations
