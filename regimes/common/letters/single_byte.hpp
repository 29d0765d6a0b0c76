/// @file UTF-8 to the single-byte code pages that authorities and accounting programs require.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <svc/text.hpp>

namespace svc::letters {

/// The characters of the bytes 0x80 to 0xFF; 0: the byte has none.
using CodePage = std::array<char32_t, 128>;

namespace detail {

constexpr CodePage latin1Page() {
    CodePage page{};
    for (std::size_t i = 0x20; i < page.size(); ++i) {
        page[i] = static_cast<char32_t>(0x80 + i);
    }
    return page;
}

constexpr CodePage latin9Page() {
    CodePage page = latin1Page();
    page[0x24] = 0x20AC;
    page[0x26] = 0x0160;
    page[0x28] = 0x0161;
    page[0x34] = 0x017D;
    page[0x38] = 0x017E;
    page[0x3C] = 0x0152;
    page[0x3D] = 0x0153;
    page[0x3E] = 0x0178;
    return page;
}

constexpr CodePage windows1252Page() {
    CodePage page = latin1Page();
    constexpr std::array<char32_t, 32> Upper = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
    for (std::size_t i = 0; i < Upper.size(); ++i) {
        page[i] = Upper[i];
    }
    return page;
}

} // namespace detail

/// ISO 8859-15.
inline constexpr CodePage Latin9 = detail::latin9Page();
inline constexpr CodePage Windows1252 = detail::windows1252Page();

/// Converts UTF-8 to a code page. `spell(char32_t)` gives the replacement, of characters below 0x80, for a
/// character that the page lacks.
///
///     toSingleByte("Œuvre", Latin9, [](char32_t) { return "?"; });    // "\xBDuvre"
template <typename Spell>
std::string toSingleByte(std::string_view utf8, const CodePage& page, Spell spell) {
    std::string result;
    result.reserve(utf8.size());
    while (!utf8.empty()) {
        // Most texts are plain ASCII.
        std::size_t plain = 0;
        while (plain < utf8.size() && static_cast<unsigned char>(utf8[plain]) < 0x80) {
            ++plain;
        }
        result.append(utf8.substr(0, plain));
        utf8.remove_prefix(plain);
        if (utf8.empty()) {
            break;
        }
        const char32_t character = takeCodePoint(utf8);
        std::size_t place = character >= 0xA0 && character <= 0xFF ? character - 0x80 : 0;
        if (page[place] != character) {
            for (place = 0; place < page.size() && page[place] != character; ++place) {
            }
        }
        if (place < page.size()) {
            result += static_cast<char>(0x80 + place);
        } else {
            result += spell(character);
        }
    }
    return result;
}

} // namespace svc::letters
