// Electronic invoices sent through an access point that outsideWorld() fakes: what is sent, what is refused
// before, and the resulting status.
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>

#include <svc/encoding.hpp>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

namespace svc::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Reaction json(int status, const Json& body) {
    return Reaction::status(status, "Content-Type: application/json\r\n", body.dump());
}

class Transmission : public ::testing::Test {
protected:
    Transmission() {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            return answer(request);
        });
        EXPECT_TRUE(hasStatus(desk.post("/integrations/storecove/connect",
                                        js("{'credentials':{'apiKey':'k','legalEntityId':4711}}")),
                              201));
        for (const char* regime : {"peppol", "de-xrechnung"}) {
            EXPECT_TRUE(hasStatus(desk.put(std::string("/fiscal/") + regime,
                                           js("{'enabled':true,'autoSubmit':true,'settings':{}}")),
                                  200));
        }
        desk.events();
    }
    ~Transmission() override {
        for (const char* regime : {"peppol", "de-xrechnung"}) {
            EXPECT_EQ(desk.put(std::string("/fiscal/") + regime, js("{'enabled':false}")).status, 200);
        }
        EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/storecove")).status, 204);
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }

    Reaction answer(const Received& request) {
        if (request.path.find("/legal_entities/") != std::string::npos) {
            return json(200, js("{'id':4711,'party_name':'Us'}"));
        }
        if (request.path.ends_with("/discovery/receives")) {
            return json(200, Json::object({{"code", reachable ? "OK" : "NOK"}}));
        }
        if (request.path.ends_with("/document_submissions")) {
            const Json body = request.json();
            ++calls;
            guids[body["idempotencyGuid"].text()] =
                base64Decode(body["document"]["rawDocumentData"]["document"].text()).value();
            routing = body["routing"]["eIdentifiers"][0];
            if (lose > 0) {
                --lose;
                return Reaction{.text = "no HTTP\r\n\r\n"};
            }
            if (busy) {
                return Reaction::status(429, "Retry-After: 3600\r\n");
            }
            if (!refusal.empty()) {
                return json(422, js("[{'source':'$1','details':'no'}]", {refusal}));
            }
            return json(200, Json::object({{"guid", "sub-" + body["idempotencyGuid"].text()}}));
        }
        return arrived ? json(200, js("{'sender':'a','receiver':'b','network':'peppol'}"))
                       : Reaction::status(404);
    }
    template <class Change>
    void world(Change change) {
        const std::lock_guard lock(mutex);
        change();
    }
    Json buyer(const std::string& peppolId, const std::string& reference = "QUAIS") {
        return desk.make(
            "/partners",
            js("{'name':'$1','company':true,'country':'FR','vatNumber':'FR32123456789',"
               "'peppolId':'$2','buyerReference':'$3','email':'books@quais.example',"
               "'address':{'line1':'12 quai','postalCode':'59800','city':'Lille','country':'FR'}}",
               {unique("Buyer"), peppolId, reference}));
    }
    Json saleTo(const Json& partner) {
        Json sale = js("{'lines':[{'label':'Coffee','quantity':2,'unitPrice':120,'taxRate':20}]}");
        return sale.set("partnerId", partner["id"]);
    }
    Json latest(const std::string& id, const std::string& kind = "sale") {
        const Json all = desk.read("/fiscal/submissions/" + kind + '/' + id);
        return all.size() > 0 ? all[0] : Json(nullptr);
    }
    Json until(const std::string& status, const std::string& id, const std::string& kind = "sale") {
        const auto end = std::chrono::steady_clock::now() + seconds(20);
        Json one = latest(id, kind);
        while (one.isObject() && one.textOr("status") != status && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(100));
            one = latest(id, kind);
        }
        EXPECT_EQ(one.isObject() ? one.textOr("status") : "none", status) << one.dump();
        return one;
    }

    std::mutex mutex;
    bool reachable = true;
    bool arrived = false;
    bool busy = false; ///< 429, to be asked again in an hour
    int lose = 0;
    int calls = 0;
    std::string refusal;
    std::map<std::string, std::string> guids; ///< the document received under each GUID
    Json routing;
    Desk desk{serviceWithProvider()};
};

