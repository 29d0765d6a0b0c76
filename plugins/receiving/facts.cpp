#include "store.hpp"

namespace svc::receiving {

std::optional<commands::DocumentSupplierInvoiceOutput>
commands::documentSupplierInvoice(Call& call, const commands::DocumentSupplierInvoiceInput& input) {
    const auto found = findInvoice(call, input.id);
    if (!found) {
        return std::nullopt;
    }
    const api::SupplierInvoice& shown = found->shown;
    return commands::DocumentSupplierInvoiceOutput{.id = shown.id,
                                                   .number = shown.number,
                                                   .date = shown.issueDate,
                                                   .partnerId = shown.partnerId,
                                                   .label = shown.number + ' ' + shown.seller.textOr("name")};
}

} // namespace svc::receiving
