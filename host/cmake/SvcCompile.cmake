# Compiler settings of everything in the tree, and the target `svc_warnings` that every target of ours links
# privately: target_link_libraries(x PRIVATE svc_warnings).

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(THREADS_PREFER_PTHREAD_FLAG ON)

# A unity build merges all sources of a target into one. With CMake's default of eight files per batch, shared templates
# are compiled again in each batch: that takes twice the processor time (for sales, 104 s instead of 47 s).
set(CMAKE_UNITY_BUILD_BATCH_SIZE 0)

# GCC collects garbage only when it holds 800 MB, instead of at a tenth of that, which saves a twentieth of its time.
# Three or four of the sources exceed that size.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(--param=ggc-min-heapsize=800000)
endif()

# The same commit gives the same bytes, in whichever folder it is built.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_compile_options("-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=" "-ffile-prefix-map=${CMAKE_BINARY_DIR}/=build/")
endif()

# Sanitizers apply to host and plugins alike, because an instrumented plugin does not load into an uninstrumented host.
# Line numbers are the only debug information that a report needs; full information doubles size and link time.
if(SVC_SANITIZE)
  if(NOT SVC_SANITIZE MATCHES "^(address,undefined|address|undefined|thread)$")
    message(FATAL_ERROR "SVC_SANITIZE is '${SVC_SANITIZE}': expected address,undefined or thread")
  endif()
  # Without -Og the service tests take nearly twice the processor time.
  add_compile_options(-fsanitize=${SVC_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1 -Og)
  # Local symbols are left out: the host reads all symbols of a plugin before it opens it, and reports take the names of
  # functions from the debug information.
  add_link_options(-fsanitize=${SVC_SANITIZE} -Wl,--discard-all)
  # In functions with ten or more memory accesses ASan calls its checks instead of expanding each of them in place, which
  # saves a fifth of the compiler's time.
  if(SVC_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(--param=asan-instrumentation-with-call-threshold=10)
  endif()
  # UBSan traps instead of printing: each of its messages is a variable that ASan guards, and relocating them took much
  # of the start time of a host with all plugins. sanitizer_options.cpp makes ASan report the trap with its line. Only
  # wrong dynamic types (vptr) are no longer detected.
  if(SVC_SANITIZE STREQUAL "address,undefined" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fsanitize-undefined-trap-on-error)
  endif()
  # These checks would test before each use of a pointer whether it is null, aligned and large enough, which takes a
  # third of the compiler's time. ASan itself reports the use of null and of memory past the end. Misalignment is not
  # detected; this processor reads unaligned data.
  if(SVC_SANITIZE STREQUAL "address,undefined")
    add_compile_options(-fno-sanitize=null,alignment,object-size)
  endif()
  # Some four hundred programs and libraries are linked: mold takes a third of the time of the usual linker.
  find_program(SVC_MOLD mold)
  if(SVC_MOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_link_options(-fuse-ld=mold)
  endif()
endif()

# Every program links this privately; it is empty without SVC_SANITIZE.
add_library(svc_sanitizer INTERFACE)
if(SVC_SANITIZE)
  add_library(svc_sanitizer_options OBJECT "${CMAKE_SOURCE_DIR}/host/cmake/sanitizer_options.cpp")
  target_link_libraries(svc_sanitizer INTERFACE svc_sanitizer_options $<TARGET_OBJECTS:svc_sanitizer_options>)
endif()

add_library(svc_warnings INTERFACE)
target_compile_options(svc_warnings INTERFACE
  -Werror -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wnull-dereference -Wsuggest-override -Wformat=2 -Wundef -Wcast-align
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond;-Wlogical-op;-Wuseless-cast>)

# With optimisation or instrumentation these warnings look through inlined library code, where g++ 12 gives known false
# positives (-Wrestrict usually for std::string operator+). A plain Debug build keeps them as errors.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND (SVC_SANITIZE OR NOT CMAKE_BUILD_TYPE STREQUAL "Debug"))
  target_compile_options(svc_warnings INTERFACE
    -Wno-restrict -Wno-null-dereference -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow
    -Wno-stringop-overread -Wno-free-nonheap-object -Wno-dangling-pointer)
endif()
