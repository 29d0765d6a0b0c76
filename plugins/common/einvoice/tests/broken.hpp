#pragma once

#include <functional>
#include <string>
#include <vector>

#include "einvoice/formats.hpp"
#include "einvoice/invoice.hpp"

namespace svc::einvoice::samples {

/// One way to spoil a good invoice, and the official rule that it breaks.
struct Broken {
    std::string rule;
    Profile profile;
    std::string field; ///< where a user can correct it
    std::function<Invoice()> make;
};

std::vector<Broken> brokenInvoices();

} // namespace svc::einvoice::samples
