#include "rules/words.hpp"

#include <array>
#include <cstddef>

namespace svc::receiving {
namespace {

using Words = std::array<std::string_view, static_cast<std::size_t>(Word::Findings) + 1>;

constexpr Words English = {"Seller", "Buyer", "Charge", "Findings"};
constexpr Words French = {"Vendeur", "Acheteur", "Frais", "Anomalies"};
constexpr Words German = {"Verkäufer", "Käufer", "Zuschlag", "Auffälligkeiten"};

} // namespace

std::string_view wordIn(std::string_view language, Word word) {
    const Words& words = language.starts_with("fr") ? French : language.starts_with("de") ? German : English;
    return words[static_cast<std::size_t>(word)];
}

} // namespace svc::receiving
