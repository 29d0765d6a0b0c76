// The disk of the private PostgreSQL is full.
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "faults/load.hpp"
#include "support/invariants.hpp"

namespace svc::test {
namespace {

/// A separate file system, small enough to be filled. Only root may mount one.
class SmallDisk {
public:
    SmallDisk()
        : folder_(std::filesystem::temp_directory_path() / ("svc-disk-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(folder_);
        mounted_ = ::mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=240m,mode=0711") == 0;
    }
    ~SmallDisk() {
        if (mounted_) {
            ::umount2(folder_.c_str(), MNT_DETACH);
        }
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    bool mounted() const { return mounted_; }
    const std::filesystem::path& folder() const { return folder_; }
    /// Fills all remaining space.
    void fill() const {
        const int file = ::open(ballast().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        std::vector<char> block(1024 * 1024, 'x');
        for (std::size_t size = block.size(); size > 0;) {
            if (::write(file, block.data(), size) <= 0) {
                size /= 2;
            }
        }
        ::close(file);
    }
    void empty() const { std::filesystem::remove(ballast()); }

private:
    std::filesystem::path ballast() const { return folder_ / "ballast"; }

    std::filesystem::path folder_;
    bool mounted_ = false;
};

/// Begins a segment of PostgreSQL's log, so that tables are the first to find no space. (A log that finds
/// none ends the server, which comes back when there is space.)
void beginLogSegment(const RunningService& service) {
    service.sql("SELECT pg_logical_emit_message(false, 'fill', repeat('x', (16777216 -"
                " (pg_current_wal_insert_lsn() - '0/0') % 16777216)::integer))");
}

TEST(Space, ThatIsGoneStopsWritesAloneAndLosesNothing) {
    SmallDisk disk;
    if (!disk.mounted()) {
        GTEST_SKIP() << "a small file system can only be mounted by root";
    }
    ServiceOptions options;
    options.dataFolder = disk.folder();
    RunningService service(options);
    Load load(service);
    load.start();
    waitForAnswers(load, 20);
    beginLogSegment(service);
    waitForAnswers(load, 5);
    disk.fill();
    // Existing pages and segments can still be filled; after that no write succeeds.
    HttpClient client = service.readOnly();
    bool refused = false;
    for (int i = 0; i < 600 && !refused; ++i) {
        disk.fill();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        refused = service.anonymous().get("/ready").status == 503;
    }
    EXPECT_TRUE(refused) << "readiness tells that writes are refused";
    EXPECT_TRUE(hasStatus(client.get(service.company("/sales?limit=1")), 200));
    EXPECT_EQ(service.anonymous().get("/health").status, 200);
    EXPECT_LT(std::filesystem::file_size(disk.folder().string() + ".log"), 50U * 1024 * 1024);

    disk.empty();
    bool ready = false;
    for (int i = 0; i < 600 && !ready; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        ready = service.anonymous().get("/ready").status == 200;
    }
    EXPECT_TRUE(ready);
    const std::size_t before = load.acknowledged();
    for (int i = 0; i < 3000 && load.acknowledged() < before + 10; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    load.finish();
    load.expectNothingLost(20);
    EXPECT_EQ(service.stop(), 0);
    std::error_code ignored;
    for (const char* suffix : {".yaml", ".log", ".err"}) {
        std::filesystem::remove(disk.folder().string() + suffix, ignored);
    }
}

} // namespace
} // namespace svc::test
