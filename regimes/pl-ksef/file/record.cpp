// Files of invoices and corrections, and the marks to print.
#include "file/record.hpp"

#include <array>

#include <svc/data_folder.hpp>
#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "invoice/fill.hpp"
#include "regime_id.hpp"

namespace svc::pl_ksef {
namespace {

using namespace calls::compliance;

constexpr std::size_t MostBytes = 1'048'576; // of a file without attachments

/// Writes the file and validates it against its schema: KSeF would refuse an invalid one.
std::string writeFile(Call& call, const Source& source, const Json& settings,
                      const std::optional<Corrected>& corrected) {
    std::string file = writeInvoice(invoiceOf(call, source, settings, corrected));
    if (file.size() > MostBytes) {
        throw ApiError(400, "invoice-incomplete", {"lines"});
    }
    if (const auto complaint = schemas().invoice.check(file); !complaint.empty()) {
        throw ApiError(400, "invoice-incomplete", {complaint.element});
    }
    return file;
}

/// The invoice that a credit note corrects. Nothing while that invoice has no KSeF number.
std::optional<Corrected> correctedBy(Call& call, const Source& source) {
    Corrected corrected{source.sale.number, source.sale.date};
    const auto invoice = findRecord(call, source.sale.id.toString());
    if (invoice && !invoice->ksefNumber) {
        return std::nullopt;
    }
    corrected.ksefNumber = invoice ? *invoice->ksefNumber : std::string(); // empty: issued outside of KSeF
    return corrected;
}

constexpr std::array Algorithms = {FiscalSignInputAlgorithm::ES256, FiscalSignInputAlgorithm::PS256};

FiscalSignOutput signedBy(Call& call, std::string_view key, FiscalSignInputAlgorithm algorithm,
                          const std::string& text) {
    return fiscalSign(call, {.regime = std::string(RegimeId),
                             .key = std::string(key),
                             .algorithm = algorithm,
                             .data = base64Encode(text)});
}

std::string signatureOf(Call& call, std::string_view key, const std::string& text) {
    for (const FiscalSignInputAlgorithm algorithm : Algorithms) {
        if (const auto signature = signedBy(call, key, algorithm, text).signature) {
            return base64Decode(*signature).value();
        }
    }
    throw ApiError(400, "regime-settings-missing", {key});
}

/// The serial number of the certificate, hexadecimal.
std::string serialOf(Call& call, std::string_view key) {
    for (const FiscalSignInputAlgorithm algorithm : Algorithms) {
        if (const auto certificate = signedBy(call, key, algorithm, {}).certificate) {
            return certificate->serialNumber.value_or("");
        }
    }
    throw ApiError(400, "regime-settings-missing", {key});
}

/// Code II: shows the issuer of a file that KSeF does not have yet.
std::string certificateLinkOf(Call& call, const Record& record, Environment environment) {
    constexpr std::string_view Key = "offlineCertificate";
    const std::string text = certificateText(environment, record.nip, serialOf(call, Key), record.digest);
    return certificateLink(text, signatureOf(call, Key, text));
}

bool isOffline(Mode mode) {
    return mode == Mode::Offline24 || mode == Mode::Unavailability || mode == Mode::Emergency;
}

/// Documents issued in a total failure are sent to KSeF only when a person submits them later.
Mode issuedIn(const Json& settings) {
    const Mode now = modeNow(settings);
    return isOffline(now) ? now : Mode::Online;
}

/// Was the record refused, and is this a new submission, which needs a new file?
bool isRefused(const Record& record, const std::string& submission) {
    return record.state == State::Rejected && record.submission && *record.submission != submission &&
           !submission.empty();
}

} // namespace

const Schemas& schemas() {
    static const Schemas all(dataFolder());
    return all;
}

Environment environmentOf(FiscalMode mode, const Json& settings) {
    return mode == FiscalMode::Production                      ? Environment::Production
           : settings.textOr("testPlatform", "test") == "demo" ? Environment::Demo
                                                               : Environment::Test;
}

Mode modeNow(const Json& settings) {
    return modeOf(settings.textOr("offline", "online")).value_or(Mode::Online);
}

Wanted recordFor(Call& call, const std::string& document, const Json& settings, Environment environment,
                 const std::string& submission) {
    auto known = findRecord(call, document);
    if (known && !isRefused(*known, submission)) {
        if (!submission.empty() && known->submission != submission) {
            known->submission = submission;
            updateRecord(call, *known);
        }
        return {std::move(known)};
    }
    const Source source = sourceOf(call, document);
    if (!isConcerned(call, source, settings)) {
        return {};
    }
    Record record{.document = document,
                  .version = known ? known->version + 1 : 1,
                  .environment = std::string(toText(environment)),
                  .nip = settings.textOr("nip"),
                  .number = source.number(),
                  .issued = source.date(),
                  .mode = known ? known->mode : issuedIn(settings)};
    const auto corrected = source.note ? correctedBy(call, source) : std::nullopt;
    if (source.note && !corrected) {
        // Refuses an incomplete correction before it is issued.
        writeFile(call, source, settings, Corrected{source.sale.number, source.date()});
        return {std::nullopt, true};
    }
    record.file = writeFile(call, source, settings, corrected);
    record.digest = digestOf(record.file);
    if (isOffline(record.mode)) {
        record.certificateLink = certificateLinkOf(call, record, environment);
        record.replaced = known ? std::optional(known->digest) : std::nullopt;
    }
    record.submission = submission.empty() ? std::nullopt : std::optional(submission);
    insertRecord(call, record);
    return {std::move(record)};
}

std::string linkOf(const Record& record) {
    return invoiceLink(environmentNamed(record.environment), record.nip, record.issued, record.digest);
}

RegimeMark markOf(const Record& record) {
    const std::string label = record.ksefNumber.value_or("OFFLINE");
    RegimeMark mark{.lines = {label}, .qr = linkOf(record), .caption = label};
    if (record.certificateLink) {
        constexpr const char* Certificate = "CERTYFIKAT";
        mark.more = {Json::object({{"lines", Json::array({Certificate})},
                                   {"qr", *record.certificateLink},
                                   {"caption", Certificate}})};
    }
    return mark;
}

} // namespace svc::pl_ksef
