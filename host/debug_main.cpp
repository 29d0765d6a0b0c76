// The main function of a program of svc_add_debug_host with TESTS. With a command (`serve`, `plugins
// probe-in-child` …) it is svc-host, else it runs its tests.
#include "host/app/program.hpp"

#include <gtest/gtest.h>

int main(int count, char** words) {
    if (count > 1 && words[1][0] != '-') {
        return svc::host::app::runProgram(count, words);
    }
    testing::InitGoogleTest(&count, words);
    return RUN_ALL_TESTS();
}
