#pragma once

#include <svc/http.hpp>

namespace svc::de {

Response exportDatevRoute(Request& request);
/// `accounting_files.de`: the same file for the archive of a period.
Json archiveFilesCommand(Call& call, const Json& input);

} // namespace svc::de
