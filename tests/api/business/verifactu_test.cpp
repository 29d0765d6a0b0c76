// Spanish invoice records through HTTP. The agency is a fake; the test parses the records that it receives
// and verifies their hash chain independently.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"
#include "api/business/readers/verifactu_agency.hpp"
#include "api/business/together.hpp"
#include "support/program.hpp"

namespace svc::test {
namespace {

using namespace verifactu;

class Verifactu : public ::testing::Test {
protected:
    void TearDown() override { expectSums(service); }
    Verifactu() { agency(Right); }
    ~Verifactu() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }

    static void agency(const std::string& said, int wait = 0) {
        outsideWorld().react([said, wait](const Received& message) { return answerTo(message, said, wait); });
    }
    Json settings(const std::string& certificate) const {
        return Json::object({{"nif", nif_},
                             {"producerName", "Maker, S.L."},
                             {"producerNif", "B87654321"},
                             {"certificate", certificate}});
    }
    Answer put(const Json& given) {
        return desk.put("/fiscal/es-verifactu",
                        Json::object({{"enabled", true}, {"autoSubmit", true}, {"settings", given}}));
    }
    void enable() {
        static const std::string certificate = makeKey("/CN=Empresa/C=ES", 3650).pem;
        ASSERT_TRUE(hasStatus(put(settings(certificate)), 200));
    }
    /// Without a partner it is a ticket.
    Json sell(const std::string& partner = {}, bool paid = true) {
        Json sale = js("{'lines':[{'label':'Tea & more','quantity':1,'unitPrice':12.1,'taxRate':21}],"
                       "'pricesIncludeTax':true}");
        sale.set("paidInFull", paid);
        if (!partner.empty()) {
            sale.set("partnerId", partner);
        }
        return desk.make("/sales", sale);
    }
    std::string customer() {
        return desk.make("/partners", js("{'name':'Cliente, S.A.','country':'ES','vatNumber':'ESA28015865'}"))
            .textOr("id");
    }
    Json latest(const std::string& kind, const std::string& id) {
        return desk.read("/fiscal/submissions/" + kind + '/' + id).items().at(0);
    }
    Json until(const std::string& status, const std::string& id, const std::string& kind = "sale") {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        Json one = latest(kind, id);
        while (one.textOr("status") != status && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            one = latest(kind, id);
        }
        EXPECT_EQ(one.textOr("status"), status) << one.dump();
        return one;
    }
    /// Number of jobs that will send submissions of this company.
    std::string jobs() {
        return service.sql("SELECT count(*) FROM svc.job WHERE name = 'send-submission' AND state = 'queued'"
                           " AND company_id = '" +
                           decodeId("com", desk.value("companyId")).value().toString() + '\'')[0];
    }
    /// The records received from this company, by message.
    std::vector<std::vector<GotRecord>> messages() const {
        std::vector<std::vector<GotRecord>> all;
        for (const Received& message : outsideWorld().received(verifactu::Address)) {
            if (message.body.find("<sum1:NIF>" + nif_ + '<') != std::string::npos) {
                EXPECT_EQ(message.client, "/CN=Empresa/C=ES");
                all.push_back(recordsIn(message.body));
            }
        }
        return all;
    }
    /// All records in the order of their hash chain, which is verified.
    std::vector<GotRecord> chain() const {
        std::vector<GotRecord> all;
        std::string before;
        for (const std::vector<GotRecord>& message : messages()) {
            for (const GotRecord& record : message) {
                EXPECT_EQ(record.hash(), record.computedHash()) << record.xml;
                EXPECT_EQ(record.previous(), before) << record.number();
                before = record.hash();
                all.push_back(record);
            }
        }
        return all;
    }

    RunningService& service = serviceWithProvider();
    Desk desk{service, unique("Firm"), "ES"};

