#pragma once

/// Types of invoices (BT-3, UNCL 1001).
namespace svc::fr_einvoicing::type_code {

inline constexpr int Invoice = 380;
inline constexpr int CreditNote = 381;
inline constexpr int Corrected = 384;
inline constexpr int Prepayment = 386;

} // namespace svc::fr_einvoicing::type_code
