#pragma once

#include <bindings.hpp>

namespace svc::treasury {

/// A transfer between two wallets; its movements are out, in, and the fee.
using Transfer = api::Transfer;

/// Writes the transfer after its movements.
///
/// @param valueBase value in transit, minor units of the currency of the company
void insertTransfer(Call& call, const Transfer& transfer, std::int64_t valueBase);

} // namespace svc::treasury
