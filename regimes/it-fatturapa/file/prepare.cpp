#include "file/prepare.hpp"

#include <svc/encoding.hpp>

#include "file/make.hpp"

namespace svc::fatturapa {

Json prepare(Call& call, const Json& input) {
    const Json& told = input["document"];
    const auto document = documentOf(call, told["kind"], told["id"], input["operation"]);
    if (!document) {
        return Json(nullptr);
    }
    const StoredFile file = makeFile(call, *document, input["settings"], true);
    return Json::object({{"mark", nullptr}, {"payload", base64Encode(file.sent())}});
}

} // namespace svc::fatturapa
