#include "host/core/public_links.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <svc/encoding.hpp>
#include <svc/error.hpp>
#include <svc/json.hpp>

#include "host/core/unit_of_work.hpp"

namespace svc::host {
namespace {

// Layout: version, MAC, company, document, "<prefix>:<kind>".
constexpr char Version = '1';
constexpr std::size_t MacSize = 16;
constexpr std::size_t UuidSize = 16;
constexpr std::size_t Fixed = 1 + MacSize + 2 * UuidSize;
constexpr std::size_t LongestToken = 200;

std::string bytesOf(const Uuid& id) {
    return {reinterpret_cast<const char*>(id.bytes().data()), UuidSize};
}

Uuid uuidAt(std::string_view bytes, std::size_t at) {
    return Uuid::fromBytes(reinterpret_cast<const std::uint8_t*>(bytes.data()) + at);
}

} // namespace

std::string PublicLinks::mac(const std::string& key, std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(),
             &size) == nullptr) {
        throw std::runtime_error("HMAC failed");
    }
    return {reinterpret_cast<const char*>(digest.data()), MacSize};
}

std::optional<std::string> PublicLinks::seal(const PublicDocument& document) const {
    const std::string prefix = document.id.substr(0, document.id.find('_'));
    const std::optional<Uuid> id = decodeId(prefix, document.id);
    if (!id || document.kind.empty()) {
        return std::nullopt;
    }
    const std::string content = bytesOf(document.company) + bytesOf(*id) + prefix + ':' + document.kind;
    return base64UrlEncode(Version + mac(keys_.front(), content) + content);
}

std::optional<PublicDocument> PublicLinks::open(std::string_view token) const {
    const std::optional<std::string> bytes =
        token.size() <= LongestToken ? base64UrlDecode(token) : std::nullopt;
    if (!bytes || bytes->size() <= Fixed || bytes->front() != Version) {
        return std::nullopt;
    }
    const std::string_view content = std::string_view(*bytes).substr(1 + MacSize);
    if (std::none_of(keys_.begin(), keys_.end(), [&](const std::string& key) {
            return CRYPTO_memcmp(mac(key, content).data(), bytes->data() + 1, MacSize) == 0;
        })) {
        return std::nullopt;
    }
    const std::string_view tail = content.substr(2 * UuidSize);
    const std::size_t colon = tail.find(':');
    PublicDocument document;
    document.company = uuidAt(content, 0);
    document.kind = tail.substr(colon + 1);
    document.id = encodeId(tail.substr(0, colon), uuidAt(content, UuidSize));
    return document;
}

void offerPublicLinks(Catalogue& catalogue, const PublicLinks& links,
                      std::function<std::string()> publicUrl) {
    catalogue.add(
        Command{"public.link", "host",
                [&links, publicUrl = std::move(publicUrl)](UnitOfWork& work, std::string_view text) {
                    const Json input = Json::parse(text);
                    const std::string base = publicUrl() + "/public/documents/";
                    const auto linkOf = [&](const Json& document) {
                        const auto token =
                            links.seal({work.company().id, document.textOr("kind"), document.textOr("id")});
                        if (!token) {
                            throw Fault("public.link: " + document.dump() + " names no document");
                        }
                        return Json::object({{"token", *token}, {"url", base + *token}});
                    };
                    const Json* documents = input.find("documents");
                    if (documents == nullptr) {
                        return linkOf(input).dump();
                    }
                    Json all = Json::array();
                    for (const Json& document : documents->items()) {
                        all.push(linkOf(document));
                    }
                    return Json::object({{"links", std::move(all)}}).dump();
                }});
}

} // namespace svc::host
