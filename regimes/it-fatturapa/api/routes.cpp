#include "api/routes.hpp"

#include <svc/error.hpp>

#include "api/applying.hpp"

namespace svc::fatturapa {
namespace {

std::optional<StoredFile> fileAbout(Call& call, const Message& message) {
    auto file = message.fileName.empty() ? std::nullopt : fileNamed(call, message.fileName);
    return file ? file : fileOfSdi(call, message.sdiId);
}

} // namespace

Response takeMessage(Request& request) {
    const std::string content(request.rawInput());
    const auto message = readMessage(content);
    if (!message) {
        throw ApiError(400, "sdi-message-unreadable");
    }
    const auto file = fileAbout(request, *message);
    if (!file) {
        throw ApiError(404, "sdi-file-not-found");
    }
    const bool fresh = keep(request, *file, *message, content);
    if (fresh) {
        apply(request, *file, {*message});
    }
    return Response::json(200, Json::object({{"kind", codeOf(message->kind)},
                                             {"fileName", file->name},
                                             {"submissionId", file->submission},
                                             {"documentId", file->document},
                                             {"repeated", !fresh}}));
}

Response readFile(Request& request) {
    const auto file = readFileNamed(request, request.path("fileName"));
    if (!file || file->name != request.path("fileName")) {
        throw ApiError(404, "sdi-file-not-found");
    }
    return Response::bytes(200, "application/xml", file->xml)
        .header("Content-Disposition", "attachment; filename=\"" + file->name + '"');
}

} // namespace svc::fatturapa
