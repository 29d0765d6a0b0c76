#include "host/app/program.hpp"

int main(int count, char** words) {
    return svc::host::app::runProgram(count, words);
}
