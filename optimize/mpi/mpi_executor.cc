#include "optimize/mpi/mpi_executor.h"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <list>
#include <thread>

#include "core/base/errors.h"
#include "optimize/executor/hand_out.h"
#include "optimize/executor/tbb_executor.h"
#include "optimize/mpi/record_bytes.h"

namespace globaldyn::inside {
inline namespace mpi {
namespace {

using Clock = std::chrono::steady_clock;

enum Tag { kJobs = 1, kRecords, kFailure, kStop };

// MPI itself waits in a busy loop, which would take a core from the evaluations.
void nap(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

// A message if one has arrived.
struct Message {
  int from;
  int tag;
  std::vector<std::byte> bytes;
};

std::optional<Message> receive() {
  int has_come = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_come, &status);
  if (has_come == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, status.MPI_TAG,
                  std::vector<std::byte>(static_cast<std::size_t>(size))};
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, message.tag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

// Outgoing messages; they must stay in place until they have been sent.
class Outbox {
 public:
  void send(std::size_t to, Tag tag, std::vector<std::byte> bytes) {
    sweep();
    Letter& letter = letters_.emplace_back();
    letter.bytes = std::move(bytes);
    MPI_Isend(letter.bytes.data(), static_cast<int>(letter.bytes.size()), MPI_BYTE,
              static_cast<int>(to), tag, MPI_COMM_WORLD, &letter.request);
  }

  void wait() {
    for (Letter& letter : letters_) MPI_Wait(&letter.request, MPI_STATUS_IGNORE);
    letters_.clear();
  }

 private:
  struct Letter {
    std::vector<std::byte> bytes;
    MPI_Request request{MPI_REQUEST_NULL};
  };

  void sweep() {
    letters_.remove_if([](Letter& letter) {
      int is_gone = 0;
      MPI_Test(&letter.request, &is_gone, MPI_STATUS_IGNORE);
      return is_gone != 0;
    });
  }

  std::list<Letter> letters_;
};

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class MpiExecutor final : public Executor {
 public:
  MpiExecutor(const Study& study, int ranks, int threads)
      : local_(make_tbb_executor(study, threads)),
        hand_out_(static_cast<std::size_t>(ranks), static_cast<std::size_t>(local_->width())) {}

  ~MpiExecutor() override {
    for (std::size_t rank = 1; rank < hand_out_.ranks(); ++rank) outbox_.send(rank, kStop, {});
    outbox_.wait();
  }

 private:
  void do_start(std::uint64_t id, const Design& design) override {
    waiting_.push_back({id, design});
    ++under_way_;
  }

  std::vector<DesignRecord> do_collect(double seconds) override {
    const Clock::time_point start = Clock::now();
    while (true) {
      hand_out();
      take_messages();
      const double left = seconds - std::chrono::duration<double>(Clock::now() - start).count();
      const bool must_wait = finished_.empty() && under_way_ > 0 && left > 0.0;
      take_local(must_wait ? std::min(hand_out_.find_sleep_time(), left) : 0.0);
      if (must_wait && finished_.empty() && hand_out_.held_by(0) == 0) nap(kIdleNap);
      if (!finished_.empty() || under_way_ == 0 || left <= 0.0) break;
    }
    under_way_ -= finished_.size();
    return std::exchange(finished_, {});
  }

  void do_drop_waiting() override {
    under_way_ -= waiting_.size();
    waiting_.clear();
  }

  [[nodiscard]] std::size_t do_under_way() const override { return under_way_; }
  [[nodiscard]] int do_width() const override {
    return static_cast<int>(hand_out_.ranks()) * local_->width();
  }

  void hand_out() {
    while (const auto chunk = hand_out_.next(waiting_.size())) give(chunk->rank, chunk->count);
  }

  void give(std::size_t rank, std::size_t count) {
    const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(count);
    const std::vector<DesignJob> jobs(std::make_move_iterator(waiting_.begin()),
                                      std::make_move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
    if (rank > 0) {
      outbox_.send(rank, kJobs, to_bytes(jobs));
      return;
    }
    for (const DesignJob& job : jobs) local_->start(job.id, job.design);
  }

  void take_messages() {
    while (const auto message = receive()) {
      if (message->tag == kFailure) {
        throw Error(fmt::format("rank {}: {}", message->from, text_of(message->bytes)));
      }
      take(static_cast<std::size_t>(message->from), records_from_bytes(message->bytes));
    }
  }

  void take_local(double seconds) { take(0, local_->collect(seconds)); }

  void take(std::size_t rank, std::vector<DesignRecord> records) {
    for (DesignRecord& record : records) {
      hand_out_.take_back(rank, record.wall_time);
      finished_.push_back(std::move(record));
    }
  }

  std::unique_ptr<Executor> local_;
  HandOut hand_out_;
  std::deque<DesignJob> waiting_;
  std::vector<DesignRecord> finished_;
  std::size_t under_way_{0};
  Outbox outbox_;
};

// Evaluates for rank 0 until told to stop.
class Server {
 public:
  Server(const Study& study, int threads) : local_(make_tbb_executor(study, threads)) {}

  void run() {
    while (!is_over_) {
      const auto message = receive();
      if (message) {
        take(*message);
        continue;
      }
      // While designs are evaluated no message is urgent.
      constexpr double kBusyNap = 5e-3;
      const std::vector<DesignRecord> records = local_->collect(kBusyNap);
      if (!records.empty()) {
        outbox_.send(0, kRecords, to_bytes(records));
      } else if (local_->under_way() == 0) {
        nap(kIdleNap);
      }
    }
    outbox_.wait();
  }

 private:
  void take(const Message& message) {
    if (message.tag == kStop) {
      is_over_ = true;
      local_->drop_waiting();
      return;
    }
    for (const DesignJob& job : jobs_from_bytes(message.bytes)) local_->start(job.id, job.design);
  }

  std::unique_ptr<Executor> local_;
  Outbox outbox_;
  bool is_over_{false};
};

}  // namespace

MpiProcesses::MpiProcesses() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) throw Error("MPI cannot be used beside threads");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

MpiProcesses::~MpiProcesses() {
  MPI_Finalize();
}

std::uint64_t MpiProcesses::broadcast(std::uint64_t number) const {
  MPI_Bcast(&number, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  return number;
}

int MpiProcesses::count(bool mine) const {
  int own = mine ? 1 : 0, all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

void MpiProcesses::abort(int exit_code) const {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::abort();  // never reached
}

bool has_mpi_processes() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

std::unique_ptr<Executor> make_mpi_executor(const Study& study, const MpiProcesses& processes,
                                            int threads) {
  return std::make_unique<MpiExecutor>(study, processes.size(), threads);
}

void serve_designs(const Study& study, const MpiProcesses&, int threads) {
  try {
    Server(study, threads).run();
  } catch (const std::exception& error) {
    const std::vector<std::byte> text = bytes_of(error.what());
    MPI_Send(text.data(), static_cast<int>(text.size()), MPI_BYTE, 0, kFailure, MPI_COMM_WORLD);
  }
}

}  // namespace mpi
}  // namespace globaldyn::inside
