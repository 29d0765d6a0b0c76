#include "host/webhooks/address_policy.hpp"

#include <cstring>

#include <arpa/inet.h>
#include <gtest/gtest.h>

namespace svc::host::webhooks {
namespace {

bool acceptsUrl(const std::string& text, const AddressPolicy& policy = AddressPolicy({})) {
    const auto url = parseHookUrl(text);
    return url && policy.permits(*url);
}

bool acceptsAddress(const std::string& text) {
    sockaddr_storage storage{};
    auto* four = reinterpret_cast<sockaddr_in*>(&storage);
    auto* six = reinterpret_cast<sockaddr_in6*>(&storage);
    if (::inet_pton(AF_INET, text.c_str(), &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
    } else if (::inet_pton(AF_INET6, text.c_str(), &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
    } else {
        ADD_FAILURE() << text << " is no address";
    }
    HookUrl url;
    url.host = "hooks.example.org";
    return AddressPolicy({}).permits(url, reinterpret_cast<const sockaddr*>(&storage));
}

TEST(HookUrl, KeepsItsParts) {
    const auto url = parseHookUrl("https://Hooks.Example.org:8443/a/b?c=d#e");
    ASSERT_TRUE(url);
    EXPECT_EQ(url->host, "hooks.example.org");
    EXPECT_EQ(url->port, 8443);
    EXPECT_EQ(url->target, "/a/b?c=d");
    EXPECT_EQ(url->authority, "hooks.example.org:8443");
    EXPECT_EQ(parseHookUrl("https://hooks.example.org?x=1")->target, "/?x=1");
    EXPECT_EQ(parseHookUrl("https://hooks.example.org")->port, 443);
    EXPECT_EQ(parseHookUrl("https://[2606:4700::1]:444/")->hostAndPort(), "[2606:4700::1]:444");
}

TEST(HookUrl, IsRefusedWhenItIsNotStrictlyAnHttpsAddress) {
    for (const char* text : {"http://hooks.example.org/",
                             "ftp://hooks.example.org/",
                             "https:/hooks.example.org",
                             "https://",
                             "",
                             "hooks.example.org",
                             "https://user@hooks.example.org/",
                             "https://user:word@hooks.example.org/",
                             "https://hooks.example.org\\@10.0.0.1/",
                             "https://hooks.example.org/a b",
                             "https://hooks.example.org/\n",
                             "https://hooks.example.org:0/",
                             "https://hooks.example.org:65536/",
                             "https://hooks.example.org:/",
                             "https://hooks.example.org:4a/",
                             "https://h\xc3\xb6oks.example.org/",
                             "https://hooks%2eexample.org/",
                             "https://.example.org/",
                             "https://hooks..example.org/",
                             "https://-a.example.org/",
                             "https://[::1/",
                             "https://[fe80::1%25eth0]/",
                             "https://[1.2.3.4]/"}) {
        EXPECT_FALSE(parseHookUrl(text)) << text;
    }
    EXPECT_FALSE(parseHookUrl("https://hooks.example.org/" + std::string(2048, 'a')));
}

TEST(HookUrl, IsRefusedWhenOnlyOldSoftwareTakesItForAnAddress) {
    for (const char* host : {"2130706433", "0x7f.1", "0177.0.0.1", "127.1", "127.0.0.1.", "0x7f000001",
                             "1.2.3", "010.8.8.8", "1.2.3.4.5", "8.8.8.8."}) {
        EXPECT_FALSE(acceptsUrl("https://" + std::string(host) + "/")) << host;
    }
}

TEST(AddressPolicy, RefusesLocalNames) {
    for (const char* host :
         {"localhost", "a.localhost", "printer.local", "db.internal", "x.localdomain", "intranet"}) {
        EXPECT_FALSE(acceptsUrl("https://" + std::string(host) + "/")) << host;
    }
    EXPECT_TRUE(acceptsUrl("https://hooks.example.org/"));
    EXPECT_TRUE(acceptsUrl("https://xn--bcher-kva.example/"));
}

TEST(AddressPolicy, RefusesSpecialRangesOfIpv4) {
    for (const char* address :
         {"0.0.0.0",         "0.255.255.255",   "10.0.0.1",        "10.255.255.255", "100.64.0.0",
          "100.127.255.255", "127.0.0.1",       "127.255.255.255", "169.254.0.1",    "169.254.169.254",
          "172.16.0.0",      "172.31.255.255",  "192.0.0.1",       "192.0.2.1",      "192.88.99.1",
          "192.168.0.1",     "192.168.255.255", "198.18.0.0",      "198.19.255.255", "198.51.100.1",
          "203.0.113.1",     "224.0.0.1",       "239.255.255.255", "240.0.0.1",      "255.255.255.255"}) {
        EXPECT_FALSE(acceptsAddress(address)) << address;
        EXPECT_FALSE(acceptsUrl("https://" + std::string(address) + "/")) << address;
    }
    for (const char* address :
         {"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
          "126.255.255.255", "128.0.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0",
          "192.167.255.255", "198.17.255.255", "198.20.0.0", "223.255.255.255"}) {
        EXPECT_TRUE(acceptsAddress(address)) << address;
    }
}

TEST(AddressPolicy, RefusesSpecialRangesOfIpv6) {
    for (const char* address : {"::",
                                "::1",
                                "::127.0.0.1",
                                "::8.8.8.8",
                                "::ffff:127.0.0.1",
                                "::ffff:10.0.0.1",
                                "::ffff:169.254.169.254",
                                "64:ff9b::808:808",
                                "64:ff9b:1::1",
                                "100::1",
                                "2001::1",
                                "2001:10::1",
                                "2001:20::1",
                                "2001:1ff:ffff::1",
                                "2001:db8::1",
                                "2002:7f00:1::1",
                                "2002:808:808::1",
                                "3fff::1",
                                "3fff:fff::1",
                                "4000::1",
                                "5f00::1",
                                "fc00::1",
                                "fd12:3456::1",
                                "fe80::1",
                                "fec0::1",
                                "ff02::1"}) {
        EXPECT_FALSE(acceptsAddress(address)) << address;
        EXPECT_FALSE(acceptsUrl("https://[" + std::string(address) + "]/")) << address;
    }
    for (const char* address : {"2606:4700:4700::1111", "2001:4860:4860::8888", "2001:200::1", "2003::1",
                                "2a00:1450::1", "3ffe::1", "::ffff:8.8.8.8"}) {
        EXPECT_TRUE(acceptsAddress(address)) << address;
    }
}

TEST(AddressPolicy, RefusesAnAddressWithAZone) {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    ::inet_pton(AF_INET6, "2606:4700::1", &address.sin6_addr);
    address.sin6_scope_id = 2;
    EXPECT_FALSE(AddressPolicy({}).permits({}, reinterpret_cast<const sockaddr*>(&address)));
}

TEST(AddressPolicy, LetsTheConfigurationMakeExceptionsForOnePort) {
    const AddressPolicy policy({"127.0.0.1:18443"});
    EXPECT_TRUE(acceptsUrl("https://127.0.0.1:18443/hook", policy));
    EXPECT_FALSE(acceptsUrl("https://127.0.0.1:18444/hook", policy));
    EXPECT_FALSE(acceptsUrl("http://127.0.0.1:18443/hook", policy));
    EXPECT_FALSE(acceptsUrl("https://127.0.0.2:18443/hook", policy));
}

} // namespace
} // namespace svc::host::webhooks