TEST_F(Transmission, AnInvoiceWaitsAsLongAsTheAccessPointSays) {
    world([&] { busy = true; });
    const std::string id = desk.make("/sales", saleTo(buyer("0208:0403170701"))).textOr("id");
    const auto waits = [&](std::int64_t attempts, const std::string& sooner) {
        const auto end = std::chrono::steady_clock::now() + seconds(20);
        Json one = latest(id);
        while ((one["attempts"].integer() < attempts || one.textOr("nextAttemptAt") <= sooner) &&
               std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(100));
            one = latest(id);
        }
        EXPECT_EQ(one["attempts"].integer(), attempts) << one.dump();
        return one;
    };
    const Json told = waits(1, "");
    EXPECT_EQ(told.textOr("error"), "integration-unreachable:http-429");
    world([&] { busy = false; });
    advanceClock(70);
    waits(1, told.textOr("nextAttemptAt")); // a pause is no try
    EXPECT_EQ(calls, 1) << "it is not asked before the hour is over";
    advanceClock(3700);
    EXPECT_EQ(until("submitted", id)["attempts"].integer(), 2);
}

TEST_F(Transmission, AnInvoiceIsAcceptedOnceThereIsEvidence) {
    const Json sale = desk.make("/sales", saleTo(buyer("0208:0403170701")));
    const Json sent = until("submitted", sale.textOr("id"));
    EXPECT_EQ(sent.textOr("regime"), "peppol");
    EXPECT_TRUE(sent.textOr("reference").starts_with("sub-"));
    EXPECT_EQ(routing.dump(), R"({"scheme":"BE:EN","id":"0403170701"})");
    ASSERT_EQ(guids.size(), 1U);
    const std::string ubl = guids.begin()->second;
    EXPECT_NE(ubl.find(sale.textOr("number")), std::string::npos);
    EXPECT_NE(ubl.find("urn:fdc:peppol.eu:2017:poacc:billing:3.0"), std::string::npos);
    EXPECT_EQ(desk.get("/sales/" + sale.textOr("id") + "/invoice.xml").body, ubl)
        << "the file that people see";
    advanceClock(70);
    std::this_thread::sleep_for(milliseconds(500));
    EXPECT_EQ(latest(sale.textOr("id")).textOr("status"), "submitted") << "it has not arrived yet";
    world([&] { arrived = true; });
    advanceClock(3700);
    until("accepted", sale.textOr("id"));
    EXPECT_EQ(desk.read("/sales/" + sale.textOr("id")).textOr("fiscalStatus"), "accepted");
    std::vector<std::string> types;
    for (const Json& event : desk.events()) {
        types.push_back(event.textOr("type"));
    }
    EXPECT_THAT(types, ::testing::Contains("fiscal.accepted"));
    EXPECT_EQ(calls, 1);
}

TEST_F(Transmission, ACreditNoteFollowsItsInvoice) {
    world([&] { arrived = true; });
    const Json sale = desk.make("/sales", saleTo(buyer("0208:0403170701")));
    until("submitted", sale.textOr("id"));
    ASSERT_TRUE(
        hasStatus(desk.post("/sales/" + sale.textOr("id") + "/refund", js("{'reason':'Broken'}")), 201));
    const Json refunded = desk.read("/sales/" + sale.textOr("id"));
    until("submitted", refunded["refunds"].at(0)["creditNote"].textOr("id"), "credit_note");
    bool found = false;
    for (const auto& [guid, ubl] : guids) {
        found = found || ubl.find("<CreditNote") != std::string::npos;
    }
    EXPECT_TRUE(found);
}

TEST_F(Transmission, ALostAnswerIsAskedForAgainUnderTheSameKey) {
    world([&] { lose = 1; });
    const Json sale = desk.make("/sales", saleTo(buyer("0208:0403170701")));
    // The next attempt is due a minute after the error of this one is stored.
    for (int i = 0; i < 100 && latest(sale.textOr("id"))["error"].isNull(); ++i) {
        std::this_thread::sleep_for(milliseconds(200));
    }
    advanceClock(70);
    until("submitted", sale.textOr("id"));
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(guids.size(), 1U) << "one document, sent twice under one key";
}

TEST_F(Transmission, WhoCannotBeReachedIsToldToThePerson) {
    world([&] { reachable = false; });
    const Json sale = desk.make("/sales", saleTo(buyer("0208:0403170701")));
    const Json one = until("rejected", sale.textOr("id"));
    EXPECT_EQ(one.textOr("errorCode"), "receiver-unknown");
    EXPECT_EQ(calls, 0);
    world([&] { reachable = true; });
    ASSERT_TRUE(
        hasStatus(desk.post("/fiscal/submit/sale/" + sale.textOr("id"), js("{'regime':'peppol'}")), 202));
    until("submitted", sale.textOr("id"));
}

