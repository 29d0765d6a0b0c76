#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::es_verifactu {

/// The greatest number of records in a message (SuministroLR.xsd).
inline constexpr std::int64_t MostRecords = 1000;

/// The SOAP message RegFactuSistemaFacturacion. `records`: elements as they were sealed.
std::string messageOf(std::string_view issuerName, std::string_view nif,
                      const std::vector<std::string>& records);

/// The authority's answer for one record.
struct RecordAnswer {
    std::string number;
    bool annulment = false;
    bool accepted = false;
    bool withErrors = false; ///< accepted, but it must be corrected
    std::string code;        ///< of the error; empty: none
    std::string text;
};

/// RespuestaRegFactuSistemaFacturacion.
struct MessageAnswer {
    std::string fault; ///< why the whole message is refused; all other fields are empty then
    std::string csv;   ///< the authority's code (CSV) for the message; empty when every record is refused
    std::int64_t waitSeconds = 0; ///< until the next message may be sent
    std::vector<RecordAnswer> records;
};

/// Nothing when the text is no such message.
std::optional<MessageAnswer> readAnswer(std::string_view text);

} // namespace svc::es_verifactu
