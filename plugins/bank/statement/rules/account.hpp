#pragma once

#include <string>
#include <string_view>

namespace svc::bank {

/// Does the account that a statement names belong to a wallet with this IBAN and number? Each of the two may
/// be empty. Banks name an account by IBAN, by IBAN and currency, or by their own number, which is the end of
/// the IBAN or a part of it after the number of the bank.
bool isAccountOf(std::string_view walletIban, std::string_view walletNumber, const std::string& account);

} // namespace svc::bank
