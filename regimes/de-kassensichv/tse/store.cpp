#include "tse/store.hpp"

#include <svc/columns.hpp>

#include "till/store.hpp"

namespace svc::de_kassensichv {
namespace {

const svc::Table Devices("de_kassensichv.tse", columnWrittenOnce("number", &Device::number),
                         column("serial", &Device::serial), column("algorithm", &Device::algorithm),
                         column("time_format", &Device::timeFormat),
                         column("public_key", &Device::publicKey));
const std::string DevicesSql =
    "SELECT " + Devices.select("t") +
    " FROM de_kassensichv.tse t WHERE t.company_id = $1 AND EXISTS (SELECT FROM de_kassensichv.signature s"
    " WHERE s.company_id = $1 AND s.tse = t.number AND s.sequence BETWEEN $2 AND $3) ORDER BY t.number";

constexpr std::string_view NewTseSql =
    "INSERT INTO de_kassensichv.tse (company_id, number, serial, algorithm, time_format, public_key)"
    " SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $5 FROM de_kassensichv.tse WHERE company_id = $1";

} // namespace

std::int64_t deviceNumber(Call& call, const TseSignature& one) {
    const auto find = [&] {
        return call.db().query("SELECT number FROM de_kassensichv.tse WHERE company_id = $1 AND serial = $2",
                               call.companyId(), one.tseSerial);
    };
    Rows rows = find();
    if (rows.empty()) {
        lockTill(call); // so that two transactions do not create it at once
        rows = find();
    }
    if (rows.empty()) {
        call.db().send(NewTseSql, call.companyId(), one.tseSerial, one.algorithm, one.timeFormat,
                       one.publicKey);
        rows = find();
    }
    return rows[0].integer(0);
}

std::vector<Device> devicesOf(Call& call, std::int64_t first, std::int64_t last) {
    std::vector<Device> all;
    for (const Row row : call.db().query(DevicesSql, call.companyId(), first, last)) {
        all.push_back(Devices.read(row));
    }
    return all;
}

} // namespace svc::de_kassensichv
