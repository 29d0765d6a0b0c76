#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/http_client.hpp"
#include "support/running_service.hpp"

namespace svc::test {

/// The answer refuses with this status and code, in the shape of every error: exactly `statusCode`, `message`
/// and `error`, the last being the reason phrase; the request id and the version are in headers.
::testing::AssertionResult isRefusal(const Answer& answer, int status, const std::string& code);
/// The answer has this status; else the failure shows its body.
::testing::AssertionResult hasStatus(const Answer& answer, int status);

/// A key of the demonstration company with these scopes; a fresh key has its own count of requests per
/// minute.
std::string makeKey(RunningService& service, const std::vector<std::string>& scopes,
                    const std::string& mode = "live");
/// The same with every scope that a key may have.
std::string makeFullKey(RunningService& service, const std::string& mode = "live");

/// Another company of the shared service, made once, with keys of its own.
const Json& otherCompany(RunningService& service);

/// The elements of an array, as a value: a loop may run over those of an answer that nobody else keeps.
inline Json::Array rowsOf(const Json& array) {
    return array.items();
}

/// A text that no other test of this process uses.
std::string unique(const std::string& stem);

/// One free line on credit: the smallest sale that has a number, postings and events.
Json smallSale(const std::string& label = "Work");

} // namespace svc::test
