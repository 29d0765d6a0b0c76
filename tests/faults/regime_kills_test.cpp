// The host is killed while invoices of four countries are sealed, while they are being sent, and while their
// authorities answer. Afterwards each invoice has arrived once, or waits for a person where the authority
// cannot be asked.
#include <algorithm>
#include <functional>
#include <memory>
#include <set>

#include "api/business/fatturapa_intermediary.hpp"
#include "api/business/french_platform.hpp"
#include "api/business/ksef_authority.hpp"
#include "api/business/readers/dgi.hpp"
#include "faults/fiscal_kills.hpp"

namespace svc::test {
namespace {

/// The moment at which the host is killed.
enum class Stage {
    None,
    Sending,  ///< the request has left the host and never arrives
    Answering ///< the request has arrived, its answer never does
};

/// A regime, the fake of its authority, and a company of its country.
struct Party {
    const char* regime;
    const char* sealing; ///< the table that sealing a document writes
    std::function<bool(const std::string& path)> isFor;
    std::function<bool(const Received&)> sends;   ///< matches the request during which stage Sending kills
    std::function<bool(const Received&)> settles; ///< matches the request of stage Answering
    std::function<Reaction(const Received&)> answer;
    std::function<std::size_t()> arrived; ///< number of distinct documents
    const char* afterLostAnswer;          ///< expected status of the submission
    std::unique_ptr<Firm> firm;
    bool isHeld = false; ///< its request is being held until the kill
    std::string sale = {};
};

class RegimeKills : public FiscalKills {
protected:
    static constexpr const char* Nip = "5261000013";

    RegimeKills() : FiscalKills({"fr-einvoicing", "it-fatturapa", "pl-ksef", "cd-edef"}) {
        ksef.nip = Nip;
        ksef.now = advance("PT0S");
        platform.enlist("303265045");
        platform.acknowledge(js("{'status':'Ok'}"));
        const std::lock_guard lock(mutex);
        parties.push_back(french());
        parties.push_back(italian());
        parties.push_back(polish());
        parties.push_back(congolese());
    }

    Reaction answer(const Received& request) override {
        for (Party& party : parties) {
            if (party.isFor(request.path)) {
                return answerOf(party, request);
            }
        }
        return Reaction::status(404);
    }
    Reaction answerOf(Party& party, const Received& request) {
        const bool isNow = (stage == Stage::Sending && party.sends(request)) ||
                           (stage == Stage::Answering && party.settles(request));
        if (!isNow || party.isHeld) {
            return party.answer(request);
        }
        party.isHeld = true;
        Reaction reaction = stage == Stage::Sending ? Reaction{} : party.answer(request);
        reaction.delay = Slow;
        return reaction;
    }
    /// Each firm sells; the host is killed once every authority is being asked.
    void sellAndKill(Stage when) {
        {
            const std::lock_guard lock(mutex);
            stage = when;
            for (Party& party : parties) {
                party.isHeld = false;
            }
        }
        for (Party& party : parties) {
            const Answer sold = party.firm->sell();
            EXPECT_TRUE(hasStatus(sold, 201)) << party.regime;
            party.sale = sold.json.textOr("id");
        }
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(40);
        while (!allHeld() && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        EXPECT_TRUE(allHeld());
        service.kill();
        {
            const std::lock_guard lock(mutex);
            stage = Stage::None;
        }
        service.start();
    }
    bool allHeld() {
        const std::lock_guard lock(mutex);
        return std::all_of(parties.begin(), parties.end(), [](const Party& one) { return one.isHeld; });
    }
    /// Moves the clock until the newest sale of each firm has the wanted status.
    void expectStatuses(const std::function<std::string(const Party&)>& wanted) {
        std::string differs = "not looked at";
        for (int round = 0; !differs.empty() && round < 40; ++round) {
            const Instant now = advance("PT3M");
            ksef.world([&] { ksef.now = now; });
            deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(400));
            differs.clear();
            for (const Party& party : parties) {
                const Json one = party.firm->latest(party.sale);
                if (one.textOr("status") != wanted(party)) {
                    differs += std::string(party.regime) + ' ' + one.dump() + '\n';
                }
            }
        }
        EXPECT_EQ(differs, "");
    }
    /// SdI delivers all files that have arrived.
    void deliver() {
        const std::lock_guard lock(mutex);
        for (const auto& [name, file] : sdi.files) {
            if (file.updates.size() == 0) {
                sdi.say(name, "Consegnato");
            }
        }
    }
    std::size_t countOf(const Party& party) {
        const std::lock_guard lock(mutex);
        return party.arrived();
    }

