#pragma once

#include <globaldyn/mechanism.h>

#include <memory>
#include <string>
#include <vector>

namespace globaldyn {

/// A line between a motor's speed and force: |n + slope dq/dt| <= stall.
struct SpeedLine {
  double stall{0.0};  ///< N or N m
  double slope{0.0};  ///< N s/m or N m s/rad
};

/// What a drive can do, at its coordinate.
struct DriveLimit {
  Interval force;                ///< N or N m
  std::vector<SpeedLine> lines;  ///< all of them hold
  double speed{0.0};             ///< m/s or rad/s
  double acceleration{0.0};      ///< m/s² or rad/s²
  double tension{0.0};           ///< least one of a cable, N; -infinity: none is asked for
  Interval transmitted;          ///< N or N m: what reaches the mechanism
  Interval preload;              ///< N or N m: the part of the force that does no work
  double rated{0.0};             ///< N or N m that the motor bears for ever; limits nothing
  double brake{0.0};             ///< N or N m that its brake holds, in dwells
};

/// Where a machine comes to rest on its path, and for how long (s).
struct PathStop {
  double p{0.0};
  double duration{0.0};
};

/// A path of a machine file, 0 <= p <= p_max.
struct Path {
  std::string name;
  double p_max{1.0};
  std::vector<std::string> coordinates;  ///< that it prescribes: "x", "phi", "joint A1", "drive F1"
  std::vector<PathStop> stops;           ///< that the file asks for
};

/// Everything in a machine file. Never changes; copies share it, and any number of threads may use
/// it at once. A drive's number is its place in drives(), everywhere.
class Machine {
 public:
  struct Impl;
  explicit Machine(std::shared_ptr<const Impl> impl);
  // Without moves: what was moved from would be no machine.
  Machine(const Machine&) = default;
  Machine& operator=(const Machine&) = default;
  ~Machine() = default;

  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] const std::string& file() const;
  [[nodiscard]] const std::string& description() const;
  [[nodiscard]] const std::vector<Setting>& settings() const;

  [[nodiscard]] const Mechanism& mechanism() const;
  [[nodiscard]] const std::vector<Parameter>& parameters() const { return mechanism().parameters; }
  [[nodiscard]] const std::vector<Body>& bodies() const { return mechanism().bodies; }
  [[nodiscard]] const std::vector<Joint>& joints() const { return mechanism().joints; }
  [[nodiscard]] const std::vector<Drive>& drives() const { return mechanism().drives; }
  /// Of the drives, in their order.
  [[nodiscard]] const std::vector<DriveLimit>& drive_limits() const;

  [[nodiscard]] const std::vector<Path>& paths() const;
  /// @throws InputError with the most similar name
  [[nodiscard]] const Path& path(const std::string& name) const;
  /// Names of the cycles of paths and dwells that the file describes, of the machine without a
  /// load.
  [[nodiscard]] const std::vector<std::string>& cycles() const;
  /// Names of the maps of the workspace that the file asks for.
  [[nodiscard]] const std::vector<std::string>& maps() const;
  /// Names of the criteria that the file defines from others.
  [[nodiscard]] const std::vector<std::string>& formulas() const;

  /// Names of the file's load cases; and the one that acts, or empty.
  [[nodiscard]] const std::vector<std::string>& load_cases() const;
  [[nodiscard]] const std::string& load_case() const;

  /// The machine read again with these parameters, those set before kept unless they are named
  /// again. @throws InputError as load_machine() does
  [[nodiscard]] Machine with(const std::vector<Setting>& settings) const;
  /// The machine under another of its load cases, or none. @throws InputError likewise
  [[nodiscard]] Machine under(const std::string& load_case) const;

  /// The machine file, word for word, except that the parameters that were set have their values,
  /// and that paths of files it names are relative to `folder`.
  /// @throws InputError for a parameter whose value is written in a way that cannot be replaced
  [[nodiscard]] std::string text(const std::string& folder = {}) const;
  /// The machine of the file with another value in one place: a formula with or without a unit, a
  /// name, a list "[-500 N, 800 N]" or a map "{...}"; parameters that were set are kept. The rest
  /// of the file stays word for word.
  /// @param place keys, and numbers of items from 0, between slashes: "bodies/platform/mass"
  /// @throws InputError if there is no such place, or it is written in a way that cannot be
  ///   replaced, and as load_machine() does
  [[nodiscard]] Machine edited(const std::string& place, const std::string& value) const;
  /// The same with one more entry in a map of the file. @param place of the map, and the new key
  /// behind it: "drives/F/rated"
  [[nodiscard]] Machine added(const std::string& place, const std::string& value) const;
  /// Writes text() to a file, which is replaced as a whole or not at all.
  /// @throws Error if it cannot be written
  void save(const std::string& file) const;

  [[nodiscard]] const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// Reads a machine file. @throws InputError at the first mistake, with file, line and column
[[nodiscard]] Machine load_machine(const std::string& file,
                                   const std::vector<Setting>& settings = {},
                                   const std::string& load_case = {});

/// The same from text, called `file` in messages; files that it names are looked for in `folder`.
[[nodiscard]] Machine parse_machine(const std::string& text, const std::string& file,
                                    const std::string& folder,
                                    const std::vector<Setting>& settings = {},
                                    const std::string& load_case = {});

}  // namespace globaldyn
