#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/http_client.hpp"
#include "support/running_service.hpp"

namespace svc::test {

/// The answer is a refusal with this status and code, in the error shape: exactly `statusCode`, `message` and
/// `error` (the reason phrase), with the request id and the version in headers.
::testing::AssertionResult isRefusal(const Answer& answer, int status, const std::string& code);
/// The answer has this status; the failure message shows its body.
::testing::AssertionResult hasStatus(const Answer& answer, int status);

/// A key of the demonstration company with these scopes. A new key has its own rate limit.
std::string makeKey(RunningService& service, const std::vector<std::string>& scopes,
                    const std::string& mode = "live");
/// A key with every scope that a key may have.
std::string makeFullKey(RunningService& service, const std::string& mode = "live");

/// A second company of the shared service, created once, with its own keys.
const Json& otherCompany(RunningService& service);

/// A copy of the elements of an array, so that a loop can run over those of a temporary answer.
inline Json::Array rowsOf(const Json& array) {
    return array.items();
}

/// A text that no other test of this process uses.
std::string unique(const std::string& stem);

/// One free-text line on credit: the smallest sale that has a number, postings and events.
Json smallSale(const std::string& label = "Work");

} // namespace svc::test
