// A year of companies whose regimes send invoices or sign receipts, with fakes of their authorities.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>

#include "api/business/fatturapa_intermediary.hpp"
#include "api/business/french_platform.hpp"
#include "api/business/invoice_trader.hpp"
#include "api/business/kassensichv_till.hpp"
#include "api/business/ksef_authority.hpp"
#include "support/https_receiver.hpp"
#include "support/program.hpp"

namespace svc::test {

/// A fake access point: stores each document under its key and has evidence for all.
struct AccessPoint {
    std::vector<std::string> documents; ///< UBL in the order in which they came
    std::map<std::string, std::string> keys;
    std::vector<std::string> schemes; ///< schemes of the receivers

    Reaction answer(const Received& request);
};

/// The year is traded once; each test checks one regime.
class InvoiceYear : public ::testing::Test {
protected:
    static constexpr int Months = 12;
    static constexpr int OfflineMonth = 5;
    static constexpr const char* Nip = "5261000013";

    static void SetUpTestSuite();
    static void TearDownTestSuite();

    static RunningService& service() { return *service_; }
    /// Moves the clock of the service and of the authorities.
    static void advance(const std::string& duration);
    /// The validation errors of a file against a schema; empty: valid.
    static std::string complaint(const std::string& schema, const std::string& xml);
    /// Number of submissions of a company by status: `accepted 32`.
    static std::vector<std::string> submissionsOf(const Trader& trader);
    static Json submission(Trader& trader, const std::string& kind, const std::string& id);
    /// The company's journal is valid, also for the verification program for auditors.
    static void expectJournal(Desk& desk);

    struct World; ///< fakes of all external systems
    static inline std::unique_ptr<World> world_;
    static inline std::unique_ptr<RunningService> service_;
    static inline std::unique_ptr<Trader> french_;
    static inline std::unique_ptr<Trader> italian_;
    static inline std::unique_ptr<Trader> polish_;
    static inline std::unique_ptr<Trader> exporter_; ///< peppol and de-xrechnung
    static inline std::unique_ptr<GermanTill> till_;
    static inline std::vector<Json> paidInFrance_;     ///< invoices to French businesses
    static inline std::int64_t servicesAtTheTill_ = 0; ///< of French tickets, with VAT, cents

private:
    static void found();
    static void foundFrench();
    static void trade(int month);
    static void tradeFrench(int month);
    static Json frenchTicket();
    static void tradePolish(int month);
    static void tradeGerman(int month);
    static void tradeInvoices(Trader& trader, int month);
    static void offline(const char* mode, const Json& more = Json::object());
    static void settle();
    static void settleReports();
    template <class Read>
    static void until(Read isSo, const char* what);
};

struct InvoiceYear::World {
    World();
    ~World();

    std::filesystem::path folder;
    HttpsReceiver receiver;
    std::mutex mutex;
    FrenchPlatform platform{"c-1"};
    Intermediary sdi;
    KsefAuthority ksef;
    AccessPoint accessPoint;

private:
    Reaction answer(const Received& request);
};

} // namespace svc::test
