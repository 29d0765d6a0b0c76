#include "api/business/invoice_year.hpp"

#include <unistd.h>

namespace svc::test {

namespace {

/// Gross amount of the services, which the French company sells at 10 %.
std::int64_t servicesOf(const Json& sale) {
    std::int64_t sum = 0;
    for (const Json& tax : sale["taxes"].items()) {
        if (tax["taxRate"].decimal() == Decimal(10)) {
            sum += tax["net"].integer() + tax["tax"].integer();
        }
    }
    return sum;
}

} // namespace

Reaction AccessPoint::answer(const Received& request) {
    const auto json = [](const Json& body) {
        return Reaction::status(200, "Content-Type: application/json\r\n", body.dump());
    };
    if (request.path.find("/legal_entities/") != std::string::npos) {
        return json(js("{'id':4711,'party_name':'Us'}"));
    }
    if (request.path.ends_with("/discovery/receives")) {
        return json(js("{'code':'OK'}"));
    }
    if (!request.path.ends_with("/document_submissions")) {
        return json(js("{'sender':'a','receiver':'b','network':'peppol'}"));
    }
    const Json body = request.json();
    const std::string key = body["idempotencyGuid"].text();
    const std::string ubl = base64Decode(body["document"]["rawDocumentData"]["document"].text()).value();
    if (keys.emplace(key, ubl).second) {
        documents.push_back(ubl);
        schemes.push_back(body["routing"]["eIdentifiers"].at(0).textOr("scheme"));
    }
    return json(Json::object({{"guid", "sub-" + key}}));
}

InvoiceYear::World::World()
    : folder(std::filesystem::temp_directory_path() / ("svc-invoices-" + std::to_string(::getpid()))),
      receiver((std::filesystem::create_directories(folder), folder)) {
    platform.enlist("303265045");
    platform.acknowledge(js("{'status':'Ok'}"));
    ksef.nip = Nip;
    receiver.react([this](const Received& request) { return answer(request); });
}

InvoiceYear::World::~World() {
    receiver.react([](const Received&) { return Reaction{}; });
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

Reaction InvoiceYear::World::answer(const Received& request) {
    const std::string& path = request.path;
    const auto isBelow = [&](std::initializer_list<const char*> prefixes) {
        return std::any_of(prefixes.begin(), prefixes.end(),
                           [&](const char* prefix) { return path.starts_with(prefix); });
    };
    if (isBelow({"/fr/"})) {
        Received inner = request;
        inner.path = path.substr(3);
        return platform.answer(inner);
    }
    if (isBelow({"/pl/"})) {
        Received inner = request;
        inner.path = path.substr(3);
        return ksef.answer(inner);
    }
    const std::lock_guard lock(mutex);
    return isBelow({"/send?", "/update?"}) ? sdi.answer(request) : accessPoint.answer(request);
}

void InvoiceYear::advance(const std::string& duration) {
    const Answer answer = service().anonymous().post("/testing/clock", Json::object({{"advance", duration}}));
    ASSERT_TRUE(hasStatus(answer, 200));
    const Instant now = Instant::parse(answer.json.textOr("now")).value();
    world_->ksef.world([&] { world_->ksef.now = now; });
}

template <class Read>
void InvoiceYear::until(Read isSo, const char* what) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    for (int round = 1; !isSo() && std::chrono::steady_clock::now() < end; ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (round % 3 == 0) {
            advance("PT10M");
        }
    }
    EXPECT_TRUE(isSo()) << what;
}

/// Waits until every authority has given its final status. SdI has then delivered every file or made it
/// available in the buyer's area, whichever the file's number selects.
void InvoiceYear::settle() {
    std::vector<std::string> open;
    until(
        [&] {
            {
                const std::lock_guard lock(world_->mutex);
                for (const auto& [name, file] : world_->sdi.files) {
                    if (file.updates.size() == 0) {
                        world_->sdi.say(name, file.id % 3 == 0 ? "ImpossibilitaDiRecapito" : "Consegnato");
                    }
                }
            }
            open = service().sql("SELECT regime || ' ' || status || ' ' || coalesce(error, '') FROM"
                                 " compliance.submission WHERE status <> 'accepted'");
            return open.empty();
        },
        "submissions are open");
    EXPECT_EQ(open, std::vector<std::string>());
}

void InvoiceYear::SetUpTestSuite() {
    world_ = std::make_unique<World>();
    ServiceOptions options;
    const std::string outside = world_->receiver.url("");
    for (const char* plugin : {"peppol", "de-xrechnung"}) {
        options.plugins.emplace_back(plugin);
    }
    options.settings["de-kassensichv"] = "{ tse: software }";
    options.settings["it-fatturapa"] = "{ baseUrl: \"" + outside + "\" }";
    options.settings["storecove"] = "{ baseUrl: \"" + outside + "\" }";
    options.settings["pl-ksef"] = "{ baseUrl: \"" + outside + "/pl\" }";
    options.settings["fr-einvoicing"] = "{ baseUrl: \"" + outside + "/fr/flow\", tokenUrl: \"" + outside +
                                        "/fr/token\", directoryUrl: \"" + outside + "/fr/directory\" }";
    for (const auto& [plugin, settings] : options.settings) {
        options.plugins.push_back(plugin);
    }
    options.extra = "webhooks: { caFile: \"" + world_->receiver.certificate().string() + "\" }\n";
    service_ = std::make_unique<RunningService>(options);
    advance("PT0S");
    found();
    for (int month = 0; month < Months; ++month) {
        trade(month);
    }
    settle();
    advance("P32D"); // ends the last periods
    settleReports();
}

void InvoiceYear::TearDownTestSuite() {
    till_.reset();
    for (auto* trader : {&french_, &italian_, &polish_, &exporter_}) {
        trader->reset();
    }
    service_.reset();
    world_.reset();
}

void InvoiceYear::foundFrench() {
    french_ = std::make_unique<Trader>(std::make_unique<Desk>(service(), unique("Firme"), "FR"), "20", "10");
    french_->be(js("{'legalName':'Boulangerie SARL','vatNumber':'FR40123456782','registrationNumber':"
                   "'123456782','address':{'line1':'1 rue','postalCode':'59800','city':'Lille','country':"
                   "'FR'}}"));
    french_->know(js("{'name':'Client','company':true,'country':'FR','vatNumber':'FR40303265045',"
                     "'registrationNumber':'303265045','address':{'line1':'12 quai','postalCode':'59800',"
                     "'city':'Lille','country':'FR'}}"));
    french_->enable("fr-einvoicing",
                    js("{'siren':'123456782','platformId':'1234','platformName':'PLATEFORME','clientId':"
                       "'c-1','clientSecret':'s3cret','vatRegime':'monthly','reportFrom':'$1'}",
                       {french_->desk().today()}));
}

void InvoiceYear::found() {
    foundFrench();
    italian_ =
        std::make_unique<Trader>(std::make_unique<Desk>(service(), unique("Bottega"), "IT"), "22", "10");
    italian_->be(js("{'legalName':'Bottega S.r.l.','vatNumber':'IT$1','iban':'IT60X0542811101000000123456',"
                    "'bic':'BCITITMM','address':{'line1':'Via Roma 1','postalCode':'00100','city':'Roma',"
                    "'region':'RM','country':'IT'}}",
                    {newVat()}));
    italian_->know(js("{'name':'Cliente','country':'IT','vatNumber':'IT09876543217','peppolId':"
                      "'0205:ABCDEF1','address':{'line1':'Corso Italia 2','postalCode':'50100','city':"
                      "'Firenze','region':'FI','country':'IT'}}"));
    italian_->enable("it-fatturapa", js("{'apiKey':'ik_test_1'}"));
    polish_ =
        std::make_unique<Trader>(std::make_unique<Desk>(service(), unique("Kawiarnia"), "PL"), "23", "8");
    polish_->be(js("{'legalName':'Kawiarnia Sp. z o.o.','vatNumber':'PL$1','address':{'line1':'ul. Długa 1',"
                   "'postalCode':'00-001','city':'Warszawa','country':'PL'}}",
                   {Nip}));
    polish_->know(js("{'name':'Hotel','company':true,'country':'PL','vatNumber':'PL3861610227','address':"
                     "{'line1':'ul. Krótka 2','postalCode':'87-607','city':'Środa','country':'PL'}}"));
    polish_->enable("pl-ksef", Json::object({{"nip", Nip}, {"token", world_->ksef.token}}));
    exporter_ = std::make_unique<Trader>(std::make_unique<Desk>(service()), "20", "5.5");
    EXPECT_TRUE(hasStatus(exporter_->desk().post("/integrations/storecove/connect",
                                                 js("{'credentials':{'apiKey':'k','legalEntityId':4711}}")),
                          201));
    for (const char* peppolId : {"0208:0403170701", "0204:04011000-1234512345-06"}) {
        exporter_->know(js("{'name':'Buyer','company':true,'country':'FR','vatNumber':'FR32123456789',"
                           "'peppolId':'$1','buyerReference':'04011000-1234512345-06','email':"
                           "'books@quais.example','address':{'line1':'12 quai','postalCode':'59800','city':"
                           "'Lille','country':'FR'}}",
                           {peppolId}));
    }
    exporter_->enable("peppol", Json::object());
    exporter_->enable("de-xrechnung", Json::object());
    till_ = std::make_unique<GermanTill>(service(), js("{'taxNumber':'12/345/67890'}"));
    till_->enable();
}

void InvoiceYear::trade(int month) {
    tradeInvoices(*italian_, month);
    tradeInvoices(*exporter_, month);
    tradePolish(month);
    tradeGerman(month);
    tradeFrench(month);
    // One ticket in each ten days.
    advance("P10D");
    frenchTicket();
    advance("P10D");
    frenchTicket();
    advance(month % 2 == 0 ? "P10D" : "P11D");
}

/// Two invoices; in some months one of them is refunded.
void InvoiceYear::tradeInvoices(Trader& trader, int month) {
    const std::size_t other = &trader == exporter_.get() ? 1 : 0;
    const Json first = trader.invoice(0);
    const Json second = trader.invoice(other);
    if (month % 3 == 1) {
        trader.refund(first);
    }
    if (month % 3 == 2) {
        trader.cancel(second);
    }
}

void InvoiceYear::offline(const char* mode, const Json& more) {
    Json settings = more;
    polish_->enable("pl-ksef", settings.set("offline", mode));
}

/// In one month KSeF is down for a day.
void InvoiceYear::tradePolish(int month) {
    if (month != OfflineMonth) {
        tradeInvoices(*polish_, month);
        return;
    }
    const std::string key = (world_->folder / "offline.key").string();
    const std::string certificate = (world_->folder / "offline.pem").string();
    runProgram({"/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                "-nodes", "-keyout", key, "-out", certificate, "-days", "3650", "-subj", "/CN=Offline/C=PL"});
    std::string pem;
    for (const std::string& file : {key, certificate}) {
        std::ifstream in(file);
        pem += std::string(std::istreambuf_iterator<char>(in), {});
    }
    offline("unavailability", Json::object({{"offlineCertificate", pem}}));
    const std::size_t before = world_->ksef.sent().size();
    polish_->invoice(0);
    polish_->invoice(0);
    const std::string day = polish_->desk().today();
    advance("PT1H");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    EXPECT_EQ(world_->ksef.sent().size(), before) << "nothing is sent on that day";
    offline("online", Json::object({{"outageEndedOn", day}}));
    advance("PT901S");
}

/// A cash session with a ticket, an invoice paid in cash, and a refund.
void InvoiceYear::tradeGerman(int month) {
    Desk& desk = till_->desk();
    const Json session = till_->openSession("100");
    std::int64_t cash = 10000;
    const auto price = [&](int count) { return std::to_string(month + count) + ".35"; };
    const auto take = [&](const Json& sale) { cash += sale["total"].integer(); };
    const Json ticket = till_->sell(price(10));
    take(ticket);
    const std::string partner = desk.make("/partners", js("{'name':'Gast'}")).textOr("id");
    const auto invoice = [&](const char* paid) {
        return desk.make("/sales", js("{'partnerId':'$1','lines':[{'label':'Torte','quantity':3,'unitPrice':"
                                      "$2,'taxRate':7}],'pricesIncludeTax':true,'paidInFull':$3}",
                                      {partner, price(20), paid}));
    };
    take(invoice("true"));
    if (month % 3 == 1) {
        ASSERT_TRUE(
            hasStatus(desk.post("/sales/" + ticket.textOr("id") + "/refund", js("{'reason':'Kalt'}")), 201));
        cash -= ticket["total"].integer();
    }
    if (month % 3 == 2) {
        ASSERT_TRUE(hasStatus(
            desk.post("/sales/" + invoice("false").textOr("id") + "/cancel", js("{'reason':'Irrtum'}")),
            200));
    }
    const std::string counted =
        std::to_string(cash / 100) + '.' + std::to_string(cash % 100 / 10) + std::to_string(cash % 10);
    const Json closed = till_->closeSession(session, "{'countedAmount':" + counted +
                                                         ",'depositToWalletId':'$1','leaveAmount':100}");
    EXPECT_EQ(closed["difference"].integer(), 0);
    till_->untilClosed(month + 1);
    till_->untilAllAnswered();
}

Json InvoiceYear::frenchTicket() {
    Json ticket = french_->ticket();
    servicesAtTheTill_ += servicesOf(ticket);
    return ticket;
}

void InvoiceYear::tradeFrench(int month) {
    const Json ticket = frenchTicket();
    const Json invoice = french_->invoice(0);
    const Json other = french_->invoice(0);
    settle();
    EXPECT_TRUE(hasStatus(
        french_->desk().post("/sales/" + invoice.textOr("id") + "/payments",
                             Json::object({{"amount", Decimal(invoice["total"].integer()).shifted(-2)}})),
        201));
    paidInFrance_.push_back(invoice);
    if (month % 3 == 1) {
        french_->refund(ticket);
        servicesAtTheTill_ -= servicesOf(ticket);
    }
    if (month % 3 == 2) {
        french_->cancel(other);
    }
}

/// Every finished period has an acknowledged report, and every payment is reported.
void InvoiceYear::settleReports() {
    until(
        [] {
            const auto open =
                service().sql("SELECT (SELECT count(*) FROM fr_einvoicing.report WHERE state NOT"
                              " IN ('empty', 'accepted')) + (SELECT count(*) FROM"
                              " fr_einvoicing.status WHERE state <> 'accepted')");
            const auto kinds =
                service().sql("SELECT kind FROM fr_einvoicing.report GROUP BY kind HAVING max(to_date) >="
                              " (SELECT max(date) FROM fr_einvoicing.document)");
            return open == std::vector<std::string>{"0"} && kinds.size() == 2;
        },
        "reports are open");
}

std::string InvoiceYear::complaint(const std::string& schema, const std::string& xml) {
    const std::string path = (world_->folder / "file.xml").string();
    std::ofstream(path, std::ios::binary) << xml;
    const Outcome outcome =
        runProgram({"/usr/bin/xmllint", "--noout", "--nonet", "--schema", SVC_SOURCE_TREE + schema, path});
    return outcome.code == 0 ? std::string() : outcome.output + outcome.errors;
}

std::vector<std::string> InvoiceYear::submissionsOf(const Trader& trader) {
    return service().sql("SELECT status || ' ' || count(*) FROM compliance.submission WHERE company_id = '" +
                         trader.uuid() + "' GROUP BY status");
}

Json InvoiceYear::submission(Trader& trader, const std::string& kind, const std::string& id) {
    return trader.desk().read("/fiscal/submissions/" + kind + '/' + id).at(0);
}

void InvoiceYear::expectJournal(Desk& desk) {
    EXPECT_TRUE(desk.read("/fiscal/journal/verify")["valid"].boolean());
    const Answer exported = desk.get("/fiscal/journal/export");
    ASSERT_TRUE(hasStatus(exported, 200));
    const std::string path = (world_->folder / "journal.jsonl").string();
    std::ofstream(path, std::ios::binary) << exported.body;
    if (std::filesystem::exists("/usr/bin/python3")) {
        const Outcome outcome = runProgram({"/usr/bin/python3", SVC_VERIFY_ARCHIVE, path});
        EXPECT_EQ(outcome.code, 0) << outcome.errors;
    }
}

} // namespace svc::test
