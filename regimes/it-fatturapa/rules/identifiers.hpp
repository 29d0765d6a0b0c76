// Numbers of Italian taxpayers.
#pragma once

#include <string_view>

namespace svc::it_fatturapa {

/// Partita IVA: eleven digits, the last one a check digit (Luhn over the digits; DM 23/12/1976).
bool isPartitaIva(std::string_view number);

/// Codice fiscale of a natural person: sixteen letters and digits, the last one a check letter (DM
/// 23/12/1976, annex). Letters in place of digits, which distinguish two persons with the same code
/// (omocodia), are valid too.
bool isPersonalCode(std::string_view code);

/// Codice fiscale of a natural person, or of an organisation: eleven digits as in a partita IVA.
bool isCodiceFiscale(std::string_view code);

} // namespace svc::it_fatturapa
