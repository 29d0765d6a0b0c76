#pragma once

#include <string>

#include "bindings.hpp"
#include "sale/store/parties.hpp"

namespace svc::sales {

using Partner = calls::partners::GetOutput;

/// The current data of the company, its business unit and the partner for a document.
Parties partiesOf(Call& call, const std::string& businessUnitName, const Partner* partner);

} // namespace svc::sales
