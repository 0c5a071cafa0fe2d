// How well a study of measured evaluation times uses 1 to 10 000 ranks, by simulation: a table for
// docs/scaling.md, and a CSV file for its picture.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "bench/cluster_simulation.h"
#include "core/base/errors.h"
#include "core/base/write_file.h"
#include "core/description/csv_table.h"

namespace globaldyn::inside {
namespace {

using Scheme = SimulatedSearch::Scheme;

struct Options {
  std::string times;
  std::string out;
  double scale{1.0};
  std::uint64_t seed{1};
  std::size_t per_rank{200};
  ClusterOptions cluster;
  double steady_breeding{15e-6};
};

// A line of the picture: a search on any number of ranks.
struct Series {
  Scheme scheme;
  std::size_t size;       // population or lag
  bool is_size_per_rank;  // the lag grows with the ranks

  [[nodiscard]] std::string name() const {
    return fmt::format("{} {}{}", scheme == Scheme::generational ? "generational" : "steady", size,
                       is_size_per_rank ? "N" : "");
  }
};

std::vector<Series> list_series() {
  std::vector<Series> series;
  for (const std::size_t size : {100u, 1000u, 10'000u, 100'000u}) {
    series.push_back({Scheme::generational, size, false});
  }
  for (const std::size_t size : {1u, 2u, 4u, 8u, 16u})
    series.push_back({Scheme::steady_state, size, true});
  for (const std::size_t size : {100u, 1000u, 10'000u}) {
    series.push_back({Scheme::steady_state, size, false});
  }
  return series;
}

constexpr std::size_t kRanks[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000};

// At least ten generations or lags, so that neither start nor end dominates.
SimulatedSearch make_search(const Series& series, std::size_t ranks, const Options& options) {
  SimulatedSearch search;
  search.scheme = series.scheme;
  search.size = series.is_size_per_rank ? series.size * ranks : series.size;
  const std::size_t wanted = std::max(options.per_rank * ranks, std::size_t{20'000});
  const std::size_t rounds = std::max<std::size_t>(10, (wanted + search.size - 1) / search.size);
  search.evaluations = rounds * search.size;
  return search;
}

// The column wall_time, in s. Designs that were answered from others took none.
std::vector<double> read_times(const Options& options) {
  const CsvTable table = read_csv_table(options.times, parse_document("{}", "command line"));
  std::size_t column = 0;
  while (column < table.header.size() && table.header[column].text != "wall_time") ++column;
  if (column == table.header.size()) {
    throw InputError({options.times, 1, 1}, "no column wall_time", "expected an exported study");
  }
  std::vector<double> times;
  for (const auto& row : table.rows) {
    const double time = read_number(row[column]);
    if (time > 0.0) times.push_back(time * options.scale);
  }
  return times;
}

void print_times(std::vector<double> times) {
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return 1e3 * times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  const double mean =
      1e3 * std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
  fmt::print(
      "{} evaluations: mean {:.3g} ms, median {:.3g}, 10 % below {:.3g}, 10 % above {:.3g}, "
      "longest {:.3g}\n",
      times.size(), mean, at(0.5), at(0.1), at(0.9), at(1.0));
}

SimulatedRun run_one(const Series& series, std::size_t ranks, const EvaluationTimes& times,
                     const Options& options) {
  ClusterOptions cluster = options.cluster;
  if (series.scheme == Scheme::steady_state) cluster.breeding = options.steady_breeding;
  return simulate_cluster(make_search(series, ranks, options), ranks, times, cluster);
}

// Prints efficiencies in %, one row per number of ranks; returns everything as CSV.
std::string tabulate(const EvaluationTimes& times, const Options& options) {
  std::string csv = "search,ranks,evaluations,makespan,efficiency,rank_0_busy\n";
  const std::vector<Series> all = list_series();
  fmt::print("| ranks |");
  for (const Series& series : all) fmt::print(" {} |", series.name());
  fmt::print("\n");
  for (const std::size_t ranks : kRanks) {
    fmt::print("| {} |", ranks);
    for (const Series& series : all) {
      const SimulatedRun run = run_one(series, ranks, times, options);
      csv += fmt::format("{},{},{},{:.6g},{:.5f},{:.5f}\n", series.name(), ranks,
                         make_search(series, ranks, options).evaluations, run.makespan,
                         run.efficiency, run.rank_0_busy);
      fmt::print(" {:.3g} |", 100.0 * run.efficiency);
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
  return csv;
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("TIMES", options.times, "exported study, or any CSV file with a column wall_time")
      ->required();
  app.add_option("--out", options.out, "CSV file for what comes out");
  app.add_option("--scale", options.scale, "factor on all times");
  app.add_option("--seed", options.seed, "of the times drawn");
  app.add_option("--per-rank", options.per_rank, "evaluations of a search per rank, at least");
  app.add_option("--result-cost", options.cluster.result, "s: rank 0 receives and stores a result");
  app.add_option("--breeding-cost", options.cluster.breeding, "s: a design, generational");
  app.add_option("--steady-breeding-cost", options.steady_breeding, "s: a design, steady state");
  app.add_option("--chunk-cost", options.cluster.chunk, "s: rank 0 sends a chunk");
  app.add_option("--latency", options.cluster.latency, "s one way");
  app.add_option("--nap", options.cluster.nap,
                 "s between looks for messages, if not as the program");
  app.get_formatter()->column_width(40);
}

int run(int argc, char** argv) {
  Options options;
  CLI::App app{"Efficiency of studies on 1 to 10 000 ranks, simulated from measured times"};
  app.option_defaults()->always_capture_default();
  add_options(app, options);
  CLI11_PARSE(app, argc, argv);
  const std::vector<double> times = read_times(options);
  print_times(times);
  const std::string csv = tabulate(EvaluationTimes(times, options.seed), options);
  if (!options.out.empty()) write_file(options.out, csv);
  return 0;
}

}  // namespace
}  // namespace globaldyn::inside

int main(int argc, char** argv) {
  try {
    return globaldyn::inside::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
