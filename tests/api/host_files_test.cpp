// Attachments, imports and the history, through HTTP.
#include <svc/encoding.hpp>
#include <svc/id.hpp>

#include "host/db/connection.hpp"
#include "host/db/embedded.hpp"
#include "support/checks.hpp"

namespace svc::test {
namespace {

class Files : public ::testing::Test {
protected:
    RunningService& service = sharedService();
    HttpClient client = service.client(makeFullKey(service));

    std::string partner() {
        const Answer made =
            client.post(service.company("/partners"), Json::object({{"name", unique("Partner")}}));
        EXPECT_TRUE(hasStatus(made, 201));
        return made.json.textOr("id");
    }
    static Json file(const std::string& document, const std::string& content) {
        return Json::object({{"kind", "partner"},
                             {"documentId", document},
                             {"fileName", "Vertrag Müller.pdf"},
                             {"contentType", "application/pdf"},
                             {"content", base64Encode(content)}});
    }
    Answer attach(const Json& body) { return client.post(service.company("/attachments"), body); }
    Answer import(const std::string& kind, const std::string& csv, const std::string& query = {}) {
        return client.send("POST", service.company("/imports/" + kind + query), csv,
                           {{"Content-Type", "text/csv"}});
    }
    std::int64_t partners(const std::string& query) {
        return std::stoll(client.get(service.company("/partners?" + query)).header("x-total-count"));
    }
};

TEST_F(Files, AFileComesBackByteForByte) {
    const std::string id = partner();
    std::string bytes;
    for (int i = 0; i < 700'000; ++i) {
        bytes += static_cast<char>(i * 7 % 256);
    }
    const Answer made = attach(file(id, bytes));
    ASSERT_TRUE(hasStatus(made, 201));
    EXPECT_EQ(made.json["size"].integer(), 700'000);
    EXPECT_EQ(made.json["kind"].text(), "partner");
    EXPECT_EQ(made.json["documentId"].text(), id);
    EXPECT_EQ(made.json["fileName"].text(), "Vertrag Müller.pdf");
    const std::string path = service.company("/attachments/" + made.json["id"].text());
    const Answer content = client.get(path + "/content");
    ASSERT_EQ(content.status, 200);
    EXPECT_TRUE(content.body == bytes);
    EXPECT_EQ(content.header("content-type"), "application/pdf");
    EXPECT_EQ(content.header("etag"), '"' + made.json["sha256"].text() + '"');
    EXPECT_EQ(content.header("content-disposition"),
              "attachment; filename=\"Vertrag_M__ller.pdf\"; filename*=UTF-8''Vertrag%20M%C3%BCller.pdf");
    EXPECT_EQ(client.get(path + "/content", {{"If-None-Match", content.header("etag")}}).status, 304);

    const Answer list = client.get(service.company("/attachments?kind=partner&documentId=" + id));
    ASSERT_EQ(list.json.size(), 1U);
    EXPECT_EQ(list.json.items()[0], made.json);
    EXPECT_EQ(client.get(service.company("/attachments?kind=sale&documentId=" + id)).json.size(), 0U);

    EXPECT_EQ(client.remove(path).status, 204);
    EXPECT_TRUE(isRefusal(client.get(path + "/content"), 404, "attachment-not-found"));
    EXPECT_TRUE(isRefusal(client.remove(path), 404, "attachment-not-found"));
    EXPECT_TRUE(service
                    .sql("SELECT 1 FROM svc.attachment_part p WHERE NOT EXISTS (SELECT FROM svc.attachment a"
                         " WHERE a.id = p.attachment_id)")
                    .empty());
    const Json history = client.get(service.company("/history/partner/" + id)).json["data"];
    EXPECT_EQ(history.items()[0]["action"].text(), "attachment.removed");
    EXPECT_EQ(history.items()[1]["action"].text(), "attachment.added");
    EXPECT_EQ(history.items()[1]["changes"],
              Json::parse(R"([{"field":"attachment","from":null,"to":"Vertrag Müller.pdf"}])"));
}

TEST_F(Files, TheListCountsWhatMatches) {
    const auto total = [&](const std::string& query) {
        return std::stoll(
            client.get(service.company("/attachments?limit=1" + query)).header("x-total-count"));
    };
    const std::string id = partner();
    const auto all = total("");
    const auto partners = total("&kind=partner");
    attach(file(id, "one"));
    const std::string other = attach(file(id, "two")).json["id"].text();
    EXPECT_EQ(total(""), all + 2);
    EXPECT_EQ(total("&kind=partner"), partners + 2);
    EXPECT_EQ(total("&documentId=" + id), 2);
    EXPECT_EQ(total("&kind=sale&documentId=" + id), 0);
    client.remove(service.company("/attachments/" + other));
    EXPECT_EQ(total(""), all + 1);
    EXPECT_EQ(total("&kind=partner&offset=1000000"), partners + 1);
}

TEST_F(Files, AFileIsRefusedForWhatItIs) {
    const std::string id = partner();
    const auto with = [&](const std::string& name, const Json& value) {
        Json body = file(id, "%PDF-1.7");
        body.set(name, value);
        return attach(body);
    };
    EXPECT_TRUE(isRefusal(with("kind", "spaceship"), 400, "document-kind-unknown:spaceship"));
    EXPECT_TRUE(isRefusal(with("kind", "sale' OR '1'='1"), 400, "document-kind-unknown"));
    EXPECT_TRUE(isRefusal(with("documentId", "par_01jd917ehm8vtfvkxjcsqjsvj8"), 404, "document-not-found"));
    EXPECT_TRUE(isRefusal(with("documentId", "nonsense"), 404, "document-not-found"));
    EXPECT_TRUE(isRefusal(with("contentType", "text/html"), 415, "content-type-unsupported"));
    EXPECT_TRUE(isRefusal(with("content", "not base 64!"), 400, "field-invalid:content"));
    EXPECT_TRUE(isRefusal(with("content", ""), 400, "field-required:content"));
    EXPECT_TRUE(isRefusal(with("fileName", "a\nb"), 400, "field-invalid:fileName"));
    EXPECT_TRUE(isRefusal(with("fileName", ".."), 400, "field-invalid:fileName"));
    EXPECT_EQ(with("fileName", "C:\\scans\\page.pdf").json["fileName"].text(), "page.pdf");
    const std::string limit = std::to_string(10 * 1024 * 1024);
    EXPECT_TRUE(isRefusal(with("content", base64Encode(std::string(10 * 1024 * 1024 + 1, 'x'))), 413,
                          "attachment-too-large:" + limit));
    EXPECT_TRUE(hasStatus(with("content", base64Encode(std::string(10 * 1024 * 1024, 'x'))), 201));
}

TEST_F(Files, ThePlanLimitsWhatIsKept) {
    HttpClient person = service.anonymous();
    const std::string email = unique("keeper") + "@example.test";
    person.setCredential(
        person
            .post("/auth/signup",
                  Json::object({{"name", "Ida"}, {"email", email}, {"password", "correct horse battery"}}))
            .json.textOr("token"));
    const Json company =
        person.post("/companies", Json::object({{"name", unique("Archive")}, {"country", "FR"}})).json;
    const std::string path = "/companies/" + company["id"].text();
    // The standard plan allows 10,000 MiB; all but one byte of them are used.
    const std::string uuid = decodeId("com", company["id"].text())->toString();
    const auto access = host::db::EmbeddedServer::attach(service.dataFolder());
    host::db::ConnectionOptions options;
    options.login = access->owner;
    host::db::Connection owner(options);
    owner.query("SET svc.company = '" + uuid + "'");
    owner.query("INSERT INTO svc.attachment_use VALUES ('" + uuid + "', 10000::bigint * 1048576 - 1)");
    const std::string id = person.post(path + "/partners", Json::object({{"name", "P"}})).json.textOr("id");
    EXPECT_TRUE(isRefusal(person.post(path + "/attachments", file(id, "two")), 400,
                          "plan-limit:attachments-mb:10000"));
    EXPECT_TRUE(hasStatus(person.post(path + "/attachments", file(id, "1")), 201));
    for (const Json& limit : rowsOf(person.get(path + "/plan").json["limits"])) {
        if (limit["key"].text() == "attachments-mb") {
            EXPECT_EQ(limit["used"].integer(), 10000);
        }
    }
    owner.query("UPDATE svc.attachment_use SET bytes = 1");
}

TEST_F(Files, ADryRunOfAnImportTellsEverythingAndWritesNothing) {
    const std::string tag = unique("dry");
    const std::string csv = "name;country;address.city;tags;creditLimit;colour\n"
                            "Anna;FR;Lille;" +
                            tag +
                            ";100.50;red\n"
                            "Bert;France;;" +
                            tag +
                            ";;\n"
                            ";DE;;" +
                            tag +
                            ";;\n"
                            "\"Carl;DE;;" +
                            tag + ";;\n";
    const Answer tried = import("partners", csv, "?dryRun=true");
    ASSERT_TRUE(hasStatus(tried, 200));
    EXPECT_EQ(tried.json, Json::parse(R"({"created":1,"updated":0,"skipped":0,"errors":[
        {"line":3,"message":"field-invalid:country"},{"line":4,"message":"field-required:name"},
        {"line":5,"message":"import-invalid:5"}]})"));
    EXPECT_EQ(tried.header("svc-ignored-fields"), "colour");
    EXPECT_EQ(partners("tag=" + tag), 0);
    EXPECT_TRUE(isRefusal(import("partners", csv), 400, "import-invalid:3:country"));
    EXPECT_EQ(partners("tag=" + tag), 0);
}

TEST_F(Files, AnImportCreatesAndUpdates) {
    const std::string tag = unique("crm");
    const Answer first =
        import("partners", "\xEF\xBB\xBFname,externalId,vatNumber,tags,address.city,email\r\n"
                           "Hotel," +
                               tag + "-1,," + tag +
                               "|hotel,Lille,a@b.example\r\n"
                               "Shop,,FR32 123 456 789," +
                               tag +
                               ",Paris,\r\n"
                               "\"Bar, \"\"La Mer\"\"\"," +
                               tag + "-2,," + tag + ",,\r\n");
    ASSERT_TRUE(hasStatus(first, 200));
    EXPECT_EQ(first.json, Json::parse(R"({"created":3,"updated":0,"skipped":0,"errors":[]})"));
    const Json hotel = client.get(service.company("/partners?externalId=" + tag + "-1")).json.items()[0];
    EXPECT_EQ(hotel["address"]["city"].text(), "Lille");
    EXPECT_EQ(hotel["tags"], Json::array({tag, "hotel"}));

    // Empty cells change nothing; the second row identifies the shop by its VAT number and gives it an id.
    const Answer second = import("partners", "name,externalId,vatNumber,email\n"
                                             "Hotel," +
                                                 tag +
                                                 "-1,,\n"
                                                 "Shop & Co," +
                                                 tag +
                                                 "-3,FR32123456789,shop@b.example\n"
                                                 "New," +
                                                 tag +
                                                 "-4,,\n"
                                                 "Newer," +
                                                 tag + "-4,,\n");
    EXPECT_EQ(second.json, Json::parse(R"({"created":1,"updated":2,"skipped":1,"errors":[]})"));
    EXPECT_EQ(partners("tag=" + tag), 3);
    EXPECT_EQ(
        client.get(service.company("/partners?externalId=" + tag + "-3")).json.items()[0]["name"].text(),
        "Shop & Co");
    EXPECT_EQ(
        client.get(service.company("/partners?externalId=" + tag + "-4")).json.items()[0]["name"].text(),
        "Newer");
    const Json unchanged = client.get(service.company("/partners/" + hotel["id"].text())).json;
    EXPECT_EQ(unchanged["email"].text(), "a@b.example");
    EXPECT_EQ(unchanged["version"].integer(), 1);
}

TEST_F(Files, AnEmptyCellKeepsItsPartOfAnAddress) {
    const std::string id = unique("kept");
    const Answer made = client.post(
        service.company("/partners"),
        Json::parse(
            R"({"name":"Quais","externalId":")" + id +
            R"(","address":{"line1":"12 quai du Wault","postalCode":"59800","city":"Lille","country":"FR"}})"));
    ASSERT_TRUE(hasStatus(made, 201));
    const std::string header =
        "externalId;address.line1;address.postalCode;address.city;deliveryAddress.city\n";
    const auto row = [&](const std::string& cells) {
        return import("partners", header + id + ';' + cells + '\n').json;
    };
    EXPECT_EQ(row(";;Paris;")["updated"].integer(), 1);
    EXPECT_EQ(row(";75001;;Lyon")["updated"].integer(), 1);
    EXPECT_EQ(row(";;;")["skipped"].integer(), 1);
    const Json found = client.get(service.company("/partners/" + made.json.textOr("id"))).json;
    EXPECT_EQ(found["address"], Json::parse(R"({"line1":"12 quai du Wault","line2":null,"postalCode":"75001",
        "city":"Paris","region":null,"country":"FR"})"));
    EXPECT_EQ(found["deliveryAddress"]["city"].text(), "Lyon");
}

TEST_F(Files, ABranchSharesTheVatNumberOfItsHouse) {
    const std::string id = unique("number");
    ASSERT_TRUE(hasStatus(
        import("partners", "name,externalId,country,vatNumber\nHouse," + id + "-1,FR,FR40303265045\n"), 200));
    EXPECT_EQ(import("partners", "vatNumber,email\nFR40303265045,a@b.example\n").json["updated"].integer(),
              1);
    const std::string branch = "name,externalId,country,vatNumber\nBranch," + id + "-2,FR,FR40303265045\n";
    EXPECT_EQ(import("partners", branch).json["created"].integer(), 1);
    // Without an external id it is ambiguous which of the two is meant.
    const std::string either = "vatNumber,email\nFR40303265045,c@d.example\n";
    EXPECT_EQ(import("partners", either, "?dryRun=true").json["errors"].dump(),
              R"([{"line":2,"message":"already-exists:vatNumber"}])");
    EXPECT_TRUE(isRefusal(import("partners", either), 400, "import-invalid:2:vatNumber"));
    ASSERT_TRUE(hasStatus(import("items", "name,externalId,sku\nOne," + id + "-1," + id + "-sku\n"), 200));
    EXPECT_TRUE(isRefusal(import("items", "name,externalId,sku\nOther," + id + "-2," + id + "-sku\n"), 400,
                          "import-invalid:2:sku"));
}

TEST_F(Files, AnImportIsRefusedForItsKindItsTypeAndItsScope) {
    EXPECT_TRUE(isRefusal(import("spaceships", "name\nx\n"), 400, "import-kind-unknown:spaceships"));
    EXPECT_TRUE(isRefusal(import("partners", ""), 400, "import-invalid:1"));
    EXPECT_TRUE(isRefusal(import("partners", "name,name\nx,y\n"), 400, "import-invalid:1:name"));
    EXPECT_TRUE(isRefusal(import("partners", "colour\nred\n"), 400, "import-invalid:1:colour"));
    // The answer repeats only texts that can be names of columns; a file in another encoding has none.
    EXPECT_TRUE(
        isRefusal(import("partners", "\"x y <script>\",\"x y <script>\"\n1,2\n"), 400, "import-invalid:1"));
    EXPECT_TRUE(isRefusal(import("partners", "na\xFFme;na\xFFme;\nx;y;\n"), 400, "import-invalid:1"));
    EXPECT_TRUE(isRefusal(import("partners", std::string("\xFF\xFEn\0a\0m\0e\0\n\0x\0\n\0", 16)), 400,
                          "import-invalid:1"));
    EXPECT_TRUE(isRefusal(client.send("POST", service.company("/imports/partners"), "{}",
                                      {{"Content-Type", "application/json"}}),
                          415, "content-type-unsupported"));
    const auto refusedTo = [&](const std::vector<std::string>& scopes, const char* code) {
        HttpClient caller = service.client(makeKey(service, scopes));
        return isRefusal(caller.send("POST", service.company("/imports/partners"), "name\nx\n",
                                     {{"Content-Type", "text/csv"}}),
                         403, code);
    };
    EXPECT_TRUE(refusedTo({"items:create"}, "forbidden"));
    EXPECT_TRUE(refusedTo({"items:create", "partners:view"}, "missing-permission"));
}

TEST_F(Files, ARecordToWhichNothingWasDoneHasAnEmptyHistoryAndAnUnknownOneNone) {
    EXPECT_TRUE(isRefusal(client.get(service.company("/history/partner/par_01jd917ehm8vtfvkxjcsqjsvj8")), 404,
                          "document-not-found"));
    EXPECT_TRUE(isRefusal(client.get(service.company("/history/spaceship/x")), 400,
                          "document-kind-unknown:spaceship"));
    EXPECT_TRUE(
        isRefusal(client.get(service.company("/history/a%20%3Cship%3E/x")), 400, "document-kind-unknown"));
    const Answer history = client.get(service.company("/history/partner/" + partner()));
    ASSERT_TRUE(hasStatus(history, 200));
    const Json line = history.json["data"].items()[0];
    EXPECT_EQ(line["action"].text(), "created");
    EXPECT_EQ(line["actor"]["kind"].text(), "api_key");
    EXPECT_EQ(line["actor"]["label"].text().rfind("API key ", 0), 0U) << line.dump();
}

TEST_F(Files, TheHistoryOfAWebhookIsAsSecretAsTheWebhook) {
    const std::string id = client
                               .post(service.company("/webhooks"),
                                     Json::object({{"url", "https://hooks.example.test/?token=abc"},
                                                   {"events", Json::array({"sale.created"})}}))
                               .json.textOr("id");
    ASSERT_TRUE(hasStatus(client.patch(service.company("/webhooks/" + id),
                                       Json::object({{"url", "https://hooks.example.test/?token=def"}})),
                          200));
    const std::string history = service.company("/history/webhook/" + id);
    const Answer told = client.get(history);
    ASSERT_TRUE(hasStatus(told, 200));
    const Json changes = told.json["data"].items()[0]["changes"];
    ASSERT_EQ(changes.size(), 1U) << changes.dump();
    EXPECT_EQ(changes.items()[0]["field"].text(), "url");
    const auto refusedTo = [&](const std::vector<std::string>& scopes, const char* code) {
        HttpClient viewer = service.client(makeKey(service, scopes));
        return isRefusal(viewer.get(history), 403, code);
    };
    EXPECT_TRUE(refusedTo({"inventory:view"}, "forbidden"));
    EXPECT_TRUE(refusedTo({"inventory:view", "events:read"}, "missing-permission"));
    ASSERT_TRUE(hasStatus(client.remove(service.company("/webhooks/" + id)), 204));
}

} // namespace
} // namespace svc::test
