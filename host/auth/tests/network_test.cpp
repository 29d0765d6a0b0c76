#include "host/auth/network.hpp"

#include <gtest/gtest.h>

namespace svc::host::auth {
namespace {

bool covers(std::string_view block, std::string_view address) {
    return Network::parse(block).value().contains(Network::parse(address).value());
}

TEST(Network, CoversItsOwnAddressOnly) {
    EXPECT_TRUE(covers("203.0.113.7", "203.0.113.7"));
    EXPECT_FALSE(covers("203.0.113.7", "203.0.113.8"));
    EXPECT_TRUE(covers("2001:db8::1", "2001:0db8:0:0::1"));
}

TEST(Network, CoversTheAddressesOfItsBlock) {
    EXPECT_TRUE(covers("203.0.113.0/24", "203.0.113.255"));
    EXPECT_FALSE(covers("203.0.113.0/24", "203.0.114.0"));
    EXPECT_TRUE(covers("10.0.0.0/9", "10.127.255.255"));
    EXPECT_FALSE(covers("10.0.0.0/9", "10.128.0.0"));
    EXPECT_TRUE(covers("2001:db8::/33", "2001:db8:7fff::1"));
    EXPECT_FALSE(covers("2001:db8::/33", "2001:db8:8000::1"));
}

TEST(Network, IgnoresTheBitsBeyondThePrefix) {
    EXPECT_TRUE(covers("192.0.2.77/24", "192.0.2.1"));
}

TEST(Network, TakesAMappedAddressForTheSame) {
    EXPECT_TRUE(covers("203.0.113.0/24", "::ffff:203.0.113.9"));
    EXPECT_TRUE(covers("::ffff:203.0.113.9", "203.0.113.9"));
}

TEST(Network, OfAllIpv4AddressesCoversNoIpv6Address) {
    EXPECT_TRUE(covers("0.0.0.0/0", "198.51.100.1"));
    EXPECT_FALSE(covers("0.0.0.0/0", "2001:db8::1"));
    EXPECT_TRUE(covers("::/0", "198.51.100.1"));
}

TEST(Network, IsNotReadFromAnotherText) {
    for (const char* text : {"", "203.0.113", "203.0.113.7/33", "203.0.113.7/", "203.0.113.7/-1",
                             "2001:db8::/129", "example.test", "203.0.113.7 ", "1e1.0.0.1"}) {
        EXPECT_FALSE(Network::parse(text)) << text;
    }
}

} // namespace
} // namespace svc::host::auth
