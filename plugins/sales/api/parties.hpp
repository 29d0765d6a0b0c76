#pragma once

#include "api/neighbours.hpp"
#include "store/party_store.hpp"

namespace svc::sales {

/// The company and the partner as a document names them today.
Parties partiesOf(Call& call, const Partner* partner);

} // namespace svc::sales
