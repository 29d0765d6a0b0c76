#pragma once

#include <string>
#include <vector>

#include "einvoice/file_reader.hpp"
#include "paper/reader.hpp"

namespace svc::receiving {

/// The invoice as an HTML page for users, without scripts and external resources. All texts of the seller are
/// escaped.
std::string invoicePage(const einvoice::ReceivedInvoice& received,
                        const std::vector<einvoice::Finding>& findings, const paper::Reader& reader);

} // namespace svc::receiving
