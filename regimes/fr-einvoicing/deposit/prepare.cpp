#include <svc/error.hpp>

#include "deposit/paper.hpp"
#include "deposit/store.hpp"
#include "rules/parties.hpp"

namespace svc::fr_einvoicing {

/// In the transaction of an invoice or credit note: the file for its buyer. Nothing when the buyer is no
/// French business. Refuses with `invoice-incomplete:<field>`, `currency-unsupported:<currency>`.
std::optional<commands::PrepareOutput> commands::prepare(Call& call, const commands::PrepareInput& input) {
    const Paper paper = paperOf(call, input.document.kind, input.document.id);
    if (buyerOf(paper.buyer) != Buyer::Domestic) {
        return std::nullopt;
    }
    const Made made = fileOf(call, paper, settingsOf(input.settings));
    if (!made.field.empty()) {
        throw ApiError(400, "invoice-incomplete", {made.field});
    }
    keepDocument(call, paper.document);
    return commands::PrepareOutput{.payload = made.content};
}

} // namespace svc::fr_einvoicing
