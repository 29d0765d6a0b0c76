#pragma once

#include <string>
#include <vector>

namespace svc::load {

/// What PostgreSQL alone can do with the rows of one sale: the same rows in tables of the same shape, every
/// statement prepared, all of a sale in one pipeline, durably committed, no application at all.
class Ceiling {
public:
    /// `owner`: connection string of a role that may create the schema `ceiling`.
    explicit Ceiling(std::string owner);
    ~Ceiling();

    /// Sales with so many connections, spread over `companies` companies.
    struct Sold {
        long perSecond = 0;
        long sales = 0;
    };
    Sold sell(unsigned clients, unsigned companies, double seconds) const;
    /// One statement that reads, by its text, a second; `parameters` are taken in turn.
    static long readsPerSecond(const std::string& connection, const std::string& prologue,
                               const std::string& sql, const std::vector<std::string>& parameters,
                               unsigned clients, double seconds);

private:
    std::string owner_;
};

} // namespace svc::load
