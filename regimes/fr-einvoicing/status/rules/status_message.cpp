#include "status/rules/status_message.hpp"

#include <svc/money.hpp>
#include <svc/text.hpp>

#include "status/rules/statuses.hpp"
#include "xml/xml_document.hpp"
#include "xml/xml_writer.hpp"

namespace svc::fr_einvoicing {
namespace {

using xml::Element;
using xml::XmlNode;
using xml::XmlWriter;

constexpr std::string_view Namespaces = "urn:un:unece:uncefact:data:standard:";
constexpr std::string_view Regulated = "REGULATED"; // the life cycle of the law, not a private one
constexpr std::string_view ProcessingPhase = "23";  // UNCL 1001: a status set by a party, not by a platform
constexpr std::string_view AmountCollected = "MEN"; // montant encaissé, with tax
constexpr std::size_t TimeDigits = 14;

std::string messageDay(Date date) {
    std::string text = date.toString();
    std::erase(text, '-');
    return text;
}

class StatusWriter {
public:
    explicit StatusWriter(const StatusMessage& message)
        : message_(message), xml_("rsm:CrossDomainAcknowledgementAndResponse",
                                  {{"xmlns:rsm", space("CrossDomainAcknowledgementAndResponse:100")},
                                   {"xmlns:qdt", space("QualifiedDataType:100")},
                                   {"xmlns:ram", space("ReusableAggregateBusinessInformationEntity:100")},
                                   {"xmlns:udt", space("UnqualifiedDataType:100")}}) {}

    std::string write() {
        context();
        exchanged();
        acknowledgement();
        return xml_.finish();
    }

private:
    static std::string space(std::string_view name) { return std::string(Namespaces) + std::string(name); }

    void time(const char* name, const char* element, std::string_view value, std::string_view format) {
        const Element whole(xml_, name);
        xml_.text(element, value, {{"format", format}});
    }
    void group(const char* name, const char* element, std::string_view value) {
        const Element whole(xml_, name);
        xml_.text(element, value);
    }
    void party(const char* name, const MessageParty& one) {
        const Element whole(xml_, name);
        xml_.text("ram:GlobalID", one.siren, {{"schemeID", "0002"}});
        xml_.text("ram:Name", one.name);
        xml_.text("ram:RoleCode", one.role);
        const Element address(xml_, "ram:URIUniversalCommunication");
        xml_.text("ram:URIID", one.siren, {{"schemeID", "0225"}});
    }
    void context() {
        const Element whole(xml_, "rsm:ExchangedDocumentContext");
        group("ram:BusinessProcessSpecifiedDocumentContextParameter", "ram:ID", Regulated);
        group("ram:GuidelineSpecifiedDocumentContextParameter", "ram:ID", message_.profile);
    }
    void exchanged() {
        const Element whole(xml_, "rsm:ExchangedDocument");
        xml_.text("ram:ID", message_.id);
        xml_.text("ram:Name", std::string(label()) + ' ' + message_.invoice.number);
        time("ram:IssueDateTime", "udt:DateTimeString", message_.madeAt, "204");
        party("ram:SenderTradeParty", message_.sender);
        party("ram:IssuerTradeParty", message_.sender);
        party("ram:RecipientTradeParty", message_.recipient);
    }
    void acknowledgement() {
        const Element whole(xml_, "rsm:AcknowledgementDocument");
        group("ram:MultipleReferencesIndicator", "udt:Indicator", "false");
        xml_.text("ram:TypeCode", ProcessingPhase);
        time("ram:IssueDateTime", "udt:DateTimeString", message_.madeAt, "204");
        reference();
    }
    void reference() {
        const InvoiceReference& invoice = message_.invoice;
        const Element whole(xml_, "ram:ReferenceReferencedDocument");
        xml_.text("ram:IssuerAssignedID", invoice.number);
        xml_.text("ram:TypeCode", std::to_string(invoice.typeCode));
        time("ram:FormattedIssueDateTime", "qdt:DateTimeString", messageDay(invoice.date), "102");
        xml_.text("ram:ProcessConditionCode", message_.code);
        xml_.text("ram:ProcessCondition", label());
        {
            const Element seller(xml_, "ram:IssuerTradeParty");
            xml_.text("ram:GlobalID", invoice.sellerSiren, {{"schemeID", "0002"}});
            xml_.text("ram:RoleCode", "SE");
        }
        if (!message_.paid.empty() || !message_.reasonCode.empty() || !message_.reason.empty()) {
            detail();
        }
    }
    void detail() {
        const Element whole(xml_, "ram:SpecifiedDocumentStatus");
        if (message_.paidOn) {
            time("ram:ReferenceDateTime", "udt:DateTimeString", messageDay(*message_.paidOn) + "000000",
                 "204");
        }
        xml_.text("ram:ReasonCode", message_.reasonCode);
        if (message_.paid.empty()) {
            xml_.text("ram:Reason", message_.reason);
        }
        xml_.text("ram:SequenceNumeric", "1");
        if (!message_.paid.empty() && !message_.reason.empty()) {
            const Element note(xml_, "ram:IncludedNote");
            xml_.text("ram:Content", message_.reason);
        }
        for (const RateAmount& share : message_.paid) {
            collected(share);
        }
    }
    void collected(const RateAmount& share) {
        const Element whole(xml_, "ram:SpecifiedDocumentCharacteristic");
        xml_.text("ram:TypeCode", AmountCollected);
        xml_.text("ram:ValueAmount",
                  majorFromMinor(share.amount, message_.currency).toFixed(message_.currency.digits()),
                  {{"currencyID", message_.currency.code()}});
        if (message_.paidOn) {
            time("ram:ValueDateTime", "udt:DateTimeString", messageDay(*message_.paidOn), "102");
        }
        xml_.text("ram:ValuePercent", share.rate.toFixed(2));
    }
    std::string_view label() const { return statusOf(message_.code).label; }

