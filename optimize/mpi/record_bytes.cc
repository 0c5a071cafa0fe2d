#include "optimize/mpi/record_bytes.h"

#include <cstring>
#include <type_traits>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace mpi {
namespace {

class Packer {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void add(Number number) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(&number);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof number);
  }

  void add(const std::vector<double>& numbers) { add_all(numbers.data(), numbers.size()); }
  void add(const std::string& text) { add_all(text.data(), text.size()); }

  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  template <class Item>
  void add_all(const Item* items, std::size_t count) {
    add(static_cast<std::uint64_t>(count));
    const auto* const bytes = reinterpret_cast<const std::byte*>(items);
    bytes_.insert(bytes_.end(), bytes, bytes + count * sizeof(Item));
  }

  std::vector<std::byte> bytes_;
};

class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <class Number>
  Number number() {
    Number result;
    copy(&result, sizeof result);
    return result;
  }

  std::vector<double> numbers() {
    std::vector<double> result(count(sizeof(double)));
    copy(result.data(), result.size() * sizeof(double));
    return result;
  }

  std::string text() {
    std::string result(count(1), '\0');
    copy(result.data(), result.size());
    return result;
  }

  /// How many items of a size come next.
  std::size_t count(std::size_t size) {
    const auto items = number<std::uint64_t>();
    if (items > bytes_.size() / size) refuse();
    return static_cast<std::size_t>(items);
  }

  void end() const {
    if (!bytes_.empty()) refuse();
  }

 private:
  [[noreturn]] static void refuse() { throw Error("a message of another length than it says"); }

  void copy(void* to, std::size_t size) {
    if (size > bytes_.size()) refuse();
    if (size > 0) std::memcpy(to, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
  }

  std::span<const std::byte> bytes_;
};

}  // namespace

std::vector<std::byte> to_bytes(std::span<const DesignJob> jobs) {
  Packer packer;
  packer.add(static_cast<std::uint64_t>(jobs.size()));
  for (const DesignJob& job : jobs) {
    packer.add(job.id);
    packer.add(job.design);
  }
  return packer.take();
}

std::vector<std::byte> to_bytes(std::span<const DesignRecord> records) {
  Packer packer;
  packer.add(static_cast<std::uint64_t>(records.size()));
  for (const DesignRecord& record : records) {
    packer.add(record.id);
    packer.add(record.design);
    packer.add(static_cast<int>(record.state));
    packer.add(record.reason);
    packer.add(record.objectives);
    packer.add(record.constraints);
    packer.add(record.quantities);
    packer.add(record.violation);
    packer.add(record.wall_time);
    packer.add(record.inputs);
  }
  return packer.take();
}

std::vector<DesignJob> jobs_from_bytes(std::span<const std::byte> bytes) {
  Unpacker unpacker(bytes);
  std::vector<DesignJob> jobs(unpacker.count(1));
  for (DesignJob& job : jobs) {
    job.id = unpacker.number<std::uint64_t>();
    job.design = unpacker.numbers();
  }
  unpacker.end();
  return jobs;
}

std::vector<DesignRecord> records_from_bytes(std::span<const std::byte> bytes) {
  Unpacker unpacker(bytes);
  std::vector<DesignRecord> records(unpacker.count(1));
  for (DesignRecord& record : records) {
    record.id = unpacker.number<std::uint64_t>();
    record.design = unpacker.numbers();
    record.state = static_cast<DesignState>(unpacker.number<int>());
    record.reason = unpacker.text();
    record.objectives = unpacker.numbers();
    record.constraints = unpacker.numbers();
    record.quantities = unpacker.numbers();
    record.violation = unpacker.number<double>();
    record.wall_time = unpacker.number<double>();
    record.inputs = unpacker.number<std::uint64_t>();
  }
  unpacker.end();
  return records;
}

}  // namespace mpi
}  // namespace globaldyn::inside
