#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>

namespace svc::records {

struct PreparedTax {
    std::string taxCategory;
    Decimal taxRate;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

/// The sums of a document that a regime prepares.
struct Prepared {
    std::string number = {};
    Date date = {};
    Currency currency = {};
    std::int64_t total = 0;
    std::vector<PreparedTax> taxes = {};
    bool hasPartner = false;
    std::string saleId = {}; ///< the sale itself, or the one that a credit note credits
};

template <class Taxes>
std::vector<PreparedTax> preparedTaxes(const Taxes& taxes) {
    std::vector<PreparedTax> all;
    for (const auto& tax : taxes) {
        all.push_back({tax.taxCategory, tax.taxRate, tax.net, tax.tax});
    }
    return all;
}

/// Of a sale or credit note of the module sales.
template <class Record>
Prepared preparedOf(const Record& record) {
    Prepared prepared{.number = record.number,
                      .date = record.date,
                      .currency = record.currency,
                      .total = record.total,
                      .taxes = preparedTaxes(record.taxes),
                      .hasPartner = record.partner.has_value()};
    if constexpr (requires { record.saleId; }) {
        prepared.saleId = record.saleId.toString();
    } else {
        prepared.saleId = record.id.toString();
    }
    return prepared;
}

/// The sums of a document: those that came with the input of `prepare`, else those of the record that
/// `getSale` or `getNote` reads from the module sales. The lines of a sale are not needed.
template <class Document, class GetSale, class GetNote>
Prepared withSums(const Document& told, GetSale getSale, GetNote getNote) {
    if (!told.taxes) {
        const bool isSale = told.kind == std::remove_cvref_t<decltype(told.kind)>::Sale;
        return isSale ? preparedOf(getSale()) : preparedOf(getNote());
    }
    return {.number = told.number.value_or(""),
            .date = told.date.value(),
            .currency = told.currency.value(),
            .total = told.total.value(),
            .taxes = preparedTaxes(*told.taxes),
            .hasPartner = told.partner.isObject(),
            .saleId = told.id};
}

} // namespace svc::records
