#include "export/dsfinvk.hpp"

#include "accounting/export_period.hpp"
#include "export/files.hpp"
#include "zip/zip.hpp"

namespace svc::kassensichv {

Response exportDsfinvk(Request& request) {
    const Period period = accounting::exportPeriod(request);
    const std::string name = "dsfinv-k_" + period.from.toString() + '_' + period.to.toString() + ".zip";
    return Response::streamed(
               200, "application/zip",
               [&request, period](BodyWriter& body) {
                   ZipWriter zip([&](std::string_view bytes) { body.write(bytes); });
                   DsfinvkExport(request, closingsOf(request, period.from, period.to))
                       .write([&](std::string_view file, std::string_view bytes) { zip.write(file, bytes); });
                   zip.close();
               })
        .header("Content-Disposition", "attachment; filename=\"" + name + '"');
}

} // namespace svc::kassensichv
