#pragma once

#include <svc/call.hpp>

namespace svc::verifactu {

/// The end of the chain comes with the duties of the company.
Json askAhead(Call& call, const Json& input);
/// The record of an invoice, ticket or credit note, or the annulment of a sale, in its own transaction.
Json prepare(Call& call, const Json& input);

} // namespace svc::verifactu
