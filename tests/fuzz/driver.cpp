// Runs a fuzz target without libFuzzer: mutates the seeds for a while, deterministically. Supports the
// libFuzzer arguments that the tests use: -max_total_time=<seconds> -seed=<number> <folder>…

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include <csignal>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::string current;

void onCrash(int signal) {
    constexpr std::string_view Text = "\nfailed on:\n";
    static_cast<void>(!::write(STDERR_FILENO, Text.data(), Text.size()));
    static_cast<void>(!::write(STDERR_FILENO, current.data(), current.size()));
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

class Mutator {
public:
    Mutator(std::vector<std::string> seeds, std::uint64_t seed) : seeds_(std::move(seeds)), random_(seed) {}

    std::string next() {
        std::string text = one();
        for (std::size_t steps = 1 + below(4); steps > 0; --steps) {
            change(text);
        }
        return text;
    }

private:
    std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
    const std::string& one() { return seeds_[below(seeds_.size())]; }
    char byte() {
        using namespace std::string_view_literals;
        constexpr std::string_view Telling = "\r\n\t \0\x7F\x80\xFF:;,+-.eE0123456789afAF/%\"\\[]{}@?#"sv;
        return below(4) == 0 ? static_cast<char>(below(256)) : Telling[below(Telling.size())];
    }
    void change(std::string& text) {
        const std::size_t at = below(text.size() + 1);
        const std::size_t length = below(std::min<std::size_t>(text.size() - at, 16) + 1);
        switch (below(6)) {
        case 0:
            text.insert(at, 1, byte());
            break;
        case 1:
            text.erase(at, length);
            break;
        case 2:
            if (at < text.size()) {
                text[at] = byte();
            }
            break;
        case 3: // duplicates the piece at this position
            text.insert(at, text.substr(at, length));
            break;
        case 4: { // inserts a piece of another seed
            const std::string& other = one();
            const std::size_t from = below(other.size() + 1);
            text.insert(at, other.substr(from, below(other.size() - from + 1)));
            break;
        }
        default:
            if (at < text.size()) {
                text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
            }
        }
    }

    std::vector<std::string> seeds_;
    std::mt19937_64 random_;
};

} // namespace

int main(int count, char** words) {
    long seconds = 3;
    std::uint64_t seed = 1;
    std::vector<std::string> seeds{""};
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word.rfind("-max_total_time=", 0) == 0) {
            seconds = std::atol(word.c_str() + 16);
        } else if (word.rfind("-seed=", 0) == 0) {
            seed = std::strtoull(word.c_str() + 6, nullptr, 10);
        } else {
            for (const auto& entry : std::filesystem::directory_iterator(word)) {
                std::ifstream file(entry.path(), std::ios::binary);
                seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
            }
        }
    }
    for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL}) {
        std::signal(signal, onCrash);
    }
    Mutator mutator(seeds, seed);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    std::uint64_t runs = 0;
    const auto run = [&](std::string text) {
        current = std::move(text);
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current.data()), current.size());
        ++runs;
    };
    for (const std::string& text : seeds) {
        run(text);
    }
    while (std::chrono::steady_clock::now() < end) {
        run(mutator.next());
    }
    std::cout << runs << " inputs from " << seeds.size() << " seeds\n";
    return 0;
}
