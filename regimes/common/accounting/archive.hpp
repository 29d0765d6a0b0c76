/// @file Files for the archive of a period that an auditor is given.
///
/// A regime offers a command `accounting_files.<country>` (`accounting_files.fr`;
/// `accounting_files.syscohada`: the key of a chart that belongs to several countries), with `{ from, to }`.
/// The ledger runs it when an archive is made. It writes its files with ArchiveFile and answers `{}`, or says
/// why there are none: see `archived`. Its plugin.yaml names `ledger.archive_write` under `commands.uses`.
///
/// A module adds what else belongs to the period with a command `archive.<part>` (`archive.partners`), of the
/// same input, which answers `{}`. The ledger runs each that is offered, in the order of their names.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <svc/call.hpp>
#include <svc/encoding.hpp>
#include <svc/error.hpp>
#include <svc/period.hpp>

namespace svc::accounting {

/// The period of a command `accounting_files.…`.
inline Period archivePeriod(const Json& input) {
    const auto from = Date::parse(input.textOr("from"));
    const auto to = Date::parse(input.textOr("to"));
    if (!from || !to) {
        throw Fault("an archive has a period: from and to");
    }
    return {*from, *to};
}

/// Writes one file into the archive that is being made, piece by piece. Finish it before the next one.
class ArchiveFile {
public:
    ArchiveFile(Call& call, std::string name) : call_(call), name_(std::move(name)) {}

    void write(std::string_view bytes) {
        buffer_ += bytes;
        if (buffer_.size() >= Piece) {
            finish();
        }
    }
    void finish() {
        call_.command("ledger.archive_write",
                      Json::object({{"file", name_}, {"content", base64Encode(buffer_)}}));
        buffer_.clear();
    }

private:
    static constexpr std::size_t Piece = 64 * 1024;
    Call& call_;
    std::string name_;
    std::string buffer_;
};

/// A record on each line, as JSON.
inline void appendRecord(ArchiveFile& file, const Json& record) {
    file.write(record.dump());
    file.write("\n");
}

/// A text as a part of the name of a file: letters, digits, `.`, `_` and `-`.
inline std::string archiveName(std::string_view text) {
    std::string name;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '_' || c == '-' || (c == '.' && !name.empty());
        name += plain ? c : '-';
    }
    return name.empty() ? "-" : name;
}

/// The answer of a command `accounting_files.…`. `check` throws the ApiError with which the export would be
/// refused, such as `field-required:accounting.siren`: then nothing is written, the archive is made without
/// the files and its manifest says why. `check` runs no command that may refuse, which would end the
/// transaction.
template <typename Check, typename Write>
Json archived(Check check, Write write) {
    try {
        check();
    } catch (const ApiError& refusal) {
        return Json::object({{"leftOut", refusal.code()}});
    }
    write();
    return Json::object();
}

} // namespace svc::accounting
