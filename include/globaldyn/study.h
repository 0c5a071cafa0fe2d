#pragma once

#include <globaldyn/machine.h>
#include <globaldyn/pareto_set.h>
#include <globaldyn/work.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace globaldyn {

/// How far a search has come.
struct StudyProgress {
  std::size_t done{0};      ///< designs whose outcome is known
  std::size_t replayed{0};  ///< of these, known before
  std::size_t feasible{0};
  std::size_t failed{0};
  std::size_t limit{0};     ///< most designs
  std::size_t front{0};     ///< of these, none dominates
  double hypervolume{0.0};  ///< a measure of the front, or NaN
  double elapsed{0.0};      ///< s
};

/// How a study is run. None of it changes a design's numbers.
struct StudyOptions {
  std::size_t budget{0};             ///< most designs; 0: as the study says
  std::optional<double> time_limit;  ///< s, refinement included; none: as the study says
  bool resume{false};                ///< go on with the study in the folder, if there is one
  bool accept_changed{false};        ///< although its files or the program have changed
  int threads{0};                    ///< 0: one per core
  const std::atomic<bool>* cancel{nullptr};            ///< set to true from outside: Interrupted
  std::function<void(const StudyProgress&)> progress;  ///< some times a second; may be empty
};

/// Something that happened to a study as a whole.
struct StudyEvent {
  std::string kind;             ///< "budget", "time limit", "stagnation", "interrupted" ...
  std::uint64_t evaluation{0};  ///< how many designs there were
  std::string text;
};

/// A study with all designs that it had when it was opened, also while a run appends to it. A
/// value; copies share what they hold.
class Study {
 public:
  struct Impl;
  /// Of a folder, or the file in it. @throws InputError if there is none
  explicit Study(const std::string& folder);
  Study(const Study&) = default;
  Study& operator=(const Study&) = default;
  ~Study() = default;

  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] const std::string& file() const;     ///< of the store
  [[nodiscard]] const std::string& program() const;  ///< that began it, with its version
  [[nodiscard]] const std::string& created() const;
  [[nodiscard]] const std::vector<StudyEvent>& events() const;
  /// Why its search ended: budget, time limit, stagnation, generations, exhausted, done; empty: not
  /// yet.
  [[nodiscard]] std::string end() const;

  /// Variables, objectives, constraints, quantities; or those of a role.
  [[nodiscard]] const std::vector<StudyColumn>& columns() const;
  [[nodiscard]] std::vector<StudyColumn> columns(StudyColumn::Role role) const;
  /// By id, ascending.
  [[nodiscard]] const std::vector<Design>& designs() const;
  /// @throws InputError if there is none with this id
  [[nodiscard]] const Design& design(std::uint64_t id) const;
  [[nodiscard]] std::size_t count(DesignState state) const;
  [[nodiscard]] ParetoSet pareto() const;

  /// The machine of a design, in the study's first scenario.
  /// @throws InputError if it is not known any more what it was made from
  [[nodiscard]] Machine machine(std::uint64_t id) const;
  /// The same as a machine file; files that it names are relative to `folder`.
  [[nodiscard]] std::string machine_file(std::uint64_t id, const std::string& folder = {}) const;

  /// One row a design. @throws Error if they cannot be written
  [[nodiscard]] std::string csv() const;
  [[nodiscard]] std::string json() const;
  void write_csv(const std::string& file) const;
  void write_json(const std::string& file) const;
  void write_hdf5(const std::string& file) const;

  [[nodiscard]] const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// Searches the designs of a study file on this computer's cores; all that it evaluates is stored
/// in a folder, so that a study which was stopped goes on as if nothing had been.
/// @throws InputError for mistakes in the file, for a folder that has a study if it is not to be
///   resumed, or has one made from other files; Interrupted; Error if nothing can be written
Study run_study(const std::string& file, const std::string& folder,
                const StudyOptions& options = {});

}  // namespace globaldyn
