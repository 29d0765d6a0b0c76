/// @file The vectors of a regime as a test (svc/vectors.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include <svc/vectors.hpp>

namespace svc::testing {

/// Fails for each vector of the folder of which `check` makes something else than expected, and when the
/// folder has none:
///
///     svc::testing::expectVectors(SVC_PLUGIN_FOLDER "/vectors", [&](const Json& given) {
///         return test.command("regime.florin.check", given);
///     });
inline void expectVectors(const std::filesystem::path& folder,
                          const std::function<Json(const Json& given)>& check) {
    const std::vector<Vector> vectors = readVectors(folder);
    EXPECT_FALSE(vectors.empty()) << "no vectors in " << folder;
    for (const Vector& vector : vectors) {
        try {
            EXPECT_EQ(vectorMismatch(vector, check(vector.given)), "") << vector.file << ": " << vector.name;
        } catch (const std::exception& error) {
            ADD_FAILURE() << vector.file << ": " << vector.name << ": " << error.what();
        }
    }
}

} // namespace svc::testing