    const std::string& nif() const { return nif_; }

private:
    static std::string newNif() {
        static int count = 10'000'000;
        return 'B' + std::to_string(++count);
    }
    std::string nif_ = newNif();
};

TEST_F(Verifactu, SendsInvoicesTicketsAndCreditNotesInOneChain) {
    enable();
    const Json invoice = sell(customer());
    EXPECT_EQ(until("accepted", invoice.textOr("id")).textOr("reference"), "A-CSV");
    const Json ticket = sell();
    until("accepted", ticket.textOr("id"));
    const Answer refund = desk.post("/sales/" + invoice.textOr("id") + "/refund", js("{'reason':'Cold'}"));
    ASSERT_TRUE(hasStatus(refund, 201));
    const Json sale = desk.read("/sales/" + invoice.textOr("id"));
    until("accepted", sale["refunds"].at(0)["creditNote"].textOr("id"), "credit_note");

    const std::vector<GotRecord> records = chain();
    ASSERT_EQ(records.size(), 3U);
    EXPECT_EQ(records[0].text("PrimerRegistro"), "S");
    EXPECT_EQ(records[0].text("TipoFactura"), "F1");
    EXPECT_EQ(records[0].number(), invoice.textOr("number"));
    EXPECT_EQ(textIn(records[0].xml, "NIF", records[0].xml.find("<Destinatarios>")), "A28015865");
    EXPECT_EQ(records[0].text("BaseImponibleOimporteNoSujeto"), "10.00");
    EXPECT_EQ(records[0].text("CuotaTotal"), "2.10");
    EXPECT_EQ(records[0].text("ImporteTotal"), "12.10");
    EXPECT_EQ(records[1].text("TipoFactura"), "F2");
    EXPECT_EQ(records[1].xml.find("<Destinatarios>"), std::string::npos);
    EXPECT_EQ(records[2].text("TipoFactura"), "R1");
    EXPECT_EQ(records[2].text("ImporteTotal"), "-12.10");
    EXPECT_NE(records[2].xml.find("<TipoRectificativa>I</TipoRectificativa>"), std::string::npos);
}

TEST_F(Verifactu, PrintsTheAddressWhereTheInvoiceIsLookedUp) {
    enable();
    const Json invoice = sell(customer());
    const std::string mark =
        service.sql("SELECT qr || ' ' || (lines->>0) FROM compliance.mark WHERE document_id = '" +
                    invoice.textOr("id") + '\'')[0];
    EXPECT_EQ(mark.rfind("https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=" + nif() +
                             "&numserie=" + invoice.textOr("number"),
                         0),
              0U)
        << mark;
    EXPECT_TRUE(mark.ends_with("&importe=12.10 VERI*FACTU")) << mark;
    const Answer pdf = desk.get("/sales/" + invoice.textOr("id") + "/invoice.pdf");
    ASSERT_TRUE(hasStatus(pdf, 200));
    const auto path = std::filesystem::temp_directory_path() / ("svc-" + invoice.textOr("id") + ".pdf");
    std::ofstream(path, std::ios::binary) << pdf.body;
    const std::string text = runProgram({"/usr/bin/pdftotext", "-layout", path.string(), "-"}).output;
    std::filesystem::remove(path);
    EXPECT_NE(text.find("VERI*FACTU"), std::string::npos) << text;
    until("accepted", invoice.textOr("id"));
}

TEST_F(Verifactu, AnnulsWhatIsCancelled) {
    enable();
    const Json invoice = sell(customer(), false);
    until("accepted", invoice.textOr("id"));
    const Answer cancelled =
        desk.post("/sales/" + invoice.textOr("id") + "/cancel", js("{'reason':'By mistake'}"));
    ASSERT_TRUE(hasStatus(cancelled, 200));
    const std::string note = cancelled.json["cancellation"].textOr("creditNoteId");
    EXPECT_EQ(until("accepted", note, "credit_note").textOr("operation"), "cancel");
    const std::vector<GotRecord> records = chain();
    ASSERT_EQ(records.size(), 2U) << "the credit note itself is no invoice";
    EXPECT_TRUE(records[1].annulment);
    EXPECT_EQ(records[1].number(), invoice.textOr("number"));
}

TEST_F(Verifactu, CreditsTheRestOfWhatIsCancelledAfterARefund) {
    enable();
    const Json invoice = sell(customer(), false);
    const std::string path = "/sales/" + invoice.textOr("id");
    until("accepted", invoice.textOr("id"));
    ASSERT_TRUE(hasStatus(desk.post(path + "/refund", js("{'amount':5}")), 201));
    until("accepted", desk.read(path)["refunds"].at(0)["creditNote"].textOr("id"), "credit_note");
    const Answer cancelled = desk.post(path + "/cancel", js("{'reason':'By mistake'}"));
    ASSERT_TRUE(hasStatus(cancelled, 200));
    const std::string note = cancelled.json["cancellation"].textOr("creditNoteId");
    EXPECT_EQ(until("accepted", note, "credit_note").textOr("operation"), "cancel");
    const std::vector<GotRecord> records = chain();
    ASSERT_EQ(records.size(), 3U);
    EXPECT_EQ(records[1].text("ImporteTotal"), "-5.00");
    EXPECT_FALSE(records[2].annulment) << "the agency would keep the refund";
    EXPECT_EQ(records[2].text("TipoFactura"), "R1");
    EXPECT_EQ(records[2].text("ImporteTotal"), "-7.10");
    EXPECT_NE(records[2].xml.find(invoice.textOr("number")), std::string::npos);
}

TEST_F(Verifactu, SendsTogetherWhatHasWaitedForThePause) {
    enable();
    agency(Right, 3600);
    until("accepted", sell().textOr("id"));
    std::vector<std::string> waiting;
    for (int i = 0; i < 4; ++i) {
        waiting.push_back(sell().textOr("id"));
    }
    const Json one = latest("sale", waiting[0]);
    EXPECT_EQ(one.textOr("status"), "pending");
    EXPECT_EQ(latest("sale", waiting[3]).textOr("nextAttemptAt"), one.textOr("nextAttemptAt"));
    EXPECT_EQ(messages().size(), 1U);
    EXPECT_EQ(jobs(), "1") << "one sends them all";
    advanceClock(3700);
    const auto isAccepted = [&](const std::string& id) {
        return latest("sale", id).textOr("status") == "accepted";
    };
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    // The clock is not moved while a message is in flight: after two minutes its job would lose its lease.
    while (std::none_of(waiting.begin(), waiting.end(), isAccepted) &&
           std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    for (const std::string& id : waiting) {
        const Json accepted = until("accepted", id);
        EXPECT_EQ(accepted["attempts"].integer(), 1) << "a pause is no try";
    }
    const auto sent = messages();
    ASSERT_EQ(sent.size(), 2U);
    EXPECT_EQ(sent[1].size(), 4U);
    EXPECT_EQ(chain().size(), 5U);
    EXPECT_EQ(jobs(), "0");
}

TEST_F(Verifactu, SendsWhatIsSoldAfterAMessageThatTookOthersAlong) {
    enable();
    outsideWorld().react([](const Received& message) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        return answerTo(message, Right, 0);
    });
    std::vector<std::string> sold;
    for (int i = 0; i < 4; ++i) {
        sold.push_back(sell().textOr("id"));
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    for (const std::string& id : sold) {
        until("accepted", id);
    }
    agency(Right);
    until("accepted", sell().textOr("id"));
}

TEST_F(Verifactu, SendsInTheNextMessageWhatAnAnswerDoesNotName) {
    enable();
    agency(Right, 3600);
    until("accepted", sell().textOr("id"));
    std::vector<std::string> waiting;
    for (int i = 0; i < 3; ++i) {
        waiting.push_back(sell().textOr("id"));
    }
    outsideWorld().react([](Received message) {
        constexpr std::string_view End = "</sum:RegistroFactura>";
        message.body.resize(message.body.find(End) + End.size());
        return answerTo(message, Right, 0);
    });
    advanceClock(3700);
    for (const std::string& id : waiting) {
        until("accepted", id);
    }
    std::vector<std::size_t> sizes;
    for (const auto& message : messages()) {
        sizes.push_back(message.size());
    }
    EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 3, 2, 1}));
}

