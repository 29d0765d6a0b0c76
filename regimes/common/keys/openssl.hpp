// RAII owners of objects that OpenSSL allocates.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

namespace svc::keys {

template <auto Free>
struct Freed {
    template <class T>
    void operator()(T* one) const {
        Free(one);
    }
};

using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using X509Owner = std::unique_ptr<X509, Freed<X509_free>>;
using BioOwner = std::unique_ptr<BIO, Freed<BIO_free_all>>;

using Digest = std::unique_ptr<EVP_MD, Freed<EVP_MD_free>>;

/// The digest of that name. Callers keep it: EVP_sha256() is looked up anew at each use.
inline Digest digestNamed(const char* name) {
    Digest digest(EVP_MD_fetch(nullptr, name, nullptr));
    if (!digest) {
        throw std::runtime_error(std::string("OpenSSL has no ") + name);
    }
    return digest;
}

/// Bytes as the `unsigned char*` of OpenSSL.
inline const unsigned char* unsignedOf(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}
inline unsigned char* unsignedOf(std::string& bytes) {
    return reinterpret_cast<unsigned char*>(bytes.data());
}

inline BioOwner reading(std::string_view bytes) {
    return BioOwner(BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
}

inline std::string written(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return {data, static_cast<std::size_t>(size)};
}

} // namespace svc::keys
