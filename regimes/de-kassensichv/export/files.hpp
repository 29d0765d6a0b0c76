#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "closing/store.hpp"
#include "export/rules/dsfinvk_file.hpp"

namespace svc::de_kassensichv {

/// The closings of a period as files of the DSFinV-K.
class DsfinvkExport {
public:
    /// Takes the files one after the other, each in one piece or several.
    using Sink = std::function<void(std::string_view file, std::string_view bytes)>;

    DsfinvkExport(Call& call, std::vector<Closing> closings) : call_(call), closings_(std::move(closings)) {}

    /// Writes index.xml, its DTD, and the file of each table.
    void write(const Sink& sink);

private:
    /// Adds one line to the file that is being written.
    using Add = std::function<void(DsfinvkRow&)>;

    void table(const Table& table, const Closing& closing, const Add& add);

    Call& call_;
    std::vector<Closing> closings_;
};

} // namespace svc::de_kassensichv
