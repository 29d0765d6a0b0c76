#include <svc/encoding.hpp>

#include "file/make.hpp"

namespace svc::it_fatturapa {

/// Creates the file as payload, in the transaction of the document.
std::optional<commands::PrepareOutput> commands::prepare(Call& call, const commands::PrepareInput& input) {
    const auto document = documentOf(call, input.document.kind, input.document.id, input.operation);
    if (!document) {
        return std::nullopt;
    }
    const StoredFile file = makeFile(call, *document, input.settings, true);
    return commands::PrepareOutput{.payload = base64Encode(file.sent())};
}

} // namespace svc::it_fatturapa
