// Reads a CAMT.053 file of many entries with the bank module's parser and, alternating, with libxml2's own
// reader, and prints the memory that each needs in addition to the file.
//
//   svc_statement_benchmark [entries, default 100000]

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <stdexcept>
#include <string>

#include <libxml/xmlreader.h>

#include "formats/formats.hpp"

namespace svc::bank {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>; // elapsed time, not money

constexpr int Rounds = 5;
constexpr double LeastShare = 0.5; ///< minimum share of the library's own speed

/// Entries like those of banks: parties, accounts, references, remittance, some in batches of three.
std::string fileOf(int entries) {
    std::string text = R"(<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-03-31T20:00:00</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-30</Dt></Dt></Bal>
)";
    text.reserve(static_cast<std::size_t>(entries) * 1000);
    for (int i = 0; i < entries; ++i) {
        const std::string number = std::to_string(100000 + i);
        const int batch = i % 10 == 0 ? 3 : 1;
        text += "<Ntry><NtryRef>" + number + "</NtryRef><Amt Ccy=\"EUR\">" + (batch == 1 ? "12" : "37") +
                ".50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>"
                "<BookgDt><Dt>2026-03-31</Dt></BookgDt><ValDt><Dt>2026-03-31</Dt></ValDt>"
                "<AcctSvcrRef>2026033100" +
                number +
                "</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd>"
                "<SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls>";
        for (int part = 0; part < batch; ++part) {
            text += "<TxDtls><Refs><EndToEndId>E2E-" + number +
                    "</EndToEndId></Refs><Amt Ccy=\"EUR\">12.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>"
                    "<RltdPties><Dbtr><Pty><Nm>Gärtnerei Sonnenschein " +
                    number +
                    "</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct></"
                    "RltdPties>"
                    "<RmtInf><Ustrd>Rechnung RE-2026-" +
                    number + " vom 12.03.2026, vielen Dank</Ustrd></RmtInf></TxDtls>";
        }
        text += "</NtryDtls></Ntry>\n";
    }
    return text + "</Stmt></BkToCstmrStmt></Document>\n";
}

/// A figure of /proc/self/status in MiB.
double memory(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(name + ':')) {
            return std::stod(line.substr(name.size() + 1)) / 1024;
        }
    }
    throw std::runtime_error("no " + name);
}

struct Cost {
    double seconds = 1e9;
    double peak = 0; ///< MiB above the memory at the start
};

template <typename Work>
void measure(Cost& cost, Work work) {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << '5'; // resets the peak (VmHWM)
    const double before = memory("VmRSS");
    const auto start = Clock::now();
    work();
    cost.seconds = std::min(cost.seconds, Seconds(Clock::now() - start).count());
    cost.peak = std::max(cost.peak, memory("VmHWM") - before);
}

void walk(const std::string& bytes) {
    xmlTextReader* reader =
        xmlReaderForMemory(bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr, XML_PARSE_NONET);
    int more = 1;
    while (more == 1) {
        more = xmlTextReaderRead(reader);
    }
    xmlFreeTextReader(reader);
    if (more != 0) {
        throw std::runtime_error("the file is not well formed");
    }
}

class Counter : public StatementSink {
public:
    void begin(const std::string&, const std::vector<std::string>&) override {}
    void lines(const FileStatement&, std::vector<FileLine>&& lines) override { count += lines.size(); }
    void end(FileStatement&&) override {}
    std::size_t count = 0;
};

int run(int entries) {
    const std::string bytes = fileOf(entries);
    Cost library;
    Cost ours;
    std::size_t lines = 0;
    for (int round = 0; round < Rounds; ++round) {
        measure(library, [&] { walk(bytes); });
        measure(ours, [&] {
            Counter counter;
            readStatements(bytes, {}, counter);
            lines = counter.count;
        });
    }
    const double megabytes = static_cast<double>(bytes.size()) / 1e6;
    const auto line = [&](const char* name, const Cost& cost) {
        std::cout << std::left << std::setw(32) << name << std::right << std::setprecision(0) << std::setw(7)
                  << megabytes / cost.seconds << " MB/s" << std::setprecision(1) << std::setw(9) << cost.peak
                  << " MiB above the file\n";
    };
    std::cout << std::fixed << std::setprecision(1) << entries << " entries, " << lines << " lines, "
              << megabytes << " MB\n";
    line("libxml2's reader alone", library);
    line("lines of a statement", ours);
    const double share = library.seconds / ours.seconds;
    std::cout << std::setprecision(2) << share << " x the speed of the reader alone, at least " << LeastShare
              << '\n';
    return share >= LeastShare ? 0 : 1;
}

} // namespace
} // namespace svc::bank

int main(int count, char** arguments) {
    return svc::bank::run(count > 1 ? std::atoi(arguments[1]) : 100'000);
}
