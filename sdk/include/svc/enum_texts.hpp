/// @file The stored texts of a hand-written enumeration; those of contract enumerations are generated.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace svc {

/// One text for each value of an enumeration that counts from 0, in the order of its values. Define toText()
/// and fromText() beside the enumeration, so that columns and bindings find them:
///
///     enum class Colour { Red, Blue };
///     inline constexpr svc::EnumTexts<Colour, 2> ColourTexts{{"red", "blue"}};
///     constexpr std::string_view toText(Colour value) { return ColourTexts.textOf(value); }
///     constexpr bool fromText(std::string_view text, Colour& to) { return ColourTexts.read(text, to); }
template <class Enum, std::size_t Count>
struct EnumTexts {
    std::array<std::string_view, Count> texts;

    constexpr std::string_view textOf(Enum value) const { return texts.at(static_cast<std::size_t>(value)); }
    /// Returns false and leaves `to` unchanged when the text is not one of them.
    constexpr bool read(std::string_view text, Enum& to) const {
        for (std::size_t i = 0; i < Count; ++i) {
            if (texts[i] == text) {
                to = static_cast<Enum>(i);
                return true;
            }
        }
        return false;
    }
};

} // namespace svc
