#include "host/package/signature.hpp"

#include <array>
#include <cstdio>
#include <stdexcept>

#include <openssl/pem.h>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "host/core/sha256.hpp"
#include "host/package/refusal.hpp"

namespace svc::host::package {
namespace {

constexpr std::string_view Algorithm = "ed25519 ";
constexpr std::size_t IdDigits = 16;
constexpr std::size_t PublicKeySize = 32;
constexpr std::size_t SignatureSize = 64;
constexpr std::size_t MostLines = 4;

using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

/// The bytes that are signed: a prefix keeps the signature of anything else from being one of a package.
std::string signedBytes(std::string_view manifest) {
    constexpr std::string_view Prefix("svcplugin-manifest-v1\0", 22);
    return std::string(Prefix).append(manifest);
}

const unsigned char* bytesOf(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

[[noreturn]] void refuseSyntax() {
    throw PackageRefused("signature-syntax",
                         "MANIFEST.sig is not as svc-host plugins pack writes it; sign the package again.");
}

/// The bytes of lower-case hexadecimal digits.
std::string bytesOfHex(std::string_view digits) {
    const auto bytes = hexDecode(digits);
    if (!bytes || hexEncode(*bytes) != digits) {
        refuseSyntax();
    }
    return *bytes;
}

} // namespace

Key Key::read(const std::filesystem::path& file, bool isPrivate) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "re"),
                                                                 &std::fclose);
    if (stream == nullptr) {
        throw std::runtime_error(file.string() + " cannot be read");
    }
    Handle handle(isPrivate ? PEM_read_PrivateKey(stream.get(), nullptr, nullptr, nullptr)
                            : PEM_read_PUBKEY(stream.get(), nullptr, nullptr, nullptr),
                  &EVP_PKEY_free);
    if (handle == nullptr || EVP_PKEY_get_base_id(handle.get()) != EVP_PKEY_ED25519) {
        throw std::runtime_error(file.string() + " is no " + (isPrivate ? "private" : "public") +
                                 " key of Ed25519 in PEM (openssl genpkey -algorithm ed25519)");
    }
    return Key(std::move(handle));
}

Key Key::readPrivate(const std::filesystem::path& file) {
    return read(file, true);
}

Key Key::readPublic(const std::filesystem::path& file) {
    return read(file, false);
}

std::string Key::id() const {
    std::array<unsigned char, PublicKeySize> bytes{};
    std::size_t size = bytes.size();
    if (EVP_PKEY_get_raw_public_key(handle_.get(), bytes.data(), &size) != 1) {
        throw std::runtime_error("OpenSSL cannot tell a public key");
    }
    return sha256Hex(std::string(bytes.begin(), bytes.end())).substr(0, IdDigits);
}

std::string Key::sign(std::string_view manifest) const {
    const std::string text = signedBytes(manifest);
    const Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    std::array<unsigned char, SignatureSize> bytes{};
    std::size_t size = bytes.size();
    if (context == nullptr ||
        EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, handle_.get()) != 1 ||
        EVP_DigestSign(context.get(), bytes.data(), &size, bytesOf(text), text.size()) != 1) {
        throw std::runtime_error("OpenSSL cannot sign with this key");
    }
    return std::string(Algorithm) + id() + ' ' + hexEncode(std::string(bytes.begin(), bytes.end()));
}

bool Key::verify(std::string_view manifest, std::string_view signature) const {
    const std::string text = signedBytes(manifest);
    const Context context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    return context != nullptr &&
           EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, handle_.get()) == 1 &&
           EVP_DigestVerify(context.get(), bytesOf(signature), signature.size(), bytesOf(text),
                            text.size()) == 1;
}

std::vector<SignatureLine> parseSignatures(std::string_view text) {
    if (text.empty() || text.back() != '\n') {
        refuseSyntax();
    }
    const auto lines = split(text.substr(0, text.size() - 1), '\n');
    if (lines.size() > MostLines) {
        refuseSyntax();
    }
    std::vector<SignatureLine> signatures;
    for (const std::string_view line : lines) {
        constexpr std::size_t DigestAt = Algorithm.size() + IdDigits + 1;
        if (line.size() != DigestAt + 2 * SignatureSize || !line.starts_with(Algorithm) ||
            line[DigestAt - 1] != ' ') {
            refuseSyntax();
        }
        const std::string_view id = line.substr(Algorithm.size(), IdDigits);
        bytesOfHex(id);
        signatures.push_back({std::string(id), bytesOfHex(line.substr(DigestAt))});
    }
    return signatures;
}

} // namespace svc::host::package
