#pragma once

#include <svc/call.hpp>

namespace svc::ohada {

/// `accounting_files.syscohada`: both files for the archive of a period.
Json archiveFilesCommand(Call& call, const Json& input);

} // namespace svc::ohada
