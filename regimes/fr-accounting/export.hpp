#pragma once

#include <svc/http.hpp>

namespace svc::fr {

Response exportFecRoute(Request& request);
/// `accounting_files.fr`: the same file for the archive of a period.
Json archiveFilesCommand(Call& call, const Json& input);

} // namespace svc::fr
