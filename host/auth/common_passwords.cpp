#include "host/auth/password.hpp"

#include <svc/text.hpp>

#include <algorithm>
#include <array>

namespace svc::host::auth {
namespace {

/// Common passwords of 12 characters and more, in lower case; shorter ones are refused by their length.
constexpr std::array Common = {
    std::string_view("1234567891011"),    std::string_view("123456789abc"),
    std::string_view("123456789qwerty"),  std::string_view("123qweasdzxc"),
    std::string_view("1q2w3e4r5t6y"),     std::string_view("1q2w3e4r5t6y7u8i"),
    std::string_view("1qaz2wsx3edc"),     std::string_view("1qaz2wsx3edc4rfv"),
    std::string_view("adminadmin123"),    std::string_view("administrator"),
    std::string_view("administrator1"),   std::string_view("asdfghjkl123"),
    std::string_view("azertyuiop12"),     std::string_view("azertyuiop123"),
    std::string_view("azertyuiopqs"),     std::string_view("basketball12"),
    std::string_view("bienvenue123"),     std::string_view("changeme1234"),
    std::string_view("changemenow1"),     std::string_view("chocolate123"),
    std::string_view("christopher1"),     std::string_view("correcthorsebatterystaple"),
    std::string_view("default12345"),     std::string_view("doudoudoudou"),
    std::string_view("football1234"),     std::string_view("geheim123456"),
    std::string_view("hallohallo12"),     std::string_view("hallohallohallo"),
    std::string_view("iloveyou1234"),     std::string_view("iloveyou12345"),
    std::string_view("iloveyou2024"),     std::string_view("jetaime12345"),
    std::string_view("letmein12345"),     std::string_view("letmeinletmein"),
    std::string_view("loulou123456"),     std::string_view("manchester123"),
    std::string_view("marseille13013"),   std::string_view("masterkey123"),
    std::string_view("motdepasse12"),     std::string_view("motdepasse123"),
    std::string_view("motdepasse1234"),   std::string_view("nicolas12345"),
    std::string_view("p@ssw0rd1234"),     std::string_view("pass1234pass"),
    std::string_view("passw0rd1234"),     std::string_view("password1234"),
    std::string_view("password12345"),    std::string_view("password123456"),
    std::string_view("password1234567"),  std::string_view("password2024"),
    std::string_view("password2025"),     std::string_view("password2026"),
    std::string_view("passwordpassword"), std::string_view("passwort1234"),
    std::string_view("passwort12345"),    std::string_view("passwort123456"),
    std::string_view("princess1234"),     std::string_view("q1w2e3r4t5y6"),
    std::string_view("qwerty123456"),     std::string_view("qwertyuiop12"),
    std::string_view("qwertyuiop123"),    std::string_view("qwertyuiop1234"),
    std::string_view("qwertyuiopas"),     std::string_view("qwertyuiopasdf"),
    std::string_view("qwertz123456"),     std::string_view("qwertzuiop12"),
    std::string_view("schatzschatz"),     std::string_view("sommer123456"),
    std::string_view("soleil123456"),     std::string_view("starwars1234"),
    std::string_view("sunshine1234"),     std::string_view("superman1234"),
    std::string_view("test12345678"),     std::string_view("testtest1234"),
    std::string_view("welcome12345"),     std::string_view("welcomewelcome"),
    std::string_view("whatever1234"),     std::string_view("willkommen12"),
    std::string_view("willkommen123"),    std::string_view("zaq12wsxcde3"),
    std::string_view("zxcvbnm12345")};

} // namespace

bool isCommonPassword(std::string_view password) {
    return std::find(Common.begin(), Common.end(), lowerAscii(password)) != Common.end();
}

} // namespace svc::host::auth
