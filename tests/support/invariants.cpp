#include "support/invariants.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace svc::test {
namespace {

void expectVerified(const RunningService& service, const std::vector<std::string>& command) {
    constexpr int MostShown = 10;
    const auto [code, output] = service.command(command);
    if (code == 0) {
        return;
    }
    std::istringstream lines(output);
    int shown = 0;
    for (std::string line; shown < MostShown && std::getline(lines, line); ++shown) {
        ADD_FAILURE() << "not so: " << line;
    }
    EXPECT_EQ(code, 0) << "svc-host verify";
}

} // namespace

void expectInvariants(const RunningService& service) {
    expectVerified(service, {"verify"});
}

void expectSums(const RunningService& service) {
    expectVerified(service, {"verify", "--without-modules"});
}

} // namespace svc::test
