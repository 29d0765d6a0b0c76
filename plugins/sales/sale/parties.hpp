#pragma once

#include <string>

#include "document/neighbours.hpp"
#include "sale/store/parties.hpp"

namespace svc::sales {

/// The company, its business unit and the partner as a document names them today.
Parties partiesOf(Call& call, const std::string& businessUnitName, const Partner* partner);

} // namespace svc::sales
