#include "accounting/export_period.hpp"
#include "bindings.hpp"
#include "export/files.hpp"
#include "zip/zip.hpp"

namespace svc::de_kassensichv {

/// The closings of a period as a ZIP file of the DSFinV-K.
Response exportDsfinvk(Request& request, const api::ExportDsfinvkParameters&) {
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

} // namespace svc::de_kassensichv
