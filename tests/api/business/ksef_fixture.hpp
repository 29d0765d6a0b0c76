// A Polish company whose invoices go to the fake KSeF.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "api/business/desk.hpp"
#include "api/business/ksef_authority.hpp"
#include "api/business/provider_service.hpp"
#include "support/program.hpp"

namespace svc::test {

class Ksef : public ::testing::Test {
protected:
    Ksef() {
        authority.nip = nip;
        authority.now = advanceClock(0);
        outsideWorld().react([this](const Received& request) { return authority.answer(request); });
        desk.change("", js("{'legalName':'Kawiarnia Sp. z o.o.','vatNumber':'PL$1','iban':"
                           "'PL61109010140000071219812874','address':{'line1':'ul. Długa 1','postalCode':"
                           "'00-001','city':'Warszawa','country':'PL'}}",
                           {nip}));
    }
    ~Ksef() override {
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }
    void TearDown() override {
        authority.world([&] { authority.authenticateTogether(0); });
        // Pending invoices must not be sent to the fake of the next test.
        EXPECT_EQ(desk.put("/fiscal/pl-ksef", js("{'enabled':false}")).status, 200);
        expectSums(service);
    }

    Answer put(const Json& settings) {
        return desk.put("/fiscal/pl-ksef",
                        Json::object({{"enabled", true}, {"autoSubmit", true}, {"settings", settings}}));
    }
    void enable(Json settings = Json::object()) {
        settings.set("nip", nip);
        if (!settings.contains("certificate")) {
            settings.set("token", authority.token);
        }
        ASSERT_TRUE(hasStatus(put(settings), 200));
    }
    void advance(std::int64_t seconds) {
        const Instant now = advanceClock(seconds);
        authority.world([&] { authority.now = now; });
    }

    std::string
    buyer(const std::string& pattern = "{'name':'Hotel Nabrzeże','company':true,'country':'PL',"
                                       "'vatNumber':'PL3861610227','address':{'line1':'ul. Krótka 2',"
                                       "'postalCode':'87-607','city':'Środa','country':'PL'}}") {
        return desk.make("/partners", js(pattern)).textOr("id");
    }
    Json saleTo(const std::string& partner,
                const std::string& line = "{'label':'Kawa','quantity':2,'unitPrice':50,"
                                          "'taxRate':23}") {
        Json sale = js("{'lines':[" + line + "],'pricesIncludeTax':false}");
        return sale.set("partnerId", partner);
    }
    Json sell(const std::string& partner) { return desk.make("/sales", saleTo(partner)); }
    /// Refunds the sale and returns the credit note's id.
    std::string refund(const std::string& sale, const Json& body = js("{'reason':'Zwrot'}")) {
        EXPECT_TRUE(hasStatus(desk.post("/sales/" + sale + "/refund", body), 201));
        const Json all = desk.read("/sales/" + sale)["refunds"];
        return all.at(all.size() - 1)["creditNote"].textOr("id");
    }
    Json latest(const std::string& id, const std::string& kind = "sale") {
        return desk.read("/fiscal/submissions/" + kind + '/' + id).items().at(0);
    }
    template <class IsSo>
    Json waitFor(const std::string& id, const std::string& kind, IsSo isSo) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        Json one = latest(id, kind);
        while (!isSo(one) && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            one = latest(id, kind);
        }
        EXPECT_TRUE(isSo(one)) << one.dump();
        return one;
    }
    Json until(const std::string& status, const std::string& id, const std::string& kind = "sale") {
        return waitFor(id, kind, [&](const Json& one) { return one.textOr("status") == status; });
    }
    /// Waits until a failed attempt has been counted.
    Json untilTried(const std::string& id, std::int64_t attempts = 1) {
        return waitFor(id, "sale", [&](const Json& one) { return one["attempts"].integer() >= attempts; });
    }
    /// Waits up to twenty seconds for a condition on the fake's state.
    template <class IsSo>
    bool soon(IsSo isSo) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (!isSo() && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return isSo();
    }
    /// The printed marks of a document: `lines | qr`.
    std::vector<std::string> printed(const std::string& id) {
        return service.sql(
            "SELECT (m.lines->>0) || ' | ' || m.qr || coalesce(' | ' || (m.more->0->'lines'->>0) || "
            "' | ' || (m.more->0->>'qr'), '') FROM compliance.mark m WHERE document_id = '" +
            id + '\'');
    }
    std::string pdfText(const std::string& below) {
        const Answer pdf = desk.get(below);
        EXPECT_TRUE(hasStatus(pdf, 200));
        const auto path = std::filesystem::temp_directory_path() / (unique("svc-ksef") + ".pdf");
        std::ofstream(path, std::ios::binary) << pdf.body;
        const std::string text = runProgram({"/usr/bin/pdftotext", "-layout", path.string(), "-"}).output;
        std::filesystem::remove(path);
        return text;
    }
    KsefAuthority::File lastFile() {
        const auto all = authority.sent();
        EXPECT_FALSE(all.empty());
        return all.empty() ? KsefAuthority::File{} : all.back();
    }

    RunningService& service = serviceWithProvider();
    const std::string nip = newNip();
    KsefAuthority authority;
    Desk desk{service, unique("Kawiarnia"), "PL"};

private:
    /// A unique NIP for each test, with its check digit.
    static std::string newNip() {
        static int count = 0;
        for (;;) {
            const std::string nine = std::to_string(526'100'000 + ++count);
            constexpr int Weights[] = {6, 5, 7, 2, 3, 4, 5, 6, 7};
            int sum = 0;
            for (std::size_t i = 0; i < nine.size(); ++i) {
                sum += Weights[i] * (nine[i] - '0');
            }
            if (sum % 11 < 10) {
                return nine + std::to_string(sum % 11);
            }
        }
    }
};

} // namespace svc::test
