#include "file/rules/file_name.hpp"

#include <algorithm>

namespace svc::it_fatturapa {
namespace {

constexpr std::size_t ProgressLength = 5;
constexpr std::string_view Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isPlain(char c) {
    return isUpper(c) || (c >= '0' && c <= '9');
}

} // namespace

std::optional<Transmitter> transmitterOf(std::string_view text) {
    if (text.size() < 4 || text.size() > 30 || !isUpper(text[0]) || !isUpper(text[1]) ||
        !std::all_of(text.begin(), text.end(), isPlain)) {
        return std::nullopt;
    }
    return Transmitter{std::string(text.substr(0, 2)), std::string(text.substr(2))};
}

std::optional<std::string> progressOf(std::string_view prefix, std::int64_t sequence) {
    std::string text;
    for (std::int64_t rest = sequence; rest > 0; rest /= 36) {
        text.insert(text.begin(), Digits[static_cast<std::size_t>(rest % 36)]);
    }
    if (sequence < 1 || prefix.size() > 2 || text.size() + prefix.size() > ProgressLength) {
        return std::nullopt;
    }
    return std::string(prefix) + std::string(ProgressLength - prefix.size() - text.size(), '0') + text;
}

std::string fileNameOf(const Transmitter& transmitter, std::string_view progress, SignatureForm form) {
    return transmitter.country + transmitter.code + '_' + std::string(progress) +
           (form == SignatureForm::Cades ? ".xml.p7m" : ".xml");
}

std::string_view stemOf(std::string_view fileName) {
    return fileName.substr(0, fileName.find('.'));
}

} // namespace svc::it_fatturapa
