#include "file/read.hpp"

#include <svc/error.hpp>

#include "file/store.hpp"

namespace svc::fatturapa {

Response readFile(Request& request) {
    const auto file = readFileNamed(request, request.path("fileName"));
    if (!file || file->name != request.path("fileName")) {
        throw ApiError(404, "sdi-file-not-found");
    }
    return Response::bytes(200, file->signedMessage ? "application/pkcs7-mime" : "application/xml",
                           file->sent())
        .header("Content-Disposition", "attachment; filename=\"" + file->name + '"');
}

} // namespace svc::fatturapa
