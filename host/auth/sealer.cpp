#include "host/auth/sealer.hpp"

#include <svc/text.hpp>

#include "host/auth/sealed_text.hpp"

namespace svc::host::auth {

int Sealer::versionOf(std::string_view sealed) {
    const std::size_t dot = sealed.find('.'); // not in the alphabet of base64url
    if (dot == std::string_view::npos) {
        return 1;
    }
    return static_cast<int>(parseInt64(sealed.substr(0, dot)).value_or(0));
}

std::string Sealer::seal(std::string_view context, std::string_view text) const {
    const auto& [version, key] = *keys_.rbegin();
    const std::string sealed = sealText(key, context, text);
    return version == 1 ? sealed : std::to_string(version) + '.' + sealed;
}

std::optional<std::string> Sealer::open(std::string_view context, std::string_view sealed) const {
    const auto key = keys_.find(versionOf(sealed));
    if (key == keys_.end()) {
        return std::nullopt;
    }
    const std::size_t dot = sealed.find('.');
    return openText(key->second, context, dot == std::string_view::npos ? sealed : sealed.substr(dot + 1));
}

} // namespace svc::host::auth
