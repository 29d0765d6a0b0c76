#include "host/core/public_links.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <svc/encoding.hpp>
#include <svc/error.hpp>
#include <svc/json.hpp>
#include <svc/json_writer.hpp>

#include "host/core/unit_of_work.hpp"

namespace svc::host {
namespace {

// Layout: version, MAC, company, document, "<prefix>:<kind>".
constexpr char LinkVersion = '1';
constexpr std::size_t LinkMacSize = 16;
constexpr std::size_t UuidSize = 16;
constexpr std::size_t Fixed = 1 + LinkMacSize + 2 * UuidSize;
constexpr std::size_t LongestToken = 200;

/// HMAC-SHA256 that reuses its context while the key stays the same.
class KeyedMac {
public:
    std::string of(const std::string& key, std::string_view text) {
        if (!context_ || key != key_) {
            take(key);
        }
        std::string digest(EVP_MAX_MD_SIZE, '\0');
        auto* const bytes = reinterpret_cast<unsigned char*>(digest.data());
        std::size_t size = 0;
        if (EVP_MAC_init(context_.get(), nullptr, 0, nullptr) != 1 ||
            EVP_MAC_update(context_.get(), reinterpret_cast<const unsigned char*>(text.data()),
                           text.size()) != 1 ||
            EVP_MAC_final(context_.get(), bytes, &size, digest.size()) != 1) {
            throw std::runtime_error("HMAC failed");
        }
        digest.resize(size);
        return digest;
    }

private:
    void take(const std::string& key) {
        const std::unique_ptr<EVP_MAC, decltype(&EVP_MAC_free)> algorithm(
            EVP_MAC_fetch(nullptr, "HMAC", nullptr), &EVP_MAC_free);
        context_.reset(EVP_MAC_CTX_new(algorithm.get()));
        std::string digest = "SHA256";
        const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string("digest", digest.data(), 0),
                                         OSSL_PARAM_construct_end()};
        if (!context_ || EVP_MAC_init(context_.get(), reinterpret_cast<const unsigned char*>(key.data()),
                                      key.size(), parameters) != 1) {
            context_.reset();
            throw std::runtime_error("OpenSSL has no HMAC");
        }
        key_ = key;
    }

    std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)> context_{nullptr, &EVP_MAC_CTX_free};
    std::string key_;
};

std::string bytesOf(const Uuid& id) {
    return {reinterpret_cast<const char*>(id.bytes().data()), UuidSize};
}

Uuid uuidAt(std::string_view bytes, std::size_t at) {
    return Uuid::fromBytes(reinterpret_cast<const std::uint8_t*>(bytes.data()) + at);
}

} // namespace

std::string PublicLinks::mac(const std::string& key, std::string_view text) {
    // A list has an address in each row: with the key set up once, a MAC takes a quarter of the time.
    thread_local KeyedMac keyed;
    return keyed.of(key, text).substr(0, LinkMacSize);
}

std::optional<std::string> PublicLinks::seal(const PublicDocument& document) const {
    const std::string prefix = document.id.substr(0, document.id.find('_'));
    const std::optional<Uuid> id = decodeId(prefix, document.id);
    if (!id || document.kind.empty()) {
        return std::nullopt;
    }
    const std::string content = bytesOf(document.company) + bytesOf(*id) + prefix + ':' + document.kind;
    return base64UrlEncode(LinkVersion + mac(keys_.front(), content) + content);
}

std::optional<PublicDocument> PublicLinks::open(std::string_view token) const {
    const std::optional<std::string> bytes =
        token.size() <= LongestToken ? base64UrlDecode(token) : std::nullopt;
    if (!bytes || bytes->size() <= Fixed || bytes->front() != LinkVersion) {
        return std::nullopt;
    }
    const std::string_view content = std::string_view(*bytes).substr(1 + LinkMacSize);
    if (std::none_of(keys_.begin(), keys_.end(), [&](const std::string& key) {
            return CRYPTO_memcmp(mac(key, content).data(), bytes->data() + 1, LinkMacSize) == 0;
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
    catalogue.add(Command{"host.address", "host", [publicUrl](UnitOfWork&, std::string_view) {
                              return Json::object({{"url", publicUrl()}}).dump();
                          }});
    catalogue.add(
        Command{"public.link", "host",
                [&links, publicUrl = std::move(publicUrl)](UnitOfWork& work, std::string_view text) {
                    const Json input = Json::parse(text);
                    const std::string base = publicUrl() + "/public/documents/";
                    const auto tokenOf = [&](const std::string& kind, const std::string& id) {
                        auto token = links.seal({work.company().id, kind, id});
                        if (!token) {
                            throw Fault("public.link: " + kind + ' ' + id + " names no document");
                        }
                        return std::move(*token);
                    };
                    const auto linkOf = [&](const Json& document) {
                        const std::string token = tokenOf(document.textOr("kind"), document.textOr("id"));
                        return Json::object({{"token", token}, {"url", base + token}});
                    };
                    if (const Json* ids = input.find("ids")) {
                        JsonWriter out;
                        out.beginObject();
                        out.name("urls");
                        out.beginArray();
                        for (const Json& id : ids->items()) {
                            out.value(base + tokenOf(input["kind"].text(), id.text()));
                        }
                        out.endArray();
                        out.endObject();
                        return out.take();
                    }
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
