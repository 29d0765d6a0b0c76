#pragma once

#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "api/business/desk.hpp"

namespace svc::test {

/// Reads repeatedly until the condition holds; the test fails after twenty seconds.
template <class IsSo>
Json readUntil(Desk& desk, const std::string& below, IsSo isSo) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    Json found = desk.read(below);
    while (!isSo(found) && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        found = desk.read(below);
    }
    EXPECT_TRUE(isSo(found)) << found.dump();
    return found;
}

} // namespace svc::test