    std::unique_ptr<Firm> firmIn(const char* country, const Json& record, const Json& buyer) {
        auto firm = std::make_unique<Firm>(service, country);
        firm->change(record);
        firm->sellTo(buyer);
        return firm;
    }
    Party french() {
        auto firm = firmIn("FR",
                           js("{'legalName':'Boulangerie SARL','vatNumber':'FR40123456782',"
                              "'registrationNumber':'123456782','address':{'line1':'1 rue','postalCode':"
                              "'59800','city':'Lille','country':'FR'}}"),
                           js("{'name':'Client','company':true,'country':'FR','vatNumber':'FR40303265045',"
                              "'registrationNumber':'303265045','address':{'line1':'12 quai','postalCode':"
                              "'59800','city':'Lille','country':'FR'}}"));
        firm->enable("fr-einvoicing", true,
                     js("{'siren':'123456782','platformId':'1234','platformName':'PLATEFORME','clientId':"
                        "'c-1','clientSecret':'s3cret'}"));
        const auto isDeposit = [](const Received& request) { return request.path == "/flow/flows"; };
        return {.regime = "fr-einvoicing",
                .sealing = "fr_einvoicing.document",
                .isFor =
                    [](const std::string& path) {
                        return path == "/token" || path.starts_with("/flow/") ||
                               path.starts_with("/directory/");
                    },
                .sends = isDeposit,
                .settles = isDeposit,
                .answer = [this](const Received& request) { return platform.answer(request); },
                .arrived = [this] { return platform.deposits().size(); },
                .afterLostAnswer = "accepted",
                .firm = std::move(firm)};
    }
    Party italian() {
        auto firm =
            firmIn("IT",
                   js("{'legalName':'Bottega S.r.l.','vatNumber':'IT$1','iban':'IT60X0542811101000000123456',"
                      "'bic':'BCITITMM','address':{'line1':'Via Roma 1','postalCode':'00100','city':'Roma',"
                      "'region':'RM','country':'IT'}}",
                      {newVat()}),
                   js("{'name':'Cliente','country':'IT','vatNumber':'IT09876543217','peppolId':"
                      "'0205:ABCDEF1','address':{'line1':'Corso Italia 2','postalCode':'50100','city':"
                      "'Firenze','region':'FI','country':'IT'}}"));
        firm->enable("it-fatturapa", true, js("{'apiKey':'ik_test_1'}"), "test");
        const auto isFile = [](const Received& request) {
            return request.path.starts_with("/send?signature=");
        };
        return {.regime = "it-fatturapa",
                .sealing = "it_fatturapa.counter",
                .isFor =
                    [](const std::string& path) {
                        return path.starts_with("/send?") || path.starts_with("/update?");
                    },
                .sends = isFile,
                .settles = isFile,
                .answer = [this](const Received& request) { return sdi.answer(request); },
                .arrived = [this] { return sdi.files.size(); },
                .afterLostAnswer = "accepted",
                .firm = std::move(firm)};
    }
    Party polish() {
        auto firm = firmIn("PL",
                           js("{'legalName':'Kawiarnia Sp. z o.o.','vatNumber':'PL$1','address':{'line1':"
                              "'ul. Długa 1','postalCode':'00-001','city':'Warszawa','country':'PL'}}",
                              {Nip}),
                           js("{'name':'Hotel','company':true,'country':'PL','vatNumber':'PL3861610227',"
                              "'address':{'line1':'ul. Krótka 2','postalCode':'87-607','city':'Środa',"
                              "'country':'PL'}}"));
        firm->enable("pl-ksef", true, Json::object({{"nip", Nip}, {"token", ksef.token}}), "test");
        const auto isInvoice = [](const Received& request) {
            return request.path.starts_with("/sessions/online/") && request.path.ends_with("/invoices");
        };
        return {.regime = "pl-ksef",
                .sealing = "pl_ksef.document",
                .isFor =
                    [](const std::string& path) {
                        return path.starts_with("/auth/") || path.starts_with("/sessions/") ||
                               path.starts_with("/invoices/") || path.starts_with("/security/");
                    },
                .sends = isInvoice,
                .settles = isInvoice,
                .answer =
                    [this, isInvoice](const Received& request) {
                        // An invoice has its KSeF number before the host asks for the status.
                        ksef.world([&] { ksef.loseInvoices = isInvoice(request) && isLost() ? 1 : 0; });
                        return ksef.answer(request);
                    },
                .arrived = [this] { return numbers().size(); },
                .afterLostAnswer = "accepted",
                .firm = std::move(firm)};
    }
    Party congolese() {
        auto firm = firmIn("CD", js("{'legalName':'Boutique SARL'}"), js("{'name':'Client'}"));
        firm->enable("cd-edef", true, js("{'nif':'A1234567B','token':'t-1','isf':'ISF-1'}"));
        return {.regime = "cd-edef",
                .sealing = "compliance.submission", // the regime has no hash chain
                .isFor = [](const std::string& path) { return path.starts_with(dgi::Congo.path); },
                .sends =
                    [](const Received& request) {
                        return request.path == dgi::Congo.path && !request.body.empty();
                    },
                .settles = [](const Received& request) { return request.path.ends_with(dgi::Congo.confirm); },
                .answer = [this](const Received& request) { return congo.answer(request); },
                .arrived = [this] { return congo.certified(); },
                .afterLostAnswer = "held",
                .firm = std::move(firm)};
    }
    bool isLost() const { return stage == Stage::Answering; }
    /// The assigned KSeF numbers; the test fails when one occurs twice.
    std::set<std::string> numbers() {
        std::set<std::string> all;
        for (const KsefAuthority::File& file : ksef.sent()) {
            if (!file.ksefNumber.empty()) {
                EXPECT_TRUE(all.insert(file.ksefNumber).second);
            }
        }
        return all;
    }

