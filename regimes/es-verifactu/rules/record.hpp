#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/date.hpp>

namespace svc::es_verifactu {

/// Characters of the name of a person or company (TextMax120Type).
inline constexpr std::size_t LongestName = 120;

/// The identification of an invoice in every record.
struct InvoiceId {
    std::string issuer; ///< NIF
    std::string number;
    Date date;
};

/// The previous record of the chain.
struct Previous {
    InvoiceId invoice;
    std::string hash;
};

/// The recipient of an invoice: by NIF, or by an identifier of another country.
struct Recipient {
    std::string name = {};
    std::string nif = {};     ///< empty: `id` and the fields below apply
    std::string country = {}; ///< ISO 3166; left out with a VAT number
    std::string idType = {};  ///< list L7: 02 VAT number, 04 identifier of the country
    std::string id = {};
};

/// Amounts of one rate, cents. A credit note has negative ones.
struct TaxLine {
    std::string scheme = {};        ///< list L8A: 01, 02 for exports
    std::string qualification = {}; ///< list L9: S1, S2, N1, N2; empty when exempt
    std::string exemption = {};     ///< list L10: E1 to E8
    std::string rate = {};          ///< percent; empty: none is written
    std::int64_t base = 0;
    std::int64_t tax = 0;
};

/// The producer of the software that creates the records, and its installation.
struct System {
    std::string producer;
    std::string producerNif;
    std::string name;
    std::string id; ///< two characters
    std::string version;
    std::string installation;
};

/// The registration of an issued invoice (RegistroAlta).
struct Registration {
    InvoiceId invoice = {};
    std::string issuerName = {};
    std::string type = {};                   ///< list L2: F1, F2, R1, R5
    std::optional<InvoiceId> corrected = {}; ///< the invoice that a credit note corrects, by difference
    bool again = false;                      ///< the authority refused an earlier record of the invoice
    bool unidentified = false;               ///< an invoice whose recipient has no identifier
    std::string description = {};
    std::optional<Recipient> recipient = {};
    std::string tax = {}; ///< list L1: 01 IVA, 02 IPSI, 03 IGIC
    std::vector<TaxLine> taxes = {};
    std::int64_t taxTotal = 0; ///< cents
    std::int64_t total = 0;    ///< cents
};

/// A record as it is stored and sent.
struct Sealed {
    std::string xml; ///< the element, with its namespace
    std::string hash;
};

/// 12345 → 123.45
std::string amountText(std::int64_t cents);
/// dd-mm-yyyy
std::string dateText(Date date);

/// Hashes follow `Especificaciones técnicas de la huella` 0.1.2: SHA-256, in upper-case hexadecimal digits,
/// of the identifying fields, the previous hash, and `time` (2026-11-20T10:12:01+01:00).
Sealed sealRegistration(const Registration& invoice, const std::optional<Previous>& previous,
                        const System& system, const std::string& time);
/// The annulment of an invoice that was issued by mistake (RegistroAnulacion).
Sealed sealAnnulment(const InvoiceId& invoice, const std::optional<Previous>& previous, const System& system,
                     const std::string& time);

/// The text that is hashed for a registration.
std::string hashedRegistration(const InvoiceId& invoice, std::string_view type, std::string_view taxTotal,
                               std::string_view total, std::string_view previousHash, std::string_view time);
std::string hashedAnnulment(const InvoiceId& invoice, std::string_view previousHash, std::string_view time);
std::string hashOf(std::string_view text);

/// The public look-up address of an invoice. `total` as in the record.
std::string lookUpAddress(bool production, const InvoiceId& invoice, std::string_view total);

} // namespace svc::es_verifactu
