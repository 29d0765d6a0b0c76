#pragma once

#include "einvoice/check.hpp"

namespace svc::einvoice {

/// The lists of `codelists/`, compiled into the library.
const CodeLists& codeLists();

} // namespace svc::einvoice
