#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace svc::verifactu {

/// Most records of one message (SuministroLR.xsd).
inline constexpr std::int64_t MostRecords = 1000;

/// The SOAP message RegFactuSistemaFacturacion. `records`: elements as they were sealed.
std::string messageOf(std::string_view issuerName, std::string_view nif,
                      const std::vector<std::string>& records);

/// What is said of one record.
struct RecordAnswer {
    std::string number;
    bool annulment = false;
    bool accepted = false;
    bool withErrors = false; ///< accepted, and to be corrected
    std::string code;        ///< of the error; empty: none
    std::string text;
};

/// RespuestaRegFactuSistemaFacturacion.
struct MessageAnswer {
    std::string fault; ///< the whole message is refused, and why; nothing else is told then
    std::string csv;   ///< code of the authority for the message; empty when every record is refused
    std::int64_t waitSeconds = 0; ///< until the next message may be sent
    std::vector<RecordAnswer> records;
};

/// Nothing when the text is no such answer.
std::optional<MessageAnswer> readAnswer(std::string_view text);

} // namespace svc::verifactu
