// How fast evaluations are stored, read again and exported: 5 variables, 2 objectives, 1
// constraint.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <random>

#include "optimize/store/export.h"

namespace globaldyn::inside {
namespace {

constexpr std::size_t kBatch = 400;
constexpr std::size_t kDesigns = 100'000;

// A temporary folder, removed at the end.
class Folder {
 public:
  Folder() { std::filesystem::create_directories(path_); }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_{
      std::filesystem::temp_directory_path() /
      ("globaldyn_store_benchmark_" + std::to_string(std::random_device()()))};
};

StudyHeader make_header() {
  using Role = StudyColumn::Role;
  StudyHeader header;
  for (const char* name : {"x1", "x2", "x3", "x4", "x5"}) {
    header.columns.push_back({name, Role::variable});
  }
  header.columns.push_back({"time", Role::objective});
  header.columns.push_back({"mass", Role::objective});
  header.columns.push_back({"clearance", Role::constraint});
  return header;
}

std::vector<DesignRecord> make_records(std::size_t count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> number;
  std::vector<DesignRecord> records(count);
  for (std::size_t i = 0; i < count; ++i) {
    DesignRecord& record = records[i];
    record.id = i + 1;
    for (int k = 0; k < 5; ++k) record.design.push_back(number(random));
    record.objectives = {number(random), number(random)};
    record.constraints = {number(random)};
    record.state = DesignState::ok;
    if (i % 4 == 0) {
      record.state = DesignState::infeasible;
      record.reason = "clearance below 0.01 m";
      record.violation = number(random);
    }
    record.wall_time = number(random);
    record.inputs = 0x0123456789abcdef;
  }
  return records;
}

void append(StudyStore& store, const std::vector<DesignRecord>& records) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    store.append(records[i]);
    if ((i + 1) % kBatch == 0) store.commit();
  }
  store.commit();
}

void store_designs(benchmark::State& state) {
  const std::vector<DesignRecord> records = make_records(kDesigns);
  for (auto _ : state) {
    state.PauseTiming();
    const Folder folder;
    {
      StudyStore store = StudyStore::create(folder.file("study.sqlite"), make_header());
      state.ResumeTiming();
      append(store, records);
      state.PauseTiming();
    }
    state.ResumeTiming();
  }
  state.counters["s_per_design"] =
      benchmark::Counter(static_cast<double>(kDesigns * state.iterations()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// Work on a closed store of 100 000 designs.
void use_store(benchmark::State& state, const auto& use) {
  const Folder folder;
  {
    StudyStore store = StudyStore::create(folder.file("study.sqlite"), make_header());
    append(store, make_records(kDesigns));
  }
  std::vector<std::uint64_t> pareto;
  for (std::uint64_t id = 7; id <= kDesigns; id += 100) pareto.push_back(id);
  for (auto _ : state) use(StudyStore::open_readonly(folder.file("study.sqlite")), pareto, folder);
}

void read_all(benchmark::State& state) {
  use_store(state, [](const StudyStore& store, const auto&, const Folder&) {
    benchmark::DoNotOptimize(store.read_all());
  });
}

void visit_each(benchmark::State& state) {
  use_store(state, [](const StudyStore& store, const auto&, const Folder&) {
    double sum = 0.0;
    store.for_each([&](const DesignRecord& record) { sum += record.objectives[0]; });
    benchmark::DoNotOptimize(sum);
  });
}

void csv(benchmark::State& state) {
  use_store(state, [](const StudyStore& store, const auto& pareto, const Folder& folder) {
    write_csv(store, pareto, folder.file("study.csv"));
  });
}

void json(benchmark::State& state) {
  use_store(state, [](const StudyStore& store, const auto& pareto, const Folder& folder) {
    write_json(store, pareto, folder.file("study.json"));
  });
}

void hdf5(benchmark::State& state) {
  use_store(state, [](const StudyStore& store, const auto& pareto, const Folder& folder) {
    write_hdf5(store, pareto, folder.file("study.h5"));
  });
}

BENCHMARK(store_designs)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(read_all)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(visit_each)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(csv)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(json)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(hdf5)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace globaldyn::inside
