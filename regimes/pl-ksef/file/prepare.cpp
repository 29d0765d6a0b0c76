#include <svc/encoding.hpp>

#include "file/record.hpp"
#include "regime_id.hpp"

namespace svc::pl_ksef {

/// The file of an invoice or correction, in the transaction of the document.
std::optional<commands::PrepareOutput> commands::prepare(Call& call, const commands::PrepareInput& input) {
    const Json& settings = input.settings;
    const auto& document = input.document;
    if (modeNow(settings) == Mode::TotalFailure) {
        return std::nullopt; // issued outside of KSeF, and not sent later
    }
    const Wanted wanted = recordFor(call, document.id, settings, environmentOf(input.mode, settings), {});
    if (wanted.waits) {
        // Nothing is sealed yet: the file is made once the corrected invoice has its KSeF number.
        calls::compliance::fiscalRegister(call, {.regime = std::string(RegimeId),
                                                 .kind = document.kind,
                                                 .documentId = document.id,
                                                 .documentNumber = document.number,
                                                 .operation = input.operation});
        return std::nullopt;
    }
    if (!wanted.record) {
        return std::nullopt;
    }
    return commands::PrepareOutput{.mark = markOf(*wanted.record),
                                   .payload = base64Encode(wanted.record->file)};
}

} // namespace svc::pl_ksef
