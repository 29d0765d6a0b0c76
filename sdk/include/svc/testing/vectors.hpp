/// @file Runs the test vectors of a regime (svc/vectors.hpp) as a test.
#pragma once

#include <functional>
#include <string>

#include <gtest/gtest.h>

#include <svc/json.hpp>

namespace svc::testing {

/// Fails for each vector of the folder for which `check` returns something else than expected, and when the
/// folder has no vectors:
///
///     svc::testing::expectVectors(SVC_PLUGIN_FOLDER "/vectors", [&](const Json& given) {
///         return test.command("regime.florin.check", given);
///     });
void expectVectors(const std::string& folder, const std::function<Json(const Json& given)>& check);

} // namespace svc::testing
