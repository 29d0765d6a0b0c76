#include <svc/error.hpp>

#include "bindings.hpp"
#include "file/store.hpp"

namespace svc::it_fatturapa {

/// Downloads a file in the form in which it is sent.
Response readSdiFile(Request& request, const api::ReadSdiFileParameters& parameters) {
    const auto file = readFileNamed(request, parameters.fileName);
    if (!file || file->name != parameters.fileName) {
        throw ApiError(404, "sdi-file-not-found");
    }
    return Response::bytes(200, file->signedMessage ? "application/pkcs7-mime" : "application/xml",
                           file->sent())
        .header("Content-Disposition", "attachment; filename=\"" + file->name + '"');
}

} // namespace svc::it_fatturapa