TEST_F(Transmission, ARefusalOfTheAccessPointIsOneOfTheDocument) {
    world([&] { refusal = "document"; });
    const Json sale = desk.make("/sales", saleTo(buyer("0208:0403170701")));
    EXPECT_EQ(until("rejected", sale.textOr("id")).textOr("errorCode"), "document");
    world([&] { refusal = "idempotencyGuid"; });
    const Json other = desk.make("/sales", saleTo(buyer("0208:0403170701")));
    EXPECT_EQ(until("held", other.textOr("id")).textOr("errorCode"), "already-submitted");
}

TEST_F(Transmission, WhoHasAnEmailAddressAloneIsNotConcerned) {
    const Json sale = desk.make("/sales", saleTo(buyer("EM:books@quais.example")));
    EXPECT_TRUE(latest(sale.textOr("id")).isNull());
}

TEST_F(Transmission, WhoHasNoAddressIsNotConcerned) {
    const Json partner = desk.make("/partners", js("{'name':'$1'}", {unique("Private")}));
    const Json sale = desk.make("/sales", saleTo(partner));
    EXPECT_TRUE(latest(sale.textOr("id")).isNull());
    ASSERT_TRUE(
        hasStatus(desk.post("/fiscal/submit/sale/" + sale.textOr("id"), js("{'regime':'peppol'}")), 202));
    EXPECT_EQ(until("rejected", sale.textOr("id")).textOr("errorCode"), "receiver-missing");
}

TEST_F(Transmission, PublicBuyersInGermanyGetXRechnung) {
    const Json sale =
        desk.make("/sales", saleTo(buyer("0204:04011000-1234512345-06", "04011000-1234512345-06")));
    const Json one = until("submitted", sale.textOr("id"));
    EXPECT_EQ(one.textOr("regime"), "de-xrechnung");
    EXPECT_EQ(routing.dump(), R"({"scheme":"DE:LWID","id":"04011000-1234512345-06"})");
    EXPECT_NE(guids.begin()->second.find("urn:xeinkauf.de:kosit:xrechnung_3.0"), std::string::npos);
    EXPECT_EQ(desk.read("/fiscal/submissions/sale/" + sale.textOr("id")).size(), 1U) << "not Peppol as well";
}

TEST_F(Transmission, NothingIsIssuedThatBreaksTheRules) {
    const auto refused = [&](const Json& partner, const std::string& field) {
        EXPECT_TRUE(isRefusal(desk.post("/sales", saleTo(partner)), 400, "invoice-incomplete:" + field));
    };
    refused(buyer("0204:04011000-1234512345-07", "04011000-1234512345-06"), "partner.peppolId");
    refused(buyer("0204:04011000-1234512345-06", "04011000-1234512354-06"), "partner.buyerReference");
    const Json bare =
        desk.make("/partners", js("{'name':'$1','peppolId':'0208:0403170701'}", {unique("Bare")}));
    const Answer answer = desk.post("/sales", saleTo(bare));
    EXPECT_EQ(answer.status, 400);
    EXPECT_TRUE(answer.json.textOr("message").starts_with("invoice-incomplete:partner.")) << answer.body;
    EXPECT_EQ(calls, 0);
}

TEST_F(Transmission, ACurrencyThatNoFileCanHaveConcernsTheRegimeOfTheReceiverAlone) {
    Json sale = saleTo(buyer("0208:0403170701"));
    sale.set("currency", "TND").set("exchangeRate", Decimal(35, 1));
    EXPECT_TRUE(isRefusal(desk.post("/sales", sale), 400, "invoice-incomplete:currency"));
    ASSERT_TRUE(
        hasStatus(desk.put("/fiscal/peppol", js("{'enabled':true,'autoSubmit':false,'settings':{}}")), 200));
    const std::string id = desk.make("/sales", sale).textOr("id");
    ASSERT_TRUE(hasStatus(desk.post("/fiscal/submit/sale/" + id, js("{'regime':'peppol'}")), 202));
    EXPECT_EQ(until("rejected", id).textOr("errorCode"), "invoice-incomplete:currency");
}

TEST_F(Transmission, WaitsForAnAccessPoint) {
    ASSERT_EQ(desk.service().live().remove(desk.path("/integrations/storecove")).status, 204);
    const Json sale = desk.make("/sales", saleTo(buyer("0208:0403170701")));
    const auto end = std::chrono::steady_clock::now() + seconds(20);
    while (latest(sale.textOr("id"))["attempts"].integer() < 1 && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(milliseconds(100));
    }
    EXPECT_EQ(latest(sale.textOr("id")).textOr("error"), "integration-not-connected");
    ASSERT_TRUE(hasStatus(desk.post("/integrations/storecove/connect",
                                    js("{'credentials':{'apiKey':'k','legalEntityId':4711}}")),
                          201));
    advanceClock(70);
    until("submitted", sale.textOr("id"));
}

} // namespace
} // namespace svc::test
