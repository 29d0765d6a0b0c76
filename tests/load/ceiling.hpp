#pragma once

#include <string>
#include <vector>

namespace svc::load {

/// The upper limit: what PostgreSQL alone can do with the rows of one sale. The same rows in tables of the
/// same shape, all statements prepared, all statements of a sale in one pipeline, durable commits, no
/// application.
class Ceiling {
public:
    /// `owner`: connection string of a role that may create the schema `ceiling`.
    explicit Ceiling(std::string owner);
    ~Ceiling();

    /// Sales with this many connections, spread over `companies` companies.
    struct Sold {
        long perSecond = 0;
        long sales = 0;
    };
    Sold sell(unsigned clients, unsigned companies, double seconds) const;
    /// Executions per second of one SELECT; the entries of `parameters` are used in turn.
    static long readsPerSecond(const std::string& connection, const std::string& prologue,
                               const std::string& sql, const std::vector<std::string>& parameters,
                               unsigned clients, double seconds);

private:
    std::string owner_;
};

} // namespace svc::load
