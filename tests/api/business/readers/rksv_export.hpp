// The export of an Austrian till (DEP), read and decrypted without any code of the service.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <svc/json.hpp>

namespace svc::test::rksv {

/// A receipt of the export, taken apart.
struct Exported {
    std::string jws;
    std::vector<std::string> parts; ///< of the code, from the suite on
    bool isSigned = false;
    std::string certificate; ///< DER, in base 64

    const std::string& number() const { return parts.at(2); }
    const std::string& time() const { return parts.at(3); }
    const std::string& normal() const { return parts.at(4); }
    const std::string& turnover() const { return parts.at(9); }
    const std::string& chain() const { return parts.at(11); }
};

/// The receipts in their order; each one that does not follow the one before fails the test.
std::vector<Exported> chainedReceipts(const Json& dep, const std::string& till);
/// Does its signature hold by the certificate that the export names? (JWS, ES256)
bool verifies(const Exported& receipt);
/// The turnover counter, cents. `key`: 32 bytes.
std::int64_t decrypted(const Exported& receipt, const std::string& key);

} // namespace svc::test::rksv
