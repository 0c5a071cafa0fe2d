// Not used, and Boost 1.74's are short of an include.
#define BOOST_ASIO_DISABLE_CO_AWAIT

#include "explore/server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/base/errors.h"

namespace globaldyn::inside::explore {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

// 128 bits that nobody can guess.
std::string make_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw Error("the system has no random numbers for the address of the page");
  }
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

// As long for equal as for other texts of one length.
bool is_equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned int difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned int>(static_cast<unsigned char>(a[i]) ^
                                            static_cast<unsigned char>(b[i]));
  }
  return difference == 0;
}

// How somebody who may ask came in.
struct Entry {
  std::string target;  // what is asked for
  bool has_token;      // by the address that was printed; else by the cookie
};

// Who may ask: whoever was given the address, and from then on the browser's cookie.
struct Door {
  std::uint16_t port;
  std::string token;

  [[nodiscard]] std::string address() const {
    return fmt::format("http://127.0.0.1:{}/{}/", port, token);
  }
  // Of this server alone: browsers send what other ports of this computer have set, too. Not sent
  // with what other sites ask for.
  [[nodiscard]] std::string cookie() const {
    return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Lax", cookie_name(), token);
  }

  [[nodiscard]] bool is_own(std::string_view host) const {
    // Browsers leave out the port that is usual.
    if (port == 80 && (host == "127.0.0.1" || host == "localhost")) return true;
    return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
  }

  // Nothing if whoever asks may not.
  [[nodiscard]] std::optional<Entry> open(const Request& request) const {
    // Of two that differ nobody knows which counts.
    if (request.count(http::field::host) != 1 || request.count(http::field::origin) > 1) {
      return std::nullopt;
    }
    if (!is_own(to_view(request[http::field::host]))) return std::nullopt;
    constexpr std::string_view kScheme = "http://";
    if (request.find(http::field::origin) != request.end()) {
      const std::string_view origin = to_view(request[http::field::origin]);
      if (!origin.starts_with(kScheme) || !is_own(origin.substr(kScheme.size()))) {
        return std::nullopt;
      }
    }
    const std::string_view target = to_view(request.target());
    const std::string begin = "/" + token + "/";
    if (target.size() >= begin.size() && is_equal(target.substr(0, begin.size()), begin)) {
      return Entry{std::string(target.substr(begin.size())), true};
    }
    if (!target.starts_with('/') || !has_cookie(request)) return std::nullopt;
    return Entry{std::string(target.substr(1)), false};
  }

  static std::string_view to_view(beast::string_view text) { return {text.data(), text.size()}; }

 private:
  [[nodiscard]] std::string cookie_name() const { return fmt::format("globaldyn-{}", port); }

  [[nodiscard]] bool has_cookie(const Request& request) const {
    const std::string wanted = cookie_name() + "=" + token;
    std::string_view rest = to_view(request[http::field::cookie]);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      std::string_view one = rest.substr(0, end);
      while (one.starts_with(' ')) one.remove_prefix(1);
      if (is_equal(one, wanted)) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
  }
};

using Reply = std::function<void(Answer&&)>;

