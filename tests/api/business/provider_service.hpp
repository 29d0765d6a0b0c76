#pragma once

#include <string>

#include <svc/date.hpp>

#include "support/https_receiver.hpp"
#include "support/running_service.hpp"

namespace svc::test {

/// The fake HTTP server for all providers: the baseUrl of the test provider.
HttpsReceiver& outsideWorld();

/// A service with the test provider (tests/plugins/provider), one for all tests of the program.
RunningService& serviceWithProvider();

/// Moves the clock of that service forward by seconds; returns its new time.
Instant advanceClock(std::int64_t seconds);
/// The validity in days of a certificate that must expire this many days after the service's time. First
/// moves the service's clock to at least the machine's clock, from which test certificates are valid.
std::string certificateDays(std::int64_t days);

/// A private key (P-256) and its certificate.
struct NewKey {
    std::string pem;
    std::string pkcs12; ///< base 64; its password is `open`
};
/// Valid for this many days of the service's clock. `subject`: /CN=Till 1/C=BE
NewKey makeKey(const std::string& subject, std::int64_t days);

} // namespace svc::test
