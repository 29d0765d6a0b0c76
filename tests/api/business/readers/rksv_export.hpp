// Reads and decrypts the export of an Austrian till (DEP) without code of the service.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <svc/json.hpp>

namespace svc::test::rksv {

/// A parsed receipt of the export.
struct Exported {
    std::string jws;
    std::vector<std::string> parts; ///< parts of the code, starting with the suite
    bool isSigned = false;
    std::string certificate; ///< DER, in base 64

    const std::string& number() const { return parts.at(2); }
    const std::string& time() const { return parts.at(3); }
    const std::string& normal() const { return parts.at(4); }
    const std::string& turnover() const { return parts.at(9); }
    const std::string& chain() const { return parts.at(11); }
};

/// The receipts in order; the test fails for each one that does not continue the chain.
std::vector<Exported> chainedReceipts(const Json& dep, const std::string& till);
/// Is the signature (JWS, ES256) valid for the certificate that the export names?
bool verifies(const Exported& receipt);
/// The decrypted turnover counter in cents. `key`: 32 bytes.
std::int64_t decrypted(const Exported& receipt, const std::string& key);

} // namespace svc::test::rksv
