// Portuguese documents through HTTP: messages, hash chains and signatures are verified independently.

#include <svc/encoding.hpp>
#include <svc/id.hpp>
#include <svc/text.hpp>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"
#include "api/business/readers/certified_documents.hpp"
#include "api/business/together.hpp"
#include "host/db/embedded.hpp"

namespace svc::test {
namespace {

class PtCertified : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(hasStatus(desk.patch("", js("{'vatNumber':'PT500000000'}")), 200));
        enable();
    }
    void TearDown() override { expectSums(service); }

    void enable(const std::string& mode = "production") {
        const Json settings = Json::object({{"softwareCertificate", "9999"},
                                            {"signatureKey", certifiedVectors()["key"].text()},
                                            {"series", series}});
        ASSERT_TRUE(
            hasStatus(desk.put("/fiscal/pt-certified",
                               Json::object({{"enabled", true}, {"mode", mode}, {"settings", settings}})),
                      200));
    }
    /// The answer of a POST, repeated after its series has got the code that it needs.
    Json madeAfterRegistering(const std::string& path, const Json& body) {
        Answer answer = desk.post(path, body);
        const std::string asked = "regime-settings-missing:series.";
        if (answer.code().starts_with(asked)) {
            series.set(answer.code().substr(asked.size()), "CSDF7T5H");
            enable();
            answer = desk.post(path, body);
        }
        EXPECT_EQ(answer.status, 201) << answer.body;
        return answer.json;
    }
    Json sell(const std::string& price, const std::string& more = "'paidInFull':true") {
        return madeAfterRegistering("/sales",
                                    js("{'lines':[{'label':'Café','quantity':1,'unitPrice':$1,'taxRate':23}],"
                                       "'pricesIncludeTax':true," +
                                           more + "}",
                                       {price}));
    }
    /// `id message hash` of the documents of a series, in the order of signing.
    std::vector<std::vector<std::string>> signedIn(const std::string& type) {
        std::vector<std::vector<std::string>> documents;
        for (const std::string& row :
             service.sql("SELECT id || '|' || message || '|' || hash FROM pt_certified.document WHERE "
                         "company_id = '" +
                         decodeId("com", desk.value("companyId")).value().toString() + "' AND series LIKE '" +
                         type + " %' ORDER BY split_part(id, '/', 2)::int")) {
            std::vector<std::string> parts;
            for (const std::string_view part : split(row, '|')) {
                parts.emplace_back(part);
            }
            documents.push_back(std::move(parts));
        }
        return documents;
    }
    /// Runs statements as the owner of the tables, bypassing the policies and triggers that protect them.
    void tamper(const std::vector<std::string>& statements) {
        const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
        host::db::ConnectionOptions options;
        options.login = access->owner;
        host::db::Connection owner(options);
        const std::string table = "ALTER TABLE pt_certified.document ";
        owner.query("BEGIN");
        owner.query(table + "NO FORCE ROW LEVEL SECURITY");
        owner.query(table + "DISABLE TRIGGER USER");
        for (const std::string& statement : statements) {
            owner.query(statement);
        }
        owner.query(table + "ENABLE TRIGGER USER");
        owner.query(table + "FORCE ROW LEVEL SECURITY");
        owner.query("COMMIT");
    }
    std::string marked(const std::string& id) {
        const auto rows = service.sql(
            "SELECT qr || ' / ' || lines::text FROM compliance.mark WHERE document_id = '" + id + '\'');
        return rows.empty() ? "" : rows[0];
    }

    RunningService& service = serviceWithProvider();
    Desk desk{service, unique("Loja"), "PT"};
    Json series = Json::object();
};

TEST_F(PtCertified, TakesNoKeyThatCannotSign) {
    const Json settings = Json::object({{"signatureKey", makeKey("/CN=Loja/C=PT", 30).pem}});
    EXPECT_TRUE(isRefusal(desk.put("/fiscal/pt-certified", Json::object({{"settings", settings}})), 400,
                          "field-invalid:settings.signatureKey"))
        << "documents are signed by RSA, and this key is of a curve";
    sell("0.80");
}

TEST_F(PtCertified, SignsEachSeriesInAChainOfItsOwn) {
    sell("0.80");
    sell("12.30");
    const Json last = sell("1000");
    madeAfterRegistering("/sales/" + last.textOr("id") + "/refund", js("{'reason':'Frio'}"));
    const auto tickets = signedIn("FS");
    ASSERT_EQ(tickets.size(), 3U);
    std::string previous;
    const std::vector<std::string> totals = {"0.80", "12.30", "1000.00"};
    for (std::size_t i = 0; i < tickets.size(); ++i) {
        const std::string& message = tickets[i][1];
        EXPECT_TRUE(message.ends_with(';' + tickets[i][0] + ';' + totals[i] + ';' + previous)) << message;
        EXPECT_TRUE(isSignedByTheTestKey(message, tickets[i][2])) << message;
        previous = tickets[i][2];
    }
    const auto notes = signedIn("NC");
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_TRUE(notes[0][1].ends_with(";1000.00;")) << "the first one of its series: " << notes[0][1];
    EXPECT_TRUE(isSignedByTheTestKey(notes[0][1], notes[0][2]));
}

