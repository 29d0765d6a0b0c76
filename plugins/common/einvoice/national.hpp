#pragma once

#include <string>
#include <vector>

#include "einvoice/check.hpp"

namespace svc::einvoice {

/// Rules that Peppol has for sellers of one country, as far as an invoice of ours can break them: Denmark,
/// Iceland, Italy, the Netherlands, Norway, Sweden. Germany is with XRechnung; Greece (GR-R) is not checked.
std::vector<Finding> nationalFindings(const Invoice& invoice);

/// The means of payment (UNCL 4461), or in the place of one that may not stand between these parties a
/// transfer to an international account (31) or a means that is not told (1).
std::string meansBetween(const Invoice& invoice, std::string means);

} // namespace svc::einvoice