TEST_F(Verifactu, SendsWhatHasWaitedWhileItWasDisabled) {
    enable();
    agency(Right, 3600);
    until("accepted", sell().textOr("id"));
    const std::string first = sell().textOr("id");
    const std::string second = sell().textOr("id");
    ASSERT_TRUE(hasStatus(desk.put("/fiscal/es-verifactu", js("{'enabled':false}")), 200));
    advanceClock(3700);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (jobs() != "0" && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    EXPECT_EQ(jobs(), "0") << "it was due, and sent nothing";
    EXPECT_EQ(latest("sale", first).textOr("status"), "pending");
    ASSERT_TRUE(hasStatus(desk.put("/fiscal/es-verifactu", js("{'enabled':true}")), 200));
    until("accepted", first);
    until("accepted", second);
    EXPECT_EQ(chain().size(), 3U);
}

TEST_F(Verifactu, SendsAnewWhatWasRefused) {
    enable();
    agency(Wrong);
    const std::string id = sell(customer()).textOr("id");
    const Json rejected = until("rejected", id);
    EXPECT_EQ(rejected.textOr("errorCode"), "1100");
    EXPECT_EQ(rejected.textOr("error"), "Valor incorrecto");
    agency(Right);
    ASSERT_TRUE(hasStatus(desk.post("/fiscal/submit/sale/" + id, Json::object()), 202));
    until("accepted", id);
    const std::vector<GotRecord> records = chain();
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[0].text("Subsanacion"), "");
    EXPECT_EQ(records[1].text("Subsanacion"), "S");
    EXPECT_EQ(records[1].text("RechazoPrevio"), "X");
}

