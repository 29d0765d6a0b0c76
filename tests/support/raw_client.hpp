#pragma once

#include <cstdint>
#include <string>

#include "support/http_client.hpp"

namespace svc::test {

/// Sends bytes as they are, for requests that no client library would send, and reads one answer. An answer
/// without status line has status 0.
Answer sendRaw(std::uint16_t port, const std::string& bytes);

} // namespace svc::test
