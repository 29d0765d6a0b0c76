# cmake -DFOLDER=<config/charts> -DOUTPUT=<file.cpp> -P embed_charts.cmake
#
# Writes a source file that holds every CSV file of the folder as text.
file(GLOB files ${FOLDER}/*.csv)
list(SORT files)
set(source "// Made from config/charts; change the files there.\n#include \"chart/rules/chart_files.hpp\"\n\nnamespace svc::ledger {\n\n")
string(APPEND source "std::string_view chartFile(std::string_view name) {\n")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" text)
  string(APPEND source "    if (name == \"${name}\") {\n        return R\"csv(${text})csv\";\n    }\n")
endforeach()
string(APPEND source "    return {};\n}\n\n} // namespace svc::ledger\n")
file(WRITE "${OUTPUT}" "${source}")
