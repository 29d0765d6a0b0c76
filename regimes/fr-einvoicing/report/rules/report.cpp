#include "report/rules/report.hpp"

#include <svc/money.hpp>

#include "xml/xml_writer.hpp"

namespace svc::fr_einvoicing {
namespace {

using xml::Element;
using xml::XmlWriter;

constexpr std::string_view ReportingProfile = "urn.cpro.gouv.fr:1p0:ereporting"; // rule S1.12
constexpr std::string_view PlatformScheme = "0238";
constexpr std::string_view SirenScheme = "0002";
constexpr Currency Euro = Currency::of("EUR");

std::string reportDay(Date date) {
    std::string text = date.toString();
    std::erase(text, '-');
    return text;
}

std::string reportAmount(std::int64_t minor, Currency currency) {
    return majorFromMinor(minor, currency).toFixed(currency.digits());
}

class ReportWriter {
public:
    explicit ReportWriter(const Report& report) : report_(report), xml_("Report", {}) {}

    std::string write() {
        head();
        if (report_.kind == ReportKind::Transactions) {
            const Element all(xml_, "TransactionsReport");
            period();
            for (const ForeignInvoice& invoice : report_.invoices) {
                write(invoice);
            }
            for (const DayTotal& day : report_.days) {
                write(day);
            }
        } else {
            const Element all(xml_, "PaymentsReport");
            period();
            for (const InvoicePayment& payment : report_.invoicePayments) {
                write(payment);
            }
            for (const DayPayment& payment : report_.dayPayments) {
                const Element whole(xml_, "Transactions");
                paid(payment.day, payment.shares);
            }
        }
        return xml_.finish();
    }

private:
    void head() {
        const Element whole(xml_, "ReportDocument");
        xml_.text("Id", report_.id);
        {
            const Element time(xml_, "IssueDateTime");
            xml_.text("DateTimeString", report_.madeAt);
        }
        xml_.text("TypeCode", report_.isCorrection ? "RE" : "IN");
        const Declarant& who = report_.declarant;
        party("Sender", who.platform, PlatformScheme, who.platformName, "WK");
        party("Issuer", who.siren, SirenScheme, who.name, "SE");
    }
    void party(const char* name, std::string_view id, std::string_view scheme, std::string_view called,
               std::string_view role) {
        const Element whole(xml_, name);
        xml_.text("Id", id, {{"schemeId", scheme}});
        xml_.text("Name", called);
        xml_.text("RoleCode", role);
    }
    void period() {
        const Element whole(xml_, "ReportPeriod");
        xml_.text("StartDate", reportDay(report_.from));
        xml_.text("EndDate", reportDay(report_.to));
    }

    void write(const DayTotal& day) {
        std::int64_t net = 0;
        std::int64_t tax = 0;
        for (const RateTotal& rate : day.rates) {
            net += rate.net;
            tax += rate.tax;
        }
        const Element whole(xml_, "Transactions");
        xml_.text("Date", reportDay(day.day));
        xml_.text("TransactionsCurrency", day.currency.code());
        xml_.text("CategoryCode", day.category);
        xml_.text("TaxExclusiveAmount", reportAmount(net, day.currency));
        xml_.text("TaxTotal", reportAmount(tax, Euro));
        xml_.text("TransactionsCount", std::to_string(day.count));
        for (const RateTotal& rate : day.rates) {
            const Element total(xml_, "TaxSubtotal");
            xml_.text("TaxPercent", rate.rate.toFixed(2));
            xml_.text("TaxableAmount", reportAmount(rate.net, day.currency));
            xml_.text("TaxTotal", reportAmount(rate.tax, Euro));
        }
    }

    void write(const ForeignInvoice& invoice) {
        const Element whole(xml_, "Invoice");
        xml_.text("ID", invoice.number);
        xml_.text("IssueDate", reportDay(invoice.date));
        xml_.text("TypeCode", std::to_string(invoice.typeCode));
        xml_.text("CurrencyCode", invoice.currency.code());
        if (invoice.dueDate) {
            xml_.text("DueDate", reportDay(*invoice.dueDate));
        }
        {
            const Element process(xml_, "BusinessProcess");
            xml_.text("ID", invoice.process);
            xml_.text("TypeID", ReportingProfile);
        }
        if (invoice.precedingDate) {
            const Element preceding(xml_, "ReferencedDocument");
            xml_.text("ID", invoice.precedingNumber);
            xml_.text("IssueDate", reportDay(*invoice.precedingDate));
        }
        parties(invoice);
        amounts(invoice);
    }
    void parties(const ForeignInvoice& invoice) {
        {
            const Element seller(xml_, "Seller");
            trader(report_.declarant.siren, SirenScheme, invoice.sellerVat, "FR");
        }
        const Element buyer(xml_, "Buyer");
        trader(invoice.buyer.value, invoice.buyer.scheme, invoice.buyerVat, invoice.buyerCountry);
    }
    void trader(std::string_view id, std::string_view scheme, std::string_view vat,
                std::string_view country) {
        xml_.text("CompanyId", id, {{"schemeId", scheme}});
        xml_.text("TaxRegistrationId", vat, {{"qualifyingId", "VAT"}});
        const Element address(xml_, "PostalAddress");
        xml_.text("CountryId", country);
    }
    void amounts(const ForeignInvoice& invoice) {
        std::int64_t net = 0;
        std::int64_t tax = 0;
        for (const ForeignTax& one : invoice.taxes) {
            net += one.net;
            tax += one.tax;
        }
        {
            const Element total(xml_, "MonetaryTotal");
            xml_.text("TaxExclusiveAmount", reportAmount(net, invoice.currency));
            xml_.text("TaxAmount", reportAmount(tax, Euro), {{"CurrencyCode", Euro.code()}});
        }
        for (const ForeignTax& one : invoice.taxes) {
            const Element total(xml_, "TaxSubTotal");
            xml_.text("TaxableAmount", reportAmount(one.net, invoice.currency));
            xml_.text("TaxAmount", reportAmount(one.tax, Euro));
            const Element category(xml_, "TaxCategory");
            xml_.text("Code", one.category);
            xml_.text("Percent", one.rate.toFixed(2));
            xml_.text("TaxExemptionReason", one.exemption);
            xml_.text("TaxExemptionReasonCode", one.exemptionCode);
        }
    }

    void write(const InvoicePayment& payment) {
        const Element whole(xml_, "Invoice");
        xml_.text("InvoiceID", payment.number);
        xml_.text("IssueDate", reportDay(payment.issuedOn));
        paid(payment.paidOn, payment.shares);
    }
    void paid(Date day, const std::vector<RateAmount>& shares) {
        const Element whole(xml_, "Payment");
        xml_.text("Date", reportDay(day));
        for (const RateAmount& share : shares) {
            const Element total(xml_, "SubTotals");
            xml_.text("TaxPercent", share.rate.toFixed(2));
            xml_.text("CurrencyCode", Euro.code());
            xml_.text("Amount", reportAmount(share.amount, Euro));
        }
    }

    const Report& report_;
    XmlWriter xml_;
};

} // namespace

std::string writeReport(const Report& report) {
    return ReportWriter(report).write();
}

} // namespace svc::fr_einvoicing
