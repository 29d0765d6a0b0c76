// Imports of large files through HTTP: rows per second, CPU time, memory of the host, how long another write
// of the same company waits meanwhile, and how long the first search afterwards takes.
//
//   svc_import_benchmark [rows of CSV imports, default 300000] [bank lines, default 100000]

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <thread>

#include "load/cpu_time.hpp"
#include "support/running_service.hpp"

namespace svc::load {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string twoDigits(int number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
}

/// The date of a line: lines are sorted by date, as in bank files, from January to September.
struct BookingDate {
    BookingDate(int line, int lines) {
        constexpr int Days = 28; // days used in each month
        constexpr int Months = 9;
        const auto dayOfAll = static_cast<int>(static_cast<std::int64_t>(line) * Days * Months / lines);
        month = twoDigits(1 + dayOfAll / Days);
        day = twoDigits(1 + dayOfAll % Days);
    }
    std::string month;
    std::string day;
};

std::string partners(int rows) {
    std::string text = "name;kind;externalId;address.city\n";
    for (int i = 0; i < rows; ++i) {
        const std::string number = std::to_string(i);
        text += "Maison Dubois " + number + ";customer;C" + std::to_string(rows) + '-' + number + ";Lille\n";
    }
    return text;
}

std::string items(int rows) {
    std::string text = "name;sku;price;externalId\n";
    for (int i = 0; i < rows; ++i) {
        const std::string number = std::to_string(i);
        text += "Table en bois " + number + ";S" + number + ";12.50;X" + number + '\n';
    }
    return text;
}

std::string csv(int lines) {
    std::string text = "Date;Text;Name;Amount\n";
    for (int i = 0; i < lines; ++i) {
        const BookingDate date(i, lines);
        text += "2026-" + date.month + '-' + date.day + ";Facture CSV-" + std::to_string(i) +
                " merci;Dubois " + std::to_string(i % 500) + ';' + std::to_string(i % 900 + 1) + ".25\n";
    }
    return text;
}

std::string mt940(int lines) {
    std::string text = ":20:STMT1\n:25:DE89370400440532013000\n:28C:1/1\n:60F:C260101EUR0,00\n";
    std::int64_t total = 0;
    for (int i = 0; i < lines; ++i) {
        const int euros = i % 900 + 1;
        total += euros;
        const std::string number = std::to_string(i);
        const BookingDate date(i, lines);
        text += ":61:26" + date.month + date.day + 'C' + std::to_string(euros) + ",00NTRF" + number + "//B" +
                number + "\n:86:166?00GUTSCHRIFT?20Facture MT-" + number + "?32Dubois " +
                std::to_string(i % 500) + '\n';
    }
    return text + ":62F:C260930EUR" + std::to_string(total) + ",00\n-\n";
}

std::string camt(int lines) {
    std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>
<Stmt><Id>S1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
)";
    for (int i = 0; i < lines; ++i) {
        const std::string number = std::to_string(i);
        const BookingDate date(i, lines);
        text += R"(<Ntry><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-)" +
                date.month + '-' + date.day + "</Dt></BookgDt><AcctSvcrRef>R" + number +
                "</AcctSvcrRef><AddtlNtryInf>Facture " + number + "</AddtlNtryInf></Ntry>";
    }
    return text + "</Stmt></BkToCstmrStmt></Document>\n";
}

/// Resident memory of the service in MiB; with `VmHWM` its peak.
long memoryOf(pid_t pid, const std::string& field) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string word; status >> word;) {
        if (word == field + ':') {
            long kilobytes = 0;
            status >> kilobytes;
            return kilobytes / 1024;
        }
    }
    return 0;
}

class Bench {
public:
    Bench() : service_(options()), database_(service_.dataFolder()) {}

    void import(const std::string& name, const std::string& path, const std::string& type,
                const std::string& file, int rows) {
        constexpr double Million = 1e6;
        std::ofstream("/proc/" + std::to_string(service_.pid()) + "/clear_refs") << '5';
        const long host = cpuMicros(service_.pid());
        const long postgres = database_.micros();
        std::atomic<bool> ended{false};
        double longest = 0;
        std::thread other([&] { longest = writeUntil(ended); });
        test::HttpClient client = service_.live();
        const auto start = Clock::now();
        const test::Answer answer =
            client.send("POST", service_.company(path), file, test::HeaderList{{"Content-Type", type}});
        const double seconds = secondsSince(start);
        ended = true;
        other.join();
        if (answer.status >= 300) {
            throw std::runtime_error(path + " answers " + answer.body.substr(0, 300));
        }
        std::cout << std::fixed << std::setprecision(1) << name << ": " << rows << " rows, "
                  << static_cast<double>(file.size()) / Million << " MB in " << seconds << " s, "
                  << std::setprecision(0) << rows / seconds << " a second (processor: service "
                  << std::setprecision(1) << static_cast<double>(cpuMicros(service_.pid()) - host) / Million
                  << " s, PostgreSQL " << static_cast<double>(database_.micros() - postgres) / Million
                  << " s); another write waited " << longest << " s at most; memory at most "
                  << memoryOf(service_.pid(), "VmHWM") << " MiB, afterwards "
                  << memoryOf(service_.pid(), "VmRSS") << " MiB" << std::endl;
    }

    void search(const std::string& path) {
        test::HttpClient client = service_.live();
        const auto start = Clock::now();
        const int status = client.get(service_.company(path)).status;
        std::cout << path << ": " << status << " after " << secondsSince(start) << " s" << std::endl;
    }

    std::string statements() const { return "/wallets/" + service_.value("bankWalletId") + "/statements"; }

private:
    static test::ServiceOptions options() {
        test::ServiceOptions options;
        options.plugins = {"partners", "stock", "treasury", "ledger", "sales", "purchases", "bank"};
        options.validate = false;
        options.server = "importSeconds: 900";
        return options;
    }

    /// Creates partners until the import has ended; returns the longest time that one took.
    double writeUntil(const std::atomic<bool>& ended) const {
        test::HttpClient client = service_.live();
        double longest = 0;
        while (!ended) {
            const auto start = Clock::now();
            const test::Answer made =
                client.post(service_.company("/partners"), Json::object({{"name", "Meanwhile"}}));
            longest = std::max(longest, secondsSince(start));
            if (made.status != 201) {
                std::cout << "another write: " << made.status << ' ' << made.code() << std::endl;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
        }
        return longest;
    }

    test::RunningService service_;
    DatabaseCpu database_;
};

void measure(int rows, int lines) {
    Bench bench;
    for (const int count : {std::min(rows, 1000), std::min(rows, 8000), rows}) {
        bench.import("partners", "/imports/partners", "text/csv", partners(count), count);
    }
    bench.search("/partners?q=maison");
    bench.import("items", "/imports/items", "text/csv", items(rows), rows);
    bench.search("/items?q=table");
    bench.import("MT940", bench.statements(), "text/plain", mt940(lines), lines);
    bench.search("/bank-transactions?q=facture");
    bench.import("CAMT", bench.statements(), "application/xml", camt(lines), lines);
    bench.search("/bank-transactions?q=facture");
    bench.import("CSV", bench.statements(), "text/csv", csv(lines), lines);
    bench.search("/bank-transactions?q=facture");
}

} // namespace
} // namespace svc::load

int main(int count, char** words) {
    try {
        svc::load::measure(count > 1 ? std::atoi(words[1]) : 300'000,
                           count > 2 ? std::atoi(words[2]) : 100'000);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
