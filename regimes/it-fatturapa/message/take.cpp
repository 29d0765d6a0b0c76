#include <svc/error.hpp>

#include "bindings.hpp"
#include "message/apply.hpp"

namespace svc::it_fatturapa {
namespace {

std::optional<StoredFile> fileAbout(Call& call, const Message& message) {
    auto file = message.fileName.empty() ? std::nullopt : fileNamed(call, message.fileName);
    return file ? file : fileOfSdi(call, message.sdiId);
}

} // namespace

/// Takes a message of SdI that did not come through the intermediary.
Answer<200, api::TakeSdiMessageAnswer> takeSdiMessage(Request& request) {
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
    return api::TakeSdiMessageAnswer{
        .kind = std::string(codeOf(message->kind)),
        .fileName = file->name,
        .submissionId = file->submission ? FiscalSubmissionId::parse(*file->submission) : std::nullopt,
        .documentId = file->document,
        .repeated = !fresh};
}

} // namespace svc::it_fatturapa
