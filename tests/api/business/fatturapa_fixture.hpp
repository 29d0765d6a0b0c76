// A company in Italy whose files go to a fake intermediary.
#pragma once

#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>

#include <svc/encoding.hpp>

#include "api/business/desk.hpp"
#include "api/business/fatturapa_intermediary.hpp"
#include "api/business/provider_service.hpp"
#include "support/program.hpp"

namespace svc::test {

/// The text of the first element with this name after `from`.
inline std::string textIn(const std::string& xml, const std::string& element, const std::string& from = {}) {
    const std::size_t begin = xml.find('<' + element + '>', from.empty() ? 0 : xml.find('<' + from + '>'));
    if (begin == std::string::npos) {
        return {};
    }
    const std::size_t at = begin + element.size() + 2;
    return xml.substr(at, xml.find("</", at) - at);
}

inline std::string replaced(std::string text, const std::string& part, const std::string& by) {
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

/// A file in its own folder, for external checkers.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& content)
        : path_(std::filesystem::temp_directory_path() / (unique("fattura") + ".xml")) {
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    std::string path() const { return path_.string(); }
    std::string text() const {
        std::ifstream in(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    std::filesystem::path path_;
};

class FatturaPa : public ::testing::Test {
protected:
    FatturaPa() {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            return sdi.answer(request);
        });
        desk.change("", js("{'legalName':'Libert\xc3\xa0 & Figli S.r.l.','vatNumber':'IT$1','iban':"
                           "'IT60X0542811101000000123456','bic':'BCITITMM','address':{'line1':'Via Roma 1',"
                           "'postalCode':'00100','city':'Roma','region':'RM','country':'IT'}}",
                           {vat}));
        EXPECT_TRUE(hasStatus(put(js("{'apiKey':'ik_test_1'}")), 200));
        desk.events();
    }
    ~FatturaPa() override {
        EXPECT_EQ(desk.put("/fiscal/it-fatturapa", js("{'enabled':false}")).status, 200);
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    void TearDown() override { expectSums(service); }

    Answer put(const Json& settings, const std::string& mode = "test") {
        return desk.put(
            "/fiscal/it-fatturapa",
            Json::object({{"enabled", true}, {"autoSubmit", true}, {"mode", mode}, {"settings", settings}}));
    }
    template <class Change>
    auto world(Change change) {
        const std::lock_guard lock(mutex);
        return change();
    }
    Json buyer(const std::string& peppolId = "0205:ABCDEF1", const std::string& number = "IT09876543217") {
        return desk.make(
            "/partners",
            js("{'name':'$1','country':'IT','vatNumber':'$2','peppolId':'$3','address':{'line1':"
               "'Corso Italia 2','postalCode':'50100','city':'Firenze','region':'FI','country':'IT'}}",
               {unique("Cliente"), number, peppolId}));
    }
    Json saleTo(const Json& partner) {
        Json sale =
            js("{'lines':[{'label':'Caff\xc3\xa8 & t\xc3\xa8','quantity':3,'unitPrice':33.333,'taxRate':22}],"
               "'pricesIncludeTax':false}");
        return sale.set("partnerId", partner["id"]);
    }
    Json sell(const Json& partner) { return desk.make("/sales", saleTo(partner)); }

    Json latest(const std::string& id, const std::string& kind = "sale") {
        const Json all = desk.read("/fiscal/submissions/" + kind + '/' + id);
        return all.size() > 0 ? all[0] : Json(nullptr);
    }
    template <class Condition>
    bool wait(Condition condition, std::chrono::seconds most = std::chrono::seconds(20)) {
        const auto end = std::chrono::steady_clock::now() + most;
        while (!condition()) {
            if (std::chrono::steady_clock::now() > end) {
                return false;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return true;
    }
    Json until(const std::string& status, const std::string& id, const std::string& kind = "sale") {
        Json one = latest(id, kind);
        wait([&] {
            one = latest(id, kind);
            return one.isObject() && one.textOr("status") == status;
        });
        EXPECT_EQ(one.isObject() ? one.textOr("status") : "none", status) << one.dump();
        return one;
    }
    /// Messages of SdI are polled a minute after sending, then at growing intervals.
    Json laterUntil(const std::string& status, const std::string& id, const std::string& kind = "sale") {
        advanceClock(3700);
        return until(status, id, kind);
    }
    /// The file name for one of the first 35 numbers, which are in base 36.
    std::string name(int number) const {
        const char digit = static_cast<char>(number < 10 ? '0' + number : 'A' + number - 10);
        return "IT" + vat + "_0000" + digit + ".xml";
    }
    std::string sent(int number) {
        return world([&] {
            const auto file = sdi.files.find(name(number));
            return file == sdi.files.end() ? std::string() : file->second.xml;
        });
    }
    void expectValid(const std::string& xml) {
        const TemporaryFile file(xml);
        const auto said =
            runProgram({"/usr/bin/xmllint", "--nonet", "--noout", "--schema",
                        std::string(SVC_FATTURAPA_SCHEMA) + "/FatturaPA_v1.2.2.xsd", file.path()});
        EXPECT_EQ(said.code, 0) << said.output << xml;
    }
    Answer bring(const std::string& message) {
        HttpClient client = service.client(desk.value("liveKey"));
        return client.send("POST", desk.path("/fiscal/it-fatturapa/messages"), message,
                           {{"Content-Type", "application/xml"}});
    }
    /// An official sample message, changed to refer to the file with this number.
    std::string sample(const std::string& kind, int number) {
        std::ifstream in(std::string(SVC_TEST_DATA) + "/regimes/it-fatturapa/messages/IT01234567890_11111_" +
                         kind + "_001.xml");
        const std::string text((std::istreambuf_iterator<char>(in)), {});
        const std::string stem = name(number).substr(0, name(number).size() - 4);
        return kind == "SE" ? text : replaced(text, "IT01234567890_11111", stem);
    }
    std::vector<std::string> codesOf(const Json& submission) {
        std::vector<std::string> codes;
        for (const Json& line : submission["statuses"].items()) {
            codes.push_back(line.textOr("code"));
        }
        return codes;
    }

    std::mutex mutex;
    Intermediary sdi;
    std::string vat = newVat();
    RunningService& service = serviceWithProvider();
    Desk desk{service, unique("Bottega"), "IT"};
};

} // namespace svc::test
