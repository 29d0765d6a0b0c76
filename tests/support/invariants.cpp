#include "support/invariants.hpp"

#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace svc::test {

void expectInvariants(const RunningService& service) {
    constexpr int MostShown = 10;
    const auto [code, output] = service.command({"verify"});
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

void expectSums(const RunningService& service) {
    for (const std::string& row : service.unequalSums()) {
        ADD_FAILURE() << "not so: " << row << "\nas invariant|company|subject|expected|found";
    }
}

} // namespace svc::test
