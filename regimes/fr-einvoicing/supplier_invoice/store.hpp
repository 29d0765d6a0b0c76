#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// A supplier invoice that came through the platform.
struct SupplierInvoice {
    std::string id = {};
    std::string flow = {};
    std::string number = {};
    int typeCode = 380;
    Date date = {};
    std::string sellerSiren = {};
    std::string sellerName = {};
};
void keepSupplierInvoice(Call& call, const SupplierInvoice& invoice);
std::optional<SupplierInvoice> findSupplierInvoice(Call& call, const std::string& id);
void keepPurchase(Call& call, const std::string& invoice, const std::string& purchase);
std::optional<SupplierInvoice> findByPurchase(Call& call, const std::string& purchase);

} // namespace svc::fr_einvoicing
