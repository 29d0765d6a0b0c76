#pragma once

#include <vector>

#include <svc/json.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// Taxes by category and rate, as rows and answers hold them.
Json taxesJson(const std::vector<SaleTax>& taxes);

} // namespace svc::sales
