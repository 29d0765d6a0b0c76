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

# A unity build makes one source of a target. In batches of CMake's default of eight files, the templates that all of
# them use are compiled in each batch anew: that takes twice the processor time (of sales, 104 s in place of 47).
set(CMAKE_UNITY_BUILD_BATCH_SIZE 0)

# The compiler looks for garbage when it holds 800 MB, not already at a tenth of it: a twentieth of its time. Of the
# sources here three or four grow beyond that.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(--param=ggc-min-heapsize=800000)
endif()

# The same commit gives the same bytes, in whichever folder it is built.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_compile_options("-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=" "-ffile-prefix-map=${CMAKE_BINARY_DIR}/=build/")
endif()

# A sanitizer applies to host and plugins alike: an instrumented plugin does not start in a plain host.
# Line numbers are all that a report needs of the debug information; the full one doubles size and link time.
if(SVC_SANITIZE)
  if(NOT SVC_SANITIZE MATCHES "^(address,undefined|address|undefined|thread)$")
    message(FATAL_ERROR "SVC_SANITIZE is '${SVC_SANITIZE}': expected address,undefined or thread")
  endif()
  # Without -Og what a service test asks for takes nearly twice the processor time.
  add_compile_options(-fsanitize=${SVC_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1 -Og)
  # Local symbols are left out: the host reads all symbols of a plugin before it opens it, and reports take the names of
  # functions from the debug information.
  add_link_options(-fsanitize=${SVC_SANITIZE} -Wl,--discard-all)
  # In functions with ten or more memory accesses ASan calls its checks instead of expanding each of them in place, which
  # saves a fifth of the compiler's time.
  if(SVC_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(--param=asan-instrumentation-with-call-threshold=10)
  endif()
  # UBSan traps instead of printing: each of its messages is a variable that ASan guards, and relocating them was a large
  # part of starting a host with all plugins. sanitizer_options.cpp has ASan report the trap with its line. A wrong dynamic
  # type (vptr) is the one fault that is no longer found.
  if(SVC_SANITIZE STREQUAL "address,undefined" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fsanitize-undefined-trap-on-error)
  endif()
  # Before each use of a pointer UBSan would ask whether it is null, aligned and large enough, a third of the compiler's
  # time. ASan reports a use of null or past the end by itself. Alignment is given up: this processor reads unaligned data.
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

# These look through inlined library code when optimising or instrumenting, where g++ 12 is known to be wrong
# (std::string operator+ is the usual victim of -Wrestrict). A plain Debug build keeps them as errors.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND (SVC_SANITIZE OR NOT CMAKE_BUILD_TYPE STREQUAL "Debug"))
  target_compile_options(svc_warnings INTERFACE
    -Wno-restrict -Wno-null-dereference -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow
    -Wno-stringop-overread -Wno-free-nonheap-object -Wno-dangling-pointer)
endif()
