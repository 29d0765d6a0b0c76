// Passes a sale to the sealed journal from the memory of the transaction that creates it.
#include "sale/store/issuing_sale.hpp"

namespace svc::sales {
namespace {

commands::RecordedLine recordedOf(const SaleLine& line) {
    return {.id = line.id,
            .label = line.label,
            .quantity = line.quantity,
            .unitPrice = line.unitPrice,
            .net = line.net,
            .tax = line.tax,
            .total = line.total,
            .taxCategory = line.taxCategory,
            .taxRate = line.taxRate};
}

commands::RecordedPayment recordedOf(const Payment& payment, SaleId sale) {
    return {.id = payment.id,
            .date = payment.date,
            .origin = std::string(toText(payment.origin)),
            .saleId = sale,
            .walletId = payment.walletId,
            .method = std::string(toText(payment.method)),
            .currency = payment.currency.toString(),
            .amount = payment.amount,
            .amountBase = payment.amountBase};
}

} // namespace

std::optional<commands::RecordedOutput> commands::recorded(Call&, const commands::RecordedInput& input) {
    IssuingSale* issuing = IssuingSale::find(input.id.uuid());
    if (issuing == nullptr) {
        return std::nullopt;
    }
    const Sale& sale = issuing->sale();
    commands::RecordedOutput recorded{.sale = {.id = sale.id,
                                               .kind = std::string(toText(sale.kind)),
                                               .number = sale.number,
                                               .date = sale.date,
                                               .businessUnitId = sale.businessUnitId,
                                               .currency = sale.currency.toString(),
                                               .total = sale.total,
                                               .taxTotal = sale.taxTotal,
                                               .totalBase = sale.totalBase,
                                               .taxes = Json::parse(bind::textOf(sale.taxes))}};
    for (const SaleLine& line : sale.lines) {
        recorded.sale.lines.push_back(recordedOf(line));
    }
    for (const Payment& payment : sale.payments) {
        recorded.payments.push_back(recordedOf(payment, sale.id));
    }
    return recorded;
}

} // namespace svc::sales
