# Writes the text of IN as a C++ constant: svc::host::api::NAME() returns it. Long texts are cut into several literals,
# which the compiler joins.
file(READ "${IN}" text)
set(literals "")
string(LENGTH "${text}" length)
set(at 0)
while(at LESS length)
  string(SUBSTRING "${text}" ${at} 8000 part)
  string(APPEND literals "    R\"svc_text(${part})svc_text\"\n")
  math(EXPR at "${at} + 8000")
endwhile()
file(WRITE "${OUT}" "#include \"host/api/embedded.hpp\"\n\nnamespace svc::host::api {\n\n"
                    "std::string_view ${NAME}() {\n    return\n${literals}    ;\n}\n\n} // namespace svc::host::api\n")
