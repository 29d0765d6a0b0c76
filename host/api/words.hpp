#pragma once

#include <string_view>

namespace svc::host::api {

/// One text in the languages of the service.
struct Words {
    std::string_view en;
    std::string_view fr;
    std::string_view de;

    constexpr std::string_view in(std::string_view language) const {
        return language == "fr" ? fr : language == "de" ? de : en;
    }
};

} // namespace svc::host::api
