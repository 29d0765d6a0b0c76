/// @file Files for the archive of a period, which is handed to an auditor.
///
/// A regime offers a command `accounting_files.<country>` (`accounting_files.fr`;
/// `accounting_files.syscohada`: the key of a chart that belongs to several countries), with `{ from, to }`.
/// The ledger runs it when an archive is made. The command writes its files with ArchiveFile and answers
/// `{}`, or the reason why there are none: see `archived`. Its plugin.yaml names `ledger.archive_write` under
/// `commands.uses`; the function for it in the bindings is given to ArchiveFile.
///
/// A module adds further files of the period with a command `archive.<part>` (`archive.partners`), which
/// takes the same input and answers `{}`. The ledger runs all offered commands in the order of their names.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <svc/call.hpp>
#include <svc/encoding.hpp>
#include <svc/error.hpp>

namespace svc::accounting {

/// Writes one file into the archive that is being made, piece by piece. Finish it before the next one.
///
/// Example:
///   ArchiveFile file(call, calls::ledger::archiveWrite, "partners.jsonl");
class ArchiveFile {
public:
    template <class Input>
    ArchiveFile(Call& call, void (*archiveWrite)(Call&, const Input&), std::string name)
        : add_([&call, archiveWrite, file = std::move(name)](std::string content) {
              archiveWrite(call, Input{.file = file, .content = std::move(content)});
          }) {}

    void write(std::string_view bytes) {
        buffer_ += bytes;
        if (buffer_.size() >= Piece) {
            finish();
        }
    }
    void finish() {
        add_(base64Encode(buffer_));
        buffer_.clear();
    }

private:
    static constexpr std::size_t Piece = 64 * 1024;
    std::function<void(std::string content)> add_; ///< content in base 64
    std::string buffer_;
};

/// Appends a record as one line of JSON.
inline void appendRecord(ArchiveFile& file, const Json& record) {
    file.write(record.dump());
    file.write("\n");
}

/// Makes a text safe as a part of a file name: letters, digits, `.`, `_` and `-`.
inline std::string archiveName(std::string_view text) {
    std::string name;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '_' || c == '-' || (c == '.' && !name.empty());
        name += plain ? c : '-';
    }
    return name.empty() ? "-" : name;
}

/// `leftOut` of a command `accounting_files.…`; no value when the files were written. `check` throws the
/// ApiError by which the export would be refused, such as `field-required:accounting.siren`: then no file is
/// written, and the manifest of the archive has the reason. `check` must not run a command that may refuse,
/// since that would end the transaction.
template <typename Check, typename Write>
std::optional<std::string> archived(Check check, Write write) {
    try {
        check();
    } catch (const ApiError& refusal) {
        return std::string(refusal.code());
    }
    write();
    return std::nullopt;
}

} // namespace svc::accounting
