#pragma once

#include <functional>
#include <string>
#include <vector>

#include "domain/invoice.hpp"
#include "xml/formats.hpp"

namespace svc::documents::samples {

/// One way to spoil a good invoice, and the official rule that it breaks.
struct Broken {
    std::string rule;
    Profile profile;
    std::string field; ///< where it can be mended
    std::function<Invoice()> make;
};

std::vector<Broken> brokenInvoices();

} // namespace svc::documents::samples
