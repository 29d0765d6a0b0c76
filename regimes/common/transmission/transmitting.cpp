// The commands of a regime whose invoices go to their buyers as electronic invoices, through an access point.
// Each regime compiles this file with its own bindings; own.hpp of the regime tells which receivers it
// concerns.
#include <stdexcept>

#include <svc/connector.hpp>
#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "authority/replies.hpp"
#include "own.hpp"

namespace svc::transmission {
namespace {

using namespace own::calls::compliance;
using own::calls::documents::XmlOutput;
namespace integrations = own::calls::integrations;

constexpr std::string_view SettingsSchema = R"({"type":"object","additionalProperties":false,"properties":{
"provider":{"type":"string","pattern":"^[a-z0-9-]+$"}}})";

/// The document as an EN 16931 file.
XmlOutput fileOf(Call& call, FiscalDocumentKind kind, const std::string& id) {
    using own::calls::documents::InvoiceKind;
    const bool isNote = kind == FiscalDocumentKind::CreditNote;
    return own::calls::documents::xml(
        call,
        {.kind = isNote ? InvoiceKind::CreditNote : InvoiceKind::Sale, .id = id, .profile = own::Rules});
}

/// The first field that must be corrected; empty: none.
std::string wrongIn(const XmlOutput& file) {
    return file.findings.empty()
               ? own::objection(file.receiver.value_or(""), file.buyerReference.value_or(""))
               : file.findings.front().field;
}

std::string reasonOf(const XmlOutput& file, const std::string& field) {
    if (file.findings.empty()) {
        return field;
    }
    const auto& first = file.findings.front();
    return first.rule + ": " + first.message + " (" + field + ')';
}

RegimeAnswer rejected(const std::string& error, const std::string& code) {
    return {.outcome = AnswerOutcome::Rejected, .error = error, .errorCode = code};
}

/// Was the access point surely not reached, or too busy to take the file?
bool isUntouched(std::string_view code) {
    constexpr std::string_view Unreachable = "integration-unreachable:";
    if (code.starts_with(Unreachable)) {
        const std::string_view why = code.substr(Unreachable.size());
        return why == "http-429" || authority::saysNothingSent(why);
    }
    return code == "integration-not-connected" || connector::isCredentialsRefusal(code);
}

/// The outcome for the refusal of a module. When the file may have been sent, or nobody knows, it is a lost
/// answer.
RegimeAnswer outcomeOf(const ApiError& refusal, Instant now) {
    constexpr std::string_view Refused = "provider-refused:";
    constexpr std::int64_t NextLook = 5 * Instant::Minute;
    const std::string code(refusal.code());
    if (code == "integration-unreachable:retry-after") { // it has named a time before, and was not asked
        return {.outcome = AnswerOutcome::Later, .error = code, .nextAttemptAt = now + NextLook};
    }
    if (code == "provider-refused:already-submitted") {
        return {.outcome = AnswerOutcome::Held,
                .error = "the access point has it already",
                .errorCode = "already-submitted"};
    }
    if (code.starts_with(Refused)) {
        const std::string reason = code.substr(Refused.size()); // <code>:<words>
        return rejected(code, reason.substr(0, reason.find(':')));
    }
    if (isUntouched(code)) {
        return {.outcome = AnswerOutcome::Retry, .error = code};
    }
    throw std::runtime_error(code);
}

/// The access point that the company has chosen; no value: the connected one.
std::optional<std::string> providerOf(const RegimeSending& input) {
    return input.settings.isObject() ? input.settings.optionalText("provider") : std::nullopt;
}

RegimeAnswer hand(Call& call, const RegimeSending& input, const std::string& receiver,
                  const std::string& content) {
    const bool isNote = input.submission.kind == FiscalDocumentKind::CreditNote;
    const auto reach =
        integrations::reach(call, {.provider = providerOf(input),
                                   .receiver = receiver,
                                   .documentType = isNote ? integrations::ReachInputDocumentType::CreditNote
                                                          : integrations::ReachInputDocumentType::Invoice});
    if (!reach.reachable) {
        return rejected("the receiver is not known: " + receiver, "receiver-unknown");
    }
    const auto handed = integrations::transmit(
        call, {.provider = providerOf(input),
               .key = input.key,
               .receiver = receiver,
               .documentType = isNote ? integrations::TransmitInputDocumentType::CreditNote
                                      : integrations::TransmitInputDocumentType::Invoice,
               .content = content});
    return {.outcome = AnswerOutcome::Submitted, .reference = handed.reference, .request = content};
}

} // namespace
} // namespace svc::transmission

namespace svc {

using namespace transmission;
using namespace transmission::own::calls::compliance;

RegimeDescription own::commands::describe(Call&) {
    return {.name = std::string(own::Name),
            .kind = FiscalRegimeKind::EInvoicing,
            .offline = true,
            .documents = {{"invoice", "credit_note"}},
            .settingsSchema = Json::parse(SettingsSchema),
            .lost = LostAnswers{
                .issue = LostAnswer::Retry, .credit = LostAnswer::Retry, .cancel = LostAnswer::Retry}};
}

std::optional<own::commands::PrepareOutput> own::commands::prepare(Call& call,
                                                                   const own::commands::PrepareInput& input) {
    const XmlOutput file = fileOf(call, input.document.kind, input.document.id);
    if (!own::concerns(file.receiver.value_or(""))) {
        return std::nullopt;
    }
    if (const std::string field = wrongIn(file); !field.empty()) {
        throw ApiError(400, "invoice-incomplete", {field});
    }
    return own::commands::PrepareOutput{.payload = file.content};
}

/// Asks the access point whether it can reach the receiver, then sends.
RegimeAnswer own::commands::send(Call& call, const RegimeSending& input) {
    const XmlOutput file =
        call.transaction([&] { return fileOf(call, input.submission.kind, input.submission.documentId); });
    const std::string receiver = file.receiver.value_or("");
    if (!own::concerns(receiver)) {
        return rejected("the buyer has no address for " + std::string(own::Name), "receiver-missing");
    }
    if (const std::string field = wrongIn(file); !input.payload && !field.empty()) {
        return rejected(reasonOf(file, field), "invoice-incomplete:" + field);
    }
    try {
        return hand(call, input, receiver, input.payload ? *input.payload : file.content.value());
    } catch (const ApiError& refusal) {
        return outcomeOf(refusal, call.now());
    }
}

/// Accepted when the access point has evidence of the delivery.
RegimeAnswer own::commands::read(Call& call, const RegimeSending& input) {
    using State = integrations::TransmissionOutputState;
    const auto told = integrations::transmission(
        call, {.provider = providerOf(input), .reference = input.submission.reference.value()});
    switch (told.state) {
    case State::Delivered:
        return {.outcome = AnswerOutcome::Accepted, .answer = told.evidence};
    case State::Refused:
        return {.outcome = AnswerOutcome::Rejected, .error = told.error.value_or("refused")};
    case State::Sent:
    case State::Absent:
        break;
    }
    return {.outcome = AnswerOutcome::Submitted};
}

} // namespace svc
