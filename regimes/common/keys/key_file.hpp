#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/date.hpp>

namespace svc::keys {

/// The fields of a certificate, for people.
struct Certificate {
    std::string subject;
    std::string issuer;
    std::string serialNumber; ///< hexadecimal, lower case
    Instant notBefore;
    Instant notAfter;
    std::string sha256; ///< of the whole certificate, hexadecimal
    std::string der;
};

/// A private key, with its certificate where the file has one.
struct KeyFile {
    std::string kind;       ///< `RSA 2048`, `EC P-256`, `EC brainpoolP256r1`
    std::string privatePem; ///< PKCS #8, without password
    std::string chainPem;   ///< the certificate of the key, then those above it
    std::string publicDer;  ///< SubjectPublicKeyInfo
    std::optional<Certificate> certificate;
};

/// Reads PKCS #12 (its bytes) or PEM (the key, and certificates in any order). Nothing when it is neither,
/// the password is wrong, there is no private key, or the certificate is of another key.
std::optional<KeyFile> openKeyFile(std::string_view file, const std::string& password);

} // namespace svc::keys