// Questions that wait for the one thread that answers.
class Desk {
 public:
  Desk(std::size_t most, std::function<Answer(const Question&)> answer)
      : most_(most), answer_(std::move(answer)), thread_([this] { work(); }) {}
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;
  ~Desk() {
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  // Replies at once to what it replaces, or cannot take.
  void take(const std::string& page, Question question, Reply reply) {
    Reply refused;
    Answer why{.status = 503, .type = "text/plain", .body = "too many questions"};
    {
      const std::lock_guard lock(mutex_);
      const auto same = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& one) {
        return !page.empty() && one.page == page;
      });
      if (same != waiting_.end()) {
        refused = std::exchange(same->reply, std::move(reply));
        same->question = std::move(question);
        why = {.status = 409, .type = "text/plain", .body = "replaced by a newer question"};
      } else if (waiting_.size() < most_) {
        waiting_.push_back({page, std::move(question), std::move(reply)});
      } else {
        refused = std::move(reply);
      }
    }
    wake_.notify_one();
    if (refused) refused(std::move(why));
  }

 private:
  struct Waiting {
    std::string page;
    Question question;
    Reply reply;
  };

  void work() {
    while (true) {
      Waiting one;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return is_closed_ || !waiting_.empty(); });
        if (is_closed_) return;
        one = std::move(waiting_.front());
        waiting_.pop_front();
      }
      one.reply(find_answer(one.question));
    }
  }

  Answer find_answer(const Question& question) {
    try {
      return answer_(question);
    } catch (const std::exception& error) {
      return {.status = 500, .type = "text/plain", .body = error.what()};
    }
  }

  std::size_t most_;
  std::function<Answer(const Question&)> answer_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Waiting> waiting_;
  bool is_closed_{false};
  std::thread thread_;
};

Response make_response(const Request& request, Answer&& answer) {
  Response response{static_cast<http::status>(answer.status), request.version()};
  response.set(http::field::content_type, answer.type);
  response.set(http::field::cache_control, "no-store");
  response.set("X-Content-Type-Options", "nosniff");
  response.set("X-Frame-Options", "DENY");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  if (!answer.place.empty()) response.set(http::field::location, answer.place);
  if (!answer.file_name.empty()) {
    response.set(http::field::content_disposition,
                 fmt::format("attachment; filename=\"{}\"", answer.file_name));
  }
  response.keep_alive(request.keep_alive());
  response.body() = request.method() == http::verb::head ? std::string() : std::move(answer.body);
  response.prepare_payload();
  return response;
}

// One connection: reads a request, has it answered, writes the answer, and again.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, const ServerOptions& options, const Door& door, Desk& desk,
             std::atomic<std::size_t>& count)
      : stream_(std::move(socket)), options_(options), door_(door), desk_(desk), count_(count) {
    ++count_;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { --count_; }

  // Whether nobody has come in by it: it may make room for others.
  [[nodiscard]] bool is_strange() const { return !is_known_; }
  void close() { stream_.close(); }

  void read() {
    parser_.emplace();
    parser_->body_limit(options_.largest_body);
    parser_->header_limit(8u << 10);
    stream_.expires_after(patience());
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](beast::error_code error, std::size_t) { self->take(error); });
  }

 private:
  [[nodiscard]] std::chrono::milliseconds patience() const {
    return std::chrono::milliseconds(static_cast<long>(1e3 * options_.patience));
  }

  void take(beast::error_code error) {
    if (error == http::error::body_limit) {
      request_ = parser_->release();
      request_.keep_alive(false);
      write({.status = 413, .type = "text/plain", .body = "too much was sent"});
      return;
    }
    if (error) return;  // gone, too slow, or no HTTP
    request_ = parser_->release();
    const std::optional<Entry> entry = door_.open(request_);
    if (!entry) {
      request_.keep_alive(false);  // whoever may not ask shall not hold a place
      write({.status = 403,
             .type = "text/plain",
             .body = "not for you: open the address that the program printed"});
      return;
    }
    if (request_.method() != http::verb::get && request_.method() != http::verb::post) {
      request_.keep_alive(false);
      write({.status = 405, .type = "text/plain", .body = "expected GET or POST"});
      return;
    }
    is_known_ = true;
    // From now on the cookie lets it in, and the address says nothing that is to be kept.
    if (entry->has_token && entry->target.empty() && request_.method() == http::verb::get) {
      write({.status = 303, .type = "text/plain", .body = "the page is at /", .place = "/"});
      return;
    }
    stream_.expires_never();  // until it is answered
    desk_.take(
        std::string(Door::to_view(request_["X-Page"])),
        {std::string(Door::to_view(request_.method_string())), entry->target, request_.body()},
        [self = shared_from_this()](Answer&& answer) {
          asio::post(self->stream_.get_executor(), [self, answer = std::move(answer)]() mutable {
            self->write(std::move(answer));
          });
        });
  }

  void write(Answer&& answer) {
    const bool is_door = !answer.place.empty();
    response_.emplace(make_response(request_, std::move(answer)));
    if (is_door) response_->set(http::field::set_cookie, door_.cookie());
    stream_.expires_after(patience());
    http::async_write(stream_, *response_,
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        if (error || !self->response_->keep_alive()) return;
                        self->read();
                      });
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{128u << 10};
  std::optional<http::request_parser<http::string_body>> parser_;
  Request request_;
  std::optional<Response> response_;
  const ServerOptions& options_;
  const Door& door_;
  Desk& desk_;
  std::atomic<std::size_t>& count_;
  bool is_known_{false};
};

