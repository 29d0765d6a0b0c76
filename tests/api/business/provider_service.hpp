#pragma once

#include <string>

#include <svc/date.hpp>

#include "support/https_receiver.hpp"
#include "support/running_service.hpp"

namespace svc::test {

/// Whom the test provider calls: its baseUrl.
HttpsReceiver& outsideWorld();

/// A service with the test provider (tests/plugins/provider), one for all tests of the program.
RunningService& serviceWithProvider();

/// Sets the clock of that service forward by seconds, and gives what it shows then.
Instant advanceClock(std::int64_t seconds);
/// Not behind the clock of the machine, by which certificates of tests begin; gives the days of a certificate
/// that ends so many days after what the clock of the service shows.
std::string certificateDays(std::int64_t days);

/// A private key (P-256) and its certificate.
struct NewKey {
    std::string pem;
    std::string pkcs12; ///< base 64; its password is `open`
};
/// Valid for so many days of the clock of the service. `subject`: /CN=Till 1/C=BE
NewKey makeKey(const std::string& subject, std::int64_t days);

} // namespace svc::test
