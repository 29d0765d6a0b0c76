#pragma once

#include <svc/call.hpp>

namespace svc::verifactu {

/// Prefetches the end of the chain, in the round trip that reads the company's duties.
Json askAhead(Call& call, const Json& input);
/// Creates the record of an invoice, ticket or credit note, or the annulment of a sale, in the transaction of
/// the document.
Json prepare(Call& call, const Json& input);

} // namespace svc::verifactu
