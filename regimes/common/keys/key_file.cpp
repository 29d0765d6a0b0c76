#include "keys/key_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <utility>
#include <vector>

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "keys/openssl.hpp"
#include "sealing/sha256.hpp"

namespace svc::keys {
namespace {

using Chain = std::vector<X509Owner>;

/// Callback of OpenSSL that returns the given password, so that OpenSSL does not prompt for one.
int passwordOf(char* buffer, int size, int, void* given) {
    const auto& password = *static_cast<const std::string*>(given);
    if (password.size() > static_cast<std::size_t>(size)) {
        return 0;
    }
    std::copy(password.begin(), password.end(), buffer);
    return static_cast<int>(password.size());
}

struct Content {
    Key key;
    Chain chain;
};

Content readPem(std::string_view file, const std::string& password) {
    Content content;
    std::string given = password;
    content.key.reset(PEM_read_bio_PrivateKey(reading(file).get(), nullptr, passwordOf, &given));
    const BioOwner bio = reading(file);
    while (X509* one = PEM_read_bio_X509(bio.get(), nullptr, passwordOf, &given)) {
        content.chain.emplace_back(one);
    }
    return content;
}

Content readPkcs12(std::string_view file, const std::string& password) {
    Content content;
    const std::unique_ptr<PKCS12, Freed<PKCS12_free>> archive(d2i_PKCS12_bio(reading(file).get(), nullptr));
    EVP_PKEY* key = nullptr;
    X509* certificate = nullptr;
    STACK_OF(X509)* above = nullptr;
    if (!archive || PKCS12_parse(archive.get(), password.c_str(), &key, &certificate, &above) != 1) {
        return content;
    }
    content.key.reset(key);
    if (certificate != nullptr) {
        content.chain.emplace_back(certificate);
    }
    while (above != nullptr && sk_X509_num(above) > 0) {
        content.chain.emplace_back(sk_X509_shift(above));
    }
    sk_X509_free(above);
    return content;
}

std::string kindOf(EVP_PKEY* key) {
    if (EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA) {
        return "RSA " + std::to_string(EVP_PKEY_get_bits(key));
    }
    std::array<char, 64> group{};
    std::size_t length = 0;
    if (EVP_PKEY_get_group_name(key, group.data(), group.size(), &length) != 1) {
        return {};
    }
    const std::string name(group.data(), length);
    return "EC " + (name == "prime256v1" ? std::string("P-256") : name);
}

std::string nameText(const X509_NAME* name) {
    const BioOwner bio(BIO_new(BIO_s_mem()));
    X509_NAME_print_ex(bio.get(), name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
    return written(bio.get());
}

Instant instantOf(const ASN1_TIME* time) {
    std::tm parts{};
    ASN1_TIME_to_tm(time, &parts);
    return Instant() + timegm(&parts) * Instant::Second;
}

std::string serialOf(const X509* certificate) {
    const ASN1_INTEGER* serial = X509_get0_serialNumber(certificate);
    return hexEncode({reinterpret_cast<const char*>(ASN1_STRING_get0_data(serial)),
                      static_cast<std::size_t>(ASN1_STRING_length(serial))});
}

template <class T>
std::string derOf(T* one, int (*write)(const T*, unsigned char**)) {
    std::string der(static_cast<std::size_t>(std::max(write(one, nullptr), 0)), '\0');
    auto* at = reinterpret_cast<unsigned char*>(der.data());
    write(one, &at);
    return der;
}

Certificate described(const X509* certificate) {
    Certificate one{nameText(X509_get_subject_name(certificate)),
                    nameText(X509_get_issuer_name(certificate)),
                    serialOf(certificate),
                    instantOf(X509_get0_notBefore(certificate)),
                    instantOf(X509_get0_notAfter(certificate)),
                    {},
                    derOf<X509>(const_cast<X509*>(certificate), i2d_X509)};
    one.sha256 = sealing::sha256({one.der});
    return one;
}

/// Moves the certificate of the key to the front, whatever the order in the file.
bool putOwnFirst(Chain& chain, EVP_PKEY* key) {
    const auto own = std::find_if(chain.begin(), chain.end(), [&](const X509Owner& one) {
        return X509_check_private_key(one.get(), key) == 1;
    });
    if (own == chain.end()) {
        return chain.empty();
    }
    std::rotate(chain.begin(), own, own + 1);
    return true;
}

} // namespace

std::optional<KeyFile> openKeyFile(std::string_view file, const std::string& password) {
    Content content = file.find("-----BEGIN ") != std::string_view::npos ? readPem(file, password)
                                                                         : readPkcs12(file, password);
    const bool whole = content.key && putOwnFirst(content.chain, content.key.get());
    ERR_clear_error(); // the failed attempts above are no errors for the next caller of OpenSSL
    KeyFile opened;
    if (!whole || (opened.kind = kindOf(content.key.get())).empty()) {
        return std::nullopt;
    }
    const BioOwner secret(BIO_new(BIO_s_secmem()));
    PEM_write_bio_PKCS8PrivateKey(secret.get(), content.key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    opened.privatePem = written(secret.get());
    const BioOwner chain(BIO_new(BIO_s_mem()));
    for (const X509Owner& one : content.chain) {
        PEM_write_bio_X509(chain.get(), one.get());
    }
    opened.chainPem = written(chain.get());
    opened.publicDer = derOf<EVP_PKEY>(content.key.get(), i2d_PUBKEY);
    if (!content.chain.empty()) {
        opened.certificate = described(content.chain.front().get());
    }
    return opened;
}

} // namespace svc::keys
