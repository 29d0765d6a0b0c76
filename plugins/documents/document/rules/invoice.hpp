#pragma once

#include "einvoice/invoice.hpp"

namespace svc::documents {

/// The model, its rules and its formats are shared with the module that reads invoices.
using namespace einvoice;

} // namespace svc::documents
