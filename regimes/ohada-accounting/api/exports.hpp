#pragma once

#include <svc/http.hpp>

namespace svc::ohada {

Response exportLedgerRoute(Request& request);
Response exportBalanceRoute(Request& request);
/// `accounting_files.syscohada`: both files for the archive of a period.
Json archiveFilesCommand(Call& call, const Json& input);

} // namespace svc::ohada
