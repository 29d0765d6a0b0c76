#pragma once

#include <vector>

#include "einvoice/check.hpp"

namespace svc::einvoice {

/// Rules that Peppol has for sellers of one country, as far as an invoice of ours can break them: Denmark,
/// Iceland, Italy, the Netherlands, Norway, Sweden. Germany is with XRechnung; Greece (GR-R) is not checked.
std::vector<Finding> nationalFindings(const Invoice& invoice);

} // namespace svc::einvoice
