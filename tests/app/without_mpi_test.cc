// Of a program built without MPI: several ranks of it would each run the whole study in one folder.
#include "tests/app/studies.h"

namespace globaldyn::inside {
namespace {

TEST_F(Studies, OnSeveralRanksNeedMpi) {
  for (const std::string name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const std::string command = std::string("'") + GLOBALDYN_COMMAND + "' optimize " + study_ +
                                " --budget 20 --no-pictures --out " + out_ + name;
    const CommandOutcome many = run_line(name + "=3 " + command);
    EXPECT_EQ(many.code, 2) << many.out;
    expect_texts(many.err, {"3 ranks of a program that was built without MPI", "--threads"});
    EXPECT_FALSE(fs::exists(out_ + name));
    EXPECT_EQ(run_line(name + "=1 " + command).code, 0);
  }
}

}  // namespace
}  // namespace globaldyn::inside
