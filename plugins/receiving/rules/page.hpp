#pragma once

#include <string>
#include <vector>

#include "einvoice/file_reader.hpp"
#include "paper/reader.hpp"

namespace svc::receiving {

/// The invoice as people read it: HTML without scripts and without anything from elsewhere. Every text of the
/// seller is escaped.
std::string invoicePage(const einvoice::ReceivedInvoice& received,
                        const std::vector<einvoice::Finding>& findings, const paper::Reader& reader);

} // namespace svc::receiving
