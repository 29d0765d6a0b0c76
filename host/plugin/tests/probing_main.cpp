#include <gmock/gmock.h>

#include "host/plugin/library.hpp"

// For tests that probe libraries: the probe starts this program again, as it starts svc-host:
// `plugins probe-in-child LIBRARY…`.
int main(int count, char** words) {
    if (count >= 4 && std::string(words[1]) == "plugins" &&
        std::string(words[2]) == svc::host::plugin::ProbeInChild) {
        return svc::host::plugin::probeHere({words + 3, words + count});
    }
    testing::InitGoogleMock(&count, words);
    return RUN_ALL_TESTS();
}
