#include "file/prepare.hpp"

#include <svc/encoding.hpp>

#include "describe.hpp"
#include "file/record.hpp"

namespace svc::ksef {

Json prepare(Call& call, const Json& input) {
    const Json& settings = input["settings"];
    if (modeNow(settings) == Mode::TotalFailure) {
        return nullptr; // issued outside of KSeF, and not sent later
    }
    const Wanted wanted = recordFor(call, input["document"].textOr("id"), settings,
                                    environmentOf(input.textOr("mode"), settings), {});
    if (wanted.waits) {
        // Nothing is sealed yet: the file is made once the corrected invoice has its KSeF number.
        const Json& document = input["document"];
        call.command("fiscal.register", Json::object({{"regime", RegimeId},
                                                      {"kind", document["kind"]},
                                                      {"documentId", document["id"]},
                                                      {"documentNumber", document["number"]},
                                                      {"operation", input["operation"]}}));
        return nullptr;
    }
    if (!wanted.record) {
        return nullptr;
    }
    return Json::object({{"mark", markOf(*wanted.record)}, {"payload", base64Encode(wanted.record->file)}});
}

} // namespace svc::ksef
