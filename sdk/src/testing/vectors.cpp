#include <svc/testing/vectors.hpp>

#include <svc/vectors.hpp>

namespace svc::testing {

void expectVectors(const std::string& folder, const std::function<Json(const Json& given)>& check) {
    const std::vector<Vector> vectors = readVectors(folder);
    EXPECT_FALSE(vectors.empty()) << "no vectors in " << folder;
    for (const Vector& vector : vectors) {
        try {
            EXPECT_EQ(vectorMismatch(vector, check(vector.given)), "") << vector.file << ": " << vector.name;
        } catch (const std::exception& error) {
            ADD_FAILURE() << vector.file << ": " << vector.name << ": " << error.what();
        }
    }
}

} // namespace svc::testing