TEST_F(PtCertified, KeepsOneChainWhenManySellAtOnce) {
    constexpr int Clients = 16;
    constexpr int Sales = 2;
    sell("1");
    sellTogether(service, desk, Clients, Sales, "23");
    const auto tickets = signedIn("FS");
    ASSERT_EQ(tickets.size(), 1U + Clients * Sales);
    std::string previous;
    std::string entered;
    for (std::size_t i = 0; i < tickets.size(); ++i) {
        const std::string& id = tickets[i][0];
        const std::string now(split(tickets[i][1], ';').at(1));
        EXPECT_LE(entered, now) << "time does not go backwards: " << id;
        entered = now;
        EXPECT_EQ(id.substr(id.find('/') + 1), std::to_string(i + 1)) << "no gap";
        EXPECT_TRUE(tickets[i][1].ends_with(';' + id + ";1.00;" + previous)) << "no fork: " << id;
        EXPECT_TRUE(isSignedByTheTestKey(tickets[i][1], tickets[i][2])) << id;
        previous = tickets[i][2];
    }
}

TEST_F(PtCertified, AChangedOrRemovedDocumentIsFound) {
    for (const char* price : {"1", "2", "3"}) {
        sell(price);
    }
    const std::string second = " WHERE id = '" + signedIn("FS")[1][0] + "' AND company_id = '" +
                               decodeId("com", desk.value("companyId")).value().toString() + '\'';
    const auto isFound = [&] { return service.command({"verify", "--without-modules"}).first != 0; };
    tamper({"UPDATE pt_certified.document SET hash = reverse(hash)" + second});
    EXPECT_TRUE(isFound()) << "the third one names another signature";
    tamper({"UPDATE pt_certified.document SET hash = reverse(hash)" + second,
            "CREATE TABLE pt_certified.taken AS SELECT * FROM pt_certified.document" + second,
            "DELETE FROM pt_certified.document" + second});
    EXPECT_TRUE(isFound()) << "the third one names a signature that is not there";
    tamper({"INSERT INTO pt_certified.document SELECT * FROM pt_certified.taken",
            "DROP TABLE pt_certified.taken"});
}

TEST_F(PtCertified, PrintsTheCodeAndTheWords) {
    const std::string partner =
        desk.make("/partners", js("{'name':'Cliente Lda','country':'PT','vatNumber':'PT123456789'}"))
            .textOr("id");
    const Json sale = sell("123", "'partnerId':'" + partner + "'");
    const auto invoices = signedIn("FT");
    ASSERT_EQ(invoices.size(), 1U);
    const std::string& hash = invoices[0][2];
    const std::string printed = {hash[0], hash[10], hash[20], hash[30]};
    const std::string sequence = invoices[0][0].substr(invoices[0][0].find('/') + 1);
    const std::string mark = marked(sale.textOr("id"));
    std::string day = sale.textOr("date");
    std::erase(day, '-');
    EXPECT_TRUE(mark.starts_with("A:500000000*B:123456789*C:PT*D:FT*E:N*F:" + day + "*G:" + invoices[0][0] +
                                 "*H:CSDF7T5H-" + sequence +
                                 "*I1:PT*I7:100.00*I8:23.00*N:23.00*O:123.00*Q:" + printed + "*R:9999 / "))
        << mark;
    EXPECT_NE(mark.find("ATCUD:CSDF7T5H-" + sequence), std::string::npos) << mark;
    EXPECT_NE(mark.find(printed + "-Processado por programa certificado n.º 9999/AT"), std::string::npos)
        << mark;
}

TEST_F(PtCertified, SellsNothingWithoutACodeOfTheSeries) {
    const Answer refused =
        desk.post("/sales", js("{'lines':[{'label':'Chá','quantity':1,'unitPrice':1}],'paidInFull':true}"));
    EXPECT_EQ(refused.status, 400);
    EXPECT_TRUE(refused.code().starts_with("regime-settings-missing:series.TKT")) << refused.code();
    EXPECT_EQ(desk.read("/sales").size(), 0U);
    const Json first = sell("1");
    EXPECT_TRUE(first.textOr("number").ends_with("000001")) << "the refused one took no number";
}

TEST_F(PtCertified, SellsNothingWithoutASeriesInTheNumber) {
    ASSERT_TRUE(hasStatus(desk.put("/numbering/invoice", js("{'pattern':'{YYYY}{000000}'}")), 200));
    const Json invoice = js("{'lines':[{'label':'Chá','quantity':1,'unitPrice':1,'taxRate':23}],"
                            "'pricesIncludeTax':true,'partnerId':'$1'}",
                            {desk.make("/partners", js("{'name':'Cliente'}")).textOr("id")});
    EXPECT_TRUE(isRefusal(desk.post("/sales", invoice), 400, "field-invalid:number"));
    EXPECT_EQ(desk.read("/sales").size(), 0U);
    EXPECT_TRUE(hasStatus(desk.post("/sales", invoice, {{"Svc-Dry-Run", "true"}}), 200))
        << "it has no number yet";
}

TEST_F(PtCertified, TakesEurosAndCompaniesOfPortugalAlone) {
    sell("1");
    EXPECT_TRUE(
        isRefusal(desk.post("/sales", js("{'currency':'USD','exchangeRate':1.1,'lines':[{'label':'Chá',"
                                         "'quantity':1,'unitPrice':1}]}")),
                  400, "currency-unsupported:USD"));
    ASSERT_TRUE(hasStatus(desk.patch("", js("{'vatNumber':'PT500000001'}")), 200));
    EXPECT_TRUE(
        isRefusal(desk.post("/sales", js("{'lines':[{'label':'Chá','quantity':1,'unitPrice':1,'taxRate':23}],"
                                         "'pricesIncludeTax':true,'paidInFull':true}")),
                  400, "regime-settings-missing:company.vatNumber"));
}

} // namespace
} // namespace svc::test
