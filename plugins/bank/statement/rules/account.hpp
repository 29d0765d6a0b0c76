#pragma once

#include <string>
#include <string_view>

namespace svc::bank {

/// Is the account that a statement names that of a wallet with this IBAN and number, each of which may be
/// empty? Banks name it by IBAN, by IBAN and currency, or by their own number, which is the end of the IBAN
/// or a part of it after the number of the bank.
bool isAccountOf(std::string_view walletIban, std::string_view walletNumber, const std::string& account);

} // namespace svc::bank