    const StatusMessage& message_;
    XmlWriter xml_;
};

/// 20260901103000 or 20260901 as `2026-09-01 10:30:00`; empty for any other text.
std::string timeIn(const std::optional<XmlNode>& node) {
    const auto text = node ? node->find("DateTimeString") : std::nullopt;
    std::string digits = text ? text->text() : std::string();
    digits.resize(TimeDigits, '0');
    const auto part = [&](std::size_t from, std::size_t count) { return digits.substr(from, count); };
    const auto number = [&](std::size_t from, std::size_t count) {
        return parseInt64(part(from, count)).value_or(-1);
    };
    const std::string day = part(0, 4) + '-' + part(4, 2) + '-' + part(6, 2);
    const bool isTime = number(8, 2) >= 0 && number(8, 2) < 24 && number(10, 2) >= 0 && number(10, 2) < 60 &&
                        number(12, 2) >= 0 && number(12, 2) < 60;
    return Date::parse(day) && isTime ? day + ' ' + part(8, 2) + ':' + part(10, 2) + ':' + part(12, 2)
                                      : std::string();
}

} // namespace

std::string writeStatus(const StatusMessage& message) {
    return StatusWriter(message).write();
}

std::optional<std::vector<ToldStatus>> readStatuses(std::string_view text) {
    const auto document = xml::XmlDocument::parse(text);
    if (!document || document->root().name() != "CrossDomainAcknowledgementAndResponse") {
        return std::nullopt;
    }
    std::vector<ToldStatus> all;
    const auto exchanged = document->root().child("ExchangedDocument");
    const std::string made = timeIn(exchanged ? exchanged->child("IssueDateTime") : std::optional<XmlNode>());
    document->root().eachChild("AcknowledgementDocument", [&](XmlNode acknowledgement) {
        acknowledgement.eachChild("ReferenceReferencedDocument", [&](XmlNode reference) {
            ToldStatus one;
            one.code = reference.textOf("ProcessConditionCode");
            one.label = reference.textOf("ProcessCondition");
            one.number = reference.textOf("IssuerAssignedID");
            one.localTime = made;
            if (const auto detail = reference.child("SpecifiedDocumentStatus")) {
                one.reasonCode = detail->textOf("ReasonCode");
                one.reason = detail->textOf("Reason");
            }
            all.push_back(std::move(one));
        });
    });
    return all;
}

} // namespace svc::fr_einvoicing
