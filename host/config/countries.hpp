#pragma once

#include <svc/currency.hpp>
#include <svc/decimal.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace svc::host::config {

/// The defaults that a company gets from its country.
struct Country {
    std::string code; ///< ISO 3166-1, two capitals
    Currency currency;
    std::string timeZone;
    std::string language;
    std::optional<Decimal> taxRate; ///< percent; nothing when it is not uniform or not known
    std::string chart;
};

/// config/countries.yaml; immutable once loaded.
class Countries {
public:
    /// Throws ConfigError with every mistake of the file.
    static Countries load(const std::filesystem::path& path);

    /// nullptr when the code is not a country of ISO 3166-1.
    const Country* find(std::string_view code) const noexcept;

    std::size_t size() const noexcept { return countries_.size(); }

private:
    std::map<std::string, Country, std::less<>> countries_;
};

} // namespace svc::host::config
