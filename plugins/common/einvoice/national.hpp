#pragma once

#include <string>
#include <vector>

#include "einvoice/check.hpp"

namespace svc::einvoice {

/// Peppol's rules for sellers of one country, as far as an invoice written here can break them: Denmark,
/// Iceland, Italy, the Netherlands, Norway, Sweden. Those for Germany are checked with XRechnung; of those
/// for Greece (GR-R) only the form of the number, which no invoice written here has.
std::vector<Finding> nationalFindings(const Invoice& invoice);

/// The payment means code (UNCL 4461). One that is not allowed between Danish parties is replaced by an
/// international transfer (31) or by "instrument not defined" (1); one that is not allowed between Dutch
/// parties is left out (empty) where nothing is left to pay.
std::string meansBetween(const Invoice& invoice, std::string means);

} // namespace svc::einvoice
