#include "deposit/prepare.hpp"

#include <svc/error.hpp>

#include "deposit/paper.hpp"
#include "deposit/store.hpp"
#include "rules/parties.hpp"

namespace svc::fr_einvoicing {

Json prepare(Call& call, const Json& input) {
    const Json& document = input["document"];
    const Paper paper = paperOf(call, document.textOr("kind"), document.textOr("id"));
    if (buyerOf(paper.buyer) != Buyer::Domestic) {
        return nullptr;
    }
    const Made made = fileOf(call, paper, settingsOf(input["settings"]));
    if (!made.field.empty()) {
        throw ApiError(400, "invoice-incomplete", {made.field});
    }
    keepDocument(call, paper.document);
    return Json::object({{"mark", nullptr}, {"payload", made.content}});
}

} // namespace svc::fr_einvoicing
