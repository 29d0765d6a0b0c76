// Parses and verifies the QR code of a German till receipt (DSFinV-K, annex I) independently.
#pragma once

#include <string>
#include <vector>

namespace svc::test::tse {

/// Indexes of the fields of the code.
enum Field {
    Till = 1,
    ProcessData = 3,
    Transaction = 4,
    Counter = 5,
    Signature = 10,
    PublicKey = 11,
};
std::vector<std::string> fieldsOf(const std::string& qr);

/// Is the signature in the code valid for the code's public key and the data that a device signs (BSI
/// TR-03153)?
bool verifies(const std::string& qr);

} // namespace svc::test::tse
