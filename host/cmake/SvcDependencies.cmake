# Third-party libraries, all from Debian 12. Imported targets are system includes, so they cause no warnings.

find_package(Threads REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)                # OpenSSL::SSL OpenSSL::Crypto
find_package(Boost 1.81 REQUIRED)                 # headers only
find_package(Poco 1.11 REQUIRED COMPONENTS Foundation Util Crypto Net NetSSL Data DataPostgreSQL)
find_package(PostgreSQL REQUIRED)                 # libpq: PostgreSQL::PostgreSQL
find_package(yaml-cpp 0.7 REQUIRED)               # yaml-cpp
find_package(LibXml2 REQUIRED)                    # LibXml2::LibXml2
find_package(LibArchive 3.6 REQUIRED)            # LibArchive::LibArchive, ZIP files
find_package(date REQUIRED)                       # date::date-tz, time zones
if(SVC_BUILD_TESTS OR SVC_BENCHMARKS)           # benchmarks use the support library of the tests
  find_package(GTest 1.12 REQUIRED)               # GTest::gtest_main GTest::gmock
endif()
if(SVC_BENCHMARKS)
  find_package(benchmark REQUIRED)                # benchmark::benchmark
endif()

# Boost.DLL with std::filesystem, because Boost.Filesystem would be one more library to link.
add_library(svc_boost INTERFACE)
target_link_libraries(svc_boost INTERFACE Boost::headers Threads::Threads ${CMAKE_DL_LIBS})
target_compile_definitions(svc_boost INTERFACE BOOST_DLL_USE_STD_FS BOOST_ALL_NO_LIB)