TEST_F(Verifactu, SendsTheSameRecordAgainWhenTheAnswerIsLost) {
    enable();
    outsideWorld().react([](const Received&) { return Reaction{.text = "no HTTP\r\n\r\n"}; });
    const std::string id = sell().textOr("id");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (latest("sale", id)["attempts"].integer() == 0 && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    agency(Duplicate);
    advanceClock(120);
    until("accepted", id);
    const auto sent = messages();
    ASSERT_EQ(sent.size(), 2U);
    EXPECT_EQ(sent[0].at(0).xml, sent[1].at(0).xml);
}

TEST_F(Verifactu, TellsWhyAWholeMessageIsRefused) {
    enable();
    outsideWorld().react([](const Received&) {
        return Reaction::status(500, "",
                                "<e:Envelope xmlns:e='urn:e'><e:Body><e:Fault><faultstring>Codigo[4102]"
                                "</faultstring></e:Fault></e:Body></e:Envelope>");
    });
    const std::string id = sell().textOr("id");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (latest("sale", id)["attempts"].integer() == 0 && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    EXPECT_EQ(latest("sale", id).textOr("error"), "Codigo[4102]");
    agency(Right);
    advanceClock(120);
    until("accepted", id);
}

TEST_F(Verifactu, WantsACertificateAndEuros) {
    Json given = settings("");
    given.remove("certificate");
    EXPECT_TRUE(isRefusal(put(given), 400, "regime-settings-missing:certificate"));
    const std::string pem = makeKey("/CN=Empresa/C=ES", 3650).pem;
    const std::string keyAlone = pem.substr(0, pem.find("-----BEGIN CERTIFICATE-----"));
    EXPECT_TRUE(isRefusal(put(settings(keyAlone)), 400, "field-invalid:settings.certificate"));
    const Answer kept = put(settings(pem));
    ASSERT_TRUE(hasStatus(kept, 200));
    EXPECT_EQ(kept.json["settings"].textOr("certificate"), "***");
    EXPECT_EQ(kept.json["certificates"].at(0).textOr("setting"), "certificate");
    EXPECT_TRUE(
        isRefusal(desk.post("/sales", js("{'currency':'USD','exchangeRate':1.1,'lines':[{'label':'Tea',"
                                         "'quantity':1,'unitPrice':1}]}")),
                  400, "currency-unsupported:USD"));
}

TEST_F(Verifactu, KeepsOneChainWhenManySellAtOnce) {
    constexpr int Clients = 16;
    constexpr int Sales = 2;
    enable();
    sellTogether(service, desk, Clients, Sales, "21");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (chain().size() < Clients * Sales && std::chrono::steady_clock::now() < end) {
        advanceClock(15); // for submissions that found a message in flight
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    EXPECT_EQ(chain().size(), Clients * Sales) << "no gap, no fork, in order";
}

} // namespace
} // namespace svc::test
