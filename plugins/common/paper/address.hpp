#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "einvoice/invoice.hpp"

namespace svc::paper {

/// The address as lines, the country by its name in the reader's language unless it is that of the sender.
std::vector<std::string> addressLines(const einvoice::Address& address, std::string_view language,
                                      const std::optional<std::string>& homeCountry);

} // namespace svc::paper