tcp::acceptor listen(asio::io_context& context, std::uint16_t port) {
  tcp::acceptor acceptor(context);
  const tcp::endpoint here(asio::ip::address_v4::loopback(), port);
  beast::error_code error;
  acceptor.open(here.protocol());
  // A port that was used a moment ago is free.
  acceptor.set_option(asio::socket_base::reuse_address(true));
  acceptor.bind(here, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  // A browser that is started from here must not keep the port.
  (void)fcntl(acceptor.native_handle(), F_SETFD, FD_CLOEXEC);
  if (!error) return acceptor;
  throw InputError(option_place("--port", fmt::format("{}", port)),
                   "cannot be listened on (" + error.message() + ")",
                   "expected a free port, or none for any that is free");
}

class Server {
 public:
  Server(const ServerOptions& options, std::function<Answer(const Question&)> answer)
      : options_(options),
        acceptor_(listen(context_, options.port)),
        door_{acceptor_.local_endpoint().port(), make_token()},
        desk_(options.most_waiting, std::move(answer)) {}

  void run() {
    accept();
    watch();
    if (options_.ready) {
      options_.ready(door_.address());
    }
    context_.run();
  }

 private:
  void accept() {
    acceptor_.async_accept([this](beast::error_code error, tcp::socket socket) {
      if (!error && (count_ < options_.most_connections || make_room())) {
        (void)fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
        socket.set_option(tcp::no_delay(true), error);
        const auto made =
            std::make_shared<Connection>(std::move(socket), options_, door_, desk_, count_);
        std::erase_if(connections_, [](const auto& one) { return one.expired(); });
        connections_.push_back(made);
        made->read();
      }
      if (error) return accept_later();
      accept();
    });
  }

  // Closes the oldest connection by which nobody has come in, if there is one: silent ones must not
  // lock out who may.
  bool make_room() {
    for (const std::weak_ptr<Connection>& one : connections_) {
      const std::shared_ptr<Connection> connection = one.lock();
      if (!connection || !connection->is_strange()) continue;
      connection->close();
      return true;
    }
    return false;
  }

  // Too many files are open, say: that passes, and must not be asked for all the time.
  void accept_later() {
    pause_.expires_after(std::chrono::milliseconds(100));
    pause_.async_wait([this](beast::error_code) { accept(); });
  }

  // Looks whether to stop.
  void watch() {
    timer_.expires_after(std::chrono::milliseconds(20));
    timer_.async_wait([this](beast::error_code) {
      if (options_.cancel != nullptr && *options_.cancel) {
        context_.stop();
      } else {
        watch();
      }
    });
  }

  const ServerOptions& options_;
  std::atomic<std::size_t> count_{0};                  // of connections; outlives them
  std::deque<std::weak_ptr<Connection>> connections_;  // oldest first
  asio::io_context context_;
  tcp::acceptor acceptor_;
  asio::steady_timer timer_{context_};
  asio::steady_timer pause_{context_};
  Door door_;
  Desk desk_;
};

}  // namespace

void serve(const ServerOptions& options, const std::function<Answer(const Question&)>& answer) {
  Server(options, answer).run();
}

}  // namespace globaldyn::inside::explore