    Stage stage = Stage::None;
    FrenchPlatform platform{"c-1"};
    Intermediary sdi;
    KsefAuthority ksef;
    dgi::Dgi congo{dgi::Congo};
    std::vector<Party> parties;
};

TEST_F(RegimeKills, EachDocumentArrivesOnceWhereverTheHostDies) {
    std::vector<std::pair<std::string, const Firm*>> places;
    for (const Party& party : parties) {
        places.emplace_back(party.sealing, party.firm.get());
    }
    killBefore(places);
    for (const Party& party : parties) {
        EXPECT_EQ(party.firm->read("/sales").size(), 0U) << party.regime << ": none was acknowledged";
        EXPECT_EQ(countOf(party), 0U) << party.regime;
    }

    sellAndKill(Stage::Sending);
    expectStatuses([](const Party&) { return "accepted"; });
    for (const Party& party : parties) {
        EXPECT_EQ(countOf(party), 1U) << party.regime << ": it is sent again";
    }

    sellAndKill(Stage::Answering);
    expectStatuses([](const Party& party) { return party.afterLostAnswer; });
    advance("PT24H");
    std::this_thread::sleep_for(std::chrono::seconds(1));
    expectStatuses([](const Party& party) { return party.afterLostAnswer; });
    for (const Party& party : parties) {
        EXPECT_EQ(countOf(party), 2U) << party.regime << ": nothing is done twice";
        EXPECT_TRUE(party.firm->read("/fiscal/journal/verify")["valid"].boolean()) << party.regime;
    }
    EXPECT_EQ(sdi.calls, 2) << "what has arrived is found by its name; the names have no gap";
    EXPECT_EQ(sdi.files.begin()->first.substr(14), "00001.xml");
    EXPECT_EQ(sdi.files.rbegin()->first.substr(14), "00002.xml");
    const auto sent = ksef.sent();
    ASSERT_EQ(sent.size(), 3U) << "sent again, for KSeF tells that it knows it";
    EXPECT_EQ(sent[1].xml, sent[2].xml) << "byte for byte";
    EXPECT_EQ(platform.mistakes(), std::vector<std::string>());
    EXPECT_EQ(congo.pending(), 0U);
    expectInvariants(service);
}

} // namespace
} // namespace svc::test
